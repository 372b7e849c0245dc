// How far the texts are read in which somebody speaks, and what is missing.

import { number } from "../../state/time";
import { withRequest } from "../../api/failure";
import { texts } from "../../texts";
import { people as t } from "../../texts/people";
import type { Spoken } from "./persons";
import { QUOTATIONS_MAX, type Speeches } from "./speech";

interface ProgressProps {
  speeches: Speeches;
  spoken: Spoken;
  retry: () => void;
}

export function Progress({ speeches, spoken, retry }: ProgressProps) {
  const { byText, isReading, isPart, failure } = speeches;
  const { documents, documentsTotal } = spoken;
  const total = documents.length;
  const read = documents.filter(({ documentId }) => byText.has(documentId)).length;
  return (
    <div class="people-progress" role="status" aria-busy={isReading}>
      {isReading && total > read && (
        <p class="meta">
          <span class="people-read" aria-hidden="true">
            <span style={{ width: `${(100 * read) / total}%` }} />
          </span>{" "}
          {t.reading(number(read), number(total))}
        </p>
      )}
      {isPart && <p class="meta">{t.part(number(QUOTATIONS_MAX))}</p>}
      {documentsTotal > total && <p class="meta">{t.partTexts(number(total), number(documentsTotal))}</p>}
      {failure && (
        <p class="problem">
          {t.failed} {withRequest(failure)}{" "}
          <button type="button" class="button is-small" onClick={retry}>
            {texts.actions.retry}
          </button>
        </p>
      )}
    </div>
  );
}
