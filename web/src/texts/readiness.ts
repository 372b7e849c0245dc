// What the view of the readiness of a project says.

import { plural } from "../texts";

export const readiness = {
  title: "Readiness",
  outOf: (score: string) => `${score} of 100`,
  unknownScore: "The score is not known yet",
  unknownText: "No part of it can be calculated. Have the book checked, or give its documents a status and a word target.",
  verdicts: {
    ready: (threshold: string) => `Ready: the score has reached ${threshold}, and every text was read as it is now.`,
    below: (threshold: string, missing: string) => `Not ready: ${missing} points short of ${threshold}.`,
    unread: (read: string, texts: string) =>
      `Not ready: the score is high enough, but only ${read} of ${texts} texts were read by all checks as they are now.`,
    noTexts: "Not ready: the manuscript has no text yet.",
  },
  read: (read: string, texts: number, written: string) =>
    `${read} of ${written} ${plural(texts, "text was", "texts were")} read as they are now, by the checks of the prose and of the lore.`,
  parts: "What the score is made of",
  partNames: {
    proseguard: "Prose and dialogue",
    lorekeeper: "Agreement with the lore",
    mlHealth: "Measures of the prose",
    editCompletion: "How far the edit is",
  },
  partTexts: {
    proseguard:
      "Open and accepted findings of the checks of prose and dialogue lower it: a critical one counts 8, a high one 4, a medium one 4 for every ten thousand words. Low ones and remarks count nothing.",
    lorekeeper:
      "The same for findings against the lore: names, conventions of names, elements that must not appear, and facts.",
    mlHealth:
      "Adverbs, passives, filter verbs and the length of sentences, beside those of published novels. They are counted, without a model, from 1,000 words on.",
    editCompletion: "How far the documents of the manuscript are, by their status and their word targets.",
  },
  unknown: "not known",
  counts: (share: string) => `counts for ${share}`,
  countsNot: "does not count in this project",
  countsUnknown: (weight: string) => `its weight, ${weight}, is divided among the others until it is known`,
  gain: (points: string) => `+${points} points if it were 100`,
  open: { findings: "Show the findings", documents: "Go to the manuscript" },
  next: "What would gain most",
  nextText: "Each step for itself: a finding that is dealt with, or a document that reaches its target and is done.",
  points: (points: string) => `+${points}`,
  pointsLong: (points: string) => `${points} points`,
  kinds: { finding: "Finding", document: "Document" },
  nothingNext: "Nothing that is recorded would raise the score.",
  most: "Most is to be gained here",
  report: "Report",
  reportText:
    "The publisher goes through a checklist of eight points: what is left open in the text, titles, numbers, promises, findings and the length that is usual for such a book.",
  ask: "Ask the publisher for the report",
  question: "Is the book ready?",
  sweep: "Have the book checked",
  trend: {
    title: "How it went",
    caption: "Score by day",
    day: "Day",
    score: "Score",
    text: "The score of a day is recorded when the whole book is checked, the last one of each day.",
    none: "The score of a day is recorded when the whole book is checked. From the second such day on, it is drawn here.",
    one: (day: string, score: string) => `On ${day} the score was ${score}.`,
  },
};
