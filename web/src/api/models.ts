// Requests about language models.

import { ask, type SendOptions } from "./client";
import type { ModelList } from "./types";

export const models = {
  /** Those that are configured; whether they answer is not asked. */
  list: (options?: SendOptions): Promise<ModelList> => ask("GET /api/models", {}, options),
};
