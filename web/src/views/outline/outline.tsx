// The outline of a project: its story as a tree of acts, chapters, scenes and beats.

import { useEffect, useId, useMemo, useState } from "preact/hooks";
import type { DocumentItem, PlotNode, PlotPromise } from "../../api/types";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { outline as t } from "../../texts/outline";
import { icons } from "../../ui/icons";
import { Menu, type MenuItem } from "../../ui/menu";
import { Place } from "../../ui/place";
import { ProjectHeader } from "../../ui/project";
import { Await, Empty } from "../../ui/states";
import { Tree } from "../../ui/tree";
import { childrenOf, stepTarget, type TreeStep, type TreeTarget } from "../../ui/tree-rows";
import type { ViewProps } from "../../views";
import { nodesOf, promisesOf } from "../promises/data";
import { bookOf, nameOfDocument } from "../timeline/context";
import { beginWithBook, createNode, deleteNode, INSIDE, moveNode, openNode, titleOf } from "./actions";
import "./outline.css";

/** From how many nodes on there is a field to filter them by title. */
const FILTER_FROM = 12;

const NONE: ReadonlySet<string> = new Set();

export default function OutlineView({ projectId, rest }: ViewProps) {
  const nodes = nodesOf(projectId);
  const book = bookOf(projectId);
  const promises = promisesOf(projectId);
  useEffect(() => {
    const ends = [nodes.watch(), book.watch(), promises.watch()];
    return () => ends.forEach((end) => end());
  }, [projectId]);
  const [activeId, setActiveId] = useState<string | null>(rest[0] ?? null);
  const all = nodes.value.value;
  const active = all?.find(({ id }) => id === activeId);
  const add = () => {
    createNode(projectId, behind(all ?? [], active), active?.kind ?? (all?.length ? "scene" : "act"));
  };
  useCommands(
    () => (mayWrite() ? [{ title: t.create, group: "action", keys: "n", run: add }] : []),
    [projectId, all, active],
  );
  return (
    <div class="page outline">
      <ProjectHeader projectId={projectId} title={t.title}>
        {mayWrite() && (
          <button type="button" class="button is-primary" onClick={add}>
            <icons.plus />
            {t.create}
          </button>
        )}
      </ProjectHeader>
      <Await of={nodes}>
        {(list) =>
          list.length === 0 ? (
            <None projectId={projectId} book={book.value.value ?? []} />
          ) : (
            <Nodes
              projectId={projectId}
              nodes={list}
              book={book.value.value}
              promises={promises.value.value ?? []}
              activeId={activeId}
              setActive={setActiveId}
            />
          )
        }
      </Await>
    </div>
  );
}

/** The place behind a node. */
function behind(nodes: PlotNode[], node: PlotNode | undefined): TreeTarget {
  if (!node) return { parentId: null, beforeId: null };
  const siblings = childrenOf(nodes).get(node.parentId) ?? [];
  const next = siblings[siblings.findIndex(({ id }) => id === node.id) + 1];
  return { parentId: node.parentId, beforeId: next?.id ?? null };
}

function None({ projectId, book }: { projectId: string; book: DocumentItem[] }) {
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    await beginWithBook(projectId, book);
    setBusy(false);
  };
  return (
    <Empty {...t.empty}>
      {mayWrite() && (
        <p class="state-row">
          <button
            type="button"
            class="button is-primary"
            onClick={() => createNode(projectId, { parentId: null, beforeId: null }, "act")}
          >
            {t.create}
          </button>
          {book.length > 0 && (
            <button type="button" class="button" disabled={isBusy} onClick={() => void begin()}>
              {isBusy ? t.fromBook.working : t.fromBook.action}
            </button>
          )}
        </p>
      )}
    </Empty>
  );
}

interface NodesProps {
  projectId: string;
  nodes: PlotNode[];
  /** Undefined while it is being read. */
  book: DocumentItem[] | undefined;
  promises: PlotPromise[];
  activeId: string | null;
  setActive: (id: string) => void;
}

