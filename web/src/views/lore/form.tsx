// An entry that is made or edited. What is typed is kept in this browser until it is saved or discarded.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import { lore as calls } from "../../api/lore";
import type { LoreItem } from "../../api/types";
import { go, projectAddress, replace } from "../../router";
import { useTyped } from "../../state/typed";
import { texts } from "../../texts";
import { forms } from "../../texts/forms";
import { lore } from "../../texts/lore";
import { parts } from "../../texts/parts";
import { Empty, Failed, Loading } from "../../ui/states";
import { merged } from "../../ui/theirs";
import { notify } from "../../ui/toast";
import type { Lore } from "./data";
import { emptyFields, type Fields, fieldsOf, type Problems, readFields } from "./fields";
import { AttributeFields, RelationFields } from "./rows";
import { Theirs } from "./theirs";

const t = lore.form;

export function NewEntry({
  projectId,
  lore: all,
  name,
  category,
  aliases,
}: {
  projectId: string;
  lore: Lore;
  name: string;
  category: string;
  aliases: string[];
}) {
  const initial = emptyFields(name, category, aliases);
  return <Form projectId={projectId} lore={all} initial={initial} tag="" />;
}

/** Reads the entry as it is now, so that the form is not of an older one. */
export function EditedEntry({ projectId, id, lore: all }: { projectId: string; id: string; lore: Lore }) {
  const [found, setFound] = useState<{ value: LoreItem; tag: string }>();
  const [failure, setFailure] = useState<ApiFailure>();
  const load = () => {
    const reading = new AbortController();
    setFailure(undefined);
    calls.get(projectId, id, { signal: reading.signal }).then(setFound, (thrown) => {
      if (!reading.signal.aborted) setFailure(failureOf(thrown));
    });
    return () => reading.abort();
  };
  useEffect(load, [projectId, id]);
  if (failure?.kind === "not-found") return <Empty title={lore.entry.notFound} text={lore.entry.notFoundText} />;
  if (failure) return <Failed failure={failure} retry={load} />;
  // The names of related entries are in the list, which has to be read first.
  if (!found || !all.isWhole) return <Loading />;
  return (
    <Form
      projectId={projectId}
      lore={all}
      entry={found.value}
      initial={fieldsOf(found.value, all)}
      tag={found.tag}
    />
  );
}

interface FormProps {
  projectId: string;
  lore: Lore;
  /** The entry to change; none for a new one. */
  entry?: LoreItem;
  initial: Fields;
  tag: string;
}

/** What the fields of an entry are kept under while they are not saved. */
export function typedName(projectId: string, id: string): string {
  return `lore.${projectId}.${id}`;
}

/** The state of a form, and what becomes of it when it is sent. */
function useEntryForm({ projectId, lore: all, entry, initial, tag }: FormProps) {
  // The tag is kept with the text: what was typed is based on it, also after a reload.
  const first = { fields: initial, base: initial, tag };
  const typed = useTyped(typedName(projectId, entry?.id ?? `new.${initial.name}`), first);
  const { fields } = typed.value;
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const [theirs, setTheirs] = useState<LoreItem>();
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const set = (change: Partial<Fields>) => typed.set({ ...typed.value, fields: { ...fields, ...change } });
  const back = projectAddress(projectId, "lore", ...(entry ? [entry.id] : []));
  const isGone = failure?.kind === "not-found";

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const read = readFields(fields, all, entry);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const saved =
        entry && !isGone
          ? (await calls.update(projectId, entry.id, read.body, { ifMatch: typed.value.tag })).value
          : await calls.create(projectId, read.body, { idempotencyKey: key.current });
      typed.forget();
      notify(entry && !isGone ? lore.saved(saved.name) : lore.created(saved.name));
      replace(projectAddress(projectId, "lore", saved.id));
    } catch (thrown) {
      const reason = failureOf(thrown);
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      setBusy(false);
      if (reason.kind === "changed" && entry) await readTheirs(entry.id);
    }
  };

  /** What is there now is shown, and the next attempt is based on it. */
  const readTheirs = async (entryId: string) => {
    try {
      const now = await calls.get(projectId, entryId);
      setTheirs(now.value);
      const base = fieldsOf(now.value, all);
      typed.set({ fields: merged(fields, typed.value.base, base), base, tag: now.tag });
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };

  const leave = () => {
    typed.forget();
    go(back);
  };
  return { typed, fields, set, problems, failure, theirs, isBusy, isGone, submit, leave };
}

