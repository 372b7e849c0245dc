// Requests about agents: who is awake, what each can do, and what waits for a permission.

import { ask, type SendOptions } from "./client";
import type { Agent, AgentActivity, AgentCapabilities, AgentDecisions } from "./types";

export const agents = {
  /** What every agent can do, whether it is awake, and its measured load. */
  capabilities: (options?: SendOptions): Promise<AgentCapabilities> =>
    ask("GET /api/agents/capabilities", {}, options),

  get: (id: string, options?: SendOptions): Promise<Agent> =>
    ask("GET /api/agents/{agent_id}", { path: { agent_id: id } }, options),

  wake: (id: string): Promise<AgentActivity> =>
    ask("POST /api/agents/{agent_id}/wake", { path: { agent_id: id } }),

  sleep: (id: string): Promise<AgentActivity> =>
    ask("POST /api/agents/{agent_id}/sleep", { path: { agent_id: id } }),

  /** Permits everything that waits for an agent, at most 100 messages and 100 sub-tasks. */
  approveAll: (id: string): Promise<AgentDecisions> =>
    ask("POST /api/agents/{agent_id}/approve", { path: { agent_id: id } }),
};
