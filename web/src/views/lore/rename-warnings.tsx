// What to know before an entry is renamed: who else bears the name, what is uncertain, who has locked a text, and
// what was typed in this browser and is not saved.

import { useEffect, useMemo } from "preact/hooks";
import type { LoreItem, MatchedDocument } from "../../api/types";
import { projectAddress } from "../../router";
import { lockerOf, session } from "../../state/session";
import { number } from "../../state/time";
import { hasTyped } from "../../state/typed";
import { texts } from "../../texts";
import { rename } from "../../texts/rename";
import { icons } from "../../ui/icons";
import { Place } from "../../ui/place";
import { draftOf } from "../manuscript/drafts";
import { findKept, keptTexts } from "../manuscript/kept";
import { typedName } from "./form";
import type { Found, Renaming } from "./rename-state";

const t = rename.warnings;

interface WarningsProps {
  entry: LoreItem;
  found: Found;
  renaming: Renaming;
  onlyUncertain: boolean;
  setOnlyUncertain: (is: boolean) => void;
}

export function Warnings({ entry, found, renaming, onlyUncertain, setOnlyUncertain }: WarningsProps) {
  const { projectId } = entry;
  const { namesakes, found: all } = found.preview;
  const uncertain = all.total - all.certain;
  const unsaved = useUnsaved(all.documents);
  const hasForm = hasTyped(typedName(projectId, entry.id));
  const locked = lockedTexts(found, renaming);
  if (namesakes.length + uncertain + unsaved.length + locked.size === 0 && !hasForm) return null;
  return (
    <section class="rename-section rename-warnings">
      <h3>
        <icons.warning />
        {t.title}
      </h3>
      <ul>
        {namesakes.map(({ entryId, name, shared }) => (
          <li key={`${entryId}/${shared}`}>
            {t.namesake(shared)}{" "}
            <a href={projectAddress(projectId, "lore", entryId)}>
              <bdi>{name || texts.untitled}</bdi>
            </a>
          </li>
        ))}
        {uncertain > 0 && (
          <li>
            {t.uncertain(uncertain, number(uncertain))}
            <label class="check">
              <input
                type="checkbox"
                checked={onlyUncertain}
                onChange={(event) => setOnlyUncertain(event.currentTarget.checked)}
              />
              <span>{t.onlyUncertain}</span>
            </label>
          </li>
        )}
        {[...locked].map(([user, documents]) => (
          <li key={user}>
            {t.locked(user)} <Texts projectId={projectId} documents={documents} />{" "}
            <button
              type="button"
              class="button is-small"
              disabled={renaming.isReading}
              onClick={async () => {
                for (const document of documents) await renaming.chooseText(document, false);
              }}
            >
              {t.leaveOut}
            </button>
          </li>
        ))}
        {unsaved.length > 0 && (
          <li>
            {t.unsaved} <Texts projectId={projectId} documents={unsaved} />
          </li>
        )}
        {hasForm && (
          <li>
            {t.unsavedEntry} <a href={projectAddress(projectId, "lore", entry.id, "edit")}>{t.openForm}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

function Texts({ projectId, documents }: { projectId: string; documents: MatchedDocument[] }) {
  return (
    <>
      {documents.map(({ documentId, title }, index) => (
        <span key={documentId}>
          {index > 0 && ", "}
          <Place projectId={projectId} documentId={documentId}>
            {title || texts.untitled}
          </Place>
        </span>
      ))}
    </>
  );
}

/** The texts of which a match is chosen and that somebody else has locked, by who has. */
function lockedTexts({ preview, matches }: Found, { isChosen }: Renaming): Map<string, MatchedDocument[]> {
  const found = new Map<string, MatchedDocument[]>();
  for (const document of preview.found.documents) {
    const { documentId } = document;
    const locker = lockerOf(document);
    if (locker === null) continue;
    const read = matches.filter((match) => match.documentId === documentId);
    // Of those that were not read, the certain ones are chosen.
    if (read.length === document.matches && !read.some(isChosen)) continue;
    found.set(locker, [...(found.get(locker) ?? []), document]);
  }
  return found;
}

/** The texts of which this browser has a version that the service does not have. */
function useUnsaved(documents: MatchedDocument[]): MatchedDocument[] {
  useEffect(() => void findKept(), []);
  const kept = keptTexts.value;
  const user = session.value?.user;
  // What an editor of this page has typed is sent first.
  useEffect(() => {
    for (const { documentId } of documents) void draftOf(documentId)?.flush();
  }, [documents]);
  return useMemo(() => {
    const left = new Set(kept.filter((text) => text.user === user).map((text) => text.documentId));
    const isOpen = (id: string) => draftOf(id)?.isSaved === false;
    return documents.filter(({ documentId }) => left.has(documentId) || isOpen(documentId));
  }, [documents, kept, user]);
}
