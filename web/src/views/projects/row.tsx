// A project in the list, with what can be done to it.

import type { ProjectItem } from "../../api/types";
import { mayWrite } from "../../state/session";
import { ago, exactly, number } from "../../state/time";
import { texts } from "../../texts";
import { projects as t } from "../../texts/projects";
import { icons } from "../../ui/icons";
import { Menu, type MenuItem } from "../../ui/menu";
import { archive, edit, moveToTrash, open, openSettings, setStatus, unarchive } from "./actions";

type Status = ProjectItem["status"];

/** Archiving is an action of its own. */
const STATUSES: Status[] = ["active", "paused", "completed"];

export function ProjectRow({ project, isOpen }: { project: ProjectItem; isOpen: boolean }) {
  const name = project.name || texts.untitled;
  const isArchived = project.status === "archived";
  return (
    <li class="project">
      <span class="project-spine" style={{ backgroundColor: project.settings.color ?? "" }} />
      <div class="project-text">
        <h2 class="project-name">
          {isArchived ? (
            <bdi>{name}</bdi>
          ) : (
            <button type="button" class="link" onClick={() => void open(project)}>
              <bdi>{name}</bdi>
            </button>
          )}
          {isOpen && <span class="badge">{t.isOpen}</span>}
        </h2>
        {project.description !== "" && (
          <p class="project-description">
            <bdi>{project.description}</bdi>
          </p>
        )}
        <Figures project={project} />
      </div>
      <div class="project-controls">
        {!isArchived && mayWrite() && (
          <select
            class="is-quiet"
            aria-label={t.statusLabel(name)}
            value={project.status}
            onChange={(event) => void setStatus(project, event.currentTarget.value as Status)}
          >
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {t.status[status]}
              </option>
            ))}
          </select>
        )}
        {mayWrite() && (
          <Menu label={texts.actions.more(name)} items={actions(project)}>
            <icons.more />
          </Menu>
        )}
      </div>
    </li>
  );
}

function Figures({ project }: { project: ProjectItem }) {
  const documents = project.intelligence.knowledgeBase.documents;
  const complete = project.analytics.completionRate;
  return (
    <p class="project-figures meta">
      <span dir="auto">{t.form.types[project.type] ?? project.type}</span>
      <span>{t.documents(number(documents), documents === 1)}</span>
      {complete > 0 && (
        <span class="project-complete">
          <span class="project-bar" aria-hidden="true">
            <span style={{ width: `${complete}%` }} />
          </span>
          {t.complete(number(complete))}
        </span>
      )}
      <span title={exactly(project.modifiedAt)}>{t.changed(ago(project.modifiedAt))}</span>
    </p>
  );
}

function actions(project: ProjectItem): MenuItem[] {
  const isArchived = project.status === "archived";
  return [
    ...(isArchived ? [] : [{ text: t.open, run: () => void open(project) }]),
    { text: t.edit, run: () => edit(project) },
    { text: texts.views.projectSettings, run: () => openSettings(project) },
    isArchived
      ? { text: t.unarchive, run: () => void unarchive(project) }
      : { text: t.archive, run: () => void archive(project) },
    { text: t.trash, run: () => void moveToTrash(project), isDangerous: true },
  ];
}