function Form(props: FormProps) {
  const { lore: all, entry } = props;
  const { typed, fields, set, problems, failure, theirs, isBusy, isGone, submit, leave } = useEntryForm(props);
  const id = useId();
  return (
    <form class="form lore-form" onSubmit={(event) => void submit(event)}>
      <h2>{entry ? t.editTitle(entry.name || texts.untitled) : t.createTitle}</h2>
      {typed.isFound && (
        <p class="typed-found" role="status">
          {parts.typed.found}{" "}
          <button type="button" class="button is-small" onClick={leave}>
            {parts.typed.discard}
          </button>
        </p>
      )}
      <Heading id={id} fields={fields} set={set} problem={problems.name ?? failure?.field("name")} />
      <Texts id={id} fields={fields} set={set} />
      <AttributeFields
        rows={fields.attributes}
        set={(attributes) => set({ attributes })}
        problem={problems.attributes}
      />
      <RelationFields
        rows={fields.relations}
        set={(relations) => set({ relations })}
        lore={all}
        problem={problems.relations}
      />
      {failure && (
        <div class="problem" role="alert">
          <p>
            {withRequest(failure, failure.kind === "changed" ? forms.conflict : isGone ? t.removedMeanwhile : undefined)}
          </p>
        </div>
      )}
      {theirs && <Theirs entry={theirs} mine={fields} lore={all} />}
      <footer class="form-footer">
        <button type="submit" class="button is-primary" disabled={isBusy}>
          {isGone ? t.saveNew : entry ? texts.actions.save : texts.actions.create}
        </button>
        <button type="button" class="button" onClick={leave}>
          {texts.actions.cancel}
        </button>
      </footer>
    </form>
  );
}

/** The name and the kind. */
function Heading({
  id,
  fields,
  set,
  problem,
}: {
  id: string;
  fields: Fields;
  set: (change: Partial<Fields>) => void;
  problem: string | undefined;
}) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div class="lore-heading">
      <div class="field">
        <label for={`${id}-name`}>{t.name}</label>
        <input
          ref={first}
          id={`${id}-name`}
          type="text"
          dir="auto"
          autocomplete="off"
          value={fields.name}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-name-problem`}
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
        <p id={`${id}-name-problem`} class="problem" role="alert">
          {problem}
        </p>
      </div>
      <div class="field">
        <label for={`${id}-category`}>{t.category}</label>
        <select
          id={`${id}-category`}
          value={fields.category}
          onChange={(event) => set({ category: event.currentTarget.value as Fields["category"] })}
        >
          {Object.entries(lore.categories).map(([word, title]) => (
            <option key={word} value={word}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The other names, and the text. */
function Texts({
  id,
  fields,
  set,
}: {
  id: string;
  fields: Fields;
  set: (change: Partial<Fields>) => void;
}) {
  return (
    <>
      <div class="field">
        <label for={`${id}-aliases`}>{t.aliases}</label>
        <textarea
          id={`${id}-aliases`}
          rows={2}
          dir="auto"
          value={fields.aliases}
          aria-describedby={`${id}-aliases-hint`}
          onInput={(event) => set({ aliases: event.currentTarget.value })}
        />
        <p id={`${id}-aliases-hint`} class="meta">
          {t.aliasesHint}
        </p>
      </div>
      <div class="field">
        <label for={`${id}-content`}>{t.content}</label>
        <textarea
          id={`${id}-content`}
          class="lore-text"
          rows={14}
          dir="auto"
          value={fields.content}
          aria-describedby={`${id}-content-hint`}
          onInput={(event) => set({ content: event.currentTarget.value })}
        />
        <p id={`${id}-content-hint`} class="meta">
          {t.contentHint}
        </p>
      </div>
    </>
  );
}
