// Everything about a promise, new or not.

import { useEffect, useMemo } from "preact/hooks";
import { promises as calls } from "../../api/promises";
import type { PlotNode, PlotPromise } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { promises as all } from "../../texts/promises";
import { ChoiceField, LineField, type Options, RecordDialog, TextField } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
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

const wordsOf = (words: Record<string, string>): Options => Object.entries(words);

const TYPES = wordsOf(all.types);
const LEVELS = wordsOf(all.levels);

export function PromiseForm({ close, projectId, promise, begun = {}, done, remove }: PromiseFormProps) {
  const nodes = nodesOf(projectId);
  const plotlines = projectPlotlines(projectId);
  useEffect(() => {
    const ends = [nodes.watch(), plotlines.watch()];
    return () => ends.forEach((end) => end());
  }, []);
  const form = usePromiseForm({ close, projectId, begun, ...(promise ? { promise } : {}), ...(done ? { done } : {}) });
  const isReadOnly = !mayWrite();
  const status = promise?.status ?? begun.status ?? "made";
  const states = useMemo(() => {
    const possible = promise ? [status, ...following(status)] : STATES;
    return possible.map((one): [string, string] => [one, all.states[one]]);
  }, [status]);
  const places = useMemo(() => nodeOptions(nodes.value.value ?? []), [nodes.value.value]);
  const lanes = useMemo(
    () => orNone((plotlines.value.value ?? []).map(({ id, name }) => [id, name || texts.untitled])),
    [plotlines.value.value],
  );
  return (
    <RecordDialog
      title={promise ? t.editTitle : t.createTitle}
      class="has-fields"
      form={form}
      isReadOnly={isReadOnly}
      remove={remove && { text: all.delete, run: remove }}
    >
      <LineField form={form} name="title" label={t.name} isFirst />
      <TextField form={form} name="description" label={t.description} />
      <div class="form-triple">
        <ChoiceField form={form} name="promiseType" label={t.type} options={TYPES} />
        <ChoiceField form={form} name="promiseLevel" label={t.level} options={LEVELS} />
        <ChoiceField form={form} name="status" label={t.status} options={states} />
      </div>
      <div class="form-triple">
        <ChoiceField form={form} name="madeAtNodeId" label={t.madeAt} options={places} gone={texts.loading} />
        <ChoiceField form={form} name="fulfilledAtNodeId" label={t.fulfilledAt} options={places} gone={texts.loading} />
        <ChoiceField form={form} name="plotlineId" label={t.plotline} options={lanes} gone={texts.loading} />
      </div>
      {nodes.value.value?.length === 0 && <p class="meta">{t.nodesMissing}</p>}
      <TextField form={form} name="notes" label={t.notes} hint={t.notesHint} />
    </RecordDialog>
  );
}

function usePromiseForm({ close, projectId, promise, begun = {}, done }: Omit<PromiseFormProps, "remove">) {
  return useRecordForm<PlotPromise>({
    name: `promise.${promise?.id ?? `new.${projectId}`}`,
    record: promise,
    read: () => calls.get(promise?.id ?? ""),
    show: (one) => {
      const from = one ?? begun;
      return {
        title: from.title ?? "",
        description: from.description ?? "",
        promiseType: from.promiseType ?? "plot",
        promiseLevel: one?.promiseLevel ?? "major",
        status: from.status ?? "made",
        madeAtNodeId: from.madeAtNodeId ?? "",
        fulfilledAtNodeId: one?.fulfilledAtNodeId ?? "",
        plotlineId: one?.plotlineId ?? "",
        notes: one?.notes ?? "",
      };
    },
    check: ({ textOf }) => ({ title: textOf("title") === "" && t.nameMissing }),
    send: ({ textOf, changed, options }) => {
      const body = {
        title: textOf("title"),
        description: textOf("description"),
        promiseType: textOf("promiseType") as PlotPromise["promiseType"],
        promiseLevel: textOf("promiseLevel") as PlotPromise["promiseLevel"],
        status: textOf("status") as State,
        madeAtNodeId: textOf("madeAtNodeId") || null,
        fulfilledAtNodeId: textOf("fulfilledAtNodeId") || null,
        plotlineId: textOf("plotlineId") || null,
        notes: textOf("notes"),
      };
      if (!promise) return calls.create({ ...body, projectId }, options);
      const change = changed(body);
      // The service takes the notes of the same change as the reason.
      if (change.status === "abandoned") change.notes = body.notes;
      return calls.update(promise.id, change, options);
    },
    close,
    done: (saved) => {
      notify(promise ? all.saved(nameOf(saved)) : all.created(nameOf(saved)));
      void promisesOf(projectId).reload();
      done?.(saved);
    },
  });
}

/** What is chosen from, or nothing. */
function orNone(options: Options): Options {
  return [["", t.nowhere], ...options];
}

/** The nodes as they are chosen from: the deeper, the further in. */
function nodeOptions(nodes: PlotNode[]): Options {
  const depths = new Map<string, number>();
  const options = nodes.map(({ id, parentId, title }): [string, string] => {
    const depth = parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1;
    depths.set(id, depth);
    return [id, "\u2003".repeat(depth) + (title || texts.untitled)];
  });
  return orNone(options);
}
