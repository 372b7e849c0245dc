// The places that a report is about: the passages it quotes and the records it names, wherever they stand
// in it.

import type { Words } from "../../ui/records";
import { type Fields, fieldsOf, textOf } from "./values";

export interface Place {
  /** The words by which the text names it. */
  words: string;
  /** What kind of record it is. */
  kind: string;
  id: string;
  at: Words;
}

/** The most places that are looked for, and how deep. */
const PLACES_MAX = 500;
const DEPTH_MAX = 12;

/** Ids of records, by the field that has them. */
const RECORDS: [string, string][] = [
  ["documentId", "document"],
  ["entryId", "lore"],
  ["promiseId", "promise"],
  ["eventId", "timeline_event"],
  ["nodeId", "node"],
];

/** Every place of a report, passages first. */
export function placesOf(report: Fields | undefined): Place[] {
  const passages: Place[] = [];
  const records: Place[] = [];
  const walk = (value: unknown, documentId: string, depth: number): void => {
    if (depth > DEPTH_MAX || passages.length + records.length >= PLACES_MAX) return;
    if (Array.isArray(value)) {
      for (const one of value) walk(one, documentId, depth + 1);
      return;
    }
    const fields = fieldsOf(value);
    if (!fields) return;
    const own = textOf(fields["documentId"]) || documentId;
    const quote = textOf(fields["quote"]);
    const { start, end } = fields;
    if (quote !== "" && own !== "" && typeof start === "number" && typeof end === "number") {
      passages.push({ words: quote, kind: "document", id: own, at: { quote, start, end } });
    }
    for (const [field, kind] of RECORDS) {
      const id = textOf(fields[field]);
      const words = textOf(fields["title"]) || textOf(fields["name"]);
      if (id !== "" && words !== "") records.push({ words, kind, id, at: {} });
    }
    for (const one of Object.values(fields)) walk(one, own, depth + 1);
  };
  walk(report, "", 0);
  return [...passages, ...records];
}
