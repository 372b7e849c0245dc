// A stream of server-sent events. It is read by `fetch`, since an EventSource does not say why it was refused,
// nor whether a connection that brings nothing is still there.

import { ApiFailure } from "../api/failure";
import { detailOf } from "../api/client";

/** After how long without a byte a stream counts as lost, in milliseconds: the service sends one each 15 s. */
const SILENT_MAX_MS = 50_000;

/** An event as the service writes it. */
export interface StreamEvent {
  /** Empty where the event has none. */
  id: string;
  kind: string;
  data: string;
}

export interface StreamHearer {
  opened?: () => void;
  heard: (event: StreamEvent) => void;
  /** Told one time when the stream ends by itself; a failure without a status is a connection that broke. */
  ended: (failure: ApiFailure) => void;
}

/** Opens a stream; the returned function closes it. */
export function openStream(url: string, hearer: StreamHearer): () => void {
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    closing.abort();
  };
  const live = () => {
    clearTimeout(timer);
    timer = setTimeout(() => closing.abort(), SILENT_MAX_MS);
  };
  live();
  void read(url, closing.signal, live, {
    opened: () => !isClosed && hearer.opened?.(),
    heard: (event) => !isClosed && hearer.heard(event),
    ended: (failure) => {
      if (isClosed) return;
      close();
      hearer.ended(failure);
    },
  });
  return close;
}

async function read(url: string, signal: AbortSignal, live: () => void, hearer: StreamHearer): Promise<void> {
  let failure = new ApiFailure(0, "", null);
  try {
    const answer = await fetch(url, { signal, cache: "no-store", headers: { accept: "text/event-stream" } });
    if (!answer.ok || !answer.body) {
      const detail = detailOf(await answer.text(), "");
      failure = new ApiFailure(answer.status, detail, answer.headers.get("x-request-id"));
    } else {
      hearer.opened?.();
      const parse = parser(hearer.heard);
      const decoder = new TextDecoder();
      const reader = answer.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        live();
        parse(decoder.decode(piece.value, { stream: true }));
      }
    }
  } catch {
    // The connection broke, or it was closed here.
  }
  hearer.ended(failure);
}

/** Reads events from text that comes in pieces. */
export function parser(heard: (event: StreamEvent) => void): (text: string) => void {
  let rest = "";
  let event: StreamEvent = { id: "", kind: "message", data: "" };
  const line = (text: string) => {
    if (text === "") {
      if (event.data !== "") heard({ ...event, data: event.data.slice(0, -1) });
      event = { id: "", kind: "message", data: "" };
      return;
    }
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(text) ?? [];
    if (name === "id") event.id = value;
    else if (name === "event") event.kind = value;
    else if (name === "data") event.data += `${value}\n`;
  };
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const one of lines) line(one.endsWith("\r") ? one.slice(0, -1) : one);
  };
}
