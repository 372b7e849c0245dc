// Requests about who works here.

import { address, ask, send, type SendOptions } from "./client";
import type { Session } from "./types";

export const session = {
  get: (options?: SendOptions): Promise<Session> => ask("GET /api/session", {}, options),

  /** Exchanges a token for a cookie that scripts cannot read. */
  begin: async (token: string): Promise<Session> =>
    (await send("POST", address("api/session"), { token })).value as Session,

  end: async (): Promise<void> => {
    await send("DELETE", address("api/session"), undefined);
  },
};
