// Lists that the service answers page by page. A list that is longer than what is read of it is said to be a part,
// by the signal of its request: whoever shows what was read says so too.

import type { SendOptions } from "./client";

/** The most items of a page. */
const PAGE_LIMIT = 100;

/** The most pages that are read of one list. */
const PAGES_MAX = 100;

/** The most items that are read of one list. */
export const ITEMS_MAX = PAGE_LIMIT * PAGES_MAX;

/** The requests that did not read a list to its end. */
const cut = new WeakSet<AbortSignal>();

/** Whether a list that was read with this signal goes on. */
export function isPart(signal: AbortSignal): boolean {
  return cut.has(signal);
}

/** Every item of a list, page by page, as far as lists are read. */
export async function all<Item, Page extends { nextCursor: string | null }>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page>,
  items: (page: Page) => Item[],
  options: SendOptions = {},
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer: Page = await read(
      cursor === null ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor },
    );
    found.push(...items(answer));
    cursor = answer.nextCursor;
    if (cursor === null) return found;
  }
  if (options.signal) cut.add(options.signal);
  return found;
}
