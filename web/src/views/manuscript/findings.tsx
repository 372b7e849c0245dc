// What checks and agents found in the text, with their reasons and what the author answers.

import { useComputed } from "@preact/signals";
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { findings as calls } from "../../api/findings";
import type { Finding } from "../../api/types";
import { useCached } from "../../live/cache";
import { route } from "../../router";
import { number } from "../../state/time";
import { manuscript as t } from "../../texts/manuscript";
import { texts } from "../../texts";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { type Desk, lineAt, passageOf } from "./desk";
import type { Base } from "./draft";
import { Nothing, type PanelProps } from "./panels";

/** The severities that are drawn as serious in the text. */
const SERIOUS = new Set<Finding["severity"]>(["critical", "high", "medium"]);

export function Findings({ desk, document, isReadOnly }: PanelProps) {
  const { projectId, id } = document;
  const list = useCached(
    `findings/document/${id}`,
    (signal) => calls.list(projectId, { documentId: id }, { signal }),
    (event) => event.kind === "finding" && event.data.documentId === id,
  );
  return (
    <>
      {!isReadOnly && <Reading desk={desk} projectId={projectId} documentId={id} />}
      <Await of={list}>{(all) => <List all={all} desk={desk} isReadOnly={isReadOnly} />}</Await>
    </>
  );
}

function List({ all, desk, isReadOnly }: { all: Finding[]; desk: Desk; isReadOnly: boolean }) {
  const editor = desk.editor.value;
  const wantedId = route.value.query.get("finding");
  const base = desk.draft.base.value;
  const placed = useMemo(() => inOrder(all, base), [all, base]);
  const waiting = placed.filter(({ finding: { state } }) => state === "open" || state === "accepted");
  const answered = placed.filter(({ finding: { state } }) => state === "waived" || state === "dismissed");
  useEffect(() => {
    desk.mark(
      waiting.flatMap(({ finding: { id, severity, message }, passage }) => {
        const look = SERIOUS.has(severity) ? ("serious" as const) : ("minor" as const);
        return passage ? [{ id, look, title: message, start: passage.start, end: passage.end }] : [];
      }),
    );
    if (wantedId !== null) editor?.showMark(wantedId);
    return () => desk.mark([]);
    // What is marked moves with the text by itself.
  }, [all, editor, wantedId]);
  return (
    <>
      {waiting.length === 0 && <Nothing text={t.findings.empty} hint={t.findings.emptyHint} />}
      <ul class="cards">
        {waiting.map((one) => (
          <Card key={one.finding.id} {...one} desk={desk} isReadOnly={isReadOnly} />
        ))}
      </ul>
      {answered.length > 0 && (
        <details class="panel-more">
          <summary>{t.findings.answeredOnes(number(answered.length))}</summary>
          <ul class="cards">
            {answered.map((one) => (
              <Card key={one.finding.id} {...one} desk={desk} isReadOnly={isReadOnly} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Card({
  finding,
  line,
  desk,
  isReadOnly,
}: Placed & { desk: Desk; isReadOnly: boolean }) {
  const [isWaiving, setWaiving] = useState(false);
  const { id, quotation } = finding;
  const isChosen = useComputed(() => desk.markId.value === id).value;
  const answer = (state: Finding["state"], reason?: string) => {
    setWaiving(false);
    const before = { state: finding.state, reason: finding.reason };
    void attempt(
      () => calls.answer(finding.projectId, id, reason === undefined ? { state } : { state, reason }),
      () => t.findings.answered(t.findings.states[state]),
      () => calls.answer(finding.projectId, id, before),
    );
  };
  return (
    <li
      class={`card${isChosen ? " is-chosen" : ""}`}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: "nearest" });
      }}
    >
      <p class="card-head meta">
        <span class={SERIOUS.has(finding.severity) ? "card-severity is-serious" : "card-severity"}>
          {t.findings.severities[finding.severity]}
        </span>
        {finding.state !== "open" && <span class="badge">{t.findings.states[finding.state]}</span>}
        {quotation !== null && <span>{line === null ? t.findings.gone : t.findings.line(number(line))}</span>}
      </p>
      {quotation !== null && (
        <button
          type="button"
          class="link card-quote"
          dir="auto"
          aria-label={t.findings.show(quotation.quote)}
          disabled={line === null}
          onClick={() => desk.editor.peek()?.showMark(id)}
        >
          {quotation.quote}
        </button>
      )}
      <p dir="auto">{finding.message}</p>
      {finding.reason !== null && (
        <p class="meta" dir="auto">
          “{finding.reason}”
        </p>
      )}
      {!isReadOnly &&
        (isWaiving ? (
          <Reason
            send={(reason) => answer("waived", reason)}
            cancel={() => setWaiving(false)}
          />
        ) : (
          <Answers finding={finding} answer={answer} waive={() => setWaiving(true)} />
        ))}
    </li>
  );
}

function Answers({
  finding,
  answer,
  waive,
}: {
  finding: Finding;
  answer: (state: Finding["state"]) => void;
  waive: () => void;
}) {
  const { state } = finding;
  const button = (text: string, run: () => void) => (
    <button type="button" class="button is-small" onClick={run}>
      {text}
    </button>
  );
  return (
    <p class="card-actions">
      {state === "open" && button(t.findings.accept, () => answer("accepted"))}
      {state !== "waived" && button(t.findings.waive, waive)}
      {state !== "dismissed" && button(t.findings.dismiss, () => answer("dismissed"))}
      {state !== "open" && button(t.findings.reopen, () => answer("open"))}
    </p>
  );
}

/** Asks why something is meant so. */
function Reason({ send, cancel }: { send: (reason: string) => void; cancel: () => void }) {
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get("reason") ?? "").trim();
    if (reason === "") setMissing(true);
    else send(reason);
  };
  return (
    <form class="card-form" noValidate onSubmit={submit}>
      <div class="field">
        <label for={id}>{t.findings.reason}</label>
        <input
          id={id}
          ref={(element) => element?.focus()}
          type="text"
          name="reason"
          dir="auto"
          autocomplete="off"
          aria-invalid={isMissing}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} class="problem" role="alert">
          {isMissing ? t.findings.reasonMissing : ""}
        </p>
      </div>
      <p class="card-actions">
        <button type="submit" class="button is-small is-primary">
          {t.findings.waive}
        </button>
        <button type="button" class="button is-small" onClick={cancel}>
          {texts.actions.cancel}
        </button>
      </p>
    </form>
  );
}

