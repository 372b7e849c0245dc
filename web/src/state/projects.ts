// The projects, for views of the whole studio that let somebody choose one, and the one that a view is of.

import { projects as calls } from "../api/projects";
import type { ProjectItem } from "../api/types";
import { type Cached, cached, useCached } from "../live/cache";

/** All projects but those in the trash, kept up to date while the component is there. */
export function useProjects(): Cached<ProjectItem[]> {
  return useCached(
    "projects",
    (signal) => calls.list({ signal }),
    (event) => event.kind === "project",
  );
}

/** A project with its settings. */
export function projectOf(projectId: string): Cached<ProjectItem> {
  return cached(
    `project/${projectId}`,
    async (signal) => (await calls.get(projectId, { signal })).value,
    (event) => event.kind === "project" && event.data.id === projectId,
  );
}
