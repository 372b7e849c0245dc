// Short notices about what was done, with a way to undo it. They stay long enough to be read, and as long
// as the pointer or the focus is on them; the latest undo is also a command.

import { computed, signal } from "@preact/signals";
import { failureOf } from "../api/failure";
import { texts } from "../texts";
import { icons } from "./icons";

/** For how long a notice stays, in milliseconds. */
const SHOWN_MS = 8_000;

/** The most notices at once; the oldest goes first. */
const SHOWN_MAX = 4;

interface Notice {
  id: number;
  text: string;
  isFailure: boolean;
  requestId: string | null;
  undo: (() => Promise<unknown>) | null;
}

const notices = signal<Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;

/** Says what was done, and how to undo it. */
export function notify(text: string, undo: (() => Promise<unknown>) | null = null): void {
  add({ text, undo, isFailure: false, requestId: null });
}

/** Says that something failed. */
export function notifyFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  add({ text: failure.message, undo: null, isFailure: true, requestId: failure.requestId });
}

/** Does something and says how it went. */
export async function attempt<T>(
  work: () => Promise<T>,
  said?: (result: T) => string,
  undo?: (result: T) => Promise<unknown>,
): Promise<T | undefined> {
  try {
    const result = await work();
    if (said) notify(said(result), undo ? () => undo(result) : null);
    return result;
  } catch (thrown) {
    notifyFailure(thrown);
    return undefined;
  }
}

/** The latest notice that can be undone. */
export const undoable = computed(() => notices.value.findLast((notice) => notice.undo !== null));

/** Undoes what the notice is about. */
export async function undo(notice: Notice): Promise<void> {
  dismiss(notice.id);
  await attempt(async () => notice.undo?.(), () => texts.undo.undone(notice.text));
}

function add(notice: Omit<Notice, "id">): void {
  count += 1;
  const id = count;
  notices.value = [...notices.value, { ...notice, id }].slice(-SHOWN_MAX);
  resume(id);
}

function dismiss(id: number): void {
  pause(id);
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

function pause(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function resume(id: number): void {
  pause(id);
  timers.set(id, setTimeout(() => dismiss(id), SHOWN_MS));
}

/** The notices, in the corner of the page. */
export function Notices() {
  return (
    <section class="notices" aria-label={texts.notices} aria-live="polite">
      {notices.value.map((notice) => (
        <div
          key={notice.id}
          class={`notice${notice.isFailure ? " is-failure" : ""}`}
          onPointerEnter={() => pause(notice.id)}
          onPointerLeave={() => resume(notice.id)}
          onFocusCapture={() => pause(notice.id)}
          onBlurCapture={() => resume(notice.id)}
        >
          {notice.isFailure && <icons.warning />}
          <div class="notice-text">
            <p>{notice.text}</p>
            {notice.requestId !== null && <p class="meta">{texts.failure.request(notice.requestId)}</p>}
          </div>
          {notice.undo !== null && (
            <button type="button" class="button is-small" onClick={() => void undo(notice)}>
              {texts.actions.undo}
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={texts.actions.close}
            onClick={() => dismiss(notice.id)}
          >
            <icons.close />
          </button>
        </div>
      ))}
    </section>
  );
}
