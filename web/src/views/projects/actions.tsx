// What can be done to projects, each with a notice and, where it is possible, a way to undo it.

import { projects as calls } from "../../api/calls";
import type { ProjectItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { activeProject, session } from "../../state/session";
import { texts } from "../../texts";
import { openDialog } from "../../ui/dialog";
import { attempt } from "../../ui/toast";
import { viewsOf } from "../../views";
import { ProjectForm } from "./form";

const t = texts.projects;

type Status = ProjectItem["status"];

/** A project, also one in the trash. */
type Named = Pick<ProjectItem, "id" | "name">;

const nameOf = (project: Named) => project.name || t.untitled;

/** Opens a project, and shows the first of its views. */
export async function open(project: Named): Promise<void> {
  const [first] = viewsOf("project");
  // A token of one project has that one open for good.
  if (session.value?.projectId == null) {
    const said = first ? undefined : () => t.opened(nameOf(project));
    const opened = await attempt(() => calls.activate(project.id), said);
    if (!opened) return;
    activeProject().set(opened);
  }
  if (first) go(projectAddress(project.id, first.name));
}

/** Asks for the name of a new project, and opens it. */
export function create(): void {
  openDialog((close) => <ProjectForm close={close} done={(project) => void open(project)} />);
}

/** Asks for another name and description. */
export function edit(project: ProjectItem): void {
  openDialog((close) => <ProjectForm close={close} project={project} />);
}

export async function setStatus(project: ProjectItem, status: Status): Promise<void> {
  await attempt(
    () => calls.setStatus(project.id, status),
    () => t.statusSet(nameOf(project), t.status[status]),
    () => calls.setStatus(project.id, project.status),
  );
}

export async function archive(project: ProjectItem): Promise<void> {
  await attempt(
    () => calls.setStatus(project.id, "archived"),
    () => t.archived(nameOf(project)),
    () => calls.setStatus(project.id, project.status),
  );
  void activeProject().reload();
}

export async function unarchive(project: ProjectItem): Promise<void> {
  await attempt(
    () => calls.restore(project.id),
    () => t.restored(nameOf(project)),
    () => calls.setStatus(project.id, "archived"),
  );
}

export async function moveToTrash(project: ProjectItem): Promise<void> {
  await attempt(
    () => calls.trash(project.id),
    () => t.trashed(nameOf(project)),
    async () => {
      const restored = await calls.restore(project.id);
      // What comes out of the trash is active.
      if (project.status !== restored.status) await calls.setStatus(project.id, project.status);
    },
  );
  void activeProject().reload();
}

export async function restore(project: Named): Promise<void> {
  await attempt(
    () => calls.restore(project.id),
    () => t.restored(nameOf(project)),
    () => calls.trash(project.id),
  );
}
