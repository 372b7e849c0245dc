// Every text that a reader of the page sees, in one place, so that it can be translated: here those of the
// frame, in `texts` those of each view. Sentences with values are functions. What the service says (names,
// findings, reasons of refusals) is not here.

/** The language of the texts, for dates, numbers and `lang`. */
export const language = "en";

/** The form of a word for a count. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const texts = {
  studio: "Scriptorium",

  /** What stands in place of an empty title. */
  untitled: "Untitled",

  themes: {
    command: (name: string) => `Colours: ${name.toLowerCase()}`,
    names: { system: "As the system", light: "Light", dark: "Dark" },
  },

  actions: {
    cancel: "Cancel",
    close: "Close",
    create: "Create",
    save: "Save",
    undo: "Undo",
    retry: "Try again",
    more: (name: string) => `More actions for ${name}`,
  },

  navigation: {
    label: "Views",
    skip: "Skip to the content",
    open: "Show the menu",
    close: "Hide the menu",
    studio: "Studio",
    noProject: "No project is open",
    rename: "Rename a person or a place everywhere …",
    many: "many",
    waiting: (count: string) => `(${count} unread)`,
  },

  views: {
    manuscript: "Manuscript",
    findings: "Findings",
    outline: "Outline",
    timeline: "Timeline",
    promises: "Promises",
    lore: "Lore",
    people: "People",
    languages: "Languages",
    research: "Research",
    readiness: "Readiness",
    projectSettings: "Project settings",
    agents: "Agents",
    swarms: "Swarms",
    transfer: "Import and export",
    projects: "Projects",
    usage: "Usage",
    notifications: "Notifications",
    settings: "Settings",
    health: "Health",
    notFound: {
      title: "There is no such page",
      text: "The address names a view that this studio does not have. It may be from another version.",
      action: "Go to the projects",
    },
    ofAllProjects: "You are signed in with a token for one project. This view is about the whole studio.",
    outdated: {
      title: "The studio was updated",
      text: "This page is from the version before. Load it again to go on.",
      action: "Load again",
    },
  },

  connection: {
    lost: "Connection lost.",
    lastUpdate: (ago: string) => `Last update ${ago}.`,
    never: "The service does not answer.",
    kept: "What you type is kept in this browser until the service is back.",
    retry: "Connect now",
    refused: "Changes of others appear with a delay of up to a minute.",
    states: {
      open: "Live",
      connecting: "Connecting",
      lost: "Not connected",
      closed: "Not connected",
      refused: "Not live",
    },
  },

  failure: {
    unknown: "The service gave no reason.",
    unreachable: "The service does not answer. Is it running?",
    titles: {
      unreachable: "The service does not answer",
      unauthorized: "Please sign in",
      forbidden: "This is not allowed",
      "not-found": "Not found",
      conflict: "This is not possible now",
      changed: "Somebody else changed this",
      invalid: "Some of this cannot be accepted",
      unavailable: "Not possible at the moment",
      failed: "Something went wrong",
    },
    request: (id: string) => `Request ${id}`,
    requestHint: "The log of the service names the request by this id.",
    copy: "Copy the request id",
    copied: "Copied",
    selected: "The browser does not let this page copy. The id is selected, to be copied by hand.",
    stale: "This could not be read again, and may be old.",
  },

  loading: "Loading …",

  /** Where a list is longer than what is read of it. */
  part: (shown: string) => `There is more than is shown here: only the first ${shown} of a list are read.`,

  markdown: {
    cut: "The text goes on. What is not shown here is too long to be drawn.",
    table: "Table",
  },

  undo: {
    last: (what: string) => `Undo: ${what}`,
    undone: (what: string) => `Undone: ${what}`,
    failed: (reason: string) => `It could not be undone: ${reason}`,
  },

  notices: "Notices",

  palette: {
    title: "Commands",
    open: "Go to …",
    placeholder: "What do you want to do?",
    none: "No command has these words.",
    results: (count: number) => `${count} ${plural(count, "command", "commands")}`,
    groups: { go: "Go to", project: "Projects", action: "Actions", help: "Help" },
  },

  shortcuts: {
    title: "Keyboard shortcuts",
    command: "All shortcuts",
    intro: "Most keys work while nothing is being typed. Settings can turn single keys off.",
    then: "then",
    move: "Move in lists and menus",
    activate: "Choose",
    escape: "Close a dialog or a menu",
  },

  signIn: {
    title: "Sign in",
    text: "This service asks for an access token. It is exchanged for a session of this browser and is not stored.",
    token: "Access token",
    action: "Sign in",
    wrong: "This token is not valid. It may have ended or been revoked.",
    hint: "Whoever runs the service makes one with this command:",
    command: 'scriptorium token create --user NAME --scope write --label "this browser"',
    missing: "Paste the token first.",
    out: "Sign out",
  },
};
