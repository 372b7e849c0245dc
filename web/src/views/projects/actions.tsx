// What can be done to projects, each with a notice and, where it is possible, a way to undo it.

import { projects as calls } from "../../api/projects";
import type { ProjectItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { activeProject, mayWrite, session } from "../../state/session";
import { texts } from "../../texts";
import { projects as t } from "../../texts/projects";
import { openDialog } from "../../ui/dialog";
import { attempt } from "../../ui/toast";
import { viewsOf } from "../../views";
import { ProjectForm } from "./form";

type Status = ProjectItem["status"];

/** A project, also one in the trash. */
type Named = Pick<ProjectItem, "id" | "name">;

const nameOf = (project: Named) => project.name || texts.untitled;

/** Opens a project, and shows the first of its views. */
export async function open(project: Named): Promise<void> {
  const [first] = viewsOf("project");
  // Which one is open is kept for the user; a token of one project has that one open for good.
  if (session.value?.projectId == null && mayWrite()) {
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

/** Goes to everything that can be set of a project. */
export function openSettings(project: Named): void {
  go(projectAddress(project.id, "settings"));
}

/** Asks for another name and description. */
export function edit(project: ProjectItem): void {
  openDialog((close) => <ProjectForm close={close} project={project} />);
}

export async function setStatus(project: ProjectItem, status: Status): Promise<void> {
  await attempt(
    () => changed(project, () => calls.setStatus(project.id, status)),
    () => t.statusSet(nameOf(project), t.status[status]),
    (before) => calls.setStatus(project.id, before),
  );
}

export async function archive(project: ProjectItem): Promise<void> {
  await attempt(
    () => changed(project, () => calls.setStatus(project.id, "archived")),
    () => t.archived(nameOf(project)),
    (before) => calls.setStatus(project.id, before),
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
    () => changed(project, () => calls.trash(project.id)),
    () => t.trashed(nameOf(project)),
    async (before) => {
      const restored = await calls.restore(project.id);
      // What comes out of the trash is active.
      if (before !== restored.status) await calls.setStatus(project.id, before);
    },
  );
  void activeProject().reload();
}

/** Changes a project, and answers the status that it had before: the list may be older than that. */
async function changed(project: Named, change: () => Promise<unknown>): Promise<Status> {
  const { status } = (await calls.get(project.id)).value;
  await change();
  return status;
}

export async function restore(project: Named): Promise<void> {
  await attempt(
    () => calls.restore(project.id),
    () => t.restored(nameOf(project)),
    () => calls.trash(project.id),
  );
}
