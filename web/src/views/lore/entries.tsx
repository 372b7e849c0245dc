// The list of entries beside the one that is read or edited.

import { useId, useMemo, useState } from "preact/hooks";
import type { LoreItem } from "../../api/types";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { lore as t } from "../../texts/lore";
import { icons } from "../../ui/icons";
import { lazy } from "../../ui/lazy";
import { Rows } from "../../ui/rows";
import { Await, Empty } from "../../ui/states";
import { type Lore, useLore } from "./data";
import { Entry } from "./entry";
import { EditedEntry, NewEntry } from "./form";

const Rename = lazy(() => import("./rename"));

interface EntriesProps {
  projectId: string;
  /** The entry that is read; `new` for one that is made. */
  id: string | undefined;
  /** What is done with it. */
  action: "read" | "edit" | "rename";
  query: URLSearchParams;
}

export function Entries({ projectId, id, action, query }: EntriesProps) {
  const found = useLore(projectId);
  return (
    <Await of={found}>
      {(lore) => {
        if (lore.entries.length === 0 && id === undefined) return <NoLore projectId={projectId} />;
        return (
          <div class={`lore-entries${id === undefined ? "" : " has-entry"}`}>
            <List projectId={projectId} lore={lore} id={id} />
            <div class="lore-entry">
              {id !== undefined && (
                <a class="lore-back" href={projectAddress(projectId, "lore")}>
                  {t.list.back}
                </a>
              )}
              {id === undefined && <p class="lore-choose">{t.list.choose}</p>}
              {id === "new" && (
                <NewEntry
                  key={query.get("name") ?? ""}
                  projectId={projectId}
                  lore={lore}
                  name={query.get("name") ?? ""}
                  category={query.get("kind") ?? "other"}
                  aliases={query.getAll("also")}
                />
              )}
              {id !== undefined && id !== "new" && action === "read" && (
                <Entry key={id} projectId={projectId} id={id} lore={lore} />
              )}
              {id !== undefined && id !== "new" && action === "edit" && (
                <EditedEntry key={id} projectId={projectId} id={id} lore={lore} />
              )}
              {id !== undefined && id !== "new" && action === "rename" && (
                <Rename key={id} projectId={projectId} id={id} lore={lore} query={query} />
              )}
            </div>
          </div>
        );
      }}
    </Await>
  );
}

function NoLore({ projectId }: { projectId: string }) {
  return (
    <Empty title={t.empty.title} text={t.empty.text}>
      <p class="state-row">
        {mayWrite() && (
          <a class="button is-primary" href={projectAddress(projectId, "lore", "new")}>
            <icons.plus />
            {t.create}
          </a>
        )}
        <a class="button" href={projectAddress(projectId, "lore", "names")}>
          {t.empty.names}
        </a>
      </p>
    </Empty>
  );
}

type Order = keyof typeof t.list.orders;

type Category = LoreItem["category"];

/** The list, with what narrows and orders it. */
function List({ projectId, lore, id }: { projectId: string; lore: Lore; id: string | undefined }) {
  const [words, setWords] = useState("");
  const [category, setCategory] = useState<Category | "">("");
  const [order, setOrder] = useState<Order>("name");
  const ids = useId();
  const shown = useMemo(
    () => matching(lore.entries, words, category, order),
    [lore.entries, words, category, order],
  );
  const counts = useMemo(() => {
    const found = new Map<Category, number>();
    for (const entry of lore.entries) found.set(entry.category, (found.get(entry.category) ?? 0) + 1);
    return found;
  }, [lore.entries]);
  const kinds = (Object.keys(t.categories) as Category[]).filter((name) => counts.has(name));
  return (
    <section class="lore-list" aria-label={t.list.label}>
      <label class="visually-hidden" for={`${ids}-words`}>
        {t.list.search}
      </label>
      <input
        id={`${ids}-words`}
        type="search"
        placeholder={t.list.search}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <div class="lore-choices">
        <select
          class="is-quiet"
          aria-label={t.list.category}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value as Category | "")}
        >
          <option value="">{t.list.every}</option>
          {kinds.map((name) => (
            <option key={name} value={name}>
              {t.categories[name]} ({number(counts.get(name) ?? 0)})
            </option>
          ))}
        </select>
        <select
          class="is-quiet"
          aria-label={t.list.order}
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value as Order)}
        >
          {(Object.keys(t.list.orders) as Order[]).map((name) => (
            <option key={name} value={name}>
              {t.list.orders[name]}
            </option>
          ))}
        </select>
      </div>
      <p class="meta" role="status">
        {lore.isWhole
          ? t.list.count(number(shown.length), shown.length === 1)
          : t.list.reading(number(lore.entries.length), lore.total === null ? null : number(lore.total))}
      </p>
      {shown.length === 0 && lore.entries.length > 0 ? (
        <p class="meta">{t.list.none}</p>
      ) : (
        <Rows
          label={t.list.label}
          items={shown}
          keyOf={(entry) => entry.id}
          height={2.25}
          current={id}
          render={(entry, tabIndex) => (
            <a
              class="lore-row"
              href={projectAddress(projectId, "lore", entry.id)}
              aria-current={entry.id === id ? "true" : undefined}
              tabIndex={tabIndex}
            >
              <bdi class="lore-row-name">{entry.name || texts.untitled}</bdi>
              <span class="meta">
                {order === "mentions" && entry.mentions !== null
                  ? t.entry.times(number(entry.mentions.total))
                  : t.categories[entry.category]}
              </span>
            </a>
          )}
        />
      )}
    </section>
  );
}

/** The entries that have every word in their name or an alias. */
function matching(entries: LoreItem[], typed: string, category: Category | "", order: Order): LoreItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = entries.filter((entry) => {
    if (category !== "" && entry.category !== category) return false;
    if (words.length === 0) return true;
    const text = `${entry.name}\n${entry.aliases.join("\n")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (order === "name") return found;
  // What is not counted yet stands last.
  const times = (entry: LoreItem) => entry.mentions?.total ?? -1;
  return found.toSorted((one, other) => times(other) - times(one));
}
