// What somebody has typed and not sent yet, kept in this browser so that no reload loses it.

import { useState } from "preact/hooks";

const PREFIX = "scriptorium.unsent.";

/** The longest text that is kept, in characters: a browser gives a page little room. */
const KEPT_MAX = 64 * 1024;

interface Unsent {
  text: string;
  /** Whether there was a text from before when this was opened. */
  wasKept: boolean;
  set: (text: string) => void;
}

/** The text of a form of this name. */
export function useUnsent(name: string): Unsent {
  const [kept] = useState(() => read(name));
  const [text, setText] = useState(kept);
  const set = (next: string) => {
    setText(next);
    write(name, next);
  };
  return { text, wasKept: kept !== "", set };
}

function read(name: string): string {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** A browser may forbid it, or have no room: the text is in the form all the same. */
function write(name: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text.slice(0, KEPT_MAX));
  } catch {
    return;
  }
}
