// Fields whose text is taken when nobody has typed for a moment, such as words that are looked for.

import { useEffect, useRef, useState } from "preact/hooks";

/** How long to wait for the next letter, in milliseconds. */
const PAUSE_MS = 350;

export interface Paused {
  /** What the field shows. */
  text: string;
  /** Shows what was typed, and takes it after a pause where it is enough. */
  type: (text: string, isEnough?: boolean) => void;
  /** Takes a text at once. */
  take: (text: string) => void;
}

/** A field of a value that is changed after a pause. A value that was changed elsewhere wins, unless it is only what
 * was typed here a moment ago. */
export function usePaused(value: string, change: (text: string) => void): Paused {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(change);
  latest.current = change;
  const taken = useRef(value);
  useEffect(() => {
    if (value !== taken.current) setText(value);
    taken.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = (now: string) => {
    clearTimeout(timer.current);
    taken.current = now;
    latest.current(now);
  };
  const type = (now: string, isEnough = true) => {
    setText(now);
    clearTimeout(timer.current);
    if (isEnough) timer.current = setTimeout(() => take(now), PAUSE_MS);
  };
  return { text, type, take };
}
