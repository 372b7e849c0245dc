// What the view says that renames an entry of the lore everywhere.

import { plural } from "../texts";

export const rename = {
  named: (name: string) => `Rename ${name} everywhere`,
  menu: "Rename everywhere",
  title: (name: string) => `Rename ${name} everywhere`,
  intro: "The entry gets the new name, and so does each text that names it. Nothing is changed before you have seen what.",
  back: "Back to the entry",
  readOnly: "You may read this project, and not change it",
  readOnlyText: "Renaming changes texts. Whoever may write in this project can do it.",
  name: "New name",
  nameMissing: "Type the new name.",
  nameSame: "This is the name that it has.",
  show: "Show what changes",
  choose: {
    title: "Who or what is renamed?",
    intro: "Choose an entry of the lore. Its name is then changed in the lore and in all texts.",
    search: "Search names",
    none: "No entry has this name.",
  },
  forms: {
    title: "Forms of the name",
    intro: "How the texts call it, and what each form becomes. A form without a new one stays as it is.",
    table: "Forms of the name, and what each becomes",
    form: "Form",
    becomes: "Becomes",
    becomesOf: (form: string) => `What “${form}” becomes`,
    stays: "stays as it is",
    reset: (form: string) => `Take the proposal for “${form}”`,
    shared: "also a name of",
    more: (count: string) => `Show ${count} more forms`,
    aliases: "The entry is then also called",
    noAliases: "The entry then has no other names.",
  },
  warnings: {
    title: "Before you rename",
    namesake: (shared: string) => `“${shared}” is then also a name of`,
    uncertain: (count: number, shown: string) =>
      `${shown} ${plural(count, "match is", "matches are")} uncertain: the name may be somebody else’s there. ${plural(count, "It stays as it is", "They stay as they are")} unless you choose ${plural(count, "it", "them")}.`,
    onlyUncertain: "Show only the uncertain ones",
    locked: (user: string) => `${user} has locked a text with chosen matches, so nothing can be renamed:`,
    leaveOut: "Leave these texts out",
    unsaved:
      "What was typed in this browser is not saved in the texts below. Save it first: otherwise you have to decide between both texts afterwards.",
    unsavedEntry: "This entry was edited in this browser and is not saved. Save or discard that first:",
    openForm: "Open the form",
  },
  matches: {
    title: "In the texts",
    label: "Matches in the texts",
    none: "No text has this name. Only the entry is renamed.",
    rest: "Matches that are not listed yet are changed too where they are certain.",
  },
  run: {
    chosen: (count: number, shown: string, total: string) =>
      `${shown} of ${total} ${plural(count, "match is", "matches are")} changed`,
    noneChosen: "No match is changed; only the entry gets the new name.",
    action: "Rename",
    busy: "Renaming …",
    changed: "Texts or the entry were changed since this list was read. It is read again now: look at it before you rename.",
  },
  done: {
    title: (before: string, now: string) => `“${before}” is called “${now}” now`,
    changed: (count: number, shown: string, texts: string, one: boolean) =>
      `${shown} ${plural(count, "match was", "matches were")} changed in ${texts} ${one ? "text" : "texts"}. Each text keeps the version before.`,
    onlyEntry: "Only the entry was changed.",
    texts: "Texts that were changed",
    times: (count: string) => `${count}×`,
    undo: "Undo the renaming",
    undone: (name: string) => `“${name}” has its name back, in the lore and in the texts`,
    entry: "Go to the entry",
  },
};
