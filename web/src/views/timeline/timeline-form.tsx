// The name, the calendar and the description of a timeline, new or not, and its deletion.

import { useState } from "preact/hooks";
import { timelines as calls } from "../../api/timelines";
import type { Timeline, TimelineCalendar } from "../../api/types";
import { go, projectAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { confirm } from "../../ui/confirm";
import { Dialog, openDialog } from "../../ui/dialog";
import { Field, FormFailure, textOf, useRecordForm } from "../../ui/record-form";
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

function TimelineForm({ close, projectId, timeline }: TimelineFormProps) {
  const before = timeline?.calendar;
  const [kind, setKind] = useState<TimelineCalendar["kind"]>(before?.kind ?? "gregorian");
  const form = useRecordForm<Timeline>({
    fields: ["name", "description", "daysPerYear"],
    ...(timeline ? { readTag: async () => (await calls.get(timeline.id)).tag } : {}),
    send: (data, options) => {
      const name = textOf(data, "name");
      const days = Number(textOf(data, "daysPerYear") || "365");
      const areDaysRight = kind === "gregorian" || (Number.isInteger(days) && days >= 1 && days <= DAYS_MAX);
      if (name === "") form.refuse("name", t.nameMissing);
      if (!areDaysRight) form.refuse("daysPerYear", t.daysInvalid);
      if (name === "" || !areDaysRight) return undefined;
      const calendar = kind === "gregorian" ? { kind } : { kind, daysPerYear: days };
      const isOther = kind !== before?.kind || (kind === "year_day" && days !== before.daysPerYear);
      const body = { name, description: textOf(data, "description"), ...(isOther ? { calendar } : {}) };
      return timeline
        ? calls.update(timeline.id, body, options)
        : calls.create({ ...body, projectId }, options);
    },
    done: async (saved) => {
      close();
      notify(timeline ? t.saved(nameOfTimeline(saved)) : t.created(nameOfTimeline(saved)));
      await timelinesOf(projectId).reload();
      if (!timeline) go(projectAddress(projectId, "timeline", saved.id));
    },
  });
  return (
    <Dialog title={timeline ? t.editTitle : t.createTitle} onClose={close}>
      <form class="form" onSubmit={form.submit}>
        <Field label={t.name} problem={form.problemOf("name")}>
          {(attributes) => (
            <input
              {...attributes}
              name="name"
              type="text"
              dir="auto"
              maxLength={1000}
              data-autofocus
              autocomplete="off"
              defaultValue={timeline?.name ?? ""}
            />
          )}
        </Field>
        <Field label={t.calendar} {...(timeline ? { hint: t.calendarHint } : {})}>
          {(attributes) => (
            <select
              {...attributes}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as TimelineCalendar["kind"])}
            >
              {Object.entries(t.calendars).map(([word, title]) => (
                <option key={word} value={word}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {kind === "year_day" && (
          <Field label={t.days} problem={form.problemOf("daysPerYear")}>
            {(attributes) => (
              <input
                {...attributes}
                name="daysPerYear"
                type="text"
                inputMode="numeric"
                autocomplete="off"
                defaultValue={String(before?.daysPerYear ?? 365)}
              />
            )}
          </Field>
        )}
        <Field label={t.description} problem={form.problemOf("description")}>
          {(attributes) => (
            <textarea
              {...attributes}
              name="description"
              rows={3}
              dir="auto"
              maxLength={65_536}
              defaultValue={timeline?.description ?? ""}
            />
          )}
        </Field>
        <FormFailure failure={form.failure} />
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={form.isBusy}>
            {timeline ? texts.actions.save : texts.actions.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
