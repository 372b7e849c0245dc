// The name, the calendar and the description of a timeline, new or not, and its deletion.

import { timelines as calls } from "../../api/timelines";
import type { Timeline, TimelineCalendar } from "../../api/types";
import { go, projectAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { confirm } from "../../ui/confirm";
import { openDialog } from "../../ui/dialog";
import { ChoiceField, LineField, type Options, RecordDialog, TextField } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
import { attempt, notify } from "../../ui/toast";
import { timelinesOf } from "./context";
import type { EventStore } from "./store";

const t = all.timelineForm;

const DAYS_MAX = 100_000;

const nameOfTimeline = (timeline: Timeline) => timeline.name || texts.untitled;

/** Asks for the name of a new timeline, and shows it. */
export function createTimeline(projectId: string): void {
  openDialog((close) => <TimelineForm close={close} projectId={projectId} />);
}

export function editTimeline(timeline: Timeline): void {
  openDialog((close) => <TimelineForm close={close} projectId={timeline.projectId} timeline={timeline} />);
}

/** Deletes a timeline with all that is on it, after asking. */
export function deleteTimeline(timeline: Timeline, store: EventStore): void {
  const { total, read } = store.progress.peek();
  const count = Math.max(total ?? 0, read);
  confirm({
    title: t.confirmTitle,
    text: t.confirm(nameOfTimeline(timeline), all.events(number(count), count === 1)),
    action: t.confirmAction,
    run: () => {
      void attempt(
        async () => {
          await calls.remove(timeline.id);
          await timelinesOf(timeline.projectId).reload();
          go(projectAddress(timeline.projectId, "timeline"));
        },
        () => t.deleted(nameOfTimeline(timeline)),
      );
    },
  });
}

interface TimelineFormProps {
  close: () => void;
  projectId: string;
  /** The timeline to change; none for a new one. */
  timeline?: Timeline;
}

const CALENDARS: Options = Object.entries(t.calendars);

function TimelineForm({ close, projectId, timeline }: TimelineFormProps) {
  const form = useRecordForm<Timeline>({
    name: `timeline.${timeline?.id ?? `new.${projectId}`}`,
    record: timeline,
    read: () => calls.get(timeline?.id ?? ""),
    show: (one) => ({
      name: one?.name ?? "",
      description: one?.description ?? "",
      calendar: one?.calendar.kind ?? "gregorian",
      daysPerYear: String(one?.calendar.kind === "year_day" ? one.calendar.daysPerYear : 365),
    }),
    check: ({ textOf }) => ({
      name: textOf("name") === "" && t.nameMissing,
      daysPerYear: textOf("calendar") === "year_day" && !isYear(Number(textOf("daysPerYear"))) && t.daysInvalid,
    }),
    send: ({ textOf, isChanged, changed, options }) => {
      const body = { name: textOf("name"), description: textOf("description") };
      const kind = textOf("calendar") as TimelineCalendar["kind"];
      const days = Number(textOf("daysPerYear"));
      const calendar = kind === "gregorian" ? { kind } : { kind, daysPerYear: days };
      if (!timeline) return calls.create({ ...body, calendar, projectId }, options);
      const isOther = isChanged("calendar") || (kind === "year_day" && isChanged("daysPerYear"));
      return calls.update(timeline.id, { ...changed(body), ...(isOther ? { calendar } : {}) }, options);
    },
    close,
    done: async (saved) => {
      notify(timeline ? t.saved(nameOfTimeline(saved)) : t.created(nameOfTimeline(saved)));
      await timelinesOf(projectId).reload();
      if (!timeline) go(projectAddress(projectId, "timeline", saved.id));
    },
  });
  return (
    <RecordDialog title={timeline ? t.editTitle : t.createTitle} form={form}>
      <LineField form={form} name="name" label={t.name} isFirst />
      <ChoiceField
        form={form}
        name="calendar"
        label={t.calendar}
        hint={timeline && t.calendarHint}
        options={CALENDARS}
      />
      {form.values["calendar"] === "year_day" && (
        <LineField form={form} name="daysPerYear" label={t.days} isNumber />
      )}
      <TextField form={form} name="description" label={t.description} />
    </RecordDialog>
  );
}

function isYear(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= DAYS_MAX;
}
