// Files that a browser takes, and how large they are.

import { language } from "../texts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** A size in the unit that suits it. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const options = { style: "unit", unit: UNITS[unit] ?? "byte", maximumFractionDigits: value < 10 ? 1 : 0 };
  return new Intl.NumberFormat(language, options as Intl.NumberFormatOptions).format(value);
}

/** How long the browser may take to begin a download, in milliseconds. */
const REVOKE_AFTER_MS = 60_000;

/** Hands a file to the browser, which keeps it. */
export function saveFile(file: string, blob: Blob): { file: string; bytes: number } {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  return { file, bytes: blob.size };
}
