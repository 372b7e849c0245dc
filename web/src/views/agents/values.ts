// Values of reports, which the interface describes no further: read with care, since agents of others
// write them too.

export type Fields = Record<string, unknown>;

/** A source that a result may cite. */
export interface Citable {
  kind: string;
  id: string;
  title: string;
}

/** An object; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A list; empty for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function recordsOf(value: unknown): Fields[] {
  return listOf(value).map(fieldsOf).filter((one) => one !== undefined);
}

/** A text or a number as a text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The texts of a list. */
export function textsOf(value: unknown): string[] {
  return listOf(value).map(textOf).filter((text) => text !== "");
}
