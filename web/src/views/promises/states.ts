// The states of a promise and the ways between them, as docs/api.md lists them.

import type { PlotPromise } from "../../api/types";

export type State = PlotPromise["status"];

/** In the order of the board. */
export const STATES: State[] = [
  "planned", "made", "progressing", "partially_fulfilled", "fulfilled", "deferred", "broken", "abandoned",
];

const TRANSITIONS: Record<State, State[]> = {
  planned: ["made", "deferred", "broken", "abandoned"],
  made: ["progressing", "partially_fulfilled", "fulfilled", "deferred", "broken", "abandoned"],
  progressing: ["partially_fulfilled", "fulfilled", "deferred", "broken", "abandoned"],
  partially_fulfilled: ["progressing", "fulfilled", "deferred", "broken", "abandoned"],
  deferred: ["made", "progressing", "broken", "abandoned"],
  fulfilled: ["progressing"],
  broken: ["progressing"],
  abandoned: ["progressing"],
};

/** The states that may follow, in the order of the board. */
export function following(state: State): State[] {
  return STATES.filter((one) => TRANSITIONS[state].includes(one));
}

/** The shortest way between two states, without the first; null where there is none. Nothing is abandoned on the
 * way, since that needs a reason. */
export function wayBetween(from: State, to: State): State[] | null {
  const ways: State[][] = [[from]];
  const seen = new Set<State>([from]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    const last = way[way.length - 1] ?? from;
    if (last === to) return way.slice(1);
    for (const next of TRANSITIONS[last]) {
      if (seen.has(next) || (next === "abandoned" && to !== "abandoned")) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** Whether readers still wait for it. */
export function isOpen(state: State): boolean {
  return !["fulfilled", "broken", "abandoned"].includes(state);
}
