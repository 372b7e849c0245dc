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
  key: string;
  x: number;
  width: number;
  /** From 0, the topmost. */
  row: number;
  /** One, or those that stand together. */
  events: TimelineEvent[];
}

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

/** Where an event stands, and how wide it may be at the most; undefined where it has no place. */
export type Place = (event: TimelineEvent) => { x: number; width?: number } | undefined;

/** Lays out a lane. Important events get their places first. */
export function layOut(lane: Lane, place: Place, measures: Measures): LaneLayout {
  const isCollapsed = lane.plotline?.collapsed ?? false;
  const rows: Row[] = isCollapsed ? [] : Array.from({ length: ROWS_MAX }, () => new Row());
  const items: Item[] = [];
  const left: { event: TimelineEvent; x: number }[] = [];
  for (const isFirst of [true, false]) {
    for (const event of lane.events) {
      if (isMatterful(event) !== isFirst) continue;
      const found = place(event);
      if (!found) continue;
      const width = Math.min(found.width ?? widthOf(event, measures), measures.max);
      const row = rows.findIndex((one) => one.add(found.x, found.x + width + measures.gap));
      if (row < 0) left.push({ event, x: found.x });
      else items.push({ key: `${lane.id}/${event.id}`, x: found.x, width, row, events: [event] });
    }
  }
  const used = 1 + items.reduce((most, item) => Math.max(most, item.row), -1);
  const together = clusters(lane, left, used, measures);
  items.push(...together);
  items.sort((one, other) => one.x - other.x || one.row - other.row);
  return { lane, items, rows: Math.max(1, used + (together.length > 0 ? 1 : 0)) };
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

function clusters(
  lane: Lane,
  left: { event: TimelineEvent; x: number }[],
  row: number,
  measures: Measures,
): Item[] {
  const { cluster: width, gap } = measures;
  left.sort((one, other) => one.x - other.x);
  const found: Item[] = [];
  for (const { event, x } of left) {
    const last = found[found.length - 1];
    if (last && x < last.x + width + gap) last.events.push(event);
    else found.push({ key: `${lane.id}/+${event.id}`, x, width, row, events: [event] });
  }
  // One that is alone has its title, as far as the next one leaves room.
  found.forEach((item, index) => {
    const [event] = item.events;
    const room = (found[index + 1]?.x ?? Infinity) - gap - item.x;
    if (event && item.events.length === 1) item.width = Math.min(widthOf(event, measures), room);
  });
  return found;
}

/** What is taken of a row: intervals that do not overlap, from left to right. */
class Row {
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  /** Takes an interval, if it is free. */
  add(from: number, to: number): boolean {
    const at = firstFrom(this.#from.length, (index) => (this.#from[index] ?? 0) >= from);
    if (at > 0 && (this.#to[at - 1] ?? 0) > from) return false;
    if (at < this.#from.length && (this.#from[at] ?? 0) < to) return false;
    if (at === this.#from.length) {
      this.#from.push(from);
      this.#to.push(to);
    } else {
      this.#from.splice(at, 0, from);
      this.#to.splice(at, 0, to);
    }
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
