// Requests about imports: what one would do, and doing it.

import { ask, type SendOptions } from "./client";
import type {
  DocumentImportFile,
  DocumentImportPreviewRequest,
  DocumentImportRequest,
  ImportedProject,
  ImportItem,
  ImportPreview,
  ProjectImportRequest,
} from "./types";

/** A file of an import; a book is its bytes in Base64. */
export type ImportFile = DocumentImportFile & { encoding?: "base64" };

/** What an import would do; with books, also the remarks of editors that come with them. */
export type Preview = ImportPreview & { comments?: number; trackedChanges?: number };

export const imports = {
  /** What an import would do; nothing is written. */
  preview: (body: DocumentImportPreviewRequest, options?: SendOptions): Promise<Preview> =>
    ask("POST /api/imports/preview", { body }, { isLong: true, ...options }),

  /** Begins an import into a project. */
  start: (projectId: string, body: DocumentImportRequest, options?: SendOptions): Promise<ImportItem> =>
    ask(
      "POST /api/projects/{project_id}/documents/import",
      { path: { project_id: projectId }, body },
      { isLong: true, ...options },
    ),

  /** An import and its progress. */
  get: (projectId: string, id: string, options?: SendOptions): Promise<ImportItem> =>
    ask(
      "GET /api/projects/{project_id}/imports/{import_id}",
      { path: { project_id: projectId, import_id: id } },
      options,
    ),

  /** A project from the files of an export. */
  project: (body: ProjectImportRequest, options?: SendOptions): Promise<ImportedProject> =>
    ask("POST /api/projects/import", { body }, { isLong: true, ...options }),
};
