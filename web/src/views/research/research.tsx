// The research in a project: a search as you type, what is kept of searches, and the researcher.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Collection, research as calls } from "../../api/research";
import type { ResearchSearchAnswer } from "../../api/types";
import { useCached } from "../../live/cache";
import { projectAddress, replace, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/session";
import { number } from "../../state/time";
import { research as t } from "../../texts/research";
import { icons } from "../../ui/icons";
import { usePaused } from "../../ui/paused";
import { Await, Empty, Failed, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { Passage } from "./passage";
import { Answer, askResearcher } from "./researcher";
import { openName, SavedAndLatest, savedSearches } from "./saved";
import { QUERY_MAX, QUERY_MIN, type Search, SHOWN_MAX, SHOWN_STEP, useSearch } from "./search";
import "./research.css";

const COLLECTIONS: Collection[] = ["documents", "lore", "notes", "references", "messages"];

export default function Research({ projectId, query: address }: ViewProps) {
  useTitle(t.title);
  const savedId = address.get("saved") ?? "";
  const asked = address.get("asked") ?? "";
  const query = address.get("q") ?? "";
  const collection = COLLECTIONS.find((one) => one === address.get("in")) ?? "";
  const [limit, setLimit] = useState(SHOWN_STEP);
  const search = useSearch({ projectId, query, collection, savedId, limit });

  const goTo = (change: Record<string, string>) => {
    const next = new URLSearchParams();
    const all = { q: query, in: collection, saved: savedId, asked, ...change };
    for (const [name, value] of Object.entries(all)) if (value !== "") next.set(name, value);
    setLimit(SHOWN_STEP);
    replace(`${projectAddress(projectId, "research")}${next.size > 0 ? `?${next}` : ""}`);
  };
  const searchFor = (text: string) => goTo({ q: text, saved: "", asked: "" });
  const ask = async () => {
    const id = await askResearcher(projectId, query.trim());
    if (id !== undefined) goTo({ asked: id });
  };
  const isEmpty = query.trim() === "" && savedId === "";
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <Field key={savedId} query={query} collection={collection} search={searchFor} narrow={(to) => goTo({ in: to })} />
      {!isEmpty && mayWrite() && savedId === "" && query.trim().length >= QUERY_MIN && (
        <p class="research-actions">
          <button type="button" class="button is-small" onClick={() => void ask()}>
            {t.ask}
          </button>
          <button
            type="button"
            class="button is-small"
            onClick={() => openName({ query: query.trim(), projectId, collection })}
          >
            {t.save}
          </button>
        </p>
      )}
      {savedId !== "" && <SavedName id={savedId} />}
      {asked !== "" && <Answer key={asked} id={asked} close={() => goTo({ asked: "" })} />}
      {isEmpty ? (
        <Start
          projectId={projectId}
          search={searchFor}
          run={(saved) => goTo({ q: saved.query, in: "", saved: saved.id, asked: "" })}
        />
      ) : (
        <Results search={search} query={query} limit={limit} setLimit={setLimit} isSaved={savedId !== ""} />
      )}
    </div>
  );
}

function Field({
  query,
  collection,
  search,
  narrow,
}: {
  query: string;
  collection: Collection | "";
  search: (text: string) => void;
  narrow: (to: Collection | "") => void;
}) {
  // Every search is kept in the history.
  const { text, type, take } = usePaused(query, search);
  const input = useRef<HTMLInputElement>(null);
  useCommands(() => [
    {
      title: t.focus,
      group: "action",
      keys: "/",
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);
  return (
    <form
      class="research-field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
    >
      <div class="research-input">
        <icons.search />
        <input
          ref={input}
          type="search"
          aria-label={t.field}
          placeholder={t.placeholder}
          autocomplete="off"
          maxLength={QUERY_MAX}
          dir="auto"
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || event.isComposing) return;
            event.preventDefault();
            document.querySelector<HTMLElement>(".passage-link")?.focus();
          }}
        />
      </div>
      <Where collection={collection} narrow={narrow} />
    </form>
  );
}

