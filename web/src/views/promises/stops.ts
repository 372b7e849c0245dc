// The stops of the book at which promises are made and fulfilled: the chapters of the outline, in its order.

import type { PlotNode, PlotPromise } from "../../api/types";
import { isOpen } from "./states";

export interface Stop {
  id: string;
  title: string;
}

/** The stops, and at which of them each node stands. A node inside a chapter stands at the chapter; one that is in
 * none is a stop of its own, but for what only holds others. */
export function stopsOf(nodes: PlotNode[]): { stops: Stop[]; stopOf: Map<string, number> } {
  const stops: Stop[] = [];
  const stopOf = new Map<string, number>();
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const inChapter = new Set<string>();
  const waiting: string[] = [];
  for (const { id, parentId, kind, title } of nodes) {
    if (parentId !== null && inChapter.has(parentId)) {
      inChapter.add(id);
      stopOf.set(id, stops.length - 1);
      continue;
    }
    const isStop = kind === "chapter" || !parents.has(id);
    if (!isStop) {
      waiting.push(id);
      continue;
    }
    if (kind === "chapter") inChapter.add(id);
    // What an act promises is promised where the act begins.
    for (const outer of waiting.splice(0)) stopOf.set(outer, stops.length);
    stopOf.set(id, stops.length);
    stops.push({ id, title });
  }
  return { stops, stopOf };
}

/** A promise on its way through the book. */
export interface Way {
  promise: PlotPromise;
  made: number;
  /** Where it is fulfilled, in part, or is to be; null where that is not said. */
  fulfilled: number | null;
  /** Whether it is fulfilled there as a whole. */
  isKept: boolean;
}

/** The promises that are made at a stop, in the order of the book, and those of which that is not known. */
export function waysOf(
  promises: PlotPromise[],
  stopOf: Map<string, number>,
): { ways: Way[]; unplaced: PlotPromise[] } {
  const ways: Way[] = [];
  const unplaced: PlotPromise[] = [];
  for (const promise of promises) {
    const at = (id: string | null) => (id === null ? undefined : stopOf.get(id));
    const made = at(promise.madeAtNodeId);
    if (made === undefined) unplaced.push(promise);
    else {
      const fulfilled = at(promise.fulfilledAtNodeId) ?? null;
      ways.push({ promise, made, fulfilled, isKept: fulfilled !== null && promise.status === "fulfilled" });
    }
  }
  ways.sort((one, other) => one.made - other.made || one.promise.createdAt - other.promise.createdAt);
  return { ways, unplaced };
}

/** How many promises readers wait for after each stop, and how many were fulfilled by then. What was broken or
 * abandoned ends at no stop, so nobody waits for it; what was fulfilled nobody knows where is not counted as waited
 * for either. */
export function countsOf(ways: Way[], count: number): { waiting: number[]; fulfilled: number[] } {
  const waiting = new Array<number>(count).fill(0);
  const fulfilled = new Array<number>(count).fill(0);
  for (const { promise, made, fulfilled: at, isKept } of ways) {
    const end = isKept ? at : null;
    const last = end ?? (isOpen(promise.status) ? count : made);
    for (let stop = made; stop < Math.min(last, count); stop += 1) waiting[stop] = (waiting[stop] ?? 0) + 1;
    if (end === null) continue;
    for (let stop = end; stop < count; stop += 1) fulfilled[stop] = (fulfilled[stop] ?? 0) + 1;
  }
  return { waiting, fulfilled };
}
