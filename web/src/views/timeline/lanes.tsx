// The lanes of a timeline: events on their plotlines, along the dates of the story or the chapters of the book.

import { useId, useRef } from "preact/hooks";
import type { TimelineEvent } from "../../api/types";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { timeline as t } from "../../texts/timeline";
import { createEvent } from "./actions";
import { AxisLines, AxisNames, edgeName } from "./axis";
import { AXIS_REM, type Board, HEAD_REM, leftOf, ROW_REM, showAll, useBoard } from "./board";
import { type Context, nameOfEvent } from "./context";
import { nameOf, startOf } from "./dates";
import { type Drag, useDrag } from "./drag";
import { drop, dropText, type Target, targetOf } from "./dropping";
import { onGridKey, open } from "./grid-keys";
import { itemId, LaneRow, nameOfLane } from "./lane-row";
import { keyOf } from "./layout";
import { type Nudges, useNudges } from "./nudge";
import { px } from "./px";
import { Tray } from "./tray";
import { useSize } from "./viewport";
import { useWheelZoom } from "./wheel";
import { ZoomButtons } from "./zoom";

export interface LanesProps {
  context: Context;
  events: TimelineEvent[];
  order: "story" | "narrative";
  /** The events that something contradicts. */
  contradicted: ReadonlySet<string>;
  /** An event that is to be shown; a new object each time. */
  wanted: { eventId: string } | null;
}

export function Lanes({ context, events, order, contradicted, wanted }: LanesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const board = useBoard({ context, events, order, wanted, scroller, size });
  const { scale, view, columns } = board;
  const nudges = useNudges();
  const { drag, onPointerDown, wasDragged } = useDrag({
    scroller,
    isAllowed: mayWrite(),
    drop: (dropped) => drop(board, dropped),
  });
  useWheelZoom(scroller, view.zoomBy);
  useCommands(
    () => [
      { title: t.zoom.in, group: "action", keys: "+", run: () => view.zoomBy(1) },
      { title: t.zoom.out, group: "action", keys: "-", run: () => view.zoomBy(-1) },
      {
        title: order === "story" ? t.zoom.whole : t.zoom.wholeBook,
        group: "action",
        keys: "0",
        run: () => showAll(board),
      },
    ],
    [view.makeScale],
  );
  const target = drag ? targetOf(board, drag) : undefined;
  return (
    <div class="board">
      <ZoomButtons scale={scale} zoomBy={view.zoomBy} showAll={() => showAll(board)} />
      <div class={`board-frame${drag ? " is-dragging" : ""}`} onPointerDown={onPointerDown}>
        <Grid
          board={board}
          nudges={nudges}
          isMeasured={size !== undefined}
          contradicted={contradicted}
          drag={drag}
          target={target}
          wasDragged={wasDragged}
        />
        <Tray
          context={context}
          events={events}
          places={scale.places}
          order={order}
          columns={columns}
          contradicted={contradicted}
          wasDragged={wasDragged}
        />
        {drag && <Ghost drag={drag} context={context} text={dropText(board, drag, target)} />}
      </div>
      <p class="visually-hidden" role="status">
        {statusOf(board)}
      </p>
    </div>
  );
}

interface GridProps {
  board: Board;
  nudges: Nudges;
  /** Whether it is known how large the lanes are. */
  isMeasured: boolean;
  contradicted: ReadonlySet<string>;
  drag: Drag | null;
  target: Target | undefined;
  wasDragged: { current: boolean };
}

