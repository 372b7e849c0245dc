// What an answer or a sub-task proposed, decided here as in the list of all proposals.

import { proposals as calls } from "../../api/proposals";
import type { Proposal } from "../../api/types";
import { useCached } from "../../live/cache";
import { useDocuments } from "../../state/documents";
import { agents as all } from "../../texts/agents";
import { ProposalRow } from "../findings/proposals";
import "../findings/findings.css";

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
    `proposals/of/${projectId}/${agent}`,
    (signal) => calls.ofAgent(projectId, agent, { signal }),
    (event) => event.kind === "proposal" && event.data.projectId === projectId,
  );
  const proposals = (found.value.value ?? []).filter(isOf);
  if (proposals.length === 0) return null;
  return <List projectId={projectId} proposals={proposals} />;
}

function List({ projectId, proposals }: { projectId: string; proposals: Proposal[] }) {
  const documents = useDocuments(projectId).value.value ?? [];
  return (
    <section class="proposed" aria-label={t.title}>
      <p class="proposed-title">{t.title}</p>
      <ul>
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} documents={documents} />
        ))}
      </ul>
    </section>
  );
}
