// Requests about promises.

import { ask, askTagged, type SendOptions, type Tagged } from "./client";
import { all } from "./pages";
import type { PlotPromise, PromiseCreateRequest, PromiseUpdateRequest } from "./types";

export const promises = {
  list: (projectId: string, options?: SendOptions): Promise<PlotPromise[]> =>
    all(
      async (query) =>
        (await ask("GET /api/creative/plot/promises", { query: { ...query, projectId } }, options)).data,
      (page) => page.promises,
      options,
    ),

  create: async (body: PromiseCreateRequest, options?: SendOptions): Promise<PlotPromise> =>
    (await ask("POST /api/creative/plot/promises", { body }, options)).data,

  get: async (id: string, options?: SendOptions): Promise<Tagged<PlotPromise>> => {
    const { value, tag } = await askTagged(
      "GET /api/creative/plot/promises/{promise_id}",
      { path: { promise_id: id } },
      options,
    );
    return { value: value.data, tag };
  },

  update: async (id: string, body: PromiseUpdateRequest, options?: SendOptions): Promise<PlotPromise> =>
    (
      await ask(
        "PUT /api/creative/plot/promises/{promise_id}",
        { path: { promise_id: id }, body },
        options,
      )
    ).data,

  remove: (id: string): Promise<undefined> =>
    ask("DELETE /api/creative/plot/promises/{promise_id}", { path: { promise_id: id } }),
};
