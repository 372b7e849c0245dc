// The name, the colour and the description of a plotline, new or not.

import { plotlines as calls } from "../../api/timelines";
import type { TimelinePlotline } from "../../api/types";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { Dialog } from "../../ui/dialog";
import { Field, FormFailure, textOf, useRecordForm } from "../../ui/record-form";
import { notify } from "../../ui/toast";
import { nameOfPlotline, plotlinesOf } from "./context";

const t = all.plotline;

interface PlotlineFormProps {
  close: () => void;
  timelineId: string;
  /** The plotline to change; none for a new one. */
  plotline?: TimelinePlotline;
}

export function PlotlineForm({ close, timelineId, plotline }: PlotlineFormProps) {
  const form = useRecordForm<TimelinePlotline>({
    fields: ["name", "description", "color"],
    send: (data, options) => {
      const name = textOf(data, "name");
      if (name === "") {
        form.refuse("name", t.nameMissing);
        return undefined;
      }
      const body = { name, description: textOf(data, "description") };
      if (plotline) {
        return calls.update(timelineId, plotline.id, { ...body, color: textOf(data, "color") }, options);
      }
      // The service has a colour for each new one.
      return calls.create(timelineId, body, options);
    },
    done: (saved) => {
      close();
      notify(plotline ? t.saved(nameOfPlotline(saved)) : t.created(nameOfPlotline(saved)));
      void plotlinesOf(timelineId).reload();
    },
  });
  return (
    <Dialog title={plotline ? t.editTitle : t.createTitle} onClose={close}>
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
              defaultValue={plotline?.name ?? ""}
            />
          )}
        </Field>
        {plotline && (
          <Field label={t.color} problem={form.problemOf("color")}>
            {(attributes) => <input {...attributes} name="color" type="color" defaultValue={plotline.color} />}
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
              defaultValue={plotline?.description ?? ""}
            />
          )}
        </Field>
        <FormFailure failure={form.failure} />
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={form.isBusy}>
            {plotline ? texts.actions.save : texts.actions.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
