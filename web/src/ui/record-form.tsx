// What forms of records have in common. A form shows the record as it is read with its tag, sends only what was
// changed in it, says what is wrong and where, keeps what is typed until it is saved or discarded, and shows what
// somebody else wrote into the same field in the meantime.

import { useEffect, useRef, useState } from "preact/hooks";
import { newKey, type SendOptions, type Tagged } from "../api/client";
import { ApiFailure, failureOf } from "../api/failure";
import { useTyped } from "../state/typed";
import { forms as t } from "../texts/forms";

/** What the fields of a form show, by their names. */
export type Values = Record<string, string>;

export interface RecordForm {
  isNew: boolean;
  values: Values;
  set: (name: string, value: string) => void;
  submit: (event: SubmitEvent) => void;
  isBusy: boolean;
  /** What is wrong with a field. */
  problemOf: (name: string) => string | undefined;
  /** What somebody else wrote into a field that was changed here. */
  theirsOf: (name: string) => string | undefined;
  /** What is wrong with no field of the form. */
  failure: ApiFailure | undefined;
  /** Whether what is shown was typed before. */
  isFound: boolean;
  /** Shows the record as it is again. */
  discard: () => void;
  /** Whether something was typed that is not saved. */
  isChanged: boolean;
  /** Closes the form without saving. */
  leave: () => void;
}

/** What a form is sent with. */
export interface Sent<T> {
  /** The record as it was last read; absent for a new one. */
  record: T | undefined;
  /** What a field shows, without blanks around it. */
  textOf: (name: string) => string;
  /** Whether a field is another than that of the record; all are, where the record is new. */
  isChanged: (name: string) => boolean;
  /** Of what could be sent, what was changed. */
  changed: <Body extends object>(body: Body) => Partial<Body>;
  options: SendOptions;
}

interface RecordFormOptions<T> {
  /** What the typed fields are kept under. */
  name: string;
  /** The record to change, as it was last read; absent for a new one. */
  record: T | undefined;
  /** Reads the record that is changed; without a tag where it has none. */
  read?: () => Promise<Tagged<T>>;
  /** What the fields show of a record, or of a new one. */
  show: (record: T | undefined) => Values;
  /** Why fields cannot be sent as they are, by their names. */
  check: (sent: Sent<T>) => Record<string, string | false>;
  /** Sends what the form has. */
  send: (sent: Sent<T>) => Promise<T>;
  /** Closes the form; absent for one that stays, and goes on with what was saved. */
  close?: () => void;
  done: (saved: T) => void;
}

/** What a form is based on, and what was typed into it. */
interface Kept {
  /** The record as it is known. */
  base: Values;
  /** What was typed, of the fields that were touched. */
  typed: Values;
  /** What was found in fields that were touched, and never shown. */
  theirs: Values;
}

const isSame = (one: string | undefined, other: string | undefined) => one?.trim() === other?.trim();

/** The form with the record as it is now: fields that nobody touched show it, the others say what is there. */
function withRecord({ base, typed, theirs }: Kept, now: Values): Kept {
  const isTheirs = (name: string) =>
    typed[name] !== undefined && !isSame(now[name], typed[name]) && (!isSame(now[name], base[name]) || name in theirs);
  return { base: now, typed, theirs: Object.fromEntries(Object.entries(now).filter(([name]) => isTheirs(name))) };
}

/** The state of a form that makes or changes a record. */
export function useRecordForm<T>({ name, record, read, show, check, send, close, done }: RecordFormOptions<T>): RecordForm {
  const kept = useTyped<Kept>(`form.${name}`, { base: show(record), typed: {}, theirs: {} });
  const latest = useRef(kept.value);
  latest.current = kept.value;
  const [failure, setFailure] = useState<ApiFailure>();
  const [refused, setRefused] = useState<Values>({});
  const [isBusy, setBusy] = useState(false);
  // One form makes one record, however often it is sent.
  const key = useRef(newKey());
  const reading = useRef<Promise<string> | null>(null);
  const found = useRef(record);
  /** Reads the record one time, until it has to be read again. */
  const tagOf = () => {
    if (!record || !read) return null;
    if (reading.current) return reading.current;
    const begun: Promise<string> = read().then(({ value, tag }) => {
      // Whoever waits for a reading that was overtaken waits for the later one.
      if (reading.current !== begun) return tagOf() ?? tag;
      found.current = value;
      kept.start(withRecord(latest.current, show(value)));
      return tag;
    });
    reading.current = begun;
    // The form says so when it is sent.
    begun.catch(() => {
      if (reading.current === begun) reading.current = null;
    });
    return begun;
  };
  useEffect(() => {
    // A form that stays is given the record again when somebody changed it.
    reading.current = null;
    void tagOf();
  }, [record]);

  const { base, typed, theirs } = kept.value;
  const sendNow = async () => {
    try {
      const tag = await tagOf();
      // What the reading found in fields that were changed here is shown before it is replaced.
      if (Object.keys(latest.current.theirs).some((field) => !(field in theirs))) {
        throw new ApiFailure(412, t.conflict, null);
      }
      const options = tag === null ? { idempotencyKey: key.current } : tag === "" ? {} : { ifMatch: tag };
      const sent = sentOf(latest.current, found.current, options);
      const problems = Object.entries(check(sent)).filter((one): one is [string, string] => one[1] !== false);
      setRefused(Object.fromEntries(problems));
      if (problems.length > 0) return;
      const sentTyped = latest.current.typed;
      const saved = await send(sent);
      kept.forget();
      close?.();
      if (!close) {
        reading.current = null;
        const since = Object.entries(latest.current.typed).filter(([field, text]) => text !== sentTyped[field]);
        take({ base: show(saved), typed: Object.fromEntries(since), theirs: {} }, since.length > 0);
      }
      done(saved);
    } catch (thrown) {
      const reason = failureOf(thrown);
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      if (reason.kind !== "changed") return;
      // The next attempt is based on what is there now: whoever sends it has seen it.
      reading.current = null;
      await tagOf()?.catch(() => undefined);
    } finally {
      setBusy(false);
    }
  };
  const isOfField = failure !== undefined && Object.keys(base).some((field) => failure.field(field) !== undefined);
  const take = (next: Kept, isTyped: boolean) => {
    latest.current = next;
    (isTyped ? kept.set : kept.start)(next);
  };
  return {
    isNew: record === undefined,
    values: { ...base, ...typed },
    set: (field, value) => take({ ...latest.current, typed: { ...latest.current.typed, [field]: value } }, true),
    submit: (event) => {
      event.preventDefault();
      if (isBusy) return;
      setBusy(true);
      setFailure(undefined);
      void sendNow();
    },
    isBusy,
    problemOf: (field) => refused[field] ?? failure?.field(field),
    theirsOf: (field) => theirs[field],
    failure: isOfField ? undefined : failure,
    isFound: kept.isFound,
    isChanged: kept.isChanged,
    discard: () => {
      kept.forget();
      take({ base: latest.current.base, typed: {}, theirs: {} }, false);
    },
    leave: () => {
      kept.forget();
      close?.();
    },
  };
}

/** What is sent of a form. */
function sentOf<T>({ base, typed }: Kept, record: T | undefined, options: SendOptions): Sent<T> {
  const shown = { ...base, ...typed };
  const isChanged = (field: string) => record === undefined || !isSame(shown[field], base[field]);
  return {
    record,
    textOf: (field) => (shown[field] ?? "").trim(),
    isChanged,
    changed: (body) => Object.fromEntries(Object.entries(body).filter(([field]) => isChanged(field))) as typeof body,
    options,
  };
}
