// Matches in the texts of a book, grouped by text in the order of the book, each with what stands around it, and
// with a box that says whether it is changed. The list is one stop for the Tab key: arrow keys, Home and End move
// between the boxes. It knows nothing of what looked for the matches.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MatchedDocument, TextMatch } from "../api/types";
import { session } from "../state/session";
import { number } from "../state/time";
import { texts } from "../texts";
import { matches as t } from "../texts/matches";
import { Place } from "./place";
import "./matches.css";

/** How many characters of context an answer has at most on each side; a context of this length was cut. */
const CONTEXT_MAX = 60;

interface MatchesProps {
  projectId: string;
  /** What the list is called. */
  label: string;
  /** Every text with a match, in reading order. */
  documents: MatchedDocument[];
  /** The matches that were read so far, in reading order. */
  matches: TextMatch[];
  total: number;
  /** Whether further matches are being read. */
  isReading: boolean;
  /** What takes the position of the words; empty where they are deleted. */
  becomes: (match: TextMatch) => string;
  isChosen: (match: TextMatch) => boolean;
  choose: (matches: TextMatch[], isChosen: boolean) => void;
  /** Chooses every match of a text, of which not all may be read yet. */
  chooseText: (document: MatchedDocument, isChosen: boolean) => void;
  /** Reads on, one page or to the end. */
  readMore: (how: "page" | "all") => void;
  /** The matches of one page, which is what `readMore` adds. */
  pageSize: number;
}

export function Matches(props: MatchesProps) {
  const { documents, matches, label, total, isReading, readMore, pageSize } = props;
  const list = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState("");
  const groups = useMemo(() => grouped(documents, matches), [documents, matches]);
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input[data-box]") ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all = boxes();
    const at = all.indexOf(event.target as HTMLInputElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  // What had the focus may not be listed any more.
  const first = groups[0]?.document.documentId ?? "";
  const isThere = groups.some(
    ({ document, found }) => document.documentId === stop || found.some((match) => match.id === stop),
  );
  const reached = isThere ? stop : first;
  return (
    <div
      ref={list}
      class="matches"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocusCapture={(event) => setStop((event.target as HTMLElement).dataset.box ?? stop)}
    >
      {groups.map((group) => (
        <Text key={group.document.documentId} group={group} reached={reached} {...props} />
      ))}
      {matches.length < total && (
        <div class="matches-more" role="status">
          <span class="meta">{isReading ? t.reading : t.shown(number(matches.length), number(total))}</span>
          <button type="button" class="button is-small" disabled={isReading} onClick={() => readMore("page")}>
            {t.more(number(Math.min(pageSize, total - matches.length)))}
          </button>
          {total - matches.length > pageSize && (
            <button type="button" class="button is-small" disabled={isReading} onClick={() => readMore("all")}>
              {t.all}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface Group {
  document: MatchedDocument;
  /** Those that were read. */
  found: TextMatch[];
}

/** The texts of which a match was read. */
function grouped(documents: MatchedDocument[], matches: TextMatch[]): Group[] {
  const byText = new Map<string, TextMatch[]>();
  for (const match of matches) {
    const known = byText.get(match.documentId);
    if (known) known.push(match);
    else byText.set(match.documentId, [match]);
  }
  return documents.flatMap((document) => {
    const found = byText.get(document.documentId);
    return found === undefined ? [] : [{ document, found }];
  });
}

function Text({ group, reached, ...props }: MatchesProps & { group: Group; reached: string }) {
  const { document, found } = group;
  const { projectId, isChosen, chooseText } = props;
  const title = document.title || texts.untitled;
  const chosen = found.filter(isChosen).length;
  const tabIndex = reached === document.documentId ? 0 : -1;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < found.length;
  }, [chosen, found.length]);
  return (
    <section class="matches-text" aria-label={title}>
      <header class="matches-head">
        <input
          ref={box}
          type="checkbox"
          data-box={document.documentId}
          aria-label={t.text(title)}
          tabIndex={tabIndex}
          checked={chosen === found.length}
          onChange={(event) => chooseText(document, event.currentTarget.checked)}
        />
        <h3>
          <Place projectId={projectId} documentId={document.documentId} tabIndex={tabIndex}>
            {title}
          </Place>
        </h3>
        <span class="meta">{t.chosen(number(chosen), number(found.length))}</span>
        <Locked by={document.lockedBy} />
      </header>
      <ul>
        {found.map((match) => (
          <Row key={match.id} match={match} isReached={reached === match.id} {...props} />
        ))}
      </ul>
    </section>
  );
}

/** Who has locked a text. */
export function Locked({ by }: { by: string | null }) {
  if (by === null) return null;
  return <span class="matches-locked">{by === session.value?.user ? t.lockedByMe : t.locked(by)}</span>;
}

function Row({ match, isReached, ...props }: MatchesProps & { match: TextMatch; isReached: boolean }) {
  const { projectId, becomes, isChosen, choose } = props;
  const tabIndex = isReached ? 0 : -1;
  const { id, documentId, before, text, after, line, start, end, isCertain, otherName } = match;
  const to = becomes(match);
  const isIn = isChosen(match);
  return (
    <li class={`matches-row${isIn ? "" : " is-out"}`}>
      <input
        id={`match-${id}`}
        type="checkbox"
        data-box={id}
        aria-label={to === "" ? t.remove(text, number(line)) : t.change(text, to, number(line))}
        tabIndex={tabIndex}
        checked={isIn}
        onChange={(event) => choose([match], event.currentTarget.checked)}
      />
      <label for={`match-${id}`} dir="auto">
        <span class="matches-context">{before.length >= CONTEXT_MAX ? `…${before}` : before}</span>
        <del>{text}</del>
        {to !== "" && <ins>{to}</ins>}
        <span class="matches-context">{after.length >= CONTEXT_MAX ? `${after}…` : after}</span>
      </label>
      <span class="meta">
        <Place projectId={projectId} documentId={documentId} start={start} end={end} tabIndex={tabIndex}>
          {t.line(number(line))}
        </Place>
        {!isCertain && <span class="badge">{t.uncertain}</span>}
        {otherName !== null && otherName !== text && <bdi>{t.other(otherName)}</bdi>}
      </span>
    </li>
  );
}
