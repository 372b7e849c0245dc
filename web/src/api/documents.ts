// Requests about the documents of a project: their texts, revisions, locks and quotations.

import { ask, askTagged, type SendOptions, type Tagged } from "./client";
import { all } from "./pages";
import type {
  DocumentCreateRequest,
  DocumentItem,
  DocumentMergeRequest,
  DocumentRevision,
  DocumentSplitRequest,
  DocumentUpdateRequest,
  MergedDocument,
  Quotation,
  SplitDocument,
  TrashedDocument,
} from "./types";

/** The path of a document. */
const at = (projectId: string, id: string) => ({ project_id: projectId, document_id: id });

export const documents = {
  /** Every document in reading order, without the texts. */
  list: (projectId: string, options?: SendOptions): Promise<DocumentItem[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/documents",
          { path: { project_id: projectId }, query },
          options,
        ),
      (page) => page.documents,
      options,
    ),

  /** A document with its text. */
  get: (projectId: string, id: string, options?: SendOptions): Promise<Tagged<DocumentItem>> =>
    askTagged(
      "GET /api/projects/{project_id}/documents/{document_id}",
      { path: at(projectId, id) },
      options,
    ),

  create: (
    projectId: string,
    body: DocumentCreateRequest,
    options?: SendOptions,
  ): Promise<DocumentItem> =>
    ask(
      "POST /api/projects/{project_id}/documents",
      { path: { project_id: projectId }, body },
      options,
    ),

  update: (
    projectId: string,
    id: string,
    body: DocumentUpdateRequest,
    options?: SendOptions,
  ): Promise<Tagged<DocumentItem>> =>
    askTagged(
      "PUT /api/projects/{project_id}/documents/{document_id}",
      { path: at(projectId, id), body },
      options,
    ),

  trash: (projectId: string, id: string): Promise<undefined> =>
    ask("DELETE /api/projects/{project_id}/documents/{document_id}", { path: at(projectId, id) }),

  restore: (projectId: string, id: string): Promise<DocumentItem> =>
    ask("POST /api/projects/{project_id}/documents/{document_id}/restore", {
      path: at(projectId, id),
    }),

  /** Splits a text before a character; the rest becomes a document behind it. */
  split: (
    projectId: string,
    id: string,
    body: DocumentSplitRequest,
    options?: SendOptions,
  ): Promise<Tagged<SplitDocument>> =>
    askTagged(
      "POST /api/projects/{project_id}/documents/{document_id}/split",
      { path: at(projectId, id), body },
      options,
    ),

  /** Adds the text of the document that follows, which goes to the trash. */
  merge: (
    projectId: string,
    id: string,
    body: DocumentMergeRequest,
    options?: SendOptions,
  ): Promise<Tagged<MergedDocument>> =>
    askTagged(
      "POST /api/projects/{project_id}/documents/{document_id}/merge",
      { path: at(projectId, id), body },
      options,
    ),

  trashed: (projectId: string, options?: SendOptions): Promise<TrashedDocument[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/trash",
          { path: { project_id: projectId }, query },
          options,
        ),
      (page) => page.trashedDocuments,
      options,
    ),

  lock: (projectId: string, id: string): Promise<DocumentItem> =>
    ask("POST /api/projects/{project_id}/documents/{document_id}/lock", {
      path: at(projectId, id),
    }),

  unlock: (projectId: string, id: string): Promise<DocumentItem> =>
    ask("POST /api/projects/{project_id}/documents/{document_id}/unlock", {
      path: at(projectId, id),
    }),

  /** The earlier texts, the latest first, without their contents. */
  revisions: (projectId: string, id: string, options?: SendOptions): Promise<DocumentRevision[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/documents/{document_id}/revisions",
          { path: at(projectId, id), query },
          options,
        ),
      (page) => page.revisions,
      options,
    ),

  /** An earlier text. */
  revision: (
    projectId: string,
    id: string,
    version: number,
    options?: SendOptions,
  ): Promise<DocumentRevision> =>
    ask(
      "GET /api/projects/{project_id}/documents/{document_id}/revisions/{version}",
      { path: { ...at(projectId, id), version: String(version) } },
      options,
    ),

  /** Names the text of a version, or takes its name away. */
  label: (
    projectId: string,
    id: string,
    version: number,
    label: string | null,
  ): Promise<{ label: string | null }> =>
    ask("PUT /api/projects/{project_id}/documents/{document_id}/revisions/{version}", {
      path: { ...at(projectId, id), version: String(version) },
      body: { label },
    }),

  /** The direct speech, with who speaks. */
  quotations: (projectId: string, id: string, options?: SendOptions): Promise<Quotation[]> =>
    all(
      (query) =>
        ask(
          "GET /api/projects/{project_id}/documents/{document_id}/quotations",
          { path: at(projectId, id), query },
          options,
        ),
      (page) => page.quotations,
      options,
    ),

  /** Says who speaks a quotation; null withdraws what was said. */
  correctSpeaker: (
    projectId: string,
    id: string,
    quotationId: string,
    speaker: string | null,
  ): Promise<Quotation> =>
    ask("PUT /api/projects/{project_id}/documents/{document_id}/quotations/{quotation_id}", {
      path: { ...at(projectId, id), quotation_id: quotationId },
      body: { speaker },
    }),
};
