// What somebody else made of an entry while it was edited here: the fields that differ, to be taken over.

import type { LoreItem } from "../../api/types";
import { lore } from "../../texts/lore";
import { Theirs as List } from "../../ui/theirs";
import type { Lore } from "./data";
import { type Fields, fieldsOf } from "./fields";

const t = lore.form;

export function Theirs({ entry, mine, lore: all }: { entry: LoreItem; mine: Fields; lore: Lore }) {
  const now = fieldsOf(entry, all);
  const rows: [string, string, string][] = [
    [t.name, now.name, mine.name],
    [t.category, lore.categories[now.category], lore.categories[mine.category]],
    [t.aliases, now.aliases, mine.aliases],
    [t.content, now.content, mine.content],
    [t.attributes, attributesOf(now), attributesOf(mine)],
    [t.relations, relationsOf(now), relationsOf(mine)],
  ];
  return <List rows={rows} />;
}

function attributesOf(fields: Fields): string {
  return fields.attributes.map(({ name, value }) => `${name}: ${value}`).join("\n");
}

function relationsOf(fields: Fields): string {
  return fields.relations
    .map(({ kind, target, label }) => `${kind} ${target}${label === "" ? "" : ` (${label})`}`)
    .join("\n");
}
