// Zooming by the wheel with Ctrl, or by two fingers, around the pointer.

import { useEffect, useRef } from "preact/hooks";

/** How far a wheel turns for one step of the zoom, in pixels. */
const WHEEL_STEP = 60;

export function useWheelZoom(
  scroller: { current: HTMLElement | null },
  zoomBy: (steps: number, anchor: number) => void,
): void {
  const latest = useRef(zoomBy);
  latest.current = zoomBy;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let turned = 0;
    let anchor = 0;
    let frame = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turned -= event.deltaY;
      anchor = event.clientX - element.getBoundingClientRect().left;
      // However many turns come before the next frame, it is drawn one time.
      if (frame === 0) frame = requestAnimationFrame(zoom);
    };
    const zoom = () => {
      frame = 0;
      const steps = Math.trunc(turned / WHEEL_STEP);
      if (steps === 0) return;
      turned -= steps * WHEEL_STEP;
      latest.current(steps, anchor);
    };
    // Not passive: the browser would zoom the page.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("wheel", onWheel);
    };
  }, []);
}
