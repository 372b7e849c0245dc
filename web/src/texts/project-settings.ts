// What the view of the settings of a project says.

import { projects } from "./projects";

const { form } = projects;

interface Group {
  title: string;
  text?: string;
  /** The label of each field, and what it does; by its path in the project. */
  fields: Record<string, [label: string, hint?: string]>;
}

/** The settings in their groups and their order. */
const groups: Record<string, Group> = {
  about: {
    title: "About",
    fields: {
      name: [form.name],
      projectType: [form.type, "The publisher compares the length of the book with what is usual for it."],
      description: [form.description, form.descriptionHint],
      "settings.genres": [
        "Genres",
        "The first one whose figures are known says how long a novel usually is. Language models are told all.",
      ],
      "settings.color": ["Colour", "# and six hexadecimal digits; empty: none. It marks the project in the list."],
    },
  },
  texts: {
    title: "Texts and their folder",
    fields: {
      "settings.documentsDirectory": [
        "Folder",
        "Its Markdown files are kept in step with the texts. Such as novels/harbour, below the root that the service names. Empty: the project’s name.",
      ],
      "settings.autoSave": ["Save texts as they are typed", "On at first. Off: a text is saved when you save it."],
      "settings.integrations.mime": [
        "Import of all formats",
        "On at first. Off: only Markdown and plain text are imported.",
      ],
    },
  },
  checks: {
    title: "Checks against the lore",
    fields: {
      "settings.lorekeeper.prohibitedElements": [
        "Elements that must not appear",
        "A word or phrase in each line, at most 1,000, such as telephone, or to shoot for all forms of the verb. Each place is a finding.",
      ],
      "settings.lorekeeper.namingPatterns": [
        "Conventions of names",
        "One in each line, at most 1,000, such as “characters: starts with K or Th-”. One that is not understood is a finding.",
      ],
      "settings.lorekeeper.strictNaming": [
        "Strict about names",
        "Off at first. On: names against a convention are findings of medium severity, and so are names without an entry.",
      ],
      "settings.lorekeeper.culturalContext": [
        "Culture of names and customs",
        "Agents are told it; no check reads it.",
      ],
    },
  },
  readiness: {
    title: "Readiness",
    text: "Each weight says how much a part counts in the score, from 0 to 1. Empty: 0.25. Only their proportions matter.",
    fields: {
      "settings.publishing.weightProseguard": ["Weight of prose and dialogue"],
      "settings.publishing.weightLorekeeper": ["Weight of agreement with the lore"],
      "settings.publishing.weightMlHealth": ["Weight of the measures of the prose"],
      "settings.publishing.weightEditCompletion": ["Weight of how far the edit is"],
      "settings.publishing.readyThreshold": ["Ready from a score of", "0 to 100. Empty: 80."],
    },
  },
  agents: {
    title: "Agents at work",
    fields: {
      "settings.activeAgents": ["Agents of the project", "None chosen: all work on it."],
      "settings.aiAssistance": [
        "Agents may begin something by themselves",
        "On at first. Off: they do only what you ask for, and no language model is called.",
      ],
      "settings.contextPreservation": [
        "Agents know the conversation so far",
        "On at first. Off: each message stands alone.",
      ],
      "settings.knowledgeFilter": ["Lore that agents and searches look at", "None chosen: all of it."],
      mechanicsEnabled: [
        "Rules of magic",
        "Off at first. On: agents say which rules, costs and limits the entries of magic systems leave out.",
      ],
    },
  },
  model: {
    title: "Language model",
    text: "Without a language model of the service, nothing here has an effect.",
    fields: {
      "settings.aiPersonality": ["Tone", "How agents speak about the project, such as dry and brief."],
      "settings.agentConfig.temperature": ["Temperature", "0 to 2. Empty: that of the model."],
      "settings.agentConfig.maxTokens": ["Longest reply, in tokens", "From 1. Empty: 2,048."],
      "settings.budget.tokens": ["Budget in tokens", "From 0, all calls together. Empty: no limit."],
      "settings.budget.cost": ["Budget in US dollars", "From 0, all calls together. Empty: no limit."],
    },
  },
  search: {
    title: "Search",
    fields: {
      "settings.integrations.research": ["Search in the texts", "On at first. Off: nobody can search the project."],
      "settings.agentConfig.searchResultsCount": [
        "Results of a search",
        "1 to 100. Empty: 10 for you, 8 for the researcher.",
      ],
    },
  },
  records: {
    title: "Users and records",
    fields: {
      collaborators: [
        "Collaborators",
        "A user’s name in each line, at most 100. They may do all that the owner may, where the service asks for tokens.",
      ],
      "settings.notifications": ["Notifications", "On at first. Off: imports and swarms of the project make none."],
      "settings.integrations.analytics": [
        "Record when the project is worked on",
        "On at first. Off: nothing new is recorded; what was recorded stays.",
      ],
    },
  },
};

export const projectSettings = {
  groups,
  prompts: "Instructions of single agents",
  promptsText: "What a language model is told in place of the agent’s own instructions. Empty: its own.",
  genres: {
    fantasy: "Fantasy",
    science_fiction: "Science fiction",
    mystery: "Mystery",
    thriller: "Thriller",
    crime: "Crime",
    horror: "Horror",
    romance: "Romance",
    historical: "Historical",
    literary: "Literary",
    young_adult: "Young adult",
    adventure: "Adventure",
    comedy: "Comedy",
  },
  nameMissing: form.nameMissing,
  pick: "Pick a colour",
  folder: "State of the folder",
  readOnly: "You can read these settings and not change them.",
  on: "On",
  off: "Off",
  none: "not set",
  saved: "The settings were saved",
};
