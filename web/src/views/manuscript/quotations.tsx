// The direct speech of the text, with who speaks, by which rule, and how certain that is.

import { useComputed } from "@preact/signals";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { documents as calls } from "../../api/documents";
import type { Quotation } from "../../api/types";
import { useCached } from "../../live/cache";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { manuscript as t } from "../../texts/manuscript";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { type Desk, versionOf } from "./desk";
import { Nothing, type PanelProps } from "./panels";

/** For how long nothing is saved before the text is read anew, in milliseconds. */
const QUIET_MS = 4_000;

/** How many are drawn at first, and with each step more. */
const DRAWN_STEP = 40;

export function Quotations({ desk, document, isReadOnly }: PanelProps) {
  const { projectId, id } = document;
  const list = useCached(
    `quotations/${id}`,
    (signal) => calls.quotations(projectId, id, { signal }),
    (event) =>
      event.data.projectId === projectId && (event.kind === "lore" || event.kind === "quotation"),
  );
  // Who speaks follows from the text. It is read as a whole each time, so not after every saving.
  const base = desk.draft.base.value;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      const version = list.value.peek()?.[0]?.documentVersion;
      if (version !== undefined && version !== versionOf(base.tag)) void list.reload();
      return undefined;
    }
    const timer = setTimeout(() => void list.reload(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [base.text]);
  const [isUncertainOnly, setUncertainOnly] = useState(false);
  return (
    <Await of={list}>
      {(all) => (
        <>
          {all.length === 0 ? (
            <Nothing text={t.quotations.empty} hint={t.quotations.emptyHint} />
          ) : (
            <label class="check panel-action">
              <input
                type="checkbox"
                checked={isUncertainOnly}
                onChange={(event) => setUncertainOnly(event.currentTarget.checked)}
              />
              {t.quotations.uncertainOnly}
            </label>
          )}
          <List
            all={isUncertainOnly ? all.filter((one) => one.speaker === null) : all}
            speakers={speakersOf(all)}
            desk={desk}
            projectId={projectId}
            isReadOnly={isReadOnly}
            reload={() => void list.reload()}
          />
        </>
      )}
    </Await>
  );
}

interface ListProps {
  all: Quotation[];
  speakers: string[];
  desk: Desk;
  projectId: string;
  isReadOnly: boolean;
  reload: () => void;
}

