// Which part of the lanes is seen: the zoom, how far they are scrolled, and the window that is drawn. A window is
// wider than what is seen and changes by whole pieces, so most frames of scrolling draw nothing.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Pane } from "./lane-row";
import type { Scale } from "./scale";

/** The widest element that is scrolled, in pixels; browsers cut those above 16 million. */
const SPACE_MAX = 8_000_000;

/** The window changes by pieces of this size, in pixels. */
const PIECE = 256;

export interface Size {
  width: number;
  height: number;
  /** The size of the page's type, in pixels. */
  rem: number;
}

/** The size of an element, as it is now and after every change; undefined before it is known. */
export function useSize(element: { current: HTMLElement | null }): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return;
    const measure = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const next = { width: found.clientWidth, height: found.clientHeight, rem };
      setSize((now) =>
        now && now.width === next.width && now.height === next.height && now.rem === rem ? now : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return size;
}

interface State {
  /** Null while the whole is shown. */
  level: number | null;
  /** Where the scrolled element begins, in pixels of the whole. */
  origin: number;
  /** What is drawn, in pixels of the whole. */
  across: Pane;
  down: Pane;
}

export interface Viewport extends State {
  /** The width of the scrolled element, in pixels. */
  space: number;
}

const NOTHING: Pane = { from: 0, to: 0 };

function piecesAround(from: number, length: number): Pane {
  return {
    from: Math.floor((from - PIECE / 2) / PIECE) * PIECE,
    to: Math.ceil((from + length + PIECE / 2) / PIECE) * PIECE,
  };
}

const isSame = (one: Pane, other: Pane) => one.from === other.from && one.to === other.to;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** What makes a scale for a level of the zoom. */
export type MakeScale = (level: number | null) => Scale;

export function useViewport(
  scroller: { current: HTMLElement | null },
  size: Size | undefined,
  makeScale: MakeScale,
  scrolled: (left: number) => void,
) {
  const [state, setState] = useState<State>({ level: null, origin: 0, across: NOTHING, down: NOTHING });
  const scale = makeScale(state.level);
  const wantedLeft = useRef<number | null>(null);
  // Where a step of the zoom ended, for as long as nothing is scrolled since.
  const zoomedTo = useRef<number | null>(null);
  const current = useRef({ scale, state });
  current.current = { scale, state };
  const width = size?.width ?? 0;

  const spaceOf = (of: Scale) => Math.max(Math.min(of.length, SPACE_MAX), width);
  const originFor = (of: Scale, left: number) =>
    of.length <= SPACE_MAX ? 0 : clamp(left + width / 2 - SPACE_MAX / 2, 0, of.length - SPACE_MAX);

  /** Takes note of how far the lanes are scrolled. */
  const look = () => {
    const element = scroller.current;
    if (!element) return;
    const { scale: of, state: now } = current.current;
    const left = now.origin + element.scrollLeft;
    scrolled(left);
    // Near an end of the scrolled element that is not the end of the whole, the element is put elsewhere.
    const isNearEnd =
      (now.origin > 0 && element.scrollLeft < width) ||
      (now.origin + SPACE_MAX < of.length && element.scrollLeft > SPACE_MAX - 2 * width);
    const origin = isNearEnd ? originFor(of, left) : now.origin;
    if (origin !== now.origin) wantedLeft.current = left - origin;
    const down = piecesAround(element.scrollTop, element.clientHeight);
    const isZoomed = zoomedTo.current !== null && Math.abs(left - zoomedTo.current) <= 1;
    const isDrawn = isZoomed && left + element.clientWidth <= now.across.to;
    if (!isDrawn) zoomedTo.current = null;
    const across = isDrawn ? now.across : piecesAround(left, element.clientWidth);
    if (origin === now.origin && isSame(across, now.across) && isSame(down, now.down)) return;
    setState({ ...now, origin, across, down });
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || wantedLeft.current === null) return;
    element.scrollLeft = wantedLeft.current;
    wantedLeft.current = null;
    scrolled(current.current.state.origin + element.scrollLeft);
  });
  useEffect(look, [size, scale.length]);

  /** Zooms, with what stands at this distance from the left edge staying there. */
  const zoomTo = (level: number | null, anchor = width / 2) => {
    const element = scroller.current;
    if (!element) return;
    const { scale: before, state: now } = current.current;
    const after = makeScale(level);
    const left = after.x(before.at(now.origin + element.scrollLeft + anchor)) - anchor;
    show(after, level, clamp(left, 0, Math.max(after.length - width, 0)));
  };

  const show = (after: Scale, level: number | null, left: number) => {
    const element = scroller.current;
    if (!element) return;
    const origin = originFor(after, left);
    wantedLeft.current = left - origin;
    zoomedTo.current = left;
    // No more than what is seen, so that a step of the zoom is drawn soon: scrolling draws what lies beside it.
    const across = { from: left - 1, to: left + width + 1 };
    const next = { level, origin, across, down: piecesAround(element.scrollTop, element.clientHeight) };
    setState(next);
    // Several steps of a wheel may come before the next one is drawn.
    current.current = { scale: after, state: next };
  };

  return {
    scale,
    makeScale,
    viewport: { ...state, space: spaceOf(scale) } satisfies Viewport,
    look,
    zoomTo,
    /** Zooms by steps. */
    zoomBy: (steps: number, anchor?: number) => {
      const { level, levels } = current.current.scale;
      const whole = steps > 0 ? Math.floor(level + 1e-6) : Math.ceil(level - 1e-6);
      const wanted = clamp(whole + steps, levels.min, levels.max);
      zoomTo(wanted <= levels.min ? null : wanted, anchor);
    },
    /** Zooms so that two places stand apart, one near each edge. */
    zoomOn: (from: number, to: number) => {
      const { levels } = current.current.scale;
      let level = levels.max;
      while (level > levels.min && makeScale(level).x(to) - makeScale(level).x(from) > width / 2) level -= 1;
      const after = makeScale(level);
      const left = (after.x(from) + after.x(to)) / 2 - width / 2;
      show(after, level, clamp(left, 0, Math.max(after.length - width, 0)));
    },
    /** Scrolls so that an item is in view, no further than it has to. */
    reveal: (x: number, itemWidth: number, top: number, height: number, headHeight: number) => {
      const element = scroller.current;
      if (!element) return;
      const { state: now, scale: of } = current.current;
      const left = now.origin + element.scrollLeft;
      const isSeen = x >= left && x + Math.min(itemWidth, width) <= left + width;
      if (!isSeen) {
        const to = clamp(x - width / 3, 0, Math.max(of.length - width, 0));
        if (to >= now.origin && to + width <= now.origin + spaceOf(of)) element.scrollLeft = to - now.origin;
        else show(of, now.level, to);
      }
      const seen = element.clientHeight - headHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + height > element.scrollTop + seen) element.scrollTop = top + height - seen;
    },
  };
}
