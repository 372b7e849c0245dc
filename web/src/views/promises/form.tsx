// Everything about a promise, new or not.

import { useEffect } from "preact/hooks";
import { promises as calls } from "../../api/promises";
import type { PlotNode, PlotPromise } from "../../api/types";
import { mayWrite } from "../../state/session";
import { texts } from "../../texts";
import { promises as all } from "../../texts/promises";
import { Dialog } from "../../ui/dialog";
import { Field, FormFailure, textOf, useRecordForm } from "../../ui/record-form";
import { notify } from "../../ui/toast";
import { nameOf, nodesOf, projectPlotlines, promisesOf } from "./data";
import { following, type State, STATES } from "./states";

const t = all.form;

/** What a new promise begins with, such as words that were found. */
export type NewPromise = Partial<
  Pick<PlotPromise, "title" | "description" | "promiseType" | "status" | "madeAtNodeId">
>;

interface PromiseFormProps {
  close: () => void;
  projectId: string;
  /** The promise to change; none for a new one. */
  promise?: PlotPromise;
  begun?: NewPromise;
  done?: (made: PlotPromise) => void;
  remove?: () => void;
}

export function PromiseForm({ close, projectId, promise, begun = {}, done, remove }: PromiseFormProps) {
  const nodes = nodesOf(projectId);
  const plotlines = projectPlotlines(projectId);
  useEffect(() => {
    const ends = [nodes.watch(), plotlines.watch()];
    return () => ends.forEach((end) => end());
  }, []);
  const from = promise ?? begun;
  const status = promise?.status ?? begun.status ?? "made";
  const states = promise ? [status, ...following(status)] : STATES;
  const form = useRecordForm<PlotPromise>({
    fields: ["title", "description", "notes"],
    ...(promise ? { readTag: async () => (await calls.get(promise.id)).tag } : {}),
    send: (data, options) => {
      const title = textOf(data, "title");
      if (title === "") {
        form.refuse("title", t.nameMissing);
        return undefined;
      }
      const chosen = (name: string) => textOf(data, name) || null;
      const body = {
        title,
        description: textOf(data, "description"),
        promiseType: textOf(data, "promiseType") as PlotPromise["promiseType"],
        promiseLevel: textOf(data, "promiseLevel") as PlotPromise["promiseLevel"],
        status: textOf(data, "status") as State,
        notes: textOf(data, "notes"),
        // What cannot be chosen yet, as the lists are still being read, is not sent.
        ...(nodes.value.peek() ? { madeAtNodeId: chosen("madeAt"), fulfilledAtNodeId: chosen("fulfilledAt") } : {}),
        ...(plotlines.value.peek() ? { plotlineId: chosen("plotline") } : {}),
      };
      return promise
        ? calls.update(promise.id, body, options)
        : calls.create({ ...body, projectId }, options);
    },
    done: (saved) => {
      close();
      notify(promise ? all.saved(nameOf(saved)) : all.created(nameOf(saved)));
      void promisesOf(projectId).reload();
      done?.(saved);
    },
  });
  const isReadOnly = !mayWrite();
  const options = nodeOptions(nodes.value.value ?? []);
  const lanes = (plotlines.value.value ?? []).map(({ id, name }) => ({ id, name: name || texts.untitled }));

  return (
    <Dialog title={promise ? t.editTitle : t.createTitle} class="has-fields" onClose={close}>
      <form onSubmit={form.submit}>
        <fieldset class="form" disabled={isReadOnly}>
          <Field label={t.name} problem={form.problemOf("title")}>
            {(attributes) => (
              <input
                {...attributes}
                name="title"
                type="text"
                dir="auto"
                maxLength={1000}
                data-autofocus
                autocomplete="off"
                defaultValue={from.title ?? ""}
              />
            )}
          </Field>
          <Field label={t.description} problem={form.problemOf("description")}>
            {(attributes) => (
              <textarea
                {...attributes}
                name="description"
                rows={3}
                dir="auto"
                maxLength={65_536}
                defaultValue={from.description ?? ""}
              />
            )}
          </Field>
          <div class="form-triple">
            <Words label={t.type} name="promiseType" words={all.types} value={from.promiseType ?? "plot"} />
            <Words label={t.level} name="promiseLevel" words={all.levels} value={promise?.promiseLevel ?? "major"} />
            <Words
              label={t.status}
              name="status"
              words={Object.fromEntries(states.map((one) => [one, all.states[one]]))}
              value={status}
            />
          </div>
          <div class="form-triple">
            <Record label={t.madeAt} name="madeAt" options={options} value={from.madeAtNodeId ?? null} />
            <Record
              label={t.fulfilledAt}
              name="fulfilledAt"
              options={options}
              value={promise?.fulfilledAtNodeId ?? null}
            />
            <Record label={t.plotline} name="plotline" options={lanes} value={promise?.plotlineId ?? null} />
          </div>
          {nodes.value.value?.length === 0 && <p class="meta">{t.nodesMissing}</p>}
          <Field label={t.notes} hint={t.notesHint} problem={form.problemOf("notes")}>
            {(attributes) => (
              <textarea
                {...attributes}
                name="notes"
                rows={3}
                dir="auto"
                maxLength={65_536}
                defaultValue={promise?.notes ?? ""}
              />
            )}
          </Field>
        </fieldset>
        <FormFailure failure={form.failure} />
        <footer class="dialog-footer">
          {remove && !isReadOnly && (
            <button type="button" class="button is-start" onClick={remove}>
              {all.delete}
            </button>
          )}
          <button type="button" class="button" onClick={close}>
            {isReadOnly ? texts.actions.close : texts.actions.cancel}
          </button>
          {!isReadOnly && (
            <button type="submit" class="button is-primary" disabled={form.isBusy}>
              {promise ? texts.actions.save : texts.actions.create}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** The nodes as they are chosen from: the deeper, the further in. */
function nodeOptions(nodes: PlotNode[]): { id: string; name: string }[] {
  const depths = new Map<string, number>();
  return nodes.map(({ id, parentId, title }) => {
    const depth = parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1;
    depths.set(id, depth);
    return { id, name: "\u2003".repeat(depth) + (title || texts.untitled) };
  });
}

function Words({
  label,
  name,
  words,
  value,
}: {
  label: string;
  name: string;
  words: Record<string, string>;
  value: string;
}) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} name={name}>
          {Object.entries(words).map(([word, title]) => (
            <option key={word} value={word} selected={word === value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A record that is chosen, or none. */
function Record({
  label,
  name,
  options,
  value,
}: {
  label: string;
  name: string;
  options: { id: string; name: string }[];
  value: string | null;
}) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} name={name}>
          <option value="" selected={value === null}>
            {t.nowhere}
          </option>
          {options.map((option) => (
            <option key={option.id} value={option.id} selected={option.id === value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
