// One document: its head, its text, and what stands beside it.

import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiFailure, failureOf } from "../../api/failure";
import type { DocumentItem } from "../../api/types";
import { go, projectAddress, replace, route } from "../../router";
import { connection } from "../../live/events";
import { useCommands } from "../../state/commands";
import { mayWrite, projectOf } from "../../state/projects";
import { lockerOf, mayWrite as isWriter, session } from "../../state/session";
import { number } from "../../state/time";
import { book } from "../../texts/book";
import { manuscript as t } from "../../texts/manuscript";
import { hasDialog } from "../../ui/dialog";
import { icons } from "../../ui/icons";
import { Menu, type MenuItem } from "../../ui/menu";
import { Empty, Failed, Loading, useTitle } from "../../ui/states";
import {
  bookAddressFor,
  documentAddress,
  mergeWithNext,
  restore,
  setLocked,
  setStatus,
  titleOf,
  withParts,
} from "./actions";
import { Desk } from "./desk";
import { openDraft, release } from "./drafts";
import { Find, isFinding } from "./find";
import { isFocused, takeFocus } from "./focus";
import { sittingGoal, sittingWords } from "./goals-state";
import { Marks, type PanelName, PANELS, Panels } from "./panels";
import { SaveProblem, SaveState } from "./save-state";
import { Sheet } from "./sheet";
import { store } from "./stored";
import "./writing.css";

/** The panel that was shown last. */
let lastPanel: PanelName = "findings";

const STATUSES = Object.keys(t.statuses) as DocumentItem["status"][];

interface WritingProps {
  projectId: string;
  documentId: string;
  /** The document in the list; undefined where it is not there, or not there yet. */
  item: DocumentItem | undefined;
}

export function Writing({ projectId, documentId, item }: WritingProps) {
  const [desk, setDesk] = useState<Desk>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [attempts, setAttempts] = useState(0);
  // A document that was just made may not be in the list yet.
  const wasListed = useRef(false);
  if (item) wasListed.current = true;

  useEffect(() => {
    let isGone = false;
    let opened: Desk | undefined;
    setFailure(undefined);
    openDraft(projectId, documentId, mayChange).then(
      (draft) => {
        opened = new Desk(draft);
        if (isGone) return void release(draft);
        setDesk(opened);
        store(`last/${projectId}`, documentId);
      },
      (thrown) => {
        if (isGone) return;
        // What is shown in its place has no text for the focus, and the next document was not asked to get it.
        takeFocus();
        setFailure(failureOf(thrown));
      },
    );
    return () => {
      isGone = true;
      const draft = opened?.draft;
      // Its editor hands over the text first, and what is unsaved stays.
      if (draft) queueMicrotask(() => void release(draft));
    };
  }, [documentId, attempts]);

  // What could not be read without a service is read again as soon as there is one.
  const isUnreachable = failure?.kind === "unreachable";
  const isConnected = connection.value === "open";
  useEffect(() => {
    if (isUnreachable && isConnected) setAttempts((count) => count + 1);
  }, [isUnreachable, isConnected]);

  const document = item ?? desk?.draft.item;
  useTitle(document ? titleOf(document) : t.title);
  if (desk && document) {
    return <Open desk={desk} document={document} isGone={wasListed.current && item === undefined} />;
  }
  if (!failure) {
    return (
      <div class="writing">
        <header class="writing-header">{document && <h1>{titleOf(document)}</h1>}</header>
        <Loading />
      </div>
    );
  }
  if (failure.kind === "not-found") {
    return (
      <Empty isPage title={t.missing.title} text={t.missing.text}>
        {mayWrite(projectId) && (
          <button
            type="button"
            class="button"
            onClick={() => void restore(projectId, documentId).then(() => setAttempts((count) => count + 1))}
          >
            {t.restore}
          </button>
        )}
        <a class="button" href={projectAddress(projectId, "manuscript")}>
          {t.toTree}
        </a>
      </Empty>
    );
  }
  return <Failed isPage failure={failure} retry={() => setAttempts((count) => count + 1)} />;
}

