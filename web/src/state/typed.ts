// What was typed into a form and is not saved, kept in this browser until it is saved or discarded. It is of one user
// and of one window: another window takes it over when that one is closed.

import { useRef, useState } from "preact/hooks";
import { session } from "./session";
import { knowsWindows, openWindows, storedKeys, windowId } from "./windows";

/** The most forms that are kept; the oldest goes first. */
const KEPT_MAX = 50;

const PREFIX = "scriptorium.typed/";

/** The windows that are open; undefined while that is not known. */
let known: Set<string> | undefined = knowsWindows ? undefined : new Set();

async function findWindows(): Promise<void> {
  if (knowsWindows) known = await openWindows();
}

void findWindows();
// Another window was opened, typed something or was closed since this one was looked at. Of what it types only the
// first letter of a form can be that of a window that is not known yet.
window.addEventListener("focus", () => void findWindows());
window.addEventListener("storage", ({ key, oldValue }) => {
  if (key === null || (key.startsWith(PREFIX) && oldValue === null)) void findWindows();
});

interface Kept {
  at: number;
  value: unknown;
}

/** A form whose fields are kept as they are typed. */
export interface Typed<T> {
  value: T;
  /** Whether it differs from what was there when the form was opened. */
  isChanged: boolean;
  /** Whether it was typed before, and not saved. */
  isFound: boolean;
  set: (value: T) => void;
  /** Begins with a value that nobody has typed. */
  start: (value: T) => void;
  /** Throws away what is kept, as after saving. */
  forget: () => void;
  /** Throws away what was sent and shows another value, unless more was typed since. */
  clear: (sent: T, next: T) => void;
}

/** The fields of a form of this name, as they were last typed, or as they are. */
export function useTyped<T>(name: string, initial: T): Typed<T> {
  const [state, setState] = useState(() => {
    const kept = take(name);
    return { value: kept === undefined ? initial : (kept as T), isFound: kept !== undefined, isChanged: kept !== undefined };
  });
  const latest = useRef(state.value);
  latest.current = state.value;
  const forget = () => {
    remove(keyOf(name));
    setState((before) => ({ ...before, isFound: false, isChanged: false }));
  };
  const start = (value: T) => {
    latest.current = value;
    setState((before) => ({ ...before, value }));
  };
  return {
    ...state,
    set: (value) => {
      start(value);
      setState((before) => ({ ...before, isChanged: true }));
      write(keyOf(name), { at: Date.now(), value });
    },
    start,
    forget,
    clear: (sent, next) => {
      if (latest.current !== sent) return;
      start(next);
      forget();
    },
  };
}

/** Whether something is kept of a form of this name, in any window. */
export function hasTyped(name: string): boolean {
  return storedKeys(formOf(name)).length > 0;
}

/** What the keys of a form begin with, of this user and in any window. */
function formOf(name: string): string {
  return `${PREFIX}${encodeURIComponent(session.peek()?.user ?? "")}/${encodeURIComponent(name)}/`;
}

function keyOf(name: string): string {
  return formOf(name) + windowId;
}

/** What was typed into a form here; else what was typed into it last in a window that is closed, which becomes this
 * window's. */
function take(name: string): unknown {
  const own = keyOf(name);
  const here = read(own);
  if (here) return here.value;
  const form = formOf(name);
  const left = storedKeys(form).filter((key) => known?.has(key.slice(form.length)) === false);
  const [last] = left.toSorted((one, other) => ageOf(other) - ageOf(one));
  const found = last === undefined ? undefined : read(last);
  if (last !== undefined && found && write(own, found)) remove(last);
  return found?.value;
}

function read(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, kept: Kept): boolean {
  try {
    const isNew = localStorage.getItem(key) === null;
    localStorage.setItem(key, JSON.stringify(kept));
    if (isNew) tidy();
    return true;
  } catch {
    // A browser may forbid it, or have no room: the form still has what was typed.
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

function ageOf(key: string): number {
  return read(key)?.at ?? 0;
}

function tidy(): void {
  const found = storedKeys(PREFIX);
  if (found.length <= KEPT_MAX) return;
  for (const key of found.toSorted((one, other) => ageOf(one) - ageOf(other)).slice(0, -KEPT_MAX)) remove(key);
}
