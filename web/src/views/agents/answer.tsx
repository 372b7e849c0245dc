// An answer laid out: what a model wrote as its typed result with citations, what was measured as text with
// links to the places it quotes, and below it what is proposed and what the answer rests on.

import { useMemo } from "preact/hooks";
import type { Proposal } from "../../api/types";
import { agents as all } from "../../texts/agents";
import { Markdown } from "../../ui/markdown";
import { recordAddress } from "../../ui/records";
import { icons } from "../../ui/icons";
import { asMarkdown } from "./lines";
import { placesOf } from "./places";
import { Proposals } from "./proposals";
import { ReceiptDetails } from "./receipt";
import { isKnown, Result } from "./results";
import { type Citable, fieldsOf, type Fields, listOf, textOf } from "./values";

const t = all.answer;

interface AnswerProps {
  text: string;
  report: Fields | undefined;
  projectId: string | null;
  /** By which its proposals are found. */
  proposals: { agent: string; isOf: (proposal: Proposal) => boolean };
}

/** What separates a model's result from what was measured, in the text for people. */
const MEASURED = "\nMeasured:\n";

export function Answer({ text, report, projectId, proposals }: AnswerProps) {
  const answer = fieldsOf(report?.["answer"]);
  const sources = useMemo(() => citable(fieldsOf(answer?.["receipt"])), [answer]);
  const result = fieldsOf(answer?.["result"]);
  const kind = textOf(answer?.["kind"]);
  const isTyped = result !== undefined && isKnown(kind);
  const measured = answer ? text.split(MEASURED)[1] : undefined;
  const failure = textOf(answer?.["failure"]);
  return (
    <div class="agent-answer">
      {failure !== "" && (
        <p class="agent-answer-failure">
          <icons.warning />
          <span>
            {t.failed}: <bdi>{failure}</bdi>
          </span>
        </p>
      )}
      {isTyped ? (
        <Result kind={kind} result={result} sources={sources} projectId={projectId} />
      ) : (
        <Lines text={measured === undefined ? text : (text.split(MEASURED)[0] ?? "")} report={report} projectId={projectId} />
      )}
      {isTyped && textOf(answer?.["model"]) !== "" && <p class="meta">{t.model(textOf(answer?.["model"]))}</p>}
      {projectId !== null && <Proposals projectId={projectId} {...proposals} />}
      {measured !== undefined && (
        <details class="disclosure" open={failure !== ""}>
          <summary>{t.measured}</summary>
          <Lines text={measured} report={report} projectId={projectId} />
        </details>
      )}
      <ReceiptDetails receipt={fieldsOf(answer?.["receipt"])} projectId={projectId} />
    </div>
  );
}

/** A text of an agent, in which the places that it quotes are links. */
function Lines({ text, report, projectId }: Pick<AnswerProps, "text" | "report" | "projectId">) {
  const quoted = useMemo(() => linksOf(report, projectId), [report, projectId]);
  const markdown = useMemo(() => asMarkdown(text), [text]);
  return <Markdown text={markdown} keepsLines quoted={quoted} level={2} />;
}

function linksOf(report: Fields | undefined, projectId: string | null): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { words, kind, id, at } of placesOf(report)) {
    const address = recordAddress(kind, projectId, id, at);
    if (address !== undefined && !links.has(words)) links.set(words, address);
  }
  return links;
}

/** The sources that a result may cite, by their number. */
function citable(receipt: Fields | undefined): Citable[] {
  return listOf(receipt?.["sources"]).map((value) => {
    const source = fieldsOf(value);
    return {
      kind: textOf(source?.["kind"]),
      id: textOf(source?.["id"]),
      title: textOf(source?.["title"]),
    };
  });
}
