// Where the entries of a graph are drawn. The same graph is always laid out in the same way: nothing is
// random, and the number of steps is fixed.

/** A relation between two entries, by their positions in the list of entries. */
export type Edge = [number, number];

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  points: Point[];
  width: number;
  height: number;
}

/** The steps of the simulation of forces. */
const STEPS = 220;

/** The steps in which labels that lie on each other are moved apart. */
const APART_STEPS = 60;

/** The room that an entry with its label takes, in units of the drawing. */
const LABEL_WIDTH = 132;
const LABEL_HEIGHT = 44;

/** How many times the room of its labels a drawing takes. */
const SPARE = 2.4;

/** The distance of the outermost labels to the edge. */
const MARGIN = 12;

/** How often a drawing that is wider than its frame is made narrower, at most. */
const NARROWER_STEPS = 4;

/** The least width of a drawing: a narrower frame shows a part of it. */
const WIDTH_MIN = 560;

/** How much wider than high a label is: distances across count for less. */
const STRETCH = 1.45;

/** The angle from one point of a spiral to the next, at which no two lie in one direction. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Lays a graph out by forces: entries repel each other, relations pull, and all are drawn to the middle. */
export function byForces(count: number, edges: Edge[]): Point[] {
  const points = spiral(count, degrees(count, edges));
  const ideal = 1;
  for (let step = 0; step < STEPS; step += 1) {
    const heat = 0.5 * (1 - step / STEPS) ** 2 + 0.005;
    move(points, forces(points, edges, ideal), heat);
  }
  return points.map(({ x, y }) => ({ x: x * STRETCH, y }));
}

/** Lays a graph out in rings around its first entry, each entry behind the one that leads to it. */
export function inRings(count: number, edges: Edge[]): Point[] {
  const { parents, depths } = paths(count, edges);
  const angles = sectors(count, parents);
  const perRing = [0, 0, 0, 0];
  for (const depth of depths) perRing[Math.min(depth, 3)] = (perRing[Math.min(depth, 3)] ?? 0) + 1;
  return depths.map((depth, index) => {
    // A ring is as long as its labels need.
    const radius = depth === 0 ? 0 : depth + ((perRing[depth] ?? 0) * 0.6) / (2 * Math.PI);
    const angle = angles[index] ?? 0;
    return { x: Math.cos(angle) * radius * STRETCH, y: Math.sin(angle) * radius };
  });
}

/** How many relations each entry has. */
export function degrees(count: number, edges: Edge[]): number[] {
  const found = new Array<number>(count).fill(0);
  for (const edge of edges) for (const end of edge) found[end] = (found[end] ?? 0) + 1;
  return found;
}

