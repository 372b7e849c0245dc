// What a place in the lanes stands for: a date of the story, or a document of the book. Places are counted in
// pixels from the beginning of the whole, which may be wider than anything a browser can scroll.

import type { DocumentItem, TimelineCalendar, TimelineEvent } from "../../api/types";
import { tellingLinks } from "./context";
import { DAY, type Step, stepFrom } from "./dates";
import type { Places } from "./layout";

/** Each level of the zoom shows this many times as much as the next. */
export const ZOOM = 1.25;

/** The widest day, and the widest column of a document, in rem. */
const DAY_MAX_REM = 20;
const COLUMN_MAX_REM = 24;

/** The narrowest column of a document, in rem. */
const COLUMN_MIN_REM = 0.75;

/** How wide a column is at first, at least, in rem. */
const COLUMN_FIRST_REM = 7;

/** What is left free before the first place and behind the last one, in rem. */
const BEFORE_REM = 1.5;
const BEHIND_REM = 14;

/** How far a move by one key or one step of the pointer goes at least, in rem. */
const STEP_MIN_REM = 0.5;

interface Common {
  places: Places;
  /** The width of the whole, in pixels. */
  length: number;
  /** What stands at a position: a sort key, or the number of a document with its fraction. */
  at: (x: number) => number;
  /** Where it stands. */
  x: (at: number) => number;
  /** The level of the zoom; it need not be whole. */
  level: number;
  /** The levels that there are. */
  levels: { min: number; max: number };
}

/** Positions are dates. */
export interface StoryScale extends Common {
  order: "story";
  calendar: TimelineCalendar;
  /** The first date. */
  from: number;
  /** The least by which something is moved. */
  step: Step;
  perDay: number;
}

/** Positions are documents. */
export interface NarrativeScale extends Common {
  order: "narrative";
  columns: DocumentItem[];
  columnWidth: number;
  /** In which column an event stands. */
  columnOf: (event: TimelineEvent) => number | undefined;
}

export type Scale = StoryScale | NarrativeScale;

const levelOf = (size: number) => Math.log(size) / Math.log(ZOOM);

/** From the first date to the last one. */
export interface Extent {
  from: number;
  to: number;
}

/** From when to when the events are; a day of its own where none has a date. */
export function extentOf(events: TimelineEvent[]): Extent {
  let from = Infinity;
  let to = -Infinity;
  for (const { dateSortKey: key } of events) {
    if (key === undefined) continue;
    from = Math.min(from, key);
    to = Math.max(to, key);
  }
  return from === Infinity ? { from: 0, to: 0 } : { from, to };
}

/** Dates, from the first to the last one; without a level all of them are in view. */
export function storyScale(
  calendar: TimelineCalendar,
  { from, to }: Extent,
  level: number | null,
  width: number,
  rem: number,
): StoryScale {
  const days = (to - from) / DAY;
  const before = BEFORE_REM * rem;
  const room = Math.max(width - (BEFORE_REM + BEHIND_REM) * rem, 4 * rem);
  const max = levelOf(DAY_MAX_REM * rem);
  const min = Math.min(days === 0 ? levelOf(10 * rem) : levelOf(room / days), max);
  const used = Math.min(Math.max(level ?? min, min), max);
  const perDay = ZOOM ** used;
  const x = (key: number) => before + ((key - from) / DAY) * perDay;
  return {
    order: "story",
    calendar,
    from,
    perDay,
    level: used,
    levels: { min, max },
    length: before + days * perDay + BEHIND_REM * rem,
    step: stepFrom(calendar, ((STEP_MIN_REM * rem) / perDay) * DAY),
    at: (position) => from + ((position - before) / perDay) * DAY,
    x,
    places: { xOf: ({ dateSortKey: key }) => (key === undefined ? NaN : x(key)), width: null },
  };
}

/** Documents in reading order; without a level all of them are in view where they are not too narrow then. */
export function narrativeScale(
  columns: DocumentItem[],
  level: number | null,
  width: number,
  rem: number,
): NarrativeScale {
  const before = BEFORE_REM * rem;
  const fitting = (width - 2 * before) / Math.max(columns.length, 1);
  const max = levelOf(COLUMN_MAX_REM * rem);
  const min = levelOf(Math.min(Math.max(fitting, COLUMN_MIN_REM * rem), COLUMN_MAX_REM * rem));
  const first = Math.min(Math.max(min, levelOf(COLUMN_FIRST_REM * rem)), max);
  const used = Math.min(Math.max(level ?? first, min), max);
  const columnWidth = ZOOM ** used;
  const indexes = new Map(columns.map(({ id }, index) => [id, index]));
  const columnOf = (event: TimelineEvent) => {
    let found: number | undefined;
    // An event that several documents tell stands where it is told first.
    for (const { entityId } of tellingLinks(event)) {
      const index = indexes.get(entityId);
      if (index !== undefined && (found === undefined || index < found)) found = index;
    }
    return found;
  };
  const gap = rem / 4;
  return {
    order: "narrative",
    columns,
    columnWidth,
    columnOf,
    level: used,
    levels: { min, max },
    length: 2 * before + columns.length * columnWidth,
    at: (position) => (position - before) / columnWidth,
    x: (at) => before + at * columnWidth,
    places: {
      xOf: (event) => {
        const column = columnOf(event);
        return column === undefined ? NaN : before + column * columnWidth + gap;
      },
      width: Math.max(columnWidth - 2 * gap, gap),
    },
  };
}
