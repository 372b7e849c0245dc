// Times and numbers as people read them: in the language of the texts, as it is written in the region of the browser.

import { signal } from "@preact/signals";
import { language } from "../texts";

/** How often relative times are written anew, in milliseconds. */
export const TICK_MS = 15_000;

/** The current time, for relative times that stay right. */
export const now = signal(Date.now());
setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, TICK_MS);

/** The form of dates and numbers: a sentence has one language, whatever that of the browser is. */
const locale = navigator.language.startsWith(language) ? navigator.language : language;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 7],
];

/** “3 minutes ago”, or the date where it is more than a week. */
export function ago(time: string | number): string {
  let amount = (new Date(time).getTime() - now.value) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(amount) < size) return relative.format(Math.round(Math.min(amount, 0)), unit);
    amount /= size;
  }
  return date.format(new Date(time));
}

/** The date and the time of day. */
export function exactly(time: string | number): string {
  return dateTime.format(new Date(time));
}

/** The date alone. */
export function day(time: string | number): string {
  return date.format(new Date(time));
}

/** A number with its thousands divided. */
export function number(value: number): string {
  return whole.format(value);
}
