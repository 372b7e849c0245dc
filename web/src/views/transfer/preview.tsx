// What an import would do, before anything is written.

import { useEffect, useState } from "preact/hooks";
import { type ApiFailure, failureOf } from "../../api/failure";
import { imports, type Preview as ImportPreview } from "../../api/imports";
import type { ImportSkipped } from "../../api/types";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { transfer as t } from "../../texts/transfer";
import { Failed } from "../../ui/states";
import type { Chosen } from "./files";
import { sizeFailure } from "./run";

/** How many documents are listed at first. */
const LISTED = 100;

/** What is known of a preview. */
export interface Previewed {
  preview: ImportPreview | undefined;
  failure: ApiFailure | undefined;
  retry: () => void;
}

/** Asks what an import of these texts would do; an answer that is no longer asked for is dropped. */
export function usePreview(chosen: Chosen, cut: boolean, projectId: string): Previewed {
  const [state, setState] = useState<Omit<Previewed, "retry">>({ preview: undefined, failure: undefined });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (chosen.isProject) return;
    const reading = new AbortController();
    setState({ preview: undefined, failure: undefined });
    const body = { files: chosen.files, cut, ...(projectId === "" ? {} : { projectId }) };
    imports.preview(body, { signal: reading.signal }).then(
      (preview) => {
        if (!reading.signal.aborted) setState({ preview, failure: undefined });
      },
      (thrown) => {
        if (reading.signal.aborted) return;
        setState({ preview: undefined, failure: sizeFailure(failureOf(thrown), chosen) });
      },
    );
    return () => reading.abort();
  }, [chosen, cut, projectId, attempts]);
  return { ...state, retry: () => setAttempts(attempts + 1) };
}

export function Preview({ of, chosen }: { of: Previewed; chosen: Chosen }) {
  const { preview, failure, retry } = of;
  return (
    <section class="preview" aria-busy={preview === undefined && failure === undefined}>
      <h2>{t.preview.title}</h2>
      {failure ? (
        <Failed failure={failure} retry={retry} />
      ) : preview === undefined ? (
        <p class="meta" role="status">
          {t.preview.reading}
        </p>
      ) : (
        <>
          <p role="status">
            {preview.documents.length === 0
              ? t.preview.nothing
              : `${t.preview.summary(preview.new, preview.changed, preview.same)}; ${t.preview.words(number(preview.words))}`}
          </p>
          {((preview.comments ?? 0) > 0 || (preview.trackedChanges ?? 0) > 0) && (
            <p>{t.preview.remarks(preview.comments ?? 0, preview.trackedChanges ?? 0)}</p>
          )}
          {preview.documents.length > 0 && <Documents preview={preview} />}
          <Skipped files={[...chosen.skipped, ...preview.skipped]} />
        </>
      )}
    </section>
  );
}

function Documents({ preview }: { preview: ImportPreview }) {
  const [isWhole, setWhole] = useState(false);
  const { documents } = preview;
  const shown = isWhole ? documents : documents.slice(0, LISTED);
  return (
    <>
      <table class="preview-table">
        <thead>
          <tr>
            <th scope="col">{t.preview.titleHead}</th>
            <th scope="col">{t.preview.kindHead}</th>
            <th scope="col" class="is-number">
              {t.preview.wordsHead}
            </th>
            <th scope="col">{t.preview.changeHead}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one, index) => (
            <tr key={index} class={`is-${one.change}`}>
              <th scope="row" class={`is-level-${levelOf(one.path)}`}>
                <bdi>{one.title || texts.untitled}</bdi>
              </th>
              <td>{t.preview.kinds[one.kind]}</td>
              <td class="is-number">{one.kind === "part" && one.words === 0 ? "" : number(one.words)}</td>
              <td>{t.preview.changes[one.change]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < documents.length && (
        <p>
          <button type="button" class="button is-small" onClick={() => setWhole(true)}>
            {t.preview.showAll(documents.length)}
          </button>
        </p>
      )}
    </>
  );
}

/** How far in a document is shown, at most three steps. */
function levelOf(path: string): number {
  return Math.min(path.split("/").length - 1, 3);
}

/** The files that are left out, each with its reason. */
export function Skipped({ files }: { files: ImportSkipped[] }) {
  if (files.length === 0) return null;
  return (
    <details class="skipped">
      <summary>{t.preview.skipped(files.length)}</summary>
      <SkippedList files={files} />
    </details>
  );
}

export function SkippedList({ files }: { files: ImportSkipped[] }) {
  return (
    <ul class="skipped-list">
      {files.slice(0, LISTED).map(({ path, reason }, index) => (
        <li key={index}>
          <bdi>
            <strong>{path}</strong>
          </bdi>{" "}
          <span class="meta">{reason}</span>
        </li>
      ))}
      {files.length > LISTED && <li class="meta">{`+ ${number(files.length - LISTED)}`}</li>}
    </ul>
  );
}
