// Requests about swarms: tasks for several agents.

import { address, ask, type SendOptions } from "./client";
import type {
  SwarmCreateRequest,
  SwarmDetail,
  SwarmListResponse,
  SwarmResponse,
  SwarmSubTask,
  SystemOverviewResponse,
} from "./types";

export const swarms = {
  /** Those that run, and the latest ten that ended; cancelled ones are in neither. */
  list: (options?: SendOptions): Promise<SwarmListResponse> =>
    ask("GET /api/agents/swarm/list", {}, options),

  overview: (options?: SendOptions): Promise<SystemOverviewResponse> =>
    ask("GET /api/agents/swarm/system/overview", {}, options),

  get: (id: string, options?: SendOptions): Promise<SwarmDetail> =>
    ask("GET /api/agents/swarm/{swarm_id}", { path: { swarm_id: id } }, options),

  start: (body: SwarmCreateRequest, options?: SendOptions): Promise<SwarmResponse> =>
    ask("POST /api/agents/swarm", { body }, options),

  cancel: (id: string): Promise<SwarmResponse> =>
    ask("POST /api/agents/swarm/{swarm_id}/cancel", { path: { swarm_id: id } }),

  retry: (id: string): Promise<SwarmResponse> =>
    ask("POST /api/agents/swarm/{swarm_id}/retry", { path: { swarm_id: id } }),

  approve: (id: string, key: string): Promise<SwarmSubTask> =>
    ask("POST /api/agents/swarm/{swarm_id}/subtasks/{subtask_id}/approve", {
      path: { swarm_id: id, subtask_id: key },
    }),

  deny: (id: string, key: string, reason: string): Promise<SwarmSubTask> =>
    ask("POST /api/agents/swarm/{swarm_id}/subtasks/{subtask_id}/deny", {
      path: { swarm_id: id, subtask_id: key },
      body: reason === "" ? {} : { reason },
    }),

  /** Where what models write for the sub-tasks of a swarm is streamed. */
  streamAddress: (id: string): string => address(`api/agents/swarm/${encodeURIComponent(id)}/stream`),
};
