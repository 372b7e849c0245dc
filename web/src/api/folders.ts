// Requests about the folders of Markdown that are kept in step with projects.

import { ask, type SendOptions } from "./client";
import type { ProjectFolder } from "./types";

export const folders = {
  get: (projectId: string, options?: SendOptions): Promise<ProjectFolder> =>
    ask("GET /api/projects/{project_id}/folder", { path: { project_id: projectId } }, options),
};
