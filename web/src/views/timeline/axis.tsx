// The axis above the lanes, and its lines through them.

import { texts } from "../../texts";
import { contextName, DAY, lengthOf, nameOf, type Step, stepFrom, tickName, ticks } from "./dates";
import type { Pane } from "./lane-row";
import type { NarrativeScale, Scale, StoryScale } from "./scale";
import { px } from "./px";

/** The least distance of two dates on the axis, in rem. */
const TICK_MIN_REM = 5;

/** The least width of a column in which its title stands, in rem. */
const TITLE_MIN_REM = 4;

interface Tick {
  at: number;
  x: number;
  name: string;
  width?: number;
}

interface AxisProps {
  scale: Scale;
  pane: Pane;
  origin: number;
  rem: number;
}

/** The step of the dates on the axis. */
function axisStep({ calendar, perDay }: StoryScale, rem: number): Step {
  return stepFrom(calendar, ((TICK_MIN_REM * rem) / perDay) * DAY);
}

function dates(scale: StoryScale, { from, to }: Pane, rem: number): Tick[] {
  const step = axisStep(scale, rem);
  const { calendar } = scale;
  const first = scale.at(from);
  const last = scale.at(to);
  // A step below a year that the pane has very many of would only be seen at the same level of detail.
  if (last - first <= 0 || lengthOf(calendar, step) <= 0) return [];
  return ticks(calendar, step, first, last).map((at) => ({
    at,
    x: scale.x(at),
    name: tickName(calendar, at, step.unit),
  }));
}

function titles({ columns, columnWidth, at, x }: NarrativeScale, { from, to }: Pane, rem: number): Tick[] {
  const every = Math.max(1, Math.ceil((TITLE_MIN_REM * rem) / columnWidth));
  const first = Math.max(Math.floor(at(from) / every) * every, 0);
  const found: Tick[] = [];
  for (let index = first; index < columns.length && x(index) < to; index += every) {
    const name = columns[index]?.title || texts.untitled;
    found.push({ at: index, x: x(index), name, width: columnWidth * every });
  }
  return found;
}

function tickList({ scale, pane, rem }: AxisProps): Tick[] {
  return scale.order === "story" ? dates(scale, pane, rem) : titles(scale, pane, rem);
}

/** What stands at the left edge, so that the year is never out of sight. */
export function edgeName(scale: Scale, x: number, rem: number): string {
  return scale.order === "story"
    ? contextName(scale.calendar, scale.at(Math.max(x, scale.x(scale.from))), axisStep(scale, rem).unit)
    : "";
}

/** What a position is called. */
export function placeName(scale: Scale, at: number): string {
  if (scale.order === "story") return nameOf(scale.calendar, at);
  return scale.columns[at]?.title || texts.untitled;
}

export function AxisLines(props: AxisProps) {
  return (
    <div class="axis-lines" aria-hidden="true">
      {tickList(props).map((tick) => (
        <span key={tick.at} class="axis-line" style={{ left: px(tick.x - props.origin) }} />
      ))}
    </div>
  );
}

export function AxisNames(props: AxisProps) {
  return (
    <div class="axis-names">
      {tickList(props).map((tick) => (
        <span
          key={tick.at}
          class="axis-name"
          title={tick.width === undefined ? undefined : tick.name}
          style={{
            left: px(tick.x - props.origin),
            ...(tick.width === undefined ? {} : { maxWidth: px(tick.width) }),
          }}
        >
          <bdi>{tick.name}</bdi>
        </span>
      ))}
    </div>
  );
}
