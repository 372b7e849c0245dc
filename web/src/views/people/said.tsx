// Speeches with where they stand and why they are somebody's, and the way to correct who speaks.

import { useId, useState } from "preact/hooks";
import { quotations as calls } from "../../api/quotations";
import type { Quotation, SpeakerDocument } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { people } from "../../texts/people";
import { Dialog, openDialog } from "../../ui/dialog";
import { Pager, PAGE_SIZE, usePages } from "../../ui/pager";
import { Place } from "../../ui/place";
import { attempt } from "../../ui/toast";
import type { Person } from "./persons";

const t = people.speech;

/** The most names that are suggested for a speaker. */
const SUGGESTED_MAX = 200;

interface SaidProps {
  projectId: string;
  /** What the list is of, so that another one begins at its first page. */
  name: string;
  speeches: Quotation[];
  texts: SpeakerDocument[];
  persons: Person[];
}

export function Said({ projectId, name, speeches, texts: all, persons }: SaidProps) {
  const pages = usePages(name);
  const from = pages.page * PAGE_SIZE;
  const shown = speeches.slice(from, from + PAGE_SIZE);
  const next = from + PAGE_SIZE < speeches.length ? String(from + PAGE_SIZE) : null;
  const titles = new Map(all.map((text) => [text.documentId, text.documentTitle]));
  return (
    <>
      <ol class="said">
        {shown.map((speech) => (
          <li key={`${speech.documentId}/${speech.id}`}>
            <blockquote class="quote" dir="auto">
              {speech.text}
            </blockquote>
            <p class="said-foot meta">
              <Place
                projectId={projectId}
                documentId={speech.documentId}
                start={speech.start}
                end={speech.end}
              >
                {titles.get(speech.documentId) || texts.untitled}
              </Place>
              {speech.reason !== null && <span>{t.reasons[speech.reason]}</span>}
              {speech.reason !== null && !speech.isCorrected && (
                <span>{t.certainty(number(speech.certainty * 100))}</span>
              )}
              {mayWrite() && (
                <button
                  type="button"
                  class="button is-small"
                  aria-label={t.correctNamed(speech.text.slice(0, 60))}
                  onClick={() => correct(projectId, speech, persons)}
                >
                  {t.correct}
                </button>
              )}
            </p>
          </li>
        ))}
      </ol>
      {speeches.length > PAGE_SIZE && (
        <Pager
          pages={pages}
          count={shown.length}
          total={speeches.length}
          next={next}
          label={people.person.pages}
        />
      )}
    </>
  );
}

function correct(projectId: string, speech: Quotation, persons: Person[]): void {
  openDialog((close) => <Correct projectId={projectId} speech={speech} persons={persons} close={close} />);
}

function Correct({
  projectId,
  speech,
  persons,
  close,
}: {
  projectId: string;
  speech: Quotation;
  persons: Person[];
  close: () => void;
}) {
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const set = (speaker: string | null) =>
    calls.setSpeaker(projectId, speech.documentId, speech.id, speaker);
  const before = speech.isCorrected ? speech.speaker : null;
  const save = (speaker: string | null) => {
    close();
    void attempt(
      () => set(speaker),
      () => (speaker === null ? t.withdrawn : t.corrected(speaker)),
      () => set(before),
    );
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const speaker = String(data.get("speaker") ?? "").trim();
    if (speaker === "") setMissing(true);
    else save(speaker);
  };
  return (
    <Dialog title={t.title} onClose={close}>
      <form class="form" onSubmit={submit}>
        <blockquote class="quote said-whole" dir="auto" tabIndex={0}>
          {speech.text}
        </blockquote>
        <div class="field">
          <label for={id}>{t.speaker}</label>
          <input
            id={id}
            name="speaker"
            type="text"
            dir="auto"
            list={`${id}-names`}
            autocomplete="off"
            data-autofocus
            defaultValue={speech.speaker ?? ""}
            aria-invalid={isMissing}
            aria-describedby={`${id}-hint ${id}-problem`}
          />
          <datalist id={`${id}-names`}>
            {persons.slice(0, SUGGESTED_MAX).map((person) => (
              <option key={person.name} value={person.name} />
            ))}
          </datalist>
          <p id={`${id}-hint`} class="meta">
            {t.speakerHint}
          </p>
          <p id={`${id}-problem`} class="problem" role="alert">
            {isMissing && t.missing}
          </p>
        </div>
        <footer class="dialog-footer">
          {speech.isCorrected && (
            <button type="button" class="button" onClick={() => save(null)}>
              {t.withdraw}
            </button>
          )}
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary">
            {texts.actions.save}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
