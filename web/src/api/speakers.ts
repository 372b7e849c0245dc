// Requests about who speaks in the manuscript of a project.

import { ask, type SendOptions } from "./client";
import { all } from "./pages";
import type { Speaker } from "./types";

export const speakers = {
  /** Everybody who speaks, the most words first, and all speech whose speaker is not known. */
  list: (projectId: string, options?: SendOptions): Promise<Speaker[]> =>
    all(
      (query) =>
        ask("GET /api/projects/{project_id}/speakers", { path: { project_id: projectId }, query }, options),
      (page) => page.speakers,
      options,
    ),
};
