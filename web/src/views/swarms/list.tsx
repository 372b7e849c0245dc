// The swarms that run, and the latest that ended.

import { useEffect } from "preact/hooks";
import { swarms as calls } from "../../api/swarms";
import type { SwarmListResponse, SwarmResponse } from "../../api/types";
import { type Cached, useCached } from "../../live/cache";
import { go, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { useProjects } from "../../state/projects";
import { mayWrite } from "../../state/session";
import { ago, exactly, number } from "../../state/time";
import { texts } from "../../texts";
import { swarms as t } from "../../texts/swarms";
import { icons } from "../../ui/icons";
import { Meter } from "../../ui/meter";
import { Await, Empty, useTitle } from "../../ui/states";
import { endedOf, statusOf } from "./state";

/** The swarms, kept up to date while the component is there. */
function useSwarms(): Cached<SwarmListResponse> {
  return useCached(
    "swarms",
    (signal) => calls.list({ signal }),
    (event) => event.kind === "swarm",
  );
}

const START = studioAddress("swarms", "new");

export function SwarmList() {
  useTitle(t.title);
  const swarms = useSwarms();
  useCommands(() => (mayWrite() ? [{ title: t.start, group: "action", keys: "n", run: () => go(START) }] : []));
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
        {mayWrite() && (
          <a class="button is-primary" href={START}>
            <icons.plus />
            {t.start}
          </a>
        )}
      </header>
      <p class="page-intro">{t.intro}</p>
      <Await of={swarms}>
        {({ activeSwarms, completedSwarms }) =>
          activeSwarms.length + completedSwarms.length === 0 ? (
            <Empty title={t.empty.title} text={t.empty.text} />
          ) : (
            <>
              <section class="section">
                <h2>{t.active}</h2>
                {activeSwarms.length === 0 ? <p class="meta">{t.noneActive}</p> : <Rows swarms={activeSwarms} />}
              </section>
              {completedSwarms.length > 0 && (
                <section class="section">
                  <h2>{t.ended}</h2>
                  <p class="meta">{t.endedText}</p>
                  <Rows swarms={completedSwarms} />
                </section>
              )}
            </>
          )
        }
      </Await>
      <Overview of={swarms} />
    </div>
  );
}

function Rows({ swarms }: { swarms: SwarmResponse[] }) {
  return (
    <ul class="swarms">
      {swarms.map((swarm) => (
        <Row key={swarm.swarmId} swarm={swarm} />
      ))}
    </ul>
  );
}

function Row({ swarm }: { swarm: SwarmResponse }) {
  const project = useProjects().value.value?.find(({ id }) => id === swarm.projectId);
  const { awaitingApproval, total } = swarm.subTaskCounts;
  const at = swarm.finishedAt ?? swarm.createdAt;
  return (
    <li class="swarm">
      <h3 class="swarm-task">
        <a href={studioAddress("swarms", swarm.swarmId)} dir="auto">
          {swarm.taskDescription.slice(0, 300)}
        </a>
      </h3>
      <p class="swarm-facts meta">
        <span class={swarm.status === "failed" ? "is-marked" : ""}>{statusOf(swarm)}</span>
        <span>{t.types[swarm.swarmType].name}</span>
        {project && <bdi>{project.name || texts.untitled}</bdi>}
        <span>{t.agents(swarm.agentCount)}</span>
        <time dateTime={at} title={exactly(at)}>
          {swarm.finishedAt === null ? t.began(ago(at)) : t.endedAt(ago(at))}
        </time>
      </p>
      {awaitingApproval > 0 && <p class="is-marked">{t.waits(awaitingApproval)}</p>}
      {swarm.errorMessage !== null && (
        <p class="problem" dir="auto">
          {swarm.errorMessage}
        </p>
      )}
      <p class="swarm-progress meta">
        <Meter share={swarm.progress} tone={swarm.finishedAt === null ? "accent" : "quiet"} />
        {t.progress(number(endedOf(swarm)), number(total))}
      </p>
    </li>
  );
}

/** Whether swarms are worked on at all. */
function Overview({ of }: { of: Cached<SwarmListResponse> }) {
  const overview = useCached(
    "swarms/overview",
    (signal) => calls.overview({ signal }),
    () => false,
  );
  const swarms = of.value.value;
  useEffect(() => {
    if (swarms) void overview.reload();
  }, [swarms]);
  const found = overview.value.value;
  if (!found) return null;
  return (
    <p class={`meta${found.healthStatus === "degraded" ? " is-marked" : ""}`} role="status">
      {t.overview[found.healthStatus]}
    </p>
  );
}
