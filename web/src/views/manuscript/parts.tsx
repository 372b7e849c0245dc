// Splitting a document into two, and merging it with the one that follows: the dialogs, and what undoes it.
// The files come when one of them is opened.

import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { newKey, type Tagged } from "../../api/client";
import { documents as calls } from "../../api/documents";
import { ApiFailure, failureOf, withRequest } from "../../api/failure";
import type { DocumentItem, SplitDocument } from "../../api/types";
import { go, route } from "../../router";
import { documentsOf } from "../../state/documents";
import { lockerOf } from "../../state/session";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { manuscript as m } from "../../texts/manuscript";
import { Dialog, hasDialog, openDialog } from "../../ui/dialog";
import { characterAt, countWords } from "../../ui/editor-text";
import { notify, notifyFailure } from "../../ui/toast";
import { childrenOf } from "../../ui/tree-rows";
import { documentAddress, titleOf } from "./actions";
import { type Desk, versionOf } from "./desk";
import { baseOf } from "./draft";
import { refreshDrafts, saveBefore } from "./drafts";
import { wantsFocus } from "./focus";
import "./parts.css";

/** How much of each part is shown, in characters. */
const SHOWN_MAX = 140;

/** Asks how the open text is split at the cursor. */
export function openSplit(desk: Desk, document: DocumentItem): void {
  const editor = desk.editor.peek();
  if (!editor || hasDialog()) return;
  const { text } = editor;
  const at = splitPosition(text, editor.cursor);
  if (text.slice(0, at).trim() === "" || text.slice(at).trim() === "") return notify(book.split.nowhere);
  openDialog((close) => <SplitForm document={document} text={text} at={at} close={close} />);
}

/** Asks whether a document takes in the one that follows. */
export function openMerge(document: DocumentItem, next: DocumentItem): void {
  if (hasDialog()) return;
  openDialog((close) => <MergeForm document={document} next={next} close={close} />);
}

/** Where a text is split: before the heading that the cursor is in, else at the cursor. */
function splitPosition(text: string, cursor: number): number {
  const start = text.lastIndexOf("\n", cursor - 1) + 1;
  return /^ {0,3}#{1,6}\s/.test(text.slice(start, start + 12)) ? start : cursor;
}

/** The heading that a text begins with, else the title with a number, as the service would number it. */
function titleFor(title: string, text: string): string {
  const heading = /^\s*#{1,6}[ \t]+(.+)/.exec(text)?.[1]?.replace(/\s+#+\s*$|[*_`]/g, "").trim();
  if (heading) return heading;
  const numbered = /^(.*) \((\d{1,6})\)$/s.exec(title);
  return numbered && Number(numbered[2]) > 1 ? `${numbered[1]} (${Number(numbered[2]) + 1})` : `${title} (2)`;
}

interface SplitProps {
  document: DocumentItem;
  /** The text as the editor has it, and where it is split. */
  text: string;
  at: number;
  close: () => void;
}

