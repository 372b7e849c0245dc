// The name, the colour and the description of a plotline, new or not.

import { plotlines as calls } from "../../api/timelines";
import type { TimelinePlotline } from "../../api/types";
import { timeline as all } from "../../texts/timeline";
import { Field, LineField, RecordDialog, TextField } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
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
    name: `plotline.${plotline?.id ?? `new.${timelineId}`}`,
    record: plotline,
    // A plotline has no address of its own, and so no tag.
    read: async () => {
      const now = (await calls.list(timelineId)).find(({ id }) => id === plotline?.id);
      return { value: now ?? (plotline as TimelinePlotline), tag: "" };
    },
    show: (one) => ({ name: one?.name ?? "", description: one?.description ?? "", color: one?.color ?? "" }),
    check: ({ textOf }) => ({ name: textOf("name") === "" && t.nameMissing }),
    send: ({ textOf, changed, options }) => {
      // The service has a colour for each new one.
      const body = { name: textOf("name"), description: textOf("description") };
      return plotline
        ? calls.update(timelineId, plotline.id, changed({ ...body, color: textOf("color") }), options)
        : calls.create(timelineId, body, options);
    },
    close,
    done: (saved) => {
      notify(plotline ? t.saved(nameOfPlotline(saved)) : t.created(nameOfPlotline(saved)));
      void plotlinesOf(timelineId).reload();
    },
  });
  return (
    <RecordDialog title={plotline ? t.editTitle : t.createTitle} form={form}>
      <LineField form={form} name="name" label={t.name} isFirst />
      {plotline && (
        <Field form={form} name="color" label={t.color}>
          {(own) => <input {...own} type="color" />}
        </Field>
      )}
      <TextField form={form} name="description" label={t.description} />
    </RecordDialog>
  );
}
