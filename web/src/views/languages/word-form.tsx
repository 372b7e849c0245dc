// A word of a lexicon, new or not.

import { languages as calls } from "../../api/languages";
import type { WordItem } from "../../api/types";
import { languages } from "../../texts/languages";
import { LineField, RecordDialog } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
import { notify } from "../../ui/toast";

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

export function WordForm({ languageId, close, word, form: begun = "" }: FormProps) {
  const form = useRecordForm<WordItem>({
    name: `word.${word?.id ?? `new.${languageId}.${begun}`}`,
    record: word,
    read: () => calls.word(word?.id ?? ""),
    show: (one) => ({
      ...Object.fromEntries(LINES.map((name) => [name, one?.[name] ?? (name === "form" ? begun : "")])),
      tags: one?.tags.join(", ") ?? "",
    }),
    check: ({ textOf }) => ({ form: textOf("form") === "" && t.formMissing }),
    send: async ({ textOf, changed, options }) => {
      const body = {
        form: textOf("form"),
        partOfSpeech: textOf("partOfSpeech"),
        meaning: textOf("meaning"),
        ipa: textOf("ipa"),
        etymology: textOf("etymology"),
        notes: textOf("notes"),
        tags: textOf("tags").split(",").map((tag) => tag.trim()).filter((tag) => tag !== ""),
      };
      return word
        ? (await calls.updateWord(word.id, changed(body), options)).value
        : calls.createWord(languageId, body, options);
    },
    close,
    done: (saved) => {
      if (word) notify(t.saved(saved.form), () => calls.updateWord(word.id, asBefore(word)));
      else notify(t.created(saved.form), () => calls.removeWord(saved.id));
    },
  });
  return (
    <RecordDialog title={word ? t.editTitle(word.form) : t.createTitle} form={form}>
      {LINES.map((name) => (
        <LineField key={name} form={form} name={name} label={t[name]} isFirst={name === "form"} />
      ))}
      <LineField form={form} name="tags" label={t.tags} hint={t.tagsHint} />
    </RecordDialog>
  );
}

function asBefore({ form, partOfSpeech, meaning, ipa, etymology, notes, tags }: WordItem) {
  return { form, partOfSpeech, meaning, ipa, etymology, notes, tags };
}
