// The findings of a project: what checks and agents found in its texts, and the proposals that wait for an
// answer. A check of the whole book is started here.

import { useMemo } from "preact/hooks";
import { findings as calls } from "../../api/findings";
import type { DocumentItem, Finding, SwarmResponse } from "../../api/types";
import { type Cached, isAnswered, useCached } from "../../live/cache";
import type { LiveEvent } from "../../live/events";
import { projectAddress, replace, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { documentConcern, useDocuments } from "../../state/documents";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { findings as t } from "../../texts/findings";
import { Await, Empty, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { asked, type Filter, filterAddress, isNarrowed, readFilter } from "./filter";
import { Filters } from "./filters";
import { FindingList } from "./list";
import { Proposals } from "./proposals";
import { isRunning, startSweep, SweepState, useSweep } from "./sweep";
import "./findings.css";

export default function Findings({ projectId, rest, query }: ViewProps) {
  useTitle(t.title);
  const sweep = useSweep(projectId);
  const isProposals = query.get("list") === "proposals";
  const [only] = rest;
  const address = projectAddress(projectId, "findings");
  useCommands(
    () =>
      mayWrite()
        ? [{ title: t.sweep.start, group: "action", keys: "c", run: () => void startSweep(projectId, sweep) }]
        : [],
    [projectId, sweep],
  );
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
        {mayWrite() && (
          <button
            type="button"
            class="button is-primary"
            disabled={isRunning(sweep.value.value)}
            onClick={() => void startSweep(projectId, sweep)}
          >
            {isRunning(sweep.value.value) ? t.sweep.running : t.sweep.start}
          </button>
        )}
      </header>
      <SweepState of={sweep} />
      <nav class="tabs" aria-label={t.listsLabel}>
        <a href={address} aria-current={isProposals ? undefined : "true"}>
          {t.lists.findings}
        </a>
        <a href={`${address}?list=proposals`} aria-current={isProposals ? "true" : undefined}>
          {t.lists.proposals}
        </a>
      </nav>
      {only !== undefined ? (
        <Alone key={only} projectId={projectId} id={only} />
      ) : isProposals ? (
        <Proposals projectId={projectId} query={query} />
      ) : (
        <Found projectId={projectId} filter={readFilter(query)} sweep={sweep} />
      )}
    </div>
  );
}

/** One finding, for whoever was led here by its address. */
function Alone({ projectId, id }: { projectId: string; id: string }) {
  const found = useCached(
    `finding/${projectId}/${id}`,
    (signal) => calls.get(projectId, id, { signal }),
    (event) =>
      (event.kind === "finding" && event.data.id === id) ||
      documentConcern(event, projectId),
  );
  const filter: Filter = { ...readFilter(new URLSearchParams()), state: "any" };
  return (
    <div class="findings-alone">
      <p>
        <a href={projectAddress(projectId, "findings")}>{t.showAll}</a>
      </p>
      <Await of={found}>
        {(finding) => <FindingList projectId={projectId} filter={filter} found={[finding]} documents={[]} />}
      </Await>
    </div>
  );
}

function Found({
  projectId,
  filter,
  sweep,
}: {
  projectId: string;
  filter: Filter;
  sweep: Cached<SwarmResponse | null>;
}) {
  const documents = useDocuments(projectId);
  const request = asked(filter);
  // Lines and titles come from the documents.
  const concerns = (event: LiveEvent) =>
    (event.kind === "finding" && event.data.projectId === projectId) || documentConcern(event, projectId);
  const key = `findings/${projectId}/${JSON.stringify(request)}`;
  const found = useCached(key, (signal) => calls.list(projectId, request, { signal }), concerns);
  const all = found.value.value;
  const agents = useMemo(() => [...new Set(all?.map((one) => one.agent))].sort(), [all]);
  return (
    <>
      <Filters
        projectId={projectId}
        filter={filter}
        agents={agents}
        documentTitle={documents.value.value?.find((one) => one.id === filter.documentId)?.title}
      />
      <Await of={documents}>
        {(listed) => (
          <Await of={found}>
            {(all) => (
              <Shown projectId={projectId} filter={filter} all={all} documents={listed} sweep={sweep} />
            )}
          </Await>
        )}
      </Await>
      {filter.severity === "medium-up" && isAnswered(documents) && (
        <Lower projectId={projectId} filter={filter} shown={all?.length} />
      )}
    </>
  );
}

/** As many as are read of a list. */
const LISTED_MAX = 10_000;

function Shown({
  projectId,
  filter,
  all,
  documents,
  sweep,
}: {
  projectId: string;
  filter: Filter;
  all: Finding[];
  documents: DocumentItem[];
  sweep: Cached<SwarmResponse | null>;
}) {
  const found = useMemo(
    () => (filter.agent === "" ? all : all.filter((one) => one.agent === filter.agent)),
    [all, filter.agent],
  );
  if (found.length > 0) {
    return (
      <>
        <p class="findings-count meta" role="status">
          {t.count(found.length)}
          {all.length >= LISTED_MAX && ` ${t.cut(number(LISTED_MAX))}`}
        </p>
        <FindingList projectId={projectId} filter={filter} found={found} documents={documents} />
      </>
    );
  }
  if (isNarrowed(filter)) {
    const reset = () => replace(filterAddress(projectId, readFilter(new URLSearchParams())));
    return (
      <Empty title={t.empty.filtered.title}>
        <button type="button" class="button" onClick={reset}>
          {t.empty.filtered.action}
        </button>
      </Empty>
    );
  }
  if (documents.every((one) => one.words === 0)) {
    const { title, text, action } = t.empty.noText;
    return (
      <Empty title={title} text={text}>
        <a class="button" href={`${studioAddress("transfer")}?project=${encodeURIComponent(projectId)}`}>
          {action}
        </a>
      </Empty>
    );
  }
  if (sweep.value.value == null) return <Empty title={t.empty.unchecked.title} text={t.empty.unchecked.text} />;
  const { title, text } = isRunning(sweep.value.value) ? t.empty.checking : t.empty.none;
  return <Empty title={title} text={text} />;
}

/** How many there are below what is shown, one step away. */
function Lower({ projectId, filter, shown }: { projectId: string; filter: Filter; shown: number | undefined }) {
  const wider = asked({ ...filter, severity: "all" });
  const count = useCached(
    `findings/${projectId}/count/${JSON.stringify(wider)}`,
    (signal) => calls.count(projectId, wider, { signal }),
    (event) => event.kind === "finding" && event.data.projectId === projectId,
  ).value.value;
  if (shown === undefined || count === undefined || filter.agent !== "") return null;
  const lower = count === null ? null : count - shown;
  if (lower !== null && lower <= 0) return null;
  return (
    <p class="findings-lower">
      <span class="meta">{t.lower(lower)}</span>
      <a class="button is-small" href={filterAddress(projectId, { ...filter, severity: "all" })}>
        {t.showLower}
      </a>
    </p>
  );
}
