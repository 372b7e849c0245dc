// The facts of the ledger, with where they are stated; a wrong one is rejected.

import { useId, useState } from "preact/hooks";
import { facts as calls, type FactsQuery } from "../../api/facts";
import type { Fact, FactsPage } from "../../api/types";
import { type Cached, useCached } from "../../live/cache";
import type { LiveEvent } from "../../live/events";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { Choice } from "../../ui/choice";
import { Pager, PAGE_SIZE, usePages } from "../../ui/pager";
import { Place } from "../../ui/place";
import { Await, Empty } from "../../ui/states";
import { accept, reject, type Replace } from "./actions";

const t = lore.facts;

/** The most facts that are listed with an entry. */
const OF_ENTRY_MAX = 50;

/** Facts are read from texts, lore and timelines; events of some of these do not name the project. */
const concerns = (projectId: string) => (event: LiveEvent) =>
  ["fact", "timeline_event"].includes(event.kind) ||
  (["lore", "document"].includes(event.kind) && event.data.projectId === projectId);

type State = keyof typeof t.states;

export function Facts({ projectId }: { projectId: string }) {
  const [query, setQuery] = useState<FactsQuery>({});
  const [state, setState] = useState<State>("all");
  const wanted: FactsQuery = {
    ...query,
    ...(state === "all" ? {} : { isRejected: state === "rejected" }),
  };
  const list = JSON.stringify(wanted);
  const pages = usePages(list);
  const { cursor } = pages;
  const found = useCached(
    `facts/${projectId}/${list}/${cursor ?? ""}`,
    (signal) =>
      calls.page(projectId, { ...wanted, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }, { signal }),
    concerns(projectId),
  );
  return (
    <section class="lore-facts" aria-label={lore.tabs.facts}>
      <p class="meta">{t.intro}</p>
      <Choices query={query} setQuery={setQuery} state={state} setState={setState} />
      {found.value.value === undefined && !found.failure.value && (
        <p class="meta" role="status">
          {t.reading}
        </p>
      )}
      <Await of={found}>
        {({ facts, nextCursor, total }) =>
          facts.length === 0 && pages.page === 0 ? (
            <Empty title={t.none} text={t.noneText} />
          ) : (
            <>
              <List projectId={projectId} facts={facts} replace={replacing(found)} hasSubject />
              <Pager pages={pages} count={facts.length} total={total} next={nextCursor} label={t.pages} />
            </>
          )
        }
      </Await>
    </section>
  );
}

function Choices({
  query,
  setQuery,
  state,
  setState,
}: {
  query: FactsQuery;
  setQuery: (query: FactsQuery) => void;
  state: State;
  setState: (state: State) => void;
}) {
  const id = useId();
  /** A filter with another value; none where it is empty. */
  const set = (name: "attribute" | "source" | "subject", value: string) => {
    const { [name]: _, ...others } = query;
    setQuery(value === "" ? others : ({ ...others, [name]: value } as FactsQuery));
  };
  return (
    <div class="choices">
      <div class="field">
        <label for={`${id}-subject`}>{t.subject}</label>
        <input
          id={`${id}-subject`}
          type="search"
          placeholder={t.subjectHint}
          onChange={(event) => set("subject", event.currentTarget.value.trim())}
        />
      </div>
      <Choice
        id={`${id}-attribute`}
        label={t.attribute}
        value={query.attribute ?? ""}
        every={t.every}
        options={t.attributes}
        change={(value) => set("attribute", value)}
      />
      <Choice
        id={`${id}-source`}
        label={t.source}
        value={query.source ?? ""}
        every={t.anywhere}
        options={t.sources}
        change={(value) => set("source", value)}
      />
      <Choice
        id={`${id}-state`}
        label={t.state}
        value={state}
        options={t.states}
        change={(value) => setState(value as State)}
      />
    </div>
  );
}

