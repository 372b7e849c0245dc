// What a new name would change, as the service says it, and which of it is wanted. The new name and what its forms
// become stand in the address; which matches are chosen is kept in this browser, for as long as the same is found.

import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiFailure, failureOf } from "../../api/failure";
import { lore as calls } from "../../api/lore";
import type { MatchedDocument, RenamedForm, RenamePreview, TextMatch } from "../../api/types";
import { listen } from "../../live/events";
import { projectAddress } from "../../router";
import { useTyped } from "../../state/typed";

/** The matches of one answer. */
export const PAGE_SIZE = 100;

/** For how long events are collected before the texts are searched again, in milliseconds. */
const COLLECT_MS = 400;

/** What is asked for. */
export interface Wanted {
  name: string;
  /** What forms become, where it is something else than what is proposed. */
  forms: RenamedForm[];
}

/** What an address asks for. */
export function wantedOf(query: URLSearchParams): Wanted {
  const becomes = query.getAll("to");
  const forms = query.getAll("form").map((form, at) => ({ form, to: becomes[at] || form }));
  return { name: query.get("name") ?? "", forms };
}

/** The address that asks for it. */
export function renameAddress(projectId: string, entryId: string, wanted?: Wanted): string {
  const address = projectAddress(projectId, "lore", entryId, "rename");
  if (!wanted || wanted.name === "") return address;
  const query = new URLSearchParams({ name: wanted.name });
  for (const { form, to } of wanted.forms) {
    query.append("form", form);
    query.append("to", to);
  }
  return `${address}?${query}`;
}

/** What was found, as far as it was read. */
export interface Found {
  /** What was asked for. */
  wanted: Wanted;
  preview: RenamePreview;
  matches: TextMatch[];
  cursor: string | null;
}

interface Choices {
  /** Of what was found; choices for something else mean nothing. */
  digest: string;
  also: string[];
  without: string[];
}

export interface Renaming {
  found: Found | undefined;
  failure: ApiFailure | undefined;
  /** Whether what is asked for is being looked for. */
  isSearching: boolean;
  /** Whether further matches are being read. */
  isReading: boolean;
  choices: Choices;
  isChosen: (match: TextMatch) => boolean;
  choose: (matches: TextMatch[], isChosen: boolean) => void;
  chooseText: (document: MatchedDocument, isChosen: boolean) => Promise<void>;
  /** How many matches are chosen, also of those that were not read. */
  chosen: number;
  readMore: (how: "page" | "all") => Promise<Found | undefined>;
  search: () => void;
}

/** What is found for what is asked for, looked for again when either changes. */
function useFound(projectId: string, entryId: string, wanted: Wanted) {
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSearching, setSearching] = useState(false);
  const [isReading, setReading] = useState(false);
  const reading = useRef<AbortController | undefined>(undefined);
  const latest = useRef<Found | undefined>(undefined);
  const identity = JSON.stringify(wanted);

  const take = (now: Found | undefined) => {
    latest.current = now;
    setFound(now);
  };
  const search = () => {
    reading.current?.abort();
    const control = new AbortController();
    reading.current = control;
    setFailure(undefined);
    setReading(false);
    setSearching(wanted.name !== "");
    if (wanted.name === "") return take(undefined);
    calls.previewRename(projectId, entryId, { ...wanted, limit: PAGE_SIZE }, { signal: control.signal }).then(
      (preview) => {
        if (control.signal.aborted) return;
        const before = latest.current;
        const { matches, nextCursor, digest } = preview.found;
        // The same matches as before: what was read of them further on is still true.
        const isSame = before?.preview.found.digest === digest && before.matches.length > matches.length;
        take({
          wanted,
          preview,
          matches: isSame ? before.matches : matches,
          cursor: isSame ? before.cursor : nextCursor,
        });
        setSearching(false);
      },
      (thrown) => {
        if (control.signal.aborted) return;
        setFailure(failureOf(thrown));
        setSearching(false);
      },
    );
  };
  useEffect(() => {
    search();
    return () => reading.current?.abort();
  }, [projectId, entryId, identity]);
  useSearchAgain(projectId, search, identity);

  return { found, failure, setFailure, isSearching, isReading, setReading, reading, latest, take, search };
}