/** Whether this session may change the text. */
function mayChange(document: DocumentItem): boolean {
  return mayWrite(document.projectId) && lockerOf(document) === null;
}

function Open({ desk, document, isGone }: { desk: Desk; document: DocumentItem; isGone: boolean }) {
  const { query } = route.value;
  const panel =
    PANELS.find((name) => name === query.get("panel")) ?? (query.has("finding") ? "findings" : null);
  const isReadOnly = !mayChange(document);
  const title = titleOf(document);
  const editor = desk.editor.value;
  const setPanel = (name: PanelName | null) => {
    if (name !== null) lastPanel = name;
    const address = documentAddress(document.projectId, document.id);
    replace(name === null ? address : `${address}?panel=${name}`);
  };
  useWritingCommands(desk, document, isReadOnly, setPanel);
  const isClean = desk.draft.state.value.kind === "saved";
  if (isGone && isClean) return <Gone document={document} />;
  return (
    <div class={`writing${panel !== null && !isFocused.value ? " has-panel" : ""}`}>
      <Head desk={desk} document={document} isReadOnly={isReadOnly} panel={panel} setPanel={setPanel} />
      <Notes desk={desk} document={document} title={title} />
      {isFinding.value && editor && <Find projectId={document.projectId} editor={editor} isReadOnly={isReadOnly} />}
      <Sheet desk={desk} title={title} isReadOnly={isReadOnly} query={query} takesFocus={takeFocus} />
      {!isFocused.value && <Marks desk={desk} document={document} panel={panel} />}
      {panel !== null && !isFocused.value && (
        <Panels
          desk={desk}
          document={document}
          isReadOnly={isReadOnly}
          panel={panel}
          setPanel={setPanel}
        />
      )}
    </div>
  );
}

