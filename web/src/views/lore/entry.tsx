// An entry to be read: what is known of it, who it is related to, where the texts name it, and its facts.

import { useEffect, useState } from "preact/hooks";
import { lore as calls } from "../../api/lore";
import type { LoreItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { go, projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { documentConcern } from "../../state/documents";
import { mayWrite } from "../../state/projects";
import { ago, exactly, number } from "../../state/time";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { rename } from "../../texts/rename";
import { icons } from "../../ui/icons";
import { Markdown } from "../../ui/markdown";
import { Menu } from "../../ui/menu";
import { Pager, PAGE_SIZE, usePages } from "../../ui/pager";
import { Place } from "../../ui/place";
import { Await, Empty } from "../../ui/states";
import { remove } from "./actions";
import { shownValue } from "./attributes";
import { type Lore, useEntry } from "./data";
import { EntryFacts } from "./facts";

const t = lore.entry;

/** How often, and after how long, mentions that are being counted are asked for again. */
const COUNTS_MAX = 20;
const COUNT_AFTER_MS = 1_500;

interface EntryProps {
  projectId: string;
  id: string;
  lore: Lore;
}

export function Entry({ projectId, id, lore }: EntryProps) {
  const found = useEntry(projectId, id);
  const [counts, setCounts] = useState(0);
  const isCounting = found.value.value?.value.mentions === null;
  useEffect(() => {
    if (!isCounting || counts >= COUNTS_MAX) return undefined;
    const timer = setTimeout(() => {
      setCounts(counts + 1);
      void found.reload();
    }, COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isCounting, counts]);
  const failure = found.failure.value;
  if (failure?.kind === "not-found") return <Empty title={t.notFound} text={t.notFoundText} />;
  return <Await of={found}>{({ value }) => <Article entry={value} lore={lore} />}</Await>;
}

function Article({ entry, lore: all }: { entry: LoreItem; lore: Lore }) {
  const { projectId, id } = entry;
  const name = entry.name || texts.untitled;
  const edit = projectAddress(projectId, "lore", id, "edit");
  const toRename = projectAddress(projectId, "lore", id, "rename");
  const incoming = all.incoming.get(id) ?? [];
  const menu = [
    { text: t.graph, run: () => go(projectAddress(projectId, "lore", "relations", id)) },
    ...(mayWrite() ? [{ text: rename.menu, run: () => go(toRename) }] : []),
    ...(mayWrite() ? [{ text: t.remove, run: () => remove(entry, incoming), isDangerous: true }] : []),
  ];
  useCommands(
    () =>
      mayWrite()
        ? [
            { title: `${t.edit}: ${name}`, group: "action", keys: "e", run: () => go(edit) },
            { title: rename.named(name), group: "action", keys: "r", run: () => go(toRename) },
          ]
        : [],
    [edit, name],
  );
  return (
    <article class="lore-article">
      <header class="lore-article-header">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <div class="page-actions">
          {mayWrite() && (
            <a class="button is-small" href={edit}>
              {t.edit}
            </a>
          )}
          <Menu label={texts.actions.more(name)} items={menu}>
            <icons.more />
          </Menu>
        </div>
      </header>
      <p class="lore-figures meta">
        <span>{lore.categories[entry.category]}</span>
        <span>{mentionsOf(entry)}</span>
        <span title={exactly(entry.modifiedAt)}>{t.changed(ago(entry.modifiedAt))}</span>
      </p>
      {entry.aliases.length > 0 && (
        <p>
          <span class="meta">{t.also} </span>
          {entry.aliases.map((alias, index) => (
            <span key={alias}>
              {index > 0 && ", "}
              <bdi>{alias}</bdi>
            </span>
          ))}
        </p>
      )}
      {entry.content ? <Markdown text={entry.content} /> : <p class="meta">{t.noText}</p>}
      <Attributes attributes={entry.attributes} />
      <EntryRelations entry={entry} lore={all} />
      <Mentions projectId={projectId} id={id} />
      <EntryFacts projectId={projectId} name={entry.name} id={id} />
    </article>
  );
}

function mentionsOf(entry: LoreItem): string {
  if (entry.mentions === null) return t.counting;
  const { total, documents } = entry.mentions;
  if (total === 0) return t.neverNamed;
  return t.named(number(total), number(documents), total === 1, documents === 1);
}

function Attributes({ attributes }: { attributes: LoreItem["attributes"] }) {
  const rows = Object.entries(attributes);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{t.attributes}</h3>
      <dl class="lore-attributes">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{shownValue(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function EntryRelations({ entry, lore: all }: { entry: LoreItem; lore: Lore }) {
  const incoming = (all.incoming.get(entry.id) ?? []).filter(({ from }) => from.id !== entry.id);
  const { relations, projectId } = entry;
  const link = (id: string) => {
    const target = all.byId.get(id);
    if (!target) return <span class="meta">{t.gone}</span>;
    return (
      <a href={projectAddress(projectId, "lore", id)}>
        <bdi>{target.name || texts.untitled}</bdi>
      </a>
    );
  };
  return (
    <section>
      <h3>{t.relations}</h3>
      {relations.length + incoming.length === 0 && <p class="meta">{t.noRelations}</p>}
      {relations.length > 0 && (
        <ul class="lore-relations">
          {relations.map((relation) => (
            <li key={`${relation.kind}/${relation.targetId}`}>
              <bdi>{relation.kind}</bdi> {link(relation.targetId)}
              {relation.label && (
                <span class="meta">
                  {" "}
                  <bdi>{relation.label}</bdi>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {incoming.length > 0 && (
        <>
          <h4 class="meta">{t.from}</h4>
          <ul class="lore-relations">
            {incoming.map(({ from, relation }) => (
              <li key={`${from.id}/${relation.kind}`}>
                {link(from.id)} <bdi>{relation.kind}</bdi> <bdi class="meta">{entry.name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The texts that name the entry, page by page. */
function Mentions({ projectId, id }: { projectId: string; id: string }) {
  const pages = usePages(id);
  const { cursor } = pages;
  const found = useCached(
    `lore/${projectId}/${id}/mentions/${cursor ?? ""}`,
    (signal) =>
      calls.mentions(projectId, id, { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }, { signal }),
    (event) =>
      (event.kind === "lore" && event.data.projectId === projectId) || documentConcern(event, projectId),
  );
  return (
    <section>
      <h3>{t.mentions}</h3>
      <Await of={found}>
        {({ mentions, nextCursor, total }) => (
          <>
            {mentions.length === 0 && <p class="meta">{t.noMentions}</p>}
            <ul class="lore-mentions">
              {mentions.map(({ documentId, title, count, first, passage }) => (
                <li key={documentId}>
                  <p>
                    <Place projectId={projectId} documentId={documentId} start={first.start} end={first.end}>
                      {title || texts.untitled}
                    </Place>{" "}
                    <span class="meta">{t.times(number(count))}</span>
                  </p>
                  <blockquote class="quote" dir="auto">
                    {passage}
                  </blockquote>
                </li>
              ))}
            </ul>
            {(nextCursor !== null || pages.page > 0) && (
              <Pager pages={pages} count={mentions.length} total={total} next={nextCursor} label={t.mentions} />
            )}
          </>
        )}
      </Await>
    </section>
  );
}
