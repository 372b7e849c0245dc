// Requests about exports.

import { address, ask, download, type SendOptions } from "./client";
import type { ProjectExport } from "./types";

/** Which findings are written as comments into a DOCX. */
export type Comments = "none" | "open" | "pending" | "all";

/** How a manuscript is written as a book. */
export interface Book {
  format: "docx" | "epub";
  /** Who wrote it; empty for nobody. */
  author: string;
  comments: Comments;
}

export const exports = {
  /** A whole project as the files of a folder, with its earlier texts or without. */
  project: (projectId: string, revisions: boolean, options?: SendOptions): Promise<ProjectExport> =>
    ask(
      "GET /api/projects/{project_id}/export",
      { path: { project_id: projectId }, query: { revisions } },
      { isLong: true, ...options },
    ),

  /** The manuscript as one file. */
  book: (projectId: string, { format, author, comments }: Book, options?: SendOptions): Promise<Blob> => {
    const query = new URLSearchParams({ format });
    if (author !== "") query.set("author", author);
    if (format === "docx" && comments !== "none") query.set("findings", comments);
    return download(address(`api/projects/${encodeURIComponent(projectId)}/export?${query}`), {
      isLong: true,
      ...options,
    });
  },
};
