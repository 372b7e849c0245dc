// The one stream of events of the service. It goes on after the last event that came, so nothing is
// missed; who listens is told of each event, and of a gap that cannot be filled.

import { effect, signal } from "@preact/signals";
import { address, changes, lastAnswerAt } from "../api/client";

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

const KINDS: EventKind[] = [
  "project", "document", "lore", "finding", "quotation", "timeline", "timeline_event", "plotline",
  "promise", "proposal", "node", "language", "grammar_rule", "word", "agent", "swarm", "message",
  "notification", "fact", "folder", "tool_call",
];

/** A record that changed, as a list shows it. */
export interface LiveEvent {
  kind: EventKind;
  data: { id?: string; projectId?: string | null; deleted?: boolean } & Record<string, unknown>;
}

/** Whether the stream is open. */
export type Connection = "closed" | "connecting" | "open" | "lost";

/** The state of the stream. */
export const connection = signal<Connection>("closed");

/** When the stream last brought anything, or was opened, in milliseconds of Unix time. */
export const lastEventAt = signal(0);

/** How long to wait before a new stream is opened after one that ended, in milliseconds. */
const RETRY_MS = [500, 1_000, 2_000, 5_000];

/** For how long a page that nobody sees keeps its stream, in milliseconds: a browser opens few connections. */
const HIDDEN_MAX_MS = 60_000;

type Listener = (event: LiveEvent | "reset") => void;

const listeners = new Set<Listener>();
let source: EventSource | null = null;
let lastId = "";
let failures = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let isWanted = false;

/** Hears every event from now on; `reset` when events were missed and everything has to be read again. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream and keeps it open. */
export function start(): void {
  if (isWanted) return;
  isWanted = true;
  document.addEventListener("visibilitychange", followVisibility);
  window.addEventListener("online", reconnect);
  open();
}

/** Closes the stream for good, such as when the session has ended. */
export function stop(): void {
  isWanted = false;
  document.removeEventListener("visibilitychange", followVisibility);
  window.removeEventListener("online", reconnect);
  close();
  lastId = "";
  connection.value = "closed";
}

/** Tries again at once. */
export function reconnect(): void {
  if (!isWanted || connection.value === "open") return;
  close();
  open();
}

function open(): void {
  if (connection.value !== "lost") connection.value = "connecting";
  const url = new URL(address("api/events"));
  if (lastId !== "") url.searchParams.set("lastEventId", lastId);
  const opened = new EventSource(url);
  source = opened;
  opened.onopen = () => {
    failures = 0;
    lastEventAt.value = Date.now();
    connection.value = "open";
  };
  opened.onerror = () => {
    // A browser connects again by itself only after some failures, so all are treated alike here.
    if (source !== opened) return;
    close();
    connection.value = "lost";
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
    failures += 1;
    retryTimer = setTimeout(open, wait);
  };
  opened.addEventListener("reset", (event) => {
    lastId = event.lastEventId;
    publish("reset");
  });
  for (const kind of KINDS) {
    opened.addEventListener(kind, (event: MessageEvent<string>) => {
      lastId = event.lastEventId;
      lastEventAt.value = Date.now();
      publish({ kind, data: JSON.parse(event.data) as LiveEvent["data"] });
    });
  }
}

function close(): void {
  clearTimeout(retryTimer);
  source?.close();
  source = null;
}

function publish(event: LiveEvent | "reset"): void {
  for (const listener of [...listeners]) listener(event);
}

function followVisibility(): void {
  clearTimeout(hiddenTimer);
  if (document.visibilityState === "visible") {
    if (source === null) {
      clearTimeout(retryTimer);
      open();
    }
  } else {
    hiddenTimer = setTimeout(() => {
      // A stream that was never given a number begins anew, so what is cached may be old by then.
      if (lastId === "") publish("reset");
      close();
    }, HIDDEN_MAX_MS);
  }
}

/** When the service was last heard of, in milliseconds of Unix time. */
export function lastHeardAt(): number {
  return Math.max(lastEventAt.value, lastAnswerAt.value);
}

// A stream that was lost before it had a number cannot go on from one: what came between is unknown.
let wasLost = false;
effect(() => {
  const now = connection.value;
  if (now === "lost") wasLost = true;
  if (now === "open" && wasLost) {
    wasLost = false;
    if (lastId === "") publish("reset");
  }
});

// Without the stream a change of our own would not be seen either.
changes.subscribe((count) => {
  if (count > 0 && connection.peek() !== "open") publish("reset");
});
