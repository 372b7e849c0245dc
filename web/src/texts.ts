// Every text that a reader of the page sees, in one place, so that it can be translated. Sentences with
// values are functions. What the service says (names, findings, reasons of refusals) is not here.

/** The language of the texts, for dates, numbers and `lang`. */
export const language = "en";

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const texts = {
  studio: "Scriptorium",

  actions: {
    add: "Add",
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
    chooseProject: "Choose a project",
  },

  views: {
    projects: "Projects",
    settings: "Settings",
    health: "Health",
    notFound: {
      title: "There is no such page",
      text: "The address names a view that this studio does not have. It may be from another version.",
      action: "Go to the projects",
    },
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
    back: "Connected again",
    states: { open: "Live", connecting: "Connecting", lost: "Not connected", closed: "Not connected" },
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
    stale: "This could not be read again, and may be old.",
  },

  loading: "Loading …",

  undo: {
    last: (what: string) => `Undo: ${what}`,
    undone: (what: string) => `Undone: ${what}`,
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
    everywhere: "Everywhere",
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

  projects: {
    title: "Projects",
    create: "New project",
    filter: "Filter by name",
    filters: { current: "In work", archived: "Archived", trash: "Trash" },
    filtersLabel: "Which projects are listed",
    open: "Open",
    openNamed: (name: string) => `Open ${name}`,
    isOpen: "Open now",
    opened: (name: string) => `“${name}” is open`,
    untitled: "Untitled",
    edit: "Name and description",
    archive: "Archive",
    unarchive: "Take out of the archive",
    trash: "Move to the trash",
    restore: "Restore",
    statusLabel: (name: string) => `Status of ${name}`,
    status: { active: "Active", paused: "Paused", completed: "Completed", archived: "Archived" },
    documents: (count: string, one: boolean) => `${count} ${one ? "document" : "documents"}`,
    complete: (percent: string) => `${percent} % complete`,
    changed: (ago: string) => `changed ${ago}`,
    until: (day: string) => `Deleted for good after ${day}`,
    matches: (count: number) => `${count} ${plural(count, "project", "projects")}`,
    archived: (name: string) => `“${name}” is archived`,
    restored: (name: string) => `“${name}” is back`,
    trashed: (name: string) => `“${name}” is in the trash`,
    statusSet: (name: string, status: string) => `“${name}” is now ${status.toLowerCase()}`,
    created: (name: string) => `“${name}” was created`,
    saved: (name: string) => `“${name}” was changed`,
    archivedNotOpen: "An archived project cannot be opened. Take it out of the archive first.",
    empty: {
      current: {
        title: "No project yet",
        text: "A project has a manuscript with its lore, timelines, outline and languages. Create one to begin, or import a folder of Markdown files on the command line:",
        command: "scriptorium import FOLDER",
      },
      archived: {
        title: "Nothing is archived",
        text: "A project that is archived stays as it is, and agents begin nothing in it. Archive one from its menu.",
      },
      trash: {
        title: "The trash is empty",
        text: "A project in the trash can be restored for 30 days.",
      },
      filter: {
        title: "No project has this name",
        action: "Show all",
      },
    },
    form: {
      createTitle: "New project",
      editTitle: "Name and description",
      name: "Name",
      nameMissing: "A project needs a name.",
      type: "Kind",
      description: "Description",
      descriptionHint: "A sentence or two about the book. Optional.",
      types: {
        fiction: "Fiction",
        novel: "Novel",
        novella: "Novella",
        short_story: "Short story",
        series: "Series",
        screenplay: "Screenplay",
        memoir: "Memoir",
        nonfiction: "Nonfiction",
        general: "General",
      } as Record<string, string>,
      conflict: "Somebody changed the project in the meantime. Your text is still here; save again to replace theirs.",
    },
  },

  settings: {
    title: "Settings",
    appearance: "Appearance",
    theme: "Colours",
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    themeCommand: (name: string) => `Colours: ${name.toLowerCase()}`,
    keyboard: "Keyboard",
    singleKeys: "Single keys are commands",
    singleKeysHint: "While nothing is being typed, keys such as “?” do something.",
    allShortcuts: "Show all shortcuts",
    session: "Session",
    local: "You work as the user of this machine. The service asks for no token.",
    user: (name: string, scope: string) => `You are signed in as ${name}, with the scope ${scope}.`,
    models: "Language model",
    modelsText:
      "Agents work without a language model: they measure texts and compare them with what is recorded. With one they also write ideas, scenes, edits and letters, and can debate. To give them one, write its server into the section [model] of scriptorium.toml and start the service again. For Ollama:",
    modelsToml: '[model]\nprovider = "ollama"\nbase_url = "http://127.0.0.1:11434"\nname = "qwen3:8b"\n',
    modelsCheck: ["The command", "scriptorium model check", "asks the model and says what works."],
    about: "This service",
    links: {
      docs: "The interface",
      docsText: "Every route, to read and to try out",
      openapi: "The interface for programs",
      openapiText: "The OpenAPI document",
      health: "Health",
      healthText: "Whether each part does its work",
      metrics: "Metrics",
      metricsText: "The service in numbers, for Prometheus",
    },
  },
};
