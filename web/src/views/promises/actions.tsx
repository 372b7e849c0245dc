// What can be done to promises, each with a notice and a way to undo it.

import { promises as calls } from "../../api/promises";
import { events as eventCalls, timelines as timelineCalls } from "../../api/timelines";
import type { PlotPromise, PromiseCreateRequest } from "../../api/types";
import { promises as t } from "../../texts/promises";
import { openDialog } from "../../ui/dialog";
import { askReason } from "../../ui/reason";
import { attempt, notifyFailure, perform } from "../../ui/toast";
import { nameOf, promisesOf } from "./data";
import { type NewPromise, PromiseForm } from "./form";
import { type State, wayBetween } from "./states";

export function createPromise(projectId: string, begun: NewPromise = {}, done?: (made: PlotPromise) => void): void {
  openDialog((close) => (
    <PromiseForm close={close} projectId={projectId} begun={begun} {...(done ? { done } : {})} />
  ));
}

export function openPromise(promise: PlotPromise): void {
  openDialog((close) => (
    <PromiseForm
      close={close}
      projectId={promise.projectId}
      promise={promise}
      remove={() => {
        close();
        void deletePromise(promise);
      }}
    />
  ));
}

/** The longest reason, in characters; notes have room for many. */
const REASON_MAX = 10_000;

/** Moves a promise to another state; asks for the reason where it is abandoned. */
export function movePromise(promise: PlotPromise, to: State): void {
  if (promise.status === to) return;
  if (to !== "abandoned") {
    change(promise, to).catch(notifyFailure);
    return;
  }
  const { title, reason: label, ...said } = t.abandon;
  askReason({ title, label, ...said, max: REASON_MAX }, (reason) => {
    const notes = promise.notes === "" ? reason : `${promise.notes}\n\n${reason}`;
    return change(promise, to, notes);
  });
}

async function change(before: PlotPromise, to: State, notes?: string): Promise<void> {
  const list = promisesOf(before.projectId);
  const shown = list.value.peek();
  // Seen at once; the answer or an event replaces it.
  if (shown) list.set(shown.map((one) => (one.id === before.id ? { ...one, status: to } : one)));
  try {
    await perform(
      async () => {
        await calls.update(before.id, notes === undefined ? { status: to } : { status: to, notes });
        await list.reload();
      },
      () => t.moved(nameOf(before), t.states[to]),
      async (_, key) => {
        await moveBack(before, to, key);
        await list.reload();
      },
    );
  } catch (thrown) {
    if (shown) list.set(shown);
    throw thrown;
  }
}

/** Brings a promise back to the state that it had, on the way that the states allow. */
async function moveBack(before: PlotPromise, from: State, key: () => string): Promise<void> {
  const way = wayBetween(from, before.status);
  if (way === null) {
    // Nothing leads back to a plan, so the promise is planned anew.
    const links = await linksTo(before);
    await recreate(before, links, key);
    await calls.remove(before.id);
    return;
  }
  for (const status of way) {
    const isAbandoned = status === "abandoned";
    // To abandon it the reason has to be given once more.
    await calls.update(before.id, isAbandoned ? { status, notes: before.notes } : { status });
  }
  const now = (await calls.get(before.id)).value;
  if (now.notes !== before.notes) await calls.update(before.id, { notes: before.notes });
}

/** An event that is linked to a promise. */
interface EventLinkTo {
  timelineId: string;
  eventId: string;
  label: string;
}

/** The links of events to a promise, which go with it. */
async function linksTo({ id, projectId }: PlotPromise): Promise<EventLinkTo[]> {
  const found: EventLinkTo[] = [];
  for (const timeline of await timelineCalls.list(projectId)) {
    for (const event of await eventCalls.linkedTo(timeline.id, id)) {
      for (const link of event.links.filter(({ entityId }) => entityId === id)) {
        found.push({ timelineId: timeline.id, eventId: event.id, label: link.label });
      }
    }
  }
  return found;
}

/** Makes a promise once more, with the links of events to it. */
async function recreate(promise: PlotPromise, links: EventLinkTo[], key: () => string): Promise<void> {
  const { projectId, title, description, promiseType, promiseLevel, status, notes } = promise;
  const { madeAtNodeId, fulfilledAtNodeId, plotlineId } = promise;
  const words = { title, description, promiseType, promiseLevel, status, notes };
  const body: PromiseCreateRequest = { ...words, projectId, madeAtNodeId, fulfilledAtNodeId, plotlineId };
  const made = await calls.create(body, { idempotencyKey: key() });
  for (const { timelineId, eventId, label } of links) {
    const link = { entityType: "promise" as const, entityId: made.id, label };
    await eventCalls.link(timelineId, eventId, link, { idempotencyKey: key() });
  }
}

export async function deletePromise(promise: PlotPromise): Promise<void> {
  await attempt(
    async () => {
      const links = await linksTo(promise);
      await calls.remove(promise.id);
      await promisesOf(promise.projectId).reload();
      return links;
    },
    () => t.deleted(nameOf(promise)),
    async (links, key) => {
      await recreate(promise, links, key);
      await promisesOf(promise.projectId).reload();
    },
    true,
  );
}