/** Reads the document anew. */
function Reading({ desk, projectId, documentId }: { desk: Desk; projectId: string; documentId: string }) {
  const [isBusy, setBusy] = useState(false);
  const read = async () => {
    setBusy(true);
    await attempt(
      async () => {
        await desk.draft.flush();
        await calls.analyse(projectId, [documentId]);
        return (await calls.list(projectId, { documentId, state: "open" })).length;
      },
      (count) => t.findings.readDone(count),
    );
    setBusy(false);
  };
  return (
    <p class="panel-action">
      <button
        type="button"
        class="button is-small"
        disabled={isBusy}
        title={t.findings.readAfter}
        onClick={() => void read()}
      >
        {isBusy ? t.findings.reading : t.findings.read}
      </button>
    </p>
  );
}

/** A finding, and where its words stand in the present text; null where they do not any more. */
interface Placed {
  finding: Finding;
  passage: { start: number; end: number } | null;
  line: number | null;
}

/** In the order of the text; what stands nowhere any more comes last. */
function inOrder(all: Finding[], base: Base): Placed[] {
  const placed = all.map((finding) => {
    const passage = passageOf(finding, base) ?? null;
    return { finding, passage, line: passage && lineAt(base.text, passage.start) };
  });
  const at = ({ passage }: Placed) => passage?.start ?? Number.MAX_SAFE_INTEGER;
  return placed.toSorted((one, other) => at(one) - at(other));
}
