// A chart of one or more series over chapters, days or anything else that stands in a row. Values that are
// not known are gaps. The same values are in a table for whoever cannot see the chart.

import { effect } from "@preact/signals";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../state/preferences";
import { number } from "../state/time";
import { charts as t } from "../texts/charts";
import "./chart.css";

/** The colours that a series can have: there is one accent, so that it stands for what matters most. */
export type ChartColor = "accent" | "ink" | "ink-soft" | "line-strong";

export interface ChartSeries {
  name: string;
  /** One value for each point; null where it is not known. */
  values: (number | null)[];
  /** A line by default; `points` joins nothing, `steps` holds a value until the next. */
  look?: "line" | "steps" | "bars" | "points";
  /** By default the first series has the accent and the others are grey. */
  color?: ChartColor;
  isDashed?: boolean;
}

interface ChartProps {
  /** What the chart shows, in a few words. */
  caption: string;
  /** The names of the points, such as the titles of chapters. */
  labels: string[];
  /** What the points are, such as “Chapter”; the first column of the table. */
  labelTitle: string;
  /** Where the points stand, ascending, such as days; at equal steps by default. */
  positions?: number[];
  series: ChartSeries[];
  /** Writes a value; as a whole number by default. */
  format?: (value: number) => string;
  /** In rem. */
  height?: number;
}

const HEIGHT_REM = 14;

/** The longest name of a point below the chart, in characters; the table and the readout have all of it. */
const LABEL_MAX = 16;

const COLORS: ChartColor[] = ["accent", "ink-soft", "line-strong", "ink"];

/** The room that such a name has, in rem. */
const LABEL_REM = 8;

/** The steps of a scale of whole numbers. */
const WHOLE_STEPS = [1, 10, 100, 1_000, 10_000, 100_000, 1e6, 1e7, 1e8, 1e9].flatMap((power) => [
  power,
  2 * power,
  5 * power,
]);

