// Which matches of a search of the book are to be replaced. Documents are chosen as a whole, and each match may
// differ from its document, so that nothing has to be known of matches that were not read yet.

import type { MatchedDocument, TextMatch } from "../../api/types";

export interface Choice {
  /** The documents that are left out. */
  without: ReadonlySet<string>;
  /** The ids of the matches that differ from their document, by document. */
  others: ReadonlyMap<string, ReadonlySet<string>>;
}

export const ALL: Choice = { without: new Set(), others: new Map() };

type InDocument = Pick<TextMatch, "id" | "documentId">;

export function isChosen(choice: Choice, { id, documentId }: InDocument): boolean {
  const isOther = choice.others.get(documentId)?.has(id) ?? false;
  return choice.without.has(documentId) === isOther;
}

/** How many matches of a document are chosen. */
export function chosenIn(choice: Choice, { documentId, matches }: MatchedDocument): number {
  const others = choice.others.get(documentId)?.size ?? 0;
  return choice.without.has(documentId) ? others : matches - others;
}

/** Chooses all matches of some documents, or none. */
export function chooseDocuments(choice: Choice, ids: string[], isOn: boolean): Choice {
  const without = new Set(choice.without);
  const others = new Map(choice.others);
  for (const id of ids) {
    if (isOn) without.delete(id);
    else without.add(id);
    others.delete(id);
  }
  return { without, others };
}

/** Chooses a match, or leaves it out. */
export function toggle(choice: Choice, { id, documentId }: InDocument): Choice {
  const ids = new Set(choice.others.get(documentId));
  if (!ids.delete(id)) ids.add(id);
  const others = new Map(choice.others);
  if (ids.size > 0) others.set(documentId, ids);
  else others.delete(documentId);
  return { ...choice, others };
}

/** What still holds when something else was found: ids are good as long as the text is the same. */
export function kept(choice: Choice, before: MatchedDocument[], now: MatchedDocument[]): Choice {
  const versions = new Map(before.map((one) => [one.documentId, one.version]));
  const same = now.filter((one) => versions.get(one.documentId) === one.version);
  const ids = new Set(same.map((one) => one.documentId));
  const there = new Set(now.map((one) => one.documentId));
  return {
    without: new Set([...choice.without].filter((id) => there.has(id))),
    others: new Map([...choice.others].filter(([id]) => ids.has(id))),
  };
}

/** What a request says of the choice; undefined where the ids of all matches have to be known for that. */
export function asked(
  choice: Choice,
  documents: MatchedDocument[],
  matches: TextMatch[],
  isAllRead: boolean,
): { only?: string[]; without?: string[] } | undefined {
  const out = documents.filter((one) => choice.without.has(one.documentId)).length;
  const others = [...choice.others.values()].flatMap((ids) => [...ids]);
  if (out === 0) return others.length === 0 ? {} : { without: others };
  if (out === documents.length) return { only: others };
  if (!isAllRead) return undefined;
  return { without: matches.filter((match) => !isChosen(choice, match)).map((match) => match.id) };
}
