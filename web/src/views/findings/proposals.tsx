// The proposals of a project: what agents and assistants would change, decided change by change.

import { useId, useState } from "preact/hooks";
import { documents as documentCalls } from "../../api/documents";
import { ApiFailure } from "../../api/failure";
import { proposals as calls } from "../../api/proposals";
import type { DocumentItem, DocumentUpdateRequest, Proposal, ProposalChange } from "../../api/types";
import { useCached } from "../../live/cache";
import { projectAddress, replace } from "../../router";
import { useDocuments } from "../../state/documents";
import { mayWrite } from "../../state/projects";
import { ago, day, exactly } from "../../state/time";
import { texts } from "../../texts";
import { findings as all } from "../../texts/findings";
import { icons } from "../../ui/icons";
import { Await, Empty } from "../../ui/states";
import { attempt } from "../../ui/toast";

const t = all.proposals;

type State = Proposal["state"];

const STATES = Object.keys(t.states) as State[];

export function Proposals({ projectId, query }: { projectId: string; query: URLSearchParams }) {
  const id = useId();
  const wanted = query.get("state") ?? "open";
  const state = STATES.find((one) => one === wanted);
  const documents = useDocuments(projectId);
  const found = useCached(
    `findings/proposals/${projectId}/${state ?? "any"}`,
    (signal) => calls.list(projectId, state, { signal }),
    (event) => event.kind === "proposal" && event.data.projectId === projectId,
  );
  const address = `${projectAddress(projectId, "findings")}?list=proposals`;
  return (
    <>
      <div class="findings-filter" role="group" aria-label={all.filter.label}>
        <div class="findings-choice">
          <label class="meta" for={id}>
            {t.state}
          </label>
          <select
            id={id}
            class="is-quiet"
            value={state ?? "any"}
            onChange={(event) => replace(`${address}&state=${event.currentTarget.value}`)}
          >
            {STATES.map((one) => (
              <option key={one} value={one} selected={one === state}>
                {t.states[one]}
              </option>
            ))}
            <option value="any" selected={state === undefined}>
              {t.any}
            </option>
          </select>
        </div>
      </div>
      <Await of={found}>
        {(listed) =>
          listed.length === 0 ? (
            state === "open" ? (
              <Empty title={t.empty.title} text={t.empty.text} />
            ) : (
              <Empty title={t.emptyState} />
            )
          ) : (
            <ul>
              {listed.map((proposal) => (
                <ProposalRow key={proposal.id} proposal={proposal} documents={documents.value.value ?? []} />
              ))}
            </ul>
          )
        }
      </Await>
    </>
  );
}

