// The name and the description of a language, new or not.

import { languages as calls } from "../../api/languages";
import type { LanguageItem } from "../../api/types";
import { languages } from "../../texts/languages";
import { LineField, RecordDialog, TextField } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
import { notify } from "../../ui/toast";

const t = languages.form;

interface FormProps {
  projectId: string;
  close: () => void;
  /** The language to change; none for a new one. */
  language?: LanguageItem;
  done?: (language: LanguageItem) => void;
}

export function LanguageForm({ projectId, close, language, done }: FormProps) {
  const form = useRecordForm<LanguageItem>({
    name: `language.${language?.id ?? `new.${projectId}`}`,
    record: language,
    read: () => calls.get(language?.id ?? ""),
    show: (one) => ({ name: one?.name ?? "", description: one?.description ?? "" }),
    check: ({ textOf }) => ({ name: textOf("name") === "" && t.nameMissing }),
    send: async ({ textOf, changed, options }) => {
      const body = { name: textOf("name"), description: textOf("description") };
      return language
        ? (await calls.update(language.id, changed(body), options)).value
        : calls.create({ ...body, projectId }, options);
    },
    close,
    done: (saved) => {
      notify(language ? languages.saved(saved.name) : languages.created(saved.name));
      done?.(saved);
    },
  });
  return (
    <RecordDialog title={language ? t.editTitle : t.createTitle} form={form}>
      <LineField form={form} name="name" label={t.name} isFirst />
      <TextField form={form} name="description" label={t.description} hint={t.descriptionHint} rows={6} />
    </RecordDialog>
  );
}
