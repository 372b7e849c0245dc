// Requests about the notifications of whoever works here.

import { ask, type SendOptions } from "./client";
import type {
  NotificationsPage,
  NotificationsRead,
  TestNotificationRequest,
  TestNotificationResponse,
} from "./types";

/** Which notifications are listed. */
export interface NotificationFilter {
  unread?: boolean;
  limit?: number;
  cursor?: string;
}

export const notifications = {
  page: (query: NotificationFilter, options?: SendOptions): Promise<NotificationsPage> =>
    ask("GET /api/notifications", { query }, options),

  read: (id: string) =>
    ask("POST /api/notifications/{notification_id}/read", { path: { notification_id: id } }),

  readAll: (): Promise<NotificationsRead> => ask("POST /api/notifications/read-all", {}),

  test: (body: TestNotificationRequest): Promise<TestNotificationResponse> =>
    ask("POST /api/notifications/test", { body }),
};
