// The documents of a project, as every view lists them. An autosave changes one of them every few seconds, so
// an event is taken into the list where it can be, in place of reading it all again.

import { useEffect } from "preact/hooks";
import { documents as calls } from "../api/documents";
import type { DocumentItem } from "../api/types";
import { type Cached, cached, type Concern } from "../live/cache";
import { type LiveEvent, listen } from "../live/events";

const lists = new Map<string, Cached<DocumentItem[]>>();

/** Whether a document is part of the book, and no note or reference. */
export function isOfBook({ kind }: { kind: string }): boolean {
  return kind !== "note" && kind !== "reference";
}

/** What events brought while a list was being read, which may have it as it was before. */
const broughtBy = new Map<string, Map<string, DocumentItem>>();

/** The documents of a project in reading order, without their texts; none of no project. */
export function documentsOf(projectId: string): Cached<DocumentItem[]> {
  const list = cached(
    `documents/${projectId}`,
    (signal) => read(projectId, signal),
    (event) =>
      event.kind === "document" &&
      event.data.projectId === projectId &&
      placeInList(lists.get(projectId)?.value.peek(), event) === undefined,
  );
  lists.set(projectId, list);
  return list;
}

async function read(projectId: string, signal: AbortSignal): Promise<DocumentItem[]> {
  if (projectId === "") return [];
  const brought = new Map<string, DocumentItem>();
  broughtBy.set(projectId, brought);
  const all = await calls.list(projectId, { signal });
  return all.map((one) => {
    const later = brought.get(one.id);
    return later && later.modifiedAt > one.modifiedAt ? later : one;
  });
}

/** How an event concerns what shows the titles and the order of documents, and of their texts no more than the
 * numbers of lines. */
export function documentConcern(event: LiveEvent, projectId: string): Concern {
  if (event.kind !== "document" || event.data.projectId !== projectId) return false;
  const list = lists.get(projectId)?.value.peek();
  if (list === undefined) return "later";
  // The list takes the event after everybody was asked.
  const at = placeInList(list, event);
  return at !== undefined && list[at]?.title === event.data.title ? "later" : true;
}

/** The same, kept up to date while the component is there. */
export function useDocuments(projectId: string): Cached<DocumentItem[]> {
  const list = documentsOf(projectId);
  useEffect(() => list.watch(), [list]);
  return list;
}

/** Where a document stands in the list whose place the event does not change. */
function placeInList(list: DocumentItem[] | undefined, event: LiveEvent): number | undefined {
  if (event.data.deleted) return undefined;
  const at = list?.findIndex((one) => one.id === event.data.id) ?? -1;
  const known = list?.[at];
  const isThere =
    known && known.parentId === event.data.parentId && known.position === event.data.position;
  return isThere ? at : undefined;
}

listen((event) => {
  if (event === "reset" || event.kind !== "document") return;
  const projectId = String(event.data.projectId);
  broughtBy.get(projectId)?.set(String(event.data.id), event.data as unknown as DocumentItem);
  const list = lists.get(projectId);
  const all = list?.value.peek();
  const at = placeInList(all, event);
  if (!list || !all || at === undefined) return;
  list.set(all.with(at, event.data as unknown as DocumentItem));
});
