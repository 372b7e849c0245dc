// One person: how they speak, in which texts, and everything they say.

import { useMemo } from "preact/hooks";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/session";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { people } from "../../texts/people";
import { Place } from "../../ui/place";
import { Empty, Loading } from "../../ui/states";
import type { Person } from "./persons";
import { Said } from "./said";
import type { Speech, Speeches } from "./speech";

const t = people.person;

interface PersonProps {
  projectId: string;
  name: string;
  person: Person | undefined;
  persons: Person[];
  speeches: Speeches;
}

export function PersonPage({ projectId, name, person, persons, speeches }: PersonProps) {
  const { texts: all } = speeches;
  const said = useMemo(() => {
    const order = new Map(all.map((text, index) => [text.id, index]));
    const at = (speech: Speech) => order.get(speech.documentId) ?? 0;
    // Sorting keeps the order of the speeches within each text.
    return (person?.voice.said ?? []).toSorted((one, other) => at(one) - at(other));
  }, [person, all]);
  const back = <a href={projectAddress(projectId, "people")}>{t.back}</a>;
  if (!person) {
    if (speeches.isReading) return <Loading />;
    return (
      <Empty title={t.notFound} text={t.notFoundText}>
        {back}
      </Empty>
    );
  }
  const entry =
    person.entryId !== null
      ? projectAddress(projectId, "lore", person.entryId)
      : `${projectAddress(projectId, "lore", "new")}?${new URLSearchParams({ name, kind: "character" })}`;
  return (
    <section class="people-person">
      {back}
      <header class="people-person-header">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {(person.entryId !== null || mayWrite()) && (
          <a class="button is-small" href={entry}>
            {person.entryId !== null ? t.entry : t.noEntry}
          </a>
        )}
      </header>
      {said.length === 0 ? (
        <p class="meta">{speeches.isReading ? texts.loading : t.silent}</p>
      ) : (
        <>
          <Figures projectId={projectId} person={person} persons={persons} speeches={speeches} />
          <ByText projectId={projectId} person={person} speeches={speeches} />
          <h3>{t.said}</h3>
          <Said projectId={projectId} name={name} speeches={said} texts={all} persons={persons} />
        </>
      )}
    </section>
  );
}

function Figures({
  projectId,
  person,
  persons,
  speeches,
}: {
  projectId: string;
  person: Person;
  persons: Person[];
  speeches: Speeches;
}) {
  const { voice } = person;
  const spoken = persons.reduce((sum, one) => sum + one.voice.words, 0);
  const percent = (part: number, whole: number) =>
    whole === 0 ? people.unknown : people.percent(number((100 * part) / whole));
  const rows: [string, string][] = [
    [t.speeches, number(voice.speeches)],
    [t.words, number(voice.words)],
    [t.share, percent(voice.words, spoken)],
    [t.perSpeech, number(voice.words / voice.speeches)],
    [t.perSentence, number(voice.words / voice.sentences)],
    [t.questions, percent(voice.questions, voice.speeches)],
    [t.exclamations, percent(voice.exclamations, voice.speeches)],
  ];
  const { longest } = voice;
  const title = speeches.texts.find((text) => text.id === longest?.documentId)?.title;
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
              {t.longestWords(number(longest.words))}{" "}
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
function ByText({
  projectId,
  person,
  speeches,
}: {
  projectId: string;
  person: Person;
  speeches: Speeches;
}) {
  const found = speeches.texts.filter((text) => person.voice.byText.has(text.id));
  const most = Math.max(1, ...[...person.voice.byText.values()].map(({ words }) => words));
  return (
    <section>
      <h3>{t.chapters}</h3>
      <ul class="people-by-text">
        {found.map((text) => {
          const { words, speeches: count } = person.voice.byText.get(text.id) ?? { words: 0, speeches: 0 };
          return (
            <li key={text.id}>
              <Place projectId={projectId} documentId={text.id}>
                {text.title || texts.untitled}
              </Place>
              <span class="people-bar" aria-hidden="true">
                <span style={{ width: `${(100 * words) / most}%` }} />
              </span>
              <span class="meta">{t.inText(number(words), number(count), count === 1)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
