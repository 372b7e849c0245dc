// A grid of which only the fields that are seen are drawn. Arrow keys, Home and End move between fields,
// and the field that is pointed at or chosen is read out below.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { projectAddress } from "../../router";
import { people } from "../../texts/people";
import { Place } from "../../ui/place";

const t = people.presence;

/** The size of a field, in rem. */
const FIELD = 1.75;

/** The width of the names, in rem. */
const namesWidth = () => (matchMedia("(max-width: 56rem)").matches ? 7 : 11);

/** How many rows and columns are drawn beyond what is seen. */
const BEYOND = 4;

/** The shades of a field that has something. */
const SHADES = 5;

interface GridProps {
  projectId: string;
  rows: string[];
  columns: { id: string; title: string }[];
  /** What a field has; null where it is not known. */
  value: (row: number, column: number) => number | null;
  /** A value in words. */
  said: (value: number | null) => string;
}

interface Field {
  row: number;
  column: number;
}

export function Grid({ projectId, rows, columns, value, said }: GridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const names = namesWidth();
  const seen = useSeen(frame);
  const [chosen, setChosen] = useState<Field>({ row: 0, column: 0 });
  const [isUsed, setUsed] = useState(false);
  const [pointed, setPointed] = useState<Field | null>(null);
  // The field of the last key: several may come before the next drawing.
  const latest = useRef(chosen);
  const isMoving = useRef(false);
  const choose = (field: Field) => {
    latest.current = field;
    setChosen(field);
  };
  const most = useMemo(() => {
    let found = 1;
    rows.forEach((_, row) => columns.forEach((_, column) => (found = Math.max(found, value(row, column) ?? 0))));
    return found;
  }, [rows, columns, value]);
  const words = ({ row, column }: Field) =>
    t.field(rows[row] ?? "", columns[column]?.title ?? "", said(value(row, column)));

  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(event, latest.current, rows.length, columns.length);
    if (!to) return;
    event.preventDefault();
    isMoving.current = true;
    choose(to);
    reveal(frame.current, to);
  };
  // The field that is moved to may not have been drawn before, and a field that a later key has left takes no focus.
  useEffect(() => {
    if (!isMoving.current || chosen !== latest.current) return;
    const found = frame.current?.querySelector<HTMLElement>("[tabindex='0'][role='gridcell']");
    if (!found) return;
    isMoving.current = false;
    found.focus({ preventScroll: true });
  });

  const shownRows = range(seen.top, seen.bottom, rows.length);
  const shownColumns = range(seen.left, seen.right, columns.length);
  const width = `${names + columns.length * FIELD}rem`;
  const current = pointed ?? (isUsed ? chosen : null);
  const text = current === null ? undefined : columns[current.column];
  // One field takes the focus even while the chosen one is out of sight.
  const inSight = shownRows.includes(chosen.row) && shownColumns.includes(chosen.column);
  const stop = inSight ? chosen : { row: shownRows[0] ?? 0, column: shownColumns[0] ?? 0 };
  return (
    <>
      <div
        ref={frame}
        class="presence"
        role="grid"
        aria-label={t.grid}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointed(null)}
      >
        <div class="presence-head" role="row" aria-rowindex={1} style={{ width }}>
          <span class="presence-corner" role="columnheader" aria-colindex={1} style={{ width: `${names}rem` }}>
            {t.person}
          </span>
          {shownColumns.map((column) => (
            <span
              key={column}
              class="presence-column"
              role="columnheader"
              aria-colindex={column + 2}
              aria-label={columns[column]?.title}
              title={columns[column]?.title}
              style={{ left: `${names + column * FIELD}rem`, width: `${FIELD}rem` }}
            >
              {column + 1}
            </span>
          ))}
        </div>
        <div class="presence-rows" role="rowgroup" style={{ width, height: `${rows.length * FIELD}rem` }}>
          {shownRows.map((row) => (
            <div
              key={row}
              class="presence-row"
              role="row"
              aria-rowindex={row + 2}
              style={{ top: `${row * FIELD}rem`, height: `${FIELD}rem` }}
            >
              <span class="presence-name" role="rowheader" aria-colindex={1} style={{ width: `${names}rem` }}>
                <bdi>{rows[row]}</bdi>
              </span>
              {shownColumns.map((column) => (
                <span
                  key={column}
                  role="gridcell"
                  class={`presence-field is-${shade(value(row, column), most)}`}
                  aria-colindex={column + 2}
                  aria-label={words({ row, column })}
                  tabIndex={row === stop.row && column === stop.column ? 0 : -1}
                  style={{ left: `${names + column * FIELD}rem`, width: `${FIELD}rem` }}
                  onFocus={() => {
                    choose({ row, column });
                    setUsed(true);
                  }}
                  onPointerEnter={() => setPointed({ row, column })}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <p class="presence-readout">
        {current !== null && rows[current.row] !== undefined && text ? (
          <>
            <a href={projectAddress(projectId, "people", "person", rows[current.row] ?? "")}>
              <bdi>{rows[current.row]}</bdi>
            </a>
            ,{" "}
            <Place projectId={projectId} documentId={text.id}>
              {text.title}
            </Place>
            : {said(value(current.row, current.column))}
          </>
        ) : (
          t.readout
        )}
      </p>
    </>
  );
}

interface Seen {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const pixelsOfRem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Which rows and columns are in sight. */
function useSeen(frame: { current: HTMLDivElement | null }): Seen {
  const [seen, setSeen] = useState<Seen>({ top: 0, bottom: 30, left: 0, right: 40 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = () => {
      const field = FIELD * pixelsOfRem();
      // In steps, so that not every pixel of scrolling draws.
      const step = (pixels: number) => Math.floor(pixels / field / BEYOND) * BEYOND;
      const next: Seen = {
        top: step(element.scrollTop),
        bottom: step(element.scrollTop + element.clientHeight) + BEYOND,
        left: step(element.scrollLeft),
        right: step(element.scrollLeft + element.clientWidth) + BEYOND,
      };
      setSeen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    look();
    const watched = new ResizeObserver(look);
    watched.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watched.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  return seen;
}

function range(from: number, to: number, count: number): number[] {
  const first = Math.max(0, from - BEYOND);
  const last = Math.min(count, to + BEYOND);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
}

/** The field that a key leads to. */
function moved(event: KeyboardEvent, from: Field, rows: number, columns: number): Field | undefined {
  const { row, column } = from;
  const to = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    Home: { row: event.ctrlKey ? 0 : row, column: 0 },
    End: { row: event.ctrlKey ? rows - 1 : row, column: columns - 1 },
  }[event.key];
  const isInside = to && to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns;
  return isInside ? to : undefined;
}

/** Scrolls no further than needed; the names cover the left, and the numbers the top. */
function reveal(frame: HTMLElement | null, { row, column }: Field): void {
  if (!frame) return;
  const rem = pixelsOfRem();
  const top = row * FIELD * rem;
  const left = column * FIELD * rem;
  if (top < frame.scrollTop) frame.scrollTop = top;
  const below = top + 2 * FIELD * rem - frame.clientHeight;
  if (below > frame.scrollTop) frame.scrollTop = below;
  if (left < frame.scrollLeft) frame.scrollLeft = left;
  const beyond = left + (namesWidth() + FIELD) * rem - frame.clientWidth;
  if (beyond > frame.scrollLeft) frame.scrollLeft = beyond;
}

/** How dark a field is: by the root, so that a little is seen beside a lot. */
function shade(value: number | null, most: number): string {
  if (value === null) return "unknown";
  if (value === 0) return "empty";
  return String(Math.min(SHADES, Math.ceil(Math.sqrt(value / most) * SHADES)));
}
