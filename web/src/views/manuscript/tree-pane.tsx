// The documents of the project beside the text: a tree to walk, filter, fill and put in order.

import { useId, useMemo, useState } from "preact/hooks";
import type { DocumentItem } from "../../api/types";
import { go, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { isOfBook } from "../../state/documents";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { manuscript as t } from "../../texts/manuscript";
import { icons } from "../../ui/icons";
import { Menu, type MenuItem } from "../../ui/menu";
import { Tree } from "../../ui/tree";
import { childrenOf, rowsOf, stepTarget, type TreeStep, type TreeTarget } from "../../ui/tree-rows";
import {
  bookAddress,
  change,
  create,
  documentAddress,
  mergeWithNext,
  move,
  moveToTrash,
  setLocked,
  titleOf,
} from "./actions";
import { KeptTexts } from "./kept-texts";
import { keptTexts } from "./kept";
import { focusText, wantsFocus } from "./focus";
import { followingOf } from "./order";
import { isList, store, stored } from "./stored";
import "./tree-pane.css";

/** From how many documents on there is a field to filter them by title. */
const FILTER_FROM = 12;

export interface TreePaneProps {
  projectId: string;
  items: DocumentItem[];
  openId: string | null;
  isReadOnly: boolean;
}

export function TreePane(props: TreePaneProps) {
  const { projectId, items, openId, isReadOnly } = props;
  const [collapsed, setCollapsed] = useCollapsed(projectId);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const shown = useMemo(() => filtered(items, words), [items, words]);
  const active = items.find((item) => item.id === (activeId ?? openId));
  useTreeCommands(props, collapsed);

  const onKey = (item: DocumentItem, event: KeyboardEvent): boolean => {
    if (isReadOnly) return false;
    if (event.key === "F2") change(item);
    else if (event.key === "Delete") void moveToTrash(item);
    else return false;
    return true;
  };
  const unsaved = new Set(keptTexts.value.map((text) => text.documentId));
  return (
    <section class="manuscript-tree" aria-label={t.tree}>
      <header class="manuscript-tree-header">
        <h2>{t.title}</h2>
        <a
          class="icon-button"
          href={bookAddress(projectId)}
          aria-label={book.replacing.title}
          title={book.replacing.title}
        >
          <icons.search />
        </a>
        {!isReadOnly && (
          <button
            type="button"
            class="icon-button"
            aria-label={t.create}
            title={t.create}
            onClick={() => create(projectId, behind(items, active), "chapter")}
          >
            <icons.plus />
          </button>
        )}
      </header>
      {items.length >= FILTER_FROM && <Filter words={words} change={setWords} />}
      {shown.length === 0 && items.length > 0 ? (
        <p class="manuscript-none meta">{t.noMatch}</p>
      ) : (
        <Tree<DocumentItem>
          label={t.tree}
          items={shown}
          collapsed={words === "" ? collapsed : NONE}
          openId={openId}
          activeId={activeId}
          onActive={setActiveId}
          onOpen={(item, isByKey) => {
            if (isByKey && item.id === openId) focusText();
            else {
              wantsFocus.value = isByKey;
              go(documentAddress(projectId, item.id));
            }
          }}
          onCollapse={setCollapsed}
          {...(isReadOnly || words !== "" ? {} : { onMove: (item, target) => void move(item, target) })}
          onKey={onKey}
          draw={({ item }, tabIndex) => (
            <Row {...{ item, items, isReadOnly, tabIndex }} isUnsaved={unsaved.has(item.id)} />
          )}
        />
      )}
      <KeptTexts projectId={projectId} items={items} openId={openId} isReadOnly={isReadOnly} />
      <footer class="manuscript-foot meta">
        <Totals items={items} />
        <a href={`${studioAddress("transfer")}?tab=trash&project=${encodeURIComponent(projectId)}`}>
          {t.toTrash}
        </a>
      </footer>
    </section>
  );
}

const NONE: ReadonlySet<string> = new Set();

function Row({
  item,
  items,
  isReadOnly,
  isUnsaved,
  tabIndex,
}: {
  item: DocumentItem;
  items: DocumentItem[];
  isReadOnly: boolean;
  isUnsaved: boolean;
  tabIndex: 0 | -1;
}) {
  return (
    <>
      <span class={`document-title is-${item.kind}`}>
        <bdi>{titleOf(item)}</bdi>
        {isUnsaved && (
          <span class="document-unsaved" role="img" aria-label={t.unsavedMark} title={t.unsavedMark} />
        )}
        {item.lockedBy !== null && (
          <span class="document-lock" role="img" aria-label={t.lockedMark} title={t.lockedMark}>
            <Lock />
          </span>
        )}
      </span>
      <span class={`document-status is-${item.status}`} title={t.statuses[item.status]}>
        <span class="visually-hidden">{t.statuses[item.status]}</span>
      </span>
      <span class="document-words meta">
        {item.words > 0 && (
          <>
            {number(item.words)} <span class="visually-hidden">{t.words("", item.words === 1).trim()}</span>
          </>
        )}
      </span>
      {!isReadOnly && (
        <span
          class="document-menu"
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Menu
            label={texts.actions.more(titleOf(item))}
            items={() => menuOf(item, items)}
            class="icon-button is-small"
            tabIndex={tabIndex}
          >
            <icons.more />
          </Menu>
        </span>
      )}
    </>
  );
}

function Lock() {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
      <path d="M5 9.5h10v7H5zM7 9.5V7a3 3 0 0 1 6 0v2.5" />
    </svg>
  );
}

