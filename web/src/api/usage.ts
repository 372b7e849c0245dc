// Requests about what language models have used.

import { ask, type SendOptions } from "./client";
import type { UsageList } from "./types";

/** By what usage is added up. */
export type UsageGroup = "day" | "project" | "agent" | "swarm";

/** Which usage is added up. */
export interface UsageFilter {
  groupBy: UsageGroup;
  projectId?: string;
  /** The first and the last day, as `2026-11-23`. */
  from?: string;
  to?: string;
  limit?: number;
  cursor?: string;
}

export const usage = {
  page: (query: UsageFilter, options?: SendOptions): Promise<UsageList> =>
    ask("GET /api/usage", { query }, options),
};
