// What forms of records have in common: they are sent one time, say what is wrong and where, keep what was typed,
// and do not overwrite what somebody else changed in the meantime without saying so.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { newKey, type SendOptions } from "../api/client";
import { type ApiFailure, failureOf } from "../api/failure";
import { texts } from "../texts";
import { forms as t } from "../texts/forms";
import "./record-form.css";

interface RecordForm {
  submit: (event: SubmitEvent) => void;
  isBusy: boolean;
  /** What is wrong with a field. */
  problemOf: (field: string) => string | undefined;
  /** What is wrong with no field of the form. */
  failure: ApiFailure | undefined;
  /** Says that a field cannot be sent as it is; null where it can. */
  refuse: (field: string, problem: string) => void;
}

interface RecordFormOptions<T> {
  /** Sends what the form has; undefined where it cannot be sent, after `refuse`. */
  send: (data: FormData, options: SendOptions) => Promise<T> | undefined;
  /** Reads the tag of the record that is changed; absent for a new one. */
  readTag?: () => Promise<string>;
  /** The fields that show what is wrong with them. */
  fields: string[];
  done: (saved: T) => void;
}

/** The state of a form that makes or changes a record. */
export function useRecordForm<T>({ send, readTag, fields, done }: RecordFormOptions<T>): RecordForm {
  const [failure, setFailure] = useState<ApiFailure>();
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  // One form makes one record, however often it is sent.
  const key = useRef(newKey());
  const tag = useRef<Promise<string> | null>(null);
  const tagOf = () => {
    tag.current ??= readTag?.() ?? null;
    // The form says so when it is sent.
    tag.current?.catch(() => (tag.current = null));
    return tag.current;
  };
  useEffect(() => {
    void tagOf();
  }, []);

  const problems: Record<string, string> = {};
  const refuse = (field: string, problem: string) => {
    problems[field] = problem;
  };
  const sendNow = async (data: FormData) => {
    try {
      const based = await tagOf();
      const options: SendOptions =
        based === null ? { idempotencyKey: key.current } : { ifMatch: based };
      const sent = send(data, options);
      setRefused(problems);
      if (!sent) return;
      done(await sent);
    } catch (thrown) {
      const reason = failureOf(thrown);
      // The next attempt is based on what is there now: whoever sends it has been told.
      if (reason.kind === "changed") tag.current = null;
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  const isOfField = failure !== undefined && fields.some((field) => failure.field(field) !== undefined);
  return {
    submit: (event) => {
      event.preventDefault();
      if (isBusy) return;
      setBusy(true);
      setFailure(undefined);
      void sendNow(new FormData(event.currentTarget as HTMLFormElement));
    },
    isBusy,
    problemOf: (field) => refused[field] ?? failure?.field(field),
    failure: isOfField ? undefined : failure,
    refuse,
  };
}

/** The text of a field of a form. */
export function textOf(data: FormData, name: string): string {
  return String(data.get(name) ?? "").trim();
}

/** A labelled field with its hint and with what is wrong with it. */
export function Field({
  label,
  hint,
  problem,
  children,
}: {
  label: string;
  hint?: string;
  problem?: string | undefined;
  /** Draws the control, with these attributes. */
  children: (attributes: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": `${id}-hint ${id}-problem`,
        "aria-invalid": problem !== undefined,
      })}
      <p id={`${id}-hint`} class="meta" hidden={hint === undefined}>
        {hint}
      </p>
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

/** Why the form could not be saved, where that concerns no field. */
export function FormFailure({ failure }: { failure: ApiFailure | undefined }) {
  if (!failure) return null;
  return (
    <p class="problem" role="alert">
      {failure.kind === "changed" ? t.conflict : failure.message}
      {failure.requestId !== null && ` (${texts.failure.request(failure.requestId)})`}
    </p>
  );
}
