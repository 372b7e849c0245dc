// What the view of the notifications says.

import { plural } from "../texts";

export const notifications = {
  title: "Notifications",
  filters: { all: "All", unread: "Unread" },
  filtersLabel: "Which notifications are listed",
  read: "Mark as read",
  readNamed: (title: string) => `Mark “${title}” as read`,
  readAll: "Mark all as read",
  wereRead: (count: number) => `${count} ${plural(count, "notification is", "notifications are")} marked as read`,
  unread: "Unread",
  test: "Send a test notification",
  tested: "A test notification was sent",
  types: { success: "Done", error: "Failed", warning: "Warning", info: "For your information" },
  priorities: { low: "low", normal: "normal", high: "High priority", critical: "Critical" },
  more: "Show older ones",
  cut: (count: string) => `These are the newest ${count}. Older ones are not shown here.`,
  explained:
    "You are notified when an import ends, an agent proposes something or wants a permission, a swarm ends, or something needs your attention. Notifications are yours alone.",
  empty: {
    all: {
      title: "Nothing yet",
      text: "When an import ends, an agent proposes a change or waits for your permission, it is said here.",
    },
    unread: { title: "Everything is read", text: "New notifications appear here by themselves." },
  },
};
