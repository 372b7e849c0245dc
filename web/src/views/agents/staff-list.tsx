// Every agent in a row: whether it is awake, how busy it was measured to be, and what it does.

import type { Agent } from "../../api/types";
import { studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayAdminister, mayWrite } from "../../state/session";
import { language } from "../../texts";
import { agents as t } from "../../texts/agents";
import { go } from "../../router";
import { Meter } from "../../ui/meter";
import { putToSleep, wake } from "./staff";

const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });

export function StaffList({ staff }: { staff: Agent[] }) {
  useCommands(
    () =>
      staff.map((agent) => ({
        title: t.askNamed(agent.name),
        group: "action",
        run: () => go(studioAddress("agents", agent.id)),
      })),
    [staff],
  );
  const awake = staff.filter((agent) => agent.status === "available").length;
  return (
    <>
      <p class="meta staff-count" role="status">
        {t.awakeOf(awake, staff.length)}
      </p>
      <ul class="staff">
        {staff.map((agent) => (
          <Row key={agent.id} agent={agent} />
        ))}
      </ul>
    </>
  );
}

function Row({ agent }: { agent: Agent }) {
  return (
    <li class="staff-row">
      <div class="staff-text">
        <h2>
          <a href={studioAddress("agents", agent.id)}>
            <bdi>{agent.name}</bdi>
          </a>
        </h2>
        <p>
          <bdi>{agent.description}</bdi>
        </p>
      </div>
      <div class="staff-state meta">
        <Awake agent={agent} />
        <LoadOf agent={agent} />
      </div>
      <div class="staff-actions">
        {mayWrite() && (
          <a class="button is-small" href={studioAddress("agents", agent.id)} aria-label={t.askNamed(agent.name)}>
            {t.ask}
          </a>
        )}
        <WakeButton agent={agent} />
      </div>
    </li>
  );
}

/** Whether an agent is awake. */
export function Awake({ agent }: { agent: Agent }) {
  return <span class={`awake is-${agent.status}`}>{t.status[agent.status]}</span>;
}

/** The measured load of an agent; what is not known is drawn as not known. */
export function LoadOf({ agent }: { agent: Agent }) {
  const load = agent.metadata.load;
  return (
    <span class="staff-load">
      <Meter share={load?.current ?? null} tone={load && load.current < 0.8 ? "quiet" : "accent"} />
      {load ? t.load(percent.format(load.current)) : t.loadUnknown}
    </span>
  );
}

/** Wakes an agent or puts it to sleep, for whoever may. */
export function WakeButton({ agent }: { agent: Agent }) {
  if (!mayAdminister()) return null;
  const isAwake = agent.status === "available";
  return (
    <button
      type="button"
      class="button is-small"
      aria-label={isAwake ? t.sleepNamed(agent.name) : t.wakeNamed(agent.name)}
      onClick={() => void (isAwake ? putToSleep(agent) : wake(agent))}
    >
      {isAwake ? t.sleep : t.wake}
    </button>
  );
}
