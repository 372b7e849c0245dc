// What a renaming has changed, and the way to take it back. It is kept in this browser, so that it can still be
// taken back after the page was loaded again.

import { useEffect, useRef } from "preact/hooks";
import { lore as calls } from "../../api/lore";
import type { Replacement } from "../../api/types";
import { projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { rename } from "../../texts/rename";
import { Place } from "../../ui/place";
import { attempt } from "../../ui/toast";

const t = rename.done;

/** A renaming that was made. */
export interface Renamed {
  before: string;
  name: string;
  replacement: Replacement;
}

interface DoneProps {
  projectId: string;
  entryId: string;
  renamed: Renamed;
  /** Whether it was made a moment ago, so that whoever made it goes on here. */
  isNew: boolean;
  close: () => void;
}

export function Done({ projectId, entryId, renamed, isNew, close }: DoneProps) {
  const { before, name, replacement } = renamed;
  const { documents, replaced } = replacement;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, []);
  const undo = () =>
    void attempt(
      async () => {
        const undone = await calls.undoRename(projectId, replacement.undo);
        close();
        return undone;
      },
      () => t.undone(before),
      (undone) => calls.undoRename(projectId, undone.undo),
    );
  useCommands(() => [{ title: t.undo, group: "action", run: undo }], [renamed]);
  const count = replaced ?? 0;
  return (
    <section class="rename-section rename-done">
      <h3 ref={heading} tabIndex={-1}>
        {t.title(before, name)}
      </h3>
      <p>
        {count === 0
          ? t.onlyEntry
          : t.changed(count, number(count), number(documents.length), documents.length === 1)}
      </p>
      <div class="page-actions">
        <a class="button is-primary" href={projectAddress(projectId, "lore", entryId)}>
          {t.entry}
        </a>
        <button type="button" class="button" onClick={undo}>
          {t.undo}
        </button>
        <button type="button" class="button" onClick={close}>
          {texts.actions.close}
        </button>
      </div>
      {documents.length > 0 && (
        <ul class="rename-texts" aria-label={t.texts}>
          {documents.map(({ documentId, title, replaced: times }) => (
            <li key={documentId}>
              <Place projectId={projectId} documentId={documentId}>
                {title || texts.untitled}
              </Place>{" "}
              {times !== null && <span class="meta">{t.times(number(times))}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
