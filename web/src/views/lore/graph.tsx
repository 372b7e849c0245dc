// The graph of relations. Each entry is a link; arrow keys move to the entry in that direction, so the
// graph has one stop for the Tab key.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LoreItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { byForces, degrees, type Edge, fitted, inRings, type Layout, type Point } from "./layout";

const t = lore.relations;

/** The longest label, in characters. */
const LABEL_MAX = 20;

/** By how much a drawing may be wider than its frame and is drawn smaller, so that it fits. */
const SMALLER_MAX = 0.15;

export interface Line {
  edge: Edge;
  /** What the relations say, in both directions. */
  kinds: string[];
}

interface GraphProps {
  projectId: string;
  entries: LoreItem[];
  lines: Line[];
  /** Whether the first entry is the centre. */
  isAround: boolean;
}

export function Graph({ projectId, entries, lines, isAround }: GraphProps) {
  const edges = lines.map(({ edge }) => edge);
  const identity = `${isAround}/${entries.map(({ id }) => id).join()}/${edges.join(";")}`;
  const frame = useRef<HTMLDivElement>(null);
  const labels = entries.map((entry) => shortened(entry.name || texts.untitled));
  const { layout, isCut } = useLayout(frame, identity, labels, edges, isAround);
  const degree = useMemo(() => degrees(entries.length, edges), [identity]);
  const [stop, setStop] = useState(0);
  const [lit, setLit] = useState<number | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const reached = Math.min(stop, entries.length - 1);

  const onKeyDown = (event: KeyboardEvent, from: number) => {
    const to = inDirection(layout.points, from, event.key);
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    const node = drawing.current?.querySelector<SVGElement>(`[data-node="${to}"]`);
    node?.focus();
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  return (
    <div ref={frame} class={`graph-frame${isCut ? " is-cut" : ""}`}>
      <svg
        ref={drawing}
        class={`graph${lit === null ? "" : " has-lit"}`}
        role="group"
        aria-label={t.graph}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        style={{ width: `${layout.width / 16}rem`, aspectRatio: `${layout.width} / ${layout.height}` }}
      >
        {lines.map((line) => (
          <GraphLine key={line.edge.join("-")} line={line} points={layout.points} lit={lit} />
        ))}
        {entries.map((entry, index) => {
          const { x, y } = layout.points[index] ?? { x: 0, y: 0 };
          const name = entry.name || texts.untitled;
          const count = degree[index] ?? 0;
          const isCentre = isAround && index === 0;
          return (
            <g key={entry.id} transform={`translate(${x} ${y})`}>
              <a
                data-node={index}
                class={`graph-node${isCentre ? " is-centre" : ""}${isLit(index, lit, lines) ? " is-lit" : ""}`}
                href={projectAddress(projectId, "lore", entry.id)}
                aria-label={t.node(name, lore.categories[entry.category], count)}
                tabIndex={index === reached ? 0 : -1}
                onKeyDown={(event) => {
                  // A link in a drawing is not opened by Enter in every browser.
                  if (event.key === "Enter") go(projectAddress(projectId, "lore", entry.id));
                  else onKeyDown(event, index);
                }}
                onFocus={() => {
                  setStop(index);
                  setLit(index);
                }}
                onBlur={() => setLit(null)}
                onPointerEnter={() => setLit(index)}
                onPointerLeave={() => setLit(null)}
              >
                <title>{name}</title>
                <circle r={5 + Math.min(Math.sqrt(count) * 1.6, 9)} />
              </a>
              {/* Beside the link, whose name is never cut. */}
              <text
                class="graph-name"
                y="30"
                aria-hidden="true"
                onClick={() => go(projectAddress(projectId, "lore", entry.id))}
              >
                {labels[index]}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Where the entries are drawn in their frame, and whether the drawing goes on beyond it. */
function useLayout(
  frame: { current: HTMLElement | null },
  identity: string,
  labels: string[],
  edges: Edge[],
  isAround: boolean,
): { layout: Layout; isCut: boolean } {
  const width = useWidth(frame);
  const points = useMemo(
    () => (isAround ? inRings(labels.length, edges) : byForces(labels.length, edges)),
    [identity],
  );
  const layout = useMemo(
    () => fitted(points, halfWidths(labels), width),
    [points, labels.join("\n"), width],
  );
  // What does not fit is seen from its middle.
  useEffect(() => {
    const element = frame.current;
    if (element) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  }, [layout]);
  return { layout, isCut: width > 0 && layout.width > width * (1 + SMALLER_MAX) };
}

/** The width of the frame, in units of the drawing: 16 of them are one rem. */
function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      // In steps, so that not every pixel lays it out again.
      setWidth(Math.floor(element.clientWidth / rem) * 16);
    };
    look();
    const watched = new ResizeObserver(look);
    watched.observe(element);
    return () => watched.disconnect();
  }, []);
  return width;
}

/** Half the width of each label, in units of the drawing. */
function halfWidths(labels: string[]): number[] {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return [];
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  pen.font = `14px ${family}`;
  return labels.map((label) => Math.ceil(pen.measureText(label).width / 2) + 4);
}

/** Whether an entry is looked at, or related to the one that is. */
function isLit(index: number, lit: number | null, lines: Line[]): boolean {
  if (lit === null) return false;
  return index === lit || lines.some(({ edge }) => edge.includes(index) && edge.includes(lit));
}

function GraphLine({ line, points, lit }: { line: Line; points: Point[]; lit: number | null }) {
  const [one, other] = line.edge;
  const from = points[one];
  const to = points[other];
  if (!from || !to) return null;
  const shows = lit === one || lit === other;
  return (
    <g class={`graph-line${shows ? " is-lit" : ""}`} aria-hidden="true">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      {shows && (
        <text x={(from.x + to.x) / 2} y={(from.y + to.y) / 2 - 4}>
          {shortened(line.kinds.join(" · "))}
        </text>
      )}
    </g>
  );
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LABEL_MAX ? text : `${characters.slice(0, LABEL_MAX - 1).join("")}…`;
}

/** The nearest entry in the direction of an arrow key. */
function inDirection(points: Point[], from: number, key: string): number | undefined {
  const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  const here = points[from];
  if (!direction || !here) return undefined;
  const [right = 0, down = 0] = direction;
  let best: number | undefined;
  let least = Infinity;
  points.forEach((point, index) => {
    const x = point.x - here.x;
    const y = point.y - here.y;
    const along = x * right + y * down;
    if (index === from || along <= 0) return;
    // What lies beside the direction counts as further away.
    const distance = along + 2.5 * Math.abs(x * down - y * right);
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}
