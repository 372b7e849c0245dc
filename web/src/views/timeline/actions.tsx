// What can be done to events and plotlines, each with a notice and a way to undo it.

import { events as calls, plotlines as plotlineCalls } from "../../api/timelines";
import type { DocumentItem, EventUpdateRequest, TimelineEvent, TimelinePlotline } from "../../api/types";
import { number } from "../../state/time";
import { timeline as t } from "../../texts/timeline";
import { confirm } from "../../ui/confirm";
import { openDialog } from "../../ui/dialog";
import { attempt } from "../../ui/toast";
import {
  type Context,
  nameOfDocument,
  nameOfEvent,
  nameOfPlotline,
  plotlinesOf,
  tellingLinks,
} from "./context";
import { nameOf, rewritten, type Step } from "./dates";
import { EventForm, type NewEvent } from "./event-form";
import { PlotlineForm } from "./plotline-form";

/** The most events that a deleted plotline is put back on. */
const RESTORED_MAX = 200;

export function createEvent(context: Context, begun: NewEvent = {}): void {
  openDialog((close) => <EventForm close={close} context={context} begun={begun} />);
}

export function openEvent(context: Context, event: TimelineEvent): void {
  openDialog((close) => (
    <EventForm
      close={close}
      context={context}
      event={event}
      remove={() => {
        close();
        void deleteEvent(context, event);
      }}
    />
  ));
}

/** The fields that put an event on another date, in the form in which its date is written. */
function dated(context: Context, event: TimelineEvent, key: number, step: Step): EventUpdateRequest {
  const text = rewritten(context.timeline.calendar, event.dateDisplay, key, step);
  return text === null ? { dateSortKey: key } : { dateDisplay: text, dateSortKey: null };
}

/** Where an event goes; what is absent stays. */
export interface Move {
  key?: number;
  /** By which steps it was moved, so that its date is written as exactly as that. */
  step?: Step;
  /** From the plotline on which it was taken to another one; empty for none. */
  lane?: { from: string; to: string };
}

/** An event as it is after a move, to be shown before the service has answered. */
export function moved(context: Context, event: TimelineEvent, move: Move): TimelineEvent {
  const found = { ...event };
  if (move.key !== undefined && move.step) {
    found.dateSortKey = move.key;
    const { calendar } = context.timeline;
    found.dateDisplay = rewritten(calendar, event.dateDisplay, move.key, move.step) ?? event.dateDisplay;
  }
  if (move.lane) found.plotlineIds = onLane(event.plotlineIds, move.lane);
  return found;
}

function onLane(plotlineIds: string[], { from, to }: { from: string; to: string }): string[] {
  if (from === to) return plotlineIds;
  // The new plotline takes the place of the one before, and an event is on each one time.
  const replaced = plotlineIds.includes(from)
    ? plotlineIds.map((id) => (id === from ? to : id))
    : [...plotlineIds, to];
  return [...new Set(replaced)].filter((id) => id !== "");
}

/** Moves an event in time, to another plotline, or both; `before` is how it was. */
export async function moveEvent(context: Context, before: TimelineEvent, move: Move): Promise<void> {
  const { store, timeline } = context;
  const body: EventUpdateRequest = {};
  if (move.key !== undefined && move.step) Object.assign(body, dated(context, before, move.key, move.step));
  if (move.lane) body.plotlineIds = onLane(before.plotlineIds, move.lane);
  if (Object.keys(body).length === 0) return;
  store.put(moved(context, before, move));
  const saved = await attempt(
    async () => {
      const found = await calls.update(timeline.id, before.id, body);
      store.put(found);
      return found;
    },
    () => saidOf(context, before, move),
    () => restore(context, before),
  );
  if (!saved) store.put(before);
}

function saidOf(context: Context, event: TimelineEvent, { key, lane }: Move): string {
  if (key !== undefined) return t.moved(nameOfEvent(event), nameOf(context.timeline.calendar, key));
  const plotline = context.plotlines.find(({ id }) => id === lane?.to);
  return t.movedLane(nameOfEvent(event), plotline ? nameOfPlotline(plotline) : t.noPlotline.toLowerCase());
}

/** Gives an event the date and the plotlines that it had. */
async function restore({ store, timeline }: Context, before: TimelineEvent): Promise<void> {
  const { dateDisplay, plotlineIds } = before;
  // A key that was read from the date shall follow it later, so it is read again where that gives the same.
  let found = await calls.update(timeline.id, before.id, { dateDisplay, dateSortKey: null, plotlineIds });
  if (found.dateSortKey !== before.dateSortKey && before.dateSortKey !== undefined) {
    found = await calls.update(timeline.id, before.id, { dateSortKey: before.dateSortKey });
  }
  store.put(found);
}

/** Says in which document an event is told, in place of the one that said it before. */
export async function tellIn(context: Context, event: TimelineEvent, document: DocumentItem): Promise<void> {
  const { store, timeline, book } = context;
  const places = new Map(book.map(({ id }, index) => [id, index]));
  const [first] = tellingLinks(event).toSorted(
    (one, other) => (places.get(one.entityId) ?? Infinity) - (places.get(other.entityId) ?? Infinity),
  );
  if (first?.entityId === document.id) return;
  const link = (entityId: string, label: string) => {
    const kind = book.find(({ id }) => id === entityId)?.kind;
    const entityType = kind === "scene" ? ("scene" as const) : ("document" as const);
    return calls.link(timeline.id, event.id, { entityType, entityId, label });
  };
  const change = async (fromId: string | undefined, toId: string | undefined) => {
    const now = (await calls.get(timeline.id, event.id)).value;
    const isThere = (id: string) => tellingLinks(now).some(({ entityId }) => entityId === id);
    // First the new one, so that a failure between the two loses nothing.
    if (toId !== undefined && !isThere(toId)) await link(toId, first?.label ?? "");
    const old = tellingLinks(now).find(({ entityId }) => entityId === fromId);
    if (old) await calls.unlink(timeline.id, event.id, old.id);
    store.put((await calls.get(timeline.id, event.id)).value);
  };
  await attempt(
    () => change(first?.entityId, document.id),
    () => t.told(nameOfEvent(event), nameOfDocument(document)),
    () => change(document.id, first?.entityId),
  );
}

