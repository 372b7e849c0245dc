// The agents: who is awake and what each can do, what waits for a permission, and conversations with them.
// `#/agents`, `#/agents/AGENT`, `#/agents/AGENT/CONVERSATION`; in place of an agent `all` stands for all.

import { useEffect } from "preact/hooks";
import type { Agent } from "../../api/types";
import { studioAddress } from "../../router";
import { agents as t } from "../../texts/agents";
import { Await, Empty, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { AgentPage } from "./agent";
import { Conversation } from "./conversation";
import { Conversations } from "./conversations";
import { Permissions } from "./permissions";
import { nameOf, useStaff } from "./staff";
import { StaffList } from "./staff-list";
import "../../ui/figures.css";
import "./agents.css";

/** What stands for all agents in an address; no agent can have this id. */
export const ALL = "all";

export default function Agents({ rest, query }: ViewProps) {
  const [agentId, conversationId] = rest;
  const staff = useStaff();
  return (
    <Await of={staff}>
      {(found) => <Page staff={found} agentId={agentId} conversationId={conversationId} query={query} />}
    </Await>
  );
}

interface PageProps {
  staff: Agent[];
  agentId: string | undefined;
  conversationId: string | undefined;
  query: URLSearchParams;
}

function Page({ staff, agentId, conversationId, query }: PageProps) {
  const agent = staff.find(({ id }) => id === agentId?.toLowerCase());
  const name = nameOf(staff, agentId ?? "");
  useTitle(agent ? name : t.title);
  // One conversation follows another in the same place.
  useEffect(() => document.getElementById("content")?.scrollTo(0, 0), [agentId, conversationId]);
  if (conversationId !== undefined) {
    return (
      <div class="page is-narrow">
        <Conversation key={conversationId} staff={staff} agentId={agentId ?? ALL} conversationId={conversationId} />
      </div>
    );
  }
  if (agentId !== undefined && agentId !== ALL) {
    if (!agent) {
      return (
        <Empty isPage title={t.notFound.title} text={t.notFound.text}>
          <a class="button" href={studioAddress("agents")}>
            {t.notFound.action}
          </a>
        </Empty>
      );
    }
    return <AgentPage key={agent.id} agent={agent} staff={staff} query={query} />;
  }
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <nav class="tabs" aria-label={t.tabsLabel}>
        <a href={studioAddress("agents")} aria-current={agentId === undefined ? "true" : undefined}>
          {t.tabs.staff}
        </a>
        <a href={studioAddress("agents", ALL)} aria-current={agentId === ALL ? "true" : undefined}>
          {t.tabs.all}
        </a>
      </nav>
      <Permissions staff={staff} />
      {agentId === ALL ? <Conversations staff={staff} agentId={ALL} query={query} /> : <StaffList staff={staff} />}
    </div>
  );
}
