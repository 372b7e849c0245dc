// What dragging an event does: where it would be dropped, and the move that comes of it.

import type { TimelineEvent } from "../../api/types";
import { moveEvent, tellIn } from "./actions";
import { placeName } from "./axis";
import { AXIS_REM, type Board, leftOf, type Placed } from "./board";
import { shift, startOf } from "./dates";
import type { Drag } from "./drag";
import { nameOfLane } from "./lane-row";
import type { StoryScale } from "./scale";

/** Where something would be dropped. */
export interface Target {
  lane: Placed;
  /** The date or the number of the document; undefined where it stays. */
  at: number | undefined;
}

/** Where it would be dropped; undefined outside of the lanes. */
export function targetOf(board: Board, drag: Drag): Target | undefined {
  const { context, scale, placed, rem } = board;
  const element = board.scroller.current;
  const box = element?.getBoundingClientRect();
  if (!element || !box) return undefined;
  if (drag.x < box.left || drag.x > box.right || drag.y < box.top || drag.y > box.bottom) return undefined;
  const y = drag.y - box.top + element.scrollTop - AXIS_REM * rem;
  const lane = placed.find(({ top, height }) => y >= top && y < top + height) ?? placed[placed.length - 1];
  if (!lane) return undefined;
  const x = leftOf(board) + drag.x - box.left;
  const event = context.store.get(drag.eventId);
  if (scale.order === "narrative") {
    const column = Math.floor(scale.at(x));
    const isOther = column >= 0 && column < scale.columns.length && event && scale.columnOf(event) !== column;
    return { lane, at: isOther ? column : undefined };
  }
  const { calendar, step } = scale;
  const key = event?.dateSortKey;
  if (key === undefined) return { lane, at: startOf(calendar, scale.at(x - drag.grip.x), step.unit) };
  const steps = stepsOf(scale, key, drag.dx);
  return { lane, at: steps === 0 ? undefined : shift(calendar, key, step, steps) };
}

/** How many steps a way is. */
function stepsOf(scale: StoryScale, key: number, dx: number): number {
  const one = scale.x(shift(scale.calendar, key, scale.step, 1)) - scale.x(key);
  // A way straight down changes the lane alone.
  return one <= 0 ? 0 : Math.round(dx / one);
}

/** Moves what was dropped. */
export function drop(board: Board, dropped: Drag): void {
  const { context, scale } = board;
  const target = targetOf(board, dropped);
  const event = context.store.get(dropped.eventId);
  if (!target || !event) return;
  const { at } = target;
  const to = target.lane.layout.lane.id;
  board.setCurrent({ laneId: to, eventId: event.id });
  const from = dropped.laneId ?? laneOf(event, to);
  const lane = from === to ? {} : { lane: { from, to } };
  if (scale.order === "story") {
    const date = at === undefined ? {} : { key: at, step: scale.step };
    if (at !== undefined || from !== to) void moveEvent(context, event, { ...date, ...lane });
    return;
  }
  const document = at === undefined ? undefined : scale.columns[at];
  const moves = async () => {
    if (from !== to) await moveEvent(context, event, lane);
    if (document) await tellIn(context, context.store.get(event.id) ?? event, document);
  };
  void moves();
}

/** From which lane an event is taken that was in no lane when it was taken: from its only one. */
function laneOf({ plotlineIds }: TimelineEvent, to: string): string {
  const [only, ...others] = plotlineIds;
  if (plotlineIds.includes(to)) return to;
  return only !== undefined && others.length === 0 ? only : "";
}

/** What is said below the dragged event. */
export function dropText({ context, scale }: Board, drag: Drag, target: Target | undefined): string {
  if (!target) return "";
  const date =
    target.at !== undefined
      ? placeName(scale, target.at)
      : scale.order === "story"
        ? context.store.get(drag.eventId)?.dateDisplay
        : undefined;
  return [date, nameOfLane(target.lane.layout.lane)].filter(Boolean).join(" · ");
}
