// What a search of the book found: a row for each document, and below it one for each match. Of thousands
// only those that are seen are drawn, and read.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { MatchedDocument, TextMatch } from "../../api/types";
import { number } from "../../state/time";
import { lockerOf } from "../../state/session";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { Rows } from "../../ui/rows";
import { documentAddress } from "./actions";
import { chooseDocuments, chosenIn, isChosen, toggle } from "./book-choice";
import type { BookSearch, Found } from "./book-search";

const t = book.replacing;

/** The height of a row, in rem: one line of text, or two where there is little room. */
const ROW_REM = 2.5;
const NARROW_ROW_REM = 4.25;

/** The windows that have little room. */
const NARROW = "(max-width: 56rem)";

/** How much of the text before a match is shown where there is little room, in characters. */
const NEAR_MAX = 22;

/** The most characters that the service gives of a line before a match, and behind it. */
const AROUND_MAX = 60;

interface Row {
  key: string;
  document: MatchedDocument;
  /** Which match of the search it is; null for the row of the document itself. */
  at: number | null;
}

interface BookRowsProps {
  search: BookSearch;
  found: Found;
  replace: string;
  isReadOnly: boolean;
}

export function BookRows({ search, found, replace, isReadOnly }: BookRowsProps) {
  const rows = useMemo(() => rowsOf(found.documents), [found]);
  const isNarrow = useMedia(NARROW);
  const matches = search.matches.value;
  const props = { search, replace, isReadOnly };
  return (
    <Rows
      label={t.list}
      items={rows}
      keyOf={(row) => row.key}
      height={isNarrow ? NARROW_ROW_REM : ROW_REM}
      render={({ document, at }, tabIndex) => {
        if (at === null) return <DocumentRow {...props} document={document} tabIndex={tabIndex} />;
        const match = matches[at];
        if (!match) return <Unread search={search} count={at + 1} />;
        return <MatchRow {...props} document={document} match={match} tabIndex={tabIndex} />;
      }}
    />
  );
}

function rowsOf(documents: MatchedDocument[]): Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const document of documents) {
    rows.push({ key: document.documentId, document, at: null });
    for (let count = 0; count < document.matches; count += 1) {
      rows.push({ key: `${document.documentId}/${count}`, document, at });
      at += 1;
    }
  }
  return rows;
}

interface RowProps extends Omit<BookRowsProps, "found"> {
  document: MatchedDocument;
  tabIndex: 0 | -1;
}

function DocumentRow({ search, document, isReadOnly, tabIndex }: RowProps) {
  const { documentId, matches } = document;
  const title = document.title || texts.untitled;
  const locker = lockerOf(document);
  const choice = search.choice.value;
  const chosen = chosenIn(choice, document);
  return (
    <div class="replacing-document">
      {!isReadOnly && locker !== null && <span class="replacing-unfree" />}
      {!isReadOnly && locker === null && (
        <input
          type="checkbox"
          aria-label={t.chooseDocument(title)}
          tabIndex={tabIndex}
          checked={chosen === matches}
          indeterminate={chosen > 0 && chosen < matches}
          onChange={(event) => {
            search.choice.value = chooseDocuments(choice, [documentId], event.currentTarget.checked);
          }}
        />
      )}
      <a href={documentAddress(search.projectId, documentId)} tabIndex={tabIndex}>
        <bdi>{title}</bdi>
      </a>
      <span class="meta">
        {isReadOnly || chosen === matches ? number(matches) : t.chosenOf(number(chosen), number(matches))}
      </span>
      {locker !== null && <span class="badge">{isReadOnly ? locker : t.locked(locker)}</span>}
    </div>
  );
}

function MatchRow({ search, document, match, replace, isReadOnly, tabIndex }: RowProps & { match: TextMatch }) {
  const choice = search.choice.value;
  const isOn = isChosen(choice, match);
  const { start, end, text, line } = match;
  const query = new URLSearchParams({ start: String(start), end: String(end), quote: text, book: "1" });
  const [far, near] = halves(match.before);
  const after = behind(match.after);
  const isLocked = lockerOf(document) !== null;
  const isReplaced = isOn && !isReadOnly && replace !== "";
  return (
    <div class={`replacing-match${isOn || isReadOnly ? "" : " is-left-out"}`}>
      {!isReadOnly && isLocked && <span class="replacing-unfree" />}
      {!isReadOnly && !isLocked && (
        <input
          type="checkbox"
          aria-label={t.chooseMatch(number(line), `${near}${text}${after}`)}
          tabIndex={tabIndex}
          checked={isOn}
          onChange={() => (search.choice.value = toggle(choice, match))}
        />
      )}
      <a href={`${documentAddress(search.projectId, match.documentId)}?${query}`} tabIndex={tabIndex}>
        <span class="replacing-line">
          <span class="visually-hidden">{t.line("")}</span>
          {number(line)}
        </span>
        <span class="replacing-text" dir="auto">
          <span class="replacing-far">{far}</span>
          {near}
          {isReplaced ? (
            <>
              <del>{text}</del>
              <ins>{replace}</ins>
            </>
          ) : (
            <mark>{text}</mark>
          )}
          {after}
        </span>
      </a>
    </div>
  );
}

/** The text before a match: what is left out where there is little room, and what stands next to it. */
function halves(before: string): [string, string] {
  const all = [...before];
  const text = all.length < AROUND_MAX ? before : `… ${before.replace(/^\S{1,20}\s+/, "")}`;
  if (all.length <= NEAR_MAX) return ["", text];
  const tail = all.slice(-NEAR_MAX).join("");
  const near = tail.slice(tail.indexOf(" ") + 1);
  return [text.slice(0, text.length - near.length), near];
}

/** The text behind a match, without half of a word where the service cut it. */
function behind(after: string): string {
  return [...after].length < AROUND_MAX ? after : `${after.replace(/\s+\S{1,20}$/, "")} …`;
}

/** A match that was not read yet: reading it begins when it is seen. */
function Unread({ search, count }: { search: BookSearch; count: number }) {
  useEffect(() => search.want(count));
  return <p class="replacing-unread meta">…</p>;
}

function useMedia(query: string): boolean {
  const [isTrue, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => set(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, [query]);
  return isTrue;
}
