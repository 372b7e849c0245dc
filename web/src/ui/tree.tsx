// A tree of items that can be walked, opened and moved with the keyboard, as the tree pattern of ARIA has
// it, and moved by dragging. Only the rows that are seen are drawn.

import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  type DropZone,
  dropTarget,
  rowsOf,
  stepTarget,
  type TreeItem,
  type TreeRow,
  type TreeStep,
  type TreeTarget,
} from "./tree-rows";
import "./tree.css";

/** The height of a row, in rem. */
const ROW_REM = 2.25;

/** How many rows are drawn above and below those that are seen. */
const SPARE_ROWS = 8;

/** Which part of a row's height, above and below, puts an item beside it and not into it. */
const EDGE = 0.3;

const STEPS: Record<string, TreeStep> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

export interface TreeProps<Item extends TreeItem> {
  label: string;
  items: Item[];
  collapsed: ReadonlySet<string>;
  /** The item that is open; null where none is. */
  openId: string | null;
  /** The row that keys are for; null for the open one, or the first. */
  activeId: string | null;
  onActive: (id: string) => void;
  /** Opens an item; by key, whoever opens it goes on inside. */
  onOpen: (item: Item, isByKey: boolean) => void;
  onCollapse: (id: string, isCollapsed: boolean) => void;
  /** Moves an item; absent where nothing may be moved. */
  onMove?: (item: Item, target: TreeTarget) => void;
  /** Says whether it took the key; for keys that the pattern leaves free. */
  onKey?: (item: Item, event: KeyboardEvent) => boolean;
  /** Draws a row; the Tab key stops only at what is in the row that keys are for. */
  draw: (row: TreeRow<Item>, tabIndex: 0 | -1) => JSX.Element;
}

