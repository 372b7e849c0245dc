// Where events stand in their lanes: side by side where there is room, in rows below each other where not, and
// together as one number where the rows are full. It is computed for the whole timeline; what is drawn is the
// part of it that is seen.

import type { TimelineEvent, TimelinePlotline } from "../../api/types";

/** A lane: a plotline, or the events that are on none. */
export interface Lane {
  /** The id of the plotline; empty for events without one. */
  id: string;
  plotline: TimelinePlotline | null;
  events: TimelineEvent[];
}

/** Something that is drawn in a lane: one event, or several that have no room to stand apart. */
export interface Item {
  x: number;
  width: number;
  /** From 0, the topmost. */
  row: number;
  /** The only event, or the first of several. */
  event: TimelineEvent;
  /** Those that stand together; null where it is one. */
  together: TimelineEvent[] | null;
}

/** Names an item within its lane. */
export const keyOf = ({ event, together }: Item): string => (together ? `+${event.id}` : event.id);

/** The events of an item. */
export const eventsOf = ({ event, together }: Item): TimelineEvent[] => together ?? [event];

export interface LaneLayout {
  lane: Lane;
  /** From left to right. */
  items: Item[];
  rows: number;
}

/** Sizes, in pixels. */
export interface Measures {
  /** The least width of an event. */
  min: number;
  /** The greatest width of an event. */
  max: number;
  /** The width of a letter, about. */
  letter: number;
  /** What an event needs beside its title. */
  padding: number;
  /** Between events. */
  gap: number;
  /** The width of several events together. */
  cluster: number;
}

/** The most rows of single events in a lane. */
const ROWS_MAX = 5;

/** The lanes of a timeline in their order. Events without a plotline come last; that lane is there also where
 * it is empty, since events can be moved into it. */
export function lanesOf(plotlines: TimelinePlotline[], events: TimelineEvent[]): Lane[] {
  const byId = new Map<string, TimelineEvent[]>(plotlines.map(({ id }) => [id, []]));
  const others: TimelineEvent[] = [];
  for (const event of events) {
    let isOnLane = false;
    for (const id of event.plotlineIds) {
      const lane = byId.get(id);
      lane?.push(event);
      isOnLane ||= lane !== undefined;
    }
    if (!isOnLane) others.push(event);
  }
  return [
    ...plotlines.map((plotline) => ({ id: plotline.id, plotline, events: byId.get(plotline.id) ?? [] })),
    { id: "", plotline: null, events: others },
  ];
}

/** Where events stand. */
export interface Places {
  /** The left edge of an event; NaN where it has no place. */
  xOf: (event: TimelineEvent) => number;
  /** How wide an event is at the most; null where its title says it. */
  width: number | null;
}

/** Lays out a lane. Important events get their places first. */
export function layOut(lane: Lane, places: Places, measures: Measures): LaneLayout {
  const isCollapsed = lane.plotline?.collapsed ?? false;
  const rows = isCollapsed ? [] : Array.from({ length: ROWS_MAX }, () => new Row());
  const placed = placedFrom(lane.events, places);
  const left: Stood[] = [];
  let used = 0;
  const take = (isFirst: boolean): Item[] => {
    const items: Item[] = [];
    for (const stood of placed) {
      const { event, x } = stood;
      if (isMatterful(event) !== isFirst) continue;
      const width = Math.min(places.width ?? widthOf(event, measures), measures.max);
      const row = freeRow(rows, x, x + width + measures.gap, isFirst);
      if (row < 0) left.push(stood);
      else items.push({ x, width, row, event, together: null });
      if (row >= used) used = row + 1;
    }
    return items;
  };
  const items = merged(take(true), take(false));
  const together = clusters(left, used, measures, places.width);
  const count = Math.max(1, used + (together.length > 0 ? 1 : 0));
  return { lane, items: merged(items, together), rows: count };
}

/** The events that have a place, from left to right. */
function placedFrom(events: TimelineEvent[], { xOf }: Places): Stood[] {
  const placed: Stood[] = [];
  let last = -Infinity;
  let isAscending = true;
  for (const event of events) {
    const x = xOf(event);
    if (Number.isNaN(x)) continue;
    isAscending &&= x >= last;
    last = x;
    placed.push({ event, x });
  }
  // In the order of the story dates ascend, but chapters may tell it in another order.
  return isAscending ? placed : placed.sort((one, other) => one.x - other.x);
}

/** Takes an interval in the first row in which it is free; -1 where it is in none. */
function freeRow(rows: Row[], from: number, to: number, isFirst: boolean): number {
  for (let index = 0; index < rows.length; index += 1) {
    if (rows[index]?.take(from, to, isFirst)) return index;
  }
  return -1;
}

interface Stood {
  event: TimelineEvent;
  x: number;
}

function isMatterful({ importance }: TimelineEvent): boolean {
  return importance === "critical" || importance === "major";
}

/** How much wider letters are in the titles of important events. */
const BOLD = 1.12;

function widthOf(event: TimelineEvent, { min, max, letter, padding }: Measures): number {
  const text = event.title.length * letter * (isMatterful(event) ? BOLD : 1);
  return Math.min(Math.max(text + padding, min), max);
}

function clusters(left: Stood[], row: number, measures: Measures, most: number | null): Item[] {
  left.sort((one, other) => one.x - other.x);
  const width = Math.min(measures.cluster, most ?? Infinity);
  const found: Item[] = [];
  for (const { event, x } of left) {
    const last = found[found.length - 1];
    if (!last || x >= last.x + width + measures.gap) found.push({ x, width, row, event, together: null });
    else if (last.together) last.together.push(event);
    else last.together = [last.event, event];
  }
  // One that is alone has its title, as far as the next one leaves room.
  found.forEach((item, index) => {
    if (item.together) return;
    const room = (found[index + 1]?.x ?? Infinity) - measures.gap - item.x;
    item.width = Math.min(most ?? widthOf(item.event, measures), room);
  });
  return found;
}

/** Two lists from left to right as one. */
function merged(one: Item[], other: Item[]): Item[] {
  if (other.length === 0) return one;
  const all: Item[] = [];
  let next = 0;
  for (const item of one) {
    for (let before = other[next]; before && before.x < item.x; before = other[next]) {
      all.push(before);
      next += 1;
    }
    all.push(item);
  }
  return [...all, ...other.slice(next)];
}

/** What is taken of a row. Both the first and the others ask from left to right. */
class Row {
  /** What the first took. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** The first of these that does not end before what is asked for. */
  #next = 0;
  /** Where what the others took ends. */
  #end = -Infinity;

  /** Takes an interval, if it is free. */
  take(from: number, to: number, isFirst: boolean): boolean {
    if (isFirst) {
      if (from < (this.#to[this.#to.length - 1] ?? -Infinity)) return false;
      this.#from.push(from);
      this.#to.push(to);
      return true;
    }
    while ((this.#to[this.#next] ?? Infinity) <= from) this.#next += 1;
    if (from < this.#end || to > (this.#from[this.#next] ?? Infinity)) return false;
    this.#end = to;
    return true;
  }
}

/** The first index for which something holds that holds for all behind it too; `length` where there is none. */
export function firstFrom(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The items of a lane between two positions. */
export function between(layout: LaneLayout, from: number, to: number, widest: number): Item[] {
  const { items } = layout;
  const first = firstFrom(items.length, (index) => (items[index]?.x ?? 0) > from - widest);
  const end = firstFrom(items.length, (index) => (items[index]?.x ?? 0) > to);
  return items.slice(first, end);
}
