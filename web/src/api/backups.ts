// Requests about backups of the service.

import { ask, type SendOptions } from "./client";
import type { BackupList } from "./types";

export const backups = {
  /** The newest backups, and whether one is being made. */
  list: (options?: SendOptions): Promise<BackupList> => ask("GET /api/backups", {}, options),

  /** Has one made; the list says when it is. */
  make: (): Promise<BackupList> => ask("POST /api/backups", {}),
};
