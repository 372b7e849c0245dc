// The documents of a project that are in the trash, each until it is deleted for good.

import { documents as calls } from "../../api/documents";
import type { TrashedDocument } from "../../api/types";
import { useCached } from "../../live/cache";
import { studioAddress } from "../../router";
import { mayWrite } from "../../state/session";
import { ago, day, exactly, number } from "../../state/time";
import { texts } from "../../texts";
import { transfer as t } from "../../texts/transfer";
import { icons } from "../../ui/icons";
import { Await, Empty } from "../../ui/states";
import { attempt } from "../../ui/toast";

export function Trash({ projectId }: { projectId: string }) {
  const found = useCached(
    `trash/${projectId}`,
    (signal) => calls.trashed(projectId, { signal }),
    (event) => event.kind === "document" && event.data.projectId === projectId,
  );
  return (
    <>
      <p class="transfer-intro">
        {t.trash.text} <a href={`${studioAddress("projects")}?list=trash`}>{t.trash.projects}</a>
      </p>
      <Await of={found}>
        {(trashed) =>
          trashed.length === 0 ? (
            <Empty title={t.trash.empty.title} text={t.trash.empty.text} />
          ) : (
            <ul>
              {trashed.map((one) => (
                <li key={one.id} class="trashed">
                  <h2>
                    <bdi>{one.title || texts.untitled}</bdi>
                  </h2>
                  <p class="trashed-about meta">
                    <span>{t.preview.kinds[one.kind]}</span>
                    <span>{t.trash.words(number(one.words), one.words === 1)}</span>
                    <span title={exactly(one.deletedAt)}>{t.trash.deleted(ago(one.deletedAt))}</span>
                    <span>{t.trash.until(day(one.purgedAt))}</span>
                  </p>
                  {mayWrite() && (
                    <button
                      type="button"
                      class="button is-small"
                      aria-label={`${t.trash.restore}: ${one.title || texts.untitled}`}
                      onClick={() => void restore(projectId, one)}
                    >
                      <icons.restore />
                      {t.trash.restore}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </>
  );
}

async function restore(projectId: string, { id, title }: TrashedDocument): Promise<void> {
  await attempt(
    () => calls.restore(projectId, id),
    () => t.trash.restored(title || texts.untitled),
    () => calls.trash(projectId, id),
  );
}
