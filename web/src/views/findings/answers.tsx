// Answers to findings: one or many at once, with the reason, and undone together.

import { ApiFailure, failureOf } from "../../api/failure";
import { findings as calls } from "../../api/findings";
import type { Finding } from "../../api/types";
import { findings as t } from "../../texts/findings";
import { askReason } from "../../ui/reason";
import { attempt, notify } from "../../ui/toast";
import type { State } from "./filter";

/** What a person can answer; only a later reading says that something is gone. */
export type Answer = Exclude<State, "stale">;

/** The longest reason, in characters. */
const REASON_MAX = 2_000;

/** How many requests are sent at the same time. */
const AT_ONCE = 4;

/** What a finding was before it was answered. */
type Before = Pick<Finding, "id" | "state" | "reason">;

interface Outcome {
  before: Before[];
  failed: ApiFailure[];
}

/** Answers findings and says so, with a way to undo it. Where none could be answered, says why. */
export async function answer(projectId: string, found: Finding[], state: Answer): Promise<boolean> {
  const done = await attempt(() => send(projectId, found, state, null));
  if (done) say(projectId, state, done);
  return done !== undefined;
}

/** Asks for the reason, and answers with it. */
export function answerWithReason(
  projectId: string,
  found: Finding[],
  state: Answer,
  done: () => void = () => undefined,
): void {
  const only = found.length === 1 ? found[0] : undefined;
  const said = {
    title: t.reason.title[state],
    text: only?.message,
    label: t.reason.label,
    hint: t.reason.intro(found.length),
    action: t.reason.title[state],
    missing: state === "waived" ? t.reason.missing : undefined,
    before: only?.reason ?? undefined,
    max: REASON_MAX,
  };
  askReason(said, async (reason) => {
    const outcome = await send(projectId, found, state, reason === "" ? null : reason);
    done();
    say(projectId, state, outcome);
  });
}

/** Reads what each is now, since the list may be older, and changes it. */
async function send(
  projectId: string,
  found: Finding[],
  state: Answer,
  reason: string | null,
): Promise<Outcome> {
  const { done, failed } = await each(found, async ({ id }) => {
    const now = await calls.get(projectId, id);
    await calls.answer(projectId, id, { state, reason });
    return { id, state: now.state, reason: now.reason };
  });
  const [first] = failed;
  if (done.length === 0 && first) throw first;
  return { before: done, failed };
}

function say(projectId: string, state: Answer, { before, failed }: Outcome): void {
  const text = t.answered[state](before.length);
  const [first] = failed;
  const said = first ? t.answered.partly(text, failed.length, first.message) : text;
  // What was gone from the text cannot be made so by anybody.
  const undoable = before.filter((one) => one.state !== "stale");
  notify(said, undoable.length === 0 ? null : () => putBack(projectId, undoable));
}

async function putBack(projectId: string, before: Before[]): Promise<void> {
  const { failed } = await each(before, ({ id, state, reason }) =>
    calls.answer(projectId, id, { state, reason }),
  );
  const [first] = failed;
  if (first) throw new ApiFailure(first.status, t.undoFailed(failed.length, first.message), first.requestId);
}

/** Does something for each item, a few at a time. */
async function each<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<{ done: Result[]; failed: ApiFailure[] }> {
  const waiting = [...items];
  const done: Result[] = [];
  const failed: ApiFailure[] = [];
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        done.push(await work(item));
      } catch (thrown) {
        failed.push(failureOf(thrown));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return { done, failed };
}