function SplitForm({ document, text, at, close }: SplitProps) {
  const { projectId, id } = document;
  const ids = useId();
  const [title, setTitle] = useState(() => titleFor(titleOf(document), text.slice(at)));
  const sender = useSender(close);
  /** The request as it was sent; without an answer it is sent again as it was. */
  const sent = useRef<{ title: string; start: number; tag: string; content: string; key: string } | undefined>(undefined);
  const inside = (childrenOf(documentsOf(projectId).value.peek() ?? []).get(id) ?? []).length;

  const split = async () => {
    if (sent.current?.title !== title) {
      await saveBefore(id);
      const found = await calls.get(projectId, id);
      const content = found.value.content ?? "";
      if (baseOf(found).text !== text) throw new Error(book.split.changed);
      sent.current = { title, start: characterAt(content, at), tag: found.tag, content, key: newKey() };
    }
    const { start, tag, content, key } = sent.current;
    const body = { start, title: title.trim() };
    const answer = await calls.split(projectId, id, body, { ifMatch: tag, idempotencyKey: key });
    return { answer, content };
  };
  const done = async ({ answer, content }: { answer: Tagged<SplitDocument>; content: string }) => {
    const { second } = answer.value;
    await Promise.all([documentsOf(projectId).reload(), refreshDrafts(id)]);
    notify(book.split.done(titleOf(document), titleOf(second)), () => undoSplit(document, second, content));
    wantsFocus.value = true;
    go(documentAddress(projectId, second.id));
  };
  return (
    <Dialog title={book.split.title(titleOf(document))} onClose={close}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void sender.send(split, done, (failure) => {
            if (failure.kind !== "unreachable") sent.current = undefined;
            return failure.kind === "changed" ? book.split.changed : failure.message;
          });
        }}
      >
        <dl class="parts">
          <Part name={book.split.stays(titleOf(document))} text={text.slice(0, at)} isFirst />
          <Part name={book.split.goes} text={text.slice(at)} />
        </dl>
        <div class="field">
          <label for={`${ids}-title`}>{book.split.newTitle}</label>
          <input
            id={`${ids}-title`}
            type="text"
            dir="auto"
            data-autofocus
            autocomplete="off"
            maxLength={1_000}
            value={title}
            aria-invalid={title.trim() === ""}
            aria-describedby={`${ids}-problem`}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
          <p id={`${ids}-problem`} class="problem" role="alert">
            {title.trim() === "" ? m.form.titleMissing : ""}
          </p>
        </div>
        {inside > 0 && <p class="meta">{book.split.inside(number(inside), inside === 1)}</p>}
        <Foot sender={sender} close={close} action={book.split.action} isDisabled={title.trim() === ""} />
      </form>
    </Dialog>
  );
}

/** One of both texts: how long it is, and its end or its beginning. */
function Part({ name, text, isFirst = false }: { name: string; text: string; isFirst?: boolean }) {
  const words = countWords(text);
  const all = [...text.trim().replace(/\s+/g, " ")];
  const shown = (isFirst ? all.slice(-SHOWN_MAX) : all.slice(0, SHOWN_MAX)).join("");
  const isCut = all.length > SHOWN_MAX;
  return (
    <div>
      <dt>
        <bdi>{name}</bdi> <span class="meta">{m.words(number(words), words === 1)}</span>
      </dt>
      <dd dir="auto">
        {isFirst && isCut && "… "}
        {shown}
        {!isFirst && isCut && " …"}
      </dd>
    </div>
  );
}

/** Merges both documents, and puts the text back as it was where nobody wrote since. */
async function undoSplit(first: DocumentItem, second: DocumentItem, content: string): Promise<void> {
  const { projectId } = first;
  await saveBefore(first.id, second.id);
  const [one, two] = await Promise.all([calls.get(projectId, first.id), calls.get(projectId, second.id)]);
  const body = { followingId: second.id, followingVersion: versionOf(two.tag) };
  const merged = await calls.merge(projectId, first.id, body, { ifMatch: one.tag });
  // Splitting takes white space away at the cut, and merging adds a paragraph break.
  const letters = (text = "") => text.replace(/\s+/g, "");
  if (letters(one.value.content) + letters(two.value.content) === letters(content)) {
    await calls.update(projectId, first.id, { content }, { ifMatch: merged.tag });
  }
  await Promise.all([documentsOf(projectId).reload(), refreshDrafts(first.id)]);
  if (route.value.rest[0] === second.id) go(documentAddress(projectId, first.id));
}

interface MergeProps {
  document: DocumentItem;
  next: DocumentItem;
  close: () => void;
}

