// Requests about quotations: the direct speech of a document, and who speaks.

import { ask, type SendOptions } from "./client";
import type { Quotation, QuotationsPage } from "./types";

const at = (projectId: string, documentId: string) => ({
  project_id: projectId,
  document_id: documentId,
});

export const quotations = {
  /** A page of the quotations of a document, in the order of its text. */
  page: (
    projectId: string,
    documentId: string,
    query: { limit?: number; cursor?: string },
    options?: SendOptions,
  ): Promise<QuotationsPage> =>
    ask(
      "GET /api/projects/{project_id}/documents/{document_id}/quotations",
      { path: at(projectId, documentId), query },
      options,
    ),

  /** Says who speaks a quotation; null withdraws what was said. */
  setSpeaker: (
    projectId: string,
    documentId: string,
    id: string,
    speaker: string | null,
  ): Promise<Quotation> =>
    ask("PUT /api/projects/{project_id}/documents/{document_id}/quotations/{quotation_id}", {
      path: { ...at(projectId, documentId), quotation_id: id },
      body: { speaker },
    }),
};
