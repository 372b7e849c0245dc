// Requests about proposals: what somebody would change, and what the author decides about it.

import { ask, type SendOptions } from "./client";
import { all } from "./pages";
import type { Proposal } from "./types";

const at = (projectId: string, id: string) => ({ project_id: projectId, proposal_id: id });

export const proposals = {
  /** The proposals of a project in one state, or in any, the latest first, without their changes. */
  list: (
    projectId: string,
    state: Proposal["state"] | undefined,
    options?: SendOptions,
  ): Promise<Proposal[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/proposals",
          {
            path: { project_id: projectId },
            query: state === undefined ? query : { ...query, state },
          },
          options,
        ),
      (page) => page.proposals,
      options,
    ),

  /** The open proposals for a document, the latest first, without their changes. */
  openOfDocument: (
    projectId: string,
    documentId: string,
    options?: SendOptions,
  ): Promise<Proposal[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/proposals",
          {
            path: { project_id: projectId },
            query: { ...query, state: "open", targetKind: "document", targetId: documentId },
          },
          options,
        ),
      (page) => page.proposals,
      options,
    ),

  /** What an agent has proposed, the latest first, without their changes. */
  ofAgent: (projectId: string, agent: string, options?: SendOptions): Promise<Proposal[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/proposals",
          { path: { project_id: projectId }, query: { ...query, agent } },
          options,
        ),
      (page) => page.proposals,
      options,
    ),

  /** A proposal with its changes, and where they stand now. */
  get: (projectId: string, id: string, options?: SendOptions): Promise<Proposal> =>
    ask(
      "GET /api/projects/{project_id}/proposals/{proposal_id}",
      { path: at(projectId, id) },
      options,
    ),

  /** Makes these changes, all or none. */
  accept: (projectId: string, id: string, changes: string[]): Promise<Proposal> =>
    ask("POST /api/projects/{project_id}/proposals/{proposal_id}/accept", {
      path: at(projectId, id),
      body: { changes },
    }),

  reject: (projectId: string, id: string, changes: string[]): Promise<Proposal> =>
    ask("POST /api/projects/{project_id}/proposals/{proposal_id}/reject", {
      path: at(projectId, id),
      body: { changes },
    }),
};
