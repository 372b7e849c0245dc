// How many notifications nobody has read yet, for the menu and the view of the notifications.

import { notifications } from "../api/notifications";
import { cached, type Cached } from "../live/cache";

/** The number of unread notifications; null where there are too many to count. */
export function unreadCount(): Cached<number | null> {
  return cached(
    "notifications/unread/count",
    async (signal) => (await notifications.page({ unread: true, limit: 1 }, { signal })).total,
    (event) => event.kind === "notification",
  );
}
