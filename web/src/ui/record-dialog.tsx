// The dialog of a form that makes or changes a record, and its fields.

import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import { withRequest } from "../api/failure";
import { texts } from "../texts";
import { forms as t } from "../texts/forms";
import { parts } from "../texts/parts";
import { Dialog } from "./dialog";
import type { RecordForm } from "./record-form";
import "./record-form.css";

interface RecordDialogProps {
  title: string;
  form: RecordForm;
  class?: string;
  isReadOnly?: boolean;
  /** Deletes the record. */
  remove?: { text: string; run: () => void } | undefined;
  children: ComponentChildren;
}

export function RecordDialog({ title, form, class: look = "", isReadOnly = false, remove, children }: RecordDialogProps) {
  const { failure } = form;
  return (
    <Dialog title={title} class={look} onClose={form.leave}>
      <form class="form" onSubmit={form.submit}>
        {form.isFound && (
          <p class="typed-found" role="status">
            {parts.typed.found}{" "}
            <button type="button" class="button is-small" onClick={form.discard}>
              {parts.typed.discard}
            </button>
          </p>
        )}
        <fieldset class="form" disabled={isReadOnly}>
          {children}
        </fieldset>
        {failure && (
          <p class="problem" role="alert">
            {withRequest(failure, failure.kind === "changed" ? t.conflict : undefined)}
          </p>
        )}
        <footer class="dialog-footer">
          {remove && !isReadOnly && (
            <button
              type="button"
              class="button is-start"
              onClick={() => {
                form.leave();
                remove.run();
              }}
            >
              {remove.text}
            </button>
          )}
          <button type="button" class="button" onClick={form.leave}>
            {isReadOnly ? texts.actions.close : texts.actions.cancel}
          </button>
          {!isReadOnly && (
            <button type="submit" class="button is-primary" disabled={form.isBusy}>
              {form.isNew ? texts.actions.create : texts.actions.save}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  form: RecordForm;
  name: string;
  label: string;
  hint?: string | undefined;
}

/** What a control of a field has. */
interface Attributes {
  id: string;
  name: string;
  value: string;
  onInput: (event: { currentTarget: { value: string } }) => void;
  "aria-describedby": string;
  "aria-invalid": boolean;
}

/** A labelled field with its hint, what is wrong with it, and what somebody else wrote into it. */
export function Field({ label, children, ...field }: FieldProps & { children: (own: Attributes) => ComponentChildren }) {
  const { form, name } = field;
  const id = useId();
  const problem = form.problemOf(name);
  const theirs = form.theirsOf(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        name,
        value: form.values[name] ?? "",
        onInput: (event) => form.set(name, event.currentTarget.value),
        "aria-describedby": `${id}-hint ${id}-problem${theirs === undefined ? "" : ` ${id}-theirs`}`,
        "aria-invalid": problem !== undefined,
      })}
      <FieldNotes {...field} id={id} />
    </div>
  );
}

/** The hint of a field, what is wrong with it, and what somebody else wrote into it. */
export function FieldNotes({ form, name, hint, id }: Omit<FieldProps, "label"> & { id: string }) {
  const theirs = form.theirsOf(name);
  return (
    <>
      <p id={`${id}-hint`} class="meta" hidden={hint === undefined}>
        {hint}
      </p>
      <p id={`${id}-problem`} class="problem" role="alert">
        {form.problemOf(name)}
      </p>
      {theirs !== undefined && (
        <div id={`${id}-theirs`} class="field-theirs">
          <span class="meta">{t.theirs}</span>
          <pre dir="auto" tabIndex={0}>
            {theirs.trim() === "" ? t.empty : theirs}
          </pre>
        </div>
      )}
    </>
  );
}

/** A field of one line. */
export function LineField({ isFirst, isNumber, ...field }: FieldProps & { isFirst?: boolean; isNumber?: boolean }) {
  return (
    <Field {...field}>
      {(own) => (
        <input
          {...own}
          type="text"
          dir="auto"
          maxLength={1000}
          autocomplete="off"
          inputMode={isNumber ? "numeric" : undefined}
          data-autofocus={isFirst || undefined}
        />
      )}
    </Field>
  );
}

/** A field of several lines. */
export function TextField({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  return <Field {...field}>{(own) => <textarea {...own} rows={rows} dir="auto" maxLength={65_536} />}</Field>;
}

/** What is chosen from. */
export type Options = [value: string, title: string][];

/** A choice of one of several. What is chosen and not among them is named by `gone`. */
export function ChoiceField({ options, gone, ...field }: FieldProps & { options: Options; gone?: string }) {
  const value = field.form.values[field.name] ?? "";
  const theirs = field.form.theirsOf(field.name);
  const titleOf = (one: string) => options.find(([option]) => option === one)?.[1] ?? gone ?? one;
  // There may be thousands, and they are drawn again with each key.
  const drawn = useMemo(
    () => [
      ...(options.some(([option]) => option === value) ? [] : [<option value={value} selected>{gone ?? value}</option>]),
      ...options.map(([option, title]) => (
        <option key={option} value={option} selected={option === value}>
          {title}
        </option>
      )),
    ],
    [options, value, gone],
  );
  const form = theirs === undefined ? field.form : { ...field.form, theirsOf: () => titleOf(theirs) };
  return (
    <Field {...field} form={form}>
      {(own) => <select {...own}>{drawn}</select>}
    </Field>
  );
}
