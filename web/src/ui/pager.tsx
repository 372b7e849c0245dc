// A list that is read page by page: one page is shown, and the ones before and behind can be gone to.

import { useState } from "preact/hooks";
import { parts } from "../texts/parts";
import { number } from "../state/time";
import { icons } from "./icons";
import "./pager.css";

/** How many items a page shows. */
export const PAGE_SIZE = 50;

/** Where a reader is in a list: the cursors of the pages up to the present one. */
export interface Pages {
  /** The cursor of the present page; undefined for the first one. */
  cursor: string | undefined;
  /** The number of the present page, from 0. */
  page: number;
  go: (to: "first" | "before" | { next: string }) => void;
}

/** The pages of a list; another `list` begins at its first page. */
export function usePages(list: string): Pages {
  const [at, setAt] = useState<{ list: string; cursors: string[] }>({ list, cursors: [] });
  const cursors = at.list === list ? at.cursors : [];
  return {
    cursor: cursors[cursors.length - 1],
    page: cursors.length,
    go: (to) => {
      const next = to === "first" ? [] : to === "before" ? cursors.slice(0, -1) : [...cursors, to.next];
      setAt({ list, cursors: next });
    },
  };
}

/** Says which items are shown, and goes to other pages. */
export function Pager({
  pages,
  count,
  total,
  next,
  label,
}: {
  pages: Pages;
  /** How many items are shown. */
  count: number;
  /** How many there are; null where it is not known. */
  total: number | null;
  next: string | null;
  label: string;
}) {
  const first = pages.page * PAGE_SIZE + 1;
  if (count === 0 && pages.page === 0) return null;
  return (
    <nav class="pager" aria-label={label}>
      <p class="meta" role="status">
        {parts.pager.shown(number(first), number(first + count - 1), total === null ? null : number(total))}
      </p>
      {(pages.page > 0 || next !== null) && (
        <>
          <button
            type="button"
            class="button is-small"
            disabled={pages.page === 0}
            onClick={() => pages.go("before")}
          >
            {parts.pager.before}
          </button>
          <button
            type="button"
            class="button is-small"
            disabled={next === null}
            onClick={() => next !== null && pages.go({ next })}
          >
            {parts.pager.next}
            <icons.chevron />
          </button>
        </>
      )}
    </nav>
  );
}
