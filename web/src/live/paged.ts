// Lists that are read a page at a time, as far as somebody wants to see them. All pages that are shown are
// read again after an event, so that nothing stands twice and nothing is missed.

import { useCached, type Cached } from "./cache";
import type { LiveEvent } from "./events";

/** Items of a page. */
const PAGE_LIMIT = 50;

/** The most pages that are shown of one list. */
export const PAGES_SHOWN_MAX = 20;

/** A page as the service answers it. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number | null;
}

/** What is shown of a list. */
export interface Listed<Item> {
  items: Item[];
  /** Whether further pages can be shown. */
  hasMore: boolean;
  /** Whether there are more items than are shown of a list. */
  isCut: boolean;
  /** All of them; null where that is not known. */
  total: number | null;
}

/** How many pages are shown of each list. */
const shown = new Map<string, number>();

/** A list of this key, and what shows one page more. */
export function usePaged<Item>(
  key: string,
  read: (query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
  concerns: (event: LiveEvent) => boolean,
): { list: Cached<Listed<Item>>; showMore: () => Promise<void> } {
  const list = useCached<Listed<Item>>(key, (signal) => readShown(key, read, signal), concerns);
  const showMore = () => {
    shown.set(key, Math.min((shown.get(key) ?? 1) + 1, PAGES_SHOWN_MAX));
    return list.reload();
  };
  return { list, showMore };
}

async function readShown<Item>(
  key: string,
  read: (query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
  signal: AbortSignal,
): Promise<Listed<Item>> {
  const items: Item[] = [];
  const wanted = shown.get(key) ?? 1;
  let cursor: string | null = null;
  let total: number | null = null;
  for (let page = 0; page < wanted; page += 1) {
    const answer: Page<Item> = await read(
      cursor === null ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor },
      signal,
    );
    items.push(...answer.items);
    ({ nextCursor: cursor, total } = answer);
    if (cursor === null) break;
  }
  const isLast = wanted >= PAGES_SHOWN_MAX;
  return { items, total, hasMore: cursor !== null && !isLast, isCut: cursor !== null && isLast };
}
