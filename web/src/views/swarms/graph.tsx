// The sub-tasks of a swarm as a graph, a column for each step. It is a picture: the list below it says the
// same to whoever works by keyboard or cannot see it, so it is left out on narrow windows.

import { useId } from "preact/hooks";
import { number } from "../../state/time";
import { swarms as all } from "../../texts/swarms";
import { type Group, stateOf } from "./plan";
import { hasEnded } from "./state";

const t = all.detail;

/** Measures in sixteenths of a rem, so that the graph grows with the type. */
const WIDTH = 184;
const HEIGHT = 60;
const GAP_X = 56;
const GAP_Y = 16;
const MARGIN = 2;

/** The longest line in a node, in characters. */
const LINE_MAX = 24;

export function Graph({ groups, nameOf }: { groups: Group[]; nameOf: (agent: string) => string }) {
  const id = useId();
  const layers = Math.max(...groups.map((group) => group.layer), 0) + 1;
  const columns = Array.from({ length: layers }, (_, layer) => groups.filter((group) => group.layer === layer));
  const rows = Math.max(...columns.map((column) => column.length), 1);
  const width = layers * WIDTH + (layers - 1) * GAP_X + 2 * MARGIN;
  const height = rows * HEIGHT + (rows - 1) * GAP_Y + 2 * MARGIN;
  const places = new Map<Group, { x: number; y: number }>();
  for (const [layer, column] of columns.entries()) {
    const used = column.length * HEIGHT + (column.length - 1) * GAP_Y;
    for (const [row, group] of column.entries()) {
      const y = (height - used) / 2 + row * (HEIGHT + GAP_Y);
      places.set(group, { x: MARGIN + layer * (WIDTH + GAP_X), y });
    }
  }
  return (
    <div class="swarm-graph-frame" tabIndex={0} role="group" aria-label={t.graph}>
      <svg
        class="swarm-graph"
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${width} ${height}`}
        style={{ width: `${width / 16}rem`, height: `${height / 16}rem` }}
      >
        <title id={id}>{t.graphText(layers, groups.length)}</title>
        {groups.flatMap((group) =>
          group.after.map((before) => <Edge from={places.get(before)} to={places.get(group)} isDone={before.tasks.every(hasEnded)} />),
        )}
        {groups.map((group) => {
          const place = places.get(group);
          return place && <Node key={group.name} group={group} place={place} name={nameOf(group.agent)} />;
        })}
      </svg>
    </div>
  );
}

interface Place {
  x: number;
  y: number;
}

function Edge({ from, to, isDone }: { from: Place | undefined; to: Place | undefined; isDone: boolean }) {
  if (!from || !to) return null;
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
  const middle = (x1 + x2) / 2;
  return (
    <path class={`swarm-graph-edge${isDone ? " is-done" : ""}`} d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />
  );
}

function Node({ group, place: { x, y }, name }: { group: Group; place: Place; name: string }) {
  const state = stateOf(group);
  const total = group.tasks.length;
  const done = group.tasks.filter(hasEnded).length;
  const [first] = group.tasks;
  const title = total === 1 ? (first?.title ?? "") : t.ofMany(number(done), number(total));
  return (
    <g class={`swarm-graph-node is-${state}`}>
      <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx={6} />
      <rect class="swarm-graph-done" x={x} y={y + HEIGHT - 4} width={WIDTH * (done / total)} height={4} rx={2} />
      <text x={x + 12} y={y + 19} class="swarm-graph-name">
        {short(name)}
      </text>
      <text x={x + 12} y={y + 35}>
        {short(title)}
      </text>
      <text x={x + 12} y={y + 50} class="swarm-graph-state">
        {short(all.states[state])}
      </text>
    </g>
  );
}

function short(text: string): string {
  const letters = [...text];
  return letters.length > LINE_MAX ? `${letters.slice(0, LINE_MAX - 1).join("")}…` : text;
}
