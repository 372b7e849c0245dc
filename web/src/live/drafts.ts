// What models write, as it comes. Each text has a stream of its own and a browser opens few of them, so all
// pages of a browser share some places for streams. Whoever gets none asks for the text every few seconds.

import { hasLocks, isVisible } from "./leading";
import { openStream } from "./stream";

/** How many such streams a browser has at the most. */
const PLACES = 2;

/** How often a text is asked for, or a place is tried, in milliseconds. */
const ASK_MS = 2_000;

interface DraftHearer {
  /** Takes an event of the stream; whether it is the last one. */
  heard: (kind: string, data: unknown) => boolean;
  /** Reads what is written so far; whether nothing more comes. */
  read: (signal: AbortSignal) => Promise<boolean>;
}

/** Follows a text until its end, or until the returned function is called. */
export function followDraft(url: string, hearer: DraftHearer): () => void {
  const ending = new AbortController();
  void follow(url, hearer, ending.signal);
  return () => ending.abort();
}

async function follow(url: string, { heard, read }: DraftHearer, signal: AbortSignal): Promise<void> {
  let isOver = false;
  while (!isOver && !signal.aborted) {
    if (isVisible()) {
      const hadPlace = await inPlace(async () => {
        isOver = await streamed(url, heard, signal);
      });
      if (!hadPlace && !signal.aborted) isOver = await read(signal).catch(() => false);
    }
    if (!isOver && !signal.aborted) await pause(signal);
  }
}

/** Does something in one of the places; false where all are taken. */
async function inPlace(work: () => Promise<void>): Promise<boolean> {
  if (!hasLocks()) return false;
  for (let place = 0; place < PLACES; place += 1) {
    const name = `scriptorium.draft ${place}`;
    const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
      return lock !== null;
    });
    if (isFree) return true;
  }
  return false;
}

/** Hears a stream while the page is seen; whether it came to its end. */
function streamed(url: string, heard: DraftHearer["heard"], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const end = (isOver: boolean) => {
      close();
      signal.removeEventListener("abort", onEnd);
      document.removeEventListener("visibilitychange", onVisibility);
      resolve(isOver);
    };
    const onEnd = () => end(false);
    const onVisibility = () => {
      if (!isVisible()) end(false);
    };
    signal.addEventListener("abort", onEnd);
    document.addEventListener("visibilitychange", onVisibility);
    const close = openStream(url, {
      heard: ({ kind, data }) => {
        if (kind !== "reset" && heard(kind, JSON.parse(data))) end(true);
      },
      ended: onEnd,
    });
  });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      document.removeEventListener("visibilitychange", end);
      resolve();
    };
    const timer = setTimeout(end, ASK_MS);
    signal.addEventListener("abort", end);
    document.addEventListener("visibilitychange", end);
  });
}