/** Makes an event once more, with its links. */
async function recreate({ store, timeline }: Context, event: TimelineEvent, key: () => string): Promise<void> {
  const { title, description, dateDisplay, category, importance, sortOrder, tags, plotlineIds } = event;
  const body = { title, description, dateDisplay, category, importance, sortOrder, tags, plotlineIds };
  let made = await calls.create(timeline.id, body, { idempotencyKey: key() });
  if (event.dateSortKey !== undefined && made.dateSortKey !== event.dateSortKey) {
    made = await calls.update(timeline.id, made.id, { dateSortKey: event.dateSortKey });
  }
  for (const { entityType, entityId, label } of event.links) {
    await calls.link(timeline.id, made.id, { entityType, entityId, label }, { idempotencyKey: key() });
  }
  for (const { loreEntryId } of event.loreLinks) {
    await calls.linkLore(timeline.id, made.id, loreEntryId, { idempotencyKey: key() });
  }
  store.put((await calls.get(timeline.id, made.id)).value);
}

export async function deleteEvent(context: Context, event: TimelineEvent): Promise<void> {
  const { store, timeline } = context;
  await attempt(
    async () => {
      await calls.remove(timeline.id, event.id);
      store.drop(event.id);
    },
    () => t.deleted(nameOfEvent(event)),
    (_, key) => recreate(context, event, key),
    true,
  );
}

export function createPlotline(context: Context): void {
  openDialog((close) => <PlotlineForm close={close} timelineId={context.timeline.id} />);
}

export function editPlotline(context: Context, plotline: TimelinePlotline): void {
  openDialog((close) => (
    <PlotlineForm close={close} timelineId={context.timeline.id} plotline={plotline} />
  ));
}

export async function collapse(plotline: TimelinePlotline, isCollapsed: boolean): Promise<void> {
  const list = plotlinesOf(plotline.timelineId);
  const before = list.value.peek();
  const shown = { ...plotline, collapsed: isCollapsed };
  if (before) list.set(before.map((one) => (one.id === plotline.id ? shown : one)));
  const saved = await attempt(() =>
    plotlineCalls.update(plotline.timelineId, plotline.id, { collapsed: isCollapsed }),
  );
  if (!saved && before) list.set(before);
}

/** Moves a plotline up or down among the others. */
export async function movePlotline(context: Context, plotline: TimelinePlotline, by: -1 | 1): Promise<void> {
  const { plotlines, timeline } = context;
  const at = plotlines.findIndex(({ id }) => id === plotline.id);
  const order = plotlines.map(({ id }) => id);
  const [taken] = order.splice(at, 1);
  if (taken === undefined || at + by < 0 || at + by > order.length) return;
  order.splice(at + by, 0, taken);
  const put = async (ids: string[]) => {
    for (const [sortOrder, id] of ids.entries()) {
      const now = plotlines.find((one) => one.id === id)?.sortOrder;
      // Two plotlines may have the same place, so all are numbered anew where they have to be.
      if (now !== sortOrder || ids !== order) await plotlineCalls.update(timeline.id, id, { sortOrder });
    }
  };
  await attempt(
    () => put(order),
    () => t.plotlineMoved(nameOfPlotline(plotline)),
    () => put(plotlines.map(({ id }) => id)),
  );
}

/** Deletes a plotline; asks first where too many events would have to be put back. */
export async function deletePlotline(context: Context, plotline: TimelinePlotline): Promise<void> {
  const { store, timeline } = context;
  const on = store.events.peek().filter(({ plotlineIds }) => plotlineIds.includes(plotline.id));
  const remove = () => plotlineCalls.remove(timeline.id, plotline.id);
  const said = () => t.plotlineDeleted(nameOfPlotline(plotline));
  if (on.length <= RESTORED_MAX) {
    await attempt(remove, said, (_, key) => restorePlotline(context, plotline, on, key), true);
    return;
  }
  confirm({
    title: t.plotline.confirmTitle,
    text: t.plotline.confirm(nameOfPlotline(plotline), number(on.length)),
    action: t.deletePlotline,
    run: () => void attempt(remove, said),
  });
}

async function restorePlotline(
  { store, timeline }: Context,
  { name, description, color, sortOrder, collapsed, id }: TimelinePlotline,
  on: TimelineEvent[],
  key: () => string,
): Promise<void> {
  const body = { name, description, color, sortOrder, collapsed };
  const made = await plotlineCalls.create(timeline.id, body, { idempotencyKey: key() });
  for (const before of on) {
    const now = store.get(before.id);
    if (!now) continue;
    // Where it stood among the plotlines of the event is kept.
    const had = before.plotlineIds.map((one) => (one === id ? made.id : one));
    const plotlineIds = had.filter((one) => one === made.id || now.plotlineIds.includes(one));
    store.put(await calls.update(timeline.id, before.id, { plotlineIds }));
  }
}
