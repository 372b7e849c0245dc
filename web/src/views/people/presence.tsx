// Where in the book each person is: a grid of persons and texts, by what they say or how often they are
// named.

import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { people } from "../../texts/people";
import { Choice } from "../../ui/choice";
import { Grid } from "./grid";
import { mentionsOf } from "./mentions";
import type { Person } from "./persons";
import type { Speeches } from "./speech";

const t = people.presence;

type Measure = keyof typeof t.measures;

interface PresenceProps {
  projectId: string;
  persons: Person[];
  speeches: Speeches;
}

export function Presence({ projectId, persons, speeches }: PresenceProps) {
  const [measure, setMeasure] = useState<Measure>("words");
  const id = useId();
  const isNamed = measure === "named";
  const ordered = useMemo(() => {
    const rank = (person: Person) => (isNamed ? (person.mentions ?? -1) : person.voice.words);
    const shown = isNamed ? persons : persons.filter((person) => person.voice.words > 0);
    return shown.toSorted((one, other) => rank(other) - rank(one));
  }, [persons, isNamed]);
  const mentions = useMentions(projectId, persons, isNamed);
  const value = (person: Person, text: string): number | null => {
    if (!isNamed) return speeches.byText.has(text) ? (person.voice.byText.get(text)?.words ?? 0) : null;
    const counted = person.entryId === null ? undefined : mentions?.byEntry.get(person.entryId);
    return counted === undefined ? null : (counted.get(text) ?? 0);
  };
  const said = (count: number | null): string => {
    if (count === null) return t.unknown;
    if (isNamed) return count === 0 ? t.notNamed : t.named(number(count), count === 1);
    return count === 0 ? t.silent : t.words(number(count), count === 1);
  };
  return (
    <section class="people-presence" aria-label={people.tabs.presence}>
      <div class="choices">
        <Choice
          id={id}
          label={t.measure}
          value={measure}
          options={t.measures}
          change={(word) => setMeasure(word as Measure)}
        />
      </div>
      <p class="meta">{t.intro}</p>
      {isNamed && persons.some((person) => person.entryId === null) && <p class="meta">{t.why}</p>}
      {isNamed && mentions && mentions.byEntry.size < mentions.total && (
        <p class="meta" role="status">
          {t.counting(number(mentions.byEntry.size), number(mentions.total))}
        </p>
      )}
      {ordered.length === 0 || speeches.texts.length === 0 ? (
        <p class="meta">{speeches.isReading ? texts.loading : people.noSpeech}</p>
      ) : (
        <Grid
          key={measure}
          projectId={projectId}
          rows={ordered.map((person) => person.name)}
          columns={speeches.texts.map((text) => ({ id: text.id, title: text.title || texts.untitled }))}
          value={(row, column) => {
            const person = ordered[row];
            const text = speeches.texts[column];
            return person && text ? value(person, text.id) : null;
          }}
          said={said}
        />
      )}
    </section>
  );
}

/** The mentions of the persons, once they are wanted. */
function useMentions(projectId: string, persons: Person[], isWanted: boolean) {
  const entries = persons.map((person) => person.entryId).join();
  const found = useMemo(
    () => (isWanted ? mentionsOf(projectId, persons) : undefined),
    [projectId, entries, isWanted],
  );
  useEffect(() => found?.watch(), [found]);
  return found?.value.value;
}
