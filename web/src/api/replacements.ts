// Requests about words in all texts of a project: finding them, replacing them, and taking that back.

import { ask, type SendOptions } from "./client";
import type {
  Replacement,
  ReplacementPreview,
  ReplacementPreviewRequest,
  ReplacementRequest,
  ReplacementUndo,
} from "./types";

export const replacements = {
  /** A page of what is found; writes nothing. */
  preview: (
    projectId: string,
    body: ReplacementPreviewRequest,
    options?: SendOptions,
  ): Promise<ReplacementPreview> =>
    ask(
      "POST /api/projects/{project_id}/replacements/preview",
      { path: { project_id: projectId }, body },
      { ...options, isReading: true },
    ),

  /** Replaces what a preview found, in all texts or in none. */
  replace: (
    projectId: string,
    body: ReplacementRequest,
    options?: SendOptions,
  ): Promise<Replacement> =>
    ask("POST /api/projects/{project_id}/replacements", { path: { project_id: projectId }, body }, options),

  /** Takes a replacement back; the answer takes that back in turn. */
  undo: (projectId: string, body: ReplacementUndo): Promise<Replacement> =>
    ask("POST /api/projects/{project_id}/replacements/undo", { path: { project_id: projectId }, body }),
};
