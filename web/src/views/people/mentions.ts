// How often each text names the persons who have an entry in the lore, read person by person.

import { lore as calls } from "../../api/lore";
import { type Cached, cached } from "../../live/cache";
import { documentConcern } from "../../state/documents";
import type { Person } from "./persons";

/** The most persons whose mentions are read; the others are not known. */
const PERSONS_MAX = 200;

/** The most pages of mentions that are read of one person, and the texts of one. */
const PAGES_MAX = 10;
const PAGE_LIMIT = 100;

export interface Mentions {
  /** How often each text names an entry, by the ids of the entry and the text. */
  byEntry: Map<string, Map<string, number>>;
  /** How many persons are read in all. */
  total: number;
}

/** The mentions of these persons, which are shown while they are read. */
export function mentionsOf(projectId: string, persons: Person[]): Cached<Mentions> {
  const entries = persons.flatMap(({ entryId }) => (entryId === null ? [] : [entryId])).slice(0, PERSONS_MAX);
  const found: Cached<Mentions> = cached(
    `people/${projectId}/mentions/${entries.join()}`,
    async (signal) => {
      const byEntry = new Map<string, Map<string, number>>();
      for (const entry of entries) {
        byEntry.set(entry, await readOf(projectId, entry, signal));
        const known = found.value.peek()?.byEntry.size ?? 0;
        if (!signal.aborted && byEntry.size > known) {
          found.set({ byEntry: new Map(byEntry), total: entries.length });
        }
      }
      return { byEntry, total: entries.length };
    },
    (event) => (event.kind === "lore" && event.data.projectId === projectId) || documentConcern(event, projectId),
  );
  return found;
}

async function readOf(projectId: string, entry: string, signal: AbortSignal): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_LIMIT, ...(cursor === null ? {} : { cursor }) };
    const answer: Awaited<ReturnType<typeof calls.mentions>> = await calls.mentions(
      projectId,
      entry,
      query,
      { signal },
    );
    for (const { documentId, count } of answer.mentions) found.set(documentId, count);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return found;
}