function Grid({ board, nudges, isMeasured, contradicted, drag, target, wasDragged }: GridProps) {
  const id = useId();
  const { context, scroller, scale, view, rem, bottom, placed, found } = board;
  const { origin, space, across } = view.viewport;
  const axis = { scale, pane: across, origin, rem };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey) return;
    if (!onGridKey(board, nudges, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const element = (event.target as HTMLElement).closest<HTMLElement>("[data-key]");
    if (!element || wasDragged.current) return;
    const lane = placed.find(({ layout }) => layout.lane.id === element.dataset.lane);
    const item = lane?.layout.items.find((one) => keyOf(one) === element.dataset.key);
    if (!lane || !item) return;
    board.setCurrent({ laneId: lane.layout.lane.id, eventId: item.event.id });
    open(board, item);
  };
  return (
    <div
      ref={scroller}
      class="lanes"
      role="grid"
      aria-label={t.grid(context.timeline.name)}
      aria-describedby={`${id}-keys`}
      aria-rowcount={placed.length}
      aria-activedescendant={found ? itemId(id, found.lane.layout.lane, found.item) : undefined}
      tabIndex={0}
      onScroll={view.look}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDblClick={(event) => createAt(board, event)}
    >
      <div
        class="lanes-space"
        role="presentation"
        style={{ width: px(space), height: px(bottom + AXIS_REM * rem) }}
      >
        <p id={`${id}-keys`} class="visually-hidden" aria-hidden="true">
          {t.gridKeys}
        </p>
        <div class="axis" aria-hidden="true" style={{ height: px(AXIS_REM * rem) }}>
          {isMeasured && <AxisNames {...axis} />}
          <span ref={board.edge} class="axis-edge">
            {edgeName(scale, leftOf(board), rem)}
          </span>
        </div>
        <div class="lanes-rows" role="rowgroup" style={{ height: px(bottom) }}>
          {isMeasured && <AxisLines {...axis} />}
          {isMeasured && (
            <LaneRows board={board} gridId={id} contradicted={contradicted} drag={drag} target={target} />
          )}
        </div>
      </div>
    </div>
  );
}

interface RowsProps extends Pick<GridProps, "board" | "contradicted" | "drag" | "target"> {
  gridId: string;
}

/** The lanes that are seen, and the one that keys are for. */
function LaneRows({ board, gridId, contradicted, drag, target }: RowsProps) {
  const { context, view, measures, placed, found, rem } = board;
  const { origin, across, down } = view.viewport;
  return (
    <>
      {placed.map((lane, index) => {
        const { layout, top, height } = lane;
        const isSeen = top + height > down.from && top < down.to;
        if (!isSeen && found?.lane !== lane) return null;
        return (
          <LaneRow
            key={layout.lane.id}
            context={context}
            layout={layout}
            index={index}
            top={top}
            height={height}
            pane={across}
            origin={origin}
            widest={measures.max}
            rowHeight={ROW_REM * rem}
            headHeight={HEAD_REM * rem}
            current={found?.lane === lane ? found.item : undefined}
            contradicted={contradicted}
            dragged={drag?.laneId === layout.lane.id ? drag.key : null}
            isTarget={target?.lane === lane}
            gridId={gridId}
          />
        );
      })}
    </>
  );
}

/** Begins a new event where somebody clicked twice: on that plotline, on that date or in that chapter. */
function createAt(board: Board, event: MouseEvent): void {
  const { context, scale, scroller } = board;
  const element = event.target as HTMLElement;
  const lane = element.closest<HTMLElement>(".lane")?.dataset.lane;
  if (lane === undefined || element.closest("[data-key], .lane-head") || !mayWrite()) return;
  const box = scroller.current?.getBoundingClientRect();
  const at = scale.at(leftOf(board) + event.clientX - (box?.left ?? 0));
  const begun = lane === "" ? {} : { plotlineId: lane };
  if (scale.order === "story") {
    const key = startOf(scale.calendar, at, scale.step.unit);
    createEvent(context, { ...begun, dateDisplay: nameOf(scale.calendar, key) });
    return;
  }
  const documentId = scale.columns[Math.floor(at)]?.id;
  createEvent(context, documentId === undefined ? begun : { ...begun, documentId });
}

/** What is said about the event that keys are for. */
function statusOf({ found }: Board): string {
  if (!found || found.item.together) return "";
  const { event } = found.item;
  const words = [nameOfEvent(event), event.dateDisplay, nameOfLane(found.lane.layout.lane)];
  return words.filter((word) => word !== "").join(", ");
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
