// The name, the kind and the description of a project, new or not.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { projects as calls } from "../../api/projects";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf } from "../../api/failure";
import type { ProjectItem } from "../../api/types";
import { texts } from "../../texts";
import { projects as all } from "../../texts/projects";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";

const t = all.form;

interface FormProps {
  close: () => void;
  /** The project to change; none for a new one. */
  project?: ProjectItem;
  done?: (project: ProjectItem) => void;
}

export function ProjectForm({ close, project, done }: FormProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [isNameMissing, setNameMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // One form makes one project, however often it is sent.
  const key = useRef(newKey());
  const tag = useTag(project);
  const id = useId();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const body = { name: text("name"), projectType: text("type"), description: text("description") };
    setNameMissing(body.name === "");
    if (body.name === "") return;
    setBusy(true);
    setFailure(undefined);
    try {
      const saved = project
        ? (await calls.update(project.id, body, { ifMatch: await tag.read() })).value
        : await calls.create(body, { idempotencyKey: key.current });
      close();
      notify(project ? all.saved(saved.name) : all.created(saved.name));
      done?.(saved);
    } catch (thrown) {
      const reason = failureOf(thrown);
      // The next attempt is based on what is there now: whoever sends it has been told.
      if (reason.kind === "changed") tag.readAgain();
      // Another text with the same key would be refused.
      if (reason.kind !== "unreachable") key.current = newKey();
      setFailure(reason);
      setBusy(false);
    }
  };

  const types = Object.entries(t.types);
  const type = project?.type ?? "fiction";
  const nameProblem = isNameMissing ? t.nameMissing : failure?.field("name");
  return (
    <Dialog title={project ? t.editTitle : t.createTitle} onClose={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for={`${id}-name`}>{t.name}</label>
          <input
            id={`${id}-name`}
            name="name"
            type="text"
            dir="auto"
            data-autofocus
            autocomplete="off"
            defaultValue={project?.name ?? ""}
            aria-invalid={nameProblem !== undefined}
            aria-describedby={`${id}-name-problem`}
          />
          <p id={`${id}-name-problem`} class="problem" role="alert">
            {nameProblem}
          </p>
        </div>
        <div class="field">
          <label for={`${id}-type`}>{t.type}</label>
          <select id={`${id}-type`} name="type">
            {types.every(([word]) => word !== type) && (
              <option value={type} selected>
                {type}
              </option>
            )}
            {types.map(([word, title]) => (
              <option key={word} value={word} selected={word === type}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-description`}>{t.description}</label>
          <textarea
            id={`${id}-description`}
            name="description"
            rows={4}
            dir="auto"
            defaultValue={project?.description ?? ""}
            aria-describedby={`${id}-description-hint`}
          />
          <p id={`${id}-description-hint`} class="meta">
            {t.descriptionHint}
          </p>
        </div>
        {failure && !nameProblem && (
          <p class="problem" role="alert">
            {failure.kind === "changed" ? t.conflict : failure.message}
            {failure.requestId !== null && ` (${texts.failure.request(failure.requestId)})`}
          </p>
        )}
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {project ? texts.actions.save : texts.actions.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The tag of the project as it was when the form was opened. */
function useTag(project: ProjectItem | undefined) {
  const reading = useRef<Promise<string> | null>(null);
  const read = () => {
    reading.current ??= calls.get(project?.id ?? "").then((found) => found.tag);
    // The form says so when it is sent.
    reading.current.catch(() => (reading.current = null));
    return reading.current;
  };
  useEffect(() => {
    if (project) void read();
  }, []);
  return {
    read,
    readAgain: () => {
      reading.current = null;
    },
  };
}
