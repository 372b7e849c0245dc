// The focus of a row of fields that a button adds: it is there before the next key, which otherwise is lost.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What to call beside adding a row: its first field gets the focus as soon as there is one row more. */
export function useNewRow(rows: RefObject<HTMLElement | null>, count: number): () => void {
  const isAdded = useRef(false);
  useLayoutEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const all = rows.current?.querySelectorAll<HTMLElement>(".field-row");
    all?.[count - 1]?.querySelector("input")?.focus();
  }, [rows, count]);
  return () => {
    isAdded.current = true;
  };
}
