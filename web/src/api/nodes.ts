// Requests about the nodes of an outline.

import { ask, askTagged, type SendOptions, type Tagged } from "./client";
import { all } from "./pages";
import type { NodeCreateRequest, NodeUpdateRequest, PlotNode } from "./types";

export const nodes = {
  /** All nodes of a project, each before those inside it. */
  list: (projectId: string, options?: SendOptions): Promise<PlotNode[]> =>
    all(
      async (query) =>
        (await ask("GET /api/creative/plot/nodes", { query: { ...query, projectId } }, options)).data,
      (page) => page.nodes,
      options,
    ),

  create: async (body: NodeCreateRequest, options?: SendOptions): Promise<PlotNode> =>
    (await ask("POST /api/creative/plot/nodes", { body }, options)).data,

  get: async (id: string, options?: SendOptions): Promise<Tagged<PlotNode>> => {
    const { value, tag } = await askTagged(
      "GET /api/creative/plot/nodes/{node_id}",
      { path: { node_id: id } },
      options,
    );
    return { value: value.data, tag };
  },

  update: async (id: string, body: NodeUpdateRequest, options?: SendOptions): Promise<PlotNode> =>
    (await ask("PUT /api/creative/plot/nodes/{node_id}", { path: { node_id: id }, body }, options)).data,

  remove: (id: string): Promise<undefined> =>
    ask("DELETE /api/creative/plot/nodes/{node_id}", { path: { node_id: id } }),
};
