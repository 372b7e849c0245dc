// Requests about constructed languages: their grammar rules, and the words of their lexicons.

import { address, ask, askTagged, send, type SendOptions, type Tagged } from "./client";
import { all } from "./pages";
import type {
  GrammarRuleCreateRequest,
  GrammarRuleResponse,
  GrammarRuleUpdate,
  LanguageCreateRequest,
  LanguageItem,
  LanguageUpdateRequest,
  LexiconCheck,
  LexiconImportResponse,
  WordCreateRequest,
  WordForms,
  WordItem,
  WordsPage,
  WordUpdateRequest,
} from "./types";

/** An id that no rule has. */
const NO_RULE = "00000000-0000-0000-0000-000000000000";

const language = (id: string) => ({ path: { language_id: id } });
const rule = (id: string) => ({ path: { rule_id: id } });
const word = (id: string) => ({ path: { word_id: id } });

export const languages = {
  list: (projectId: string, options?: SendOptions): Promise<LanguageItem[]> =>
    all(
      (query) => ask("GET /api/creative/conlang/languages", { query: { ...query, projectId } }, options),
      (page) => page.languages,
      options,
    ),

  get: (id: string, options?: SendOptions): Promise<Tagged<LanguageItem>> =>
    askTagged("GET /api/creative/conlang/languages/{language_id}", language(id), options),

  create: (body: LanguageCreateRequest, options?: SendOptions): Promise<LanguageItem> =>
    ask("POST /api/creative/conlang/languages", { body }, options),

  update: (id: string, body: LanguageUpdateRequest, options?: SendOptions): Promise<Tagged<LanguageItem>> =>
    askTagged("PUT /api/creative/conlang/languages/{language_id}", { ...language(id), body }, options),

  /** Deletes a language with its rules and words: there is no trash for it. */
  remove: (id: string): Promise<undefined> =>
    ask("DELETE /api/creative/conlang/languages/{language_id}", language(id)),

  /** Every rule of a language, in their order, with what became of their examples. */
  rules: (id: string, options?: SendOptions): Promise<GrammarRuleResponse[]> =>
    all(
      (query) =>
        ask(
          "GET /api/creative/conlang/languages/{language_id}/grammar-rules",
          { ...language(id), query },
          options,
        ),
      (page) => page.grammarRules,
      options,
    ),

  rule: (id: string, options?: SendOptions): Promise<Tagged<GrammarRuleResponse>> =>
    askTagged("GET /api/creative/conlang/grammar-rules/{rule_id}", rule(id), options),

  createRule: (
    id: string,
    body: GrammarRuleCreateRequest,
    options?: SendOptions,
  ): Promise<Tagged<GrammarRuleResponse>> =>
    askTagged(
      "POST /api/creative/conlang/languages/{language_id}/grammar-rules",
      { ...language(id), body },
      options,
    ),

  updateRule: (
    id: string,
    body: GrammarRuleUpdate,
    options?: SendOptions,
  ): Promise<Tagged<GrammarRuleResponse>> =>
    askTagged("PUT /api/creative/conlang/grammar-rules/{rule_id}", { ...rule(id), body }, options),

  removeRule: (id: string): Promise<undefined> =>
    ask("DELETE /api/creative/conlang/grammar-rules/{rule_id}", rule(id)),

  /** Reads a pattern and changes nothing: a request is validated before its record is looked up, so one for
   * a rule that is not there is refused for its pattern (422), or else for the rule (404). */
  readPattern: (pattern: string, options?: SendOptions): Promise<unknown> =>
    ask("PUT /api/creative/conlang/grammar-rules/{rule_id}", { ...rule(NO_RULE), body: { pattern } }, options),

  /** A page of the lexicon, by form. */
  words: (
    id: string,
    query: { q?: string; partOfSpeech?: string; limit?: number; cursor?: string },
    options?: SendOptions,
  ): Promise<WordsPage> =>
    ask("GET /api/creative/conlang/languages/{language_id}/lexicon", { ...language(id), query }, options),

  /** Every word of the lexicon. */
  lexicon: (id: string, options?: SendOptions): Promise<WordItem[]> =>
    all(
      (query) => languages.words(id, query, options),
      (page) => page.words,
      options,
    ),

  word: (id: string, options?: SendOptions): Promise<Tagged<WordItem>> =>
    askTagged("GET /api/creative/conlang/words/{word_id}", word(id), options),

  createWord: (id: string, body: WordCreateRequest, options?: SendOptions): Promise<WordItem> =>
    ask("POST /api/creative/conlang/languages/{language_id}/lexicon", { ...language(id), body }, options),

  updateWord: (id: string, body: WordUpdateRequest, options?: SendOptions): Promise<Tagged<WordItem>> =>
    askTagged("PUT /api/creative/conlang/words/{word_id}", { ...word(id), body }, options),

  removeWord: (id: string): Promise<undefined> =>
    ask("DELETE /api/creative/conlang/words/{word_id}", word(id)),

  /** The forms of a word by the rules of its language, and rules that it breaks. */
  forms: (id: string, options?: SendOptions): Promise<WordForms> =>
    ask("GET /api/creative/conlang/words/{word_id}/forms", word(id), options),

  /** The words that break a rule. */
  check: (id: string, options?: SendOptions): Promise<LexiconCheck> =>
    ask("GET /api/creative/conlang/languages/{language_id}/lexicon/check", language(id), options),

  /** The lexicon as a table, as CSV. */
  exportTable: async (id: string, options?: SendOptions): Promise<string> =>
    (await send("GET", tableAddress(id), undefined, options)).value as string,

  /** Takes the rows of a table into the lexicon: all of them or none. */
  importTable: async (id: string, table: string, options?: SendOptions): Promise<LexiconImportResponse> => {
    const to = address(`api/creative/conlang/languages/${encodeURIComponent(id)}/lexicon/import`);
    return (await send("POST", to, table, options)).value as LexiconImportResponse;
  },
};

/** Where the lexicon can be downloaded as a table. */
export function tableAddress(id: string): string {
  return address(`api/creative/conlang/languages/${encodeURIComponent(id)}/lexicon/export`);
}
