// Requests about agents: who is awake, what each can do, and what waits for a permission.

import { ask, type SendOptions } from "./client";
import { all } from "./pages";
import type { Agent, AgentActivity, AgentDecisions } from "./types";

export const agents = {
  list: (options?: SendOptions): Promise<Agent[]> =>
    all(
      (query) => ask("GET /api/agents", { query }, options),
      (page) => page.agents,
      options,
    ),

  wake: (id: string): Promise<AgentActivity> =>
    ask("POST /api/agents/{agent_id}/wake", { path: { agent_id: id } }),

  sleep: (id: string): Promise<AgentActivity> =>
    ask("POST /api/agents/{agent_id}/sleep", { path: { agent_id: id } }),

  /** Permits everything that waits for an agent, at most 100 messages and 100 sub-tasks. */
  approveAll: (id: string): Promise<AgentDecisions> =>
    ask("POST /api/agents/{agent_id}/approve", { path: { agent_id: id } }),
};
