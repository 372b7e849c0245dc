// Dates of stories: what a sort key is called in a calendar, how it moves by days, months and years, and how
// the date that readers see is written anew after such a move. The service reads dates in English, so they are
// written in English.

import type { TimelineCalendar } from "../../api/types";

/** A day, in the milliseconds of sort keys. */
export const DAY = 86_400_000;

const MINUTE = 60_000;

const MONTHS = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December",
];

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The weekday of 1970-01-01, a Thursday. */
const EPOCH_WEEKDAY = 3;

/** How far something moves at once. */
export interface Step {
  unit: "day" | "month" | "year";
  count: number;
}

/** A day in a calendar. A calendar of equal years has no months: `day` is that of the year. */
interface CivilDay {
  year: number;
  /** From 1. */
  month: number;
  /** From 1. */
  day: number;
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;

/** How many days a year has in a calendar without months. */
const yearDays = (calendar: TimelineCalendar): number => calendar.daysPerYear ?? 365;

/** How long a step is about, in milliseconds. */
export function lengthOf(calendar: TimelineCalendar, { unit, count }: Step): number {
  const year = calendar.kind === "year_day" ? yearDays(calendar) : 365.2425;
  return count * DAY * { day: 1, month: year / 12, year }[unit];
}

function civil(calendar: TimelineCalendar, key: number): CivilDay {
  const days = Math.floor(key / DAY);
  if (calendar.kind === "year_day") {
    const length = yearDays(calendar);
    return { year: Math.floor(days / length) + 1, month: 1, day: mod(days, length) + 1 };
  }
  // Years begin in March here, so that the leap day is the last of its year.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}

/** The sort key of the beginning of a day. */
function keyOf(calendar: TimelineCalendar, { year, month, day }: CivilDay): number {
  if (calendar.kind === "year_day") return ((year - 1) * yearDays(calendar) + day - 1) * DAY;
  const fromMarch = month <= 2 ? year - 1 : year;
  const era = Math.floor(fromMarch / 400);
  const yearOfEra = fromMarch - era * 400;
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear;
  return (era * 146_097 + ofEra - 719_468) * DAY;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return mod(year, 4) === 0 && (mod(year, 100) !== 0 || mod(year, 400) === 0) ? 29 : 28;
}

/** Moves a key by some steps; the time of day stays, and a day that a month does not have is its last. */
export function shift(calendar: TimelineCalendar, key: number, step: Step, times: number): number {
  const by = step.count * times;
  if (step.unit === "day") return key + by * DAY;
  const { year, month, day } = civil(calendar, key);
  const ofDay = mod(key, DAY);
  if (calendar.kind === "year_day") return keyOf(calendar, { year: year + by, month, day }) + ofDay;
  const months = year * 12 + month - 1 + by * (step.unit === "year" ? 12 : 1);
  const to = { year: Math.floor(months / 12), month: mod(months, 12) + 1 };
  return keyOf(calendar, { ...to, day: Math.min(day, daysInMonth(to.year, to.month)) }) + ofDay;
}

/** The beginning of the day, the month or the year of a key. */
export function startOf(calendar: TimelineCalendar, key: number, unit: Step["unit"]): number {
  const { year, month, day } = civil(calendar, key);
  return keyOf(calendar, {
    year,
    month: unit === "year" ? 1 : month,
    day: unit === "day" || (unit === "month" && calendar.kind === "year_day") ? day : 1,
  });
}

/** A year as readers know it: before year 1 is 1 BC. */
function yearName(year: number): string {
  return year > 0 ? String(year) : `${1 - year} BC`;
}

/** A sort key as a date. */
export function nameOf(calendar: TimelineCalendar, key: number): string {
  const { year, month, day } = civil(calendar, key);
  return calendar.kind === "year_day"
    ? `Year ${year}, Day ${day}`
    : `${day} ${MONTHS[month - 1]} ${yearName(year)}`;
}

/** A sort key as a tick of the axis is called, short where the step is long. */
export function tickName(calendar: TimelineCalendar, key: number, unit: Step["unit"]): string {
  const { year, month, day } = civil(calendar, key);
  if (calendar.kind === "year_day") {
    return unit === "year" || day === 1 ? `Year ${year}` : `Day ${day}`;
  }
  const name = MONTHS[month - 1] ?? "";
  if (unit === "year" || (unit === "month" && month === 1)) return yearName(year);
  if (unit === "month") return name.slice(0, 3);
  return day === 1 ? `${name.slice(0, 3)} ${yearName(year)}` : `${day} ${name.slice(0, 3)}`;
}

/** What the time at the left edge is called, so that the year is never out of sight. */
export function contextName(calendar: TimelineCalendar, key: number, unit: Step["unit"]): string {
  const { year, month } = civil(calendar, key);
  if (calendar.kind === "year_day") return `Year ${year}`;
  return unit === "day" ? `${MONTHS[month - 1]} ${yearName(year)}` : yearName(year);
}

const ROUND = [1, 2, 5];

function* stepsOf(calendar: TimelineCalendar): Generator<Step> {
  if (calendar.kind === "year_day") {
    for (const count of [1, 2, 5, 10, 20, 50, 100]) {
      if (count <= yearDays(calendar) / 2) yield { unit: "day", count };
    }
  } else {
    yield { unit: "day", count: 1 };
    yield { unit: "day", count: 7 };
    yield { unit: "month", count: 1 };
    yield { unit: "month", count: 3 };
  }
  for (let power = 1; power < 1e9; power *= 10) {
    for (const count of ROUND) yield { unit: "year", count: count * power };
  }
}

/** The shortest step that is at least this long, in milliseconds. */
export function stepFrom(calendar: TimelineCalendar, length: number): Step {
  let last: Step = { unit: "year", count: 1 };
  for (const step of stepsOf(calendar)) {
    last = step;
    if (lengthOf(calendar, step) >= length) break;
  }
  return last;
}

/** The most ticks that are drawn at once. */
const TICKS_MAX = 200;

/** The keys at which the axis has ticks, from the last one before `from` to the first one behind `to`. */
export function ticks(calendar: TimelineCalendar, step: Step, from: number, to: number): number[] {
  let at = tickBefore(calendar, step, from);
  const found = [at];
  while (at < to && found.length < TICKS_MAX) {
    at = tickAfter(calendar, step, at);
    found.push(at);
  }
  return found;
}

function tickBefore(calendar: TimelineCalendar, { unit, count }: Step, key: number): number {
  const { year, month, day } = civil(calendar, key);
  if (unit === "year") return keyOf(calendar, { year: Math.floor(year / count) * count, month: 1, day: 1 });
  if (unit === "month") {
    const months = Math.floor((year * 12 + month - 1) / count) * count;
    return keyOf(calendar, { year: Math.floor(months / 12), month: mod(months, 12) + 1, day: 1 });
  }
  if (calendar.kind === "year_day") {
    // Days are counted from the beginning of their year.
    return keyOf(calendar, { year, month: 1, day: Math.floor((day - 1) / count) * count + 1 });
  }
  const days = Math.floor(key / DAY);
  return (count === 7 ? days - mod(days + EPOCH_WEEKDAY, 7) : days) * DAY;
}

function tickAfter(calendar: TimelineCalendar, step: Step, at: number): number {
  const next = shift(calendar, at, step, 1);
  if (step.unit !== "day" || calendar.kind !== "year_day") return next;
  const { year } = civil(calendar, at);
  const newYear = keyOf(calendar, { year: year + 1, month: 1, day: 1 });
  // The last step of a year may be shorter; one that would be less than half is left out.
  return newYear - next < (step.count * DAY) / 2 ? newYear : next;
}

/** A date whose form is known, so that another date can be written in the same form. */
export interface WrittenDate {
  key: number;
  /** How exact the text is. */
  unit: Step["unit"];
  write: (key: number) => string;
}

const MONTH = `(${MONTHS.join("|")})`;
const WEEKDAY = `(?:(${WEEKDAYS.join("|")}),? )?`;

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

/** Reads a date in one of the common forms; null where it is written otherwise. */
export function recognise(calendar: TimelineCalendar, text: string): WrittenDate | null {
  const written = text.trim();
  return calendar.kind === "year_day" ? yearDay(calendar, written) : gregorian(calendar, written);
}

function yearDay(calendar: TimelineCalendar, text: string): WrittenDate | null {
  const found = /^Year (\d{1,6}), Day (\d{1,6})$/i.exec(text);
  const turned = found ? null : /^Day (\d{1,6}) of Year (\d{1,6})$/i.exec(text);
  const year = Number(found?.[1] ?? turned?.[2]);
  const day = Number(found?.[2] ?? turned?.[1]);
  if (Number.isNaN(year)) {
    const alone = /^Year (\d{1,6})$/i.exec(text);
    if (!alone) return null;
    const key = keyOf(calendar, { year: Number(alone[1]), month: 1, day: 1 });
    return { key, unit: "year", write: (at) => `Year ${civil(calendar, at).year}` };
  }
  return {
    key: keyOf(calendar, { year, month: 1, day }),
    unit: "day",
    write: (at) => {
      const to = civil(calendar, at);
      return turned ? `Day ${to.day} of Year ${to.year}` : `Year ${to.year}, Day ${to.day}`;
    },
  };
}

function gregorian(calendar: TimelineCalendar, text: string): WrittenDate | null {
  const at = (year: string | undefined, month: number, day: string | undefined, minutes = 0) =>
    keyOf(calendar, { year: Number(year), month, day: Number(day) }) + minutes * MINUTE;
  const monthOf = (name: string | undefined) => MONTHS.findIndex((one) => one === name) + 1;
  const on = (key: number) => civil(calendar, key);

  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(text);
  if (iso) {
    const hasTime = iso[4] !== undefined;
    const minutes = hasTime ? Number(iso[4]) * 60 + Number(iso[5]) : 0;
    const write = (key: number) => {
      const { year, month, day } = on(key);
      const ofDay = mod(key, DAY) / MINUTE;
      const time = hasTime ? `T${pad(Math.floor(ofDay / 60))}:${pad(Math.floor(ofDay % 60))}` : "";
      return `${isoYear(year)}-${pad(month)}-${pad(day)}${time}`;
    };
    return { key: at(iso[1], Number(iso[2]), iso[3], minutes), unit: "day", write };
  }
  const isoMonth = /^(\d{4})-(\d\d)$/.exec(text);
  if (isoMonth) {
    const write = (key: number) => `${isoYear(on(key).year)}-${pad(on(key).month)}`;
    return { key: at(isoMonth[1], Number(isoMonth[2]), "1"), unit: "month", write };
  }
  const dayMonth = new RegExp(`^${WEEKDAY}(\\d{1,2}) ${MONTH} (\\d{3,6})$`).exec(text);
  const monthDay = dayMonth ? null : new RegExp(`^${WEEKDAY}${MONTH} (\\d{1,2}), (\\d{3,6})$`).exec(text);
  const full = dayMonth ?? monthDay;
  if (full) {
    const [day, month] = dayMonth ? [full[2], full[3]] : [full[3], full[2]];
    const write = (key: number) => {
      const to = on(key);
      const weekday = full[1] === undefined ? "" : `${weekdayOf(key)}, `;
      const name = MONTHS[to.month - 1];
      const date = dayMonth ? `${to.day} ${name}` : `${name} ${to.day},`;
      return `${weekday}${date} ${yearName(to.year)}`;
    };
    return { key: at(full[4], monthOf(month), day), unit: "day", write };
  }
  const month = new RegExp(`^${MONTH} (\\d{3,6})$`).exec(text);
  if (month) {
    const write = (key: number) => `${MONTHS[on(key).month - 1]} ${yearName(on(key).year)}`;
    return { key: at(month[2], monthOf(month[1]), "1"), unit: "month", write };
  }
  const year = /^\d{3,6}$/.exec(text);
  if (!year) return null;
  return { key: at(text, 1, "1"), unit: "year", write: (key) => yearName(on(key).year) };
}

function isoYear(year: number): string {
  return year < 0 ? `-${pad(-year, 4)}` : pad(year, 4);
}

function weekdayOf(key: number): string {
  return WEEKDAYS[mod(Math.floor(key / DAY) + EPOCH_WEEKDAY, 7)] ?? "";
}

const UNITS: Step["unit"][] = ["day", "month", "year"];

/** The date that readers see after a move: in the form that it had, or by the day where it was less exact than
 * the move. Null where its form is not known, so that the text must stay. */
export function rewritten(calendar: TimelineCalendar, text: string, key: number, step: Step): string | null {
  const found = recognise(calendar, text);
  if (!found) return null;
  const isCoarse = UNITS.indexOf(found.unit) > UNITS.indexOf(step.unit);
  return isCoarse ? nameOf(calendar, key) : found.write(key);
}

/** Reads what somebody typed to sort an event by: a date in a common form. */
export function sortKeyOf(calendar: TimelineCalendar, text: string): number | null {
  return recognise(calendar, text)?.key ?? null;
}
