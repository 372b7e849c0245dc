// The state of the lanes: what stands where, what is seen, and which event the keys are for.

import { type Dispatch, type StateUpdater, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DocumentItem, TimelineEvent } from "../../api/types";
import { edgeName } from "./axis";
import { type Context, tellingLinks } from "./context";
import { type Item, type LaneLayout, lanesOf, layOut, type Measures } from "./layout";
import { extentOf, type Extent, narrativeScale, type Scale, storyScale } from "./scale";
import { type Size, useViewport } from "./viewport";

/** Heights, in rem. */
export const AXIS_REM = 2.25;
export const HEAD_REM = 2.25;
export const ROW_REM = 2;
const LANE_END_REM = 0.5;

/** A lane with its place among the others, in pixels. */
export interface Placed {
  layout: LaneLayout;
  top: number;
  height: number;
}

/** The event that keys are for. */
export interface Current {
  laneId: string;
  eventId: string;
}

/** What keys are for, where it stands. */
export interface Found {
  lane: Placed;
  item: Item;
}

export interface BoardProps {
  context: Context;
  events: TimelineEvent[];
  order: "story" | "narrative";
  /** An event that is to be shown; a new object each time. */
  wanted: { eventId: string } | null;
  scroller: { current: HTMLDivElement | null };
  size: Size | undefined;
}

export interface Board {
  context: Context;
  scroller: { current: HTMLDivElement | null };
  /** The element that says what stands at the left edge. */
  edge: { current: HTMLSpanElement | null };
  rem: number;
  width: number;
  scale: Scale;
  view: ReturnType<typeof useViewport>;
  columns: DocumentItem[];
  measures: Measures;
  placed: Placed[];
  /** The height of all lanes, in pixels. */
  bottom: number;
  found: Found | undefined;
  /** Chooses what keys are for, and brings it into view. */
  choose: (current: Current) => void;
  setCurrent: Dispatch<StateUpdater<Current | null>>;
}

const measuresOf = (rem: number): Measures => ({
  min: 3 * rem,
  max: 14 * rem,
  letter: 0.46 * rem,
  padding: 1.5 * rem,
  gap: 0.25 * rem,
  cluster: 3 * rem,
});

export function useBoard({ context, events, order, wanted, scroller, size }: BoardProps): Board {
  const rem = size?.rem ?? 16;
  const width = size?.width ?? 0;
  const edge = useRef<HTMLSpanElement>(null);
  const { plotlines, timeline, book } = context;

  const columns = useMemo(() => columnsOf(book, events), [book, events]);
  const extent = useSame(useMemo(() => extentOf(events), [events]));
  const makeScale = useMemo(
    () =>
      (level: number | null): Scale =>
        order === "story"
          ? storyScale(timeline.calendar, extent, level, width, rem)
          : narrativeScale(columns, level, width, rem),
    [order, timeline.calendar, extent, columns, width, rem],
  );
  const scaleNow = useRef<Scale | null>(null);
  const view = useViewport(scroller, size, makeScale, (left) => {
    const name = scaleNow.current ? edgeName(scaleNow.current, left, rem) : "";
    // The same text written once more would be laid out once more.
    if (edge.current && edge.current.textContent !== name) edge.current.textContent = name;
  });
  const { scale } = view;
  scaleNow.current = scale;

  const lanes = useMemo(() => lanesOf(plotlines, events), [plotlines, events]);
  const measures = useMemo(() => measuresOf(rem), [rem]);
  const placed = useMemo(
    () => placedLanes(lanes.map((lane) => layOut(lane, scale.places, measures)), rem),
    [lanes, scale.level, measures, makeScale],
  );
  const [current, setCurrent] = useState<Current | null>(null);
  const found = useMemo(() => itemOf(placed, current), [placed, current]);

  // What is chosen by a key may have a place only when it was laid out anew.
  const isRevealed = useRef(true);
  const choose = (to: Current) => {
    isRevealed.current = false;
    setCurrent(to);
  };
  useEffect(() => {
    if (isRevealed.current || !found) return;
    isRevealed.current = true;
    const top = found.lane.top + (HEAD_REM + found.item.row * ROW_REM) * rem;
    view.reveal(found.item.x, found.item.width, top, ROW_REM * rem, AXIS_REM * rem);
  }, [found]);
  useEffect(() => {
    if (wanted === null) return;
    const lane = lanes.find((one) => one.events.some(({ id }) => id === wanted.eventId));
    if (!lane) return;
    choose({ laneId: lane.id, eventId: wanted.eventId });
    scroller.current?.focus();
  }, [wanted]);

  const bottom = placed.reduce((sum, { height }) => sum + height, 0);
  return {
    context, scroller, edge, rem, width, scale, view, columns, measures, placed, bottom, found, choose, setCurrent,
  };
}

/** The same object for as long as it says the same. */
function useSame(extent: Extent): Extent {
  const kept = useRef(extent);
  if (kept.current.from !== extent.from || kept.current.to !== extent.to) kept.current = extent;
  return kept.current;
}

/** The documents that events can be told in; a part is one of them where something stands in it. */
function columnsOf(book: DocumentItem[], events: TimelineEvent[]): DocumentItem[] {
  const told = new Set(events.flatMap((event) => tellingLinks(event).map(({ entityId }) => entityId)));
  return book.filter(({ id, kind, words }) => kind !== "part" || words > 0 || told.has(id));
}

function placedLanes(layouts: LaneLayout[], rem: number): Placed[] {
  let top = 0;
  return layouts.map((layout) => {
    const height = (HEAD_REM + layout.rows * ROW_REM + LANE_END_REM) * rem;
    const placed = { layout, top, height };
    top += height;
    return placed;
  });
}

function itemOf(placed: Placed[], current: Current | null): Found | undefined {
  if (current === null) return undefined;
  const lane = placed.find(({ layout }) => layout.lane.id === current.laneId);
  const isIt = ({ id }: TimelineEvent) => id === current.eventId;
  const item = lane?.layout.items.find(({ event, together }) => (together ? together.some(isIt) : isIt(event)));
  return lane && item ? { lane, item } : undefined;
}

/** How far the lanes are scrolled, in pixels of the whole. */
export function leftOf({ view, scroller }: Board): number {
  return view.viewport.origin + (scroller.current?.scrollLeft ?? 0);
}

/** Shows all that there is. */
export function showAll({ view, scale }: Board): void {
  view.zoomTo(scale.order === "story" ? null : scale.levels.min);
}
