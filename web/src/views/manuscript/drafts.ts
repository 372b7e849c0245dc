// All drafts of this page. They are saved when the page is left, when the connection is back, and after
// signing in again; what earlier pages left behind is offered when its document is opened.

import type { Tagged } from "../../api/client";
import { documents } from "../../api/documents";
import type { DocumentItem } from "../../api/types";
import { connection, listen } from "../../live/events";
import { projectOf } from "../../state/projects";
import { session } from "../../state/session";
import { manuscript as t } from "../../texts/manuscript";
import { notify } from "../../ui/toast";
import { baseOf, Draft } from "./draft";
import { findKept, forgetKey, keepFailureOf, type KeptText } from "./kept";

const drafts = new Map<string, Draft>();

/** How many views show the draft of each document, or are waiting for it. */
const holders = new Map<string, number>();

/** The draft of a document, with the text of the service or with what was typed and is not saved. Whoever
 * opens it releases it. */
export async function openDraft(
  projectId: string,
  documentId: string,
  mayChange: (document: DocumentItem) => boolean,
): Promise<Draft> {
  // From the beginning: meanwhile another view may let go of the same draft.
  holders.set(documentId, (holders.get(documentId) ?? 0) + 1);
  try {
    return await findDraft(projectId, documentId, mayChange);
  } catch (thrown) {
    void letGo(documentId, drafts.get(documentId));
    throw thrown;
  }
}

async function findDraft(
  projectId: string,
  documentId: string,
  mayChange: (document: DocumentItem) => boolean,
): Promise<Draft> {
  const open = drafts.get(documentId);
  let found: Tagged<DocumentItem>;
  try {
    found = await documents.get(projectId, documentId);
  } catch (thrown) {
    // What was typed is shown also where the service does not answer, or the document is gone.
    if (open && !open.isSaved) return open;
    throw thrown;
  }
  const project = projectOf(projectId);
  if (project.value.peek() === undefined) await project.reload();
  const known = drafts.get(documentId);
  if (known) {
    await known.hear(found);
    return known;
  }
  const user = session.peek()?.user ?? "";
  const savesItself = () => project.value.peek()?.settings.autoSave ?? true;
  const draft = new Draft(user, projectId, documentId, found.value, baseOf(found), savesItself);
  drafts.set(documentId, draft);
  if (mayChange(found.value)) await recover(draft);
  return draft;
}

/** Lets go of a draft. It stays until it is saved, and as long as another view shows it. */
export async function release(draft: Draft): Promise<void> {
  await letGo(draft.documentId, draft);
}

async function letGo(documentId: string, draft: Draft | undefined): Promise<void> {
  const left = (holders.get(documentId) ?? 0) - 1;
  if (left > 0) holders.set(documentId, left);
  else holders.delete(documentId);
  await draft?.flush();
  if (!draft?.isSaved || holders.has(documentId)) return;
  if (drafts.get(documentId) === draft) drafts.delete(documentId);
}

/** The draft of a document that is open or not saved yet. */
export function draftOf(documentId: string): Draft | undefined {
  return drafts.get(documentId);
}

/** The drafts of a project whose text the service does not have. */
export function unsavedDrafts(projectId: string): Draft[] {
  return [...drafts.values()].filter((draft) => draft.projectId === projectId && !draft.isSaved);
}

/** Saves what was typed in documents before something is done with their texts.
 *
 * Throws where the text of one of them cannot be saved. */
export async function saveBefore(...documentIds: string[]): Promise<void> {
  for (const id of documentIds) {
    await drafts.get(id)?.saveAll();
  }
}

/** Reads again what the service has of documents that are open. */
export async function refreshDrafts(...documentIds: string[]): Promise<void> {
  await Promise.all(documentIds.map((id) => drafts.get(id)).map((draft) => draft && refresh(draft)));
}

/** Takes up the latest text that was typed and never saved. */
async function recover(draft: Draft): Promise<void> {
  const base = draft.base.peek();
  const left = (await findKept()).filter((text) => isOf(text, draft));
  for (const text of left) {
    if (text.text === base.text) forgetKey(text.key);
    else if (draft.isSaved) {
      takeUp(draft, text);
      // Not before it is kept under the name of this page.
      if (draft.keepNow()) forgetKey(text.key);
    }
  }
}

function takeUp(draft: Draft, text: KeptText): void {
  const before = draft.base.peek().text;
  if (!draft.takeUp(text.text, text.basedOn)) return;
  notify(t.kept.takenUp(draft.title), async () => {
    // What is taken back is a revision then.
    await draft.saveAll();
    draft.type(before);
    await draft.saveAll();
  });
}

function isOf(text: KeptText, draft: Draft): boolean {
  return text.documentId === draft.documentId && text.user === draft.user;
}

/** Everything that was typed is sent or kept before the page may be gone. */
function leave(): void {
  for (const draft of drafts.values()) draft.leave();
}

window.addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") leave();
});

// Asks before text is lost; what the browser keeps is not.
window.addEventListener("beforeunload", (event) => {
  leave();
  const isLost = ({ documentId, isSaved }: Draft) => !isSaved && keepFailureOf(documentId) !== undefined;
  if ([...drafts.values()].some(isLost)) event.preventDefault();
});

connection.subscribe((now) => {
  if (now === "open") for (const draft of drafts.values()) draft.retry();
});

session.subscribe((now) => {
  const user = now?.user;
  if (user === undefined) return;
  for (const draft of drafts.values()) {
    if (draft.user === user) draft.retry();
    else {
      draft.close();
      drafts.delete(draft.documentId);
    }
  }
});

listen((event) => {
  for (const draft of drafts.values()) {
    if (event === "reset") void refresh(draft);
    else if (event.kind === "project" && event.data.id === draft.projectId) {
      // What an archived project refused may be possible now.
      if (draft.state.peek().kind === "refused") draft.retry();
    }
    if (event !== "reset" && event.kind === "document" && event.data.id === draft.documentId) {
      if (event.data.deleted) draft.hearDeleted();
      else if (String(event.data.modifiedAt) > draft.base.peek().modifiedAt) void refresh(draft);
    }
  }
});

async function refresh(draft: Draft): Promise<void> {
  try {
    await draft.hear(await documents.get(draft.projectId, draft.documentId));
  } catch {
    // The next request for the draft meets the same failure, and shows it.
  }
}
