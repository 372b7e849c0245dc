// The title, the kind and the target of a document, new or not.

import { useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import type { DocumentItem } from "../../api/types";
import { texts } from "../../texts";
import { manuscript as t } from "../../texts/manuscript";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { targetOf } from "./target";

/** The kinds of documents, in the order of the list. */
const KINDS = Object.keys(t.kinds) as DocumentItem["kind"][];

/** What the form asks for. */
export interface DocumentBody {
  title: string;
  kind: DocumentItem["kind"];
  wordTarget: number | null;
}

interface FormProps {
  close: () => void;
  /** The document to change; none for a new one. */
  document?: DocumentItem;
  kind?: DocumentItem["kind"];
  /** One form makes one document, however often it is sent: `key` is the same each time. */
  send: (body: DocumentBody, key: string) => Promise<DocumentItem>;
  done?: (document: DocumentItem) => void;
}

export function DocumentForm({ close, document, kind = "chapter", send, done }: FormProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [problems, setProblems] = useState<{ title?: string; target?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const id = useId();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const title = String(data.get("title") ?? "").trim();
    const target = targetOf(String(data.get("target") ?? ""));
    const found = {
      ...(title === "" ? { title: t.form.titleMissing } : {}),
      ...(target === undefined ? { target: t.form.targetInvalid } : {}),
    };
    setProblems(found);
    if (title === "" || target === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { title, kind: data.get("kind") as DocumentItem["kind"], wordTarget: target };
      const saved = await send(body, key.current);
      close();
      notify((document ? t.renamed : t.created)(saved.title));
      done?.(saved);
    } catch (thrown) {
      const reason = failureOf(thrown);
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      setBusy(false);
    }
  };

  const titleProblem = problems.title ?? failure?.field("title");
  const targetProblem = problems.target ?? failure?.field("wordTarget");
  return (
    <Dialog title={document ? t.form.changeTitle : t.form.createTitle} onClose={close}>
      <form class="form" noValidate onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for={`${id}-title`}>{t.form.title}</label>
          <input
            id={`${id}-title`}
            type="text"
            name="title"
            dir="auto"
            data-autofocus
            autocomplete="off"
            defaultValue={document?.title ?? ""}
            aria-invalid={titleProblem !== undefined}
            aria-describedby={`${id}-title-problem`}
          />
          <p id={`${id}-title-problem`} class="problem" role="alert">
            {titleProblem}
          </p>
        </div>
        <div class="field">
          <label for={`${id}-kind`}>{t.form.kind}</label>
          <select id={`${id}-kind`} name="kind">
            {KINDS.map((name) => (
              <option key={name} value={name} selected={name === (document?.kind ?? kind)}>
                {t.kinds[name]}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-target`}>{t.form.target}</label>
          <input
            id={`${id}-target`}
            type="text"
            inputMode="numeric"
            name="target"
            autocomplete="off"
            defaultValue={String(document?.wordTarget ?? "")}
            aria-invalid={targetProblem !== undefined}
            aria-describedby={`${id}-target-hint ${id}-target-problem`}
          />
          <p id={`${id}-target-hint`} class="meta">
            {t.form.targetHint}
          </p>
          <p id={`${id}-target-problem`} class="problem" role="alert">
            {targetProblem}
          </p>
        </div>
        {failure && !titleProblem && !targetProblem && (
          <p class="problem" role="alert">
            {withRequest(failure)}
          </p>
        )}
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {document ? texts.actions.save : texts.actions.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