export function Chart(props: ChartProps) {
  const { caption, labels, series, height = HEIGHT_REM } = props;
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const { place, plot } = usePlot(props, setAt);
  const shown = at !== null && at < labels.length ? at : null;

  const onKeyDown = (event: KeyboardEvent) => {
    const last = labels.length - 1;
    const next = {
      ArrowLeft: Math.max((shown ?? last + 1) - 1, 0),
      ArrowRight: Math.min((shown ?? -1) + 1, last),
      Home: 0,
      End: last,
    }[event.key];
    if (next !== undefined && last >= 0) setAt(pointTo(plot.current, next));
    else if (event.key === "Escape" && shown !== null) setAt(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <figure class="chart">
      <figcaption id={`${id}-caption`}>{caption}</figcaption>
      {series.length > 1 && <Legend series={series} />}
      <div
        ref={place}
        class="chart-plot"
        style={{ height: `${height}rem` }}
        role="application"
        aria-roledescription={t.role}
        aria-labelledby={`${id}-caption`}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      <p class="chart-readout meta" role="status">
        {shown === null ? " " : readout(props, shown)}
      </p>
      <p id={`${id}-keys`} class="visually-hidden">
        {t.keys}
      </p>
      <ValueTable {...props} />
    </figure>
  );
}

function readout({ labels, series, format }: ChartProps, index: number) {
  return (
    <>
      <bdi>{labels[index]}</bdi>
      {series.map((one) => (
        <span key={one.name} class="chart-value">
          {one.name} {valueOf(one, index, format)}
        </span>
      ))}
    </>
  );
}

function valueOf(series: ChartSeries, index: number, format = number): string {
  const value = series.values[index] ?? null;
  return value === null ? t.unknown : format(value);
}

function colorOf(series: ChartSeries, index: number): ChartColor {
  return series.color ?? COLORS[index % COLORS.length] ?? "ink";
}

function Legend({ series }: { series: ChartSeries[] }) {
  return (
    <ul class="chart-legend meta" aria-hidden="true">
      {series.map((one, index) => (
        <li key={one.name}>
          <span
            class={`chart-key is-${colorOf(one, index)} is-${one.look ?? "line"}${one.isDashed ? " is-dashed" : ""}`}
          />
          {one.name}
        </li>
      ))}
    </ul>
  );
}

/** The values for whoever cannot see the chart. */
function ValueTable({ caption, labels, labelTitle, series, format }: ChartProps) {
  return (
    <div class="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelTitle}</th>
            {series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {series.map((one) => (
                <td key={one.name}>{valueOf(one, index, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Draws the plot, and draws it again after a change of the values, of the size or of the colours. */
function usePlot(props: ChartProps, setAt: (at: number | null) => void) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [look, setLook] = useState("");
  const [width, setWidth] = useState(0);
  const { labels, series, height } = props;

  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => setLook(`${theme.value} ${system.matches} ${remSize()}`);
    const end = effect(follow);
    system.addEventListener("change", follow);
    const observer = new ResizeObserver((entries) => {
      setWidth(Math.floor(entries[0]?.contentRect.width ?? 0));
      follow();
    });
    if (place.current) observer.observe(place.current);
    return () => {
      end();
      system.removeEventListener("change", follow);
      observer.disconnect();
    };
  }, []);

  // Values are compared by what they are: a component that draws itself again gives new arrays.
  const content = JSON.stringify([labels, positionsOf(props), series, height]);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || width === 0) return;
    const made = new uPlot(
      { ...optionsOf(props, element, setAt), width, height: Math.floor(element.clientHeight) },
      dataOf(props),
      element,
    );
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [content, look, width]);
  return { place, plot };
}

function remSize(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function positionsOf({ labels, positions }: ChartProps): number[] {
  return positions ?? labels.map((_, index) => index);
}

function dataOf(props: ChartProps): uPlot.AlignedData {
  return [positionsOf(props), ...props.series.map((one) => one.values)];
}

/** Those positions whose names have room beside each other. */
function withRoom(positions: number[], room: number): number[] {
  const chosen: number[] = [];
  for (const position of positions) {
    if (position - (chosen.at(-1) ?? -Infinity) >= room) chosen.push(position);
  }
  return chosen;
}

/** Moves the cursor to a point, and answers which it is. */
function pointTo(plot: uPlot | null, index: number): number {
  const x = plot?.data[0][index];
  if (plot && x !== undefined) plot.setCursor({ left: plot.valToPos(x, "x"), top: plot.height / 3 });
  return index;
}

function optionsOf(
  props: ChartProps,
  element: HTMLElement,
  setAt: (at: number | null) => void,
): Omit<uPlot.Options, "width" | "height"> {
  const { labels, series } = props;
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const rem = remSize();
  const font = `${parseFloat(token("text-small")) * rem}px ${token("sans")}`;
  const axis: uPlot.Axis = {
    stroke: token("ink-soft"),
    font,
    grid: { stroke: token("line"), width: 1 },
    ticks: { show: false },
  };
  const positions = positionsOf(props);
  // The first and the last point have the room that the others have, for their bars and names.
  const margin = ((positions.at(-1) ?? 0) - (positions[0] ?? 0)) / Math.max(positions.length - 1, 1) / 2 || 0.5;
  const labelOf = (position: number) => {
    const label = labels[positions.indexOf(position)] ?? "";
    return label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX - 1)}…` : label;
  };
  return {
    padding: [rem / 2, rem, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: rem / 2 } },
    scales: {
      x: {
        time: false,
        range: (_plot, from, to) => [from - margin, to + margin],
      },
      y: { range: (_plot, _low, high) => [0, Math.max(high ?? 0, 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 2 * rem,
        // The step has the room that is given behind it, in pixels.
        splits: (_plot, _axis, _from, _to, step, room) => withRoom(positions, (LABEL_REM * rem * step) / room),
        values: (_plot, at) => at.map(labelOf),
      },
      {
        ...axis,
        size: (_plot, values) => rem + 0.55 * rem * Math.max(1, ...(values ?? []).map((value) => value.length)),
        values: (_plot, at) => at.map(number),
        incrs: WHOLE_STEPS,
      },
    ],
    series: [{}, ...series.map((one, index) => seriesOf(one, token(colorOf(one, index)), rem))],
    hooks: { setCursor: [(plot) => setAt(plot.cursor.idx ?? null)] },
  };
}

function seriesOf(series: ChartSeries, stroke: string, rem: number): uPlot.Series {
  const { look = "line" } = series;
  const size = rem / 2.5;
  const points: uPlot.Series.Points = { size, fill: stroke, stroke };
  const paths = uPlot.paths;
  const common: uPlot.Series = {
    label: series.name,
    stroke,
    width: rem / 8,
    points,
    spanGaps: false,
    ...(series.isDashed ? { dash: [rem / 3, rem / 4] } : {}),
  };
  if (look === "bars") {
    const bars = paths.bars?.({ size: [0.7, 3 * rem] });
    return { ...common, width: 0, fill: stroke, points: { show: false }, ...(bars ? { paths: bars } : {}) };
  }
  if (look === "points") return { ...common, paths: () => null, points: { ...points, show: true } };
  const steps = look === "steps" ? paths.stepped?.({ align: 1 }) : undefined;
  return steps ? { ...common, paths: steps } : common;
}
