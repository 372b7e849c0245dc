// Requests about the names that the texts of a project have.

import { ask, type SendOptions } from "./client";
import type { Name, NamesPage } from "./types";

export const names = {
  /** A page of the names, the most often named first. */
  page: (
    projectId: string,
    query: { kind?: Name["kind"]; limit?: number; cursor?: string },
    options?: SendOptions,
  ): Promise<NamesPage> =>
    ask("GET /api/projects/{project_id}/names", { path: { project_id: projectId }, query }, options),
};
