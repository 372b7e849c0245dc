// Dragging events with the pointer: along the axis, to another lane, or out of the list of those that have no
// place yet. Touch scrolls instead; there the form of an event moves it.

import { useEffect, useRef, useState } from "preact/hooks";

/** How far the pointer goes before it drags, in pixels. */
const THRESHOLD = 5;

/** How near the edge the lanes scroll by themselves, and how far in each frame, in pixels. */
const EDGE = 40;
const EDGE_STEP = 14;

/** Something that is being dragged. */
export interface Drag {
  eventId: string;
  /** The lane that it was taken from; null where it was in no lane. */
  laneId: string | null;
  key: string;
  /** Where the pointer is, in the window. */
  x: number;
  y: number;
  /** How far it has gone, in pixels of the lanes: scrolling counts too. */
  dx: number;
  dy: number;
  /** Where in the dragged element the pointer took it. */
  grip: { x: number; y: number };
  width: number;
}

interface DragOptions {
  scroller: { current: HTMLElement | null };
  isAllowed: boolean;
  drop: (drag: Drag) => void;
}

export function useDrag({ scroller, isAllowed, drop }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(drop);
  latest.current = drop;
  // The browser makes a click of a drag too.
  const wasDragged = useRef(false);
  const end = useRef<() => void>(() => {});
  useEffect(() => () => end.current(), []);

  const onPointerDown = (down: PointerEvent) => {
    wasDragged.current = false;
    if (down.button !== 0 || down.pointerType === "touch" || !isAllowed) return;
    const element = (down.target as HTMLElement).closest<HTMLElement>("[data-key]");
    const { key = "", event: eventId, lane } = element?.dataset ?? {};
    if (!element || eventId === undefined) return;
    const box = element.getBoundingClientRect();
    const scrolled = () => ({ x: scroller.current?.scrollLeft ?? 0, y: scroller.current?.scrollTop ?? 0 });
    const begun = scrolled();
    let now: Drag | null = null;
    let frame = 0;

    const move = (x: number, y: number) => {
      if (!now && Math.hypot(x - down.clientX, y - down.clientY) < THRESHOLD) return;
      const at = scrolled();
      now = {
        eventId,
        laneId: lane ?? null,
        key,
        x,
        y,
        dx: x - down.clientX + at.x - begun.x,
        dy: y - down.clientY + at.y - begun.y,
        grip: { x: down.clientX - box.left, y: down.clientY - box.top },
        width: box.width,
      };
      setDrag(now);
      if (frame === 0) frame = requestAnimationFrame(scrollAtEdge);
    };
    const scrollAtEdge = () => {
      frame = 0;
      const frameBox = scroller.current?.getBoundingClientRect();
      if (!now || !frameBox || !scroller.current) return;
      const by = (at: number, low: number, high: number) =>
        at < low + EDGE ? -EDGE_STEP : at > high - EDGE ? EDGE_STEP : 0;
      const across = by(now.x, frameBox.left, frameBox.right);
      const along = by(now.y, frameBox.top, frameBox.bottom);
      if (across === 0 && along === 0) return;
      scroller.current.scrollBy(across, along);
      move(now.x, now.y);
    };
    const onMove = (event: PointerEvent) => move(event.clientX, event.clientY);
    const onUp = () => {
      const dropped = now;
      end.current();
      if (!dropped) return;
      wasDragged.current = true;
      latest.current(dropped);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !now) return;
      event.preventDefault();
      event.stopPropagation();
      wasDragged.current = true;
      end.current();
    };
    end.current();
    end.current = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", end.current);
      window.removeEventListener("keydown", onKeyDown, true);
      end.current = () => {};
      setDrag(null);
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", end.current);
    window.addEventListener("keydown", onKeyDown, true);
  };
  return { drag, onPointerDown, wasDragged };
}
