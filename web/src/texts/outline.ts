// What the view of the outline says.

import { plural } from "../texts";
import { common } from "./common";

export const outline = {
  title: "Outline",
  tree: "Outline of the story",
  keys: "Arrow keys go from node to node and open and close them. Enter opens a node. Alt with the arrow keys moves it. Delete deletes it.",
  create: "New node",
  kinds: { act: "Act", chapter: "Chapter", scene: "Scene", beat: "Beat" },
  counts: {
    act: (count: string, one: boolean) => `${count} ${one ? "act" : "acts"}`,
    chapter: (count: string, one: boolean) => `${count} ${one ? "chapter" : "chapters"}`,
    scene: (count: string, one: boolean) => `${count} ${one ? "scene" : "scenes"}`,
    beat: (count: string, one: boolean) => `${count} ${one ? "beat" : "beats"}`,
  },
  filter: "Filter by title",
  noMatch: "No node has these words.",
  words: (count: string, one: boolean) => `${count} ${one ? "word" : "words"}`,
  statuses: common.statuses,
  noDocument: "no document",
  documentGone: "its document is in the trash",
  promises: (made: number, kept: number) =>
    [
      made > 0 ? `${made} ${plural(made, "promise", "promises")} made` : "",
      kept > 0 ? `${kept} fulfilled` : "",
    ]
      .filter((word) => word !== "")
      .join(", "),
  edit: "Open",
  createAfter: "New node after it",
  createInside: "New node inside it",
  moveUp: "Move up",
  moveDown: "Move down",
  moveIn: "Move into the one before",
  moveOut: "Move out",
  delete: "Delete",
  openAll: "Open all",
  closeAll: "Close all",
  created: (title: string) => `“${title}” was added`,
  saved: (title: string) => `“${title}” was changed`,
  moved: (title: string) => `“${title}” was moved`,
  deleted: (title: string, children: number) =>
    children === 0 ? `“${title}” was deleted` : `“${title}” was deleted; what was inside took its place`,
  form: {
    createTitle: "New node",
    editTitle: "Node",
    name: "Title",
    nameMissing: "A node needs a title.",
    kind: "Kind",
    document: "Told by",
    none: "No document yet",
    promises: "Promises",
    madeHere: "Made here",
    fulfilledHere: "Fulfilled here",
  },
  fromBook: {
    action: "Begin with the manuscript",
    text: "Or take its parts, chapters and scenes as they are.",
    working: "Building …",
    done: (count: number) => `${count} ${plural(count, "node was", "nodes were")} added from the manuscript`,
    tooMany: (most: string) => `The manuscript has more than ${most} documents, so its outline has to be written by hand.`,
  },
  empty: {
    title: "No outline yet",
    text: "An outline plans the story as a tree: acts, chapters, scenes and beats, each with the document that tells it. Promises name the nodes where they are made and fulfilled.",
  },
};
