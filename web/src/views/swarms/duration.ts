// How long something took, in the two largest units.

import { language } from "../../texts";

const UNITS: [string, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

const format = (value: number, unit: string, digits = 0) =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: digits,
  }).format(value);

/** A time in milliseconds as people read it. */
export function duration(ms: number): string {
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[at] ?? ["second", 1_000];
  if (unit === "second") return format(ms / size, unit, 1);
  const whole = Math.floor(ms / size);
  const [smaller, smallerSize] = UNITS[at + 1] ?? ["second", 1_000];
  const rest = Math.floor((ms - whole * size) / smallerSize);
  return rest === 0 ? format(whole, unit) : `${format(whole, unit)} ${format(rest, smaller)}`;
}
