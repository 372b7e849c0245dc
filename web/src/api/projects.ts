// Requests about projects.

import { ask, askTagged, type SendOptions, type Tagged } from "./client";
import { all } from "./pages";
import type { ProjectCreateRequest, ProjectItem, ProjectUpdateRequest, TrashedProject } from "./types";

export const projects = {
  list: (options?: SendOptions): Promise<ProjectItem[]> =>
    all(
      (query) => ask("GET /api/projects", { query }, options),
      (page) => page.projects,
      options,
    ),

  create: (body: ProjectCreateRequest, options?: SendOptions): Promise<ProjectItem> =>
    ask("POST /api/projects", { body }, options),

  get: (id: string, options?: SendOptions): Promise<Tagged<ProjectItem>> =>
    askTagged("GET /api/projects/{project_id}", { path: { project_id: id } }, options),

  update: (
    id: string,
    body: ProjectUpdateRequest,
    options?: SendOptions,
  ): Promise<Tagged<ProjectItem>> =>
    askTagged("PUT /api/projects/{project_id}", { path: { project_id: id }, body }, options),

  /** The project that is open; null where none is. */
  active: async (options?: SendOptions): Promise<ProjectItem | null> => {
    try {
      return await ask("GET /api/projects/active", {}, options);
    } catch (thrown) {
      if ((thrown as { status?: number }).status === 404) return null;
      throw thrown;
    }
  },

  activate: (id: string): Promise<ProjectItem> =>
    ask("POST /api/projects/{project_id}/activate", { path: { project_id: id } }),

  setStatus: (id: string, status: ProjectItem["status"]): Promise<ProjectItem> =>
    ask("POST /api/projects/{project_id}/status", { path: { project_id: id }, body: { status } }),

  trash: (id: string): Promise<undefined> =>
    ask("DELETE /api/projects/{project_id}", { path: { project_id: id } }),

  restore: (id: string): Promise<ProjectItem> =>
    ask("POST /api/projects/{project_id}/restore", { path: { project_id: id } }),

  trashed: (options?: SendOptions): Promise<TrashedProject[]> =>
    all(
      (query) => ask("GET /api/trash", { query }, options),
      (page) => page.trashedProjects,
      options,
    ),
};
