// What can be done to entries and facts, each with a notice and a way to undo it.

import { facts as factCalls } from "../../api/facts";
import { lore as calls } from "../../api/lore";
import type { Fact, LoreItem } from "../../api/types";
import { go, projectAddress } from "../../router";
import { texts } from "../../texts";
import { lore as t } from "../../texts/lore";
import { confirm } from "../../ui/confirm";
import { askReason } from "../../ui/reason";
import { attempt, notify } from "../../ui/toast";
import type { Incoming } from "./data";

/** Asks, and deletes an entry. */
export function remove(entry: LoreItem, incoming: Incoming[]): void {
  const name = entry.name || texts.untitled;
  confirm({
    title: t.removeTitle(name),
    text: t.removeText,
    action: t.entry.remove,
    run: () =>
      void attempt(
        async () => {
          const { value } = await calls.get(entry.projectId, entry.id);
          await calls.remove(entry.projectId, entry.id);
          go(projectAddress(entry.projectId, "lore"));
          return value;
        },
        () => t.removed(name),
        (before, key) => bringBack(before, incoming, key),
        true,
      ),
  });
}

/** Makes a deleted entry anew, with its relations and those that others had to it. */
async function bringBack(before: LoreItem, incoming: Incoming[], key: () => string): Promise<void> {
  const { projectId, name, category, aliases, attributes, content = "" } = before;
  const relations = before.relations.filter((relation) => relation.targetId !== before.id);
  const body = { name, category, aliases, attributes, content, relations };
  const made = await calls.create(projectId, body, { idempotencyKey: key() });
  const toItself = before.relations
    .filter((relation) => relation.targetId === before.id)
    .map((relation) => ({ ...relation, targetId: made.id }));
  if (toItself.length > 0) await calls.update(projectId, made.id, { relations: [...relations, ...toItself] });
  const related = new Set(incoming.map(({ from }) => from.id).filter((id) => id !== before.id));
  for (const id of related) {
    const { value, tag } = await calls.get(projectId, id);
    const lost = incoming
      .filter(({ from }) => from.id === id)
      .map(({ relation }) => ({ ...relation, targetId: made.id }));
    // After an attempt that failed later it has them already.
    const others = value.relations.filter(({ targetId }) => targetId !== made.id);
    await calls.update(projectId, id, { relations: [...others, ...lost] }, { ifMatch: tag });
  }
  go(projectAddress(projectId, "lore", made.id));
}

/** Takes a changed fact into what is shown, before the book has been read again. */
export type Replace = (fact: Fact) => void;

/** Asks why a fact is wrong, and rejects it. */
export function reject(projectId: string, fact: Fact, replace: Replace): void {
  const said = {
    title: t.facts.rejectTitle,
    text: t.facts.rejectText,
    quote: fact.quotation.quote,
    label: t.facts.reason,
    action: t.facts.reject,
    missing: t.facts.reasonMissing,
  };
  askReason(said, async (reason) => {
    replace(await factCalls.setRejected(projectId, fact.id, true, reason));
    const undo = async () => replace(await factCalls.setRejected(projectId, fact.id, false, null));
    notify(t.facts.wasRejected, undo);
  });
}

/** Takes a rejection back. */
export async function accept(projectId: string, fact: Fact, replace: Replace): Promise<void> {
  await attempt(
    async () => replace(await factCalls.setRejected(projectId, fact.id, false, null)),
    () => t.facts.wasAccepted,
    async () => replace(await factCalls.setRejected(projectId, fact.id, true, fact.reason)),
  );
}
