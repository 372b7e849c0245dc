// The persons of a book: whom its texts name, whom its lore has, and who speaks in it, each once.

import { useMemo } from "preact/hooks";
import { names as calls } from "../../api/names";
import { speakers } from "../../api/speakers";
import type { LoreItem, Name, Speaker, SpeakerDocument } from "../../api/types";
import { useCached } from "../../live/cache";
import { documentConcern } from "../../state/documents";
import { useLore } from "../lore/data";

/** The most names that are read; the most often named come first. */
export const PERSONS_MAX = 1_000;

/** The names of one answer. */
const PAGE_LIMIT = 100;

/** How much somebody speaks, as the service adds it up. */
export interface Spoken {
  speeches: number;
  words: number;
  /** The first texts in which they do. */
  documents: SpeakerDocument[];
  /** In how many they do. */
  documentsTotal: number;
}

export interface Person {
  /** Their name, which is the name in addresses too. */
  name: string;
  entryId: string | null;
  /** How often, and in how many texts, they are named; null where it is not known. */
  mentions: number | null;
  texts: number | null;
  spoken: Spoken;
  /** What quotations call them. */
  calledAs: Set<string>;
}

/** Speech that is nobody's by name. */
export interface OtherSpeech {
  narrator: Spoken;
  described: Spoken;
  nobody: Spoken;
}

export interface Gathered {
  persons: Person[];
  byName: Map<string, Person>;
  others: OtherSpeech;
}

/** The names of persons in the texts. */
export function useNames(projectId: string) {
  return useCached(
    `names/${projectId}/persons`,
    async (signal) => {
      const found: Name[] = [];
      let cursor: string | null = null;
      do {
        const query = { kind: "person" as const, limit: PAGE_LIMIT, ...(cursor === null ? {} : { cursor }) };
        const page: Awaited<ReturnType<typeof calls.page>> = await calls.page(projectId, query, { signal });
        found.push(...page.names);
        cursor = page.nextCursor;
      } while (cursor !== null && found.length < PERSONS_MAX);
      return { names: found, isPart: cursor !== null };
    },
    (event) => (event.kind === "lore" && event.data.projectId === projectId) || documentConcern(event, projectId),
  );
}

/** Who speaks in the texts, and how much. */
export function useSpeakers(projectId: string) {
  return useCached(
    `speakers/${projectId}`,
    (signal) => speakers.list(projectId, { signal }),
    // A corrected quotation names its text alone.
    (event) =>
      event.kind === "quotation" ||
      (["lore", "document"].includes(event.kind) && event.data.projectId === projectId),
  );
}

/** The persons of what was read. */
export function usePersons(projectId: string, names: Name[], speaking: Speaker[]): Gathered {
  const lore = useLore(projectId).value.value;
  return useMemo(() => gathered(names, lore?.entries ?? [], speaking), [names, lore, speaking]);
}

function gathered(names: Name[], entries: LoreItem[], speaking: Speaker[]): Gathered {
  const byKey = new Map<string, Person>();
  const persons: Person[] = [];
  const add = (person: Person): Person => {
    persons.push(person);
    byKey.set(`name ${person.name}`, person);
    if (person.entryId !== null) byKey.set(`entry ${person.entryId}`, person);
    return person;
  };
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { name, entryId, mentions, documents } of names) {
    if (entryId !== null && byKey.has(`entry ${entryId}`)) continue;
    // The lore says what somebody is called; the texts may only have a part of it.
    const called = (entryId === null ? undefined : known.get(entryId)?.name) || name;
    const person = add(newPerson(called, entryId, mentions, documents));
    if (called !== name && !byKey.has(`name ${name}`)) byKey.set(`name ${name}`, person);
  }
  for (const entry of entries) {
    if (entry.category === "character" && !byKey.has(`entry ${entry.id}`)) add(ofLore(entry));
  }
  const others = { narrator: silent(), described: silent(), nobody: silent() };
  for (const one of speaking) {
    const { speaker, speakerKind, entryId } = one;
    const found = byKey.get(`entry ${entryId}`) ?? byKey.get(`name ${speaker}`);
    if (found) count(found, one);
    else if (speaker === null) addTo(others.nobody, one);
    else if (speakerKind === "narrator") addTo(others.narrator, one);
    else if (speakerKind === "described") addTo(others.described, one);
    else {
      // Somebody who speaks and is not in the list of names of persons.
      const entry = entryId === null ? undefined : known.get(entryId);
      count(add(entry ? ofLore(entry) : newPerson(speaker, entryId, null, null)), one);
    }
  }
  return { persons, byName: new Map(persons.map((person) => [person.name, person])), others };
}

function newPerson(name: string, entryId: string | null, mentions: number | null, texts: number | null): Person {
  return { name, entryId, mentions, texts, spoken: silent(), calledAs: new Set([name]) };
}

function ofLore({ id, name, mentions }: LoreItem): Person {
  return newPerson(name, id, mentions?.total ?? null, mentions?.documents ?? null);
}

function silent(): Spoken {
  return { speeches: 0, words: 0, documents: [], documentsTotal: 0 };
}

function count(person: Person, speaker: Speaker): void {
  if (speaker.speaker !== null) person.calledAs.add(speaker.speaker);
  addTo(person.spoken, speaker);
}

/** Adds what one speaker says; several may be the same person. */
function addTo(spoken: Spoken, { quotations, words, documents, documentsTotal }: Speaker): void {
  spoken.speeches += quotations;
  spoken.words += words;
  const isFirst = spoken.documents.length === 0;
  const byText = new Map(spoken.documents.map((one) => [one.documentId, one]));
  for (const one of documents) {
    const before = byText.get(one.documentId);
    byText.set(
      one.documentId,
      before
        ? { ...one, quotations: before.quotations + one.quotations, words: before.words + one.words }
        : one,
    );
  }
  spoken.documents = [...byText.values()];
  // The texts of both may be the same, beyond those that are listed.
  spoken.documentsTotal = isFirst
    ? documentsTotal
    : Math.max(spoken.documentsTotal, documentsTotal, byText.size);
}
