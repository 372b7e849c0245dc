// The persons as a table: how often each is named, and how much and how they speak.

import { useId, useState } from "preact/hooks";
import { projectAddress } from "../../router";
import { number } from "../../state/time";
import { people as t } from "../../texts/people";
import { Choice } from "../../ui/choice";
import { Pager, PAGE_SIZE, usePages } from "../../ui/pager";
import type { Gathered, OtherSpeech, Person, Spoken } from "./persons";

type Order = keyof typeof t.orders;

interface TableProps {
  projectId: string;
  gathered: Gathered;
}

export function SpeechTable({ projectId, gathered }: TableProps) {
  const { persons, others } = gathered;
  const [words, setWords] = useState("");
  const [order, setOrder] = useState<Order>("words");
  const pages = usePages(`${words}/${order}`);
  const id = useId();
  const shown = ordered(persons, words, order);
  const from = pages.page * PAGE_SIZE;
  const page = shown.slice(from, from + PAGE_SIZE);
  const most = Math.max(1, ...persons.map((person) => person.spoken.words));
  const next = from + PAGE_SIZE < shown.length ? String(from + PAGE_SIZE) : null;
  return (
    <section class="people-speech" aria-label={t.tabs.speech}>
      <div class="choices">
        <div class="field">
          <label for={`${id}-words`}>{t.search}</label>
          <input
            id={`${id}-words`}
            type="search"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <Choice
          id={`${id}-order`}
          label={t.order}
          value={order}
          options={t.orders}
          change={(value) => setOrder(value as Order)}
        />
      </div>
      {page.length === 0 ? (
        <p class="meta">{t.noneFound}</p>
      ) : (
        <Rows projectId={projectId} persons={page} most={most} />
      )}
      {shown.length > PAGE_SIZE && (
        <Pager pages={pages} count={page.length} total={shown.length} next={next} label={t.pages} />
      )}
      <Others projectId={projectId} others={others} persons={persons} />
    </section>
  );
}

function Rows({ projectId, persons, most }: { projectId: string; persons: Person[]; most: number }) {
  const { columns } = t;
  return (
    <div class="table-frame">
      <table class="table people-table">
        <caption class="visually-hidden">{t.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.words}</th>
            <th scope="col" class="is-number">
              {columns.speeches}
            </th>
            <th scope="col" class="is-number">
              {columns.perSpeech}
            </th>
            <th scope="col" class="is-number">
              {columns.speaksIn}
            </th>
            <th scope="col" class="is-number">
              {columns.named}
            </th>
            <th scope="col" class="is-number">
              {columns.texts}
            </th>
          </tr>
        </thead>
        <tbody>
          {persons.map((person) => (
            <tr key={person.entryId ?? person.name}>
              <th scope="row">
                <a href={projectAddress(projectId, "people", "person", person.name)}>
                  <bdi>{person.name}</bdi>
                </a>
              </th>
              <SpeechCells spoken={person.spoken} most={most} />
              <td class="is-number">{person.mentions === null ? t.unknown : number(person.mentions)}</td>
              <td class="is-number">{person.texts === null ? t.unknown : number(person.texts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How much somebody speaks, and in how many texts. */
function SpeechCells({ spoken, most }: { spoken: Spoken; most: number }) {
  const { words, speeches, documentsTotal } = spoken;
  return (
    <>
      <td>
        <span class="people-words">
          <span class="people-bar" aria-hidden="true">
            <span style={{ width: `${(100 * words) / most}%` }} />
          </span>
          {number(words)}
        </span>
      </td>
      <td class="is-number">{number(speeches)}</td>
      <td class="is-number">{speeches === 0 ? t.none : number(words / speeches)}</td>
      <td class="is-number">{number(documentsTotal)}</td>
    </>
  );
}

/** What is said by nobody who has a name. */
function Others({
  projectId,
  others,
  persons,
}: {
  projectId: string;
  others: OtherSpeech;
  persons: Person[];
}) {
  const nobodys = others.narrator.speeches + others.described.speeches + others.nobody.speeches;
  const all = persons.reduce((sum, person) => sum + person.spoken.speeches, nobodys);
  if (all === 0) return <p class="meta">{t.noSpeech}</p>;
  const known = all - others.nobody.speeches;
  const rows: [keyof OtherSpeech, string][] = [
    ["narrator", t.narrator],
    ["described", t.described],
    ["nobody", t.nobody],
  ];
  return (
    <section class="people-others">
      <h2>{t.others}</h2>
      <p class="meta">{t.shares(number(known), number(all), number((100 * known) / all))}</p>
      <dl>
        {rows
          .filter(([name]) => others[name].speeches > 0)
          .map(([name, title]) => (
            <div key={name}>
              <dt>
                {name === "nobody" ? (
                  <a href={projectAddress(projectId, "people", "unknown")}>{title}</a>
                ) : (
                  title
                )}
              </dt>
              <dd>
                {t.othersText(
                  number(others[name].speeches),
                  number(others[name].words),
                  others[name].speeches === 1,
                )}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function ordered(persons: Person[], typed: string, order: Order): Person[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = persons.filter((person) => words.every((word) => person.name.toLowerCase().includes(word)));
  const by = (value: (person: Person) => number) =>
    found.toSorted((one, other) => value(other) - value(one) || named(other) - named(one));
  if (order === "name") return found.toSorted((one, other) => one.name.localeCompare(other.name));
  return order === "named" ? by(named) : by((person) => person.spoken.words);
}

const named = (person: Person): number => person.mentions ?? -1;
