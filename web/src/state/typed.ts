// What was typed into a form and is not saved, kept in this browser until it is saved or discarded.

import { useState } from "preact/hooks";

/** The most forms that are kept; the oldest goes first. */
const KEPT_MAX = 50;

const PREFIX = "scriptorium.typed.";

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
}

/** The fields of a form of this name, as they were last typed, or as they are. */
export function useTyped<T>(name: string, initial: T): Typed<T> {
  const [state, setState] = useState(() => {
    const kept = read(name);
    return { value: kept === undefined ? initial : (kept as T), isFound: kept !== undefined, isChanged: kept !== undefined };
  });
  return {
    ...state,
    set: (value) => {
      setState((before) => ({ ...before, value, isChanged: true }));
      write(name, value);
    },
    start: (value) => setState((before) => ({ ...before, value })),
    forget: () => {
      remove(name);
      setState((before) => ({ ...before, isFound: false, isChanged: false }));
    },
  };
}

/** Whether something is kept of a form of this name. */
export function hasTyped(name: string): boolean {
  return read(name) !== undefined;
}

function read(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as Kept).value;
  } catch {
    return undefined;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), value } satisfies Kept));
    tidy();
  } catch {
    // A browser may forbid it, or have no room: the form still has what was typed.
  }
}

function remove(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}

function tidy(): void {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (names.length <= KEPT_MAX) return;
  const age = (name: string) => (JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<Kept>).at ?? 0;
  const oldest = names.toSorted((one, other) => age(one) - age(other)).slice(0, names.length - KEPT_MAX);
  for (const name of oldest) localStorage.removeItem(name);
}
