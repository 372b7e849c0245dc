// What the researcher answers to a question: a message to the agent, followed until its reply is there.

import { messages } from "../../api/messages";
import type { MessageItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { mayWrite } from "../../state/session";
import { texts } from "../../texts";
import { research as t } from "../../texts/research";
import { icons } from "../../ui/icons";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { citation } from "./passage";

/** The most passages of an answer that are listed. */
const SOURCES_MAX = 40;

/** The levels of a report that are looked at. */
const LEVELS_MAX = 8;

/** States in which nothing more comes without a reply. */
const ENDED: MessageItem["status"][] = ["refused", "denied", "expired", "dead", "timed_out"];

/** Sends a question; the id of the message, or undefined where it was not taken. */
export async function askResearcher(projectId: string, question: string): Promise<string | undefined> {
  const sent = await attempt(async () => {
    const answer = await messages.send({
      toAgent: "researcher",
      message: question,
      context: { metadata: { projectId } },
    });
    const { delivered, error } = answer.response;
    if (!delivered) throw new Error(error ?? answer.message);
    return answer;
  });
  return sent?.response.messageId;
}

export function Answer({ id, close }: { id: string; close: () => void }) {
  const found = useCached(
    `research/message/${id}`,
    (signal) => messages.get(id, { signal }),
    (event) => event.kind === "message" && (event.data.id === id || event.data.replyTo === id),
  );
  return (
    <section class="research-answer" aria-live="polite">
      <Await of={found}>
        {(message) => (
          <>
            <header class="research-answer-head">
              <h2>
                <bdi>{t.asked(message.message)}</bdi>
              </h2>
              <button type="button" class="icon-button" aria-label={t.closeAnswer} onClick={close}>
                <icons.close />
              </button>
            </header>
            {message.answerId === null ? <Waiting message={message} /> : <Reply id={message.answerId} />}
          </>
        )}
      </Await>
    </section>
  );
}

function Waiting({ message }: { message: MessageItem }) {
  if (ENDED.includes(message.status)) {
    return <p class="problem">{t.askFailed(message.status.replaceAll("_", " "), message.error ?? "")}</p>;
  }
  if (message.status !== "awaiting_approval") return <p class="meta">{t.asking}</p>;
  return (
    <>
      <p>
        <bdi>{t.permission(message.approval?.what ?? "")}</bdi>
      </p>
      {mayWrite() && (
        <p class="research-answer-decide">
          <button
            type="button"
            class="button is-small"
            onClick={() => void attempt(() => messages.approve(message.id), () => t.approved)}
          >
            {t.approve}
          </button>
          <button
            type="button"
            class="button is-small"
            onClick={() => void attempt(() => messages.deny(message.id, ""), () => t.denied)}
          >
            {t.deny}
          </button>
        </p>
      )}
    </>
  );
}

function Reply({ id }: { id: string }) {
  const found = useCached(
    `research/message/${id}`,
    (signal) => messages.get(id, { signal }),
    (event) => event.kind === "message" && event.data.id === id,
  );
  return (
    <Await of={found}>
      {(reply) => {
        const sources = sourcesOf(reply);
        const lines = reply.message.split("\n").map((text) => ({ text, source: sourceOf(text, sources) }));
        const others = sources.filter((source) => lines.every((line) => line.source !== source));
        return (
          <>
            <div class="research-answer-text" dir="auto">
              {lines.map((line, index) => (
                <p key={index}>{line.source ? <Cited text={line.text} source={line.source} /> : line.text}</p>
              ))}
            </div>
            {others.length > 0 && (
              <>
                <h3>{t.sources}</h3>
                <ol class="research-answer-sources">
                  {others.map((source) => (
                    <li key={source.address}>
                      <a href={source.address}>
                        <bdi>{source.title}</bdi>
                      </a>{" "}
                      <q dir="auto">{source.words}</q>
                    </li>
                  ))}
                </ol>
              </>
            )}
          </>
        );
      }}
    </Await>
  );
}

/** A line of the answer whose title leads to the passage that it quotes. */
function Cited({ text, source }: { text: string; source: Source }) {
  const at = text.indexOf(source.title);
  return (
    <>
      {text.slice(0, at)}
      <a href={source.address}>
        <bdi>{source.title}</bdi>
      </a>
      {text.slice(at + source.title.length)}
    </>
  );
}

/** The passage that a line quotes. */
function sourceOf(line: string, sources: Source[]): Source | undefined {
  return sources.find((source) => line.includes(source.words) && line.includes(source.title));
}

interface Source {
  address: string;
  title: string;
  words: string;
}

/** The passages that the report of a reply names, each once. */
function sourcesOf(reply: MessageItem): Source[] {
  const found = new Map<string, Source>();
  gather(reply.report, reply.projectId, found, 0);
  return [...found.values()];
}

function gather(value: unknown, projectId: string | null, found: Map<string, Source>, level: number): void {
  if (level > LEVELS_MAX || found.size >= SOURCES_MAX || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) gather(item, projectId, found, level + 1);
    return;
  }
  const { documentId, collection, start, end, title, documentTitle, sentence, quote, text } = value as Record<
    string,
    unknown
  >;
  const words = [sentence, quote, text].find((one): one is string => typeof one === "string");
  if (typeof documentId === "string" && typeof start === "number" && typeof end === "number" && words) {
    const kind = typeof collection === "string" ? collection : "documents";
    const address = citation(projectId, kind, documentId, start, end);
    const name = [title, documentTitle].find((one): one is string => typeof one === "string" && one !== "");
    if (address !== null) found.set(`${address}/${start}`, { address, title: name ?? texts.untitled, words });
  }
  for (const inside of Object.values(value)) gather(inside, projectId, found, level + 1);
}
