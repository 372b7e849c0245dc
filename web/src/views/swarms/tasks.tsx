// The sub-tasks of a swarm as a list, in the order in which they begin: the equal of the graph, with the
// result of each, what it waits for, and what it wants to be permitted.

import { useState } from "preact/hooks";
import { swarms as calls } from "../../api/swarms";
import type { SwarmDetail, SwarmSubTask } from "../../api/types";
import { mayWrite } from "../../state/session";
import { exactly, number } from "../../state/time";
import { agents as agentTexts } from "../../texts/agents";
import { swarms as all } from "../../texts/swarms";
import { Meter } from "../../ui/meter";
import { askReason } from "../../ui/reason";
import { attempt, perform } from "../../ui/toast";
import { Answer } from "../agents/answer";
import { DraftText } from "../agents/drafts";
import { duration } from "./duration";
import { type Group, stateOf } from "./plan";
import { hasEnded, isOver } from "./state";
import { useSwarmDrafts } from "./drafts";

const t = all.detail;
const p = agentTexts.permissions;

/** How many sub-tasks of a group are drawn before somebody asks for all. */
const DRAWN_MAX = 50;

interface TasksProps {
  swarm: SwarmDetail;
  groups: Group[];
  nameOf: (agent: string) => string;
}

export function Tasks({ swarm, groups, nameOf }: TasksProps) {
  const drafts = useSwarmDrafts(swarm.swarmId, !isOver(swarm));
  const draftOf = (task: SwarmSubTask) => drafts.get(swarm.subTasks.indexOf(task)) ?? task.draft?.text ?? "";
  return (
    <ol class="tasks">
      {groups.map((group) => (
        <GroupItem key={group.name} group={group} swarm={swarm} nameOf={nameOf} draftOf={draftOf} />
      ))}
    </ol>
  );
}

interface ItemProps {
  swarm: SwarmDetail;
  nameOf: (agent: string) => string;
  draftOf: (task: SwarmSubTask) => string;
}

function GroupItem({ group, ...props }: ItemProps & { group: Group }) {
  const { tasks, agent, after, layer } = group;
  const state = stateOf(group);
  const done = tasks.filter(hasEnded).length;
  const waiting = tasks.filter((task) => task.state === "awaiting_approval");
  const title = tasks.length === 1 ? tasks[0]?.title : t.ofMany(number(done), number(tasks.length));
  const before = after.map((one) => titleOf(one, props.nameOf)).join(", ");
  return (
    <li class={`task-group is-${state}`}>
      {waiting.map((task) => (
        <Permission key={task.key} task={task} {...props} />
      ))}
      <details class="task">
        <summary>
          <span class="task-name">
            <strong>
              <bdi>{props.nameOf(agent)}</bdi>
            </strong>{" "}
            <bdi>{title}</bdi>
          </span>
          <span class="task-state">
            {tasks.length > 1 && <Meter share={done / tasks.length} tone={hasAllEnded(group) ? "quiet" : "accent"} />}
            {all.states[state]}
          </span>
          <span class="task-order meta">
            {t.step(layer + 1)}, {before === "" ? t.waitsForNone : t.waitsFor(before)}
          </span>
        </summary>
        {tasks.length === 1 && tasks[0] ? <Result task={tasks[0]} {...props} /> : <Several group={group} {...props} />}
      </details>
      {tasks.map((task) => (
        <Writing key={task.key} task={task} {...props} />
      ))}
    </li>
  );
}

const hasAllEnded = (group: Group) => group.tasks.every(hasEnded);

function titleOf({ agent, tasks }: Group, nameOf: (agent: string) => string): string {
  const [first] = tasks;
  return tasks.length === 1 && first ? `“${first.title}” (${nameOf(agent)})` : nameOf(agent);
}

/** What is being written, where everybody sees it. */
function Writing({ task, nameOf, draftOf }: ItemProps & { task: SwarmSubTask }) {
  const draft = draftOf(task);
  if (draft === "" || hasEnded(task)) return null;
  return (
    <div class="turn-answer is-draft task-draft">
      <DraftText text={draft} says={t.writes(nameOf(task.agent))} />
    </div>
  );
}

function Several({ group, ...props }: ItemProps & { group: Group }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? group.tasks : group.tasks.slice(0, DRAWN_MAX);
  return (
    <>
      <ul class="task-list">
        {shown.map((task) => (
          <Single key={task.key} task={task} {...props} />
        ))}
      </ul>
      {shown.length < group.tasks.length && (
        <button type="button" class="button is-small" onClick={() => setShowsAll(true)}>
          {t.showAll(number(group.tasks.length))}
        </button>
      )}
    </>
  );
}

/** One of several: its result is drawn when somebody opens it. */
function Single({ task, ...props }: ItemProps & { task: SwarmSubTask }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details class="task" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="task-name">
            <bdi>{task.title}</bdi>
          </span>
          <span class="task-state">{all.states[task.state]}</span>
        </summary>
        {isOpen && <Result task={task} {...props} />}
      </details>
    </li>
  );
}

function Result({ task, swarm }: ItemProps & { task: SwarmSubTask }) {
  const isOf = (proposal: { swarmId: string | null; subtaskId: string | null }) =>
    proposal.swarmId === swarm.swarmId && proposal.subtaskId === task.key;
  return (
    <div class="task-result">
      <p class="swarm-facts meta">
        {task.need !== null && <span>{t.need}</span>}
        {task.attempt > 1 && <span>{t.attempts(task.attempt)}</span>}
        {task.reused && <span>{t.reused}</span>}
        {task.startedAt !== null && task.finishedAt !== null && (
          <span>{t.took(duration(Date.parse(task.finishedAt) - Date.parse(task.startedAt)))}</span>
        )}
      </p>
      {task.error !== null && (
        <p class="problem" dir="auto">
          {t.error}: {task.error}
        </p>
      )}
      {task.result === null ? (
        <p class="meta">{t.noResult}</p>
      ) : (
        <Answer
          text={task.result.text}
          report={task.result.report as Record<string, unknown> | undefined}
          projectId={swarm.projectId}
          proposals={{ agent: task.agent, isOf }}
        />
      )}
    </div>
  );
}

/** What an agent wants to be permitted for its sub-task. */
function Permission({ task, swarm, nameOf }: ItemProps & { task: SwarmSubTask }) {
  const name = nameOf(task.agent);
  const wants = p.wants(name, task.approval?.what ?? "");
  const approve = () => void attempt(() => calls.approve(swarm.swarmId, task.key), () => p.approved(name));
  const deny = () =>
    askReason(
      { title: p.denyTitle, text: wants, label: p.reason, hint: p.reasonHint, action: p.deny },
      (reason) => perform(() => calls.deny(swarm.swarmId, task.key, reason), () => p.denied(name)),
    );
  return (
    <div class="permission task-permission">
      <div class="permission-text">
        <p>
          <strong dir="auto">{wants}</strong>
        </p>
        <p class="meta">
          <bdi>{task.title}</bdi>. {task.approvalUntil !== null && t.until(exactly(task.approvalUntil))}
        </p>
      </div>
      {mayWrite() && (
        <div class="page-actions">
          <button type="button" class="button is-small is-primary" aria-label={p.approveNamed(name)} onClick={approve}>
            {p.approve}
          </button>
          <button type="button" class="button is-small" aria-label={p.denyNamed(name)} onClick={deny}>
            {p.deny}
          </button>
        </div>
      )}
    </div>
  );
}
