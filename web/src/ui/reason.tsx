// A dialog that asks why something is not wanted, before it is denied or rejected.

import { useId } from "preact/hooks";
import { texts } from "../texts";
import { Dialog, openDialog } from "./dialog";

interface ReasonTexts {
  title: string;
  /** What it is about, in a sentence. */
  text: string;
  label: string;
  hint: string;
  action: string;
}

/** The longest reason, in characters. */
const REASON_MAX = 1_000;

/** Asks for a reason, which may be empty, and does it. */
export function askReason(said: ReasonTexts, done: (reason: string) => void): void {
  openDialog((close) => <ReasonForm said={said} close={close} done={done} />);
}

function ReasonForm({
  said,
  close,
  done,
}: {
  said: ReasonTexts;
  close: () => void;
  done: (reason: string) => void;
}) {
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get("reason") ?? "").trim();
    close();
    done(reason);
  };
  return (
    <Dialog title={said.title} onClose={close}>
      <form class="form" onSubmit={submit}>
        <p dir="auto">{said.text}</p>
        <div class="field">
          <label for={id}>{said.label}</label>
          <textarea
            id={id}
            name="reason"
            rows={2}
            dir="auto"
            maxLength={REASON_MAX}
            data-autofocus
            aria-describedby={`${id}-hint`}
          />
          <p id={`${id}-hint`} class="meta">
            {said.hint}
          </p>
        </div>
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary">
            {said.action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