function MergeForm({ document, next, close }: MergeProps) {
  const { projectId, id } = document;
  const sender = useSender(close);
  /** The request as it was sent; without an answer it is sent again as it was. */
  const sent = useRef<{ content: string; tag: string; version: number; key: string } | undefined>(undefined);
  const [title, nextTitle] = [titleOf(document), titleOf(next)];
  const inside = childrenOf(documentsOf(projectId).value.peek() ?? []).get(next.id) ?? [];
  const lockers = [document, next].filter((one) => lockerOf(one) !== null);

  const merge = async () => {
    if (!sent.current) {
      await saveBefore(id, next.id);
      const [one, two] = await Promise.all([calls.get(projectId, id), calls.get(projectId, next.id)]);
      const content = one.value.content ?? "";
      sent.current = { content, tag: one.tag, version: versionOf(two.tag), key: newKey() };
    }
    const { content, tag, version, key } = sent.current;
    const body = { followingId: next.id, followingVersion: version };
    const merged = await calls.merge(projectId, id, body, { ifMatch: tag, idempotencyKey: key });
    return { content, tag: merged.tag };
  };
  const done = async ({ content, tag }: { content: string; tag: string }) => {
    await Promise.all([documentsOf(projectId).reload(), refreshDrafts(id)]);
    notify(book.merge.done(title, nextTitle), () => undoMerge(document, next, inside, content, tag));
    if (route.value.rest[0] === next.id) go(documentAddress(projectId, id));
  };
  return (
    <Dialog title={book.merge.title} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void sender.send(merge, done, (failure) => {
            if (failure.kind !== "unreachable") sent.current = undefined;
            return failure.kind === "changed" ? book.merge.changed : failure.message;
          });
        }}
      >
        <p>{book.merge.text(title, nextTitle)}</p>
        <ul class="parts-notes">
          <li>{book.merge.trash(nextTitle)}</li>
          {inside.length > 0 && <li>{book.merge.inside(nextTitle, title)}</li>}
          <li>{book.merge.links(nextTitle, title)}</li>
        </ul>
        <p class="meta">{book.merge.undo}</p>
        {lockers.map((one) => (
          <p key={one.id} class="problem">
            <bdi>{titleOf(one)}</bdi>: {m.readOnly.locked(one.lockedBy ?? "")}
          </p>
        ))}
        <Foot sender={sender} close={close} action={book.merge.action} isDisabled={lockers.length > 0} isFocused />
      </form>
    </Dialog>
  );
}

/** Puts the text back, takes the other document out of the trash, and what was inside it into it. */
async function undoMerge(
  document: DocumentItem,
  next: DocumentItem,
  inside: DocumentItem[],
  content: string,
  tag: string,
): Promise<void> {
  const { projectId, id } = document;
  await saveBefore(id);
  let isChanged = false;
  try {
    await calls.update(projectId, id, { content }, { ifMatch: tag });
  } catch (thrown) {
    isChanged = failureOf(thrown).kind === "changed";
    if (!isChanged) throw thrown;
  }
  await calls.restore(projectId, next.id);
  for (const child of inside) await calls.update(projectId, child.id, { parentId: next.id });
  await Promise.all([documentsOf(projectId).reload(), refreshDrafts(id)]);
  if (isChanged) throw new Error(book.merge.notUndone(titleOf(document), titleOf(next)));
}

interface Sender {
  isBusy: boolean;
  failure: ApiFailure | undefined;
  /** Does the work, closes the dialog and goes on; a failure stays in the dialog. */
  send: <T>(
    work: () => Promise<T>,
    done: (result: T) => Promise<void>,
    say: (failure: ApiFailure) => string,
  ) => Promise<void>;
}

function useSender(close: () => void): Sender {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const send: Sender["send"] = async (work, done, say) => {
    setBusy(true);
    setFailure(undefined);
    let result;
    try {
      result = await work();
    } catch (thrown) {
      const reason = failureOf(thrown);
      setFailure(new ApiFailure(reason.status, say(reason), reason.requestId));
      return setBusy(false);
    }
    close();
    await done(result).catch(notifyFailure);
  };
  return { isBusy, failure, send };
}

/** What went wrong, and the buttons. */
function Foot({
  sender,
  close,
  action,
  isDisabled,
  isFocused = false,
}: {
  sender: Sender;
  close: () => void;
  action: ComponentChildren;
  isDisabled: boolean;
  isFocused?: boolean;
}) {
  const { failure } = sender;
  return (
    <>
      <p class="problem" role="alert">
        {failure && withRequest(failure)}
      </p>
      <footer class="dialog-footer">
        <button type="button" class="button" data-autofocus={isFocused || undefined} onClick={close}>
          {texts.actions.cancel}
        </button>
        <button type="submit" class="button is-primary" disabled={isDisabled || sender.isBusy}>
          {action}
        </button>
      </footer>
    </>
  );
}
