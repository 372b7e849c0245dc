// An entry as a form has it, and what becomes of the form.

import type { LoreCreateRequest, LoreItem } from "../../api/types";
import { lore } from "../../texts/lore";
import { readValue, typedValue } from "./attributes";
import type { Lore } from "./data";

const t = lore.form;

export interface AttributeField {
  name: string;
  value: string;
}

export interface RelationField {
  kind: string;
  /** The name of the other entry, as it is typed. */
  target: string;
  /** The entry that was chosen; where its name was changed since, the name decides. */
  targetId: string;
  label: string;
}

export interface Fields {
  name: string;
  category: LoreItem["category"];
  /** One in a line. */
  aliases: string;
  content: string;
  attributes: AttributeField[];
  relations: RelationField[];
}

/** The fields of an entry. */
export function fieldsOf(entry: LoreItem, all: Lore): Fields {
  return {
    name: entry.name,
    category: entry.category,
    aliases: entry.aliases.join("\n"),
    content: entry.content ?? "",
    attributes: Object.entries(entry.attributes).map(([name, value]) => ({ name, value: typedValue(value) })),
    relations: entry.relations.map(({ kind, targetId, label }) => ({
      kind,
      targetId,
      target: all.byId.get(targetId)?.name ?? "",
      label: label ?? "",
    })),
  };
}

/** The fields of a new entry. */
export function emptyFields(name: string, category: string, aliases: string[]): Fields {
  const isKnown = category in lore.categories;
  return {
    name,
    category: isKnown ? (category as LoreItem["category"]) : "other",
    aliases: aliases.join("\n"),
    content: "",
    attributes: [],
    relations: [],
  };
}

/** What is wrong with a form, by field. */
export interface Problems {
  name?: string;
  attributes?: string;
  relations?: string;
}

/** What a form asks for, or what is wrong with it. */
export function readFields(
  fields: Fields,
  all: Lore,
  before: LoreItem | undefined,
): { body: LoreCreateRequest; problems: Problems } {
  const problems: Problems = {};
  const name = fields.name.trim();
  if (name === "") problems.name = t.nameMissing;
  const attributes: Record<string, unknown> = {};
  for (const field of fields.attributes) {
    const key = field.name.trim();
    if (key === "" && field.value.trim() === "") continue;
    if (key === "") problems.attributes ??= t.attributeNameless;
    else if (Object.hasOwn(attributes, key)) problems.attributes ??= t.attributeTwice(key);
    // Not by assignment, which a name such as `__proto__` would turn into something else.
    else
      Object.defineProperty(attributes, key, {
        value: readValue(field.value, before?.attributes[key]),
        enumerable: true,
      });
  }
  const relations: LoreCreateRequest["relations"] = [];
  for (const field of fields.relations) {
    const kind = field.kind.trim();
    const target = field.target.trim();
    if (kind === "" && target === "") continue;
    const targetId = findTarget(field, all);
    if (targetId === undefined) problems.relations ??= t.noTarget(target);
    else if (kind === "") problems.relations ??= t.noKind(target);
    else relations.push({ kind, targetId, label: field.label.trim() || null });
  }
  const aliases = [...new Set(fields.aliases.split("\n").map((line) => line.trim()))].filter((one) => one !== "");
  return {
    body: { name, category: fields.category, aliases, content: fields.content, attributes, relations },
    problems,
  };
}

/** The entry of a relation: the chosen one, else the one of that name. */
function findTarget(field: RelationField, all: Lore): string | undefined {
  const wanted = field.target.trim().toLowerCase();
  const chosen = all.byId.get(field.targetId);
  if (chosen && chosen.name.trim().toLowerCase() === wanted) return chosen.id;
  // A relation to an entry that was not read yet stays as it was.
  if (!chosen && field.targetId !== "" && wanted === "") return field.targetId;
  return all.entries.find((entry) => entry.name.trim().toLowerCase() === wanted)?.id;
}
