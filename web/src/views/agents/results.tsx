// The typed results of language models, each laid out as what it is: statements with what proves them,
// ideas to choose from, edits beside the words they replace.

import type { ComponentChildren } from "preact";
import { agents as all } from "../../texts/agents";
import { Markdown } from "../../ui/markdown";
import { Cited, CitedList } from "./citation";
import { type Citable, fieldsOf, type Fields, recordsOf, textOf, textsOf } from "./values";

const t = all.answer;

interface Context {
  sources: Citable[];
  projectId: string | null;
}

interface ResultProps extends Context {
  kind: string;
  result: Fields;
}

type Layout = (result: Fields, context: Context) => ComponentChildren;

/** Whether a kind of result can be laid out. */
export const isKnown = (kind: string): boolean => kind in LAYOUTS;

export function Result({ kind, result, sources, projectId }: ResultProps) {
  const layout = LAYOUTS[kind];
  return <div class="result">{layout?.(result, { sources, projectId })}</div>;
}

const LAYOUTS: Record<string, Layout> = {
  answers: (result, context) => (
    <>
      <ul class="result-list">
        {recordsOf(result["statements"]).map((one) => (
          <li>
            <Words of={one["statement"]} />
            <CitedList of={one["citations"]} {...context} />
          </li>
        ))}
      </ul>
      <Listed title={t.unknown} of={result["unknown"]} />
    </>
  ),

  ideas: (result, context) => (
    <>
      <Numbered
        of={result["ideas"]}
        draw={(idea) => (
          <>
            <Title of={idea["title"]} />
            <Words of={idea["idea"]} />
            {fieldsOf(idea["grows_from"]) ? <Cited of={idea["grows_from"]} {...context} /> : <Tag>{t.new}</Tag>}
            <Named name={t.costs} of={idea["costs"]} />
          </>
        )}
      />
      <Words of={result["question"]} />
    </>
  ),

  structure: (result, context) => (
    <>
      <Numbered
        of={result["parts"]}
        draw={(part) => (
          <>
            <Title of={part["title"]}>{fieldsOf(part["citation"]) ? null : <Tag>{t.proposed}</Tag>}</Title>
            <Words of={part["summary"]} />
            <Named name={t.purpose} of={part["purpose"]} />
            <Cited of={part["citation"]} {...context} />
          </>
        )}
      />
      <Listed title={t.questions} of={result["questions"]} />
    </>
  ),

  draft: (result) => (
    <>
      <Markdown text={textOf(result["text"])} level={2} />
      <Listed title={t.notes} of={result["notes"]} />
    </>
  ),

  edits: (result, context) => (
    <>
      <Words of={result["summary"]} />
      <Numbered
        of={result["edits"]}
        draw={(edit) => (
          <>
            <p class="agent-change-words" dir="auto">
              <del>{textOf(fieldsOf(edit["before"])?.["quote"])}</del> <ins>{textOf(edit["after"])}</ins>
            </p>
            <Words of={edit["reason"]} />
            <Cited of={edit["before"]} {...context} hidesQuote />
          </>
        )}
      />
    </>
  ),

  critique: (result, context) => (
    <>
      {recordsOf(result["readers"]).map((reader) => (
        <section class="result-part">
          <Title of={reader["reader"]} />
          <Words of={reader["judgement"]} />
          <ul class="result-list">
            {recordsOf(reader["moments"]).map((moment) => (
              <li>
                <Cited of={moment["citation"]} {...context} />
                <Words of={moment["effect"]} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Named name={t.together} of={result["together"]} />
    </>
  ),

  argument: (result, context) => (
    <>
      <p dir="auto">
        <strong>{textOf(result["position"])}</strong>
      </p>
      <ul class="result-list">
        {recordsOf(result["claims"]).map((claim) => (
          <li>
            <Words of={claim["claim"]} />
            <CitedList of={claim["grounds"]} {...context} />
          </li>
        ))}
      </ul>
      {recordsOf(result["replies"]).map((reply) => (
        <Named name={t.replies(textOf(reply["to"]))} of={reply["reply"]} />
      ))}
      <Listed title={t.conceded} of={result["concessions"]} />
    </>
  ),

  letter: (result, context) => (
    <>
      <Title of={result["kind"]} />
      <Markdown text={textOf(result["text"])} level={2} />
      <p class="meta">{t.grounds}</p>
      <CitedList of={result["grounds"]} {...context} />
    </>
  ),

  promises: (result, context) => (
    <Numbered
      of={result["promises"]}
      draw={(promise) => (
        <>
          <Title of={promise["title"]}>{fieldsOf(promise["kept"]) ? null : <Tag>{t.open}</Tag>}</Title>
          <Words of={promise["description"]} />
          <p class="meta">{t.made}</p>
          <Cited of={promise["made"]} {...context} />
          {fieldsOf(promise["kept"]) && <p class="meta">{t.kept}</p>}
          <Cited of={promise["kept"]} {...context} />
          <Words of={promise["payoff"]} />
        </>
      )}
    />
  ),

  events: (result, context) => (
    <>
      <Numbered
        of={result["events"]}
        draw={(event) => (
          <>
            <Title of={event["title"]}>
              <Tag>{textOf(event["date"]) || t.noDate}</Tag>
            </Title>
            <Cited of={event["citation"]} {...context} />
          </>
        )}
      />
      <Listed title={t.doubts} of={result["doubts"]} />
    </>
  ),

  voices: (result, context) => (
    <>
      {recordsOf(result["voices"]).map((voice) => (
        <section class="result-part">
          <Title of={voice["person"]} />
          <Words of={voice["voice"]} />
          <Listed of={voice["habits"]} />
          <CitedList of={voice["lines"]} {...context} />
        </section>
      ))}
    </>
  ),

  entries: (result, context) => (
    <>
      {recordsOf(result["entries"]).map((entry) => (
        <section class="result-part">
          <Title of={entry["name"]}>
            <Tag>{textOf(entry["category"])}</Tag>
          </Title>
          <Markdown text={textOf(entry["content"])} level={2} />
          {recordsOf(entry["grounds"]).length === 0 ? (
            <p class="meta">{t.invented}</p>
          ) : (
            <CitedList of={entry["grounds"]} {...context} />
          )}
        </section>
      ))}
    </>
  ),

  words: (result, context) => (
    <>
      <Words of={result["explanation"]} />
      <ul class="result-list">
        {recordsOf(result["words"]).map((word) => (
          <li>
            <p dir="auto">
              <strong>{textOf(word["form"])}</strong> “{textOf(word["meaning"])}”
            </p>
            <Words of={word["formation"]} />
            <CitedList of={word["grounds"]} {...context} />
          </li>
        ))}
      </ul>
    </>
  ),

  plan: (result) => (
    <>
      <p dir="auto">
        <strong>{textOf(result["goal"])}</strong>
      </p>
      <Numbered
        of={result["steps"]}
        draw={(step) => (
          <>
            <Title of={step["agent"]} />
            <Words of={step["task"]} />
            <Named name={t.doneWhen} of={step["done_when"]} />
          </>
        )}
      />
      <Listed title={t.questions} of={result["questions"]} />
    </>
  ),
};

function Words({ of }: { of: unknown }) {
  const text = textOf(of);
  return text === "" ? null : <p dir="auto">{text}</p>;
}

function Title({ of, children }: { of: unknown; children?: ComponentChildren }) {
  return (
    <p class="result-title">
      <bdi>{textOf(of)}</bdi>
      {children}
    </p>
  );
}

function Tag({ children }: { children: ComponentChildren }) {
  return <span class="badge">{children}</span>;
}

function Named({ name, of }: { name: string; of: unknown }) {
  const text = textOf(of);
  if (text === "") return null;
  return (
    <p dir="auto">
      <span class="meta">{name}:</span> {text}
    </p>
  );
}

function Listed({ title, of }: { title?: string; of: unknown }) {
  const lines = textsOf(of);
  if (lines.length === 0) return null;
  return (
    <div class="result-part">
      {title !== undefined && <p class="meta">{title}</p>}
      <ul class="result-bullets">
        {lines.map((line) => (
          <li dir="auto">{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Numbered({ of, draw }: { of: unknown; draw: (one: Fields) => ComponentChildren }) {
  return (
    <ol class="result-numbered">
      {recordsOf(of).map((one) => (
        <li>{draw(one)}</li>
      ))}
    </ol>
  );
}
