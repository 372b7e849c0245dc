// What this view has read of languages.

import { languages as calls } from "../../api/languages";
import { useCached } from "../../live/cache";
import type { LiveEvent } from "../../live/events";

export function useLanguages(projectId: string) {
  return useCached(
    `languages/${projectId}`,
    (signal) => calls.list(projectId, { signal }),
    (event) => ["language", "grammar_rule", "word"].includes(event.kind),
  );
}

export function useLanguage(id: string) {
  return useCached(
    `language/${id}`,
    async (signal) => (await calls.get(id, { signal })).value,
    (event) => isOf(id, ["grammar_rule", "word"])(event) || (event.kind === "language" && event.data.id === id),
  );
}

export function useRules(id: string) {
  return useCached(
    `language/${id}/rules`,
    (signal) => calls.rules(id, { signal }),
    // What an example becomes depends on every rule of the language.
    isOf(id, ["grammar_rule"]),
  );
}

/** Every word, for reading a line. */
export function useLexicon(id: string) {
  return useCached(`language/${id}/lexicon`, (signal) => calls.lexicon(id, { signal }), isOf(id, ["word"]));
}

/** Events about records of a language; an import of words is one of the language itself. */
export function isOf(id: string, kinds: LiveEvent["kind"][]): (event: LiveEvent) => boolean {
  return (event) =>
    (event.kind === "language" && event.data.id === id) ||
    (kinds.includes(event.kind) && event.data.languageId === id);
}
