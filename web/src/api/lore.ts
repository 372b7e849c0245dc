// Requests about the lore of a project: its entries, and where texts name them.

import { ask, askTagged, type SendOptions, type Tagged } from "./client";
import type {
  LoreCreateRequest,
  LoreItem,
  LoreRenamePreviewRequest,
  LoreRenameRequest,
  LoreUpdateRequest,
  MentionsPage,
  RenamePreview,
  Replacement,
  ReplacementUndo,
} from "./types";

const at = (projectId: string, id: string) => ({ project_id: projectId, entry_id: id });

/** The most entries that one answer lists. */
const PAGE_LIMIT = 100;

/** The most entries that a project has, and so the most that are read. */
const ENTRIES_MAX = 10_000;

export const lore = {
  /** Every entry by name, without the texts; `progress` is told of what was read so far. */
  list: async (
    projectId: string,
    progress: (read: LoreItem[], total: number | null) => void,
    options?: SendOptions,
  ): Promise<LoreItem[]> => {
    const found: LoreItem[] = [];
    let cursor: string | undefined;
    while (found.length < ENTRIES_MAX) {
      const query = { limit: PAGE_LIMIT, ...(cursor === undefined ? {} : { cursor }) };
      const path = { project_id: projectId };
      const page = await ask("GET /api/projects/{project_id}/lore", { path, query }, options);
      found.push(...page.entries);
      if (page.nextCursor === null) break;
      progress([...found], page.total);
      cursor = page.nextCursor;
    }
    return found;
  },

  /** An entry with its text. */
  get: (projectId: string, id: string, options?: SendOptions): Promise<Tagged<LoreItem>> =>
    askTagged("GET /api/projects/{project_id}/lore/{entry_id}", { path: at(projectId, id) }, options),

  create: (projectId: string, body: LoreCreateRequest, options?: SendOptions): Promise<LoreItem> =>
    ask("POST /api/projects/{project_id}/lore", { path: { project_id: projectId }, body }, options),

  update: (
    projectId: string,
    id: string,
    body: LoreUpdateRequest,
    options?: SendOptions,
  ): Promise<Tagged<LoreItem>> =>
    askTagged(
      "PUT /api/projects/{project_id}/lore/{entry_id}",
      { path: at(projectId, id), body },
      options,
    ),

  /** Deletes an entry for good: lore has no trash. */
  remove: (projectId: string, id: string): Promise<undefined> =>
    ask("DELETE /api/projects/{project_id}/lore/{entry_id}", { path: at(projectId, id) }),

  /** A page of the documents that name an entry. */
  mentions: (
    projectId: string,
    id: string,
    query: { limit?: number; cursor?: string },
    options?: SendOptions,
  ): Promise<MentionsPage> =>
    ask(
      "GET /api/projects/{project_id}/lore/{entry_id}/mentions",
      { path: at(projectId, id), query },
      options,
    ),

  /** What another name would change in the texts; nothing is written. */
  previewRename: (
    projectId: string,
    id: string,
    body: LoreRenamePreviewRequest,
    options?: SendOptions,
  ): Promise<RenamePreview> =>
    ask(
      "POST /api/projects/{project_id}/lore/{entry_id}/rename/preview",
      { path: at(projectId, id), body },
      { ...options, isReading: true },
    ),

  /** Renames an entry, in the entry and in all texts, or not at all. */
  rename: (projectId: string, id: string, body: LoreRenameRequest, options?: SendOptions): Promise<Replacement> =>
    ask("POST /api/projects/{project_id}/lore/{entry_id}/rename", { path: at(projectId, id), body }, options),

  /** Takes a renaming back, as long as nobody changed its texts since. */
  undoRename: (projectId: string, body: ReplacementUndo, options?: SendOptions): Promise<Replacement> =>
    ask("POST /api/projects/{project_id}/replacements/undo", { path: { project_id: projectId }, body }, options),
};
