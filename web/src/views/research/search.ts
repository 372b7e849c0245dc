// A search as it is typed: it gives up what is no longer asked for, and keeps the
// results before until the next are there.

import { useEffect, useState } from "preact/hooks";
import { type ApiFailure, failureOf } from "../../api/failure";
import { type Collection, research as calls } from "../../api/research";
import type { ResearchSearchAnswer } from "../../api/types";
import { noteSearch } from "./saved";

/** From how many letters on a text is searched for by itself. */
export const QUERY_MIN = 2;

/** The longest text that can be searched for, in characters. */
export const QUERY_MAX = 2_000;

/** How many passages are shown at first, and how many more with each step. */
export const SHOWN_STEP = 15;

/** The most passages of a search. */
export const SHOWN_MAX = 100;

export interface Wanted {
  projectId: string;
  query: string;
  collection: Collection | "";
  /** The saved search that is run instead; empty for none. */
  savedId: string;
  limit: number;
}

export interface Search {
  answer: ResearchSearchAnswer | undefined;
  failure: ApiFailure | undefined;
  isSearching: boolean;
  retry: () => void;
}

const NOTHING = { answer: undefined, failure: undefined, isSearching: false };

export function useSearch({ projectId, query, collection, savedId, limit }: Wanted): Search {
  const [state, setState] = useState<Omit<Search, "retry">>(NOTHING);
  const [attempts, setAttempts] = useState(0);
  const text = query.trim();
  useEffect(() => {
    if (savedId === "" && text.length < QUERY_MIN) {
      setState(NOTHING);
      return;
    }
    const reading = new AbortController();
    const { signal } = reading;
    setState((before) => ({ ...before, isSearching: true }));
    const collections = collection === "" ? null : [collection];
    const asked =
      savedId === ""
        ? calls.search({ query: text, projectId, limit, collections }, { signal })
        : calls.run(savedId, { signal });
    asked.then(
      (answer) => {
        noteSearch(projectId);
        if (!signal.aborted) setState({ answer, failure: undefined, isSearching: false });
      },
      (thrown) => {
        if (!signal.aborted) setState({ answer: undefined, failure: failureOf(thrown), isSearching: false });
      },
    );
    return () => reading.abort();
  }, [projectId, text, collection, savedId, limit, attempts]);
  return { ...state, retry: () => setAttempts(attempts + 1) };
}

/** Words that stand everywhere, so that marking them shows nothing. */
const COMMON = new Set(
  `about after and are been but did does for from had has have her him his how into its not off one our out over
  she than that the their them then there they this through too under was were what when where which who whose why
  will with would you your`.split(/\s+/),
);

/** A text in pieces, those marked that begin with a word of the search. */
export function marked(text: string, query: string): { text: string; isMarked: boolean }[] {
  const all = query.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const words = all.filter((word) => !COMMON.has(word.toLowerCase()));
  if (words.length === 0) return [{ text, isMarked: false }];
  // Endings such as a plural are marked too, but not any longer word.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})[\\p{L}\\p{N}]{0,3}(?![\\p{L}\\p{N}])`, "giu");
  const pieces: { text: string; isMarked: boolean }[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) pieces.push({ text: text.slice(end, found.index), isMarked: false });
    pieces.push({ text: found[0], isMarked: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMarked: false });
  return pieces;
}

/** The characters that are shown of a passage before somebody wants all of it. */
const EXCERPT_MAX = 420;

/** The characters before the first marked word that are shown. */
const LEAD_MAX = 160;

/** The part of a passage in which the words of the search begin. */
export function excerpt(text: string, query: string): string {
  if (text.length <= EXCERPT_MAX) return text;
  const [first, second] = marked(text, query);
  const at = first?.isMarked ? 0 : second ? (first?.text.length ?? 0) : 0;
  let from = Math.max(0, Math.min(at - LEAD_MAX, text.length - EXCERPT_MAX));
  if (from > 0) {
    const space = text.indexOf(" ", from);
    from = space >= 0 && space < at ? space + 1 : from;
  }
  const last = text.lastIndexOf(" ", from + EXCERPT_MAX);
  const to = from + EXCERPT_MAX >= text.length ? text.length : last > from ? last : from + EXCERPT_MAX;
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}
