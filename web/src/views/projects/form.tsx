// The name, the kind and the description of a project, new or not.

import { projects as calls } from "../../api/projects";
import type { ProjectItem } from "../../api/types";
import { projects as all } from "../../texts/projects";
import { ChoiceField, LineField, type Options, RecordDialog, TextField } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
import { notify } from "../../ui/toast";

const t = all.form;

const TYPES: Options = Object.entries(t.types);

interface FormProps {
  close: () => void;
  /** The project to change; none for a new one. */
  project?: ProjectItem;
  done?: (project: ProjectItem) => void;
}

export function ProjectForm({ close, project, done }: FormProps) {
  const form = useRecordForm<ProjectItem>({
    name: `project.${project?.id ?? "new"}`,
    record: project,
    read: () => calls.get(project?.id ?? ""),
    show: (one) => ({
      name: one?.name ?? "",
      projectType: one?.type ?? "fiction",
      description: one?.description ?? "",
    }),
    check: ({ textOf }) => ({ name: textOf("name") === "" && t.nameMissing }),
    send: async ({ textOf, changed, options }) => {
      const body = {
        name: textOf("name"),
        projectType: textOf("projectType"),
        description: textOf("description"),
      };
      return project ? (await calls.update(project.id, changed(body), options)).value : calls.create(body, options);
    },
    close,
    done: (saved) => {
      notify(project ? all.saved(saved.name) : all.created(saved.name));
      done?.(saved);
    },
  });
  return (
    <RecordDialog title={project ? t.editTitle : t.createTitle} form={form}>
      <LineField form={form} name="name" label={t.name} isFirst />
      <ChoiceField form={form} name="projectType" label={t.type} options={TYPES} />
      <TextField form={form} name="description" label={t.description} hint={t.descriptionHint} rows={4} />
    </RecordDialog>
  );
}
