// One function for each request that a view sends, by the nouns of the interface. A view calls nothing
// but these; a request that is missing here is added here.

import { address, ask, askTagged, send, type SendOptions, type Tagged } from "./client";
import type {
  HealthReady,
  ProjectCreateRequest,
  ProjectItem,
  ProjectUpdateRequest,
  Session,
  TrashedProject,
} from "./types";

/** The most items of a page. */
const PAGE_LIMIT = 100;

/** The most pages that are read of one list. */
const PAGES_MAX = 100;

/** Every item of a list, page by page. */
export async function all<Item, Page extends { nextCursor: string | null }>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page>,
  items: (page: Page) => Item[],
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer: Page = await read(
      cursor === null ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor },
    );
    found.push(...items(answer));
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

export const session = {
  get: (options?: SendOptions): Promise<Session> => ask("GET /api/session", {}, options),

  /** Exchanges a token for a cookie that scripts cannot read. */
  begin: async (token: string): Promise<Session> =>
    (await send("POST", address("api/session"), { token })).value as Session,

  end: async (): Promise<void> => {
    await send("DELETE", address("api/session"), undefined);
  },
};

export const health = {
  ready: (options?: SendOptions): Promise<HealthReady> => ask("GET /health/ready", {}, options),
};

export const projects = {
  list: (options?: SendOptions): Promise<ProjectItem[]> =>
    all(
      (query) => ask("GET /api/projects", { query }, options),
      (page) => page.projects,
    ),

  create: (body: ProjectCreateRequest, options?: SendOptions): Promise<ProjectItem> =>
    ask("POST /api/projects", { body }, options),

  get: (id: string, options?: SendOptions): Promise<Tagged<ProjectItem>> =>
    askTagged("GET /api/projects/{project_id}", { path: { project_id: id } }, options),

  update: (
    id: string,
    body: ProjectUpdateRequest,
    options?: SendOptions,
  ): Promise<Tagged<ProjectItem>> =>
    askTagged("PUT /api/projects/{project_id}", { path: { project_id: id }, body }, options),

  /** The project that is open; null where none is. */
  active: async (options?: SendOptions): Promise<ProjectItem | null> => {
    try {
      return await ask("GET /api/projects/active", {}, options);
    } catch (thrown) {
      if ((thrown as { status?: number }).status === 404) return null;
      throw thrown;
    }
  },

  activate: (id: string): Promise<ProjectItem> =>
    ask("POST /api/projects/{project_id}/activate", { path: { project_id: id } }),

  setStatus: (id: string, status: ProjectItem["status"]): Promise<ProjectItem> =>
    ask("POST /api/projects/{project_id}/status", { path: { project_id: id }, body: { status } }),

  trash: (id: string): Promise<undefined> =>
    ask("DELETE /api/projects/{project_id}", { path: { project_id: id } }),

  restore: (id: string): Promise<ProjectItem> =>
    ask("POST /api/projects/{project_id}/restore", { path: { project_id: id } }),

  trashed: (options?: SendOptions): Promise<TrashedProject[]> =>
    all(
      (query) => ask("GET /api/trash", { query }, options),
      (page) => page.trashedProjects,
    ),
};
