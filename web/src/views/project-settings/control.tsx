// A setting: the control that changes it, or what it is for whoever may not.

import { useId } from "preact/hooks";
import type { ProjectItem } from "../../api/types";
import { projectSettings as t } from "../../texts/project-settings";
import { ChoiceField, Field, FieldNotes, LineField, TextField } from "../../ui/record-dialog";
import type { RecordForm } from "../../ui/record-form";
import { choicesOf, linesOf, type Setting, saidOf, shownOf } from "./fields";

const COLOR = /^#[0-9a-f]{6}$/i;

interface ControlProps {
  form: RecordForm;
  setting: Setting;
}

export function Control({ form: own, setting }: ControlProps) {
  const { name, kind, label, hint, options } = setting;
  const theirsOf = (field: string) => {
    const theirs = own.theirsOf(field);
    return theirs === undefined ? undefined : saidOf(setting, theirs);
  };
  const field = { form: { ...own, theirsOf }, name, label, hint };
  switch (kind) {
    case "line":
      return <LineField {...field} />;
    case "choice":
      return <ChoiceField {...field} form={own} options={options} />;
    case "text":
    case "list":
      return <TextField {...field} rows={kind === "list" ? 5 : 3} />;
    case "number":
      return (
        <Field {...field}>
          {(attributes) => (
            <input {...attributes} type="text" inputMode="decimal" autocomplete="off" />
          )}
        </Field>
      );
    case "color":
      return (
        <Field {...field}>
          {(attributes) => (
            <div class="settings-color">
              <input {...attributes} type="text" autocomplete="off" maxLength={7} />
              <input
                type="color"
                aria-label={t.pick}
                value={COLOR.test(attributes.value) ? attributes.value : "#000000"}
                onInput={(event) => own.set(name, event.currentTarget.value)}
              />
            </div>
          )}
        </Field>
      );
    case "check":
      return (
        <div class="settings-check">
          <Field {...field}>
            {(attributes) => (
              <input
                {...attributes}
                type="checkbox"
                value={t.on}
                checked={attributes.value !== ""}
                onInput={(event) => own.set(name, event.currentTarget.checked ? t.on : "")}
              />
            )}
          </Field>
        </div>
      );
    case "set":
      return <SetField form={field.form} setting={setting} />;
  }
}

/** Some of several words. */
function SetField({ form, setting }: ControlProps) {
  const { name, label, hint } = setting;
  const id = useId();
  const chosen = linesOf(form.values[name] ?? "");
  return (
    <fieldset class="field" aria-describedby={`${id}-hint ${id}-problem`}>
      <legend class="field-label">{label}</legend>
      <div class="segments">
        {choicesOf(setting, chosen).map(([word, title]) => {
          const others = chosen.filter((one) => one.toLowerCase() !== word.toLowerCase());
          return (
            <label key={word}>
              <input
                type="checkbox"
                checked={others.length < chosen.length}
                onChange={({ currentTarget: { checked } }) =>
                  form.set(name, (checked ? [...others, word] : others).join("\n"))
                }
              />
              <bdi>{title}</bdi>
            </label>
          );
        })}
      </div>
      <FieldNotes form={form} name={name} hint={hint} id={id} />
    </fieldset>
  );
}

/** Settings as whoever may not change them sees them. */
export function Values({
  settings,
  project,
  isOfGiven = false,
}: {
  settings: Setting[];
  project: ProjectItem;
  /** Whether those without a value are left out. */
  isOfGiven?: boolean;
}) {
  const shown = shownOf(settings, project);
  const listed = isOfGiven ? settings.filter(({ name }) => shown[name]) : settings;
  return (
    <dl class="settings-values" hidden={listed.length === 0}>
      {listed.map((one) => (
        <div key={one.name}>
          <dt>{one.label}</dt>
          <dd dir="auto">{saidOf(one, shown[one.name] ?? "") || <span class="meta">{t.none}</span>}</dd>
          {one.hint !== undefined && <dd class="meta">{one.hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
