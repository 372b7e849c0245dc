// Short notices about what was done, with a way to undo it. They stay long enough to be read, and as long
// as the pointer or the focus is on them; what failed stays until somebody has seen it. The latest undo is also a
// command.

import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { newKey } from "../api/client";
import { type ApiFailure, failureOf } from "../api/failure";
import { texts } from "../texts";
import { focusOn } from "./focus";
import { icons } from "./icons";

/** For how long a notice stays, in milliseconds. */
const SHOWN_MS = 8_000;

/** For how long one stays that has the only copy of something, in milliseconds. */
const KEPT_MS = 120_000;

/** The most notices at once; the oldest goes first. */
const SHOWN_MAX = 4;

/** Undoes what was done. It may be tried again after it failed half-way: `key` gives the same keys of requests each
 * time, so that what was made before is not made twice. */
export type Undo = (key: () => string) => Promise<unknown>;

interface Notice {
  id: number;
  text: string;
  failure: ApiFailure | null;
  undo: Undo | null;
  /** Whether it has the only copy of what was deleted: others do not take its place. */
  isOnlyCopy: boolean;
  isUndoing: boolean;
  /** What the keys of its requests begin with. */
  key: string;
}

const notices = signal<Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;

/** Says what was done, and how to undo it. */
export function notify(text: string, undo: Undo | null = null, isOnlyCopy = false): void {
  add(text, null, undo, isOnlyCopy);
}

/** Says that something failed. */
export function notifyFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  add(failure.message, failure, null, false);
}

/** Does something and says that it was done. Throws where it failed: whoever asks for it says so. */
export async function perform<T>(
  work: () => Promise<T>,
  said?: (result: T) => string,
  undo?: (result: T, key: () => string) => Promise<unknown>,
  isOnlyCopy = false,
): Promise<T> {
  const result = await work();
  if (said) notify(said(result), undo ? (key) => undo(result, key) : null, isOnlyCopy);
  return result;
}

/** Does something and says how it went. */
export async function attempt<T>(...work: Parameters<typeof perform<T>>): Promise<T | undefined> {
  try {
    return await perform(...work);
  } catch (thrown) {
    notifyFailure(thrown);
    return undefined;
  }
}

/** The latest notice that can be undone. */
export const undoable = computed(() => notices.value.findLast((one) => one.undo !== null && !one.isUndoing));

/** Undoes what the notice is about. Where that fails the notice stays, so that it can be tried again. */
export async function undo({ id, text, undo: work, key }: Notice): Promise<void> {
  pause(id);
  change(id, { isUndoing: true });
  let sent = 0;
  try {
    await work?.(() => `${key}-${(sent += 1)}`);
    dismiss(id);
    notify(texts.undo.undone(text));
  } catch (thrown) {
    change(id, { isUndoing: false, failure: failureOf(thrown) });
    resume(id);
  }
}

function add(text: string, failure: ApiFailure | null, undo: Undo | null, isOnlyCopy: boolean): void {
  count += 1;
  const id = count;
  const all = [...notices.value, { id, text, failure, undo, isOnlyCopy, isUndoing: false, key: newKey() }];
  const oldest = all.find((one) => !one.isOnlyCopy && !one.isUndoing && one.id !== id);
  notices.value = all.length > SHOWN_MAX ? all.filter((one) => one !== oldest) : all;
  resume(id);
}

function change(id: number, part: Partial<Notice>): void {
  notices.value = notices.value.map((one) => (one.id === id ? { ...one, ...part } : one));
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
  const notice = notices.value.find((one) => one.id === id);
  if (!notice || notice.failure || notice.isUndoing) return;
  timers.set(id, setTimeout(() => dismiss(id), notice.isOnlyCopy ? KEPT_MS : SHOWN_MS));
}

/** What had the focus before the notices. */
let before: Element | null = null;

/** Goes back there from a button that is gone in a moment, else to the view. */
function goBack(): void {
  focusOn(document.getElementById("content"));
  focusOn(before);
}

/** Keeps the style sheets informed of how much of the window's end the notices cover. */
function useCovered(): { current: HTMLElement | null } {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const found = section.current;
    if (!found) return;
    const observer = new ResizeObserver(() => {
      const height = found.offsetHeight;
      const covered = height > 0 ? `calc(${height}px + var(--space-4))` : "0px";
      document.documentElement.style.setProperty("--covered-by-notices", covered);
    });
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return section;
}

/** The notices, in the corner of the page. */
export function Notices() {
  return (
    <section ref={useCovered()} class="notices" aria-label={texts.notices} aria-live="polite">
      {notices.value.slice(-SHOWN_MAX).map((notice) => (
        <div
          key={notice.id}
          class={`notice${notice.failure ? " is-failure" : ""}`}
          onPointerEnter={() => pause(notice.id)}
          onPointerLeave={() => resume(notice.id)}
          onFocusCapture={({ currentTarget, relatedTarget }) => {
            pause(notice.id);
            if (!currentTarget.parentElement?.contains(relatedTarget as Node | null)) before = relatedTarget as Element | null;
          }}
          onBlurCapture={() => resume(notice.id)}
        >
          {notice.failure && <icons.warning />}
          <div class="notice-text">
            <p>{notice.text}</p>
            {notice.undo && notice.failure && <p>{texts.undo.failed(notice.failure.message)}</p>}
            {notice.failure?.requestId != null && <p class="meta">{texts.failure.request(notice.failure.requestId)}</p>}
          </div>
          {notice.undo !== null && (
            <button
              type="button"
              class="button is-small"
              disabled={notice.isUndoing}
              onClick={() => {
                goBack();
                void undo(notice);
              }}
            >
              {texts.actions.undo}
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={texts.actions.close}
            onClick={() => {
              goBack();
              dismiss(notice.id);
            }}
          >
            <icons.close />
          </button>
        </div>
      ))}
    </section>
  );
}
