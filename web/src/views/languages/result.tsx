// Examples of a rule, each with its gloss word by word, and what became of it when the rule was run.

import type { ExampleResult, GlossedExample, GrammarRuleResponse } from "../../api/types";
import { languages } from "../../texts/languages";
import { icons } from "../../ui/icons";

const t = languages.result;

export function Examples({ examples }: { examples: GrammarRuleResponse["examples"] }) {
  if (examples.length === 0) return null;
  return (
    <ul class="examples">
      {examples.map((example, index) => (
        <li key={index} class="example">
          <p class="example-input" dir="auto">
            {example.input}
          </p>
          <Interlinear example={example} />
          {example.alignment?.problem !== undefined && (
            <p class="meta">
              {t.alignment} <bdi>{example.alignment.problem}</bdi>
            </p>
          )}
          {example.result && <Result result={example.result} />}
        </li>
      ))}
    </ul>
  );
}

/** The output above its gloss, word above word where both have as many. */
function Interlinear({ example }: { example: GlossedExample }) {
  const { output, gloss, alignment } = example;
  const words = output.split(/\s+/);
  const glosses = gloss?.split(/\s+/) ?? [];
  if (gloss === null || alignment?.level === "unaligned" || words.length !== glosses.length) {
    return (
      <p>
        <bdi class="example-output">{output}</bdi> {gloss !== null && <bdi class="meta">{gloss}</bdi>}
      </p>
    );
  }
  return (
    <p class="interlinear">
      {words.map((word, index) => (
        <span key={index}>
          <bdi class="example-output">{word}</bdi>
          <bdi class="meta">{glosses[index]}</bdi>
        </span>
      ))}
    </p>
  );
}

/** Whether an example holds; where it fails, the first step that differs. */
export function Result({ result }: { result: ExampleResult }) {
  const { status, reason, differs } = result;
  return (
    <div class={`example-result is-${status}`}>
      <p>
        {status === "passed" && <icons.check />}
        {status === "failed" && <icons.warning />}
        <strong>{t[status]}</strong> {reason !== undefined && <bdi class="meta">{reason}</bdi>}
      </p>
      {differs && (
        <p class="example-step">
          {differs.rule === undefined ? t.step(differs.step) : t.stepOf(differs.step, differs.rule)}{" "}
          <code>{differs.pattern}</code> <bdi>{t.becomes(differs.before, differs.after)}</bdi>
          {differs.expected !== undefined && <bdi>{t.should(differs.expected)}</bdi>}
        </p>
      )}
    </div>
  );
}
