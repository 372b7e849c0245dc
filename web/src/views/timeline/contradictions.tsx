// What cannot all be true: the statements of the text, the lore and the timelines that contradict each other, with
// the author's answers.

import { useState } from "preact/hooks";
import { analyses } from "../../api/analyses";
import { findings as calls } from "../../api/findings";
import type { Finding, TimelineEvent } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { Place } from "../../ui/place";
import { askReason } from "../../ui/reason";
import { Empty } from "../../ui/states";
import { attempt, notifyFailure, perform } from "../../ui/toast";
import { contradictionsOf } from "./context";

const t = all.contradictions;

/** One of the statements that cannot all be true. */
interface Statement {
  source: "text" | "lore" | "timeline";
  /** What the document, the entry or the event is called. */
  title: string;
  quote: string;
  documentId?: string;
  start?: number;
  end?: number;
  line?: number | null;
}

/** The statements that a finding quotes; a finding about a text alone has only its own words. */
export function statementsOf(finding: Finding): Statement[] {
  const listed = (finding.detail as { statements?: Statement[] } | null)?.statements;
  if (Array.isArray(listed)) return listed;
  const { quotation, documentId, documentTitle, line } = finding;
  if (!quotation || documentId === null) return [];
  const { quote, start, end } = quotation;
  return [{ source: "text", title: documentTitle ?? "", quote, documentId, start, end, line }];
}

/** The events that a statement of the timelines is about: it names the event by its title and quotes its words. */
function eventsOf(statement: Statement, events: TimelineEvent[]): TimelineEvent[] {
  if (statement.source !== "timeline") return [];
  const named = events.filter(({ title }) => title === statement.title);
  if (named.length <= 1) return named;
  const quoted = named.filter(
    ({ title, description }) => title.includes(statement.quote) || description.includes(statement.quote),
  );
  return quoted.length > 0 ? quoted : named;
}

/** The events that some finding contradicts. */
export function contradictedIn(findings: Finding[], events: TimelineEvent[]): ReadonlySet<string> {
  const titles = new Set(
    findings.flatMap((finding) =>
      statementsOf(finding).filter(({ source }) => source === "timeline").map(({ title }) => title),
    ),
  );
  if (titles.size === 0) return new Set();
  const named = events.filter(({ title }) => titles.has(title));
  return new Set(
    findings.flatMap((finding) =>
      statementsOf(finding).flatMap((statement) => eventsOf(statement, named).map(({ id }) => id)),
    ),
  );
}

interface PanelProps {
  projectId: string;
  findings: Finding[];
  events: TimelineEvent[];
  show: (event: TimelineEvent) => void;
}

export function Contradictions({ projectId, findings, events, show }: PanelProps) {
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    await attempt(
      async () => {
        await analyses.ofBook(projectId, ["facts"]);
        const list = contradictionsOf(projectId);
        await list.reload();
        return list.value.peek()?.length ?? 0;
      },
      (count) => t.readDone(number(count), count === 1),
    );
    setReading(false);
  };
  return (
    <section class="contradictions" aria-label={t.panel}>
      <header class="contradictions-header">
        <h2>{t.panel}</h2>
        {mayWrite() && (
          <button type="button" class="button is-small" disabled={isReading} onClick={() => void read()}>
            {isReading ? t.reading : t.read}
          </button>
        )}
      </header>
      {findings.length === 0 ? (
        <Empty title={t.none} text={t.noneText} />
      ) : (
        <ul>
          {findings.map((finding) => (
            <li key={finding.id} class="contradiction">
              <p>
                <span class="badge">{t.severity[finding.severity]}</span> <bdi>{finding.message}</bdi>
              </p>
              <ul class="statements">
                {statementsOf(finding).map((statement, index) => (
                  <li key={index}>
                    <Stated projectId={projectId} statement={statement} events={events} show={show} />
                  </li>
                ))}
              </ul>
              {mayWrite() && <Answers projectId={projectId} finding={finding} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Stated({
  projectId,
  statement,
  events,
  show,
}: {
  projectId: string;
  statement: Statement;
  events: TimelineEvent[];
  show: (event: TimelineEvent) => void;
}) {
  const title = statement.title || texts.untitled;
  const [event] = eventsOf(statement, events);
  const { documentId, start, end } = statement;
  const words = start === undefined || end === undefined ? {} : { start, end };
  const where =
    documentId !== undefined ? (
      <Place projectId={projectId} documentId={documentId} {...words}>
        {title}
      </Place>
    ) : event ? (
      <button type="button" class="link is-shown" aria-label={t.showEvent(title)} onClick={() => show(event)}>
        <bdi>{title}</bdi>
      </button>
    ) : (
      <bdi>{title}</bdi>
    );
  return (
    <>
      <span class="meta">{t.sources[statement.source]}</span> {where}
      <q class="statement-quote" dir="auto">
        {statement.quote}
      </q>
    </>
  );
}

type Answer = "accepted" | "waived" | "dismissed";

/** The longest reason, in characters. */
const REASON_MAX = 2_000;

function Answers({ projectId, finding }: { projectId: string; finding: Finding }) {
  const answer = (state: Answer, reason?: string) =>
    perform(
      async () => {
        await calls.answer(projectId, finding.id, reason === undefined ? { state } : { state, reason });
        void contradictionsOf(projectId).reload();
      },
      () => t.answered[state],
      () => calls.answer(projectId, finding.id, { state: "open" }),
    );
  return (
    <p class="answers">
      <button type="button" class="button is-small" onClick={() => answer("accepted").catch(notifyFailure)}>
        {t.accept}
      </button>
      <button
        type="button"
        class="button is-small"
        onClick={() => {
          const said = { title: t.waive, label: t.reason, action: t.waive, missing: t.reasonMissing };
          askReason({ ...said, max: REASON_MAX }, (reason) => answer("waived", reason));
        }}
      >
        {t.waive}
      </button>
      <button type="button" class="button is-small" onClick={() => answer("dismissed").catch(notifyFailure)}>
        {t.dismiss}
      </button>
    </p>
  );
}
