// What the view for import and export says.

import { plural } from "../texts";

export const transfer = {
  title: "Import and export",
  tabs: { import: "Import", export: "Export and backups", trash: "Trash", folder: "Folder" },
  tabsLabel: "What is brought in or out",
  project: "Project",
  noProject: {
    title: "No project yet",
    text: "There is nothing to export. Import a manuscript first, or create a project.",
    action: "Import a manuscript",
  },

  choose: {
    title: "Drop a manuscript here",
    text: "Markdown and text (.md, .txt), Word (.docx), Writer (.odt), EPUB and Fountain, a folder or .zip of them, or an exported project.",
    files: "Choose files",
    folder: "Choose a folder",
    dropping: "Let go to read them",
    other: "Choose others",
    readOnly: "This token may only read, so nothing can be imported with it.",
  },
  reading: (done: number, total: number) => `Reading file ${done} of ${total} …`,
  chosen: (files: number, size: string) => `${files} ${plural(files, "text", "texts")}, ${size}`,
  encodings: (count: number, names: string) =>
    `${count} ${plural(count, "file was", "files were")} not in UTF-8 and read as ${names}. Look at a few words with accents in the result.`,

  problems: {
    nothing: "None of these can be imported. Taken are .md, .txt, .docx, .odt, .epub, .fountain and .zip files, and exported projects.",
    tooMany: (max: string) => `There are more than ${max} files. Import the folder in parts.`,
    tooDeep: (path: string, max: number) => `“${path}” lies more than ${max} folders deep.`,
    tooLarge: (path: string, size: string, limit: string) =>
      `“${path}” (${size}) makes it more than ${limit} in all, which a browser cannot read at once. Import it with the command line, or in parts.`,
    bookTooLarge: (path: string, size: string, limit: string) =>
      `“${path}” has ${size}, and a book or archive may have ${limit}. Most of it is pictures: save it without them.`,
    unreadable: (path: string, why: string) => `“${path}” could not be read: ${why}`,
    body: (path: string, size: string, all: string, why: string) =>
      `${why}. The texts are ${all} together; the largest is “${path}” with ${size}. Divide it, or raise import_mib_max in the section [server] of scriptorium.toml.`,
    broken: (path: string, size: string, all: string) =>
      `The service broke the connection. The texts are ${all} together (the largest is “${path}” with ${size}), and it takes 64 MB unless import_mib_max in the section [server] of scriptorium.toml says otherwise.`,
  },
  skippedReasons: {
    hidden: "it is hidden",
    kind: (ending: string) =>
      ending === "" ? "it is no Markdown or text file" : `.${ending} files are not read; save it as Markdown or text`,
    encoding: "its encoding is not recognised; save it as UTF-8 and import it again",
  },

  into: {
    legend: "Where to",
    new: "A new project",
    existing: "A project that is there",
    name: "Name of the project",
    nameMissing: "A project needs a name.",
    mode: "Chapters whose title is there already",
    update: "Update them: the text before is kept as a revision",
    add: "Leave them, and add all as new ones",
    cut: "Cut the text at the headings of its chapters",
    cutHint: "For a book in one file. The preview shows where.",
  },

  preview: {
    title: "What will be imported",
    reading: "Looking at the texts …",
    summary: (fresh: number, changed: number, same: number) =>
      [
        fresh > 0 || changed + same === 0 ? `${fresh} new` : "",
        changed > 0 ? `${changed} with another text` : "",
        same > 0 ? `${same} the same as before` : "",
      ]
        .filter((part) => part !== "")
        .join(", "),
    words: (words: string) => `${words} words`,
    remarks: (comments: number, changes: number) =>
      `With remarks of editors: ${[
        comments > 0
          ? `${comments} ${plural(comments, "comment, which becomes a finding", "comments, which become findings")}`
          : "",
        changes > 0
          ? `${changes} tracked ${plural(changes, "change, which becomes a proposal", "changes, which become proposals")}`
          : "",
      ]
        .filter((part) => part !== "")
        .join(", and ")}.`,
    nothing: "There is no text to import in these files.",
    titleHead: "Title",
    kindHead: "Kind",
    wordsHead: "Words",
    changeHead: "What is done",
    kinds: { part: "Part", chapter: "Chapter", scene: "Scene", note: "Note", reference: "Reference" },
    changes: { new: "New", changed: "New text", same: "Stays as it is" },
    showAll: (count: number) => `Show all ${count}`,
    skipped: (count: number) => `${count} ${plural(count, "file is", "files are")} left out`,
  },
  exported: {
    title: "This is an exported project",
    text: (files: number) =>
      `${files} ${plural(files, "file", "files")}. It comes back with everything in it: texts, lore, timelines and the rest, as a project of its own. Nothing that is there is replaced.`,
  },
  start: (documents: number) => `Import ${documents} ${plural(documents, "document", "documents")}`,
  startUpdate: "Import",
  startProject: "Import the project",
  working: (share: string) => `Importing … ${share} %`,
  workingLabel: "Progress of the import",
  sending: "Sending the texts …",
  emptyProject: (name: string) =>
    `The project “${name}” was created, and nothing was imported into it. Import again: it goes into the same project.`,
  failed: (why: string) => `The import failed, and nothing was changed: ${why}`,
  unknown: "The service did not say how the import ended. It goes on by itself: look at the project later.",

  done: {
    title: (name: string) => `“${name}” is imported`,
    skipped: (count: number) => `${count} ${plural(count, "file was", "files were")} left out:`,
    manuscript: "Open the manuscript",
    check: "Check the book",
    more: "Import more",
    imported: (name: string) => `“${name}” was imported`,
  },

  export: {
    manuscript: "Manuscript",
    manuscriptText: "All parts, chapters and scenes in one file, in the order of reading.",
    format: "Format",
    formats: { md: "Markdown", docx: "Word", epub: "EPUB" },
    author: "Author",
    comments: "Findings as comments",
    commentChoices: { none: "None", open: "Open ones", pending: "Open ones and those to be changed", all: "All" },
    manuscriptAction: (format: string) => `Download ${format}`,
    whole: "Whole project",
    wholeText:
      "Everything there is of the project in one file: texts, lore, timelines, outline, languages, findings. It can be imported again, here or in another studio.",
    wholeAction: "Download project",
    revisions: "With the earlier texts of every document",
    preparing: "Preparing …",
    downloaded: (file: string, size: string) => `${file} was downloaded (${size})`,
    empty: "The project has no chapter with a text yet.",
  },

  backups: {
    title: "Backups",
    text: "The service makes a backup of everything each day while it runs, and keeps the newest seven. Where they are and how many are kept, the section [backup] of scriptorium.toml says.",
    states: {
      ok: "Backups are made when they are due.",
      failed: "The latest backup could not be made; the log of the service says why. One that is due is tried again every ten minutes.",
      unavailable: "No backups are made at the moment: that part of the service does not run.",
    },
    action: "Make a backup now",
    running: "Making a backup …",
    asked: "A backup is being made",
    list: "Backups, newest first",
    empty: "There is no backup yet.",
    made: "Made",
    size: "Size",
    incomplete: "incomplete: files are missing or cut",
    commands: "A backup, and back from one while the service is stopped, on its machine:",
    code: "scriptorium backup\nscriptorium restore BACKUP --data FOLDER",
  },

  trash: {
    text: "Documents that were moved to the trash come back with their revisions.",
    restore: "Restore",
    restored: (title: string) => `“${title}” is back`,
    deleted: (ago: string) => `moved here ${ago}`,
    until: (day: string) => `deleted for good after ${day}`,
    words: (words: string, isOne: boolean) => `${words} ${isOne ? "word" : "words"}`,
    empty: { title: "The trash of this project is empty", text: "A document in the trash can be restored for 30 days." },
    projects: "Projects in the trash",
  },

  folder: {
    states: {
      no_root: "No folder is kept",
      waiting: "The folder was not looked at yet",
      refused: "The folder is not followed",
      in_step: "Folder and project are the same",
      behind: "Folder and project differ",
    },
    text: "With a folder, every document is a Markdown file that you can write in with any editor. What you change there is changed here, and the other way round.",
    howTo: "Whoever runs the service names a root in scriptorium.toml and starts it again. Each project then has a folder in it:",
    toml: '[documents]\nroot = "/home/you/books"\n',
    path: "Folder",
    synced: (ago: string) => `looked at ${ago}`,
    neverSynced: "never looked at to the end",
    conflicts: "Typed in both places",
    conflictsText: "These files have what was typed while the document was changed in the studio. Take from them what you need, and remove them.",
    problems: "What could not be taken, or written",
    problemsMax: "The first 100 are listed.",
  },
};
