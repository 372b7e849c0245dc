// What is said where texts of the whole book are changed: splitting and merging documents, and replacing words.

import { plural } from "../texts";

const documents = (count: string, one: boolean): string => `${count} ${one ? "document" : "documents"}`;

export const book = {
  textMenu: (title: string) => `What can be done with the text of ${title}`,
  notSaved: (title: string) =>
    `The text of “${title}” could not be saved, so nothing was done. Look at what its page says about saving.`,
  notLoaded: "This could not be loaded. If the service is running, load the page again: it may have been updated.",

  split: {
    command: "Split here",
    title: (title: string) => `Split “${title}”`,
    nowhere: "Put the cursor where the second document begins: text has to stand before it and behind it.",
    stays: (title: string) => `Stays in “${title}”`,
    goes: "Goes into a new document behind it",
    inside: (count: string, one: boolean) =>
      `${documents(count, one)} that ${one ? "is" : "are"} inside it now will be inside the new one.`,
    newTitle: "Title of the new document",
    action: "Split",
    done: (title: string, second: string) => `“${title}” was split: the rest is in “${second}”`,
    changed: "The text was changed in the meantime, so it was not split. Look at it, and choose the position again.",
  },

  merge: {
    command: "Merge with the next",
    none: (title: string) => `No document follows “${title}”, neither inside it nor beside it.`,
    title: "Merge two documents",
    text: (title: string, next: string) => `The text of “${next}” is added to the end of “${title}”.`,
    trash: (next: string) =>
      `“${next}” goes to the trash as it is, and can be restored from there for 30 days.`,
    inside: (next: string, title: string) => `What is inside “${next}” will be inside “${title}”.`,
    links: (next: string, title: string) =>
      `Where the outline and the timelines refer to “${next}”, they refer to “${title}” from then on.`,
    undo: "It can be undone right afterwards, except for these references. Findings of the merged text stay until it is read again.",
    action: "Merge",
    changed: "One of the documents was changed in the meantime, so they were not merged.",
    done: (title: string, next: string) => `“${next}” was merged into “${title}”`,
    notUndone: (title: string, next: string) =>
      `“${title}” was changed since, so its text stays as it is. “${next}” is back.`,
  },

  replacing: {
    title: "Find and replace in the book",
    open: "In the whole book",
    back: "All documents",
    again: "Back to the matches in the book",
    find: "Find",
    replace: "Replace with",
    case: "Match case",
    words: "Whole words",
    notes: "Notes and references too",
    matches: (count: string, one: boolean, found: string, oneFound: boolean) =>
      `${count} ${one ? "match" : "matches"} in ${documents(found, oneFound)}`,
    chosen: (count: string) => `${count} chosen`,
    chosenOf: (count: string, of: string) => `${count} of ${of}`,
    start: "Type what to look for.",
    startText: "All parts, chapters and scenes are searched, as the words are written in the text: there are no wildcards. Nothing is changed before you say so.",
    none: "Not found",
    noneText: (words: string) => `No text of the book has “${words}”.`,
    noneNarrow: "Other capitals, parts of words, and notes may be left out by what is chosen above.",
    refused: "This cannot be searched",
    run: (count: string) => `Replace ${count}`,
    remove: (count: string) => `Delete ${count}`,
    removeTitle: "Delete the words?",
    removeText: (count: string, one: boolean, words: string) =>
      `“${words}” is deleted ${count} ${one ? "time" : "times"}, as nothing is to take its place. It can be undone.`,
    removeAction: "Delete the words",
    exactly: (words: string) => `Every match becomes exactly “${words}”, also where it has other capitals now.`,
    chooseAll: "Choose all",
    chooseNone: "Choose none",
    chooseDocument: (title: string) => `All matches in ${title}`,
    chooseMatch: (line: string, text: string) => `Line ${line}: ${text}`,
    line: (line: string) => `Line ${line}`,
    list: "What was found",
    locked: (user: string) => `Locked by ${user}: left out`,
    unsaved: (titles: string) => `Newer text is not saved, and was not searched: ${titles}`,
    readOnly: "You may search this book, but not replace anything in it.",
    archived: "The project is archived: it can be searched, but nothing can be replaced.",
    stale: "The texts were changed in the meantime, so nothing was replaced. This is what is found now.",
    done: (count: number, shown: string, found: number, shownFound: string) =>
      `${shown} ${plural(count, "match was", "matches were")} replaced in ${documents(shownFound, found === 1)}`,
    undone: (count: number, shown: string) => `${plural(count, "One document has", `${shown} documents have`)} the earlier text again`,
    from: (find: string, replace: string) => `“${find}” → “${replace}”`,
    undo: "Undo the replacement",
    redo: "Replace again",
    alreadyUndone: "This was undone already.",
    closeResult: "Hide the result",
  },
};
