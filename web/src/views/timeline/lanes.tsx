// The lanes of a timeline: events on their plotlines, along the dates of the story or the chapters of the book.

import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { DocumentItem, TimelineEvent } from "../../api/types";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/session";
import { timeline as t } from "../../texts/timeline";
import { notify } from "../../ui/toast";
import { createEvent, deleteEvent, moveEvent, openEvent, tellIn } from "./actions";
import { AxisLines, AxisNames, edgeName, placeName } from "./axis";
import { openCluster } from "./cluster";
import { type Context, nameOfEvent, tellingLinks } from "./context";
import { nameOf, shift, startOf } from "./dates";
import { type Drag, useDrag } from "./drag";
import { eventsOf, type Item, keyOf, type LaneLayout, lanesOf, layOut, type Measures } from "./layout";
import { itemId, LaneRow, nameOfLane } from "./lane-row";
import { useNudges } from "./nudge";
import { extentOf, type Extent, narrativeScale, type Scale, storyScale } from "./scale";
import { Tray } from "./tray";
import { type Size, useSize, useViewport } from "./viewport";
import { ZoomButtons } from "./zoom";
import { px } from "./px";

/** Heights, in rem. */
const AXIS_REM = 2.25;
const HEAD_REM = 2.25;
const ROW_REM = 2;
const LANE_END_REM = 0.5;

/** How far a wheel turns for one step of the zoom, in pixels. */
const WHEEL_STEP = 60;

export interface LanesProps {
  context: Context;
  events: TimelineEvent[];
  order: "story" | "narrative";
  /** The events that something contradicts. */
  contradicted: ReadonlySet<string>;
  /** An event that is to be shown; a new object each time. */
  wanted: { eventId: string } | null;
}

/** A lane with its place among the others, in pixels. */
export interface Placed {
  layout: LaneLayout;
  top: number;
  height: number;
}

/** The item that keys are for. */
interface Current {
  laneId: string;
  eventId: string;
}

export function Lanes(props: LanesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  return (
    <div class="board">
      <LanesWithin {...props} scroller={scroller} size={size} />
    </div>
  );
}

interface WithinProps extends LanesProps {
  scroller: { current: HTMLDivElement | null };
  size: Size | undefined;
}

const measuresOf = (rem: number): Measures => ({
  min: 3 * rem,
  max: 14 * rem,
  letter: 0.46 * rem,
  padding: 1.5 * rem,
  gap: 0.25 * rem,
  cluster: 3 * rem,
});

