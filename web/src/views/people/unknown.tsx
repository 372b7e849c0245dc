// The quotations whose speaker the text does not show, so that somebody can say who speaks.

import { useMemo } from "preact/hooks";
import { projectAddress } from "../../router";
import { people as t } from "../../texts/people";
import type { Person } from "./persons";
import { Said } from "./said";
import type { Speeches } from "./speech";

interface UnknownProps {
  projectId: string;
  speeches: Speeches;
  persons: Person[];
}

export function UnknownSpeech({ projectId, speeches, persons }: UnknownProps) {
  const said = useMemo(
    () =>
      speeches.texts.flatMap((text) =>
        (speeches.byText.get(text.id) ?? []).filter((speech) => speech.speaker === null),
      ),
    [speeches.byText, speeches.texts],
  );
  return (
    <section class="people-person">
      <a href={projectAddress(projectId, "people")}>{t.person.back}</a>
      <h2>{t.speech.unknownSpeaker}</h2>
      <Said projectId={projectId} name="" speeches={said} texts={speeches.texts} persons={persons} />
    </section>
  );
}
