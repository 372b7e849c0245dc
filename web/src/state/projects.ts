// The projects by name, for views of the whole studio that let somebody choose one.

import { projects as calls } from "../api/projects";
import type { ProjectItem } from "../api/types";
import { type Cached, useCached } from "../live/cache";

/** All projects but those in the trash, kept up to date while the component is there. */
export function useProjects(): Cached<ProjectItem[]> {
  return useCached(
    "projects",
    (signal) => calls.list({ signal }),
    (event) => event.kind === "project",
  );
}