function LanesWithin({ context, events, order, contradicted, wanted, scroller, size }: WithinProps) {
  const gridId = useId();
  const edge = useRef<HTMLSpanElement>(null);
  const rem = size?.rem ?? 16;
  const width = size?.width ?? 0;
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
  const { scale, viewport } = view;
  scaleNow.current = scale;

  const lanes = useMemo(() => lanesOf(plotlines, events), [plotlines, events]);
  const measures = useMemo(() => measuresOf(rem), [rem]);
  const placed = useMemo(
    () => placedLanes(lanes.map((lane) => layOut(lane, scale.places, measures)), rem),
    [lanes, scale.level, measures, makeScale],
  );
  const [current, setCurrent] = useState<Current | null>(null);
  const found = useMemo(() => itemOf(placed, current), [placed, current]);
  const bottom = placed.reduce((sum, { height }) => sum + height, 0);

  const reveal = (item: Item, lane: Placed) => {
    const top = lane.top + HEAD_REM * rem + item.row * ROW_REM * rem;
    view.reveal(item.x, item.width, top, ROW_REM * rem, AXIS_REM * rem);
  };
  const mayReveal = useRef(false);
  useEffect(() => {
    if (mayReveal.current && found) reveal(found.item, found.lane);
    mayReveal.current = false;
  }, [found]);
  useEffect(() => {
    if (wanted === null) return;
    const lane = placed.find(({ layout }) => layout.lane.events.some(({ id }) => id === wanted.eventId));
    if (!lane) return;
    mayReveal.current = true;
    setCurrent({ laneId: lane.layout.lane.id, eventId: wanted.eventId });
    scroller.current?.focus();
  }, [wanted]);

  const { drag, onPointerDown, wasDragged } = useDrag({
    scroller,
    isAllowed: mayWrite(),
    drop: (dropped) => {
      const target = targetOf(dropped);
      const event = context.store.get(dropped.eventId);
      if (!target || !event) return;
      setCurrent({ laneId: target.lane, eventId: event.id });
      const { at } = target;
      const lane = { from: dropped.laneId ?? target.lane, to: target.lane };
      const isOtherLane = lane.from !== lane.to;
      if (scale.order === "narrative") {
        const document = at === undefined ? undefined : scale.columns[at];
        if (isOtherLane) void moveEvent(context, event, { lane });
        if (document) void tellIn(context, event, document);
        return;
      }
      if (at === undefined && !isOtherLane) return;
      void moveEvent(context, event, {
        ...(at === undefined ? {} : { key: at, step: scale.step }),
        ...(isOtherLane ? { lane } : {}),
      });
    },
  });

  /** Where something would be dropped: the lane, and the date or the number of the document if that changes. */
  const targetOf = (of: Drag): { lane: string; at: number | undefined } | undefined => {
    const element = scroller.current;
    const box = element?.getBoundingClientRect();
    if (!element || !box || of.x < box.left || of.x > box.right || of.y < box.top || of.y > box.bottom) {
      return undefined;
    }
    const y = of.y - box.top + element.scrollTop - AXIS_REM * rem;
    const lane = placed.find(({ top, height }) => y >= top && y < top + height) ?? placed[placed.length - 1];
    if (!lane) return undefined;
    const laneId = lane.layout.lane.id;
    const x = viewport.origin + element.scrollLeft + of.x - box.left;
    const event = context.store.get(of.eventId);
    if (scale.order === "narrative") {
      const column = Math.floor(scale.at(x));
      const isKnown = column >= 0 && column < scale.columns.length;
      return { lane: laneId, at: isKnown && event && scale.columnOf(event) !== column ? column : undefined };
    }
    const { calendar, step } = scale;
    if (event?.dateSortKey === undefined) {
      return { lane: laneId, at: startOf(calendar, scale.at(x - of.grip.x), step.unit) };
    }
    const steps = stepsOf(scale, event.dateSortKey, of.dx);
    return { lane: laneId, at: steps === 0 ? undefined : shift(calendar, event.dateSortKey, step, steps) };
  };

  const nudges = useNudges();
  const moveCurrent = (event: TimelineEvent, laneId: string, key: string) => {
    const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    mayReveal.current = true;
    if (key === "ArrowUp" || key === "ArrowDown") {
      const at = placed.findIndex(({ layout }) => layout.lane.id === laneId);
      const to = placed[at + by]?.layout.lane.id;
      if (to === undefined) return;
      nudges.add(context, event, { lane: { from: laneId, to } });
      setCurrent({ laneId: to, eventId: event.id });
    } else if (scale.order === "narrative") {
      const document = scale.columns[(scale.columnOf(event) ?? -1) + by];
      if (document) void tellIn(context, event, document);
    } else if (event.dateSortKey === undefined) notify(t.cannotMoveUndated);
    else {
      const next = shift(scale.calendar, event.dateSortKey, scale.step, by);
      nudges.add(context, event, { key: next, step: scale.step });
    }
  };

  const open = (item: Item) => {
    const { event, together } = item;
    if (!together) openEvent(context, context.store.get(event.id) ?? event);
    else openCluster(context, together, canZoomOn(scale, item) ? () => zoomOnItem(item) : undefined);
  };
  const zoomOnItem = (item: Item) => {
    const places = eventsOf(item).map(scale.places.xOf);
    view.zoomOn(scale.at(Math.min(...places)), scale.at(Math.max(...places)));
    scroller.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey) return;
    const taken = onGridKey(event);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onGridKey = ({ key, altKey }: KeyboardEvent): boolean => {
    const one = found && !found.item.together ? found.item.event : undefined;
    if (altKey) {
      if (!key.startsWith("Arrow") || !one || !found || !mayWrite()) return false;
      moveCurrent(context.store.get(one.id) ?? one, found.lane.layout.lane.id, key);
      return true;
    }
    if (key === "Enter" || key === " ") {
      if (found) open(found.item);
      return found !== undefined;
    }
    if (key === "Delete" || key === "Backspace") {
      if (!one || !mayWrite()) return false;
      void deleteEvent(context, one);
      return true;
    }
    if (key === "Escape") return nudges.cancel();
    const next = found ? neighbour(placed, found, key) : isArrow(key) ? firstSeen() : undefined;
    if (!next) return isArrow(key);
    mayReveal.current = true;
    setCurrent({ laneId: next.lane.layout.lane.id, eventId: next.item.event.id });
    return true;
  };
  /** The first item that is in view, or else the first of all. */
  const firstSeen = () => {
    const left = viewport.origin + (scroller.current?.scrollLeft ?? 0);
    for (const lane of placed) {
      const item = lane.layout.items.find(({ x }) => x >= left && x < left + width);
      if (item) return { lane, item };
    }
    const lane = placed.find(({ layout }) => layout.items.length > 0);
    const item = lane?.layout.items[0];
    return lane && item ? { lane, item } : undefined;
  };

  useWheelZoom(scroller, (steps, anchor) => view.zoomBy(steps, anchor));
  useCommands(
    () => [
      { title: t.zoom.in, group: "action", keys: "+", run: () => view.zoomBy(1) },
      { title: t.zoom.out, group: "action", keys: "-", run: () => view.zoomBy(-1) },
      {
        title: order === "story" ? t.zoom.whole : t.zoom.wholeBook,
        group: "action",
        keys: "0",
        run: () => view.zoomTo(scale.order === "story" ? null : scale.levels.min),
      },
    ],
    [makeScale],
  );

  const onDblClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const lane = target.closest<HTMLElement>(".lane")?.dataset.lane;
    if (lane === undefined || target.closest("[data-key], .lane-head") || !mayWrite()) return;
    const box = scroller.current?.getBoundingClientRect();
    const at = scale.at(viewport.origin + (scroller.current?.scrollLeft ?? 0) + event.clientX - (box?.left ?? 0));
    const begun = lane === "" ? {} : { plotlineId: lane };
    if (scale.order === "story") {
      createEvent(context, { ...begun, dateDisplay: nameOf(scale.calendar, startOf(scale.calendar, at, scale.step.unit)) });
      return;
    }
    const documentId = scale.columns[Math.floor(at)]?.id;
    createEvent(context, documentId === undefined ? begun : { ...begun, documentId });
  };

  const target = drag ? targetOf(drag) : undefined;
  const across = viewport.across;
  const axis = { scale, pane: across, origin: viewport.origin, rem };
  return (
    <>
      <ZoomButtons scale={scale} zoomBy={view.zoomBy} showAll={() => view.zoomTo(scale.order === "story" ? null : scale.levels.min)} />
      <div class={`board-frame${drag ? " is-dragging" : ""}`} onPointerDown={onPointerDown}>
        <div
          ref={scroller}
          class="lanes"
          role="grid"
          aria-label={t.grid(timeline.name)}
          aria-describedby={`${gridId}-keys`}
          aria-rowcount={placed.length}
          aria-activedescendant={found ? itemId(gridId, found.lane.layout.lane, found.item) : undefined}
          tabIndex={0}
          onScroll={view.look}
          onKeyDown={onKeyDown}
          onDblClick={onDblClick}
          onClick={(event) => {
            const element = (event.target as HTMLElement).closest<HTMLElement>("[data-key]");
            if (!element || wasDragged.current) return;
            const lane = placed.find(({ layout }) => layout.lane.id === element.dataset.lane);
            const item = lane?.layout.items.find((one) => keyOf(one) === element.dataset.key);
            if (!lane || !item) return;
            setCurrent({ laneId: lane.layout.lane.id, eventId: item.event.id });
            open(item);
          }}
        >
          <div class="lanes-space" role="presentation" style={{ width: px(viewport.space), height: px(bottom + AXIS_REM * rem) }}>
            <div class="axis" aria-hidden="true" style={{ height: px(AXIS_REM * rem) }}>
              {size && <AxisNames {...axis} />}
              <span ref={edge} class="axis-edge">
                {edgeName(scale, viewport.origin + (scroller.current?.scrollLeft ?? 0), rem)}
              </span>
            </div>
            <div class="lanes-rows" role="rowgroup" style={{ height: px(bottom) }}>
              {size && <AxisLines {...axis} />}
              {size &&
                placed.map(({ layout, top, height }, index) => {
                  const isSeen = top + height > viewport.down.from && top < viewport.down.to;
                  if (!isSeen && found?.lane.layout !== layout) return null;
                  return (
                    <LaneRow
                      key={layout.lane.id}
                      context={context}
                      layout={layout}
                      index={index}
                      top={top}
                      height={height}
                      pane={across}
                      origin={viewport.origin}
                      widest={measures.max}
                      rowHeight={ROW_REM * rem}
                      headHeight={HEAD_REM * rem}
                      current={found?.lane.layout === layout ? found.item : undefined}
                      contradicted={contradicted}
                      dragged={drag?.laneId === layout.lane.id ? drag.key : null}
                      isTarget={target?.lane === layout.lane.id}
                      gridId={gridId}
                    />
                  );
                })}
            </div>
          </div>
        </div>
        <Tray context={context} events={events} places={scale.places} order={order} columns={columns} contradicted={contradicted} wasDragged={wasDragged} />
        {drag && <Ghost drag={drag} context={context} text={ghostText(drag, target)} />}
      </div>
      <p id={`${gridId}-keys`} class="visually-hidden">
        {t.gridKeys}
      </p>
      <p class="visually-hidden" role="status">
        {found ? statusOf(found.item, found.lane) : ""}
      </p>
    </>
  );

  function ghostText(of: Drag, to: { lane: string; at: number | undefined } | undefined): string {
    if (!to) return "";
    const lane = placed.find(({ layout }) => layout.lane.id === to.lane);
    const event = context.store.get(of.eventId);
    const date = to.at === undefined ? (scale.order === "story" ? event?.dateDisplay : undefined) : placeName(scale, to.at);
    return [date, lane ? nameOfLane(lane.layout.lane) : undefined].filter(Boolean).join(" · ");
  }
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

