// A check of the whole book: starting it, how far it is, and what the last one read.

import { findings } from "../../api/findings";
import { swarms } from "../../api/swarms";
import type { SwarmDetail, SwarmResponse, SwarmSubTask } from "../../api/types";
import { type Cached, useCached } from "../../live/cache";
import { type LiveEvent, listen } from "../../live/events";
import { mayWrite } from "../../state/projects";
import { session } from "../../state/session";
import { ago, exactly, number } from "../../state/time";
import { findings as t } from "../../texts/findings";
import { Dialog, openDialog } from "../../ui/dialog";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { CHECKS } from "./filter";

/** Whether a token of one project is used: it reaches no swarms, so the book is read during the request. */
export function isWithoutSwarms(): boolean {
  return session.value?.projectId != null;
}

/** The latest check of the whole book; null where the service does not list one. */
export function useSweep(projectId: string): Cached<SwarmResponse | null> {
  const found = useCached<SwarmResponse | null>(
    `sweeps/${projectId}`,
    async (signal) => {
      if (isWithoutSwarms()) return null;
      const { activeSwarms, completedSwarms } = await swarms.list({ signal });
      const latest = [...activeSwarms, ...completedSwarms].find((one) => isSweep(one, projectId)) ?? null;
      // One that was stopped is in neither list.
      const shown = sweeps.get(projectId)?.value.peek();
      const isStopped = shown?.status === "cancelled" && (!latest || latest.createdAt < shown.createdAt);
      return isStopped ? shown : latest;
    },
    // Each event has the whole record, which is taken below; what a reading missed meanwhile is read later.
    ({ kind, data }) => (kind === "swarm" && isSweep(swarmIn(data), projectId) ? "later" : false),
  );
  sweeps.set(projectId, found);
  return found;
}

/** The latest checks, by project. */
const sweeps = new Map<string, Cached<SwarmResponse | null>>();

const swarmIn = (data: LiveEvent["data"]) => data as unknown as SwarmResponse;

listen((event) => {
  if (event === "reset" || event.kind !== "swarm") return;
  const swarm = swarmIn(event.data);
  const found = sweeps.get(String(swarm.projectId));
  const shown = found?.value.peek();
  const isLatest = !shown || shown.swarmId === swarm.swarmId || shown.createdAt < swarm.createdAt;
  if (found && isSweep(swarm, String(swarm.projectId)) && isLatest) found.set(swarm);
});

/** Whether it is a check of this project's book. */
function isSweep(swarm: SwarmResponse, projectId: string): boolean {
  return swarm.swarmType === "consistency_sweep" && swarm.projectId === projectId;
}

/** Whether a check is at work. */
export function isRunning(sweep: SwarmResponse | null | undefined): boolean {
  return sweep?.status === "pending" || sweep?.status === "active";
}

/** Starts a check of the whole book. */
export async function startSweep(projectId: string, sweep: Cached<SwarmResponse | null>): Promise<void> {
  if (isRunning(sweep.value.peek())) return;
  if (isWithoutSwarms()) {
    await attempt(
      () => findings.analyse(projectId, []),
      (read) => t.sweep.read(read.documents.length, read.new, read.stale),
    );
    return;
  }
  const body = { swarmType: "consistency_sweep" as const, taskDescription: t.sweep.task, projectId };
  const started = await attempt(() => swarms.start(body));
  // A short one may have ended by now, and its events were before this answer.
  if (started && sweep.value.peek()?.swarmId !== started.swarmId) sweep.set(started);
}

/** How far the check is, or when the last one was. */
export function SweepState({ of }: { of: Cached<SwarmResponse | null> }) {
  if (isWithoutSwarms()) return null;
  return (
    <div class="sweep">
      <Await of={of}>{(sweep) => (isRunning(sweep) && sweep ? <Running sweep={sweep} /> : <Ended sweep={sweep} />)}</Await>
    </div>
  );
}

function Running({ sweep }: { sweep: SwarmResponse }) {
  const { total, succeeded, failed, skipped, cancelled, awaitingApproval } = sweep.subTaskCounts;
  const done = succeeded + failed + skipped + cancelled;
  const share = total === 0 ? 0 : (100 * done) / total;
  return (
    <>
      <div class="sweep-line">
        <p>{t.sweep.progress(done, total)}</p>
        {mayWrite() && (
          <button
            type="button"
            class="button is-small"
            disabled={sweep.cancelling}
            onClick={() => void attempt(() => swarms.cancel(sweep.swarmId))}
          >
            {sweep.cancelling ? t.sweep.stopping : t.sweep.stop}
          </button>
        )}
      </div>
      <div
        class="sweep-bar"
        role="progressbar"
        aria-label={t.sweep.progressLabel}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      {awaitingApproval > 0 && <p class="meta">{t.sweep.waiting(awaitingApproval)}</p>}
    </>
  );
}

