// Where a record is shown: the address of the view that it belongs to. Nothing leads to a view that this
// page does not have.

import { projectAddress } from "../router";
import { findView } from "../views";

/** The view of each kind of record. */
const VIEWS: Record<string, string> = {
  manuscript: "manuscript",
  document: "manuscript",
  passage: "manuscript",
  finding: "findings",
  findings: "findings",
  lore: "lore",
  promise: "promises",
  outline: "outline",
  node: "outline",
  timeline: "timeline",
  timeline_event: "timeline",
  word: "languages",
  grammar_rule: "languages",
};

/** Views whose addresses name a record in their query, or none at all. */
const NAMED_BY: Record<string, string | null> = { timeline: "event", findings: null };

/** The words of a document that are meant. */
export interface Words {
  quote?: string;
  /** Their position in characters of the Markdown. */
  start?: number;
  end?: number;
}

/** The longest quotation that an address has, in characters. */
const QUOTE_MAX = 200;

/** The address of a record, or of the list of such records; undefined where there is no such view. */
export function recordAddress(
  kind: string,
  projectId: string | null,
  id?: string | null,
  words: Words = {},
): string | undefined {
  const view = VIEWS[kind];
  if (view === undefined || projectId === null || !findView("project", view)) return undefined;
  const named = NAMED_BY[view];
  const address = id && named === undefined ? projectAddress(projectId, view, id) : projectAddress(projectId, view);
  const query = new URLSearchParams();
  if (id && named) query.set(named, id);
  if (words.start !== undefined && words.end !== undefined) {
    query.set("start", String(words.start));
    query.set("end", String(words.end));
  }
  if (words.quote !== undefined) query.set("quote", words.quote.slice(0, QUOTE_MAX));
  const text = query.toString();
  return text === "" ? address : `${address}?${text}`;
}
