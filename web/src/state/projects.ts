// The projects, for views of the whole studio that let somebody choose one, and the one that a view is of.

import { effect, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { projects as calls } from "../api/projects";
import type { ProjectItem } from "../api/types";
import { type Cached, cached } from "../live/cache";
import { route } from "../router";
import * as session from "./session";

/** All projects but those in the trash. */
export function allProjects(): Cached<ProjectItem[]> {
  return cached(
    "projects",
    (signal) => calls.list({ signal }),
    (event) => event.kind === "project",
  );
}

/** The same, kept up to date while the component is there. */
export function useProjects(): Cached<ProjectItem[]> {
  const all = allProjects();
  useEffect(() => all.watch(), [all]);
  return all;
}

/** A project with its settings. */
export function projectOf(projectId: string): Cached<ProjectItem> {
  return cached(
    `project/${projectId}`,
    async (signal) => (await calls.get(projectId, { signal })).value,
    (event) => event.kind === "project" && event.data.id === projectId,
  );
}

// Whatever is shown of a project has to know whether it is archived.
effect(() => {
  const { projectId } = route.value;
  if (session.session.value === undefined || projectId === null) return undefined;
  return untracked(() => projectOf(projectId).watch());
});

/** Whether anything may be changed in a project, where none is named in that to which the address leads: by this
 * session, and where it is not archived. */
export function mayWrite(projectId: string | null = route.value.projectId): boolean {
  if (projectId !== null && projectOf(projectId).value.value?.status === "archived") return false;
  return session.mayWrite();
}
