// Requests about the ledger of facts: what texts, lore and timelines state of persons.

import { ask, type SendOptions } from "./client";
import type { Fact, FactsPage } from "./types";

/** Which facts are listed. */
export interface FactsQuery {
  attribute?: Fact["attribute"];
  /** A name, ignoring case. */
  subject?: string;
  source?: Fact["source"];
  isRejected?: boolean;
  limit?: number;
  cursor?: string;
}

export const facts = {
  /** A page of the facts, in the order of the book. */
  page: (projectId: string, query: FactsQuery, options?: SendOptions): Promise<FactsPage> =>
    ask("GET /api/projects/{project_id}/facts", { path: { project_id: projectId }, query }, options),

  /** Rejects a fact for a reason, or takes a rejection back. */
  setRejected: (
    projectId: string,
    id: string,
    isRejected: boolean,
    reason: string | null,
  ): Promise<Fact> =>
    ask("PUT /api/projects/{project_id}/facts/{fact_id}", {
      path: { project_id: projectId, fact_id: id },
      body: { isRejected, reason },
    }),
};
