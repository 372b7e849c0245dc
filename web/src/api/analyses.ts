// Requests that have a book read.

import { ask } from "./client";
import type { Analysis, AnalysisRequest } from "./types";

export const analyses = {
  /** Reads the whole manuscript with its lore and timelines now; all checks where none are named. */
  ofBook: (projectId: string, checks?: NonNullable<AnalysisRequest["checks"]>): Promise<Analysis> =>
    ask(
      "POST /api/projects/{project_id}/analyses",
      { path: { project_id: projectId }, body: checks === undefined ? {} : { checks } },
      { isLong: true },
    ),
};
