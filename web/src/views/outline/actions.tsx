// What can be done to the nodes of an outline, each with a notice and a way to undo it.

import { nodes as calls } from "../../api/nodes";
import { promises as promiseCalls } from "../../api/promises";
import type { DocumentItem, PlotNode, PlotPromise, PromiseUpdateRequest } from "../../api/types";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { outline as t } from "../../texts/outline";
import { openDialog } from "../../ui/dialog";
import { attempt, notifyFailure } from "../../ui/toast";
import { childrenOf, type TreeTarget } from "../../ui/tree-rows";
import { nodesOf } from "../promises/data";
import { NodeForm } from "./form";

/** The most documents of which an outline is made at once. */
const FROM_BOOK_MAX = 500;

export const titleOf = (node: Pick<PlotNode, "title">): string => node.title || texts.untitled;

/** The kind that a new node has beside or inside another. */
export const INSIDE: Record<PlotNode["kind"], PlotNode["kind"]> = {
  act: "chapter",
  chapter: "scene",
  scene: "beat",
  beat: "beat",
};

export function createNode(projectId: string, target: TreeTarget, kind: PlotNode["kind"]): void {
  openDialog((close) => <NodeForm close={close} projectId={projectId} target={target} kind={kind} />);
}

export function openNode(node: PlotNode): void {
  openDialog((close) => (
    <NodeForm
      close={close}
      projectId={node.projectId}
      node={node}
      remove={() => {
        close();
        void deleteNode(node);
      }}
    />
  ));
}

function siblingsOf(projectId: string, parentId: string | null): PlotNode[] {
  return childrenOf(nodesOf(projectId).value.peek() ?? []).get(parentId) ?? [];
}

/** The position that stands for a place; those behind it move on. */
export function positionAt(projectId: string, { parentId, beforeId }: TreeTarget): number {
  const siblings = siblingsOf(projectId, parentId);
  const before = siblings.find(({ id }) => id === beforeId);
  const last = siblings[siblings.length - 1];
  return before ? before.position : last ? last.position + 1 : 0;
}

async function place(node: PlotNode, target: TreeTarget): Promise<void> {
  const { id, projectId } = node;
  await calls.update(id, { parentId: target.parentId, position: positionAt(projectId, target) });
  await nodesOf(projectId).reload();
}

/** Where a node stands among its siblings. */
function placeOf({ id, projectId, parentId }: PlotNode): TreeTarget {
  const siblings = siblingsOf(projectId, parentId);
  const next = siblings[siblings.findIndex((one) => one.id === id) + 1];
  return { parentId, beforeId: next?.id ?? null };
}

export async function moveNode(node: PlotNode, target: TreeTarget): Promise<void> {
  const before = placeOf(node);
  await attempt(
    () => place(node, target),
    () => t.moved(titleOf(node)),
    () => place(node, before),
  );
}

export async function deleteNode(node: PlotNode): Promise<void> {
  const { id, projectId } = node;
  const inside = childrenOf(nodesOf(projectId).value.peek() ?? []).get(id) ?? [];
  await attempt(
    async () => {
      // Promises lose their links to it, and get them back when it comes back.
      const linked = (await promiseCalls.list(projectId)).filter(
        ({ madeAtNodeId, fulfilledAtNodeId }) => madeAtNodeId === id || fulfilledAtNodeId === id,
      );
      await calls.remove(id);
      await nodesOf(projectId).reload();
      return linked;
    },
    () => t.deleted(titleOf(node), inside.length),
    (linked, key) => restore(node, inside, linked, key),
    true,
  );
}

async function restore(
  node: PlotNode,
  inside: PlotNode[],
  linked: PlotPromise[],
  key: () => string,
): Promise<void> {
  const { projectId, parentId, documentId, kind, title, position } = node;
  const body = { projectId, parentId, documentId, kind, title, position };
  const made = await calls.create(body, { idempotencyKey: key() });
  // What was inside took its place, and goes back in one after the other.
  for (const child of inside) await calls.update(child.id, { parentId: made.id });
  for (const promise of linked) {
    const body: PromiseUpdateRequest = {};
    if (promise.madeAtNodeId === node.id) body.madeAtNodeId = made.id;
    if (promise.fulfilledAtNodeId === node.id) body.fulfilledAtNodeId = made.id;
    await promiseCalls.update(promise.id, body);
  }
  await nodesOf(projectId).reload();
}

const KINDS: Record<string, PlotNode["kind"]> = { part: "act", chapter: "chapter", scene: "scene" };

/** Makes a node of every part, chapter and scene of the manuscript. */
export async function beginWithBook(projectId: string, book: DocumentItem[]): Promise<void> {
  if (book.length > FROM_BOOK_MAX) {
    notifyFailure(new Error(t.fromBook.tooMany(number(FROM_BOOK_MAX))));
    return;
  }
  await attempt(
    async () => {
      const made = new Map<string, string>();
      for (const { id, parentId, kind, title } of book) {
        const node = await calls.create({
          projectId,
          title: title || texts.untitled,
          kind: KINDS[kind] ?? "scene",
          documentId: id,
          parentId: parentId === null ? null : (made.get(parentId) ?? null),
        });
        made.set(id, node.id);
      }
      await nodesOf(projectId).reload();
      return [...made.values()];
    },
    (made) => t.fromBook.done(made.length),
    async (made) => {
      for (const id of made.toReversed()) await calls.remove(id);
      await nodesOf(projectId).reload();
    },
  );
}
