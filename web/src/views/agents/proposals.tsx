// What an answer or a sub-task proposed, with its changes, to be accepted or rejected as a whole. Single
// changes of a text are decided where the text is.

import { useState } from "preact/hooks";
import { messages as calls } from "../../api/messages";
import type { Proposal, ProposalChange } from "../../api/types";
import { useCached } from "../../live/cache";
import { mayWrite } from "../../state/session";
import { agents as all } from "../../texts/agents";
import { askReason } from "../../ui/reason";
import { recordAddress } from "../../ui/records";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { textOf } from "./values";

const t = all.proposals;

interface ProposalsProps {
  projectId: string;
  /** Who proposed them. */
  agent: string;
  isOf: (proposal: Proposal) => boolean;
}

/** The proposals of an agent that came of one piece of work; nothing where there are none. */
export function Proposals({ projectId, agent, isOf }: ProposalsProps) {
  const found = useCached(
    `proposals/${projectId}/${agent}`,
    (signal) => calls.proposals(projectId, agent, { signal }),
    (event) => event.kind === "proposal" && event.data.projectId === projectId,
  );
  const proposals = (found.value.value ?? []).filter(isOf);
  if (proposals.length === 0) return null;
  return (
    <section class="proposals" aria-label={t.title}>
      <p class="proposals-title">{t.title}</p>
      <ul>
        {proposals.map((proposal) => (
          <Row key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}

function Row({ proposal }: { proposal: Proposal }) {
  const [isOpen, setOpen] = useState(false);
  const { target, projectId, summary, state } = proposal;
  const address = recordAddress(target.kind, projectId, target.id);
  return (
    <li class="proposal">
      <p>
        <bdi>{summary}</bdi>
      </p>
      <p class="turn-head meta">
        <span class={state === "open" ? "is-marked" : ""}>{t.states[state]}</span>
        <span>{t.changes(proposal.changesTotal)}</span>
        {address !== undefined && target.id !== null && <a href={address}>{t.goTo}</a>}
      </p>
      <details class="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t.show}</summary>
        {isOpen && <Changes proposal={proposal} />}
      </details>
      {state === "open" && mayWrite() && <Decide proposal={proposal} />}
    </li>
  );
}

function Changes({ proposal }: { proposal: Proposal }) {
  const found = useCached(
    `proposal/${proposal.id}`,
    (signal) => calls.proposal(proposal.projectId, proposal.id, { signal }),
    (event) => event.kind === "proposal" && event.data.id === proposal.id,
  );
  return (
    <Await of={found}>
      {(whole) => (
        <ul class="changes">
          {(whole.changes ?? []).map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </Await>
  );
}

function Change({ change }: { change: ProposalChange }) {
  const before = valueText(change.before);
  const after = valueText(change.after);
  return (
    <li>
      <p class="meta">{t.field(change.field)}</p>
      <p class="change-words" dir="auto">
        {before !== "" && <del>{before}</del>} {after !== "" && <ins>{after}</ins>}
      </p>
      {change.reason !== "" && (
        <p class="meta">
          <bdi>{change.reason}</bdi>
        </p>
      )}
      {change.problem !== null && (
        <p class="problem">
          <bdi>{change.problem}</bdi>
        </p>
      )}
    </li>
  );
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return textOf(value) || JSON.stringify(value);
}

function Decide({ proposal }: { proposal: Proposal }) {
  const { projectId, id, summary } = proposal;
  const accept = () => void attempt(() => calls.acceptProposal(projectId, id), () => t.accepted);
  const reject = () =>
    askReason(
      {
        title: t.reject,
        text: summary,
        label: all.permissions.reason,
        hint: all.permissions.reasonHint,
        action: t.reject,
      },
      (reason) => void attempt(() => calls.rejectProposal(projectId, id, reason), () => t.rejected),
    );
  return (
    <div class="page-actions">
      <button type="button" class="button is-small is-primary" aria-label={t.acceptNamed(summary)} onClick={accept}>
        {t.accept}
      </button>
      <button type="button" class="button is-small" aria-label={t.rejectNamed(summary)} onClick={reject}>
        {t.reject}
      </button>
    </div>
  );
}
