// A conversation: each question with its state and its answer, also while the answer is being written, and
// the agents that were asked on the way. A further question goes on with it.

import { messages as calls } from "../../api/messages";
import type { Agent, MessageItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/session";
import { ago, exactly } from "../../state/time";
import { useProjects } from "../../state/projects";
import { texts } from "../../texts";
import { agents as all } from "../../texts/agents";
import { recordAddress } from "../../ui/records";
import { Await, Empty } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { Answer } from "./answer";
import { AskForm } from "./ask-form";
import { LiveDraft, SavedDraft } from "./drafts";
import { isFinal } from "./message-states";
import { PermissionButtons } from "./permissions";
import { nameOf } from "./staff";

const t = all.conversation;

interface ConversationProps {
  staff: Agent[];
  agentId: string;
  conversationId: string;
}

export function Conversation({ staff, agentId, conversationId }: ConversationProps) {
  const found = useCached(
    `conversation/${conversationId}`,
    (signal) => calls.conversation(conversationId, { signal }),
    (event) => event.kind === "message" && event.data.conversationId === conversationId,
  );
  const isAll = agentId === "all";
  return (
    <>
      <p class="back">
        <a href={studioAddress("agents", agentId)}>{isAll ? t.backAll : t.back(nameOf(staff, agentId))}</a>
      </p>
      <h1 class="visually-hidden">{t.title}</h1>
      <Await of={found}>
        {(messages) =>
          messages.length === 0 ? (
            <Empty title={t.notFound.title} text={t.notFound.text}>
              <a class="button" href={studioAddress("agents", agentId)}>
                {t.backAll}
              </a>
            </Empty>
          ) : (
            <Thread staff={staff} conversationId={conversationId} messages={messages} />
          )
        }
      </Await>
    </>
  );
}

interface ThreadProps {
  staff: Agent[];
  conversationId: string;
  /** Newest first. */
  messages: MessageItem[];
}

function Thread({ staff, conversationId, messages }: ThreadProps) {
  const inOrder = messages.toReversed();
  const questions = inOrder.filter((message) => message.replyTo === null && message.parentId === null);
  const running = questions.findLast((message) => !isFinal(message));
  const last = questions.at(-1);
  const partner = staff.find((agent) => agent.id === last?.toAgent);
  useCommands(
    () =>
      running && mayWrite()
        ? [{ title: t.cancel, group: "action", run: () => void cancel(running) }]
        : [],
    [running],
  );
  const state = last ? all.states[last.status] : "";
  return (
    <>
      <ol class="thread">
        {questions.map((question) => (
          <Turn key={question.id} question={question} messages={inOrder} staff={staff} isRunning={question === running} />
        ))}
      </ol>
      <p class="visually-hidden" role="status">
        {last ? t.live(nameOf(staff, last.toAgent), state) : ""}
      </p>
      {partner && mayWrite() && (
        <section class="section thread-again">
          <h2>{all.form.title(partner.name)}</h2>
          <AskForm
            key={`${conversationId}/${partner.id}`}
            agent={partner}
            conversationId={conversationId}
            projectId={last?.projectId}
            documentId={last?.context?.metadata?.["documentId"]}
          />
        </section>
      )}
    </>
  );
}

const cancel = (message: MessageItem) => attempt(() => calls.cancel(message.id), () => t.cancelled);

interface TurnProps {
  question: MessageItem;
  messages: MessageItem[];
  staff: Agent[];
  isRunning: boolean;
}

/** A question with everything that came of it. */
function Turn({ question, messages, staff, isRunning }: TurnProps) {
  const reply = messages.find((message) => message.replyTo === question.id);
  const asked = messages.filter((message) => message.parentId === question.id && message.replyTo === null);
  const name = nameOf(staff, question.toAgent);
  const isByAgent = staff.some(({ id }) => id === question.fromAgent);
  return (
    <li class="turn">
      <article class="turn-question">
        <header class="turn-head meta">
          <strong>{isByAgent || question.fromAgent !== "system" ? <bdi>{nameOf(staff, question.fromAgent)}</bdi> : t.you}</strong>
          {question.messageType !== "direct" && <span>{t.types[question.messageType]}</span>}
          <About question={question} />
          <time dateTime={question.createdAt} title={exactly(question.createdAt)}>
            {ago(question.createdAt)}
          </time>
        </header>
        <p class="turn-words" dir="auto">
          {question.message}
        </p>
        <State question={question} />
      </article>
      {question.status === "awaiting_approval" && (
        <div class="permission">
          <p class="permission-text">
            <strong dir="auto">{all.permissions.wants(name, question.approval?.what ?? "")}</strong>
          </p>
          <PermissionButtons message={question} name={name} />
        </div>
      )}
      {asked.length > 0 && <Asked asked={asked} messages={messages} staff={staff} />}
      {isRunning && <LiveDraft message={question} name={name} />}
      {isFinal(question) && !reply && <SavedDraft message={question} />}
      {reply && (
        <article class="turn-answer">
          <header class="turn-head meta">
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {reply.labels.includes("untrusted") && <span class="badge">{t.untrusted}</span>}
            <time dateTime={reply.createdAt} title={exactly(reply.createdAt)}>
              {ago(reply.createdAt)}
            </time>
          </header>
          <Reply reply={reply} question={question} />
        </article>
      )}
      <Actions question={question} />
    </li>
  );
}

function Reply({ reply, question }: { reply: MessageItem; question: MessageItem }) {
  return (
    <Answer
      text={reply.message}
      report={reply.report}
      projectId={reply.projectId}
      proposals={{ agent: question.toAgent, isOf: (proposal) => proposal.messageId === question.id }}
    />
  );
}

/** The project and the document that a question is about. */
function About({ question }: { question: MessageItem }) {
  const projects = useProjects().value.value;
  const project = projects?.find(({ id }) => id === question.projectId);
  if (!project) return null;
  const documentId = question.context?.metadata?.["documentId"];
  const address = documentId ? recordAddress("document", project.id, documentId) : undefined;
  const name = <bdi>{project.name || texts.untitled}</bdi>;
  return (
    <span>
      {t.about} {address === undefined ? name : <a href={address}>{name}</a>}
    </span>
  );
}

/** How far a question is, where that says more than its answer. */
function State({ question }: { question: MessageItem }) {
  const isPlain = ["handled", "replied", "delivered"].includes(question.status);
  if (isPlain) return null;
  return (
    <p class={`turn-state meta${isFinal(question) ? "" : " is-running"}`}>
      {all.states[question.status]}
      {question.error !== null && (
        <>
          {": "}
          <bdi>{question.error}</bdi>
        </>
      )}
    </p>
  );
}

/** The agents that were asked for an answer, each with its own. */
function Asked({ asked, messages, staff }: { asked: MessageItem[]; messages: MessageItem[]; staff: Agent[] }) {
  return (
    <details class="disclosure turn-asked">
      <summary>{t.asksOthers(asked.length)}</summary>
      <ul>
        {asked.map((one) => {
          const reply = messages.find((message) => message.replyTo === one.id);
          return (
            <li key={one.id}>
              <p class="turn-head meta">
                <strong>
                  <bdi>{nameOf(staff, one.toAgent)}</bdi>
                </strong>
                <span>{all.states[one.status]}</span>
              </p>
              {reply && <Reply reply={reply} question={one} />}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Actions({ question }: { question: MessageItem }) {
  if (!mayWrite()) return null;
  if (question.status === "dead") {
    return (
      <div class="page-actions">
        <button
          type="button"
          class="button is-small"
          onClick={() => void attempt(() => calls.replay(question.id), () => t.replayed)}
        >
          {t.replay}
        </button>
      </div>
    );
  }
  if (isFinal(question)) return null;
  return (
    <div class="page-actions">
      <button type="button" class="button is-small" onClick={() => void cancel(question)}>
        {t.cancel}
      </button>
    </div>
  );
}
