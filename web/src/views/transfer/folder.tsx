// The folder of Markdown that is kept in step with a project, and what keeps it from that.

import { folders } from "../../api/folders";
import { useCached } from "../../live/cache";
import { ago } from "../../state/time";
import { transfer as t } from "../../texts/transfer";
import { Await, Code } from "../../ui/states";

export function Folder({ projectId }: { projectId: string }) {
  const found = useCached(
    `folder/${projectId}`,
    (signal) => folders.get(projectId, { signal }),
    (event) => event.kind === "folder" && event.data.projectId === projectId,
  );
  return (
    <>
      <p class="transfer-intro">{t.folder.text}</p>
      <Await of={found}>
        {(folder) => (
          <section class="transfer-part">
            <div role="status">
              <h2>{t.folder.states[folder.state]}</h2>
            </div>
            {folder.reason !== null && folder.state !== "no_root" && (
              <p>
                <bdi>{folder.reason}</bdi>
              </p>
            )}
            {folder.state === "no_root" ? (
              <>
                <p>{t.folder.howTo}</p>
                <Code text={t.folder.toml} />
              </>
            ) : (
              <p class="meta">{folder.syncedAt === null ? t.folder.neverSynced : t.folder.synced(ago(folder.syncedAt))}</p>
            )}
            {folder.path !== null && <Code text={folder.path} />}
            {folder.conflicts.length > 0 && (
              <>
                <h3>{t.folder.conflicts}</h3>
                <p>{t.folder.conflictsText}</p>
                <ul class="skipped-list">
                  {folder.conflicts.map((path) => (
                    <li key={path}>
                      <code dir="auto">{path}</code>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {folder.problems.length > 0 && (
              <>
                <h3>{t.folder.problems}</h3>
                <ul class="skipped-list">
                  {folder.problems.map(({ path, reason }) => (
                    <li key={path}>
                      <code dir="auto">{path}</code>{" "}
                      <span class="meta">
                        <bdi>{reason}</bdi>
                      </span>
                    </li>
                  ))}
                </ul>
                {folder.problems.length >= PROBLEMS_MAX && <p class="meta">{t.folder.problemsMax}</p>}
              </>
            )}
          </section>
        )}
      </Await>
    </>
  );
}

/** The most problems that the service lists. */
const PROBLEMS_MAX = 100;
