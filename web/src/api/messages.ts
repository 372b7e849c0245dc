// Requests about messages with agents.

import { address, ask, type SendOptions } from "./client";
import { all } from "./pages";
import type {
  MessageItem,
  MessagesPage,
  SendMessageRequest,
  SendMessageResponse,
} from "./types";

/** What a list of messages is narrowed to. */
export interface MessageFilter {
  agent?: string;
  conversationId?: string;
  status?: MessageItem["status"];
  limit?: number;
  cursor?: string;
}

export const messages = {
  page: (query: MessageFilter, options?: SendOptions): Promise<MessagesPage> =>
    ask("GET /api/agent-communication/messages", { query }, options),

  /** Every message of a conversation, newest first. */
  conversation: (conversationId: string, options?: SendOptions): Promise<MessageItem[]> =>
    all(
      (query) =>
        ask("GET /api/agent-communication/messages", { query: { ...query, conversationId } }, options),
      (page) => page.messages,
      options,
    ),

  /** Every message that waits for a permission, newest first: of one agent, or of all. */
  awaiting: (agent: string | undefined, options?: SendOptions): Promise<MessageItem[]> =>
    all(
      (query) =>
        ask(
          "GET /api/agent-communication/messages",
          { query: { ...query, status: "awaiting_approval", ...(agent === undefined ? {} : { agent }) } },
          options,
        ),
      (page) => page.messages,
      options,
    ),

  get: (id: string, options?: SendOptions): Promise<MessageItem> =>
    ask("GET /api/agent-communication/messages/{message_id}", { path: { message_id: id } }, options),

  send: (body: SendMessageRequest, options?: SendOptions): Promise<SendMessageResponse> =>
    ask("POST /api/agent-communication/messages/send", { body }, options),

  approve: (id: string): Promise<MessageItem> =>
    ask("POST /api/agent-communication/messages/{message_id}/approve", { path: { message_id: id } }),

  deny: (id: string, reason: string): Promise<MessageItem> =>
    ask("POST /api/agent-communication/messages/{message_id}/deny", {
      path: { message_id: id },
      body: reason === "" ? {} : { reason },
    }),

  cancel: (id: string): Promise<MessageItem> =>
    ask("POST /api/agent-communication/messages/{message_id}/cancel", { path: { message_id: id } }),

  replay: (id: string): Promise<MessageItem> =>
    ask("POST /api/agent-communication/messages/{message_id}/replay", { path: { message_id: id } }),

  /** Where the changes of one message, and what a model writes in answer, are streamed. */
  streamAddress: (id: string): string =>
    address(`api/agent-communication/messages/${encodeURIComponent(id)}/stream`),
};
