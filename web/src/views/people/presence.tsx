// Where in the book each person is: a grid of persons and texts, by what they say or how often they are
// named.

import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { isOfBook, useDocuments } from "../../state/documents";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { people } from "../../texts/people";
import { Choice } from "../../ui/choice";
import { Grid } from "./grid";
import { mentionsOf } from "./mentions";
import type { Person } from "./persons";

const t = people.presence;

type Measure = keyof typeof t.measures;

interface PresenceProps {
  projectId: string;
  persons: Person[];
}

export function Presence({ projectId, persons }: PresenceProps) {
  const [measure, setMeasure] = useState<Measure>("words");
  const id = useId();
  const isNamed = measure === "named";
  const ordered = useMemo(() => {
    const rank = (person: Person) => (isNamed ? (person.mentions ?? -1) : person.spoken.words);
    const shown = isNamed ? persons : persons.filter((person) => person.spoken.words > 0);
    return shown.toSorted((one, other) => rank(other) - rank(one));
  }, [persons, isNamed]);
  const book = useDocuments(projectId).value.value;
  const columns = useMemo(
    () =>
      (book ?? [])
        .filter((text) => isOfBook(text) && text.words > 0)
        .map((text) => ({ id: text.id, title: text.title || texts.untitled })),
    [book],
  );
  const mentions = useMentions(projectId, persons, isNamed);
  const value = (person: Person, text: string): number | null => {
    if (!isNamed) return wordsIn(person, text);
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
      {ordered.length === 0 || columns.length === 0 ? (
        <p class="meta">{book === undefined ? texts.loading : people.noSpeech}</p>
      ) : (
        <Grid
          key={measure}
          projectId={projectId}
          rows={ordered.map((person) => person.name)}
          columns={columns}
          value={(row, column) => {
            const person = ordered[row];
            const text = columns[column];
            return person && text ? value(person, text.id) : null;
          }}
          said={said}
        />
      )}
    </section>
  );
}

/** How many words somebody speaks in a text; null where the service lists other texts of theirs only. */
function wordsIn({ spoken }: Person, text: string): number | null {
  const found = spoken.documents.find((one) => one.documentId === text);
  if (found) return found.words;
  return spoken.documentsTotal > spoken.documents.length ? null : 0;
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
