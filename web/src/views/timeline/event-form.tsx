// Everything about an event, new or not.

import { useEffect } from "preact/hooks";
import { ApiFailure, failureOf } from "../../api/failure";
import { events as calls } from "../../api/timelines";
import type { LoreItem, TimelineEvent } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { ChoiceField, LineField, type Options, RecordDialog, TextField } from "../../ui/record-dialog";
import { useRecordForm, type Values } from "../../ui/record-form";
import { notify, notifyFailure } from "../../ui/toast";
import { type Context, loreOf, nameOfEvent, nameOfPlotline } from "./context";
import { nameOf, sortKeyOf } from "./dates";
import { documentOptions, LinkField, type Linked, linkedOf, saveLinks } from "./links";

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

const INTEGER = /^-?\d{1,15}$/;

const CATEGORIES: Options = Object.entries(all.categories);
const IMPORTANCES: Options = Object.entries(all.importances);

export function EventForm({ close, context, event, begun = {}, remove }: EventFormProps) {
  const { timeline, book, projectId } = context;
  const entries = loreOf(projectId);
  useEffect(() => entries.watch(), [entries]);
  const lore = entries.value.value ?? [];
  const { kind } = timeline.calendar;
  const form = useEventForm(close, context, lore, event, begun);
  const linkTo = (name: string) => ({
    chosen: idsOf(form.values[name]),
    change: (ids: string[]) => form.set(name, ids.join(" ")),
  });
  return (
    <RecordDialog
      title={event ? t.editTitle : t.createTitle}
      class="has-fields"
      form={form}
      isReadOnly={!mayWrite()}
      remove={remove && { text: t.delete, run: remove }}
    >
      <LineField form={form} name="title" label={t.name} isFirst />
      <div class="form-pair">
        <LineField form={form} name="dateDisplay" label={t.date} hint={t.dateHint[kind]} />
        <LineField form={form} name="dateSortKey" label={t.sort} hint={t.sortHint[kind]} />
      </div>
      <Plotlines context={context} {...linkTo("plotlineIds")} />
      <div class="form-pair">
        <ChoiceField form={form} name="category" label={t.category} options={CATEGORIES} />
        <ChoiceField form={form} name="importance" label={t.importance} options={IMPORTANCES} />
      </div>
      <TextField form={form} name="description" label={t.description} rows={4} />
      {book.length > 0 && (
        <LinkField label={t.told} addLabel={t.toldAdd} options={documentOptions(book)} {...linkTo("told")} />
      )}
      {lore.length > 0 && (
        <LinkField
          label={t.lore}
          addLabel={t.loreAdd}
          options={lore.map(({ id, name }) => ({ id, name: name || texts.untitled }))}
          {...linkTo("lore")}
        />
      )}
      <div class="form-pair">
        <LineField form={form} name="tags" label={t.tags} hint={t.tagsHint} />
        <LineField form={form} name="sortOrder" label={t.order} isNumber />
      </div>
    </RecordDialog>
  );
}

/** What the fields show of an event; ids stand beside each other. */
function shownOf({ timeline }: Context, event: TimelineEvent | undefined, begun: NewEvent): Values {
  const linked = linkedOf(event);
  const told = begun.documentId === undefined ? linked.told : [begun.documentId];
  return {
    title: event?.title ?? "",
    dateDisplay: event?.dateDisplay ?? begun.dateDisplay ?? "",
    dateSortKey: event?.dateSortKey === undefined ? "" : nameOf(timeline.calendar, event.dateSortKey),
    plotlineIds: event?.plotlineIds.join(" ") ?? begun.plotlineId ?? "",
    category: event?.category ?? "plot",
    importance: event?.importance ?? "minor",
    description: event?.description ?? "",
    told: told.join(" "),
    lore: linked.lore.join(" "),
    tags: event?.tags.join(", ") ?? "",
    sortOrder: String(event?.sortOrder ?? 0),
  };
}

function useEventForm(
  close: () => void,
  context: Context,
  lore: LoreItem[],
  event: TimelineEvent | undefined,
  begun: NewEvent,
) {
  const { timeline, book, store } = context;
  const { calendar } = timeline;
  /** Links are records of their own, and follow the event. */
  let links: Partial<Linked> = {};
  return useRecordForm<TimelineEvent>({
    name: `event.${event?.id ?? `new.${timeline.id}`}`,
    record: event,
    read: () => calls.get(timeline.id, event?.id ?? ""),
    show: (one) => shownOf(context, one, begun),
    check: ({ textOf, isChanged }) => {
      const key = textOf("dateSortKey");
      return {
        title: textOf("title") === "" && t.nameMissing,
        sortOrder: !INTEGER.test(textOf("sortOrder") || "0") && t.orderInvalid,
        dateSortKey:
          isChanged("dateSortKey") && key !== "" && sortKeyOf(calendar, key) === null && t.sortInvalid[calendar.kind],
      };
    },
    send: ({ textOf, isChanged, changed, options }) => {
      links = {
        ...(isChanged("told") ? { told: idsOf(textOf("told")) } : {}),
        ...(isChanged("lore") ? { lore: idsOf(textOf("lore")) } : {}),
      };
      const key = textOf("dateSortKey");
      const dateSortKey = key === "" ? null : sortKeyOf(calendar, key);
      const body = {
        title: textOf("title"),
        dateDisplay: textOf("dateDisplay"),
        description: textOf("description"),
        sortOrder: Number(textOf("sortOrder") || "0"),
        category: textOf("category") as TimelineEvent["category"],
        importance: textOf("importance") as TimelineEvent["importance"],
        plotlineIds: idsOf(textOf("plotlineIds")),
        tags: tagsOf(textOf("tags")),
      };
      // A key that was read from the date, and not touched, goes on following it.
      if (event) return calls.update(timeline.id, event.id, changed({ ...body, dateSortKey }), options);
      return calls.create(timeline.id, dateSortKey === null ? body : { ...body, dateSortKey }, options);
    },
    close,
    done: (saved) => {
      store.put(saved);
      notify(event ? all.saved(nameOfEvent(saved)) : all.created(nameOfEvent(saved)));
      void saveLinks(timeline.id, saved, { ...linkedOf(saved), ...links }, book, lore)
        .catch((thrown: unknown) => {
          const { status, message, requestId } = failureOf(thrown);
          notifyFailure(new ApiFailure(status, t.linksFailed(message), requestId));
        })
        .finally(() => calls.get(timeline.id, saved.id).then(({ value }) => store.put(value), () => {}));
    },
  });
}

function idsOf(typed: string | undefined): string[] {
  return (typed ?? "").split(" ").filter((id) => id !== "");
}

function tagsOf(typed: string): string[] {
  return [...new Set(typed.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** The plotlines that are ticked, in the order in which the event has them. */
function Plotlines({
  context: { plotlines },
  chosen,
  change,
}: {
  context: Context;
  chosen: string[];
  change: (ids: string[]) => void;
}) {
  return (
    <fieldset class="segments">
      <legend>{t.plotlines}</legend>
      {plotlines.length === 0 && <p class="meta">{t.noPlotlines}</p>}
      {plotlines.map((plotline) => (
        <label key={plotline.id}>
          <input
            type="checkbox"
            checked={chosen.includes(plotline.id)}
            onChange={({ currentTarget: { checked } }) => {
              const others = chosen.filter((id) => id !== plotline.id);
              change(checked ? [...others, plotline.id] : others);
            }}
          />
          <span class="lane-swatch" style={{ backgroundColor: plotline.color }} />
          <bdi>{nameOfPlotline(plotline)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
