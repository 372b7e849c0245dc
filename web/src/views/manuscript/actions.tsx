// What can be done to documents, each with a notice and, where it is possible, a way to undo it.

import { documents as calls } from "../../api/documents";
import type { DocumentItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { documentsOf } from "../../state/documents";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { manuscript as t } from "../../texts/manuscript";
import { openDialog } from "../../ui/dialog";
import { attempt, notify, notifyFailure } from "../../ui/toast";
import { childrenOf, type TreeTarget } from "../../ui/tree-rows";
import { draftOf } from "./drafts";
import { wantsFocus } from "./focus";
import { DocumentForm } from "./form";
import { followingOf } from "./order";

export const titleOf = (document: { title: string }) => document.title || texts.untitled;

/** The address of a document. */
export function documentAddress(projectId: string, documentId: string): string {
  return projectAddress(projectId, "manuscript", documentId);
}

/** What is looked for in the whole book. */
export interface BookSought {
  find: string;
  replace: string;
  matchCase: boolean;
  wholeWords: boolean;
  /** Whether notes and references are searched too. */
  withNotes: boolean;
}

/** The address of finding and replacing in the whole book. */
export function bookAddress(projectId: string, sought: Partial<BookSought> = {}): string {
  const { find = "", replace = "", matchCase, wholeWords, withNotes } = sought;
  const query = new URLSearchParams({ find });
  if (replace !== "") query.set("with", replace);
  if (matchCase) query.set("case", "1");
  if (wholeWords) query.set("words", "1");
  if (withNotes) query.set("notes", "1");
  return `${projectAddress(projectId, "manuscript")}?${query}`;
}

/** What was last looked for in the whole book. */
let lastSought: { projectId: string; find: string; address: string } | undefined;

/** Takes note of what is looked for in the whole book. */
export function noteSought(projectId: string, sought: BookSought): void {
  lastSought = { projectId, find: sought.find, address: bookAddress(projectId, sought) };
}

/** The address of looking for words in the whole book: the last search, with its options, where it was for them
 * too. */
export function bookAddressFor(projectId: string, find: string): string {
  const last = lastSought?.projectId === projectId ? lastSought : undefined;
  const isSame = find === "" || last?.find.toLowerCase() === find.toLowerCase();
  return last && isSame ? last.address : bookAddress(projectId, { find });
}

/** Does something with what splits and merges documents, whose files come with the first use. */
export function withParts(use: (parts: typeof import("./parts")) => void): void {
  import("./parts").then(use, () => notifyFailure(new Error(book.notLoaded)));
}

/** Asks whether a document takes in the one that follows. */
export function mergeWithNext(document: DocumentItem): void {
  const next = followingOf(documentsOf(document.projectId).value.peek() ?? [], document);
  if (next) withParts((parts) => parts.openMerge(document, next));
  else notify(book.merge.none(titleOf(document)));
}

/** Asks for the title of a new document, and opens it. */
export function create(projectId: string, target: TreeTarget, kind: DocumentItem["kind"]): void {
  openDialog((close) => (
    <DocumentForm
      close={close}
      kind={kind}
      send={(body, key) =>
        calls.create(
          projectId,
          { ...body, parentId: target.parentId, ...positionIn(projectId, target, null) },
          { idempotencyKey: key },
        )
      }
      done={(made) => {
        void documentsOf(projectId).reload();
        wantsFocus.value = true;
        go(documentAddress(projectId, made.id));
      }}
    />
  ));
}

/** Asks for another title, kind and target. */
export function change(document: DocumentItem): void {
  openDialog((close) => (
    <DocumentForm
      close={close}
      document={document}
      send={async (body) => (await calls.update(document.projectId, document.id, body)).value}
    />
  ));
}

export async function setStatus(document: DocumentItem, status: DocumentItem["status"]): Promise<void> {
  const { projectId, id, status: before } = document;
  await attempt(
    () => calls.update(projectId, id, { status }),
    () => t.statusSet(titleOf(document), t.statuses[status]),
    () => calls.update(projectId, id, { status: before }),
  );
}

export async function move(document: DocumentItem, target: TreeTarget): Promise<void> {
  const before = placeOf(document);
  await attempt(
    () => place(document, target),
    () => t.moved(titleOf(document)),
    () => place(document, before),
  );
}

export async function moveToTrash(document: DocumentItem): Promise<void> {
  const { projectId, id } = document;
  const inside = childrenOf(documentsOf(projectId).value.peek() ?? []).get(id) ?? [];
  await attempt(
    async () => {
      // In a project that is saved by hand, too: the trash gives back what is on the service.
      await draftOf(id)?.saveAll();
      await calls.trash(projectId, id);
    },
    () => t.trashed(titleOf(document)),
    async () => {
      await calls.restore(projectId, id);
      // What was inside took its place, and comes back one after the other.
      for (const child of inside) await calls.update(projectId, child.id, { parentId: id });
      await documentsOf(projectId).reload();
    },
  );
}

export async function restore(projectId: string, id: string): Promise<void> {
  await attempt(
    () => calls.restore(projectId, id),
    (restored) => t.restored(titleOf(restored)),
    () => calls.trash(projectId, id),
  );
}

export async function setLocked(document: DocumentItem, isLocked: boolean): Promise<void> {
  const { projectId, id } = document;
  await attempt(
    () => (isLocked ? calls.lock(projectId, id) : calls.unlock(projectId, id)),
    () => (isLocked ? t.locked : t.unlocked)(titleOf(document)),
    () => (isLocked ? calls.unlock(projectId, id) : calls.lock(projectId, id)),
  );
}

/** Where a document stands among its siblings. */
function placeOf(document: DocumentItem): TreeTarget {
  const siblings = siblingsOf(document.projectId, document.parentId);
  const at = siblings.findIndex((one) => one.id === document.id);
  return { parentId: document.parentId, beforeId: siblings[at + 1]?.id ?? null };
}

async function place(document: DocumentItem, target: TreeTarget): Promise<void> {
  const { projectId, id } = document;
  const list = documentsOf(projectId);
  await calls.update(projectId, id, {
    parentId: target.parentId,
    ...positionIn(projectId, target, id),
  });
  // The siblings have other positions now, too.
  await list.reload();
}

/** The position before a sibling: later ones move by one. Behind the last one needs none, but for an item
 * that stays below its parent. */
function positionIn(
  projectId: string,
  target: TreeTarget,
  movedId: string | null,
): { position?: number } {
  const siblings = siblingsOf(projectId, target.parentId);
  const before = siblings.find((one) => one.id === target.beforeId);
  if (before) return { position: before.position };
  const last = siblings.findLast((one) => one.id !== movedId);
  return last ? { position: last.position + 1 } : {};
}

function siblingsOf(projectId: string, parentId: string | null): DocumentItem[] {
  return childrenOf(documentsOf(projectId).value.peek() ?? []).get(parentId) ?? [];
}
