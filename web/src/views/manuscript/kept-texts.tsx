// Texts that were typed and not saved, of pages that are not open any more.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { documents as calls } from "../../api/documents";
import type { DocumentItem } from "../../api/types";
import { go } from "../../router";
import { documentsOf } from "../../state/documents";
import { session } from "../../state/session";
import { ago, exactly } from "../../state/time";
import { texts } from "../../texts";
import { manuscript as t } from "../../texts/manuscript";
import { Dialog, openDialog } from "../../ui/dialog";
import { icons } from "../../ui/icons";
import { notify, notifyFailure } from "../../ui/toast";
import { documentAddress } from "./actions";
import { baseOf } from "./draft";
import { findKept, forgetKey, keptTexts, type KeptText, putBack } from "./kept";
import "./kept-texts.css";

export function KeptTexts({
  projectId,
  items,
  openId,
  isReadOnly,
}: {
  projectId: string;
  items: DocumentItem[];
  openId: string | null;
  isReadOnly: boolean;
}) {
  useEffect(() => void findKept(), []);
  const user = session.value?.user;
  const left = keptTexts.value.filter((text) => text.projectId === projectId && text.user === user);
  useEffect(() => left.forEach((text) => void compare(text)), [left.map(({ key, at }) => `${key} ${at}`).join()]);
  if (left.length === 0) return null;
  return (
    <section class="manuscript-kept" aria-label={t.kept.title}>
      <h3>
        <icons.warning />
        {t.kept.title}
      </h3>
      <ul>
        {left.map((text) => (
          <KeptItem key={text.key} text={text} isReadOnly={isReadOnly}>
            {text.documentId !== openId && items.some((item) => item.id === text.documentId) && (
              <button
                type="button"
                class="button is-small"
                onClick={() => go(documentAddress(projectId, text.documentId))}
              >
                {t.kept.open}
              </button>
            )}
          </KeptItem>
        ))}
      </ul>
    </section>
  );
}

interface KeptItemProps {
  text: KeptText;
  isReadOnly: boolean;
  /** What else can be done with it. */
  children?: ComponentChildren;
}

/** An unsaved text in a list of them. */
export function KeptItem({ text, isReadOnly, children }: KeptItemProps) {
  return (
    <li>
      <p>
        <bdi>{text.title || texts.untitled}</bdi>{" "}
        <span class="meta" title={exactly(text.at)}>
          {t.kept.text(ago(text.at))}
        </span>
      </p>
      <p class="manuscript-kept-actions">
        {children}
        <button type="button" class="button is-small" onClick={() => showKept(text, isReadOnly)}>
          {t.kept.show}
        </button>
      </p>
    </li>
  );
}

/** A page that was closed may have sent its text with its last request, whose answer nobody heard. */
async function compare(text: KeptText): Promise<void> {
  try {
    const found = await calls.get(text.projectId, text.documentId);
    if (baseOf(found).text === text.text) forgetKey(text.key);
  } catch {
    // It stays among what is offered.
  }
}

/** Shows an unsaved text, and what can be done with it. */
function showKept(text: KeptText, isReadOnly: boolean): void {
  openDialog((close) => (
    <Dialog title={t.kept.titleOf(text.title || texts.untitled)} class="is-wide" onClose={close}>
      <div class="kept-text" tabIndex={0} dir="auto">
        {text.text}
      </div>
      <footer class="dialog-footer">
        <button
          type="button"
          class="button"
          onClick={() => {
            close();
            discard(text);
          }}
        >
          {t.kept.discard}
        </button>
        {!isReadOnly && (
          <button
            type="button"
            class="button is-primary"
            onClick={() => {
              close();
              void makeDocument(text);
            }}
          >
            {t.kept.asNew}
          </button>
        )}
      </footer>
    </Dialog>
  ));
}

function discard(text: KeptText): void {
  forgetKey(text.key);
  notify(t.kept.discarded(text.title || texts.untitled), async () => {
    if (!putBack(text)) throw new Error(texts.failure.unknown);
  });
}

async function makeDocument(text: KeptText): Promise<void> {
  const title = t.conflict.copyTitle(text.title || texts.untitled);
  try {
    const made = await calls.create(text.projectId, { title, content: text.text });
    forgetKey(text.key);
    notify(t.kept.made(title));
    void documentsOf(text.projectId).reload();
    go(documentAddress(text.projectId, made.id));
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
