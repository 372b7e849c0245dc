// A word of a lexicon, new or not.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf } from "../../api/failure";
import { languages as calls } from "../../api/languages";
import type { WordItem } from "../../api/types";
import { texts } from "../../texts";
import { languages } from "../../texts/languages";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { useTag } from "./tag";

const t = languages.word;

/** The fields of one line, in their order. */
const LINES = ["form", "partOfSpeech", "meaning", "ipa", "etymology", "notes"] as const;

interface FormProps {
  languageId: string;
  close: () => void;
  /** The word to change; none for a new one. */
  word?: WordItem;
  /** The form of a new word. */
  form?: string;
}

export function WordForm({ languageId, close, word, form = "" }: FormProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const tag = useTag(word && (() => calls.word(word.id)));
  const id = useId();
  useEffect(() => {
    if (word) void tag.read();
  }, []);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = bodyOf(new FormData(event.currentTarget as HTMLFormElement));
    setMissing(body.form === "");
    if (body.form === "") return;
    setBusy(true);
    setFailure(undefined);
    try {
      const saved = word
        ? (await calls.updateWord(word.id, body, { ifMatch: await tag.read() })).value
        : await calls.createWord(languageId, body, { idempotencyKey: key.current });
      close();
      if (word) notify(t.saved(saved.form), () => calls.updateWord(word.id, asBefore(word)));
      else notify(t.created(saved.form), () => calls.removeWord(saved.id));
    } catch (thrown) {
      const reason = failureOf(thrown);
      if (reason.kind === "changed") tag.readAgain();
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      setBusy(false);
    }
  };

  const problem = (name: string) => (name === "form" && isMissing ? t.formMissing : failure?.field(name));
  const hasField = LINES.some((name) => problem(name) !== undefined);
  const initial = (name: (typeof LINES)[number]) => word?.[name] ?? (name === "form" ? form : "");
  return (
    <Dialog title={word ? t.editTitle(word.form) : t.createTitle} onClose={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {LINES.map((name) => (
          <div key={name} class="field">
            <label for={`${id}-${name}`}>{t[name]}</label>
            <input
              id={`${id}-${name}`}
              name={name}
              type="text"
              dir="auto"
              autocomplete="off"
              data-autofocus={name === "form" ? true : undefined}
              defaultValue={initial(name)}
              aria-invalid={problem(name) !== undefined}
              aria-describedby={`${id}-${name}-problem`}
            />
            <p id={`${id}-${name}-problem`} class="problem" role="alert">
              {problem(name)}
            </p>
          </div>
        ))}
        <div class="field">
          <label for={`${id}-tags`}>{t.tags}</label>
          <input
            id={`${id}-tags`}
            name="tags"
            type="text"
            dir="auto"
            autocomplete="off"
            defaultValue={word?.tags.join(", ") ?? ""}
            aria-describedby={`${id}-tags-hint`}
          />
          <p id={`${id}-tags-hint`} class="meta">
            {t.tagsHint}
          </p>
        </div>
        {failure && !hasField && (
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
            {word ? texts.actions.save : texts.actions.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function bodyOf(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? "").trim();
  return {
    form: text("form"),
    partOfSpeech: text("partOfSpeech"),
    meaning: text("meaning"),
    ipa: text("ipa"),
    etymology: text("etymology"),
    notes: text("notes"),
    tags: text("tags").split(",").map((tag) => tag.trim()).filter((tag) => tag !== ""),
  };
}

function asBefore({ form, partOfSpeech, meaning, ipa, etymology, notes, tags }: WordItem) {
  return { form, partOfSpeech, meaning, ipa, etymology, notes, tags };
}
