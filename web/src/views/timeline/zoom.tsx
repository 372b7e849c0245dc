// The buttons that zoom.

import { timeline as t } from "../../texts/timeline";
import { icons } from "../../ui/icons";
import type { Scale } from "./scale";

interface ZoomButtonsProps {
  scale: Scale;
  zoomBy: (steps: number) => void;
  showAll: () => void;
}

export function ZoomButtons({ scale, zoomBy, showAll }: ZoomButtonsProps) {
  const { level, levels, order } = scale;
  const isWhole = level <= levels.min + 1e-6;
  const isClosest = level >= levels.max - 1e-6;
  // A button that can do nothing stays where the focus is.
  return (
    <div class="zoom" role="group" aria-label={t.zoom.label}>
      <button
        type="button"
        class="icon-button"
        aria-label={t.zoom.out}
        aria-disabled={isWhole}
        onClick={() => zoomBy(-1)}
      >
        <icons.minus />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t.zoom.in}
        aria-disabled={isClosest}
        onClick={() => zoomBy(1)}
      >
        <icons.plus />
      </button>
      <button type="button" class="button is-small" aria-disabled={isWhole} onClick={showAll}>
        {order === "story" ? t.zoom.whole : t.zoom.wholeBook}
      </button>
    </div>
  );
}
