// Requests about findings: what checks found in texts, and what the author answers.

import { ask, type SendOptions } from "./client";
import { all } from "./pages";
import type { Analysis, Asked, Finding, FindingUpdateRequest } from "./types";

type Query = NonNullable<Asked<"GET /api/projects/{project_id}/findings">["query"]>;

/** What a list of findings is narrowed to. */
export type FindingFilter = Omit<Query, "limit" | "cursor">;

const at = (projectId: string, id: string) => ({ project_id: projectId, finding_id: id });

export const findings = {
  /** Every finding that a filter leaves, the most severe first. */
  list: (projectId: string, filter: FindingFilter, options?: SendOptions): Promise<Finding[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/findings",
          { path: { project_id: projectId }, query: { ...filter, ...query } },
          options,
        ),
      (page) => page.findings,
      options,
    ),

  /** How many a filter leaves; null where there are more than the service counts. */
  count: async (
    projectId: string,
    filter: FindingFilter,
    options?: SendOptions,
  ): Promise<number | null> => {
    const query = { ...filter, limit: 1 };
    const path = { project_id: projectId };
    return (await ask("GET /api/projects/{project_id}/findings", { path, query }, options)).total;
  },

  get: (projectId: string, id: string, options?: SendOptions): Promise<Finding> =>
    ask("GET /api/projects/{project_id}/findings/{finding_id}", { path: at(projectId, id) }, options),

  answer: (projectId: string, id: string, body: FindingUpdateRequest): Promise<Finding> =>
    ask("PUT /api/projects/{project_id}/findings/{finding_id}", { path: at(projectId, id), body }),

  /** Reads these documents now. */
  analyse: (projectId: string, documentIds: string[]): Promise<Analysis> =>
    ask(
      "POST /api/projects/{project_id}/analyses",
      { path: { project_id: projectId }, body: { documentIds } },
      { isLong: true },
    ),
};
