// Requests about the state of the service.

import { ask, type SendOptions } from "./client";
import type { HealthLive, HealthReady } from "./types";

export const health = {
  /** Part by part what the service can do; it is answered with 503 where it cannot work. */
  ready: (options?: SendOptions): Promise<HealthReady> => ask("GET /health/ready", {}, options),

  /** That the process runs, and its version. */
  live: (options?: SendOptions): Promise<HealthLive> => ask("GET /health/live", {}, options),

  /** The figures of the service, in the text format of Prometheus. */
  metrics: (options?: SendOptions): Promise<string> => ask("GET /metrics", {}, options),
};
