// Moves by keyboard. Every key is shown at once, and what several of them came to is sent when no other follows,
// so that a way of ten days is one change and one step to undo.

import { useEffect, useMemo } from "preact/hooks";
import type { TimelineEvent } from "../../api/types";
import { type Move, moved, moveEvent } from "./actions";
import type { Context } from "./context";

/** How long no key has to follow, in milliseconds. */
const WAIT_MS = 700;

class Nudges {
  #pending: { context: Context; before: TimelineEvent; move: Move } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a move that goes on from those before it, and answers the event as it is then. */
  add(context: Context, event: TimelineEvent, move: Move): TimelineEvent {
    if (this.#pending && this.#pending.before.id !== event.id) this.flush();
    const before = this.#pending?.before ?? event;
    const earlier = this.#pending?.move ?? {};
    const joined: Move = { ...earlier, ...move };
    if (earlier.lane && move.lane) joined.lane = { from: earlier.lane.from, to: move.lane.to };
    this.#pending = { context, before, move: joined };
    const shown = moved(context, before, joined);
    context.store.put(shown);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), WAIT_MS);
    return shown;
  }

  /** Sends what is shown. */
  flush(): void {
    clearTimeout(this.#timer);
    const pending = this.#pending;
    this.#pending = null;
    if (!pending) return;
    const { context, before, move } = pending;
    const isBack = (move.key ?? before.dateSortKey) === before.dateSortKey && move.lane?.from === move.lane?.to;
    if (isBack) context.store.put(before);
    else void moveEvent(context, before, move);
  }

  /** Takes back what was not sent yet; whether there was anything. */
  cancel(): boolean {
    clearTimeout(this.#timer);
    const pending = this.#pending;
    this.#pending = null;
    if (pending) pending.context.store.put(pending.before);
    return pending !== null;
  }
}

export type { Nudges };

/** The moves of a view; what was not sent is sent when the view goes away. */
export function useNudges(): Nudges {
  const nudges = useMemo(() => new Nudges(), []);
  useEffect(() => {
    const flush = () => nudges.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, []);
  return nudges;
}
