// What an event is linked to, in its form: documents that tell it, and entries of the lore that are in it. Links
// are added and taken away when the form is saved.

import { useId } from "preact/hooks";
import { events as calls } from "../../api/timelines";
import type { DocumentItem, EventLink, LoreItem, TimelineEvent } from "../../api/types";
import { timeline as all } from "../../texts/timeline";
import { icons } from "../../ui/icons";
import { nameOfDocument } from "./context";

const t = all.form;

/** The records that a form links to. */
export interface Linked {
  /** Ids of documents. */
  told: string[];
  /** Ids of lore entries. */
  lore: string[];
}

const LORE_TYPES = ["character", "location", "item", "organisation"] as const;

/** What an event is linked to. */
export function linkedOf(event: TimelineEvent | undefined): Linked {
  const ids = (types: readonly string[]) =>
    (event?.links ?? []).filter(({ entityType }) => types.includes(entityType)).map(({ entityId }) => entityId);
  const lore = [...ids(LORE_TYPES), ...(event?.loreLinks ?? []).map(({ loreEntryId }) => loreEntryId)];
  return { told: [...new Set(ids(["document", "scene"]))], lore: [...new Set(lore)] };
}

/** Adds and removes links, so that an event has those that are wanted. */
export async function saveLinks(
  timelineId: string,
  event: TimelineEvent,
  wanted: Linked,
  book: DocumentItem[],
  lore: LoreItem[],
): Promise<void> {
  const had = linkedOf(event);
  for (const id of wanted.told.filter((one) => !had.told.includes(one))) {
    const isScene = book.find((document) => document.id === id)?.kind === "scene";
    await calls.link(timelineId, event.id, { entityType: isScene ? "scene" : "document", entityId: id });
  }
  for (const id of wanted.lore.filter((one) => !had.lore.includes(one))) {
    const category = lore.find((entry) => entry.id === id)?.category;
    const entityType = LORE_TYPES.find((type) => type === category);
    if (entityType) await calls.link(timelineId, event.id, { entityType, entityId: id });
    else await calls.linkLore(timelineId, event.id, id);
  }
  const isUnwanted = ({ entityType, entityId }: EventLink) =>
    entityType === "document" || entityType === "scene"
      ? !wanted.told.includes(entityId)
      : LORE_TYPES.some((type) => type === entityType) && !wanted.lore.includes(entityId);
  for (const link of event.links.filter(isUnwanted)) await calls.unlink(timelineId, event.id, link.id);
  for (const link of event.loreLinks.filter(({ loreEntryId }) => !wanted.lore.includes(loreEntryId))) {
    await calls.unlinkLore(timelineId, event.id, link.id);
  }
}

interface LinkFieldProps {
  label: string;
  /** What the list to choose from is called. */
  addLabel: string;
  chosen: string[];
  options: { id: string; name: string }[];
  change: (ids: string[]) => void;
}

/** Records that are chosen one by one. */
export function LinkField({ label, addLabel, chosen, options, change }: LinkFieldProps) {
  const id = useId();
  const names = new Map(options.map((option) => [option.id, option.name]));
  const left = options.filter((option) => !chosen.includes(option.id));
  return (
    <div class="field" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} class="field-label">
        {label}
      </span>
      {chosen.length > 0 && (
        <ul class="link-chips">
          {chosen.map((one) => {
            const name = names.get(one) ?? t.gone;
            return (
              <li key={one} class="link-chip">
                <bdi>{name}</bdi>
                <button
                  type="button"
                  class="icon-button is-small"
                  aria-label={t.remove(name)}
                  onClick={() => change(chosen.filter((other) => other !== one))}
                >
                  <icons.close />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {left.length > 0 && (
        <select
          aria-label={addLabel}
          value=""
          onChange={(event) => {
            if (event.currentTarget.value !== "") change([...chosen, event.currentTarget.value]);
            event.currentTarget.value = "";
          }}
        >
          <option value="">{addLabel} …</option>
          {left.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** The documents as they are chosen from. */
export function documentOptions(book: DocumentItem[]): { id: string; name: string }[] {
  return book.map((document) => ({ id: document.id, name: nameOfDocument(document) }));
}
