// The quotations whose speaker the text does not show, so that somebody can say who speaks.

import { useMemo } from "preact/hooks";
import { projectAddress } from "../../router";
import { people as t } from "../../texts/people";
import type { Person, Spoken } from "./persons";
import { Progress } from "./progress";
import { Said } from "./said";
import { useSpeech } from "./speech";

interface UnknownProps {
  projectId: string;
  spoken: Spoken;
  persons: Person[];
}

export function UnknownSpeech({ projectId, spoken, persons }: UnknownProps) {
  const reader = useSpeech(projectId, spoken.documents);
  const speeches = reader.state.value;
  const said = useMemo(
    () =>
      spoken.documents.flatMap(({ documentId }) =>
        (speeches.byText.get(documentId) ?? []).filter((one) => one.speaker === null),
      ),
    [speeches.byText, spoken.documents],
  );
  return (
    <section class="people-person">
      <a href={projectAddress(projectId, "people")}>{t.person.back}</a>
      <h2>{t.speech.unknownSpeaker}</h2>
      <Progress speeches={speeches} spoken={spoken} retry={() => reader.retry()} />
      {spoken.speeches === 0 && <p class="meta">{t.speech.noneUnknown}</p>}
      <Said projectId={projectId} name="" speeches={said} texts={spoken.documents} persons={persons} />
    </section>
  );
}
