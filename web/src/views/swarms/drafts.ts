// What models write for the sub-tasks of a swarm, as it comes.

import { useEffect, useState } from "preact/hooks";
import { swarms as calls } from "../../api/swarms";
import type { SwarmResponse } from "../../api/types";
import { followDraft } from "../../live/drafts";
import { isOver } from "./state";

/** The longest draft that is kept of a sub-task, in characters: of a longer one the end is shown. */
const DRAFT_MAX = 100_000;

interface Piece {
  /** The position of the sub-task in the plan. */
  position: number;
  begins: boolean;
  text: string;
}

/** The drafts by the position of their sub-task; followed while the swarm runs. */
export function useSwarmDrafts(id: string, isRunning: boolean): ReadonlyMap<number, string> {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    if (!isRunning) return;
    return followDraft(calls.streamAddress(id), {
      heard: (kind, data) => {
        if (kind === "swarm") return isOver(data as SwarmResponse);
        const piece = data as Piece;
        setDrafts((before) => {
          const known = piece.begins ? "" : (before.get(piece.position) ?? "");
          return new Map(before).set(piece.position, (known + piece.text).slice(-DRAFT_MAX));
        });
        return false;
      },
      read: async (signal) => {
        const swarm = await calls.get(id, { signal });
        const written = swarm.subTasks.flatMap(({ draft }, position) =>
          draft ? [[position, draft.text.slice(-DRAFT_MAX)] as const] : [],
        );
        setDrafts(new Map(written));
        return isOver(swarm);
      },
    });
  }, [id, isRunning]);
  return drafts;
}
