// The lanes by keyboard: from event to event, and moving, opening and deleting them.

import type { TimelineEvent } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { timeline as t } from "../../texts/timeline";
import { notify } from "../../ui/toast";
import { deleteEvent, openEvent, tellIn } from "./actions";
import { type Board, type Found, leftOf, type Placed } from "./board";
import { openCluster } from "./cluster";
import { shift } from "./dates";
import { eventsOf, type Item } from "./layout";
import type { Nudges } from "./nudge";

const isArrow = (key: string) => key.startsWith("Arrow");

/** Does what a key asks for; whether it asked for anything. */
export function onGridKey(board: Board, nudges: Nudges, { key, altKey }: KeyboardEvent): boolean {
  const { context, found } = board;
  const one = found && !found.item.together ? found.item.event : undefined;
  if (altKey) {
    if (!isArrow(key) || !one || !found || !mayWrite()) return false;
    move(board, nudges, context.store.get(one.id) ?? one, found.lane, key);
    return true;
  }
  if (key === "Enter" || key === " ") {
    if (found) open(board, found.item);
    return found !== undefined;
  }
  if (key === "Delete" || key === "Backspace") {
    if (!one || !mayWrite()) return false;
    void deleteEvent(context, one);
    return true;
  }
  if (key === "Escape") return nudges.cancel();
  const next = found ? neighbour(board.placed, found, key) : isArrow(key) ? firstSeen(board) : undefined;
  if (!next) return isArrow(key);
  board.choose({ laneId: next.lane.layout.lane.id, eventId: next.item.event.id });
  return true;
}

function move(board: Board, nudges: Nudges, event: TimelineEvent, lane: Placed, key: string): void {
  const { context, scale, placed } = board;
  const laneId = lane.layout.lane.id;
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const to = placed[placed.indexOf(lane) + by]?.layout.lane.id;
    if (to === undefined) return;
    nudges.add(context, event, { lane: { from: laneId, to } });
    board.choose({ laneId: to, eventId: event.id });
    return;
  }
  if (scale.order === "narrative") {
    const document = scale.columns[(scale.columnOf(event) ?? -1) + by];
    if (document) void tellIn(context, event, document);
  } else if (event.dateSortKey === undefined) {
    notify(t.cannotMoveUndated);
    return;
  } else {
    const next = shift(scale.calendar, event.dateSortKey, scale.step, by);
    nudges.add(context, event, { key: next, step: scale.step });
  }
  board.choose({ laneId, eventId: event.id });
}

/** Opens an event, or lists those that stand together. */
export function open(board: Board, item: Item): void {
  const { context, scale, view, scroller } = board;
  const { event, together } = item;
  if (!together) {
    openEvent(context, context.store.get(event.id) ?? event);
    return;
  }
  const places = eventsOf(item).map(scale.places.xOf);
  const isCloserUseful = scale.level < scale.levels.max - 1e-6 && new Set(places).size > 1;
  const zoom = () => {
    view.zoomOn(scale.at(Math.min(...places)), scale.at(Math.max(...places)));
    scroller.current?.focus();
  };
  openCluster(context, together, isCloserUseful ? zoom : undefined);
}

/** Where an arrow key, Home or End leads. */
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

/** The first item that is in view, or else the first of all. */
function firstSeen(board: Board): Found | undefined {
  const { placed, width } = board;
  const left = leftOf(board);
  for (const lane of placed) {
    const item = lane.layout.items.find(({ x }) => x >= left && x < left + width);
    if (item) return { lane, item };
  }
  const lane = placed.find(({ layout }) => layout.items.length > 0);
  const item = lane?.layout.items[0];
  return lane && item ? { lane, item } : undefined;
}
