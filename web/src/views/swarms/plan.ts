// How the sub-tasks of a swarm lie to each other. Those by which an agent goes through documents are one group.

import type { SwarmDetail, SwarmSubTask } from "../../api/types";
import { hasEnded } from "./state";

/** Sub-tasks that belong together. */
export interface Group {
  /** Its name within the swarm: the key of its sub-task, or what the keys begin with. */
  name: string;
  agent: string;
  tasks: SwarmSubTask[];
  /** The groups that it waits for directly. */
  after: Group[];
  /** The step in which it is, from 0. */
  layer: number;
}

/** The groups of a swarm, in the order in which they begin. */
export function groupsOf({ swarmType, subTasks }: Pick<SwarmDetail, "swarmType" | "subTasks">): Group[] {
  const groups = new Map<string, Group>();
  // The rounds of a debate have numbers too, and come one after the other.
  const nameOf = (key: string) => (swarmType === "debate" ? key : key.replace(/-\d+$/, ""));
  for (const task of subTasks) {
    const name = nameOf(task.key);
    const known = groups.get(name);
    if (known) known.tasks.push(task);
    else groups.set(name, { name, agent: task.agent, tasks: [task], after: [], layer: 0 });
  }
  const all = [...groups.values()];
  const awaited = new Map(all.map((group) => [group, new Set(group.tasks.flatMap((task) => task.after.map(nameOf)))]));
  for (const group of all) {
    const before = all.filter((one) => one !== group && awaited.get(group)?.has(one.name));
    // Those that wait for each other are said once.
    group.after = before.filter((one) => !before.some((other) => awaited.get(other)?.has(one.name)));
  }
  for (const group of all) group.layer = layerOf(group, all.length);
  return all.toSorted((one, other) => one.layer - other.layer);
}

function layerOf(group: Group, depthMax: number): number {
  if (depthMax === 0) return 0;
  return Math.max(0, ...group.after.map((before) => layerOf(before, depthMax - 1) + 1));
}

/** The state of a group: that of its only sub-task, or what matters most of several. */
export function stateOf({ tasks }: Group): SwarmSubTask["state"] {
  const has = (state: SwarmSubTask["state"]) => tasks.some((task) => task.state === state);
  const isOver = tasks.every(hasEnded);
  const order: SwarmSubTask["state"][] = isOver
    ? ["failed", "cancelled", "succeeded", "skipped"]
    : ["awaiting_approval", "leased", "waiting", "ready", "blocked"];
  const found = order.find(has);
  // Some have ended and none has begun since.
  return found ?? "ready";
}