/** Reads on until enough was read; undefined where it could not be read, or something else is found by now. */
async function readUntil(
  projectId: string,
  entryId: string,
  state: ReturnType<typeof useFound>,
  isEnough: (now: Found) => boolean,
): Promise<Found | undefined> {
  const { reading, latest, take, search, setReading, setFailure } = state;
  const control = reading.current;
  if (!control || !latest.current) return undefined;
  setReading(true);
  try {
    let now = latest.current;
    while (now.cursor !== null && !isEnough(now)) {
      const body = { ...now.wanted, limit: PAGE_SIZE, cursor: now.cursor };
      const next = await calls.previewRename(projectId, entryId, body, { signal: control.signal });
      if (control.signal.aborted) return undefined;
      if (next.found.digest !== now.preview.found.digest) {
        search();
        return undefined;
      }
      // Somebody else has read this page in the meantime.
      const other = latest.current;
      if (other !== now) {
        if (!other) return undefined;
        now = other;
        continue;
      }
      now = { ...now, matches: [...now.matches, ...next.found.matches], cursor: next.found.nextCursor };
      take(now);
    }
    return now;
  } catch (thrown) {
    if (!control.signal.aborted) setFailure(failureOf(thrown));
    return undefined;
  } finally {
    if (!control.signal.aborted) setReading(false);
  }
}

/** Looks for what a new name would change. */
export function useRenaming(projectId: string, entryId: string, wanted: Wanted): Renaming {
  const state = useFound(projectId, entryId, wanted);
  const { found, failure, isSearching, isReading, latest, search } = state;
  const readTo = (isEnough: (now: Found) => boolean) => readUntil(projectId, entryId, state, isEnough);
  const chosen = useChoices(entryId, found);
  return {
    found,
    failure,
    isSearching,
    isReading,
    search,
    ...chosen,
    readMore: (how) => {
      const enough = how === "all" ? Infinity : (latest.current?.matches.length ?? 0) + 1;
      return readTo((now) => now.matches.length >= enough);
    },
    chooseText: async ({ documentId, matches: count }, isChosen) => {
      const inText = (now: Found) => now.matches.filter((match) => match.documentId === documentId);
      const now = await readTo((so) => inText(so).length >= count);
      if (now) chosen.choose(inText(now), isChosen);
    },
  };
}

/** Looks again after texts, entries or locks were changed. */
function useSearchAgain(projectId: string, search: () => void, identity: string): void {
  const now = useRef(search);
  now.current = search;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((event) => {
      const concerns =
        event === "reset" ||
        (["lore", "document"].includes(event.kind) && event.data.projectId === projectId);
      if (!concerns) return;
      clearTimeout(timer);
      timer = setTimeout(() => now.current(), COLLECT_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [projectId, identity]);
}

/** Which matches are changed: the certain ones, but for what somebody chose otherwise. */
function useChoices(entryId: string, found: Found | undefined) {
  const digest = found?.preview.found.digest ?? "";
  const none: Choices = { digest, also: [], without: [] };
  const kept = useTyped<Choices>(`rename.${entryId}`, none);
  const choices = kept.value.digest === digest ? kept.value : none;
  // Several choices may be made before the next drawing.
  const latest = useRef(choices);
  latest.current = choices;
  const also = new Set(choices.also);
  const without = new Set(choices.without);
  const choose = (matches: TextMatch[], isChosen: boolean) => {
    const next = { also: new Set(latest.current.also), without: new Set(latest.current.without) };
    for (const { id, isCertain } of matches) {
      const set = isCertain ? next.without : next.also;
      if (isCertain === isChosen) set.delete(id);
      else set.add(id);
    }
    latest.current = { digest, also: [...next.also], without: [...next.without] };
    if (next.also.size + next.without.size > 0) return kept.set(latest.current);
    kept.start(latest.current);
    kept.forget();
  };
  return {
    choices,
    choose,
    isChosen: ({ id, isCertain }: TextMatch) => (isCertain ? !without.has(id) : also.has(id)),
    chosen: (found?.preview.found.certain ?? 0) - without.size + also.size,
  };
}
