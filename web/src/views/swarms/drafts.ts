// What models write for the sub-tasks of a swarm, as it comes.

import { useEffect, useState } from "preact/hooks";
import { swarms as calls } from "../../api/swarms";
import type { SwarmResponse } from "../../api/types";
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
    const source = new EventSource(calls.streamAddress(id));
    source.addEventListener("draft", (event: MessageEvent<string>) => {
      const piece = JSON.parse(event.data) as Piece;
      setDrafts((before) => {
        const known = piece.begins ? "" : (before.get(piece.position) ?? "");
        return new Map(before).set(piece.position, (known + piece.text).slice(-DRAFT_MAX));
      });
    });
    // The stream ends with the swarm; a browser would open it again.
    source.addEventListener("swarm", (event: MessageEvent<string>) => {
      if (isOver(JSON.parse(event.data) as SwarmResponse)) source.close();
    });
    return () => source.close();
  }, [id, isRunning]);
  return drafts;
}
