// A dialog that asks for the reason of something before it is done, such as of a denial.

import { useId, useState } from "preact/hooks";
import { failureOf, withRequest } from "../api/failure";
import { texts } from "../texts";
import { Dialog, openDialog } from "./dialog";
import "./quote.css";

interface ReasonTexts {
  title: string;
  /** What it is about, in a sentence. */
  text?: string | undefined;
  /** What somebody else wrote, and it is about. */
  quote?: string;
  label: string;
  hint?: string;
  action: string;
  /** What is said where none is given; without this the reason may be empty. */
  missing?: string | undefined;
  /** The reason that was given before. */
  before?: string | undefined;
  /** The longest reason, in characters. */
  max?: number;
}

/** The longest reason, in characters, where nothing else is said. */
const REASON_MAX = 1_000;

/** Asks for a reason, and does it. The dialog stays open with the reason where that throws. */
export function askReason(said: ReasonTexts, done: (reason: string) => Promise<unknown>): void {
  openDialog((close) => <ReasonForm said={said} close={close} done={done} />);
}

function ReasonForm({
  said,
  close,
  done,
}: {
  said: ReasonTexts;
  close: () => void;
  done: (reason: string) => Promise<unknown>;
}) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get("reason") ?? "").trim();
    setProblem(reason === "" ? said.missing : undefined);
    if (isBusy || (reason === "" && said.missing !== undefined)) return;
    setBusy(true);
    try {
      await done(reason);
      close();
    } catch (thrown) {
      setProblem(withRequest(failureOf(thrown)));
      setBusy(false);
    }
  };
  return (
    <Dialog title={said.title} onClose={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {said.quote !== undefined && (
          <blockquote class="quote" dir="auto">
            {said.quote}
          </blockquote>
        )}
        {said.text !== undefined && <p dir="auto">{said.text}</p>}
        <div class="field">
          <label for={id}>{said.label}</label>
          <textarea
            id={id}
            name="reason"
            rows={3}
            dir="auto"
            maxLength={said.max ?? REASON_MAX}
            data-autofocus
            defaultValue={said.before ?? ""}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
          <p id={`${id}-hint`} class="meta" hidden={said.hint === undefined}>
            {said.hint}
          </p>
          <p id={`${id}-problem`} class="problem" role="alert">
            {problem}
          </p>
        </div>
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {said.action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
