// Everything that can be set of a project, in groups. Only what was changed is saved.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { agents as agentCalls } from "../../api/agents";
import { withRequest } from "../../api/failure";
import { projects as calls } from "../../api/projects";
import type { ProjectItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite, projectOf } from "../../state/projects";
import { texts } from "../../texts";
import { forms } from "../../texts/forms";
import { parts } from "../../texts/parts";
import { projectSettings as t } from "../../texts/project-settings";
import { ProjectHeader } from "../../ui/project";
import type { Options } from "../../ui/record-dialog";
import { type RecordForm, useRecordForm } from "../../ui/record-form";
import { Await } from "../../ui/states";
import { notify } from "../../ui/toast";
import type { ViewProps } from "../../views";
import { Control, Values } from "./control";
import { changeOf, promptsOf, type Setting, settingsOf, shownOf } from "./fields";
import "./project-settings.css";

export default function ProjectSettings({ projectId }: ViewProps) {
  const staff = useCached("agents", (signal) => agentCalls.list({ signal }), (event) => event.kind === "agent");
  return (
    <div class="page is-narrow">
      <ProjectHeader projectId={projectId} title={texts.views.projectSettings} />
      <Await of={projectOf(projectId)}>
        {(project) => (
          <Await of={staff}>
            {(agents) => {
              const named = agents.map(({ id, name }): Options[number] => [id, name]);
              return <Settings key={projectId} project={project} agents={named} />;
            }}
          </Await>
        )}
      </Await>
    </div>
  );
}

interface SettingsProps {
  project: ProjectItem;
  agents: Options;
}

/** The form of all settings. */
function useSettingsForm(project: ProjectItem, settings: Setting[]): RecordForm {
  // It is read again when it was changed, and not with everything that is counted in it.
  const record = useMemo(() => project, [project.modifiedAt]);
  return useRecordForm<ProjectItem>({
    name: `settings.${project.id}`,
    record,
    read: () => calls.get(project.id),
    show: (one) => shownOf(settings, one ?? project),
    check: ({ textOf }) => ({ name: textOf("name") === "" && t.nameMissing }),
    send: async ({ record: before = project, textOf, isChanged, options }) => {
      const names = settings.map(({ name }) => name).filter(isChanged);
      const change = changeOf(settings, before, names, textOf);
      const undo = changeOf(settings, before, names);
      const { value: saved, tag } = await calls.update(project.id, change, options);
      notify(t.saved, () => calls.update(project.id, undo, { ifMatch: tag }));
      return saved;
    },
    done: () => {},
  });
}

interface Group {
  name: string;
  settings: Setting[];
}

function Settings({ project, agents }: SettingsProps) {
  const groups = Object.keys(t.groups).map((name): Group => ({ name, settings: settingsOf(name, agents) }));
  const prompts = promptsOf(agents, project);
  if (mayWrite(project.id)) return <Form project={project} groups={groups} prompts={prompts} />;
  return (
    <>
      <p class="page-intro">{t.readOnly}</p>
      {groups.map((group) => (
        <Section key={group.name} {...group} projectId={project.id}>
          <Values settings={group.settings} project={project} />
          {group.name === "model" && <Values settings={prompts} project={project} isOfGiven />}
        </Section>
      ))}
    </>
  );
}

/** A group with its title. */
function Section({ name, projectId, children }: Group & { projectId: string; children: ComponentChildren }) {
  const group = t.groups[name];
  return (
    <section class="settings-group">
      <h2>{group?.title}</h2>
      {group?.text !== undefined && <p class="meta">{group.text}</p>}
      {children}
      {name === "texts" && (
        <a href={`${studioAddress("transfer")}?tab=folder&project=${encodeURIComponent(projectId)}`}>{t.folder}</a>
      )}
    </section>
  );
}

function Form({ project, groups, prompts }: { project: ProjectItem; groups: Group[]; prompts: Setting[] }) {
  const form = useSettingsForm(project, [...groups.flatMap(({ settings }) => settings), ...prompts]);
  const { failure } = form;
  const element = useRef<HTMLFormElement>(null);
  useCommands(() => [
    { title: texts.actions.save, group: "action", keys: "mod+s", run: () => element.current?.requestSubmit() },
  ]);
  useEffect(() => {
    // Whoever sent it goes on where something is wrong.
    if (!form.isBusy) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form.isBusy]);
  return (
    <form ref={element} class="settings-form" onSubmit={form.submit}>
      {form.isFound && (
        <p class="typed-found" role="status">
          {parts.typed.found}
        </p>
      )}
      {groups.map((group) => (
        <Section key={group.name} {...group} projectId={project.id}>
          <Controls form={form} settings={group.settings} />
          {group.name === "model" && <Prompts form={form} prompts={prompts} />}
        </Section>
      ))}
      <footer class="settings-footer">
        {failure && (
          <p class="problem" role="alert">
            {withRequest(failure, failure.kind === "changed" ? forms.conflict : undefined)}
          </p>
        )}
        <button type="submit" class="button is-primary" disabled={form.isBusy}>
          {texts.actions.save}
        </button>
        {form.isChanged && (
          <button type="button" class="button" onClick={form.discard}>
            {parts.typed.leave.action}
          </button>
        )}
      </footer>
    </form>
  );
}

function Controls({ form, settings }: { form: RecordForm; settings: Setting[] }) {
  return (
    <div class="form">
      {settings.map((one) => (
        <Control key={one.name} form={form} setting={one} />
      ))}
    </div>
  );
}

/** The instructions of agents, which few projects have. */
function Prompts({ form, prompts }: { form: RecordForm; prompts: Setting[] }) {
  const [isOpen] = useState(() => prompts.some(({ name }) => form.values[name]));
  return (
    <details class="settings-prompts" open={isOpen || prompts.some(({ name }) => form.problemOf(name) !== undefined)}>
      <summary>{t.prompts}</summary>
      <p class="meta">{t.promptsText}</p>
      <Controls form={form} settings={prompts} />
    </details>
  );
}