function Where({ collection, narrow }: { collection: Collection | ""; narrow: (to: Collection | "") => void }) {
  const id = useId();
  return (
    <div class="research-where">
      <label class="meta" for={id}>
        {t.where}
      </label>
      <select
        id={id}
        class="is-quiet"
        value={collection}
        onChange={(event) => narrow(event.currentTarget.value as Collection | "")}
      >
        <option value="" selected={collection === ""}>
          {t.collections.all}
        </option>
        {COLLECTIONS.map((one) => (
          <option key={one} value={one} selected={one === collection}>
            {t.collections[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function SavedName({ id }: { id: string }) {
  const found = savedSearches();
  useEffect(() => found.watch(), [found]);
  const name = found.value.value?.find((one) => one.id === id)?.name;
  if (name === undefined) return null;
  return (
    <p class="meta">
      <bdi>{t.savedRun(name)}</bdi>
    </p>
  );
}

/** What is there before anything is typed. */
function Start(props: Parameters<typeof SavedAndLatest>[0]) {
  const { projectId } = props;
  const found = useCached(
    `research/collections/${projectId}`,
    (signal) => calls.collections(projectId, { signal }),
    (event) => (event.kind === "document" || event.kind === "lore") && event.data.projectId === projectId,
  );
  return (
    <Await of={found}>
      {(collections) => {
        if (collections.some((one) => one.passages > 0)) return <SavedAndLatest {...props} />;
        const { title, text, action } = t.empty.nothing;
        return (
          <Empty title={title} text={text}>
            <a class="button" href={`${studioAddress("transfer")}?project=${encodeURIComponent(projectId)}`}>
              {action}
            </a>
          </Empty>
        );
      }}
    </Await>
  );
}

function Results({
  search,
  query,
  limit,
  setLimit,
  isSaved,
}: {
  search: Search;
  query: string;
  limit: number;
  setLimit: (limit: number) => void;
  isSaved: boolean;
}) {
  const { answer, failure, isSearching, retry } = search;
  if (failure) return <Failed failure={failure} retry={retry} />;
  if (!answer) {
    return (
      <p class="research-state meta" role="status">
        {isSearching ? t.searching : ""}
      </p>
    );
  }
  const { results } = answer;
  const isMore = !isSaved && results.length >= limit && limit < SHOWN_MAX;
  return (
    <div aria-busy={isSearching}>
      <About answer={answer} isMore={isMore} isSearching={isSearching} />
      {results.length === 0 ? (
        <Empty title={t.empty.none.title} text={t.empty.none.text} />
      ) : (
        <ol class="passages" onKeyDown={moveBetween}>
          {results.map((found) => (
            <Passage key={found.id} found={found} query={query || answer.query} />
          ))}
        </ol>
      )}
      {isMore && (
        <p class="research-more">
          <button
            type="button"
            class="button"
            onClick={() => setLimit(Math.min(limit + SHOWN_STEP, SHOWN_MAX))}
          >
            {t.more}
          </button>
        </p>
      )}
    </div>
  );
}

/** How many passages there are, and how they were looked for. */
function About({
  answer,
  isMore,
  isSearching,
}: {
  answer: ResearchSearchAnswer;
  isMore: boolean;
  isSearching: boolean;
}) {
  const { meaning, narrowed } = answer;
  const how = meaning?.embedder === "words" ? t.byWords : t.byMeaning;
  return (
    <div class="research-state meta">
      <p role="status">
        {isSearching ? t.searching : t.results(answer.results.length, isMore)}
      </p>
      {meaning && (
        <p>
          {t.searched(number(meaning.passages), how)}{" "}
          {meaning.note !== null && (meaning.waiting > 0 ? t.waiting(number(meaning.waiting)) : meaning.note)}
        </p>
      )}
      {narrowed !== undefined && (
        <p>
          <bdi>{narrowed}</bdi>
        </p>
      )}
    </div>
  );
}

/** Arrow keys move between the citations. */
function moveBetween(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...document.querySelectorAll<HTMLElement>(".passage-link")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const to = links[at + step];
  if (to) to.focus();
  else if (step < 0) document.querySelector<HTMLElement>(".research-input input")?.focus();
}
