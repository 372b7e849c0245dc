// The persons of a book: whom its texts name, whom its lore has, and who speaks in it, each once.

import { useMemo } from "preact/hooks";
import { names as calls } from "../../api/names";
import type { LoreItem, Name } from "../../api/types";
import { useCached } from "../../live/cache";
import { documentConcern } from "../../state/documents";
import { useLore } from "../lore/data";
import type { Speech, Speeches } from "./speech";

/** The most names that are read; the most often named come first. */
export const PERSONS_MAX = 1_000;

/** The names of one answer. */
const PAGE_LIMIT = 100;

/** How somebody speaks. */
export interface Voice {
  speeches: number;
  words: number;
  sentences: number;
  /** Speeches in which something is asked, or exclaimed. */
  questions: number;
  exclamations: number;
  longest: Speech | null;
  /** What they say, text by text as the texts were read. */
  said: Speech[];
  /** Words and speeches in each text, by its id. */
  byText: Map<string, { words: number; speeches: number }>;
}

export interface Person {
  /** Their name, which is the name in addresses too. */
  name: string;
  entryId: string | null;
  /** How often, and in how many texts, they are named; null where it is not known. */
  mentions: number | null;
  texts: number | null;
  voice: Voice;
}

/** Speech that is nobody's by name. */
export interface OtherSpeech {
  narrator: Voice;
  described: Voice;
  nobody: Voice;
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

/** The persons, from what was read so far. */
export function usePersons(projectId: string, names: Name[], speeches: Speeches) {
  const lore = useLore(projectId).value.value;
  return useMemo(() => gathered(names, lore?.entries ?? [], speeches), [names, lore, speeches.byText]);
}

function gathered(
  names: Name[],
  entries: LoreItem[],
  speeches: Speeches,
): { persons: Person[]; byName: Map<string, Person>; others: OtherSpeech } {
  const byKey = new Map<string, Person>();
  const persons: Person[] = [];
  const add = (person: Person) => {
    persons.push(person);
    byKey.set(`name ${person.name}`, person);
    if (person.entryId !== null) byKey.set(`entry ${person.entryId}`, person);
  };
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const ofLore = ({ id, name, mentions }: LoreItem): Person => ({
    name,
    entryId: id,
    mentions: mentions?.total ?? null,
    texts: mentions?.documents ?? null,
    voice: newVoice(),
  });
  for (const { name, entryId, mentions, documents } of names) {
    if (entryId !== null && byKey.has(`entry ${entryId}`)) continue;
    // The lore says what somebody is called; the texts may only have a part of it.
    const called = (entryId === null ? undefined : known.get(entryId)?.name) || name;
    add({ name: called, entryId, mentions, texts: documents, voice: newVoice() });
    if (called !== name && !byKey.has(`name ${name}`)) byKey.set(`name ${name}`, persons.at(-1) as Person);
  }
  for (const entry of entries) {
    if (entry.category === "character" && !byKey.has(`entry ${entry.id}`)) add(ofLore(entry));
  }
  const others = { narrator: newVoice(), described: newVoice(), nobody: newVoice() };
  for (const all of speeches.byText.values()) {
    for (const speech of all) {
      const { speaker, speakerKind, entryId } = speech;
      const found = byKey.get(`entry ${entryId}`) ?? byKey.get(`name ${speaker}`);
      if (found) count(found.voice, speech);
      else if (speaker === null) count(others.nobody, speech);
      else if (speakerKind === "narrator") count(others.narrator, speech);
      else if (speakerKind === "described") count(others.described, speech);
      else {
        // Somebody who speaks and is not in the list of names of persons.
        const entry = entryId === null ? undefined : known.get(entryId);
        const person = entry
          ? ofLore(entry)
          : { name: speaker, entryId, mentions: null, texts: null, voice: newVoice() };
        add(person);
        count(person.voice, speech);
      }
    }
  }
  return { persons, byName: new Map(persons.map((person) => [person.name, person])), others };
}

function newVoice(): Voice {
  return {
    speeches: 0,
    words: 0,
    sentences: 0,
    questions: 0,
    exclamations: 0,
    longest: null,
    said: [],
    byText: new Map(),
  };
}

function count(voice: Voice, speech: Speech): void {
  voice.speeches += 1;
  voice.said.push(speech);
  voice.words += speech.words;
  // A row of marks ends one sentence, and the end of a speech ends one too.
  voice.sentences += Math.max(1, speech.text.match(/[.?!…]+(?=[\s”’"'»“)]|$)/g)?.length ?? 0);
  if (speech.text.includes("?")) voice.questions += 1;
  if (speech.text.includes("!")) voice.exclamations += 1;
  if (voice.longest === null || speech.words > voice.longest.words) voice.longest = speech;
  const inText = voice.byText.get(speech.documentId) ?? { words: 0, speeches: 0 };
  voice.byText.set(speech.documentId, {
    words: inText.words + speech.words,
    speeches: inText.speeches + 1,
  });
}
