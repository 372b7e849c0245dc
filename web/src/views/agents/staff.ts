// The agents as they are registered, with their measured loads.

import { agents as calls } from "../../api/agents";
import type { Agent } from "../../api/types";
import { type Cached, useCached } from "../../live/cache";
import { useTicking } from "../../live/ticking";
import { attempt } from "../../ui/toast";
import { agents as t } from "../../texts/agents";

/** All agents, in registry order. */
export function useStaff(): Cached<Agent[]> {
  const staff = useCached(
    "agents",
    (signal) => calls.list({ signal }),
    (event) => event.kind === "agent",
  );
  // Loads change without an event.
  useTicking(staff);
  return staff;
}

/** What an agent is called; its id where it is none of the registered ones. */
export function nameOf(staff: Agent[], id: string): string {
  return staff.find((agent) => agent.id === id)?.name ?? id;
}

export async function wake(agent: Agent): Promise<void> {
  await attempt(
    () => calls.wake(agent.id),
    () => t.woken(agent.name),
    () => calls.sleep(agent.id),
  );
}

export async function putToSleep(agent: Agent): Promise<void> {
  await attempt(
    () => calls.sleep(agent.id),
    () => t.slept(agent.name),
    () => calls.wake(agent.id),
  );
}
