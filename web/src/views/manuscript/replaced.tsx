// What the last replacement changed, and what takes it back, for as long as the page of the search is open.

import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { type ApiFailure, failureOf } from "../../api/failure";
import { number } from "../../state/time";
import { book } from "../../texts/book";
import { icons } from "../../ui/icons";
import type { BookSearch, Done } from "./book-search";

const t = book.replacing;

interface DoneProps {
  search: BookSearch;
  done: Signal<Done>;
  isReadOnly: boolean;
  /** Says why something was not done. */
  refuse: (failure: ApiFailure | undefined) => void;
}

export function DoneNote({ search, done, isReadOnly, refuse }: DoneProps) {
  const [isBusy, setBusy] = useState(false);
  const { find, replace, count, documents, isUndone } = done.value;
  const takeBack = async () => {
    if (isBusy) return;
    setBusy(true);
    refuse(undefined);
    await search.takeBack(done).catch((thrown) => refuse(failureOf(thrown)));
    setBusy(false);
  };
  return (
    <div class="replacing-done" role="group" aria-label={t.from(find, replace)}>
      <p>
        <bdi>{t.from(find, replace)}</bdi>
        <br />
        <span class="meta" role="status">
          {isUndone
            ? t.undone(documents, number(documents))
            : t.done(count, number(count), documents, number(documents))}
        </span>
      </p>
      {!isReadOnly && (
        <button type="button" class="button is-small" aria-busy={isBusy} onClick={() => void takeBack()}>
          {isUndone ? t.redo : t.undo}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t.closeResult}
        onClick={() => (search.done.value = undefined)}
      >
        <icons.close />
      </button>
    </div>
  );
}