export function Tree<Item extends TreeItem>(props: TreeProps<Item>) {
  const { items, collapsed, openId } = props;
  const id = useId();
  const rows = useMemo(() => rowsOf(items, collapsed), [items, collapsed]);
  const list = useRef<HTMLDivElement>(null);
  const seen = useSeenRows(list, rows.length);
  const wantedId = props.activeId ?? openId;
  const activeAt = Math.max(
    rows.findIndex((row) => row.item.id === wantedId),
    0,
  );
  const active = rows[activeAt];
  const drag = useDrag(props);

  useLayoutEffect(() => {
    seen.reveal(activeAt);
  }, [active?.item.id]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== list.current || !active) return;
    if (handled(props, rows, activeAt, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  const drawn = rows.map((row, index) => ({ row, index })).slice(seen.from, seen.to);
  // The row that keys are for is named by the tree, so it has to be there.
  if (active && !drawn.some(({ index }) => index === activeAt)) {
    drawn.push({ row: active, index: activeAt });
  }
  return (
    <div
      ref={list}
      class="tree"
      role="tree"
      aria-label={props.label}
      // Where there is no row, nothing would show that the focus is here.
      tabIndex={active ? 0 : undefined}
      aria-activedescendant={active ? `${id}-${active.item.id}` : undefined}
      onKeyDown={onKeyDown}
      onDragLeave={drag.onLeave}
    >
      <div role="none" class="tree-rows" style={{ height: `${rows.length * ROW_REM}rem` }}>
        {drawn.map(({ row, index }) => (
          <div
            key={row.item.id}
            id={`${id}-${row.item.id}`}
            role="treeitem"
            aria-level={row.level}
            aria-posinset={row.place}
            aria-setsize={row.siblings}
            aria-expanded={row.isExpanded ?? undefined}
            aria-selected={row.item.id === openId}
            class={`tree-row${index === activeAt ? " is-active" : ""}${drag.look(row.item.id)}`}
            style={{ top: `${index * ROW_REM}rem`, paddingInlineStart: `${row.level - 1}rem` }}
            draggable={props.onMove !== undefined}
            onClick={() => {
              props.onActive(row.item.id);
              props.onOpen(row.item, false);
            }}
            onDragStart={(event) => drag.onStart(row.item.id, event)}
            onDragOver={(event) => drag.onOver(row.item.id, event)}
            onDrop={(event) => drag.onDrop(row.item.id, event)}
            onDragEnd={drag.onEnd}
          >
            <Twist row={row} onCollapse={props.onCollapse} />
            {props.draw(row, index === activeAt ? 0 : -1)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** What opens and closes a row for the pointer; keys do it with the arrows. */
function Twist<Item extends TreeItem>({
  row,
  onCollapse,
}: {
  row: TreeRow<Item>;
  onCollapse: (id: string, isCollapsed: boolean) => void;
}) {
  return (
    <span
      class={`tree-twist${row.isExpanded ? " is-expanded" : ""}`}
      aria-hidden="true"
      onClick={(event) => {
        if (row.isExpanded === null) return;
        event.stopPropagation();
        onCollapse(row.item.id, row.isExpanded);
      }}
    >
      {row.isExpanded !== null && (
        <svg class="icon" viewBox="0 0 20 20" width="14" height="14">
          <path d="m7.5 5 5 5-5 5" />
        </svg>
      )}
    </span>
  );
}

/** Does what a key asks for, and says whether it asks for anything. */
function handled<Item extends TreeItem>(
  props: TreeProps<Item>,
  rows: TreeRow<Item>[],
  at: number,
  event: KeyboardEvent,
): boolean {
  const row = rows[at];
  if (!row || event.ctrlKey || event.metaKey) return false;
  if (event.altKey) {
    const step = STEPS[event.key];
    if (!step || !props.onMove) return false;
    const target = stepTarget(props.items, row.item.id, step);
    if (target) {
      if (step === "in" && target.parentId !== null) props.onCollapse(target.parentId, false);
      props.onMove(row.item, target);
    }
    return true;
  }
  const to = (index: number) => {
    const found = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (found) props.onActive(found.item.id);
    return true;
  };
  switch (event.key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowRight":
      if (row.isExpanded === false) props.onCollapse(row.item.id, false);
      else if (row.isExpanded) to(at + 1);
      return true;
    case "ArrowLeft":
      if (row.isExpanded) props.onCollapse(row.item.id, true);
      else to(rows.findIndex((one) => one.item.id === row.item.parentId));
      return true;
    case "Enter":
    case " ":
      props.onOpen(row.item, true);
      return true;
    default:
      return props.onKey?.(row.item, event) ?? false;
  }
}

/** Which rows are seen, by the scrolling of the list. */
function useSeenRows(list: { current: HTMLDivElement | null }, count: number) {
  const [range, setRange] = useState({ from: 0, to: 2 * SPARE_ROWS });
  const rowHeight = () => ROW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const measure = () => {
    const element = list.current;
    if (!element) return;
    const height = rowHeight();
    const from = Math.max(Math.floor(element.scrollTop / height) - SPARE_ROWS, 0);
    const to = Math.ceil((element.scrollTop + element.clientHeight) / height) + SPARE_ROWS;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  // Where there are fewer rows, what is seen may move without an event of scrolling.
  useLayoutEffect(measure, [count]);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  const reveal = (index: number) => {
    const element = list.current;
    if (!element) return;
    const height = rowHeight();
    const top = index * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + height - element.clientHeight;
    }
  };
  return { from: Math.min(range.from, count), to: Math.min(range.to, count), reveal };
}

/** Dragging a row onto another. */
function useDrag<Item extends TreeItem>(props: TreeProps<Item>) {
  const draggedId = useRef<string | null>(null);
  const [over, setOver] = useState<{ id: string; zone: DropZone } | null>(null);
  const targetAt = (id: string, zone: DropZone) =>
    draggedId.current === null ? undefined : dropTarget(props.items, draggedId.current, id, zone);
  return {
    look: (id: string) => (over?.id === id ? ` is-drop-${over.zone}` : ""),
    onStart: (id: string, event: DragEvent) => {
      draggedId.current = id;
      // A type of our own: a row is no text for an editor or another program.
      event.dataTransfer?.setData("application/x-scriptorium-row", id);
      if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
    },
    onOver: (id: string, event: DragEvent) => {
      const zone = zoneAt(event);
      if (!targetAt(id, zone)) {
        setOver(null);
        return;
      }
      event.preventDefault();
      setOver((before) => (before?.id === id && before.zone === zone ? before : { id, zone }));
    },
    onDrop: (id: string, event: DragEvent) => {
      const target = targetAt(id, zoneAt(event));
      const item = props.items.find((one) => one.id === draggedId.current);
      draggedId.current = null;
      setOver(null);
      if (!target || !item) return;
      event.preventDefault();
      if (target.parentId !== null) props.onCollapse(target.parentId, false);
      props.onMove?.(item, target);
    },
    onEnd: () => {
      draggedId.current = null;
      setOver(null);
    },
    onLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      const list = event.currentTarget as HTMLElement;
      if (!(to instanceof Node) || !list.contains(to)) setOver(null);
    },
  };
}

function zoneAt(event: DragEvent): DropZone {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  return part < EDGE ? "before" : part > 1 - EDGE ? "after" : "inside";
}
