// The events of the service. One page of a browser has the stream and tells all others of it, as long as
// somebody can see that page. Each event has a number, so that whoever takes over goes on after the last one
// that came. Who listens is told of each event, and of a gap that cannot be filled.

import { signal } from "@preact/signals";
import { address, type Change, changes, lastAnswerAt, needsToken } from "../api/client";
import type { ApiFailure } from "../api/failure";
import { isVisible, takeTurn } from "./leading";
import { openStream, type StreamEvent } from "./stream";

/** What events are about, as docs/api.md lists them. */
export type EventKind =
  | "project"
  | "document"
  | "lore"
  | "finding"
  | "quotation"
  | "timeline"
  | "timeline_event"
  | "plotline"
  | "promise"
  | "proposal"
  | "node"
  | "language"
  | "grammar_rule"
  | "word"
  | "agent"
  | "swarm"
  | "message"
  | "notification"
  | "fact"
  | "folder"
  | "tool_call";

/** A record that changed, as a list shows it. */
export interface LiveEvent {
  kind: EventKind;
  data: { id?: string; projectId?: string | null; deleted?: boolean } & Record<string, unknown>;
}

/** Whether there is a stream: `refused` where the service gives none now. */
export type Connection = "closed" | "connecting" | "open" | "lost" | "refused";

/** The state of the stream. */
export const connection = signal<Connection>("closed");

/** Why the service gives no stream, where it said so. */
export const refusal = signal("");

/** When the stream last brought anything, or was opened, in milliseconds of Unix time. */
export const lastEventAt = signal(0);

/** How long to wait before a new stream is opened after one that ended, in milliseconds. */
const RETRY_MS = [500, 1_000, 2_000, 5_000];

/** The same after one that was refused. */
const REFUSED_RETRY_MS = 15_000;

/** How often everything is read again where there is no stream, in milliseconds. */
const WITHOUT_MS = 60_000;

/** How long after the start what was read is as new as the stream, in milliseconds. */
const START_MS = 2_000;

/** A number that no event has: the service answers with the number of its latest one. */
const NO_EVENT = "-1";

/** What pages of a browser tell each other. */
type Told =
  | { type: "event"; id: number; after: number; kind: string; data: string }
  | { type: "reset"; id: number }
  /** How it is with the stream, from the page that has it. */
  | { type: "state"; state: Connection; reason: string; lastId: number | null }
  /** Asks how it is with the stream. */
  | { type: "hello" }
  | { type: "reconnect" }
  /** The session has ended. */
  | { type: "over" };

type Listener = (event: LiveEvent | "reset") => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;
/** The number of the last event that came; null before one is known. */
let lastId: number | null = null;
let startedAt = 0;
let name = "";
let giveUp: (() => void) | null = null;
/** Opens the stream again; null while another page has it. */
let reopen: (() => void) | null = null;
let withoutTimer: ReturnType<typeof setInterval> | undefined;
let isWanted = false;

/** Hears every event from now on; `reset` when events were missed and everything has to be read again. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the events of a user. */
export function start(user: string): void {
  if (isWanted) return;
  isWanted = true;
  // What a page reads in the background is not compared with the stream that it gets later.
  startedAt = isVisible() ? Date.now() : 0;
  withoutTimer = setInterval(readAgain, WITHOUT_MS);
  document.addEventListener("visibilitychange", followVisibility);
  name = `scriptorium.events ${new URL(address("")).pathname} ${user}`;
  if ("BroadcastChannel" in window) {
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => hearOther(data as Told);
  }
  window.addEventListener("online", reconnect);
  connection.value = "connecting";
  tell({ type: "hello" });
  followVisibility();
}

/** Ends it, such as when the session has ended. */
export function stop(): void {
  isWanted = false;
  document.removeEventListener("visibilitychange", followVisibility);
  window.removeEventListener("online", reconnect);
  clearInterval(withoutTimer);
  resign();
  channel?.close();
  channel = null;
  lastId = null;
  connection.value = "closed";
}

/** Tries again at once. */
export function reconnect(): void {
  if (!isWanted || connection.value === "open") return;
  if (reopen) reopen();
  else tell({ type: "reconnect" });
}

/** When the service was last heard of, in milliseconds of Unix time. */
export function lastHeardAt(): number {
  return Math.max(lastEventAt.value, lastAnswerAt.value);
}

