// The documents of a project in reading order, by which findings and proposals are grouped and named.

import { documents as calls } from "../../api/documents";
import type { DocumentItem } from "../../api/types";
import { type Cached, useCached } from "../../live/cache";

/** Every document, without the texts. */
export function useDocuments(projectId: string): Cached<DocumentItem[]> {
  return useCached(
    `documents/${projectId}`,
    (signal) => calls.list(projectId, { signal }),
    (event) => event.kind === "document" && event.data.projectId === projectId,
  );
}
