// Conversations with one agent or all, the latest first.

import { messages as calls } from "../../api/messages";
import type { Agent, MessageItem } from "../../api/types";
import { usePaged } from "../../live/paged";
import { go, studioAddress } from "../../router";
import { ago, exactly, number } from "../../state/time";
import { agents as all } from "../../texts/agents";
import { Await, Empty } from "../../ui/states";
import { nameOf } from "./staff";

const t = all.conversations;

/** States by which conversations can be listed, with what they are called. */
const STATES: [string, string][] = [
  ["", t.all],
  ["awaiting_approval", t.waiting],
  ["dead", t.dead],
];

interface Talk {
  id: string;
  /** The first message of it that is listed. */
  first: MessageItem;
  /** The latest message that is no reply, whose state says how far the conversation is. */
  question: MessageItem;
  latest: MessageItem;
  count: number;
}

interface ConversationsProps {
  staff: Agent[];
  agentId: string;
  query: URLSearchParams;
}

export function Conversations({ staff, agentId, query }: ConversationsProps) {
  const isAll = agentId === "all";
  const state = STATES.find(([word]) => word === query.get("state"))?.[0] ?? "";
  const { list, showMore } = usePaged<MessageItem>(
    `messages/${agentId}/${state}`,
    async (page, signal) => {
      const filter = {
        ...page,
        ...(isAll ? {} : { agent: agentId }),
        ...(state === "" ? {} : { status: state as MessageItem["status"] }),
      };
      const { messages, nextCursor, total } = await calls.page(filter, { signal });
      return { items: messages, nextCursor, total };
    },
    (event) => event.kind === "message",
  );
  const here = studioAddress("agents", agentId);
  return (
    <>
      <div class="talk-filter">
        <label class="visually-hidden" for="talk-state">
          {t.status}
        </label>
        <select
          id="talk-state"
          class="is-quiet"
          value={state}
          onChange={({ currentTarget: { value } }) => go(value === "" ? here : `${here}?state=${value}`)}
        >
          {STATES.map(([word, title]) => (
            <option key={word} value={word}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <Await of={list}>
        {({ items, hasMore, isCut }) =>
          items.length === 0 ? (
            <Empty title={t.empty.title} text={t.empty.text} />
          ) : (
            <>
              <ul class="talks">
                {talksOf(items).map((talk) => (
                  <Row key={talk.id} talk={talk} staff={staff} agentId={agentId} />
                ))}
              </ul>
              {hasMore && (
                <button type="button" class="button" onClick={() => void showMore()}>
                  {t.more}
                </button>
              )}
              {isCut && <p class="meta">{t.cut(number(items.length))}</p>}
            </>
          )
        }
      </Await>
    </>
  );
}

function Row({ talk, staff, agentId }: { talk: Talk; staff: Agent[]; agentId: string }) {
  const { first, question, latest, count } = talk;
  const other = [question.toAgent, question.fromAgent].find((one) => staff.some(({ id }) => id === one));
  const isWaiting = question.status === "awaiting_approval";
  return (
    <li class="talk">
      <a href={studioAddress("agents", agentId, talk.id)}>
        <span class="talk-question" dir="auto">
          {first.message.slice(0, 300)}
        </span>
      </a>
      <p class="talk-facts meta">
        <bdi>{nameOf(staff, other ?? question.toAgent)}</bdi>
        <span class={isWaiting ? "is-marked" : ""}>{all.states[question.status]}</span>
        {count > 1 && <span>{t.messages(count)}</span>}
        <time dateTime={latest.createdAt} title={exactly(latest.createdAt)}>
          {ago(latest.createdAt)}
        </time>
      </p>
    </li>
  );
}

/** Messages, newest first, by conversation. */
function talksOf(items: MessageItem[]): Talk[] {
  const talks = new Map<string, Talk>();
  for (const message of items) {
    const known = talks.get(message.conversationId);
    if (!known) {
      talks.set(message.conversationId, { id: message.conversationId, first: message, question: message, latest: message, count: 1 });
      continue;
    }
    known.first = message;
    known.count += 1;
    // The first message that is no reply is the latest question.
    if (known.question.replyTo !== null) known.question = message;
  }
  return [...talks.values()];
}
