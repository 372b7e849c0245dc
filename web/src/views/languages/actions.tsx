// What can be done to languages, rules and words, each with a notice and a way to undo it.

import { languages as calls } from "../../api/languages";
import type { GrammarRuleCreateRequest, GrammarRuleResponse, LanguageItem, WordItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { texts } from "../../texts";
import { languages as t } from "../../texts/languages";
import { confirm } from "../../ui/confirm";
import { openDialog } from "../../ui/dialog";
import { attempt } from "../../ui/toast";
import { LanguageForm } from "./language-form";
import { WordForm } from "./word-form";

export function createLanguage(projectId: string): void {
  openDialog((close) => (
    <LanguageForm
      projectId={projectId}
      close={close}
      done={(made) => go(projectAddress(projectId, "languages", made.id))}
    />
  ));
}

export function editLanguage(language: LanguageItem): void {
  openDialog((close) => <LanguageForm projectId={language.projectId} language={language} close={close} />);
}

/** Asks, and deletes a language with its rules and words. */
export function removeLanguage(language: LanguageItem): void {
  const { id, projectId } = language;
  const name = language.name || texts.untitled;
  confirm({
    title: t.removeTitle(name),
    text: t.removeText,
    action: t.remove,
    run: () =>
      void attempt(
        async () => {
          const [rules, table] = await Promise.all([calls.rules(id), calls.exportTable(id)]);
          await calls.remove(id);
          go(projectAddress(projectId, "languages"));
          return { rules, table };
        },
        () => t.removed(name),
        ({ rules, table }, key) => bringBack(language, rules, table, key),
        true,
      ),
  });
}

/** Makes a deleted language anew: first its words, whose forms then need not be compared for each rule. */
async function bringBack(
  language: LanguageItem,
  rules: GrammarRuleResponse[],
  table: string,
  key: () => string,
): Promise<void> {
  const { projectId, name, description } = language;
  const made = await calls.create({ projectId, name, description }, { idempotencyKey: key() });
  if (language.words > 0) await calls.importTable(made.id, table, { idempotencyKey: key() });
  for (const rule of rules) await calls.createRule(made.id, asNew(rule), { idempotencyKey: key() });
  go(projectAddress(projectId, "languages", made.id));
}

function asNew(rule: GrammarRuleResponse): GrammarRuleCreateRequest {
  const { category, name, description, pattern, sortOrder } = rule;
  const examples = rule.examples.map(({ input, output, gloss }) => ({ input, output, gloss }));
  return { category, name, description, pattern, sortOrder, examples };
}

export async function removeRule(rule: GrammarRuleResponse): Promise<void> {
  await attempt(
    async () => {
      // The list may be older than what is deleted.
      const { value } = await calls.rule(rule.id);
      await calls.removeRule(rule.id);
      return value;
    },
    () => t.removed(rule.name || texts.untitled),
    (before, key) => calls.createRule(before.languageId, asNew(before), { idempotencyKey: key() }),
    true,
  );
}

/** Lets two neighbours among the rules change their positions. */
export async function moveRule(rule: GrammarRuleResponse, other: GrammarRuleResponse): Promise<void> {
  const first = rule.sortOrder;
  // Where both have the same position, their times have decided.
  const second = other.sortOrder === first ? first + (rule.createdAt < other.createdAt ? 1 : -1) : other.sortOrder;
  const set = async (own: number, others: number) => {
    await calls.updateRule(rule.id, { sortOrder: own });
    await calls.updateRule(other.id, { sortOrder: others });
  };
  await attempt(
    () => set(second, first),
    () => t.grammar.moved(rule.name || texts.untitled),
    () => set(rule.sortOrder, other.sortOrder),
  );
}

export function createWord(languageId: string, form = ""): void {
  openDialog((close) => <WordForm languageId={languageId} form={form} close={close} />);
}

export function editWord(word: WordItem): void {
  openDialog((close) => <WordForm languageId={word.languageId} word={word} close={close} />);
}

export async function removeWord(word: WordItem): Promise<void> {
  await attempt(
    async () => {
      const { value } = await calls.word(word.id);
      await calls.removeWord(word.id);
      return value;
    },
    () => t.lexicon.removed(word.form),
    ({ languageId, form, partOfSpeech, meaning, ipa, etymology, notes, tags }, key) => {
      const body = { form, partOfSpeech, meaning, ipa, etymology, notes, tags };
      return calls.createWord(languageId, body, { idempotencyKey: key() });
    },
    true,
  );
}
