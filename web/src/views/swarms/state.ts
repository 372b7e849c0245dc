// How far swarms and their sub-tasks are, in words and figures.

import type { SwarmDetail, SwarmResponse, SwarmSubTask } from "../../api/types";
import { swarms as t } from "../../texts/swarms";

type Swarm = SwarmResponse | SwarmDetail;

export const isOver = (swarm: Pick<Swarm, "status">): boolean => !["pending", "active"].includes(swarm.status);

export const statusOf = (swarm: Swarm): string =>
  swarm.cancelling && !isOver(swarm) ? t.status.cancelling : t.status[swarm.status];

/** How many sub-tasks have ended, however. */
export function endedOf({ subTaskCounts: { succeeded, failed, skipped, cancelled } }: Swarm): number {
  return succeeded + failed + skipped + cancelled;
}

const ENDED: SwarmSubTask["state"][] = ["succeeded", "failed", "skipped", "cancelled"];

export const hasEnded = (task: SwarmSubTask): boolean => ENDED.includes(task.state);
