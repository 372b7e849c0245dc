// Everything about an event, new or not.

import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../api/failure";
import { events as calls } from "../../api/timelines";
import type { EventCreateRequest, EventUpdateRequest, TimelineEvent } from "../../api/types";
import { mayWrite } from "../../state/session";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { Dialog } from "../../ui/dialog";
import { Field, FormFailure, textOf, useRecordForm } from "../../ui/record-form";
import { notify, notifyFailure } from "../../ui/toast";
import { type Context, loreOf, nameOfEvent, nameOfPlotline } from "./context";
import { nameOf, sortKeyOf } from "./dates";
import { documentOptions, LinkField, linkedOf, saveLinks } from "./links";

const t = all.form;

/** What a new event begins with, such as where somebody clicked. */
export interface NewEvent {
  dateDisplay?: string;
  plotlineId?: string;
  documentId?: string;
}

interface EventFormProps {
  close: () => void;
  context: Context;
  /** The event to change; none for a new one. */
  event?: TimelineEvent;
  begun?: NewEvent;
  remove?: () => void;
}

const FIELDS = ["title", "dateDisplay", "dateSortKey", "sortOrder", "description", "tags"];

const INTEGER = /^-?\d{1,15}$/;

export function EventForm({ close, context, event, begun = {}, remove }: EventFormProps) {
  const { timeline, book, store, projectId } = context;
  const entries = loreOf(projectId);
  useEffect(() => entries.watch(), [entries]);
  const lore = entries.value.value ?? [];
  const [links, setLinks] = useState(() => {
    const found = linkedOf(event);
    return begun.documentId === undefined ? found : { ...found, told: [begun.documentId] };
  });
  const kind = timeline.calendar.kind;
  const sortedAs = event?.dateSortKey === undefined ? "" : nameOf(timeline.calendar, event.dateSortKey);

  const form = useRecordForm<TimelineEvent>({
    fields: FIELDS,
    ...(event ? { readTag: async () => (await calls.get(timeline.id, event.id)).tag } : {}),
    send: (data, options) => {
      const title = textOf(data, "title");
      const order = textOf(data, "sortOrder") || "0";
      const typed = textOf(data, "dateSortKey");
      const sortKey = typed === "" ? null : sortKeyOf(timeline.calendar, typed);
      // What was not touched is not sent: a key that was read from the date goes on following it.
      const isKeyTouched = typed !== sortedAs;
      if (title === "") form.refuse("title", t.nameMissing);
      if (!INTEGER.test(order)) form.refuse("sortOrder", t.orderInvalid);
      if (isKeyTouched && typed !== "" && sortKey === null) form.refuse("dateSortKey", t.sortInvalid[kind]);
      if (title === "" || !INTEGER.test(order) || (isKeyTouched && typed !== "" && sortKey === null)) {
        return undefined;
      }
      const body = {
        title,
        dateDisplay: textOf(data, "dateDisplay"),
        description: textOf(data, "description"),
        sortOrder: Number(order),
        category: textOf(data, "category") as TimelineEvent["category"],
        importance: textOf(data, "importance") as TimelineEvent["importance"],
        plotlineIds: plotlineIdsOf(data, event, begun),
        tags: tagsOf(textOf(data, "tags")),
      };
      if (event) {
        const change: EventUpdateRequest = isKeyTouched ? { ...body, dateSortKey: sortKey } : body;
        return calls.update(timeline.id, event.id, change, options);
      }
      const made: EventCreateRequest = sortKey === null ? body : { ...body, dateSortKey: sortKey };
      return calls.create(timeline.id, made, options);
    },
    done: (saved) => {
      close();
      store.put(saved);
      notify(event ? all.saved(nameOfEvent(saved)) : all.created(nameOfEvent(saved)));
      void saveLinks(timeline.id, saved, links, book, lore)
        .catch((thrown: unknown) => notifyFailure(new Error(t.linksFailed(failureOf(thrown).message))))
        .finally(() => calls.get(timeline.id, saved.id).then(({ value }) => store.put(value), () => {}));
    },
  });
  const isReadOnly = !mayWrite();

  return (
    <Dialog title={event ? t.editTitle : t.createTitle} class="has-fields" onClose={close}>
      <form onSubmit={form.submit}>
        <fieldset class="form" disabled={isReadOnly}>
          <Field label={t.name} problem={form.problemOf("title")}>
            {(attributes) => (
              <input
                {...attributes}
                name="title"
                type="text"
                dir="auto"
                maxLength={1000}
                data-autofocus
                autocomplete="off"
                defaultValue={event?.title ?? ""}
              />
            )}
          </Field>
          <div class="form-pair">
            <Field label={t.date} hint={t.dateHint[kind]} problem={form.problemOf("dateDisplay")}>
              {(attributes) => (
                <input
                  {...attributes}
                  name="dateDisplay"
                  type="text"
                  dir="auto"
                  maxLength={1000}
                  autocomplete="off"
                  defaultValue={event?.dateDisplay ?? begun.dateDisplay ?? ""}
                />
              )}
            </Field>
            <Field label={t.sort} hint={t.sortHint[kind]} problem={form.problemOf("dateSortKey")}>
              {(attributes) => (
                <input
                  {...attributes}
                  name="dateSortKey"
                  type="text"
                  autocomplete="off"
                  defaultValue={sortedAs}
                />
              )}
            </Field>
          </div>
          <Plotlines context={context} event={event} begun={begun} />
          <div class="form-pair">
            <Choice label={t.category} name="category" words={all.categories} value={event?.category ?? "plot"} />
            <Choice
              label={t.importance}
              name="importance"
              words={all.importances}
              value={event?.importance ?? "minor"}
            />
          </div>
          <Field label={t.description} problem={form.problemOf("description")}>
            {(attributes) => (
              <textarea
                {...attributes}
                name="description"
                rows={4}
                dir="auto"
                maxLength={65_536}
                defaultValue={event?.description ?? ""}
              />
            )}
          </Field>
          {book.length > 0 && (
            <LinkField
              label={t.told}
              addLabel={t.toldAdd}
              chosen={links.told}
              options={documentOptions(book)}
              change={(told) => setLinks({ ...links, told })}
            />
          )}
          {lore.length > 0 && (
            <LinkField
              label={t.lore}
              addLabel={t.loreAdd}
              chosen={links.lore}
              options={lore.map(({ id, name }) => ({ id, name: name || texts.untitled }))}
              change={(ids) => setLinks({ ...links, lore: ids })}
            />
          )}
          <div class="form-pair">
            <Field label={t.tags} hint={t.tagsHint} problem={form.problemOf("tags")}>
              {(attributes) => (
                <input
                  {...attributes}
                  name="tags"
                  type="text"
                  dir="auto"
                  autocomplete="off"
                  defaultValue={event?.tags.join(", ") ?? ""}
                />
              )}
            </Field>
            <Field label={t.order} problem={form.problemOf("sortOrder")}>
              {(attributes) => (
                <input
                  {...attributes}
                  name="sortOrder"
                  type="text"
                  inputMode="numeric"
                  autocomplete="off"
                  defaultValue={String(event?.sortOrder ?? 0)}
                />
              )}
            </Field>
          </div>
        </fieldset>
        <FormFailure failure={form.failure} />
        <footer class="dialog-footer">
          {remove && !isReadOnly && (
            <button type="button" class="button is-start" onClick={remove}>
              {t.delete}
            </button>
          )}
          <button type="button" class="button" onClick={close}>
            {isReadOnly ? texts.actions.close : texts.actions.cancel}
          </button>
          {!isReadOnly && (
            <button type="submit" class="button is-primary" disabled={form.isBusy}>
              {event ? texts.actions.save : texts.actions.create}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** The plotlines that are ticked, in the order in which the event had them. */
function plotlineIdsOf(data: FormData, event: TimelineEvent | undefined, begun: NewEvent): string[] {
  const ticked = data.getAll("plotline").map(String);
  const before = event?.plotlineIds ?? (begun.plotlineId === undefined ? [] : [begun.plotlineId]);
  return [...before.filter((id) => ticked.includes(id)), ...ticked.filter((id) => !before.includes(id))];
}

function tagsOf(typed: string): string[] {
  return [...new Set(typed.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

function Plotlines({
  context: { plotlines },
  event,
  begun,
}: {
  context: Context;
  event: TimelineEvent | undefined;
  begun: NewEvent;
}) {
  return (
    <fieldset class="segments">
      <legend>{t.plotlines}</legend>
      {plotlines.length === 0 && <p class="meta">{t.noPlotlines}</p>}
      {plotlines.map((plotline) => (
        <label key={plotline.id}>
          <input
            type="checkbox"
            name="plotline"
            value={plotline.id}
            defaultChecked={event?.plotlineIds.includes(plotline.id) ?? begun.plotlineId === plotline.id}
          />
          <span class="lane-swatch" style={{ backgroundColor: plotline.color }} />
          <bdi>{nameOfPlotline(plotline)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

function Choice<Word extends string>({
  label,
  name,
  words,
  value,
}: {
  label: string;
  name: string;
  words: Record<Word, string>;
  value: Word;
}) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} name={name}>
          {(Object.entries(words) as [Word, string][]).map(([word, title]) => (
            <option key={word} value={word} selected={word === value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
