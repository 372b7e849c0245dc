// A rule that is made or edited. Each time it is saved the service runs it, and the results stand beside
// its examples.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import { languages as calls } from "../../api/languages";
import type { GrammarRuleCreateRequest, GrammarRuleResponse } from "../../api/types";
import { number } from "../../state/time";
import { useTyped } from "../../state/typed";
import { texts } from "../../texts";
import { forms } from "../../texts/forms";
import { languages } from "../../texts/languages";
import { parts } from "../../texts/parts";
import { merged, Theirs } from "../../ui/theirs";
import { notify } from "../../ui/toast";
import { ExampleFields } from "./example-fields";
import { PatternField } from "./pattern-field";
import { type Fields, fieldsOf, bodyOf } from "./rule-fields";

const t = languages.rule;

interface FormProps {
  languageId: string;
  /** The rule to change; none for a new one. */
  rule?: GrammarRuleResponse;
  close: () => void;
  /** Hears of the rule each time it was saved. */
  saved?: (rule: GrammarRuleResponse) => void;
}

/** What is typed, and the rule that it is based on. */
interface Kept {
  fields: Fields;
  base: Fields;
  tag: string;
}

/** The fields of a rule, as texts. */
function rowsOf(theirs: Fields, mine: Fields): [string, string, string][] {
  const examplesOf = ({ examples }: Fields) => examples.map((one) => Object.values(one).join(" · ")).join("\n");
  return [
    [t.name, theirs.name, mine.name],
    [t.category, languages.categories[theirs.category], languages.categories[mine.category]],
    [t.pattern, theirs.pattern, mine.pattern],
    [t.description, theirs.description, mine.description],
    [t.examples, examplesOf(theirs), examplesOf(mine)],
  ];
}

/** The state of a form, and what becomes of it when it is sent. */
function useRuleForm({ languageId, rule, close, saved: tell }: FormProps) {
  const initial = fieldsOf(rule);
  const typed = useTyped<Kept>(`rule.${rule?.id ?? `new.${languageId}`}`, { fields: initial, base: initial, tag: "" });
  const { fields } = typed.value;
  /** The rule as it was last saved from here. */
  const [saved, setSaved] = useState(rule);
  const [failure, setFailure] = useState<ApiFailure>();
  const [isNameMissing, setNameMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(typed.isFound);
  const key = useRef(newKey());
  const latest = useRef(typed.value);
  latest.current = typed.value;
  const [theirs, setTheirs] = useState<GrammarRuleResponse>();
  /** Takes in the rule as it is now: what nobody touched here is shown, and the next attempt is based on it. */
  const readRule = async (ruleId: string) => {
    try {
      const { value, tag } = await calls.rule(ruleId);
      const { fields: mine, base } = latest.current;
      const now = fieldsOf(value);
      const isOther = JSON.stringify(now) !== JSON.stringify(base);
      if (isOther) setTheirs(value);
      typed.start({ fields: merged(mine, base, now), base: now, tag });
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  useEffect(() => {
    // The list was read a moment before; what was typed before a reload is based on what was there then.
    if (rule && typed.value.tag === "") void readRule(rule.id);
  }, []);

  const set = (change: Partial<Fields>) => {
    setDirty(true);
    typed.set({ ...typed.value, fields: { ...fields, ...change } });
  };
  const isGone = failure?.kind === "not-found";

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = bodyOf(fields);
    setNameMissing(body.name === "");
    if (body.name === "") return;
    setBusy(true);
    setFailure(undefined);
    try {
      const before = saved;
      const { value, tag } = await send(body, isGone ? undefined : saved);
      typed.forget();
      typed.start({ fields, base: fields, tag });
      setTheirs(undefined);
      setSaved(value);
      tell?.(value);
      setDirty(false);
      const undo = before && !isGone ? () => calls.updateRule(value.id, bodyOf(fieldsOf(before))) : null;
      notify(t.saved(value.name), undo ?? (() => calls.removeRule(value.id)));
    } catch (thrown) {
      const reason = failureOf(thrown);
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      if (reason.kind === "changed" && saved) await readRule(saved.id);
    } finally {
      setBusy(false);
    }
  };

  const send = (body: GrammarRuleCreateRequest, existing: GrammarRuleResponse | undefined) =>
    existing
      ? calls.updateRule(existing.id, body, { ifMatch: typed.value.tag })
      : calls.createRule(languageId, body, { idempotencyKey: key.current });

  const leave = () => {
    typed.forget();
    close();
  };
  const nameProblem = isNameMissing ? t.nameMissing : failure?.field("name");
  return { typed, fields, set, saved, failure, theirs, nameProblem, isBusy, isDirty, isGone, submit, leave };
}

export function RuleForm(props: FormProps) {
  const { typed, fields, set, saved, failure, theirs, nameProblem, isBusy, isDirty, isGone, submit, leave } =
    useRuleForm(props);
  const id = useId();
  return (
    <form class="form rule-form" onSubmit={(event) => void submit(event)}>
      {typed.isFound && (
        <p class="typed-found" role="status">
          {parts.typed.found}{" "}
          <button type="button" class="button is-small" onClick={leave}>
            {parts.typed.discard}
          </button>
        </p>
      )}
      <Heading id={id} fields={fields} set={set} problem={nameProblem} />
      <PatternField id={`${id}-pattern`} pattern={fields.pattern} set={(pattern) => set({ pattern })} />
      <div class="field">
        <label for={`${id}-description`}>{t.description}</label>
        <textarea
          id={`${id}-description`}
          rows={3}
          dir="auto"
          value={fields.description}
          onInput={(event) => set({ description: event.currentTarget.value })}
        />
      </div>
      <ExampleFields
        rows={fields.examples}
        set={(examples) => set({ examples })}
        results={saved?.examples ?? []}
      />
      {isDirty && saved && saved.examples.length > 0 && <p class="meta">{t.unsaved}</p>}
      {saved?.changedForms && <Changed changed={saved.changedForms} />}
      {failure && !nameProblem && (
        <p class="problem" role="alert">
          {withRequest(failure, failure.kind === "changed" ? forms.conflict : isGone ? t.gone : undefined)}
        </p>
      )}
      {theirs && <Theirs rows={rowsOf(fieldsOf(theirs), fields)} />}
      <footer class="form-footer">
        <button type="submit" class="button is-primary" disabled={isBusy}>
          {t.run}
        </button>
        <button type="button" class="button" onClick={leave}>
          {isDirty ? texts.actions.cancel : t.done}
        </button>
      </footer>
    </form>
  );
}

/** The name and the part of the grammar. */
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
    <div class="rule-heading">
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
          {Object.entries(languages.categories).map(([word, title]) => (
            <option key={word} value={word}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The forms of the lexicon that are others since the rule was saved. */
function Changed({ changed }: { changed: NonNullable<GrammarRuleResponse["changedForms"]> }) {
  return (
    <details class="changed-forms">
      <summary>{t.changed(number(changed.total), changed.total === 1)}</summary>
      <ul>
        {changed.forms.map(({ wordId, word, ruleId, before, after }) => (
          <li key={`${wordId}/${ruleId}`}>
            <bdi class="example-output">{word}</bdi>{" "}
            <bdi class="meta">{t.changedForm(before.join(", "), after.join(", "))}</bdi>
          </li>
        ))}
      </ul>
      {!changed.complete && <p class="meta">{t.changedIncomplete}</p>}
    </details>
  );
}
