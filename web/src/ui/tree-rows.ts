// The rows of a tree and where an item can go in it, apart from how they are drawn. Items come in reading
// order: each before those inside it.

/** What is in a tree. */
export interface TreeItem {
  id: string;
  parentId: string | null;
}

/** An item as it is drawn. */
export interface TreeRow<Item extends TreeItem> {
  item: Item;
  /** From 1 on. */
  level: number;
  /** Its place among its siblings, from 1 on. */
  place: number;
  siblings: number;
  /** Null where it has nothing inside. */
  isExpanded: boolean | null;
}

/** Where an item goes: before a sibling, or behind the last one. */
export interface TreeTarget {
  parentId: string | null;
  beforeId: string | null;
}

/** The part of a row that something is dropped on. */
export type DropZone = "before" | "inside" | "after";

/** A step of an item by keyboard. */
export type TreeStep = "up" | "down" | "in" | "out";

/** The items of each parent, in order; an item whose parent is not there is at the top. */
export function childrenOf<Item extends TreeItem>(items: Item[]): Map<string | null, Item[]> {
  const known = new Set(items.map((item) => item.id));
  const found = new Map<string | null, Item[]>();
  for (const item of items) {
    const parentId = item.parentId !== null && known.has(item.parentId) ? item.parentId : null;
    const siblings = found.get(parentId);
    if (siblings) siblings.push(item);
    else found.set(parentId, [item]);
  }
  return found;
}

/** The rows that can be seen, without what is inside of collapsed ones. */
export function rowsOf<Item extends TreeItem>(
  items: Item[],
  collapsed: ReadonlySet<string>,
): TreeRow<Item>[] {
  const children = childrenOf(items);
  const rows: TreeRow<Item>[] = [];
  const add = (parentId: string | null, level: number) => {
    const siblings = children.get(parentId) ?? [];
    siblings.forEach((item, index) => {
      const isExpanded = children.has(item.id) ? !collapsed.has(item.id) : null;
      rows.push({ item, level, place: index + 1, siblings: siblings.length, isExpanded });
      if (isExpanded) add(item.id, level + 1);
    });
  };
  add(null, 1);
  return rows;
}

/** Where a step leads; undefined where it leads nowhere. */
export function stepTarget<Item extends TreeItem>(
  items: Item[],
  id: string,
  step: TreeStep,
): TreeTarget | undefined {
  const children = childrenOf(items);
  const item = items.find((one) => one.id === id);
  if (!item) return undefined;
  const parentId = item.parentId;
  const siblings = children.get(parentId) ?? [];
  const at = siblings.indexOf(item);
  const before = siblings[at - 1];
  if (step === "up") return before && { parentId, beforeId: before.id };
  if (step === "down") {
    return siblings[at + 1] && { parentId, beforeId: siblings[at + 2]?.id ?? null };
  }
  if (step === "in") return before && { parentId: before.id, beforeId: null };
  const parent = items.find((one) => one.id === parentId);
  if (!parent) return undefined;
  const aunts = children.get(parent.parentId) ?? [];
  return { parentId: parent.parentId, beforeId: aunts[aunts.indexOf(parent) + 1]?.id ?? null };
}

/** Where an item goes that is dropped on another; undefined where it cannot. */
export function dropTarget<Item extends TreeItem>(
  items: Item[],
  id: string,
  onId: string,
  zone: DropZone,
): TreeTarget | undefined {
  if (isWithin(items, onId, id)) return undefined;
  const on = items.find((one) => one.id === onId);
  if (!on) return undefined;
  if (zone === "inside") return { parentId: on.id, beforeId: null };
  if (zone === "before") return { parentId: on.parentId, beforeId: on.id };
  const siblings = childrenOf(items).get(on.parentId) ?? [];
  const next = siblings.slice(siblings.indexOf(on) + 1).find((one) => one.id !== id);
  return { parentId: on.parentId, beforeId: next?.id ?? null };
}

/** Whether an item is another one or inside it. */
function isWithin<Item extends TreeItem>(items: Item[], id: string, outerId: string): boolean {
  const parents = new Map(items.map((item) => [item.id, item.parentId]));
  let at: string | null | undefined = id;
  // A chain is never longer than the list, whatever the service sent.
  for (let step = 0; at != null && step <= items.length; step += 1) {
    if (at === outerId) return true;
    at = parents.get(at);
  }
  return false;
}
