// What differs between two texts: paragraph by paragraph, and within changed paragraphs word by word. By
// the algorithm of Myers (An O(ND) Difference Algorithm, 1986).

/** A run of parts that are the same, or that are others; ends are behind the last part. */
export interface Run {
  isSame: boolean;
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** Words of one text: kept, or only in the first or the second. */
export interface Piece {
  kind: "same" | "removed" | "added";
  text: string;
}

/** The most parts that may differ; beyond it everything in between counts as another text. */
const LINES_MAX = 1_500;
const WORDS_MAX = 800;

/** The runs of the lines of two texts. */
export function lineRuns(a: string[], b: string[]): Run[] {
  return runs(a, b, LINES_MAX);
}

/** The words of two paragraphs that are the same and that are not; null where they share too little. */
export function wordPieces(a: string, b: string): Piece[] | null {
  const left = tokens(a);
  const right = tokens(b);
  const found = runs(left, right, WORDS_MAX);
  const shared = found.reduce((sum, run) => sum + (run.isSame ? lengthOf(left, run.fromA, run.toA) : 0), 0);
  // Paragraphs that share hardly anything read better one after the other.
  if (shared * 4 < Math.min(a.length, b.length)) return null;
  const pieces: Piece[] = [];
  const add = (kind: Piece["kind"], text: string) => {
    if (text !== "") pieces.push({ kind, text });
  };
  for (const { isSame, fromA, toA, fromB, toB } of found) {
    if (isSame) add("same", left.slice(fromA, toA).join(""));
    else {
      add("removed", left.slice(fromA, toA).join(""));
      add("added", right.slice(fromB, toB).join(""));
    }
  }
  return pieces;
}

function lengthOf(parts: string[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += (parts[at] ?? "").trim().length;
  return sum;
}

function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}’']+|\s+|./gsu) ?? [];
}

function runs(a: string[], b: string[], max: number): Run[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const pairs = matches(a.slice(start, a.length - end), b.slice(start, b.length - end), max);
  const same: [number, number, number][] = [
    [0, 0, start],
    ...pairs.map(([x, y]): [number, number, number] => [x + start, y + start, 1]),
    [a.length - end, b.length - end, end],
  ];
  return joined(same, a.length, b.length);
}

/** The runs between and of what is the same. */
function joined(same: [number, number, number][], lengthA: number, lengthB: number): Run[] {
  const found: Run[] = [];
  let atA = 0;
  let atB = 0;
  const add = (run: Run) => {
    if (run.fromA === run.toA && run.fromB === run.toB) return;
    const last = found.at(-1);
    if (last?.isSame === run.isSame) Object.assign(last, { toA: run.toA, toB: run.toB });
    else found.push(run);
  };
  for (const [x, y, length] of [...same, [lengthA, lengthB, 0] as const]) {
    add({ isSame: false, fromA: atA, toA: x, fromB: atB, toB: y });
    add({ isSame: true, fromA: x, toA: x + length, fromB: y, toB: y + length });
    atA = x + length;
    atB = y + length;
  }
  return found;
}

/** The places that are the same in a shortest way from one list to the other; none beyond the bound. */
function matches(a: string[], b: string[], max: number): [number, number][] {
  if (a.length === 0 || b.length === 0) return [];
  const most = Math.min(a.length + b.length, max);
  const middle = most + 1;
  let furthest = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let steps = 0; steps <= most; steps += 1) {
    // Only the diagonals that were reached so far can be on the way back.
    history.push(furthest.slice(middle - steps - 1, middle + steps + 2));
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const at = middle + diagonal;
      const below = furthest[at + 1] ?? 0;
      const left = furthest[at - 1] ?? 0;
      const goesDown = diagonal === -steps || (diagonal !== steps && left < below);
      let x = goesDown ? below : left + 1;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      furthest[at] = x;
      if (x >= a.length && y >= b.length) return wayBack(history, steps, diagonal, x, y);
    }
  }
  return [];
}

function wayBack(
  history: Int32Array[],
  steps: number,
  diagonal: number,
  endX: number,
  endY: number,
): [number, number][] {
  const found: [number, number][] = [];
  let x = endX;
  let y = endY;
  let at = diagonal;
  for (let step = steps; step >= 0; step -= 1) {
    const before = history[step] ?? new Int32Array();
    const value = (k: number) => before[k + step + 1] ?? 0;
    const goesDown = at === -step || (at !== step && value(at - 1) < value(at + 1));
    const from = goesDown ? at + 1 : at - 1;
    const fromX = step === 0 ? 0 : value(from);
    const fromY = step === 0 ? 0 : fromX - from;
    const turnX = step === 0 ? 0 : goesDown ? fromX : fromX + 1;
    while (x > turnX && y > turnX - at) {
      x -= 1;
      y -= 1;
      found.push([x, y]);
    }
    x = fromX;
    y = fromY;
    at = from;
  }
  return found.reverse();
}