function Ended({ sweep }: { sweep: SwarmResponse | null }) {
  return (
    <div class="sweep-line">
      <p class="meta" role="status">
        {sentence(sweep)}
      </p>
      {sweep && (
        <button type="button" class="link sweep-details" onClick={() => openDetails(sweep.swarmId)}>
          {t.sweep.details}
        </button>
      )}
    </div>
  );
}

function sentence(sweep: SwarmResponse | null): string {
  if (sweep === null) return t.sweep.never;
  if (sweep.status === "cancelled") return t.sweep.stopped;
  const when = ago(sweep.finishedAt ?? sweep.createdAt);
  if (sweep.status === "failed") return t.sweep.failed(when, sweep.error ?? t.sweep.noReason);
  const { skipped, failed, cancelled } = sweep.subTaskCounts;
  const missing = skipped + failed + cancelled;
  return missing > 0 ? t.sweep.incomplete(when, missing) : t.sweep.done(when);
}

function openDetails(id: string): void {
  openDialog((close) => (
    <Dialog title={t.sweep.details} onClose={close}>
      <Details id={id} />
    </Dialog>
  ));
}

function Details({ id }: { id: string }) {
  const found = useCached(
    `sweep/${id}`,
    (signal) => swarms.get(id, { signal }),
    (event) => event.kind === "swarm" && (event.data as { swarmId?: string }).swarmId === id,
  );
  return (
    <Await of={found}>
      {(sweep) => {
        const left = leftOut(sweep);
        return (
          <>
            <p class="meta">
              {t.sweep.started} {exactly(sweep.startedAt ?? sweep.createdAt)}
              {sweep.finishedAt !== null && `, ${t.sweep.ended.toLowerCase()} ${exactly(sweep.finishedAt)}`}
            </p>
            <table class="sweep-table">
              <thead>
                <tr>
                  <th scope="col">{t.sweep.checkHead}</th>
                  <th scope="col">{t.sweep.documentsHead}</th>
                  <th scope="col">{t.sweep.foundHead}</th>
                </tr>
              </thead>
              <tbody>
                {readings(sweep).map(({ check, documents, found: count }) => (
                  <tr key={check}>
                    <th scope="row">{t.checks[check]}</th>
                    <td>{documents === 0 ? t.sweep.wholeBook : number(documents)}</td>
                    <td>{number(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {left.length > 0 && (
              <>
                <h3>{t.sweep.left}</h3>
                <ul>
                  {left.map(([why, count]) => (
                    <li key={why}>
                      <bdi>{t.sweep.leftOut(count, why)}</bdi>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        );
      }}
    </Await>
  );
}

/** What each check has read and found; no documents where it reads the book as a whole. */
function readings(sweep: SwarmDetail) {
  const reports = sweep.subTasks.filter((task) => task.kind === "check").map((task) => reportOf(task));
  return CHECKS.map((check) => {
    const read = reports.flatMap((report) => report.documents).filter((one) => check in one);
    const whole = reports.filter((report) => check in report.found);
    const count = [...read, ...whole.map((report) => report.found)].reduce((sum, one) => sum + (one[check] ?? 0), 0);
    return { check, documents: read.length, found: count, isRead: read.length + whole.length > 0 };
  }).filter((one) => one.isRead);
}

/** How many a sub-task has found of each check, in each document and in none. */
function reportOf(task: SwarmSubTask): { documents: Record<string, number>[]; found: Record<string, number> } {
  const { documents, found } = task.result?.report ?? {};
  const listed = Array.isArray(documents) ? (documents as { found?: Record<string, number> }[]) : [];
  return { documents: listed.map((one) => one.found ?? {}), found: (found ?? {}) as Record<string, number> };
}

/** Why parts are missing, each reason once. */
function leftOut(sweep: SwarmDetail): [string, number][] {
  const reasons = new Map<string, number>();
  for (const task of sweep.subTasks) {
    if (!["skipped", "failed", "cancelled"].includes(task.state)) continue;
    const why = task.error ?? t.sweep.noReason;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  return [...reasons];
}
