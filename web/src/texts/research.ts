// What the view of the research says.

import { plural } from "../texts";

export const research = {
  title: "Research",
  field: "Search in this project",
  placeholder: "Words, or what it is about",
  focus: "Search the project",
  where: "Where",
  collections: {
    all: "Everywhere",
    documents: "Manuscript",
    lore: "Lore",
    notes: "Notes",
    references: "References",
    messages: "Messages",
  },
  kinds: { part: "part", chapter: "chapter", scene: "scene", note: "note", reference: "reference" } as Record<
    string,
    string
  >,
  loreKind: (category: string) => `lore, ${category.replaceAll("_", " ")}`,
  messageKind: "message",
  untrusted: "from outside",

  results: (count: number, isMore: boolean) =>
    isMore ? `The best ${count} passages` : `${count} ${plural(count, "passage", "passages")}`,
  searching: "Searching …",
  searched: (passages: string, how: string) => `${passages} passages were searched by ${how}.`,
  byWords: "their words",
  byMeaning: "words and meaning",
  waiting: (waiting: string) => `${waiting} of them by their words alone, since they are not read for meaning yet.`,
  found: { words: "same words", meaning: "like in meaning", both: "same words, and like in meaning" },
  more: "Show more",
  whole: "The whole passage",
  less: "Less",
  citation: (title: string) => `Open “${title}” at this passage`,

  save: "Save this search",
  saveTitle: "Save this search",
  renameTitle: "Rename the search",
  name: "Name",
  nameMissing: "A saved search needs a name.",
  saved: (name: string) => `“${name}” was saved`,
  renamed: (name: string) => `“${name}” was renamed`,
  removed: (name: string) => `“${name}” was deleted`,
  rename: "Rename",
  remove: "Delete",
  run: (name: string) => `Run “${name}”`,
  savedTitle: "Saved searches",
  savedEmpty: "A search that you save is kept here, to be run again.",
  lastUsed: (ago: string) => `last run ${ago}`,
  neverUsed: "never run",
  savedRun: (name: string) => `Saved search “${name}”`,

  historyTitle: "Latest searches",
  historyEmpty: "What you search for is kept here.",
  historyOther: "The history is that of the project that is open, which is another one.",
  historyCount: (count: number) => `${count} ${plural(count, "passage", "passages")}`,

  ask: "Ask the researcher",
  asked: (question: string) => `The researcher on “${question}”`,
  asking: "The researcher reads …",
  askFailed: (status: string, why: string) => `The question ended as ${status}${why === "" ? "" : `: ${why}`}.`,
  permission: (what: string) => `The researcher asks for your permission to ${what}.`,
  approve: "Permit it",
  deny: "Do not permit it",
  approved: "Permitted",
  denied: "Not permitted",
  sources: "Passages that it rests on",
  closeAnswer: "Close the answer",

  empty: {
    nothing: {
      title: "Nothing to search yet",
      text: "The search reads the manuscript, the lore, notes and references. Import what you have, or begin to write.",
      action: "Import a manuscript",
    },
    none: {
      title: "No passage fits",
      text: "Neither these words nor anything like them in meaning stands in these texts. Try other words, or search everywhere.",
    },
  },
};
