// The name and the description of a language, new or not.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf } from "../../api/failure";
import { languages as calls } from "../../api/languages";
import type { LanguageItem } from "../../api/types";
import { texts } from "../../texts";
import { languages } from "../../texts/languages";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { useTag } from "./tag";

const t = languages.form;

interface FormProps {
  projectId: string;
  close: () => void;
  /** The language to change; none for a new one. */
  language?: LanguageItem;
  done?: (language: LanguageItem) => void;
}

export function LanguageForm({ projectId, close, language, done }: FormProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [isNameMissing, setNameMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const tag = useTag(language && (() => calls.get(language.id)));
  const id = useId();
  useEffect(() => {
    if (language) void tag.read();
  }, []);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const name = String(data.get("name") ?? "").trim();
    const description = String(data.get("description") ?? "");
    setNameMissing(name === "");
    if (name === "") return;
    setBusy(true);
    setFailure(undefined);
    try {
      const saved = language
        ? (await calls.update(language.id, { name, description }, { ifMatch: await tag.read() })).value
        : await calls.create({ projectId, name, description }, { idempotencyKey: key.current });
      close();
      notify(language ? languages.saved(saved.name) : languages.created(saved.name));
      done?.(saved);
    } catch (thrown) {
      const reason = failureOf(thrown);
      if (reason.kind === "changed") tag.readAgain();
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      setBusy(false);
    }
  };

  const nameProblem = isNameMissing ? t.nameMissing : failure?.field("name");
  return (
    <Dialog title={language ? t.editTitle : t.createTitle} onClose={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for={`${id}-name`}>{t.name}</label>
          <input
            id={`${id}-name`}
            name="name"
            type="text"
            dir="auto"
            data-autofocus
            autocomplete="off"
            defaultValue={language?.name ?? ""}
            aria-invalid={nameProblem !== undefined}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} class="problem" role="alert">
            {nameProblem}
          </p>
        </div>
        <div class="field">
          <label for={`${id}-description`}>{t.description}</label>
          <textarea
            id={`${id}-description`}
            name="description"
            rows={6}
            dir="auto"
            defaultValue={language?.description ?? ""}
            aria-describedby={`${id}-hint`}
          />
          <p id={`${id}-hint`} class="meta">
            {t.descriptionHint}
          </p>
        </div>
        {failure && !nameProblem && (
          <p class="problem" role="alert">
            {failure.kind === "changed" ? t.conflict : failure.message}
            {failure.requestId !== null && ` (${texts.failure.request(failure.requestId)})`}
          </p>
        )}
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {language ? texts.actions.save : texts.actions.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
