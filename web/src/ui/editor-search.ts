// Finding and replacing in an editor. The fields are drawn by the page, not by the editor.

import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from "@codemirror/search";
import type { EditorView } from "@codemirror/view";

/** The most passages that are counted. */
export const COUNTED_MAX = 5_000;

/** What is looked for. */
export interface Sought {
  search: string;
  replace: string;
  isCaseSensitive: boolean;
  isWholeWord: boolean;
  isExpression: boolean;
}

/** How often it was found. */
export interface Found {
  /** More than `COUNTED_MAX` are given as one more. */
  count: number;
  /** Which of them is selected, from 1 on; 0 for none. */
  at: number;
  isSound: boolean;
}

export class EditorSearch {
  #query = new SearchQuery({ search: "" });

  constructor(private readonly view: EditorView) {}

  /** Looks for something else, and marks it in the text. */
  seek(sought: Sought): Found {
    this.#query = new SearchQuery({
      search: sought.search,
      replace: sought.replace,
      caseSensitive: sought.isCaseSensitive,
      wholeWord: sought.isWholeWord,
      regexp: sought.isExpression,
      // Without it a backslash that somebody looks for would be read as half of a sign.
      literal: !sought.isExpression,
    });
    // What is found is marked only while the editor has its own panel open, which is empty here.
    openSearchPanel(this.view);
    this.view.dispatch({ effects: setSearchQuery.of(this.#query) });
    return this.count();
  }

  count(): Found {
    const { valid, search } = this.#query;
    if (search === "" || !valid) return { count: 0, at: 0, isSound: search === "" || valid };
    const { from, to } = this.view.state.selection.main;
    const cursor = this.#query.getCursor(this.view.state);
    let count = 0;
    let at = 0;
    for (let next = cursor.next(); !next.done && count <= COUNTED_MAX; next = cursor.next()) {
      count += 1;
      if (next.value.from === from && next.value.to === to) at = count;
    }
    return { count, at, isSound: true };
  }

  next(): void {
    findNext(this.view);
  }

  previous(): void {
    findPrevious(this.view);
  }

  replace(): void {
    replaceNext(this.view);
  }

  replaceAll(): void {
    replaceAll(this.view);
  }

  /** Ends the search, with the cursor where it is. */
  end(): void {
    closeSearchPanel(this.view);
    this.view.focus();
  }

  /** The selected words, where they are short enough to be looked for. */
  get selected(): string {
    const { from, to } = this.view.state.selection.main;
    const text = this.view.state.sliceDoc(from, Math.min(to, from + 200));
    return text.includes("\n") ? "" : text;
  }
}
