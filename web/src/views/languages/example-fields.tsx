// The examples of a rule as rows of fields, each with what became of it when the rule was last run.

import { useRef } from "preact/hooks";
import type { GlossedExample } from "../../api/types";
import { languages } from "../../texts/languages";
import { parts } from "../../texts/parts";
import "../../ui/field-rows.css";
import { icons } from "../../ui/icons";
import { useNewRow } from "../../ui/new-row";
import { Result } from "./result";
import type { ExampleField } from "./rule-fields";

const t = languages.rule;

interface ExampleFieldsProps {
  rows: ExampleField[];
  set: (rows: ExampleField[]) => void;
  /** The examples as they were last run. */
  results: GlossedExample[];
}

export function ExampleFields({ rows, set, results }: ExampleFieldsProps) {
  const element = useRef<HTMLFieldSetElement>(null);
  const focusNewRow = useNewRow(element, rows.length);
  const change = (at: number, field: Partial<ExampleField>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...field } : row)));
  const add = () => {
    focusNewRow();
    set([...rows, { input: "", output: "", gloss: "" }]);
  };
  return (
    <fieldset ref={element} class="field-rows">
      <legend>{t.examples}</legend>
      <p class="meta">{t.examplesHint}</p>
      {rows.map((row, at) => {
        // Only of what was run: an example that was changed since has no result.
        const run = results.find(({ input, output }) => input === row.input && output === row.output);
        return (
          <div key={at} class="example-fields">
            <div class="field-row language-example-row">
              <input
                type="text"
                dir="auto"
                autocomplete="off"
                spellcheck={false}
                placeholder={t.inputHolder}
                aria-label={t.input(at + 1)}
                value={row.input}
                onInput={(event) => change(at, { input: event.currentTarget.value })}
              />
              <input
                type="text"
                dir="auto"
                autocomplete="off"
                spellcheck={false}
                placeholder={t.outputHolder}
                aria-label={t.output(at + 1)}
                value={row.output}
                onInput={(event) => change(at, { output: event.currentTarget.value })}
              />
              <input
                type="text"
                dir="auto"
                autocomplete="off"
                spellcheck={false}
                placeholder={t.glossHolder}
                aria-label={t.gloss(at + 1)}
                value={row.gloss}
                onInput={(event) => change(at, { gloss: event.currentTarget.value })}
              />
              <button
                type="button"
                class="icon-button"
                aria-label={parts.form.remove(t.example(at + 1))}
                onClick={() => set(rows.filter((_, index) => index !== at))}
              >
                <icons.close />
              </button>
            </div>
            {run?.result && <Result result={run.result} />}
          </div>
        );
      })}
      <button type="button" class="button is-small" onClick={add}>
        <icons.plus />
        {t.addExample}
      </button>
    </fieldset>
  );
}
