// What can be set of a project, and how it gets into a form and out of it. A field is named by its path in the project,
// which is its path in a change, too.

import type { ProjectItem, ProjectUpdateRequest } from "../../api/types";
import { categories } from "../../texts/categories";
import { projectSettings as t } from "../../texts/project-settings";
import { projects } from "../../texts/projects";
import type { Options } from "../../ui/record-dialog";

type Kind = "line" | "color" | "number" | "text" | "list" | "check" | "choice" | "set";

export interface Setting {
  name: string;
  kind: Kind;
  label: string;
  hint?: string | undefined;
  /** What is chosen from. */
  options: Options;
}

/** What the service replaces as a whole. */
const WHOLE = /^settings\.(lorekeeper|publishing|agentConfig|budget|agentSystemPrompts)(?=\.)/;

/** What the names of the instructions of agents begin with. */
const PROMPTS = "settings.agentSystemPrompts.";

/** The kinds that fit what the service takes in each field. */
type Kinds<T> = {
  // Without the names that the service leaves open.
  [K in keyof T as string extends K ? never : K]?: KindOf<NonNullable<T[K]>>;
};
type KindOf<T> = T extends boolean
  ? "check"
  : T extends number
    ? "number"
    : T extends string
      ? "line" | "text" | "choice" | "color"
      : T extends unknown[]
        ? "list" | "set"
        : Kinds<T>;

const KINDS: Kinds<ProjectUpdateRequest> = {
  name: "line",
  projectType: "choice",
  description: "text",
  mechanicsEnabled: "check",
  collaborators: "list",
  settings: {
    genres: "set",
    color: "color",
    documentsDirectory: "line",
    autoSave: "check",
    integrations: { mime: "check", research: "check", analytics: "check" },
    lorekeeper: {
      prohibitedElements: "list",
      namingPatterns: "list",
      strictNaming: "check",
      culturalContext: "text",
    },
    publishing: {
      weightProseguard: "number",
      weightLorekeeper: "number",
      weightMlHealth: "number",
      weightEditCompletion: "number",
      readyThreshold: "number",
    },
    activeAgents: "set",
    aiAssistance: "check",
    contextPreservation: "check",
    knowledgeFilter: "set",
    aiPersonality: "text",
    agentConfig: { temperature: "number", maxTokens: "number", searchResultsCount: "number" },
    budget: { tokens: "number", cost: "number" },
    notifications: "check",
  },
};

function settingOf(name: string, label: string, hint?: string, options: Options = []): Setting {
  const kind = within(KINDS, name.split("."));
  if (typeof kind !== "string") throw new Error(`the setting ${name} has no kind`);
  return { name, label, hint, options, kind: kind as Kind };
}

/** What is at a path; undefined where nothing is. */
function within(whole: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (Object.hasOwn(Object(at), key) ? (at as Record<string, unknown>)[key] : undefined),
    whole,
  );
}

/** The settings of a group. */
export function settingsOf(group: string, agents: Options): Setting[] {
  const options: Record<string, Options> = {
    projectType: Object.entries(projects.form.types),
    "settings.genres": Object.entries(t.genres),
    "settings.activeAgents": agents,
    "settings.knowledgeFilter": Object.entries(categories),
  };
  const fields = Object.entries(t.groups[group]?.fields ?? {});
  return fields.map(([name, [label, hint]]) => settingOf(name, label, hint, options[name]));
}

/** The instructions of agents, also of those that are registered no more. */
export function promptsOf(agents: Options, { settings }: ProjectItem): Setting[] {
  const kept = Object.keys(settings.agentSystemPrompts).map((id): Options[number] => [id, id]);
  const named = [...new Map([...kept, ...agents])];
  return named.map(([id, label]) => ({ name: PROMPTS + id, label, kind: "text", options: [] }));
}

/** What a project has in a field. */
function valueOf(project: ProjectItem, name: string): unknown {
  if (name === "projectType") return project.type;
  // The name of an agent may have any letters.
  const path = name.startsWith(PROMPTS) ? [...PROMPTS.split(".", 2), name.slice(PROMPTS.length)] : name.split(".");
  return within(project, path);
}

/** What fields show of a project. */
export function shownOf(settings: Setting[], project: ProjectItem): Record<string, string> {
  return Object.fromEntries(
    settings.map(({ name }) => {
      const value = valueOf(project, name);
      if (typeof value === "boolean") return [name, value ? t.on : ""];
      return [name, Array.isArray(value) ? value.join("\n") : String(value ?? "")];
    }),
  );
}

/** The lines of a list. */
export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/** What was typed into a field, as it is sent. The service reads numbers, and says what is wrong with them. */
function typedValue(kind: Kind, text: string): unknown {
  if (kind === "check") return text !== "";
  if (kind === "list" || kind === "set") return linesOf(text);
  return text === "" && (kind === "number" || kind === "color") ? null : text;
}

/** The change that gives fields of a project what was typed into them, or what they have. What the service replaces as
 * a whole is sent whole. */
export function changeOf(
  settings: Setting[],
  project: ProjectItem,
  names: string[],
  typed?: (name: string) => string,
): ProjectUpdateRequest {
  const unitOf = (name: string) => WHOLE.exec(name)?.[0] ?? name;
  const body: Record<string, unknown> = {};
  for (const unit of new Set(names.map(unitOf))) {
    const parts = settings.filter(({ name }) => unitOf(name) === unit).map(({ kind, name }): [string, unknown] => [
      name.slice(unit.length + 1),
      typed && names.includes(name) ? typedValue(kind, typed(name)) : valueOf(project, name),
    ]);
    const given = parts.filter(([, value]) => value !== false && String(value ?? "") !== "");
    const path = unit.split(".");
    const last = path.pop() ?? "";
    const at = path.reduce((within, key) => (within[key] ??= {}) as typeof body, body);
    if (parts[0]?.[0] === "") at[last] = parts[0][1];
    else at[last] = given.length === 0 ? null : Object.fromEntries(given);
  }
  return body;
}

/** The words that a set shows: what can be chosen, and what was chosen and is not among it. */
export function choicesOf({ options }: Setting, chosen: string[]): Options {
  const isKnown = (word: string) => options.some(([option]) => option === word.toLowerCase());
  return [...options, ...chosen.filter((word) => !isKnown(word)).map((word): Options[number] => [word, word])];
}

/** A value in words. */
export function saidOf({ kind, options }: Setting, value: string): string {
  if (kind === "check") return value || t.off;
  const titleOf = (word: string) => options.find(([option]) => option === word.toLowerCase())?.[1] ?? word;
  return options.length > 0 ? linesOf(value).map(titleOf).join(", ") : value;
}