const isArrow = (key: string) => key.startsWith("Arrow");

function statusOf({ event, together }: Item, { layout }: Placed): string {
  if (together) return "";
  return [nameOfEvent(event), event.dateDisplay, nameOfLane(layout.lane)].filter((word) => word !== "").join(", ");
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

interface Found {
  lane: Placed;
  item: Item;
}

function itemOf(placed: Placed[], current: Current | null): Found | undefined {
  if (current === null) return undefined;
  const lane = placed.find(({ layout }) => layout.lane.id === current.laneId);
  const isIt = ({ id }: TimelineEvent) => id === current.eventId;
  const item = lane?.layout.items.find(({ event, together }) => (together ? together.some(isIt) : isIt(event)));
  return lane && item ? { lane, item } : undefined;
}

/** Where an arrow key leads. */
function neighbour(placed: Placed[], { lane, item }: Found, key: string): Found | undefined {
  const { items } = lane.layout;
  const at = items.indexOf(item);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }[key];
  if (to !== undefined) {
    const next = items[to];
    return next && { lane, item: next };
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined) return undefined;
  for (let index = placed.indexOf(lane) + step; index >= 0 && index < placed.length; index += step) {
    const other = placed[index];
    const nearest = other?.layout.items.reduce<Item | undefined>(
      (best, one) => (best && Math.abs(best.x - item.x) <= Math.abs(one.x - item.x) ? best : one),
      undefined,
    );
    if (other && nearest) return { lane: other, item: nearest };
  }
  return undefined;
}

