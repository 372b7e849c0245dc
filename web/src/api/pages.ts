// Lists that the service answers page by page.

/** The most items of a page. */
const PAGE_LIMIT = 100;

/** The most pages that are read of one list. */
const PAGES_MAX = 100;

/** Every item of a list, page by page. */
export async function all<Item, Page extends { nextCursor: string | null }>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page>,
  items: (page: Page) => Item[],
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer: Page = await read(
      cursor === null ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor },
    );
    found.push(...items(answer));
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return found;
}