function menuOf(item: DocumentItem, items: DocumentItem[]): MenuItem[] {
  const { projectId } = item;
  const step = (text: string, to: TreeStep): MenuItem[] => {
    const target = stepTarget(items, item.id, to);
    return target ? [{ text, run: () => void move(item, target) }] : [];
  };
  const isLocked = item.lockedBy !== null;
  return [
    { text: t.change, run: () => change(item) },
    { text: t.createAfter, run: () => create(projectId, behind(items, item), item.kind) },
    {
      text: t.createInside,
      run: () =>
        create(projectId, { parentId: item.id, beforeId: null }, item.kind === "part" ? "chapter" : "scene"),
    },
    ...step(t.moveUp, "up"),
    ...step(t.moveDown, "down"),
    ...step(t.moveIn, "in"),
    ...step(t.moveOut, "out"),
    ...(followingOf(items, item) ? [{ text: book.merge.command, run: () => mergeWithNext(item) }] : []),
    { text: isLocked ? t.unlock : t.lock, run: () => void setLocked(item, !isLocked) },
    { text: t.trash, run: () => void moveToTrash(item), isDangerous: true },
  ];
}

/** Behind a document; in a part that is chosen, at its end. */
function behind(items: DocumentItem[], document: DocumentItem | undefined): TreeTarget {
  if (!document) return { parentId: null, beforeId: null };
  if (document.kind === "part") return { parentId: document.id, beforeId: null };
  const siblings = childrenOf(items).get(document.parentId) ?? [];
  const next = siblings[siblings.findIndex((one) => one.id === document.id) + 1];
  return { parentId: document.parentId, beforeId: next?.id ?? null };
}

function Filter({ words, change: set }: { words: string; change: (words: string) => void }) {
  const id = useId();
  return (
    <div class="manuscript-filter">
      <label class="visually-hidden" for={id}>
        {t.filter}
      </label>
      <input
        id={id}
        type="search"
        placeholder={t.filter}
        value={words}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
}

/** The documents whose titles have every word, and what they are inside of. */
function filtered(items: DocumentItem[], typed: string): DocumentItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return items;
  const parents = new Map(items.map((item) => [item.id, item.parentId]));
  const shown = new Set<string>();
  for (const item of items) {
    const title = item.title.toLowerCase();
    if (!words.every((word) => title.includes(word))) continue;
    for (let at: string | null | undefined = item.id; at != null && !shown.has(at); at = parents.get(at)) {
      shown.add(at);
    }
  }
  return items.filter((item) => shown.has(item.id));
}

/** The words of the book: parts, chapters and scenes. */
function Totals({ items }: { items: DocumentItem[] }) {
  const book = items.filter((item) => isOfBook(item) && (item.kind !== "part" || item.words > 0));
  if (book.length === 0) return null;
  const words = book.reduce((sum, item) => sum + item.words, 0);
  return (
    <p>{t.total(t.words(number(words), words === 1), number(book.length), book.length === 1)}</p>
  );
}

function useCollapsed(projectId: string): [ReadonlySet<string>, (id: string, is: boolean) => void] {
  const name = `collapsed/${projectId}`;
  const [collapsed, set] = useState(() => new Set(stored<string[]>(name, [], isList)));
  const change = (id: string, isCollapsed: boolean) => {
    set((before) => {
      const after = new Set(before);
      if (isCollapsed) after.add(id);
      else after.delete(id);
      store(name, [...after]);
      return after;
    });
  };
  return [collapsed, change];
}

/** Going from document to document, and creating one. */
function useTreeCommands(props: TreePaneProps, collapsed: ReadonlySet<string>): void {
  const { projectId, items, openId, isReadOnly } = props;
  useCommands(() => {
    const rows = rowsOf(items, collapsed);
    const at = rows.findIndex((row) => row.item.id === openId);
    const to = (index: number) => {
      const found = rows[index];
      if (found) go(documentAddress(projectId, found.item.id));
    };
    return [
      ...(isReadOnly
        ? []
        : [
            {
              title: t.create,
              group: "action" as const,
              keys: "n",
              run: () =>
                create(projectId, behind(items, items.find((item) => item.id === openId)), "chapter"),
            },
          ]),
      { title: t.commands.next, group: "action" as const, keys: "j", run: () => to(at + 1) },
      { title: t.commands.previous, group: "action" as const, keys: "k", run: () => to(at - 1) },
      {
        title: t.commands.toTree,
        group: "action" as const,
        keys: "t",
        run: () => document.querySelector<HTMLElement>(".manuscript-tree .tree")?.focus(),
      },
      ...items.map((item) => ({
        title: t.commands.openNamed(titleOf(item)),
        group: "go" as const,
        run: () => go(documentAddress(projectId, item.id)),
      })),
    ];
  }, [projectId, items, openId, isReadOnly, collapsed]);
}
