// The lore of a project as this view needs it: every entry without its text, and who is related to whom.

import { useEffect, useMemo } from "preact/hooks";
import { lore as calls } from "../../api/lore";
import type { LoreItem, LoreRelation } from "../../api/types";
import { type Cached, cached, useCached } from "../../live/cache";
import type { LiveEvent } from "../../live/events";
import { documentConcern } from "../../state/documents";

/** A relation that another entry has to one. */
export interface Incoming {
  from: LoreItem;
  relation: LoreRelation;
}

export interface Lore {
  entries: LoreItem[];
  byId: Map<string, LoreItem>;
  incoming: Map<string, Incoming[]>;
  /** How many entries there are; null where it is not known. */
  total: number | null;
  /** Whether all were read. */
  isWhole: boolean;
}

/** Mentions change with the texts, everything else with the entries. */
const concerns = (projectId: string) => (event: LiveEvent) =>
  (event.kind === "lore" && event.data.projectId === projectId) || documentConcern(event, projectId);

/** The lore of a project, which is shown while it is read. */
export function useLore(projectId: string): Cached<Lore> {
  const found = useMemo(() => loreOf(projectId), [projectId]);
  useEffect(() => found.watch(), [found]);
  return found;
}

function loreOf(projectId: string): Cached<Lore> {
  const found: Cached<Lore> = cached(
    `lore/${projectId}`,
    async (signal) => {
      const progress = (read: LoreItem[], total: number | null) => {
        // What was read before in full is better than a part of what is read now.
        if (!signal.aborted && found.value.peek()?.isWhole !== true) found.set(made(read, total, false));
      };
      const entries = await calls.list(projectId, progress, { signal });
      return made(entries, entries.length, true);
    },
    concerns(projectId),
  );
  return found;
}

function made(entries: LoreItem[], total: number | null, isWhole: boolean): Lore {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const incoming = new Map<string, Incoming[]>();
  for (const from of entries) {
    for (const relation of from.relations) {
      const known = incoming.get(relation.targetId);
      if (known) known.push({ from, relation });
      else incoming.set(relation.targetId, [{ from, relation }]);
    }
  }
  return { entries, byId, incoming, total, isWhole };
}

/** An entry with its text, and the tag of what was read. */
export function useEntry(projectId: string, id: string) {
  return useCached(
    `lore/${projectId}/${id}`,
    (signal) => calls.get(projectId, id, { signal }),
    (event) =>
      (event.kind === "lore" && event.data.id === id) || documentConcern(event, projectId),
  );
}
