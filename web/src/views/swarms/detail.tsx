// One swarm, live: what it is for, how far it is, what it takes, and its sub-tasks, results and findings.

import { swarms as calls } from "../../api/swarms";
import type { SwarmDetail } from "../../api/types";
import { useCached } from "../../live/cache";
import { go, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { useProjects } from "../../state/projects";
import { mayWrite } from "../../state/session";
import { ago, exactly, number } from "../../state/time";
import { texts } from "../../texts";
import { swarms as all } from "../../texts/swarms";
import { Meter } from "../../ui/meter";
import { recordAddress } from "../../ui/records";
import { Await, Empty, useTitle } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { nameOf, useStaff } from "../agents/staff";
import { Figures } from "./figures";
import { Findings } from "./findings";
import { Graph } from "./graph";
import { groupsOf } from "./plan";
import { Artefacts } from "./artefacts";
import { endedOf, isOver, statusOf } from "./state";
import { Tasks } from "./tasks";

const t = all.detail;

type Tab = keyof typeof t.tabs;

const TABS = Object.keys(t.tabs) as Tab[];

export function SwarmPage({ id, tab }: { id: string; tab: string | null }) {
  const swarm = useCached(
    `swarm/${id}`,
    (signal) => calls.get(id, { signal }),
    (event) => event.kind === "swarm" && event.data["swarmId"] === id,
  );
  const isMissing = swarm.failure.value?.kind === "not-found";
  const name = swarm.value.value ? all.types[swarm.value.value.swarmType].name : all.title;
  useTitle(name);
  if (isMissing) {
    return (
      <Empty isPage title={t.notFound.title} text={t.notFound.text}>
        <a class="button" href={studioAddress("swarms")}>
          {t.notFound.action}
        </a>
      </Empty>
    );
  }
  return (
    <div class="page">
      <p class="back">
        <a href={studioAddress("swarms")}>{t.back}</a>
      </p>
      <header class="page-header">
        <h1>{name}</h1>
        {swarm.value.value && <Actions swarm={swarm.value.value} />}
      </header>
      <Await of={swarm}>
        {(found) => (
          <>
            <Summary swarm={found} />
            <nav class="tabs" aria-label={t.tabsLabel}>
              {TABS.map((one) => (
                <a
                  key={one}
                  href={one === "tasks" ? studioAddress("swarms", id) : `${studioAddress("swarms", id)}?show=${one}`}
                  aria-current={one === (tab ?? "tasks") ? "true" : undefined}
                >
                  {t.tabs[one]}
                  {one === "findings" && found.findings.length > 0 && ` (${number(found.findings.length)})`}
                </a>
              ))}
            </nav>
            <Content swarm={found} tab={TABS.find((one) => one === tab) ?? "tasks"} />
          </>
        )}
      </Await>
    </div>
  );
}

function Content({ swarm, tab }: { swarm: SwarmDetail; tab: Tab }) {
  const staff = useStaff().value.value ?? [];
  const name = (agent: string) => nameOf(staff, agent);
  if (tab === "findings") return <Findings swarm={swarm} />;
  if (tab === "results") return <Artefacts swarm={swarm} />;
  const groups = groupsOf(swarm);
  return (
    <section class="section">
      <p class="meta">{t.order[swarm.topology]}</p>
      {groups.length > 1 && <Graph groups={groups} nameOf={name} />}
      <Tasks swarm={swarm} groups={groups} nameOf={name} />
    </section>
  );
}

function Summary({ swarm }: { swarm: SwarmDetail }) {
  const project = useProjects().value.value?.find(({ id }) => id === swarm.projectId);
  const { awaitingApproval, total } = swarm.subTaskCounts;
  const at = swarm.finishedAt ?? swarm.createdAt;
  const address = recordAddress("manuscript", swarm.projectId);
  const chosen = swarm.input?.["documentIds"];
  const projectName = project && <bdi>{project.name || texts.untitled}</bdi>;
  const done = endedOf(swarm);
  return (
    <div class="swarm-summary">
      <p class="swarm-words" dir="auto">
        {swarm.taskDescription}
      </p>
      <p class="swarm-facts meta">
        <span class={swarm.status === "failed" ? "is-marked" : ""}>{statusOf(swarm)}</span>
        {projectName && (address === undefined ? projectName : <a href={address}>{projectName}</a>)}
        {Array.isArray(chosen) && <span>{t.documents(chosen.length)}</span>}
        <span>{all.agents(swarm.agentCount)}</span>
        <time dateTime={at} title={exactly(at)}>
          {swarm.finishedAt === null ? all.began(ago(at)) : all.endedAt(ago(at))}
        </time>
      </p>
      {swarm.errorMessage !== null && (
        <p class="problem" dir="auto">
          {swarm.errorMessage}
        </p>
      )}
      {swarm.derivedFrom !== null && (
        <p class="meta">
          {t.derived} <a href={studioAddress("swarms", swarm.derivedFrom)}>{t.derivedLink}</a>
        </p>
      )}
      {awaitingApproval > 0 && <p class="is-marked">{all.waits(awaitingApproval)}</p>}
      <p class="swarm-progress meta">
        <Meter share={swarm.progress} tone={isOver(swarm) ? "quiet" : "accent"} />
        {all.progress(number(done), number(total))}
      </p>
      <p class="visually-hidden" role="status">
        {isOver(swarm) ? t.live(statusOf(swarm), number(done), number(total)) : ""}
      </p>
      <Figures swarm={swarm} />
    </div>
  );
}

function Actions({ swarm }: { swarm: SwarmDetail }) {
  const canCancel = mayWrite() && !isOver(swarm) && !swarm.cancelling;
  const canRetry = mayWrite() && (swarm.status === "failed" || swarm.status === "cancelled");
  const cancel = () => void attempt(() => calls.cancel(swarm.swarmId), () => t.cancelled);
  const retry = async () => {
    const made = await attempt(() => calls.retry(swarm.swarmId), () => t.retried);
    if (made) go(studioAddress("swarms", made.swarmId));
  };
  useCommands(
    () => [
      ...(canCancel ? [{ title: t.cancel, group: "action" as const, run: cancel }] : []),
      ...(canRetry ? [{ title: t.retry, group: "action" as const, run: () => void retry() }] : []),
    ],
    [swarm.swarmId, canCancel, canRetry],
  );
  return (
    <div class="page-actions">
      {canCancel && (
        <button type="button" class="button" onClick={cancel}>
          {t.cancel}
        </button>
      )}
      {canRetry && (
        <button type="button" class="button" title={t.retryHint} onClick={() => void retry()}>
          {t.retry}
        </button>
      )}
    </div>
  );
}
