// What checks and agents found in the text, with their reasons and what the author answers.

import { useComputed } from "@preact/signals";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { findings as calls } from "../../api/findings";
import type { DocumentItem, Finding } from "../../api/types";
import { useCached } from "../../live/cache";
import { route } from "../../router";
import { number } from "../../state/time";
import { findings as names } from "../../texts/findings";
import { manuscript as t } from "../../texts/manuscript";
import { texts } from "../../texts";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { type Desk, versionOf } from "./desk";
import { Nothing, type PanelProps } from "./panels";
import { type Place, Places } from "./places";

/** How many are drawn at first, and with each step more: some screens of them. */
const DRAWN_STEP = 20;

/** The severities that are drawn as serious in the text. */
const SERIOUS = new Set<Finding["severity"]>(["critical", "high", "medium"]);

function useFindings({ projectId, id }: DocumentItem) {
  return useCached(
    `findings/document/${id}`,
    (signal) => calls.list(projectId, { documentId: id }, { signal }),
    (event) => event.kind === "finding" && event.data.documentId === id,
  );
}

/** Marks what is serious in a text while no panel marks anything in it. */
export function SeriousMarks({ desk, document }: { desk: Desk; document: DocumentItem }) {
  const all = useFindings(document).value.value;
  useMarks(desk, useMemo(() => all?.filter((it) => SERIOUS.has(it.severity)) ?? [], [all]));
  return null;
}

/** Marks the findings that wait for an answer; where all of them stand. */
function useMarks(desk: Desk, all: Finding[]): Placed[] {
  const editor = desk.editor.value;
  const { text, tag } = desk.draft.base.value;
  const places = useMemo(() => new Places(), [desk]);
  const placed = useMemo(() => inOrder(all, places.of(all, text, versionOf(tag))), [all, text, tag]);
  useEffect(() => {
    desk.markIn(
      text,
      placed.filter(isWaiting).flatMap(({ finding: { id, severity, message }, place }) => {
        const look = SERIOUS.has(severity) ? ("serious" as const) : ("minor" as const);
        return place ? [{ id, look, title: message, from: place.from, to: place.to }] : [];
      }),
    );
    return () => desk.mark([]);
    // What is marked moves with the text by itself.
  }, [all, editor]);
  return placed;
}

const isWaiting = ({ finding: { state } }: Placed) => state === "open" || state === "accepted";

export function Findings({ desk, document, isReadOnly }: PanelProps) {
  const { projectId, id } = document;
  const list = useFindings(document);
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
  const placed = useMarks(desk, all);
  const waiting = placed.filter(isWaiting);
  const answered = placed.filter((it) => !isWaiting(it));
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    // Once: what changes in the list later does not take the cursor out of the text.
    if (wantedId !== shownId.current && (wantedId === null || editor?.showMark(wantedId))) {
      shownId.current = wantedId;
    }
  }, [all, editor, wantedId]);
  return (
    <>
      {waiting.length === 0 && <Nothing text={t.findings.empty} hint={t.findings.emptyHint} />}
      <Cards placed={waiting} desk={desk} isReadOnly={isReadOnly} />
      {answered.length > 0 && <Answered placed={answered} desk={desk} isReadOnly={isReadOnly} />}
    </>
  );
}

interface CardsProps {
  placed: Placed[];
  desk: Desk;
  isReadOnly: boolean;
}

function Cards({ placed, desk, isReadOnly }: CardsProps) {
  const [drawn, setDrawn] = useState(DRAWN_STEP);
  // The one that the cursor is in is always there.
  const chosenId = desk.markId.value;
  const chosenAt = chosenId === null ? -1 : placed.findIndex(({ finding }) => finding.id === chosenId);
  const shown = Math.max(drawn, chosenAt >= drawn ? chosenAt + DRAWN_STEP : 0);
  return (
    <>
      <ul class="cards is-long">
        {placed.slice(0, shown).map((one) => (
          <Card key={one.finding.id} {...one} desk={desk} isReadOnly={isReadOnly} />
        ))}
      </ul>
      {shown < placed.length && (
        <p class="panel-action">
          <button type="button" class="button is-small" onClick={() => setDrawn(shown + DRAWN_STEP)}>
            {t.quotations.more(number(placed.length - shown))}
          </button>
        </p>
      )}
    </>
  );
}

function Answered(props: CardsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.findings.answeredOnes(number(props.placed.length))}</summary>
      {isOpen && <Cards {...props} />}
    </details>
  );
}

function Card({
  finding,
  place,
  desk,
  isReadOnly,
}: Placed & { desk: Desk; isReadOnly: boolean }) {
  const [isWaiving, setWaiving] = useState(false);
  const { id, quotation } = finding;
  const isChosen = useComputed(() => desk.markId.value === id).value;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const answer = async (state: Finding["state"], reason?: string) => {
    const before = { state: finding.state, reason: finding.reason };
    const answered = await attempt(
      () => calls.answer(finding.projectId, id, reason === undefined ? { state } : { state, reason }),
      () => t.findings.answered(names.states[state]),
      () => calls.answer(finding.projectId, id, before),
    );
    // A reason that did not arrive stays in its field.
    if (answered) setWaiving(false);
  };
  return (
    <li
      class={`card${isChosen ? " is-chosen" : ""}`}
      ref={card}
    >
      <p class="card-head meta">
        <span class={SERIOUS.has(finding.severity) ? "card-severity is-serious" : "card-severity"}>
          {names.severities[finding.severity]}
        </span>
        {finding.state !== "open" && <span class="badge">{names.states[finding.state]}</span>}
        {quotation !== null && <span>{place ? t.findings.line(number(place.line)) : names.lineGone}</span>}
      </p>
      {quotation !== null && (
        <button
          type="button"
          class="link card-quote"
          dir="auto"
          aria-label={t.findings.show(quotation.quote)}
          disabled={!place}
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
            send={(reason) => void answer("waived", reason)}
            cancel={() => setWaiving(false)}
          />
        ) : (
          <Answers finding={finding} answer={(state) => void answer(state)} waive={() => setWaiving(true)} />
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
      {state === "open" && button(names.answers.accepted, () => answer("accepted"))}
      {state !== "waived" && button(names.answers.waived, waive)}
      {state !== "dismissed" && button(names.answers.dismissed, () => answer("dismissed"))}
      {state !== "open" && button(names.answers.open, () => answer("open"))}
    </p>
  );
}

/** Asks why something is meant so. */
function Reason({ send, cancel }: { send: (reason: string) => void; cancel: () => void }) {
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Once: whoever goes on writing in the text stays there.
  useEffect(() => field.current?.focus(), []);
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
          ref={field}
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
          {names.reason.title.waived}
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
        await desk.draft.saveAll();
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

/** A finding, and where its words stand in the present text; undefined where they do not any more. */
interface Placed {
  finding: Finding;
  place: Place | undefined;
}

/** In the order of the text; what stands nowhere any more comes last. */
function inOrder(all: Finding[], places: Map<string, Place>): Placed[] {
  const placed = all.map((finding) => ({ finding, place: places.get(finding.id) }));
  const at = ({ place }: Placed) => place?.from ?? Number.MAX_SAFE_INTEGER;
  return placed.toSorted((one, other) => at(one) - at(other));
}
