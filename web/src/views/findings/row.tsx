// A finding in the list: the words, what is the matter, what to do about it, and where it stands.

import type { ComponentChildren } from "preact";
import type { Finding } from "../../api/types";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { ago, exactly } from "../../state/time";
import { texts } from "../../texts";
import { findings as t } from "../../texts/findings";
import { icons } from "../../ui/icons";
import { Menu, type MenuItem } from "../../ui/menu";
import type { Answer } from "./answers";
import { passageOf, type Place, placesOf, unlisted } from "./places";

/** How many further places are shown before the others are folded away. */
const PLACES_SHOWN = 3;

interface RowProps {
  finding: Finding;
  isSelected: boolean;
  /** Whether the document is named, where the findings are not grouped by it. */
  namesDocument: boolean;
  toggle: () => void;
  answer: (state: Answer, asksReason: boolean) => void;
}

export function FindingRow({ finding, isSelected, namesDocument, toggle, answer }: RowProps) {
  const remedy = t.remedy(finding.rule);
  return (
    <li class={`finding${isSelected ? " is-selected" : ""}`} id={rowId(finding.id)} tabIndex={-1}>
      {mayWrite() && (
        <input
          type="checkbox"
          class="finding-check"
          aria-label={t.select(finding.message)}
          checked={isSelected}
          onChange={toggle}
        />
      )}
      <div class="finding-text">
        <p class="finding-head">
          <span class={`severity is-${finding.severity}`}>{t.severities[finding.severity]}</span>
          <span>{t.rule(finding.rule)}</span>
          {finding.state !== "open" && <span class="badge">{t.states[finding.state]}</span>}
        </p>
        <Words finding={finding} />
        <p>
          <bdi>{finding.message}</bdi>
        </p>
        {remedy !== undefined && <p class="meta">{remedy}</p>}
        <Places finding={finding} />
        {finding.reason !== null && (
          <p class="finding-reason">
            {t.reason.ofAuthor} <bdi>{finding.reason}</bdi>
          </p>
        )}
        <Where finding={finding} namesDocument={namesDocument} />
      </div>
      {mayWrite() && <Answers finding={finding} answer={answer} />}
    </li>
  );
}

/** The element of a finding, for whoever moves the focus there. */
export function rowId(id: string): string {
  return `finding-${id}`;
}

/** The words that it is about, within what stands around them. */
function Words({ finding }: { finding: Finding }) {
  const quote = finding.quotation?.quote ?? "";
  const passage = passageOf(finding) ?? quote;
  if (passage === "") return null;
  // Where nothing stands around them, nothing has to be marked.
  const at = quote === "" || quote === passage ? -1 : passage.indexOf(quote);
  return (
    <blockquote class="finding-words" dir="auto">
      {at < 0 ? (
        passage
      ) : (
        <>
          {passage.slice(0, at)}
          <mark>{quote}</mark>
          {passage.slice(at + quote.length)}
        </>
      )}
    </blockquote>
  );
}

/** Where it stands, with the way there, and who found it when. */
function Where({ finding, namesDocument }: { finding: Finding; namesDocument: boolean }) {
  const { documentId, documentTitle, line } = finding;
  const title = documentTitle || texts.untitled;
  return (
    <p class="finding-where meta">
      {documentId !== null && (
        <a href={placeAddress(finding, documentId, line)}>
          <bdi>{namesDocument || line === null ? t.document(title, line) : t.line(line)}</bdi>
        </a>
      )}
      {documentId !== null && line === null && <span>{t.lineGone}</span>}
      {documentId !== null && line !== null && finding.documentVersion !== finding.currentDocumentVersion && (
        <span>{t.changedSince}</span>
      )}
      <span title={exactly(finding.createdAt)}>
        <bdi>{t.foundBy(finding.agent, ago(finding.createdAt))}</bdi>
      </span>
    </p>
  );
}

function Places({ finding }: { finding: Finding }) {
  const places = placesOf(finding);
  if (places.length === 0) return null;
  const more = unlisted(finding);
  const shown = places.slice(0, PLACES_SHOWN);
  const folded = places.slice(PLACES_SHOWN);
  const list = (some: Place[], end: ComponentChildren = null) => (
    <ul class="finding-places">
      {some.map((place, index) => (
        <li key={index}>
          <PlaceLine finding={finding} place={place} />
        </li>
      ))}
      {end}
    </ul>
  );
  const rest = more > 0 && <li class="meta">{t.placesUnlisted(more)}</li>;
  if (folded.length === 0) return list(shown, rest);
  return (
    <>
      {list(shown)}
      <details>
        <summary class="meta">{t.places(folded.length + more)}</summary>
        {list(folded, rest)}
      </details>
    </>
  );
}

function PlaceLine({ finding, place }: { finding: Finding; place: Place }) {
  const { documentId, line, quote, message, source } = place;
  const title = place.title || texts.untitled;
  return (
    <>
      {documentId !== null ? (
        <a href={placeAddress(finding, documentId, line)}>
          <bdi>{t.document(title, line)}</bdi>
        </a>
      ) : (
        <span class="meta">
          <bdi>{source === "timeline" ? t.inTimeline(title) : t.inLore(title)}</bdi>
        </span>
      )}{" "}
      {quote !== null && (
        <q dir="auto" class="finding-quote">
          {quote}
        </q>
      )}{" "}
      {message !== null && (
        <span class="meta">
          <bdi>{message}</bdi>
        </span>
      )}
    </>
  );
}

/** The address of a place in the manuscript. */
function placeAddress(finding: Finding, documentId: string, line: number | null): string {
  const query = new URLSearchParams({ finding: finding.id });
  if (line !== null) query.set("line", String(line));
  return `${projectAddress(finding.projectId, "manuscript", documentId)}?${query}`;
}

function Answers({ finding, answer }: { finding: Finding; answer: RowProps["answer"] }) {
  const { state } = finding;
  const button = (to: Answer, asksReason = false) =>
    state !== to && (
      <button type="button" class="button is-small is-quiet" onClick={() => answer(to, asksReason)}>
        {t.answers[to]}
      </button>
    );
  const isGone = state === "stale";
  const items: MenuItem[] = [
    ...(isGone ? [] : [{ text: t.answers.acceptedWith, run: () => answer("accepted", true) }]),
    { text: t.answers.dismissedWith, run: () => answer("dismissed", true) },
  ];
  return (
    <div class="finding-answers">
      {!isGone && button("open")}
      {!isGone && button("accepted")}
      {button("waived", true)}
      {button("dismissed")}
      <Menu label={texts.actions.more(finding.message)} items={items} class="icon-button is-small">
        <icons.more />
      </Menu>
    </div>
  );
}
