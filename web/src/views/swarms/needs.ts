// What each type of swarm needs before it can be started, as docs/api.md has it. Whether a model is
// configured is known to the service alone, which says so when one is missing.

import type { DocumentItem, SwarmDetail, SwarmInput } from "../../api/types";
import { isOfBook } from "../../state/documents";

export type SwarmType = SwarmDetail["swarmType"];
export type Check = NonNullable<NonNullable<SwarmInput["checks"]>[number]>;

/** The types, those first that do all without a language model. */
export const TYPES: SwarmType[] = [
  "consistency_sweep",
  "reader_panel",
  "publishing",
  "revision",
  "research",
  "outline",
  "worldbuilding",
  "conlang",
  "draft",
  "debate",
];

const NEED_PROJECT: SwarmType[] = ["outline", "draft", "worldbuilding", "conlang"];
const NEED_TEXT: SwarmType[] = ["revision", "reader_panel", "publishing"];
const NEED_MODEL: SwarmType[] = ["draft", "debate"];

export type Need = "project" | "text" | "model";

/** What such a swarm needs, at least. */
export function needsOf(type: SwarmType): Need[] {
  return [
    ...(NEED_PROJECT.includes(type) ? (["project"] as const) : []),
    ...(NEED_TEXT.includes(type) ? (["text"] as const) : []),
    ...(NEED_MODEL.includes(type) ? (["model"] as const) : []),
  ];
}

/** Whether its checks can be chosen. */
export const hasChecks = (type: SwarmType): boolean => type === "consistency_sweep" || type === "publishing";

/** Whether it goes in rounds. */
export const hasRounds = (type: SwarmType): boolean => type === "debate";

/** Whether a document has a text that a swarm can work on. */
export const hasText = (document: DocumentItem): boolean => document.words > 0;

/** The documents that a swarm works on when none is chosen: notes and references are none. */
export const ofManuscript = (documents: DocumentItem[]): DocumentItem[] =>
  documents.filter((document) => isOfBook(document) && hasText(document));
