// A long list of rows of one height, of which only those that are seen are drawn. Arrow keys, Home and End
// move between rows; the list has one stop for the Tab key.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import "./rows.css";

/** How many rows are drawn above and below what is seen. */
const BEYOND = 8;

interface RowsProps<T> {
  label: string;
  items: T[];
  keyOf: (item: T) => string;
  /** The height of a row, in rem. */
  height: number;
  /** The key of the row that is brought into sight and reached by Tab. */
  current?: string | undefined;
  /** Draws a row; what can be focused in it takes `tabIndex`. */
  render: (item: T, tabIndex: 0 | -1) => JSX.Element;
}

export function Rows<T>({ label, items, keyOf, height, current, render }: RowsProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, count: 40 });
  const [stop, setStop] = useState<string>();
  const wanted = useRef<number | null>(null);
  const pixels = () => height * parseFloat(getComputedStyle(document.documentElement).fontSize);

  const look = () => {
    const element = frame.current;
    if (!element) return;
    const first = Math.floor(element.scrollTop / pixels() / BEYOND) * BEYOND;
    const count = Math.ceil(element.clientHeight / pixels() / BEYOND + 1) * BEYOND;
    setSeen((before) => (before.first === first && before.count === count ? before : { first, count }));
  };
  useLayoutEffect(() => {
    look();
    const watched = new ResizeObserver(look);
    if (frame.current) watched.observe(frame.current);
    return () => watched.disconnect();
  }, []);

  /** Scrolls no further than needed. */
  const reveal = (index: number) => {
    const element = frame.current;
    if (!element || index < 0) return;
    const top = index * pixels();
    if (top < element.scrollTop) element.scrollTop = top;
    const below = top + pixels() - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  };
  useEffect(() => {
    reveal(items.findIndex((item) => keyOf(item) === current));
  }, [current, items.length === 0]);

  /** Focuses a row, as far as it is drawn and has what can be focused. */
  const focusRow = (index: number): boolean => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    const target = row?.querySelector<HTMLElement>("a, button, input");
    target?.focus({ preventScroll: true });
    return target != null;
  };

  // The row that is moved to may not have been drawn before, or what it shows is still being read. Whoever goes
  // elsewhere in the meantime stays there.
  useEffect(() => {
    if (wanted.current === null) return;
    const { activeElement } = document;
    const isElsewhere = !activeElement?.matches("body, main") && !frame.current?.contains(activeElement);
    if (isElsewhere || focusRow(wanted.current)) wanted.current = null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    const at = Number(row?.dataset.index ?? 0);
    const last = items.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined || to < 0 || to > last) return;
    event.preventDefault();
    reveal(to);
    look();
    // At once where it can be: a key that follows is for the row that is moved to.
    wanted.current = focusRow(to) ? null : to;
    setStop(keyOf(items[to] as T));
  };

  const { first, count } = seen;
  const from = Math.max(0, first - BEYOND);
  const drawn = items.slice(from, first + count + BEYOND);
  const isStop = (key: string) => key === stop;
  const known = [stop, current].find((key) => key !== undefined && drawn.some((item) => keyOf(item) === key));
  const reached = known ?? (drawn[0] === undefined ? undefined : keyOf(drawn[0]));
  return (
    <div ref={frame} class="rows" onScroll={look} onKeyDown={onKeyDown}>
      <ul aria-label={label} style={{ height: `${items.length * height}rem` }}>
        {drawn.map((item, offset) => {
          const key = keyOf(item);
          return (
            <li
              key={key}
              data-index={from + offset}
              aria-setsize={items.length}
              aria-posinset={from + offset + 1}
              style={{ top: `${(from + offset) * height}rem`, height: `${height}rem` }}
              onFocusCapture={() => !isStop(key) && setStop(key)}
            >
              {render(item, key === reached ? 0 : -1)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
