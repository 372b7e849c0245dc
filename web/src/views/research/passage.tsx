// A passage that was found, with its citation.

import { useState } from "preact/hooks";
import type { ResearchSearchResult } from "../../api/types";
import { projectAddress } from "../../router";
import { texts } from "../../texts";
import { research as t } from "../../texts/research";
import { excerpt, marked } from "./search";

export function Passage({ found, query }: { found: ResearchSearchResult; query: string }) {
  const [isWhole, setWhole] = useState(false);
  const { metadata, content } = found;
  const title = metadata.title || texts.untitled;
  const short = excerpt(content, query);
  const address = addressOf(found);
  return (
    <li class="passage">
      <h2 class="passage-title">
        {address === null ? (
          <bdi>{title}</bdi>
        ) : (
          <a href={address} class="passage-link" title={t.citation(title)}>
            <bdi>{title}</bdi>
          </a>
        )}
      </h2>
      <p class="passage-about meta">
        <span>{kindOf(found)}</span>
        {metadata.label === "untrusted" && <span>{t.untrusted}</span>}
        <span>{t.found[howFound(found)]}</span>
      </p>
      <Marked text={isWhole ? content : short} query={query} />
      {short !== content && (
        <button
          type="button"
          class="link passage-whole meta"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t.less : t.whole}
        </button>
      )}
    </li>
  );
}

/** A text with the words of the search marked. */
function Marked({ text, query }: { text: string; query: string }) {
  return (
    <blockquote class="passage-text" dir="auto">
      {marked(text, query).map((piece, index) => (piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text))}
    </blockquote>
  );
}

/** Where the passage stands; null where no view shows it. */
function addressOf({ id, metadata }: ResearchSearchResult): string | null {
  const [recordId = ""] = id.split(":");
  return citation(metadata.projectId, metadata.collection, recordId, metadata.start, metadata.end);
}

/** The address of a passage of a record; null where no view shows it. */
export function citation(
  projectId: string | null,
  collection: string,
  recordId: string,
  start: number,
  end: number,
): string | null {
  if (projectId === null || recordId === "" || collection === "messages") return null;
  if (collection === "lore") return projectAddress(projectId, "lore", recordId);
  return `${projectAddress(projectId, "manuscript", recordId)}?start=${start}&end=${end}`;
}

function kindOf({ metadata }: ResearchSearchResult): string {
  if (metadata.collection === "lore") return t.loreKind(metadata.kind);
  if (metadata.collection === "messages") return t.messageKind;
  return t.kinds[metadata.kind] ?? metadata.kind;
}

function howFound({ metadata, similarity }: ResearchSearchResult): "words" | "meaning" | "both" {
  const isByMeaning = metadata.embedder !== "words" && similarity > 0;
  if (!isByMeaning) return "words";
  return metadata.wordScore > 0 ? "both" : "meaning";
}