function Head({
  desk,
  document,
  isReadOnly,
  panel,
  setPanel,
}: {
  desk: Desk;
  document: DocumentItem;
  isReadOnly: boolean;
  panel: PanelName | null;
  setPanel: (name: PanelName | null) => void;
}) {
  const title = titleOf(document);
  const words = desk.words.value;
  return (
    <header class="writing-header">
      <a class="writing-back" href={projectAddress(document.projectId, "manuscript")}>
        <icons.chevron />
        {t.toTree}
      </a>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <p class="writing-figures meta">
        <span>
          {words === null
            ? t.unknownWords
            : document.wordTarget === null
              ? t.words(number(words), words === 1)
              : t.wordsOf(number(words), number(document.wordTarget))}
        </span>
        {sittingGoal.value > 0 && (
          <span>
            {t.goals.sitting}: {number(sittingWords(document.projectId))} / {number(sittingGoal.value)}
          </span>
        )}
        <SaveState desk={desk} />
      </p>
      <div class="writing-controls">
        {isReadOnly ? (
          <span class="badge">{t.statuses[document.status]}</span>
        ) : (
          <select
            class="is-quiet"
            aria-label={t.statusLabel(title)}
            value={document.status}
            onChange={(event) =>
              void setStatus(document, event.currentTarget.value as DocumentItem["status"])
            }
          >
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {t.statuses[status]}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={t.find.open}
          title={t.find.open}
          aria-expanded={isFinding.value}
          onClick={() => (isFinding.value = !isFinding.value)}
        >
          <icons.search />
        </button>
        <button
          type="button"
          class="button is-small"
          aria-pressed={isFocused.value}
          onClick={() => (isFocused.value = !isFocused.value)}
        >
          {isFocused.value ? t.focus.off : t.focus.on}
        </button>
        {!isFocused.value && (
          <button
            type="button"
            class="button is-small"
            aria-expanded={panel !== null}
            onClick={() => setPanel(panel === null ? lastPanel : null)}
          >
            {t.panels.show}
          </button>
        )}
        <Menu label={book.textMenu(title)} items={menuOf(desk, document, isReadOnly)}>
          <icons.more />
        </Menu>
      </div>
    </header>
  );
}

/** What can be done with the text as a whole. */
function menuOf(desk: Desk, document: DocumentItem, isReadOnly: boolean): MenuItem[] {
  const inBook = { text: book.replacing.title, run: () => findInBook(desk, document) };
  if (isReadOnly) return [inBook];
  return [
    { text: book.split.command, run: () => splitHere(desk, document) },
    { text: book.merge.command, run: () => mergeWithNext(document) },
    inBook,
  ];
}

const splitHere = (desk: Desk, document: DocumentItem) =>
  withParts((parts) => parts.openSplit(desk, document));

/** Looks for the selected words in the whole book. */
function findInBook(desk: Desk, document: DocumentItem): void {
  if (hasDialog()) return;
  go(bookAddressFor(document.projectId, desk.editor.peek()?.search.selected ?? ""));
}

/** What somebody has to know before typing. */
function Notes({ desk, document, title }: { desk: Desk; document: DocumentItem; title: string }) {
  const { lockedBy } = document;
  const { query } = route.value;
  const isFromBook = query.has("book");
  const user = session.value?.user;
  const isArchived = projectOf(document.projectId).value.value?.status === "archived";
  const text = !isWriter()
    ? t.readOnly.session
    : isArchived
      ? t.readOnly.archived
      : lockedBy === null
        ? null
        : lockedBy === user
          ? t.readOnly.lockedByMe
          : t.readOnly.locked(lockedBy);
  return (
    <div class="writing-notes">
      {isFromBook && (
        <p class="banner is-quiet">
          <a href={bookAddressFor(document.projectId, query.get("quote") ?? "")}>{book.replacing.again}</a>
        </p>
      )}
      <SaveProblem desk={desk} title={title} />
      {text !== null && (
        <div class="banner is-quiet" role="note">
          <p>{text}</p>
          {lockedBy !== null && lockedBy === user && mayWrite(document.projectId) && (
            <button type="button" class="button is-small" onClick={() => void setLocked(document, false)}>
              {t.unlock}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** The document went to the trash while it was open. */
function Gone({ document }: { document: DocumentItem }) {
  return (
    <Empty isPage title={t.gone.title(titleOf(document))} text={t.gone.text}>
      {mayWrite(document.projectId) && (
        <button
          type="button"
          class="button"
          onClick={() => void restore(document.projectId, document.id)}
        >
          {t.restore}
        </button>
      )}
      <a class="button" href={projectAddress(document.projectId, "manuscript")}>
        {t.toTree}
      </a>
    </Empty>
  );
}

function useWritingCommands(
  desk: Desk,
  document: DocumentItem,
  isReadOnly: boolean,
  setPanel: (name: PanelName | null) => void,
): void {
  useCommands(() => {
    const action = { group: "action" as const };
    const changing = [
      { ...action, title: book.split.command, keys: "mod+enter", run: () => splitHere(desk, document) },
      { ...action, title: book.merge.command, run: () => mergeWithNext(document) },
    ];
    return [
      ...(isReadOnly ? [] : changing),
      {
        ...action,
        title: book.replacing.title,
        keys: "mod+shift+f",
        run: () => findInBook(desk, document),
      },
      { ...action, title: t.commands.save, keys: "mod+s", run: () => void desk.draft.save(false) },
      { ...action, title: t.find.open, keys: "mod+f", run: () => (isFinding.value = true) },
      {
        ...action,
        title: isFocused.value ? t.focus.leave : t.focus.command,
        keys: "mod+shift+d",
        run: () => {
          isFocused.value = !isFocused.value;
          desk.editor.peek()?.focus();
        },
      },
      { ...action, title: t.commands.bold, keys: "mod+b", run: () => desk.editor.peek()?.emphasise("**") },
      { ...action, title: t.commands.italic, keys: "mod+i", run: () => desk.editor.peek()?.emphasise("*") },
      { ...action, title: t.commands.toText, keys: "e", run: () => desk.editor.peek()?.focus() },
      ...PANELS.map((name) => ({
        ...action,
        title: t.commands.panel(t.panels.names[name]),
        run: () => setPanel(name),
      })),
    ];
  }, [desk, document, isReadOnly]);
}
