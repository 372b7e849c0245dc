// What somebody else made of a record while it was edited here.

import { forms as t } from "../texts/forms";
import "./theirs.css";

/** The fields of a form after the record was read again: those that nobody touched here are as they are there. */
export function merged<T extends object>(mine: T, base: T, now: T): T {
  const isTouched = (name: keyof T) => JSON.stringify(mine[name]) !== JSON.stringify(base[name]);
  const names = Object.keys(now) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, (isTouched(name) ? mine : now)[name]])) as T;
}

/** The fields that differ, each with its title, what is there and what is here, to be taken over by hand. */
export function Theirs({ rows }: { rows: [title: string, theirs: string, mine: string][] }) {
  const other = rows.filter(([, theirs, mine]) => theirs !== mine);
  if (other.length === 0) return null;
  return (
    <section class="theirs" aria-label={t.theirs}>
      <h3>{t.theirs}</h3>
      <dl>
        {other.map(([title, theirs]) => (
          <div key={title}>
            <dt class="meta">{title}</dt>
            <dd>
              <pre dir="auto" tabIndex={0}>
                {theirs === "" ? t.empty : theirs}
              </pre>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
