// Money as the interface counts it: US dollars, often far below a cent.

import { language } from "../../texts";

const cents = new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
const fractions = new Intl.NumberFormat(language, {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 2,
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  roundingPriority: "morePrecision",
} as Intl.NumberFormatOptions);

/** An amount in US dollars; a small one keeps two digits that say something. */
export function money(dollars: number): string {
  return dollars !== 0 && Math.abs(dollars) < 0.01 ? fractions.format(dollars) : cents.format(dollars);
}
