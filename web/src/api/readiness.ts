// Requests about how far a project is from being published.

import { ask, type SendOptions } from "./client";
import type { Readiness } from "./types";

export const readiness = {
  get: (projectId: string, options?: SendOptions): Promise<Readiness> =>
    ask("GET /api/projects/{project_id}/readiness", { path: { project_id: projectId } }, options),
};