/** Has everything read again, since it is not known what happened. */
export function missed(): void {
  publish("reset");
}

/** A page that nobody sees gives the stream away at once: a browser may stop it at any moment. */
function followVisibility(): void {
  if (!isVisible()) resign();
  else if (giveUp === null) {
    if (connection.value === "open") connection.value = "connecting";
    giveUp = takeTurn(name, lead);
    tell({ type: "hello" });
  }
}

function resign(): void {
  giveUp?.();
  giveUp = null;
}

/** Has the stream, until the returned function is called. */
function lead(): () => void {
  let close = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    close();
    clearTimeout(timer);
    const url = new URL(address("api/events"));
    url.searchParams.set("lastEventId", lastId === null ? NO_EVENT : String(lastId));
    close = openStream(url.href, {
      opened: () => {
        failures = 0;
        lastEventAt.value = Date.now();
        become("open");
      },
      heard: hearStream,
      ended: (failure) => {
        const wait = hearEnd(failure) ?? RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
        failures += 1;
        if (isWanted) timer = setTimeout(open, wait);
      },
    });
  };
  reopen = open;
  open();
  return () => {
    reopen = null;
    clearTimeout(timer);
    close();
  };
}

/** Says why there is no stream, and how long to wait where that is not as usual. */
function hearEnd(failure: ApiFailure): number | undefined {
  if (failure.status === 401) {
    tell({ type: "over" });
    needsToken.value = true;
    return undefined;
  }
  // What has no reason is not from the service, but from a proxy in front of one that is not there.
  if (failure.status === 0 || failure.detail === "") {
    become("lost");
    return undefined;
  }
  refusal.value = failure.message;
  become("refused");
  return REFUSED_RETRY_MS;
}

function hearStream({ id, kind, data }: StreamEvent): void {
  const number = Number(id);
  lastEventAt.value = Date.now();
  if (kind === "reset") {
    tell({ type: "reset", id: number });
    startAt(number);
  } else {
    const after = lastId ?? number;
    tell({ type: "event", id: number, after, kind, data });
    take(number, after, kind, data);
  }
}

function hearOther(told: Told): void {
  switch (told.type) {
    case "event":
      lastEventAt.value = Date.now();
      take(told.id, told.after, told.kind, told.data);
      break;
    case "reset":
      startAt(told.id);
      break;
    case "state":
      // Whoever has the stream knows best.
      if (reopen) break;
      refusal.value = told.reason;
      connection.value = told.state;
      if (told.lastId !== null) startAt(told.lastId);
      break;
    case "hello":
      if (reopen) tellState();
      break;
    case "reconnect":
      if (connection.value !== "open") reopen?.();
      break;
    case "over":
      needsToken.value = true;
      break;
  }
}

/** Takes an event that came after another one; of two streams each event counts one time. */
function take(id: number, after: number, kind: string, data: string): void {
  if (lastId !== null && id <= lastId) return;
  const isGap = lastId !== null && after > lastId;
  lastId = id;
  publish(isGap ? "reset" : { kind: kind as EventKind, data: JSON.parse(data) as LiveEvent["data"] });
}

/** Goes on from here; what came before is unknown, unless it is known to be the same. */
function startAt(id: number): void {
  const isKnown = lastId === null ? Date.now() - startedAt < START_MS : lastId === id;
  lastId = id;
  if (!isKnown) publish("reset");
}

function become(state: Connection): void {
  connection.value = state;
  tellState();
}

function tellState(): void {
  tell({ type: "state", state: connection.value, reason: refusal.value, lastId });
}

function tell(told: Told): void {
  channel?.postMessage(told);
}

function publish(event: LiveEvent | "reset"): void {
  for (const listener of [...listeners]) listener(event);
}

function readAgain(): void {
  if (isVisible() && connection.value === "refused") publish("reset");
}

// Without the stream a change of our own would not be seen either.
changes.subscribe((change) => {
  if (change !== null && connection.peek() !== "open") publish(eventOf(change) ?? "reset");
});

/** The event of a saved text: with one each few seconds not everything can be read again. */
function eventOf({ method, url, value }: Change): LiveEvent | undefined {
  const isText = method === "PUT" && /\/documents\/[^/]+$/.test(new URL(url).pathname);
  if (!isText || typeof value !== "object" || value === null) return undefined;
  const { content: _, ...data } = value as LiveEvent["data"];
  return { kind: "document", data };
}