/** A proposal, with its changes where somebody wants to see them. */
export function ProposalRow({ proposal, documents }: { proposal: Proposal; documents: DocumentItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { target, projectId, state } = proposal;
  const title = documents.find((one) => one.id === target.id)?.title || texts.untitled;
  const kind = target.id === null ? t.newRecord(t.kinds[target.kind]) : t.kinds[target.kind];
  return (
    <li class="finding-proposal">
      <h2>
        <button
          type="button"
          class="link finding-proposal-open"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <icons.chevron />
          <bdi>{proposal.summary || texts.untitled}</bdi>
        </button>
      </h2>
      <p class="finding-where meta">
        {state !== "open" && <span class="badge">{t.states[state]}</span>}
        {target.kind === "document" && target.id !== null ? (
          <a href={projectAddress(projectId, "manuscript", target.id)}>
            <bdi>{title}</bdi>
          </a>
        ) : (
          <span>{kind}</span>
        )}
        <span>{t.changes(proposal.changesOpen, proposal.changesTotal)}</span>
        <span title={exactly(proposal.createdAt)}>
          <bdi>{t.by(proposal.agent ?? proposal.account, ago(proposal.createdAt))}</bdi>
        </span>
        {state === "open" && <span>{t.until(day(proposal.expiresAt))}</span>}
      </p>
      {proposal.reason !== null && (
        <p class="finding-reason">
          {all.reason.ofAuthor} <bdi>{proposal.reason}</bdi>
        </p>
      )}
      <div id={id}>{isOpen && <Changes proposal={proposal} />}</div>
    </li>
  );
}

function Changes({ proposal }: { proposal: Proposal }) {
  const { projectId, id } = proposal;
  const found = useCached(
    `findings/proposal/${id}`,
    (signal) => calls.get(projectId, id, { signal }),
    // The text that it is about may change under it.
    (event) =>
      (event.kind === "proposal" && event.data.id === id) ||
      (event.kind === "document" && event.data.id === proposal.target.id),
  );
  return (
    <Await of={found}>
      {(whole) => {
        const changes = whole.changes ?? [];
        const open = changes.filter((change) => change.state === "open");
        // A new record is made of all its changes or not at all.
        const isSingle = whole.target.id !== null;
        return (
          <>
            <ul class="finding-changes">
              {changes.map((change) => (
                <Change key={change.id} proposal={whole} change={change} isSingle={isSingle} />
              ))}
            </ul>
            {open.length > 0 && mayWrite() && (open.length > 1 || !isSingle) && (
              <p class="finding-answers">
                <button type="button" class="button is-small" onClick={() => void accept(whole, open)}>
                  {t.acceptAll}
                </button>
                <button type="button" class="button is-small" onClick={() => void reject(whole, open)}>
                  {t.rejectAll}
                </button>
              </p>
            )}
          </>
        );
      }}
    </Await>
  );
}

function Change({
  proposal,
  change,
  isSingle,
}: {
  proposal: Proposal;
  change: ProposalChange;
  isSingle: boolean;
}) {
  const isText = proposal.target.kind === "document" && change.field === "content";
  const side = (value: unknown, look: "before" | "after") => (
    <div class={`finding-change-side is-${look}`}>
      <p class="meta">{t[look]}</p>
      <p dir="auto">
        {isText && <span class="finding-change-context">{tail(change.contextBefore)}</span>}
        {value === null || value === "" ? (
          <span class="meta">{isText ? "" : t.nothing}</span>
        ) : look === "before" ? (
          <del>{shown(value)}</del>
        ) : (
          <ins>{shown(value)}</ins>
        )}
        {isText && <span class="finding-change-context">{head(change.contextAfter)}</span>}
      </p>
    </div>
  );
  const what = shown(change.after).slice(0, NAMED_MAX);
  return (
    <li class="finding-change">
      {!isText && <p class="meta">{t.field(change.field)}</p>}
      <div class="finding-change-sides">
        {side(change.before, "before")}
        {side(change.after, "after")}
      </div>
      {change.reason !== "" && (
        <p>
          <bdi>{change.reason}</bdi>
        </p>
      )}
      {change.problem !== null && <p class="problem">{change.problem}</p>}
      <p class="finding-answers">
        {change.state !== "open" && <span class="badge">{t.states[change.state]}</span>}
        {change.state === "open" && isSingle && mayWrite() && (
          <>
            <button
              type="button"
              class="button is-small"
              aria-label={t.acceptOf(what)}
              disabled={change.problem !== null}
              onClick={() => void accept(proposal, [change])}
            >
              {t.accept}
            </button>
            <button
              type="button"
              class="button is-small"
              aria-label={t.rejectOf(what)}
              onClick={() => void reject(proposal, [change])}
            >
              {t.reject}
            </button>
          </>
        )}
      </p>
    </li>
  );
}

/** The most characters of a change by which its buttons are named. */
const NAMED_MAX = 80;

/** The most characters of what stands around the words. */
const CONTEXT_MAX = 90;

const tail = (text: string | null) => (text ?? "").slice(-CONTEXT_MAX);
const head = (text: string | null) => (text ?? "").slice(0, CONTEXT_MAX);

/** A value as a person reads it. */
function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}

const ids = (changes: ProposalChange[]) => changes.map((change) => change.id);

async function accept(proposal: Proposal, changes: ProposalChange[]): Promise<void> {
  const { projectId, id, target } = proposal;
  await attempt(
    () => calls.accept(projectId, id, ids(changes)),
    () => t.accepted(changes.length),
    target.kind === "document" && target.id !== null ? (done) => putBack(done, changes) : undefined,
  );
}

async function reject(proposal: Proposal, changes: ProposalChange[]): Promise<void> {
  const { projectId, id } = proposal;
  await attempt(
    () => calls.reject(projectId, id, ids(changes)),
    () => t.rejected(changes.length),
  );
}

/** Gives a document back what stood there before, unless somebody has changed it since. */
async function putBack(proposal: Proposal, changes: ProposalChange[]): Promise<void> {
  const { projectId, target } = proposal;
  const accepted = (proposal.changes ?? []).filter((change) => ids(changes).includes(change.id));
  const version = accepted[0]?.acceptedVersion ?? null;
  const now = await documentCalls.get(projectId, target.id ?? "");
  if (version === null || !now.tag.replace(/\D/g, " ").trim().split(/\s+/).includes(String(version))) {
    throw new ApiFailure(412, t.changedAgain, null);
  }
  const fields: Record<string, unknown> = {};
  for (const change of accepted) {
    if (change.field !== "content") fields[change.field] = change.before;
    else fields.content ??= (await documentCalls.revision(projectId, target.id ?? "", version - 1)).content;
  }
  await documentCalls.update(projectId, target.id ?? "", fields as DocumentUpdateRequest, { ifMatch: now.tag });
}