/** Whether a closer look would tell the events of an item apart. */
function canZoomOn(scale: Scale, item: Item): boolean {
  if (scale.level >= scale.levels.max - 1e-6) return false;
  const places = new Set(eventsOf(item).map(scale.places.xOf));
  return places.size > 1;
}

/** How many steps a way is. */
function stepsOf(scale: Extract<Scale, { order: "story" }>, key: number, dx: number): number {
  const one = scale.x(shift(scale.calendar, key, scale.step, 1)) - scale.x(key);
  // A way straight down changes the lane alone.
  return one <= 0 ? 0 : Math.round(dx / one);
}

function Ghost({ drag, context, text }: { drag: Drag; context: Context; text: string }) {
  const event = context.store.get(drag.eventId);
  if (!event) return null;
  return (
    <div
      class="chip ghost"
      aria-hidden="true"
      style={{ left: px(drag.x - drag.grip.x), top: px(drag.y - drag.grip.y), width: px(drag.width) }}
    >
      <span class="chip-text" dir="auto">
        {nameOfEvent(event)}
      </span>
      {text !== "" && <span class="ghost-place">{text}</span>}
    </div>
  );
}

/** Zooms by the wheel with Ctrl, or by two fingers, around the pointer. */
function useWheelZoom(scroller: { current: HTMLElement | null }, zoomBy: (steps: number, anchor: number) => void) {
  const latest = useRef(zoomBy);
  latest.current = zoomBy;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let turned = 0;
    let anchor = 0;
    let frame = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turned -= event.deltaY;
      anchor = event.clientX - element.getBoundingClientRect().left;
      if (frame === 0) frame = requestAnimationFrame(zoom);
    };
    const zoom = () => {
      frame = 0;
      const steps = Math.trunc(turned / WHEEL_STEP);
      if (steps === 0) return;
      turned -= steps * WHEEL_STEP;
      latest.current(steps, anchor);
    };
    // Not passive: the browser would zoom the page.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("wheel", onWheel);
    };
  }, []);
}