/** The facts about an entry, without further pages. */
export function EntryFacts({ projectId, name, id }: { projectId: string; name: string; id: string }) {
  const found = useCached(
    `facts/${projectId}/of/${id}/${name}`,
    (signal) => calls.page(projectId, { subject: name, limit: OF_ENTRY_MAX }, { signal }),
    concerns(projectId),
  );
  return (
    <section>
      <h3>{lore.entry.facts}</h3>
      <Await of={found}>
        {({ facts }) =>
          facts.length === 0 ? (
            <p class="meta">{lore.entry.noFacts}</p>
          ) : (
            <List projectId={projectId} facts={facts} replace={replacing(found)} hasSubject={false} />
          )
        }
      </Await>
    </section>
  );
}

/** Changes a fact in a page that was read. */
function replacing(found: Cached<FactsPage>): Replace {
  return (changed) => {
    const page = found.value.peek();
    if (!page) return;
    found.set({ ...page, facts: page.facts.map((fact) => (fact.id === changed.id ? changed : fact)) });
  };
}

interface ListProps {
  projectId: string;
  facts: Fact[];
  replace: Replace;
  hasSubject: boolean;
}

function List({ projectId, facts, replace, hasSubject }: ListProps) {
  return (
    <ul class="facts">
      {facts.map((fact) => (
        <Row key={fact.id} projectId={projectId} fact={fact} replace={replace} hasSubject={hasSubject} />
      ))}
    </ul>
  );
}

function Row({ projectId, fact, replace, hasSubject }: Omit<ListProps, "facts"> & { fact: Fact }) {
  const what = `${fact.subject}, ${t.attributes[fact.attribute]}: ${fact.value}`;
  return (
    <li class={`lore-fact${fact.isRejected ? " is-rejected" : ""}`}>
      <div class="fact-text">
        <p>
          {hasSubject && <Subject projectId={projectId} fact={fact} />}{" "}
          <span class="meta">{t.attributes[fact.attribute]}</span>{" "}
          <bdi class="fact-value">{[fact.value, fact.other].filter((one) => one).join(" · ")}</bdi>{" "}
          {fact.dateText !== null && <bdi class="meta">{fact.dateText}</bdi>}
        </p>
        <blockquote class="quote" dir="auto">
          {fact.quotation.quote}
        </blockquote>
        <p class="lore-figures meta">
          <Source projectId={projectId} fact={fact} />
          {fact.isClaim && <span>{t.claim}</span>}
          {fact.isPast && <span>{t.past}</span>}
          {fact.certainty < 0.9 && <span>{t.uncertain(number(fact.certainty * 100))}</span>}
        </p>
        {fact.isRejected && (
          <p class="meta">
            <bdi>{t.rejected(fact.reason ?? "")}</bdi>
          </p>
        )}
      </div>
      {mayWrite() && (
        <button
          type="button"
          class="button is-small"
          aria-label={fact.isRejected ? t.acceptNamed(what) : t.rejectNamed(what)}
          onClick={() =>
            fact.isRejected ? void accept(projectId, fact, replace) : reject(projectId, fact, replace)
          }
        >
          {fact.isRejected ? t.accept : t.reject}
        </button>
      )}
    </li>
  );
}

function Subject({ projectId, fact }: { projectId: string; fact: Fact }) {
  if (fact.entryId === null) return <bdi class="fact-subject">{fact.subject}</bdi>;
  return (
    <a class="fact-subject" href={projectAddress(projectId, "lore", fact.entryId)}>
      <bdi>{fact.subject}</bdi>
    </a>
  );
}

/** Where it is stated, as a link where that is a text. */
function Source({ projectId, fact }: { projectId: string; fact: Fact }) {
  const title = fact.title || texts.untitled;
  const { documentId, quotation } = fact;
  if (documentId === null) {
    return (
      <span>
        {t.sources[fact.source]}: <bdi>{title}</bdi>
      </span>
    );
  }
  return (
    <Place projectId={projectId} documentId={documentId} start={quotation.start} end={quotation.end}>
      {title}
    </Place>
  );
}
