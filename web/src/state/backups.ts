// The backups of the service, as the views read them.

import { backups as calls } from "../api/backups";
import type { BackupList } from "../api/types";
import { type Cached, useCached } from "../live/cache";
import { session } from "./session";

/** Whether backups may be seen: they are of the whole studio, and a token of one project does not reach that. */
export const seesBackups = (): boolean => session.value?.projectId === null;

/** The newest backups; null for whoever may not see them. */
export function useBackups(): Cached<BackupList | null> {
  return useCached("backups", async (signal) => (seesBackups() ? calls.list({ signal }) : null), () => false);
}
