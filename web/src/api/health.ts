// Requests about the state of the service.

import { ask, type SendOptions } from "./client";
import type { HealthReady } from "./types";

export const health = {
  ready: (options?: SendOptions): Promise<HealthReady> => ask("GET /health/ready", {}, options),
};
