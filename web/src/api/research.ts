// Requests about searches: passages, the history, and searches that were saved.

import { ask, type SendOptions } from "./client";
import { all } from "./pages";
import type {
  ResearchCollection,
  ResearchFilters,
  ResearchQueryItem,
  ResearchSavedSearch,
  ResearchSavedSearchCreateRequest,
  ResearchSavedSearchUpdateRequest,
  ResearchSearchAnswer,
  ResearchSearchRequest,
} from "./types";

export const research = {
  /** Searches, and adds the search to the history. */
  search: (body: ResearchSearchRequest, options?: SendOptions): Promise<ResearchSearchAnswer> =>
    ask("POST /api/discovery/research/search", { body }, options),

  /** The latest searches of the project that is open, or of all where none is. */
  history: async (options?: SendOptions): Promise<ResearchQueryItem[]> =>
    (await ask("GET /api/discovery/research/queries", {}, options)).queries,

  /** What can be searched, with how much of it there is. */
  collections: async (projectId: string, options?: SendOptions): Promise<ResearchCollection[]> =>
    (await ask("GET /api/discovery/research/collections", { query: { projectId } }, options)).collections,

  saved: (options?: SendOptions): Promise<ResearchSavedSearch[]> =>
    all(
      (query) => ask("GET /api/discovery/research/saved-searches", { query }, options),
      (page) => page.savedSearches,
      options,
    ),

  save: (body: ResearchSavedSearchCreateRequest, options?: SendOptions): Promise<ResearchSavedSearch> =>
    ask("POST /api/discovery/research/saved-searches", { body }, options),

  update: (id: string, body: ResearchSavedSearchUpdateRequest): Promise<ResearchSavedSearch> =>
    ask("PUT /api/discovery/research/saved-searches/{saved_search_id}", {
      path: { saved_search_id: id },
      body,
    }),

  remove: (id: string): Promise<undefined> =>
    ask("DELETE /api/discovery/research/saved-searches/{saved_search_id}", {
      path: { saved_search_id: id },
    }),

  run: (id: string, options?: SendOptions): Promise<ResearchSearchAnswer> =>
    ask(
      "POST /api/discovery/research/saved-searches/{saved_search_id}/run",
      { path: { saved_search_id: id } },
      options,
    ),
};

export type Collection = NonNullable<ResearchFilters["collections"]>[number];
