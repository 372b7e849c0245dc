// The documents that a swarm works on: all, or those that are chosen.

import { useId, useState } from "preact/hooks";
import type { DocumentItem } from "../../api/types";
import { texts } from "../../texts";
import { swarms as all } from "../../texts/swarms";

const t = all.form;

/** From how many documents on there is a field to filter them by title. */
const FILTER_FROM = 12;

interface DocumentsProps {
  /** Undefined while they are read. */
  documents: DocumentItem[] | undefined;
  chosen: string[];
  problem: string | undefined;
  change: (chosen: string[]) => void;
}

export function Documents({ documents = [], chosen, problem, change }: DocumentsProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const listed = documents.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
  const toggle = (documentId: string, isChosen: boolean) =>
    change(isChosen ? [...chosen, documentId] : chosen.filter((one) => one !== documentId));
  return (
    <fieldset class="swarm-documents" aria-describedby={`${id}-problem`}>
      <legend>{t.documents}</legend>
      <details class="disclosure" open={problem !== undefined || chosen.length > 0}>
        <summary>{chosen.length === 0 ? t.documentsAll : t.documentsSome(chosen.length)}</summary>
        {documents.length >= FILTER_FROM && (
          <>
            <label class="visually-hidden" for={`${id}-filter`}>
              {t.documentsFilter}
            </label>
            <input
              id={`${id}-filter`}
              type="search"
              placeholder={t.documentsFilter}
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </>
        )}
        <ul class="swarm-document-list">
          {listed.map((document) => (
            <li key={document.id}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(document.id)}
                  onChange={(event) => toggle(document.id, event.currentTarget.checked)}
                />
                <bdi>{document.title || texts.untitled}</bdi>
              </label>
            </li>
          ))}
        </ul>
        {listed.length === 0 && documents.length > 0 && <p class="meta">{t.documentsNone}</p>}
      </details>
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}
