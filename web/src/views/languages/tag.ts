// The tag of a record as it was when a form was opened, on which the change of the form is based.

import { useRef } from "preact/hooks";

/** The tag of what `load` reads, read once and again after a conflict. */
export function useTag(load: (() => Promise<{ tag: string }>) | undefined) {
  const reading = useRef<Promise<string> | null>(null);
  return {
    read: (): Promise<string> => {
      if (!load) return Promise.resolve("");
      reading.current ??= load().then((found) => found.tag);
      // The form says so when it is sent.
      reading.current.catch(() => (reading.current = null));
      return reading.current;
    },
    /** The next attempt is based on what is there then: whoever sends it has been told. */
    readAgain: (): void => {
      reading.current = null;
    },
  };
}
