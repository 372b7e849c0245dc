// What the view reads: promises, the outline that says where they are made, plotlines, and what was found in texts.

import { findings as findingCalls } from "../../api/findings";
import { nodes as nodeCalls } from "../../api/nodes";
import { promises as promiseCalls } from "../../api/promises";
import { plotlines as plotlineCalls, timelines as timelineCalls } from "../../api/timelines";
import type { Finding, PlotNode, PlotPromise, TimelinePlotline } from "../../api/types";
import { cached, type Cached } from "../../live/cache";
import { texts } from "../../texts";

export const nameOf = (promise: Pick<PlotPromise, "title">): string => promise.title || texts.untitled;

export function promisesOf(projectId: string): Cached<PlotPromise[]> {
  return cached(
    `story/promises/${projectId}`,
    (signal) => promiseCalls.list(projectId, { signal }),
    // A promise changes without an event when what it is linked to is renamed or deleted.
    ({ kind, data }) =>
      (["promise", "node"].includes(kind) && data.projectId === projectId) || kind === "plotline",
  );
}

export function nodesOf(projectId: string): Cached<PlotNode[]> {
  return cached(
    `story/nodes/${projectId}`,
    (signal) => nodeCalls.list(projectId, { signal }),
    ({ kind, data }) => kind === "node" && data.projectId === projectId,
  );
}

/** The plotlines of all timelines of the project. */
export function projectPlotlines(projectId: string): Cached<TimelinePlotline[]> {
  return cached(
    `story/project-plotlines/${projectId}`,
    async (signal) => {
      const all: TimelinePlotline[] = [];
      for (const { id } of (await timelineCalls.list(projectId, { signal })).toReversed()) {
        all.push(...(await plotlineCalls.list(id, { signal })));
      }
      return all;
    },
    ({ kind, data }) => kind === "plotline" || (kind === "timeline" && data.projectId === projectId),
  );
}

/** Open findings that offer promises. */
export function offersOf(projectId: string): Cached<Finding[]> {
  return cached(
    `story/offers/${projectId}`,
    async (signal) => {
      const filter = { check: "wording", state: "open", severity: "info" } as const;
      const found = await findingCalls.list(projectId, filter, { signal });
      return found.filter(({ rule }) => rule === "possible_promise");
    },
    ({ kind, data }) => kind === "finding" && data.projectId === projectId,
  );
}
