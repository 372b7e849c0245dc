// Ways for a text to go on that cannot be saved where it was typed.

import { documents as calls } from "../../api/documents";
import { go } from "../../router";
import { documentsOf } from "../../state/documents";
import { manuscript as t } from "../../texts/manuscript";
import { notify, notifyFailure } from "../../ui/toast";
import { documentAddress } from "./actions";
import { baseOf, type Draft } from "./draft";

/** Takes the document out of the trash, and saves what was typed. */
export async function takeBack(draft: Draft): Promise<void> {
  try {
    await calls.restore(draft.projectId, draft.documentId);
    draft.goOn(baseOf(await calls.get(draft.projectId, draft.documentId)));
    void documentsOf(draft.projectId).reload();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Makes a document of what was typed, beside the one that it was typed in, and goes there. */
export async function asNewDocument(draft: Draft, title: string): Promise<void> {
  const text = draft.text;
  const known = documentsOf(draft.projectId).value.peek()?.find((one) => one.id === draft.documentId);
  const name = t.conflict.copyTitle(title);
  try {
    const made = await calls.create(draft.projectId, {
      title: name,
      content: text,
      kind: known?.kind ?? "chapter",
      parentId: known?.parentId ?? null,
      ...(known ? { position: known.position + 1 } : {}),
    });
    notify(t.conflict.tookBoth(name));
    // What was typed during the request is still unsaved.
    if (draft.text === text) draft.giveUp();
    void documentsOf(draft.projectId).reload();
    go(documentAddress(draft.projectId, made.id));
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
