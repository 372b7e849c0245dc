// How the sub-tasks of a swarm lie to each other. The interface says it for each type of swarm
// (docs/api.md, Swarms) and not of the single sub-task, so the order of the types is written down here.
// Sub-tasks by which an agent goes through documents are one group.

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

const SYNTHESIS = "synthesis";

/** Which parts wait for which others, of each type whose sub-tasks do not all begin at once. */
const WAITS: Partial<Record<SwarmDetail["swarmType"], Record<string, string[]>>> = {
  outline: { structure: ["premises", "promises", "events"], judgement: ["structure"] },
  draft: { facts: ["structure"], draft: ["facts"], prose: ["draft"], judgement: ["prose"] },
  revision: { proposals: ["prose", "judgement"] },
  worldbuilding: { canon: ["world", "cast", "tongues", "past", "facts"], record: ["canon"] },
  research: { canon: ["passages"], record: ["canon", "dates"] },
  conlang: { names: ["grammar"], canon: ["names"] },
  publishing: { readiness: ["proseguard", "lore", "lorekeeper", "castwright", "promises"] },
};

/** The groups of a swarm, in the order in which they begin. */
export function groupsOf({ swarmType, subTasks }: Pick<SwarmDetail, "swarmType" | "subTasks">): Group[] {
  const groups = new Map<string, Group>();
  for (const task of subTasks) {
    const name = swarmType === "debate" ? task.key : task.key.replace(/-\d+$/, "");
    const known = groups.get(name);
    if (known) known.tasks.push(task);
    else groups.set(name, { name, agent: task.agent, tasks: [task], after: [], layer: 0 });
  }
  const all = [...groups.values()];
  const order = WAITS[swarmType] ?? {};
  const isOf = (part: string) => (group: Group) => group.name === part || group.name.startsWith(`${part}-`);
  const partOf = (group: Group) => Object.keys(order).find((part) => isOf(part)(group));
  // Where nobody does a part, what comes after it waits for what came before it.
  const found = (parts: string[], depth = 0): Group[] =>
    parts.flatMap((part) => {
      const own = all.filter(isOf(part));
      return own.length > 0 || depth > all.length ? own : found(order[part] ?? [], depth + 1);
    });
  for (const [index, group] of all.entries()) {
    const before = all[index - 1];
    const part = partOf(group);
    if (group.name === SYNTHESIS) continue;
    if (swarmType === "debate") group.after = before ? [before] : [];
    else if (part !== undefined) group.after = [...new Set(found(order[part] ?? []))].filter((one) => one !== group);
  }
  const last = groups.get(SYNTHESIS);
  const others = all.filter((group) => group !== last);
  // It waits for all: for those directly that nobody else waits for.
  if (last) last.after = others.filter((group) => !others.some((one) => one.after.includes(group)));
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