/** The entries with the most relations in the middle. */
function spiral(count: number, degree: number[]): Point[] {
  const order = Array.from({ length: count }, (_, index) => index).toSorted(
    (one, other) => (degree[other] ?? 0) - (degree[one] ?? 0) || one - other,
  );
  const points = new Array<Point>(count);
  order.forEach((index, rank) => {
    const radius = 0.8 * Math.sqrt(rank);
    const angle = rank * GOLDEN_ANGLE;
    points[index] = { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
  });
  return points;
}

function forces(points: Point[], edges: Edge[], ideal: number): Point[] {
  const found = points.map(({ x, y }) => ({ x: -x * 0.06, y: -y * 0.06 }));
  const pull = (index: number, x: number, y: number) => {
    const force = found[index];
    if (!force) return;
    force.x += x;
    force.y += y;
  };
  for (let one = 0; one < points.length; one += 1) {
    for (let other = one + 1; other < points.length; other += 1) {
      const [x, y, distance] = between(points, one, other);
      const strength = (ideal * ideal) / (distance * distance);
      pull(one, -x * strength, -y * strength);
      pull(other, x * strength, y * strength);
    }
  }
  for (const [one, other] of edges) {
    const [x, y, distance] = between(points, one, other);
    const strength = distance / ideal / 2;
    pull(one, x * strength, y * strength);
    pull(other, -x * strength, -y * strength);
  }
  return found;
}

/** The way from one point to another: its parts, and its length, which is never nothing. */
function between(points: Point[], one: number, other: number): [number, number, number] {
  const from = points[one] ?? { x: 0, y: 0 };
  const to = points[other] ?? { x: 0, y: 0 };
  const x = to.x - from.x;
  const y = to.y - from.y;
  return [x, y, Math.max(Math.hypot(x, y), 0.05)];
}

function move(points: Point[], by: Point[], heat: number): void {
  points.forEach((point, index) => {
    const force = by[index] ?? { x: 0, y: 0 };
    const length = Math.hypot(force.x, force.y);
    const scale = length > heat ? heat / length : 1;
    point.x += force.x * scale;
    point.y += force.y * scale;
  });
}

/** The shortest way from the first entry to each. */
function paths(count: number, edges: Edge[]): { parents: number[]; depths: number[] } {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (const [one, other] of edges) {
    neighbours[one]?.add(other);
    neighbours[other]?.add(one);
  }
  const parents = new Array<number>(count).fill(-1);
  const depths = new Array<number>(count).fill(-1);
  depths[0] = 0;
  const waiting = [0];
  for (let at = 0; at < waiting.length; at += 1) {
    const here = waiting[at] ?? 0;
    for (const next of neighbours[here] ?? []) {
      if (depths[next] !== -1) continue;
      depths[next] = (depths[here] ?? 0) + 1;
      parents[next] = here;
      waiting.push(next);
    }
  }
  return { parents, depths: depths.map((depth) => (depth === -1 ? 1 : depth)) };
}

/** The angle of each entry: each gets as much of the circle as there are entries behind it. */
function sectors(count: number, parents: number[]): number[] {
  const behind = Array.from({ length: count }, () => [] as number[]);
  parents.forEach((parent, index) => index > 0 && behind[Math.max(parent, 0)]?.push(index));
  const weights = new Array<number>(count).fill(0);
  const weigh = (index: number): number => {
    const all = (behind[index] ?? []).reduce((sum, next) => sum + weigh(next), 0);
    weights[index] = Math.max(1, all);
    return weights[index] ?? 1;
  };
  const angles = new Array<number>(count).fill(0);
  const spread = (index: number, from: number, to: number) => {
    angles[index] = (from + to) / 2;
    let at = from;
    const total = (behind[index] ?? []).reduce((sum, next) => sum + (weights[next] ?? 1), 0);
    for (const next of behind[index] ?? []) {
      const size = ((to - from) * (weights[next] ?? 1)) / Math.max(total, 1);
      spread(next, at, at + size);
      at += size;
    }
  };
  if (count > 0) {
    weigh(0);
    spread(0, -Math.PI / 2, (3 * Math.PI) / 2);
  }
  return angles;
}

/** Makes it as large as its labels need and not wider than the frame where that is possible, moves apart what lies
 * on each other, and begins at 0. `halves` are half the widths of the labels, which are never cut. */
export function fitted(points: Point[], halves: number[], frame: number): Layout {
  if (points.length === 0) return { points, width: 2 * LABEL_WIDTH, height: 2 * LABEL_HEIGHT };
  const widthMax = Math.max(frame, WIDTH_MIN);
  const [across, down] = roomy(points, widthMax - 2 * MARGIN - LABEL_WIDTH);
  let layout = spread(points, halves, [across, down]);
  // What was moved apart may be wider than the frame: then it is drawn narrower, and higher.
  let narrower = 1;
  for (let step = 0; step < NARROWER_STEPS && layout.width > widthMax; step += 1) {
    narrower *= widthMax / layout.width;
    layout = spread(points, halves, [across * narrower, down / narrower]);
  }
  return layout;
}

function spread(points: Point[], halves: number[], [across, down]: [number, number]): Layout {
  const scaled = points.map(({ x, y }) => ({ x: x * across, y: y * down }));
  for (let step = 0; step < APART_STEPS; step += 1) if (!movedApart(scaled)) break;
  const half = (index: number) => halves[index] ?? LABEL_WIDTH / 2;
  const left = Math.min(...scaled.map(({ x }, index) => x - half(index))) - MARGIN;
  const top = Math.min(...scaled.map(({ y }) => y)) - LABEL_HEIGHT / 2;
  const found = scaled.map(({ x, y }) => ({ x: Math.round(x - left), y: Math.round(y - top) }));
  return {
    points: found,
    width: Math.ceil(Math.max(...found.map(({ x }, index) => x + half(index))) + MARGIN),
    height: Math.max(...found.map(({ y }) => y)) + LABEL_HEIGHT,
  };
}

/** How much larger it is drawn, across and down: with as much room as the labels need, and not too wide. */
function roomy(points: Point[], widthMax: number): [number, number] {
  const extent = (all: number[]) => Math.max(Math.max(...all) - Math.min(...all), 0.5);
  const width = extent(points.map(({ x }) => x));
  const area = width * extent(points.map(({ y }) => y));
  const scale = Math.sqrt((points.length * LABEL_WIDTH * LABEL_HEIGHT * SPARE) / area);
  const narrower = Math.min(1, widthMax / (width * scale));
  return [scale * narrower, scale / narrower];
}

/** Moves labels that lie on each other apart, a little; false where there were none. */
function movedApart(points: Point[]): boolean {
  let isMoved = false;
  for (let one = 0; one < points.length; one += 1) {
    for (let other = one + 1; other < points.length; other += 1) {
      const from = points[one];
      const to = points[other];
      if (!from || !to) continue;
      const across = LABEL_WIDTH - Math.abs(to.x - from.x);
      const down = LABEL_HEIGHT - Math.abs(to.y - from.y);
      if (across <= 0 || down <= 0) continue;
      isMoved = true;
      // In the direction in which less is to be moved.
      if (down / LABEL_HEIGHT <= across / LABEL_WIDTH) {
        const sign = to.y >= from.y ? 1 : -1;
        from.y -= (sign * down) / 2;
        to.y += (sign * down) / 2;
      } else {
        const sign = to.x >= from.x ? 1 : -1;
        from.x -= (sign * across) / 2;
        to.x += (sign * across) / 2;
      }
    }
  }
  return isMoved;
}
