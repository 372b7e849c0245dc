// Where a finding stands: its own words, and every further position that its detail names.

import type { Finding } from "../../api/types";

/** A position, or a statement outside of texts. */
export interface Place {
  /** The document; null for a statement of lore or timelines. */
  documentId: string | null;
  title: string;
  /** The line of the present text; null where the words no longer stand there. */
  line: number | null;
  quote: string | null;
  /** What is said about this place alone. */
  message: string | null;
  /** Where a statement outside of texts stands. */
  source: "lore" | "timeline" | null;
}

/** The levels of a detail that are looked at. */
const LEVELS_MAX = 8;

/** Every position of a finding besides its own. */
export function placesOf(finding: Finding): Place[] {
  const found: Place[] = [];
  gather(finding.detail, found, 0);
  const seen = new Set<string>();
  return found.filter((place) => {
    const key = JSON.stringify([place.documentId, place.title, place.line, place.quote, place.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    const isOwn = place.documentId === finding.documentId && place.line === finding.line;
    return !isOwn || place.documentId === null;
  });
}

/** How many places there are that the detail does not list. */
export function unlisted(finding: Finding): number {
  const { places, count } = finding.detail ?? {};
  if (!Array.isArray(places) || places.length === 0 || typeof count !== "number") return 0;
  return finding.documentId === null ? Math.max(0, count - places.length) : 0;
}

/** What stands around the words; null where the service does not say. */
export function passageOf(finding: Finding): string | null {
  return text(finding.detail?.passage);
}

function gather(value: unknown, found: Place[], level: number): void {
  if (level > LEVELS_MAX || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) gather(item, found, level + 1);
    return;
  }
  const members = value as Record<string, unknown>;
  const place = placeOf(members);
  if (place) found.push(place);
  for (const inside of Object.values(members)) gather(inside, found, level + 1);
}

function placeOf(members: Record<string, unknown>): Place | null {
  const documentId = text(members.documentId);
  const quote = text(members.quote);
  const message = text(members.message);
  if (documentId !== null && typeof members.start === "number") {
    const line = typeof members.line === "number" ? members.line : null;
    return { documentId, title: text(members.documentTitle) ?? "", line, quote, message, source: null };
  }
  const title = text(members.title);
  const { source } = members;
  if ((source === "lore" || source === "timeline") && title !== null) {
    return { documentId: null, title, line: null, quote, message, source };
  }
  return null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