function List({ all, speakers, desk, projectId, isReadOnly, reload }: ListProps) {
  const editor = desk.editor.value;
  const names = useId();
  const [drawn, setDrawn] = useState(DRAWN_STEP);
  // The one that the cursor is in is always there.
  const chosenAt = useComputed(() => all.findIndex((one) => one.id === desk.markId.value));
  const shown = Math.max(drawn, chosenAt.value >= drawn ? chosenAt.value + DRAWN_STEP : 0);
  const marked = useMemo(() => all, [all.map((one) => `${one.id}${one.speaker}${one.start}`).join()]);
  useEffect(() => {
    const version = versionOf(desk.draft.base.peek().tag);
    desk.mark(
      marked
        .filter((one) => one.documentVersion === version)
        .map((one) => ({
          id: one.id,
          look: one.speaker === null ? ("uncertain" as const) : ("quotation" as const),
          title: `${speakerOf(one)} · ${reasonOf(one)}`,
          start: one.start,
          end: one.end,
        })),
    );
    return () => desk.mark([]);
  }, [marked, editor]);
  return (
    <>
      <datalist id={names}>
        {speakers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ol class="cards is-long">
        {all.slice(0, shown).map((one) => (
          <Card
            key={one.id}
            quotation={one}
            names={names}
            desk={desk}
            projectId={projectId}
            isReadOnly={isReadOnly}
            reload={reload}
          />
        ))}
      </ol>
      {shown < all.length && (
        <p class="panel-action">
          <button type="button" class="button is-small" onClick={() => setDrawn(shown + DRAWN_STEP)}>
            {t.quotations.more(number(all.length - shown))}
          </button>
        </p>
      )}
    </>
  );
}

interface CardProps {
  quotation: Quotation;
  /** The id of the list of names to choose from. */
  names: string;
  desk: Desk;
  projectId: string;
  isReadOnly: boolean;
  reload: () => void;
}

function Card({ quotation, names, desk, projectId, isReadOnly, reload }: CardProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const isChosen = useComputed(() => desk.markId.value === quotation.id).value;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const correct = async (speaker: string | null) => {
    const { documentId, id, isCorrected, speaker: known } = quotation;
    const isDone = await attempt(
      () => calls.correctSpeaker(projectId, documentId, id, speaker).then(() => true),
      () => (speaker === null ? t.quotations.withdrawn : t.quotations.correctedTo(speaker)),
      () =>
        calls.correctSpeaker(projectId, documentId, id, isCorrected ? known : null).then(() => reload()),
    );
    // A name that did not arrive stays in its field.
    if (isDone) setCorrecting(false);
    reload();
  };
  return (
    <li
      class={`card${isChosen ? " is-chosen" : ""}`}
      ref={card}
    >
      <p class="card-head">
        <strong class={quotation.speaker === null ? "is-unknown" : ""}>
          <bdi>{speakerOf(quotation)}</bdi>
        </strong>
      </p>
      <button
        type="button"
        class="link card-quote"
        dir="auto"
        aria-label={t.quotations.show(quotation.text)}
        onClick={() => desk.editor.peek()?.showMark(quotation.id)}
      >
        {quotation.text}
      </button>
      <p class="meta">
        {reasonOf(quotation)}
        {quotation.correctedFrom !== null && (
          <>
            {" · "}
            {t.quotations.correctedFrom(quotation.correctedFrom)}
          </>
        )}
      </p>
      {!isReadOnly && !isCorrecting && (
        <p class="card-actions">
          <button type="button" class="button is-small" onClick={() => setCorrecting(true)}>
            {t.quotations.correct}
          </button>
          {quotation.isCorrected && (
            <button type="button" class="button is-small" onClick={() => void correct(null)}>
              {t.quotations.withdraw}
            </button>
          )}
        </p>
      )}
      {isCorrecting && (
        <Correction
          names={names}
          speaker={quotation.speaker ?? ""}
          send={(speaker) => void correct(speaker)}
          cancel={() => setCorrecting(false)}
        />
      )}
    </li>
  );
}

function Correction({
  names,
  speaker,
  send,
  cancel,
}: {
  names: string;
  speaker: string;
  send: (speaker: string) => void;
  cancel: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Once: whoever goes on writing in the text stays there.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get("speaker");
    const name = String(typed ?? "").trim();
    if (name !== "") send(name);
  };
  return (
    <form class="card-form" noValidate onSubmit={submit}>
      <div class="field">
        <label for={id}>{t.quotations.correctLabel}</label>
        <input
          id={id}
          ref={field}
          type="text"
          name="speaker"
          list={names}
          dir="auto"
          autocomplete="off"
          defaultValue={speaker}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} class="meta">
          {t.quotations.hint}
        </p>
      </div>
      <p class="card-actions">
        <button type="submit" class="button is-small is-primary">
          {texts.actions.save}
        </button>
        <button type="button" class="button is-small" onClick={cancel}>
          {texts.actions.cancel}
        </button>
      </p>
    </form>
  );
}

function speakerOf({ speaker, speakerKind }: Quotation): string {
  if (speaker === null) return t.quotations.unknown;
  return speakerKind === "narrator" && speaker === "narrator" ? t.quotations.narrator : speaker;
}

function reasonOf({ reason, certainty, isCorrected }: Quotation): string {
  if (isCorrected) return t.quotations.corrected;
  if (reason === null) return t.quotations.noReason;
  const percent = number(Math.round(certainty * 100));
  return `${t.quotations.reasons[reason] ?? reason} · ${t.quotations.certainty(percent)}`;
}

/** Who speaks in the document, the most often first. */
function speakersOf(all: Quotation[]): string[] {
  const counts = new Map<string, number>();
  for (const { speaker } of all) {
    if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([name]) => name);
}
