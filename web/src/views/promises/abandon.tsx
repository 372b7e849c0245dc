// Asks why a promise is abandoned: the service accepts it with a reason only.

import { useState } from "preact/hooks";
import { texts } from "../../texts";
import { promises as all } from "../../texts/promises";
import { Dialog } from "../../ui/dialog";
import { Field, textOf } from "../../ui/record-form";

const t = all.abandon;

/** The longest reason, in characters; notes have room for many. */
const REASON_MAX = 10_000;

export function Abandon({ close, done }: { close: () => void; done: (reason: string) => void }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog title={t.title} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const reason = textOf(new FormData(event.currentTarget), "reason");
          setMissing(reason === "");
          if (reason === "") return;
          close();
          done(reason);
        }}
      >
        <Field label={t.reason} hint={t.hint} problem={isMissing ? t.missing : undefined}>
          {(attributes) => (
            <textarea {...attributes} name="reason" rows={3} dir="auto" maxLength={REASON_MAX} data-autofocus />
          )}
        </Field>
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary">
            {t.action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
