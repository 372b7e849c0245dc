// Values that change without an event, such as loads and the state of the service.

import { useEffect } from "preact/hooks";
import { now, TICK_MS } from "../state/time";
import type { Cached } from "./cache";

/** Reads a value again each time the clock of the page moves on, while somebody looks at it. */
export function useTicking(...values: Cached<unknown>[]): void {
  useEffect(() => {
    // What was read when somebody looked the last time may be old by now.
    for (const value of values) if (Date.now() - value.readAt > TICK_MS) void value.reload();
    const before = now.peek();
    return now.subscribe((time) => {
      if (time !== before) for (const value of values) void value.reload();
    });
  }, values);
}
