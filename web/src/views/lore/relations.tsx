// How entries are related: as a graph, and as a list for whoever reads it that way. A large lore is
// shown as what is around one entry.

import { useId, useMemo, useState } from "preact/hooks";
import type { LoreItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { Choice } from "../../ui/choice";
import { Rows } from "../../ui/rows";
import { Await, Empty } from "../../ui/states";
import { type Lore, useLore } from "./data";
import { Graph, type Line } from "./graph";

const t = lore.relations;

/** The most entries of one graph. */
const NODES_MAX = 120;

/** The most entries that are offered as a centre. */
const CENTRES_MAX = 500;

interface Relation {
  key: string;
  from: LoreItem;
  to: LoreItem;
  kind: string;
  label: string;
}

export function Relations({ projectId, around }: { projectId: string; around: string | undefined }) {
  const found = useLore(projectId);
  const [depth, setDepth] = useState(1);
  return (
    <Await of={found}>
      {(all) => (
        <section class="lore-graph" aria-label={lore.tabs.relations}>
          <Choices projectId={projectId} lore={all} around={around} depth={depth} setDepth={setDepth} />
          <Shown projectId={projectId} lore={all} around={around} depth={depth} />
        </section>
      )}
    </Await>
  );
}

function Choices({
  projectId,
  lore: all,
  around,
  depth,
  setDepth,
}: {
  projectId: string;
  lore: Lore;
  around: string | undefined;
  depth: number;
  setDepth: (depth: number) => void;
}) {
  const id = useId();
  // Those with the most relations are the ones that are looked for most.
  const centres = useMemo(() => {
    const count = (entry: LoreItem) => entry.relations.length + (all.incoming.get(entry.id)?.length ?? 0);
    const related = all.entries.filter((entry) => count(entry) > 0 || entry.id === around);
    const first = related.toSorted((one, other) => count(other) - count(one)).slice(0, CENTRES_MAX);
    return new Set([...first, ...all.entries.filter((entry) => entry.id === around)]);
  }, [all, around]);
  const options = Object.fromEntries(
    all.entries.filter((entry) => centres.has(entry)).map((entry) => [entry.id, entry.name || texts.untitled]),
  );
  const change = (value: string) =>
    go(projectAddress(projectId, "lore", "relations", ...(value === "" ? [] : [value])));
  return (
    <div class="choices">
      <Choice
        id={`${id}-around`}
        label={t.around}
        value={around ?? ""}
        every={t.everything}
        options={options}
        change={change}
      />
      {around !== undefined && (
        <Choice
          id={`${id}-depth`}
          label={t.depth}
          value={String(depth)}
          options={t.depths}
          change={(value) => setDepth(Number(value))}
        />
      )}
    </div>
  );
}

function Shown({
  projectId,
  lore: all,
  around,
  depth,
}: {
  projectId: string;
  lore: Lore;
  around: string | undefined;
  depth: number;
}) {
  const centre = around === undefined ? undefined : all.byId.get(around);
  const chosen = useMemo(() => chosenEntries(all, centre, depth), [all, centre, depth]);
  const { relations, lines } = useMemo(() => relationsAmong(chosen.entries, all), [chosen, all]);
  const count = all.entries.reduce((sum, entry) => sum + entry.relations.length, 0);
  if (count === 0) return <Empty title={t.none} text={t.noneText} />;
  if (chosen.entries.length === 0) return <p>{t.tooMany(number(all.entries.length))}</p>;
  return (
    <>
      <p class="meta">{centre ? t.introNear(centre.name || texts.untitled) : t.intro}</p>
      {chosen.all > chosen.entries.length && (
        <p class="meta">{t.cut(number(chosen.entries.length), number(chosen.all))}</p>
      )}
      {relations.length === 0 && <p class="meta">{t.noneAround}</p>}
      <Graph projectId={projectId} entries={chosen.entries} lines={lines} isAround={centre !== undefined} />
      <p class="meta">{t.graphHint}</p>
      <h2>{t.list}</h2>
      <p class="meta">{t.rows(number(relations.length), relations.length === 1)}</p>
      <Rows
        label={t.list}
        items={relations}
        keyOf={(relation) => relation.key}
        height={2.25}
        render={(relation, tabIndex) => <Row projectId={projectId} relation={relation} tabIndex={tabIndex} />}
      />
    </>
  );
}

function Row({
  projectId,
  relation,
  tabIndex,
}: {
  projectId: string;
  relation: Relation;
  tabIndex: 0 | -1;
}) {
  const link = (entry: LoreItem) => (
    <a href={projectAddress(projectId, "lore", entry.id)} tabIndex={tabIndex}>
      <bdi>{entry.name || texts.untitled}</bdi>
    </a>
  );
  return (
    <p class="lore-relation">
      {link(relation.from)} <bdi>{relation.kind}</bdi> {link(relation.to)}{" "}
      {relation.label !== "" && <bdi class="meta">{relation.label}</bdi>}
    </p>
  );
}

/** The entries of the graph: all that are related, or those around one, the nearest first. */
function chosenEntries(
  all: Lore,
  centre: LoreItem | undefined,
  depth: number,
): { entries: LoreItem[]; all: number } {
  if (!centre) {
    const related = all.entries.filter((entry) => entry.relations.length > 0 || all.incoming.has(entry.id));
    return { entries: related.length > NODES_MAX ? [] : related, all: related.length };
  }
  const found = new Set([centre]);
  let ring = [centre];
  for (let step = 0; step < depth; step += 1) {
    const next: LoreItem[] = [];
    for (const entry of ring) {
      for (const other of neighbours(entry, all)) {
        if (found.has(other)) continue;
        found.add(other);
        next.push(other);
      }
    }
    ring = next;
  }
  return { entries: [...found].slice(0, NODES_MAX), all: found.size };
}

function neighbours(entry: LoreItem, all: Lore): LoreItem[] {
  const targets = entry.relations.map((relation) => all.byId.get(relation.targetId));
  const sources = (all.incoming.get(entry.id) ?? []).map(({ from }) => from);
  return [...targets, ...sources].filter((one) => one !== undefined);
}

/** The relations among entries, each, and as lines of the graph. */
function relationsAmong(entries: LoreItem[], all: Lore): { relations: Relation[]; lines: Line[] } {
  const at = new Map(entries.map((entry, index) => [entry.id, index]));
  const relations: Relation[] = [];
  const lines = new Map<string, Line>();
  entries.forEach((from, one) => {
    from.relations.forEach((relation, index) => {
      const to = all.byId.get(relation.targetId);
      const other = at.get(relation.targetId);
      if (!to || other === undefined) return;
      const { kind, label } = relation;
      relations.push({ key: `${from.id}/${index}`, from, to, kind, label: label ?? "" });
      if (one === other) return;
      const key = one < other ? `${one}-${other}` : `${other}-${one}`;
      const known = lines.get(key);
      if (known) known.kinds.push(kind);
      else lines.set(key, { edge: one < other ? [one, other] : [other, one], kinds: [kind] });
    });
  });
  return { relations, lines: [...lines.values()] };
}
