// What all parts of the view work on: a timeline of a project with what belongs to it.

import { findings as findingCalls } from "../../api/findings";
import { lore as loreCalls } from "../../api/lore";
import { plotlines as plotlineCalls, timelines as timelineCalls } from "../../api/timelines";
import type {
  DocumentItem,
  Finding,
  LoreItem,
  Timeline,
  TimelineEvent,
  TimelinePlotline,
} from "../../api/types";
import { cached, type Cached, derived, type Readable } from "../../live/cache";
import { documentsOf, isOfBook } from "../../state/documents";
import { texts } from "../../texts";
import type { EventStore } from "./store";

export interface Context {
  projectId: string;
  timeline: Timeline;
  store: EventStore;
  plotlines: TimelinePlotline[];
  /** The documents of the manuscript, in reading order. */
  book: DocumentItem[];
}

export const nameOfEvent = (event: Pick<TimelineEvent, "title">): string => event.title || texts.untitled;
export const nameOfPlotline = (plotline: Pick<TimelinePlotline, "name">): string =>
  plotline.name || texts.untitled;
export const nameOfDocument = (document: Pick<DocumentItem, "title">): string =>
  document.title || texts.untitled;

export function timelinesOf(projectId: string): Cached<Timeline[]> {
  return cached(
    `story/timelines/${projectId}`,
    (signal) => timelineCalls.list(projectId, { signal }),
    ({ kind, data }) => kind === "timeline" && data.projectId === projectId,
  );
}

export function plotlinesOf(timelineId: string): Cached<TimelinePlotline[]> {
  return cached(
    `story/plotlines/${timelineId}`,
    (signal) => plotlineCalls.list(timelineId, { signal }),
    ({ kind, data }) => kind === "plotline" && data.timelineId === timelineId,
  );
}

/** The documents of the manuscript, in reading order. */
export function bookOf(projectId: string): Readable<DocumentItem[]> {
  const documents = documentsOf(projectId);
  const known = books.get(documents);
  if (known) return known;
  const made = derived(documents, (all) => all.filter(isOfBook));
  books.set(documents, made);
  return made;
}

const books = new WeakMap<Cached<DocumentItem[]>, Readable<DocumentItem[]>>();

export function loreOf(projectId: string): Cached<LoreItem[]> {
  return cached(
    `story/lore/${projectId}`,
    (signal) => loreCalls.list(projectId, () => {}, { signal }),
    ({ kind, data }) => kind === "lore" && data.projectId === projectId,
  );
}

/** The open contradictions of the project, which the check of facts finds. */
export function contradictionsOf(projectId: string): Cached<Finding[]> {
  return cached(
    `story/contradictions/${projectId}`,
    (signal) => findingCalls.list(projectId, { check: "facts", state: "open" }, { signal }),
    ({ kind, data }) => kind === "finding" && data.projectId === projectId,
  );
}

/** The links that say which documents tell an event. */
export function tellingLinks(event: TimelineEvent) {
  return event.links.filter(({ entityType }) => entityType === "document" || entityType === "scene");
}
