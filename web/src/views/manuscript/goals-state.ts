// How much was written in this sitting, and how much somebody means to write: kept in the browser.

import { signal } from "@preact/signals";
import { store, stored } from "./stored";

/** After what time without a word a sitting has ended, in milliseconds. */
const SITTING_GAP_MS = 30 * 60_000;

/** The most words that a goal can be. */
export const GOAL_MAX = 100_000;

interface Sitting {
  startedAt: number;
  lastAt: number;
  /** Words that came less words that went, in all documents. */
  words: number;
}

const NOTHING: Sitting = { startedAt: 0, lastAt: 0, words: 0 };

const sittings = new Map<string, ReturnType<typeof signal<Sitting>>>();

/** The sitting in a project. */
function sittingOf(projectId: string) {
  let found = sittings.get(projectId);
  if (!found) {
    found = signal<Sitting>(stored(`sitting/${projectId}`, NOTHING, isSitting));
    sittings.set(projectId, found);
  }
  return found;
}

/** Words written in the present sitting. */
export function sittingWords(projectId: string): number {
  const sitting = sittingOf(projectId).value ?? NOTHING;
  return Date.now() - sitting.lastAt > SITTING_GAP_MS ? 0 : sitting.words;
}

/** Counts words that were written, or with a minus that went. */
export function addWords({ projectId }: { projectId: string }, words: number): void {
  const now = Date.now();
  const found = sittingOf(projectId);
  const before = found.peek() ?? NOTHING;
  const sitting = now - before.lastAt > SITTING_GAP_MS ? { ...NOTHING, startedAt: now } : before;
  found.value = { ...sitting, lastAt: now, words: sitting.words + words };
  store(`sitting/${projectId}`, found.value);
}

/** How many words somebody means to write in a sitting; 0 for no goal. */
export const sittingGoal = signal<number>(stored("sitting-goal", 0, isGoal));

export function setSittingGoal(words: number): boolean {
  sittingGoal.value = Math.min(Math.max(Math.round(words) || 0, 0), GOAL_MAX);
  store("sitting-goal", sittingGoal.value);
  return true;
}

function isGoal(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= GOAL_MAX;
}

function isSitting(value: unknown): boolean {
  const { lastAt, words } = (value ?? {}) as Partial<Sitting>;
  return typeof lastAt === "number" && typeof words === "number";
}
