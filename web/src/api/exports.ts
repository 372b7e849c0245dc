// Requests about exports.

import { ask, type SendOptions } from "./client";
import type { ProjectExport } from "./types";

export const exports = {
  /** A whole project as the files of a folder, with its earlier texts or without. */
  project: (projectId: string, revisions: boolean, options?: SendOptions): Promise<ProjectExport> =>
    ask(
      "GET /api/projects/{project_id}/export",
      { path: { project_id: projectId }, query: { revisions } },
      options,
    ),
};
