// One person: how they speak, in which texts, and everything they say.

import { useMemo } from "preact/hooks";
import type { Quotation } from "../../api/types";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { people } from "../../texts/people";
import { Place } from "../../ui/place";
import type { Person, Spoken } from "./persons";
import { Progress } from "./progress";
import { Said } from "./said";
import { useSpeech } from "./speech";
import { voiceOf } from "./voice";

const t = people.person;

interface PersonProps {
  projectId: string;
  person: Person;
  persons: Person[];
}

export function PersonPage({ projectId, person, persons }: PersonProps) {
  const { name, entryId, spoken, calledAs } = person;
  const reader = useSpeech(projectId, spoken.documents);
  const speeches = reader.state.value;
  const said = useMemo(
    () =>
      spoken.documents.flatMap(({ documentId }) =>
        (speeches.byText.get(documentId) ?? []).filter((one) =>
          entryId !== null && one.entryId !== null
            ? one.entryId === entryId
            : one.speaker !== null && calledAs.has(one.speaker),
        ),
      ),
    [speeches.byText, person],
  );
  const entry =
    entryId !== null
      ? projectAddress(projectId, "lore", entryId)
      : `${projectAddress(projectId, "lore", "new")}?${new URLSearchParams({ name, kind: "character" })}`;
  return (
    <section class="people-person">
      <a href={projectAddress(projectId, "people")}>{t.back}</a>
      <header class="people-person-header">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {(entryId !== null || mayWrite()) && (
          <a class="button is-small" href={entry}>
            {entryId !== null ? t.entry : t.noEntry}
          </a>
        )}
      </header>
      {spoken.speeches === 0 ? (
        <p class="meta">{t.silent}</p>
      ) : (
        <>
          <Progress speeches={speeches} spoken={spoken} retry={() => reader.retry()} />
          <Figures projectId={projectId} person={person} persons={persons} said={said} />
          <ByText projectId={projectId} spoken={spoken} />
          <h3>{t.said}</h3>
          <Said projectId={projectId} name={name} speeches={said} texts={spoken.documents} persons={persons} />
        </>
      )}
    </section>
  );
}

interface FiguresProps {
  projectId: string;
  person: Person;
  persons: Person[];
  /** What they say, as far as it was read. */
  said: Quotation[];
}

function Figures({ projectId, person, persons, said }: FiguresProps) {
  const { speeches, words, documents } = person.spoken;
  const spoken = persons.reduce((sum, one) => sum + one.spoken.words, 0);
  const voice = useMemo(() => voiceOf(said), [said]);
  const percent = (part: number, whole: number) =>
    whole === 0 ? people.unknownSoFar : people.percent(number((100 * part) / whole));
  const rows: [string, string][] = [
    [t.speeches, number(speeches)],
    [t.words, number(words)],
    [t.share, spoken === 0 ? people.unknown : percent(words, spoken)],
    [t.perSpeech, number(words / speeches)],
    [t.perSentence, voice.sentences === 0 ? people.unknownSoFar : number(voice.words / voice.sentences)],
    [t.questions, percent(voice.questions, said.length)],
    [t.exclamations, percent(voice.exclamations, said.length)],
  ];
  const { longest } = voice;
  const title = documents.find((text) => text.documentId === longest?.documentId)?.documentTitle;
  return (
    <section>
      <h3>{t.voice}</h3>
      <dl class="people-figures">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt class="meta">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {longest && (
          <div>
            <dt class="meta">{t.longest}</dt>
            <dd>
              {t.longestWords(number(voice.longestWords))}{" "}
              <Place
                projectId={projectId}
                documentId={longest.documentId}
                start={longest.start}
                end={longest.end}
              >
                {title || texts.untitled}
              </Place>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** How much they speak in each text in which they do. */
function ByText({ projectId, spoken }: { projectId: string; spoken: Spoken }) {
  const most = Math.max(1, ...spoken.documents.map(({ words }) => words));
  return (
    <section>
      <h3>{t.chapters}</h3>
      <ul class="people-by-text">
        {spoken.documents.map(({ documentId, documentTitle, words, quotations }) => (
          <li key={documentId}>
            <Place projectId={projectId} documentId={documentId}>
              {documentTitle || texts.untitled}
            </Place>
            <span class="people-bar" aria-hidden="true">
              <span style={{ width: `${(100 * words) / most}%` }} />
            </span>
            <span class="meta">{t.inText(number(words), number(quotations), quotations === 1)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