function Nodes({ projectId, nodes, book, promises, activeId, setActive }: NodesProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(NONE);
  const [words, setWords] = useState("");
  const id = useId();
  const shown = useMemo(() => filtered(nodes, words), [nodes, words]);
  const documents = useMemo(() => new Map(book?.map((document) => [document.id, document])), [book]);
  const counts = useMemo(() => promiseCounts(promises), [promises]);
  const parents = useMemo(() => new Set(nodes.flatMap(({ parentId }) => parentId ?? [])), [nodes]);
  const isFiltered = words.trim() !== "";
  const toggle = (nodeId: string, isCollapsed: boolean) => {
    setCollapsed((before) => {
      const after = new Set(before);
      if (isCollapsed) after.add(nodeId);
      else after.delete(nodeId);
      return after;
    });
  };
  const onKey = (node: PlotNode, event: KeyboardEvent): boolean => {
    if (event.key === "F2") openNode(node);
    else if (event.key === "Delete" && mayWrite()) void deleteNode(node);
    else return false;
    return true;
  };
  return (
    <>
      <div class="outline-tools">
        {nodes.length >= FILTER_FROM && (
          <>
            <label class="visually-hidden" for={id}>
              {t.filter}
            </label>
            <input
              id={id}
              type="search"
              placeholder={t.filter}
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </>
        )}
        <Counts nodes={nodes} />
        {parents.size > 0 && (
          <button
            type="button"
            class="button is-small"
            onClick={() => setCollapsed(collapsed.size > 0 ? NONE : parents)}
          >
            {collapsed.size > 0 ? t.openAll : t.closeAll}
          </button>
        )}
      </div>
      <p class="visually-hidden">{t.keys}</p>
      {shown.length === 0 ? (
        <p class="meta">{t.noMatch}</p>
      ) : (
        <Tree<PlotNode>
          label={t.tree}
          items={shown}
          collapsed={isFiltered ? NONE : collapsed}
          openId={null}
          activeId={activeId}
          onActive={setActive}
          onOpen={openNode}
          onCollapse={toggle}
          {...(mayWrite() && !isFiltered ? { onMove: (node, target) => void moveNode(node, target) } : {})}
          onKey={onKey}
          draw={({ item }, tabIndex) => (
            <Row
              {...{ projectId, nodes, tabIndex, node: item }}
              document={item.documentId === null ? null : documents.get(item.documentId)}
              isBookRead={book !== undefined}
              count={counts.get(item.id)}
            />
          )}
        />
      )}
    </>
  );
}

/** The nodes whose titles have the words, with all that they are in. */
function filtered(nodes: PlotNode[], words: string): PlotNode[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return nodes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  for (const node of nodes) {
    if (!node.title.toLowerCase().includes(wanted)) continue;
    for (let at: PlotNode | undefined = node; at && !kept.has(at.id); ) {
      kept.add(at.id);
      at = at.parentId === null ? undefined : byId.get(at.parentId);
    }
  }
  return nodes.filter(({ id }) => kept.has(id));
}

interface PromiseCount {
  made: number;
  kept: number;
}

function promiseCounts(promises: PlotPromise[]): Map<string, PromiseCount> {
  const found = new Map<string, PromiseCount>();
  const count = (id: string | null, what: keyof PromiseCount) => {
    if (id === null) return;
    const known = found.get(id) ?? { made: 0, kept: 0 };
    known[what] += 1;
    found.set(id, known);
  };
  for (const { madeAtNodeId, fulfilledAtNodeId, status } of promises) {
    count(madeAtNodeId, "made");
    if (status === "fulfilled") count(fulfilledAtNodeId, "kept");
  }
  return found;
}

function Counts({ nodes }: { nodes: PlotNode[] }) {
  const kinds = Object.keys(t.counts) as PlotNode["kind"][];
  const words = kinds
    .map((kind) => ({ kind, count: nodes.filter((node) => node.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => t.counts[kind](number(count), count === 1));
  return <p class="outline-counts meta">{words.join(" · ")}</p>;
}

interface RowProps {
  projectId: string;
  node: PlotNode;
  nodes: PlotNode[];
  /** The document that tells it; null without one, undefined where it is not there. */
  document: DocumentItem | null | undefined;
  isBookRead: boolean;
  count: PromiseCount | undefined;
  tabIndex: 0 | -1;
}

function Row({ projectId, node, nodes, document, isBookRead, count, tabIndex }: RowProps) {
  return (
    <>
      <span class="node-kind meta">{t.kinds[node.kind]}</span>
      <span class={`node-title is-${node.kind}`}>
        <bdi>{titleOf(node)}</bdi>
      </span>
      <span class="node-promised meta">{count ? t.promises(count.made, count.kept) : ""}</span>
      <span class="node-document meta" onClick={(event) => event.stopPropagation()}>
        {document ? (
          <>
            <Place projectId={projectId} documentId={document.id}>
              {nameOfDocument(document)}
            </Place>{" "}
            · {t.words(number(document.words), document.words === 1)} · {t.statuses[document.status]}
          </>
        ) : document === null ? (
          t.noDocument
        ) : isBookRead ? (
          t.documentGone
        ) : (
          ""
        )}
      </span>
      {mayWrite() && (
        <span
          class="node-menu"
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Menu
            label={texts.actions.more(titleOf(node))}
            items={() => menuOf(node, nodes)}
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

function menuOf(node: PlotNode, nodes: PlotNode[]): MenuItem[] {
  const { projectId } = node;
  const step = (text: string, to: TreeStep): MenuItem[] => {
    const target = stepTarget(nodes, node.id, to);
    return target ? [{ text, run: () => void moveNode(node, target) }] : [];
  };
  return [
    { text: t.edit, run: () => openNode(node) },
    { text: t.createAfter, run: () => createNode(projectId, behind(nodes, node), node.kind) },
    {
      text: t.createInside,
      run: () => createNode(projectId, { parentId: node.id, beforeId: null }, INSIDE[node.kind]),
    },
    ...step(t.moveUp, "up"),
    ...step(t.moveDown, "down"),
    ...step(t.moveIn, "in"),
    ...step(t.moveOut, "out"),
    { text: t.delete, run: () => void deleteNode(node), isDangerous: true },
  ];
}
