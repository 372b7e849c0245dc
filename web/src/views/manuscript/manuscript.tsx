// The manuscript: the tree of documents, and the text of one of them.

import { useEffect } from "preact/hooks";
import type { DocumentItem } from "../../api/types";
import { useCommands } from "../../state/commands";
import { isOfBook, useDocuments } from "../../state/documents";
import { go, studioAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { book } from "../../texts/book";
import { manuscript as t } from "../../texts/manuscript";
import { hasDialog } from "../../ui/dialog";
import { icons } from "../../ui/icons";
import { lazy } from "../../ui/lazy";
import { Await, Empty, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { bookAddressFor, create, documentAddress, titleOf } from "./actions";
import { isText, stored } from "./stored";
import { TreePane } from "./tree-pane";
import { focusText, isFocused } from "./focus";
import { Writing } from "./writing";
import "./manuscript.css";
import "./panels.css";

const Replacing = lazy(() => import("./replacing"));

export default function Manuscript({ projectId, rest, query }: ViewProps) {
  const list = useDocuments(projectId);
  const isReadOnly = !mayWrite(projectId);
  const openId = rest[0] ?? null;
  const isReplacing = openId === null && query.has("find");
  const isFocus = isFocused.value && openId !== null;
  useFocusMode(isFocus);
  useBookCommand(projectId, openId);
  return (
    <div
      class={`manuscript${openId === null && !isReplacing ? "" : " has-document"}${isFocus ? " is-focused" : ""}`}
      onKeyDown={onKeyDown}
    >
      <Await of={list}>
        {(items) => (
          <>
            {!isFocus && (
              <TreePane projectId={projectId} items={items} openId={openId} isReadOnly={isReadOnly} />
            )}
            {isReplacing ? (
              <Replacing projectId={projectId} items={items} query={query} isReadOnly={isReadOnly} />
            ) : openId === null ? (
              <Start projectId={projectId} items={items} isReadOnly={isReadOnly} />
            ) : (
              <Writing
                key={openId}
                projectId={projectId}
                documentId={openId}
                item={items.find((item) => item.id === openId)}
              />
            )}
          </>
        )}
      </Await>
    </div>
  );
}

/** Finding and replacing in the book; where a document is open its own command does it. */
function useBookCommand(projectId: string, openId: string | null): void {
  useCommands(() => {
    if (openId !== null) return [];
    const run = () => {
      if (!hasDialog()) go(bookAddressFor(projectId, ""));
    };
    return [{ title: book.replacing.title, group: "action", keys: "mod+shift+f", run }];
  }, [projectId, openId]);
}

/** F6 goes from the tree to the text and back, as it does between the parts of any window; Escape ends the
 * focus mode. */
function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.defaultPrevented) return;
  if (event.key === "Escape" && isFocused.value) isFocused.value = false;
  else if (event.key === "F6") {
    const tree = event.currentTarget.querySelector<HTMLElement>(".tree");
    const isInTree = tree?.contains(document.activeElement) ?? false;
    if (isInTree || !tree) focusText();
    else tree.focus();
  } else return;
  event.preventDefault();
}

/** Hides the frame around the view. */
function useFocusMode(isOn: boolean): void {
  useEffect(() => {
    document.documentElement.classList.toggle("is-writing", isOn);
    return () => document.documentElement.classList.remove("is-writing");
  }, [isOn]);
}

/** What is shown while no document is open. */
function Start({
  projectId,
  items,
  isReadOnly,
}: {
  projectId: string;
  items: DocumentItem[];
  isReadOnly: boolean;
}) {
  useTitle(t.title);
  if (items.length === 0) {
    return (
      <Empty isPage title={t.empty.title} text={isReadOnly ? t.empty.readOnly : t.empty.text}>
        {!isReadOnly && (
          <>
            <button
              type="button"
              class="button is-primary"
              onClick={() => create(projectId, { parentId: null, beforeId: null }, "chapter")}
            >
              <icons.plus />
              {t.create}
            </button>
            <a class="button" href={`${studioAddress("transfer")}?project=${projectId}`}>
              {t.empty.import}
            </a>
          </>
        )}
      </Empty>
    );
  }
  const lastId = stored(`last/${projectId}`, "", isText);
  const last = items.find((item) => item.id === lastId);
  const written = items.filter((item) => isOfBook(item) && item.kind !== "part");
  const words = items.filter(isOfBook).reduce((sum, item) => sum + item.words, 0);
  return (
    <div class="manuscript-start">
      <h1>{t.title}</h1>
      <p class="meta">{t.total(t.words(number(words), words === 1), number(written.length), written.length === 1)}</p>
      {last ? (
        <a class="button is-primary" href={documentAddress(projectId, last.id)}>
          {t.start.goOn(titleOf(last))}
        </a>
      ) : (
        <p>{t.start.choose}</p>
      )}
      <ByStatus items={written} />
    </div>
  );
}

function ByStatus({ items }: { items: DocumentItem[] }) {
  const rows = Object.entries(t.statuses).map(([status, name]) => {
    const found = items.filter((item) => item.status === status);
    return { name, status, count: found.length, words: found.reduce((sum, item) => sum + item.words, 0) };
  });
  if (items.length === 0) return null;
  return (
    <section aria-label={t.start.byStatus}>
      <h2>{t.start.byStatus}</h2>
      <dl class="manuscript-statuses">
        {rows
          .filter((row) => row.count > 0)
          .map((row) => (
            <div key={row.status}>
              <dt>
                <span class={`document-status is-${row.status}`} />
                {row.name}
              </dt>
              <dd>{t.start.documents(number(row.count), row.count === 1)}</dd>
              <dd>{t.words(number(row.words), row.words === 1)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
