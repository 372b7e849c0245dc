// One agent: what it can do, how busy it is, a question to it, and the conversations with it.

import type { Agent } from "../../api/types";
import { studioAddress } from "../../router";
import { mayWrite } from "../../state/session";
import { number } from "../../state/time";
import { agents as t } from "../../texts/agents";
import { AskForm } from "./ask-form";
import { Conversations } from "./conversations";
import { Permissions } from "./permissions";
import { nameOf } from "./staff";
import { Awake, LoadOf, WakeButton } from "./staff-list";

interface AgentProps {
  agent: Agent;
  staff: Agent[];
  query: URLSearchParams;
}

export function AgentPage({ agent, staff, query }: AgentProps) {
  return (
    <div class="page is-narrow">
      <p class="back">
        <a href={studioAddress("agents")}>{t.title}</a>
      </p>
      <header class="page-header">
        <h1>
          <bdi>{agent.name}</bdi>
        </h1>
        <WakeButton agent={agent} />
      </header>
      <p class="page-intro">
        <bdi>{agent.description}</bdi>
      </p>
      <p class="agent-state meta">
        <Awake agent={agent} />
        <LoadOf agent={agent} />
      </p>
      <Permissions staff={staff} agentId={agent.id} />
      {mayWrite() && (
        <section class="section">
          <h2>{t.form.title(agent.name)}</h2>
          <AskForm agent={agent} projectId={query.get("project")} documentId={query.get("document")} />
        </section>
      )}
      <section class="section">
        <h2>{t.conversations.title}</h2>
        <Conversations staff={staff} agentId={agent.id} query={query} />
      </section>
      <Abilities agent={agent} staff={staff} />
    </div>
  );
}

function Abilities({ agent, staff }: { agent: Agent; staff: Agent[] }) {
  return (
    <section class="section">
      <h2>{t.can}</h2>
      <Tags words={agent.capabilities} />
      {agent.specializations.length > 0 && (
        <>
          <p class="meta">{t.knows}</p>
          <Tags words={agent.specializations} />
        </>
      )}
      {factsOf(agent, staff).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <Load agent={agent} />
    </section>
  );
}

function Tags({ words }: { words: string[] }) {
  return (
    <ul class="tags">
      {words.map((word) => (
        <li key={word}>
          <bdi>{word.replaceAll("_", " ")}</bdi>
        </li>
      ))}
    </ul>
  );
}

function factsOf(agent: Agent, staff: Agent[]): string[] {
  const names = (ids: string[]) => ids.map((id) => nameOf(staff, id)).join(", ");
  const { requires, worksWith } = agent.dependencies;
  return [
    ...(agent.metadata.builtin ? [] : [t.about.own]),
    ...(agent.status === "available" ? [] : [t.about.asleep]),
    ...(agent.resourceRequirements.needsModel ? [t.about.model] : []),
    ...(agent.requiresUserPermission ? [t.about.permission] : []),
    ...(requires.length > 0 ? [t.about.requires(names(requires))] : []),
    ...(worksWith.length > 0 ? [t.about.works(names(worksWith))] : []),
  ];
}

/** What the load is calculated from. */
function Load({ agent }: { agent: Agent }) {
  const load = agent.metadata.load;
  if (!load) return <p class="meta">{t.loadNone}</p>;
  return (
    <p class="meta">
      {t.loadParts(load.running, load.queued, load.slots)}; {t.loadMeasured(number(load.measuredMs / 1_000))}.
    </p>
  );
}
