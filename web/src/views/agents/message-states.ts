// How far a message is.

import type { MessageItem } from "../../api/types";

/** States in which nothing more is to come of a message. */
const FINAL: MessageItem["status"][] = [
  "handled", "replied", "timed_out", "accepted", "refused", "delivered", "denied", "expired", "dead",
];

export const isFinal = (message: MessageItem): boolean => FINAL.includes(message.status);
