// The projects in the trash, each until it is deleted for good.

import { projects as calls } from "../../api/projects";
import { useCached } from "../../live/cache";
import { mayWrite } from "../../state/session";
import { day } from "../../state/time";
import { texts } from "../../texts";
import { projects as t } from "../../texts/projects";
import { icons } from "../../ui/icons";
import { Await, Empty } from "../../ui/states";
import { restore } from "./actions";

export function Trash() {
  const found = useCached(
    "projects/trash",
    (signal) => calls.trashed({ signal }),
    (event) => event.kind === "project",
  );
  return (
    <Await of={found}>
      {(trashed) =>
        trashed.length === 0 ? (
          <Empty title={t.empty.trash.title} text={t.empty.trash.text} />
        ) : (
          <ul class="projects">
            {trashed.map((project) => (
              <li key={project.id} class="project">
                <span class="project-spine" />
                <div class="project-text">
                  <h2 class="project-name">
                    <bdi>{project.name || texts.untitled}</bdi>
                  </h2>
                  <p class="meta">{t.until(day(project.purgedAt))}</p>
                </div>
                <div class="project-controls">
                  {mayWrite() && (
                    <button type="button" class="button is-small" onClick={() => void restore(project)}>
                      <icons.restore />
                      {t.restore}
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Await>
  );
}
