// What agents want to do and may not without a permission: of messages, and of sub-tasks of swarms.

import { useState } from "preact/hooks";
import { agents as agentCalls } from "../../api/agents";
import { messages as calls } from "../../api/messages";
import { swarms } from "../../api/swarms";
import type { Agent, MessageItem, SwarmResponse } from "../../api/types";
import { useCached } from "../../live/cache";
import { studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/session";
import { exactly, number } from "../../state/time";
import { agents as all } from "../../texts/agents";
import { askReason } from "../../ui/reason";
import { attempt, perform } from "../../ui/toast";
import { nameOf } from "./staff";

const t = all.permissions;

/** How many permissions of messages are listed at first, and with each wish for more. */
const LISTED = 20;

interface PermissionsProps {
  staff: Agent[];
  /** Only what waits for this agent. */
  agentId?: string;
}

/** Everything that waits; nothing is drawn while nothing does. */
export function Permissions({ staff, agentId }: PermissionsProps) {
  const waiting = useCached(
    `messages/awaiting/${agentId ?? ""}`,
    (signal) => calls.awaiting(agentId, { signal }),
    (event) => event.kind === "message",
  );
  const active = useCached(
    "swarms",
    (signal) => swarms.list({ signal }),
    (event) => event.kind === "swarm",
  );
  const messages = waiting.value.value ?? [];
  const [listed, setListed] = useState(LISTED);
  const asking = (active.value.value?.activeSwarms ?? []).filter(
    (swarm) => agentId === undefined && swarm.subTaskCounts.awaitingApproval > 0,
  );
  const approveAll = async (agent: string) => {
    await attempt(
      () => agentCalls.approveAll(agent),
      (done) => t.approvedAll(done.messages + done.subTasks),
    );
    void waiting.reload();
  };
  useCommands(
    () =>
      mayWrite()
        ? [...new Set(messages.map((message) => message.toAgent))].map((agent) => ({
            title: t.approveAll(nameOf(staff, agent)),
            group: "action",
            run: () => void approveAll(agent),
          }))
        : [],
    [messages],
  );
  return (
    <div aria-live="polite">
      {messages.length + asking.length > 0 && (
        <section class="permissions">
          <h2>{t.title}</h2>
          <ul>
            {messages.slice(0, listed).map((message) => (
              <WaitingMessage key={message.id} message={message} staff={staff} />
            ))}
            {asking.map((swarm) => (
              <WaitingSwarm key={swarm.swarmId} swarm={swarm} />
            ))}
          </ul>
          {messages.length > listed && (
            <button type="button" class="button is-small" onClick={() => setListed(listed + LISTED)}>
              {t.more(number(messages.length - listed))}
            </button>
          )}
        </section>
      )}
    </div>
  );
}

function WaitingMessage({ message, staff }: { message: MessageItem; staff: Agent[] }) {
  const name = nameOf(staff, message.toAgent);
  return (
    <li class="permission">
      <div class="permission-text">
        <p>
          <strong dir="auto">{t.wants(name, message.approval?.what ?? "")}</strong>
        </p>
        <p class="permission-question" dir="auto">
          <a href={studioAddress("agents", message.toAgent, message.conversationId)}>{message.message}</a>
        </p>
        {message.deadline !== null && <p class="meta">{t.until(exactly(message.deadline))}</p>}
      </div>
      <PermissionButtons message={message} name={name} />
    </li>
  );
}

/** Approves or denies what the recipient of a message wants to do. */
export function PermissionButtons({ message, name }: { message: MessageItem; name: string }) {
  if (!mayWrite()) return null;
  const approve = () => void attempt(() => calls.approve(message.id), () => t.approved(name));
  const deny = () =>
    askReason(
      {
        title: t.denyTitle,
        text: t.wants(name, message.approval?.what ?? ""),
        label: t.reason,
        hint: t.reasonHint,
        action: t.deny,
      },
      (reason) => perform(() => calls.deny(message.id, reason), () => t.denied(name)),
    );
  return (
    <div class="page-actions">
      <button type="button" class="button is-small is-primary" aria-label={t.approveNamed(name)} onClick={approve}>
        {t.approve}
      </button>
      <button type="button" class="button is-small" aria-label={t.denyNamed(name)} onClick={deny}>
        {t.deny}
      </button>
    </div>
  );
}

function WaitingSwarm({ swarm }: { swarm: SwarmResponse }) {
  return (
    <li class="permission">
      <p class="permission-text" dir="auto">
        {t.swarm(swarm.subTaskCounts.awaitingApproval, swarm.taskDescription)}
      </p>
      <a class="button is-small" href={studioAddress("swarms", swarm.swarmId)}>
        {t.show}
      </a>
    </li>
  );
}
