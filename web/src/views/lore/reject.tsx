// Asks why a fact of the ledger is wrong.

import { useId, useState } from "preact/hooks";
import { facts as calls } from "../../api/facts";
import { type ApiFailure, failureOf } from "../../api/failure";
import type { Fact } from "../../api/types";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import type { Replace } from "./actions";

const t = lore.facts;

interface RejectProps {
  projectId: string;
  fact: Fact;
  replace: Replace;
  close: () => void;
}

export function RejectForm({ projectId, fact, replace, close }: RejectProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const reason = String(data.get("reason") ?? "").trim();
    setMissing(reason === "");
    if (reason === "") return;
    setBusy(true);
    setFailure(undefined);
    try {
      replace(await calls.setRejected(projectId, fact.id, true, reason));
      close();
      notify(t.wasRejected, async () => replace(await calls.setRejected(projectId, fact.id, false, null)));
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setBusy(false);
    }
  };

  return (
    <Dialog title={t.rejectTitle} onClose={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <blockquote class="quote" dir="auto">
          {fact.quotation.quote}
        </blockquote>
        <p>{t.rejectText}</p>
        <div class="field">
          <label for={id}>{t.reason}</label>
          <input
            id={id}
            name="reason"
            type="text"
            dir="auto"
            data-autofocus
            autocomplete="off"
            aria-invalid={isMissing}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} class="problem" role="alert">
            {isMissing ? t.reasonMissing : failure?.message}
            {failure && failure.requestId !== null && ` (${texts.failure.request(failure.requestId)})`}
          </p>
        </div>
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {t.reject}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
