// How far a project is from being published: the score, what it is made of, and what would raise it most.

import { newKey } from "../../api/client";
import { messages } from "../../api/messages";
import { readiness as calls } from "../../api/readiness";
import type { ReadinessDay, Readiness as Score, ReadinessPart } from "../../api/types";
import { useCached } from "../../live/cache";
import type { EventKind } from "../../live/events";
import { go, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { language } from "../../texts";
import { readiness as t } from "../../texts/readiness";
import { Chart } from "../../ui/chart";
import { recordAddress } from "../../ui/records";
import { Meter } from "../../ui/meter";
import { Await, useTitle } from "../../ui/states";
import { attempt } from "../../ui/toast";
import type { ViewProps } from "../../views";
import "../../ui/figures.css";
import "./readiness.css";

/** What the score is made of changes with these. */
const CONCERNS: EventKind[] = ["project", "document", "finding"];

const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
/** A score as the service gives it, which has three decimals. */
const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
/** The days of the service are those of UTC, wherever the reader is. */
const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });

export default function Readiness({ projectId }: ViewProps) {
  useTitle(t.title);
  const score = useCached(
    `readiness/${projectId}`,
    (signal) => calls.get(projectId, { signal }),
    ({ kind, data }) =>
      // A check of the whole book has the score of the day recorded when it ends.
      (CONCERNS.includes(kind) || (kind === "swarm" && data.status === "completed")) &&
      [data.id, data.projectId].includes(projectId),
  );
  const ask = async () => {
    const sent = await attempt(() =>
      messages.send(
        { toAgent: "publisher", message: t.question, context: { metadata: { projectId } } },
        { idempotencyKey: newKey() },
      ),
    );
    if (sent) go(studioAddress("agents", "publisher", sent.response.messageId));
  };
  useCommands(() => (mayWrite() ? [{ title: t.ask, group: "action", run: () => void ask() }] : []));
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <Await of={score}>
        {(found) => (
          <>
            <Whole score={found} />
            <Parts score={found} />
            <Next score={found} />
            <Trend days={found.history} />
            <section class="section">
              <h2>{t.report}</h2>
              <p>{t.reportText}</p>
              {mayWrite() && (
                <div class="page-actions">
                  <button type="button" class="button" onClick={() => void ask()}>
                    {t.ask}
                  </button>
                  <a
                    class="button"
                    href={`${studioAddress("swarms", "new")}?type=consistency_sweep&project=${encodeURIComponent(projectId)}`}
                  >
                    {t.sweep}
                  </a>
                </div>
              )}
            </section>
          </>
        )}
      </Await>
    </div>
  );
}

function Whole({ score: found }: { score: Score }) {
  const { score, threshold } = found;
  return (
    <section class="score">
      <p class={`score-number${score === null ? " is-unknown" : ""}`}>
        {score === null ? t.unknownScore : t.outOf(tenths.format(score))}
      </p>
      <div class="score-bar" aria-hidden="true">
        {score !== null && <span class="score-reached" style={{ width: `${score}%` }} />}
        <span class="score-threshold" style={{ insetInlineStart: `${threshold}%` }} />
      </div>
      <p>{verdict(found)}</p>
      {found.texts > 0 && (
        <p class="meta">{t.read(number(found.textsRead), found.textsRead, number(found.texts))}</p>
      )}
    </section>
  );
}

function verdict({ score, threshold, isReady, texts, textsRead }: Score): string {
  if (score === null) return t.unknownText;
  if (isReady) return t.verdicts.ready(tenths.format(threshold));
  if (texts === 0) return t.verdicts.noTexts;
  if (score >= threshold) return t.verdicts.unread(number(textsRead), number(texts));
  return t.verdicts.below(tenths.format(threshold), tenths.format(threshold - score));
}

/** The scores of the days on which the whole book was checked. */
function Trend({ days }: { days: ReadinessDay[] }) {
  const [first] = days;
  return (
    <section class="section">
      <h2>{t.trend.title}</h2>
      {days.length > 1 ? (
        <>
          <Chart
            caption={t.trend.caption}
            labelTitle={t.trend.day}
            labels={days.map(({ date }) => dayOf(date))}
            positions={days.map(({ date }) => Date.parse(date))}
            format={(score) => exact.format(score)}
            series={[{ name: t.trend.score, values: days.map(({ score }) => score) }]}
            height={9}
          />
          <p class="meta">{t.trend.text}</p>
        </>
      ) : (
        <p class="meta">
          {first && `${t.trend.one(dayOf(first.date), tenths.format(first.score))} `}
          {t.trend.none}
        </p>
      )}
    </section>
  );
}

function dayOf(date: string): string {
  return dates.format(new Date(date));
}

function Parts({ score: { projectId, parts } }: { score: Score }) {
  const gains = parts.map((part) => part.gain ?? 0);
  const most = Math.max(...gains);
  return (
    <section class="section">
      <h2>{t.parts}</h2>
      <div class="score-parts">
        {parts.map((part) => (
          <Part key={part.name} part={part} projectId={projectId} isMost={most > 0 && part.gain === most} />
        ))}
      </div>
    </section>
  );
}

function Part({ part, projectId, isMost }: { part: ReadinessPart; projectId: string; isMost: boolean }) {
  const { name, score, gain, basis } = part;
  const isOfTexts = name === "editCompletion";
  const address = isOfTexts ? recordAddress("manuscript", projectId) : recordAddress("finding", projectId);
  return (
    <details class="score-part">
      <summary>
        <span class="score-part-name">
          {t.partNames[name]}
          {isMost && <span class="badge">{t.most}</span>}
        </span>
        <Meter share={score === null ? null : score / 100} />
        <span class={`score-part-number${score === null ? " is-unknown" : ""}`}>
          {score === null ? t.unknown : tenths.format(score)}
        </span>
        <span class="score-part-share meta">{shareText(part)}</span>
      </summary>
      <div class="score-part-more">
        <p>{basis}.</p>
        {gain !== null && gain > 0 && <p>{t.gain(tenths.format(gain))}</p>}
        <p class="meta">{t.partTexts[name]}</p>
        {address !== undefined && (
          <p>
            <a href={address}>{isOfTexts ? t.open.documents : t.open.findings}</a>
          </p>
        )}
      </div>
    </details>
  );
}

function shareText({ score, share, weight }: ReadinessPart): string {
  if (weight === 0) return t.countsNot;
  if (score === null) return t.countsUnknown(percent.format(weight));
  return t.counts(percent.format(share));
}

function Next({ score: { projectId, nextFixes } }: { score: Score }) {
  return (
    <section class="section">
      <h2>{t.next}</h2>
      {nextFixes.length === 0 ? (
        <p>{t.nothingNext}</p>
      ) : (
        <>
          <p class="meta">{t.nextText}</p>
          <ol class="score-next">
            {nextFixes.map((fix) => {
              const address = recordAddress(fix.kind, projectId, fix.id);
              const points = tenths.format(fix.gain);
              return (
                <li key={fix.id}>
                  <span class="score-gain">
                    <span aria-hidden="true">{t.points(points)}</span>
                    <span class="visually-hidden">{t.pointsLong(points)}</span>
                  </span>
                  <span class="score-kind meta">{t.kinds[fix.kind]}</span>
                  <span class="score-fix">
                    {address === undefined ? (
                      <bdi>{fix.title}</bdi>
                    ) : (
                      <a href={address}>
                        <bdi>{fix.title}</bdi>
                      </a>
                    )}
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </section>
  );
}
