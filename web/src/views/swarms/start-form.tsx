// Starts a swarm: what is to be done, in which project and documents, and what it may take.

import { useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { failureOf, withRequest } from "../../api/failure";
import { swarms as calls } from "../../api/swarms";
import type { DocumentItem, SwarmCreateRequest } from "../../api/types";
import { go, studioAddress } from "../../router";
import { useDocuments } from "../../state/documents";
import { useProjects } from "../../state/projects";
import { activeProject, mayWrite } from "../../state/session";
import { useTyped } from "../../state/typed";
import { texts } from "../../texts";
import { swarms as all } from "../../texts/swarms";
import { useTitle } from "../../ui/states";
import { notify } from "../../ui/toast";
import { Documents } from "./documents-field";
import { type Check, hasChecks, hasRounds, hasText, needsOf, ofManuscript, type SwarmType, TYPES } from "./needs";

const t = all.form;

/** The longest time that a swarm may have, in minutes: 30 days. */
const MINUTES_MAX = 43_200;

const ROUNDS_MAX = 10;
const ROUNDS_DEFAULT = 2;

type Field = "task" | "project" | "documents" | "rounds" | "minutes" | "tokens" | "cost";
type Problems = Partial<Record<Field, string>>;

interface Wanted {
  type: SwarmType;
  task: string;
  projectId: string;
  documentIds: string[];
  checks: Check[];
  rounds: string;
  minutes: string;
  tokens: string;
  cost: string;
  priority: NonNullable<SwarmCreateRequest["priority"]>;
}

export function StartForm({ query }: { query: URLSearchParams }) {
  useTitle(t.title);
  const typed = useTyped("swarm", "");
  const document = query.get("document");
  const [chosen, setChosen] = useState<Omit<Wanted, "task" | "projectId"> & { projectId: string | undefined }>({
    type: TYPES.find((type) => type === query.get("type")) ?? "consistency_sweep",
    projectId: query.get("project") ?? undefined,
    documentIds: document === null ? [] : [document],
    checks: [],
    rounds: String(ROUNDS_DEFAULT),
    minutes: "",
    tokens: "",
    cost: "",
    priority: "normal",
  });
  const change = (part: Partial<Wanted>) => setChosen((before) => ({ ...before, ...part }));
  // Which project is open may be known only after the form is drawn.
  const projectId = chosen.projectId ?? activeProject().value.value?.id ?? "";
  const wanted: Wanted = { ...chosen, projectId, task: typed.value };
  const documents = useDocuments(projectId).value.value;
  const { problems, refusal, isBusy, submit } = useStart(wanted, documents, typed.forget);
  const id = useId();
  return (
    <div class="page is-narrow">
      <p class="back">
        <a href={studioAddress("swarms")}>{t.back}</a>
      </p>
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <form class="form" onSubmit={submit} noValidate>
        <Types value={wanted.type} change={(type) => change({ type })} />
        <TaskField id={`${id}-task`} value={typed.value} problem={problems.task} change={typed.set} />
        <ProjectField
          id={`${id}-project`}
          value={wanted.projectId}
          problem={problems.project}
          change={(projectId) => change({ projectId, documentIds: [] })}
        />
        {wanted.projectId !== "" && (
          <Documents
            key={wanted.projectId}
            documents={documents}
            chosen={wanted.documentIds}
            problem={problems.documents}
            change={(documentIds) => change({ documentIds })}
          />
        )}
        {hasChecks(wanted.type) && <Checks chosen={wanted.checks} change={(checks) => change({ checks })} />}
        {hasRounds(wanted.type) && (
          <NumberField id={`${id}-rounds`} label={t.rounds} value={wanted.rounds} problem={problems.rounds} change={(rounds) => change({ rounds })} />
        )}
        <BudgetFields id={id} wanted={wanted} problems={problems} change={change} />
        <p class="problem" role="alert">
          {refusal}
        </p>
        {mayWrite() && (
          <div class="page-actions">
            <button type="submit" class="button is-primary" disabled={isBusy}>
              {t.submit}
            </button>
            <a class="button" href={studioAddress("swarms")}>
              {texts.actions.cancel}
            </a>
          </div>
        )}
      </form>
    </div>
  );
}

interface BudgetProps {
  id: string;
  wanted: Wanted;
  problems: Problems;
  change: (part: Partial<Wanted>) => void;
}

/** What a swarm may take at most, and how soon it is worked on. */
function BudgetFields({ id, wanted, problems, change }: BudgetProps) {
  const { minutes, tokens, cost, priority } = wanted;
  return (
    <details class="disclosure" open={Boolean(problems.minutes || problems.tokens || problems.cost)}>
      <summary>{t.budget}</summary>
      <div class="swarm-budget">
        <NumberField
          id={`${id}-minutes`}
          label={t.minutes}
          hint={t.minutesHint}
          value={minutes}
          problem={problems.minutes}
          change={(value) => change({ minutes: value })}
        />
        <NumberField
          id={`${id}-tokens`}
          label={t.tokens}
          value={tokens}
          problem={problems.tokens}
          change={(value) => change({ tokens: value })}
        />
        <NumberField
          id={`${id}-cost`}
          label={t.cost}
          value={cost}
          problem={problems.cost}
          change={(value) => change({ cost: value })}
        />
        <Priority id={`${id}-priority`} value={priority} change={(value) => change({ priority: value })} />
      </div>
    </details>
  );
}

/** Checks what is wanted, and starts it once, however often the form is sent. */
function useStart(wanted: Wanted, documents: DocumentItem[] | undefined, done: () => void) {
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const project = useProjects().value.value?.find(({ id }) => id === wanted.projectId);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const found = problemsOf(wanted, documents, project?.status === "archived");
    setProblems(found);
    setRefusal("");
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    setBusy(true);
    try {
      const swarm = await calls.start(bodyOf(wanted), { idempotencyKey: key.current });
      done();
      notify(t.started(all.types[wanted.type].name));
      go(studioAddress("swarms", swarm.swarmId));
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.kind !== "unreachable") key.current = newKey();
      setRefusal(withRequest(failure));
    }
    setBusy(false);
  };
  return { problems, refusal, isBusy, submit: (event: SubmitEvent) => void submit(event) };
}

/** What is wrong with what is wanted, by field. */
function problemsOf(wanted: Wanted, documents: DocumentItem[] | undefined, isArchived: boolean): Problems {
  const needs = needsOf(wanted.type);
  const needsProject = needs.includes("project") || needs.includes("text");
  const problems: Problems = {};
  if (wanted.task.trim() === "") problems.task = t.taskMissing;
  if (needsProject && wanted.projectId === "") problems.project = t.projectMissing;
  else if (isArchived) problems.project = t.archived;
  if (needs.includes("text") && documents) {
    const chosen = documents.filter(({ id }) => wanted.documentIds.includes(id));
    if (wanted.documentIds.length > 0 && !chosen.some(hasText)) problems.documents = t.textMissingChosen;
    if (wanted.documentIds.length === 0 && ofManuscript(documents).length === 0) problems.documents = t.textMissing;
  }
  if (hasRounds(wanted.type) && !isWhole(wanted.rounds, 1, ROUNDS_MAX)) problems.rounds = t.roundsWrong;
  if (wanted.minutes !== "" && !isWhole(wanted.minutes, 1, MINUTES_MAX)) problems.minutes = t.minutesWrong;
  if (wanted.tokens !== "" && !isWhole(wanted.tokens, 0, Number.MAX_SAFE_INTEGER)) problems.tokens = t.numberWrong;
  if (wanted.cost !== "" && !(Number(wanted.cost) >= 0)) problems.cost = t.numberWrong;
  return problems;
}

function isWhole(text: string, min: number, max: number): boolean {
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= max;
}

function bodyOf(wanted: Wanted): SwarmCreateRequest {
  const { type, task, projectId, documentIds, checks, rounds, minutes, tokens, cost, priority } = wanted;
  const input = {
    ...(projectId !== "" && documentIds.length > 0 ? { documentIds } : {}),
    ...(hasChecks(type) && checks.length > 0 ? { checks } : {}),
    ...(hasRounds(type) ? { rounds: Number(rounds) } : {}),
  };
  const budget = {
    ...(minutes === "" ? {} : { timeMs: Number(minutes) * 60_000 }),
    ...(tokens === "" ? {} : { tokens: Number(tokens) }),
    ...(cost === "" ? {} : { cost: Number(cost) }),
  };
  return {
    swarmType: type,
    taskDescription: task.trim(),
    priority,
    ...(projectId === "" ? {} : { projectId }),
    ...(Object.keys(input).length === 0 ? {} : { input }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} class="problem" role="alert">
      {text}
    </p>
  );
}

function Types({ value, change }: { value: SwarmType; change: (type: SwarmType) => void }) {
  return (
    <fieldset class="swarm-types">
      <legend>{t.type}</legend>
      {TYPES.map((type) => {
        const { name, text, without } = all.types[type];
        const needs = needsOf(type).filter((need) => need !== "model");
        return (
          <label key={type} class="swarm-type">
            <input type="radio" name="type" value={type} checked={type === value} onChange={() => change(type)} />
            <span>
              <span class="swarm-type-name">{name}</span>
              <span class="swarm-type-text">{text}</span>
              <span class="meta">{[...needs.map((need) => all.needs[need]), without].join(" ")}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface FieldProps {
  id: string;
  value: string;
  problem?: string | undefined;
  change: (value: string) => void;
}

function TaskField({ id, value, problem, change }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{t.task}</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="meta">
        {t.taskHint}
      </p>
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

function ProjectField({ id, value, problem, change }: FieldProps) {
  const projects = useProjects().value.value ?? [];
  return (
    <div class="field">
      <label for={id}>{t.project}</label>
      <select
        id={id}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {/* Without a project a swarm works on the one that is open. */}
        {value === "" && <option value="">{t.noProject}</option>}
        {projects.map((project) => (
          <option key={project.id} value={project.id} selected={project.id === value}>
            {project.name || texts.untitled}
          </option>
        ))}
      </select>
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

function NumberField({ id, label, hint, value, problem, change }: FieldProps & { label: string; hint?: string }) {
  return (
    <div class="field swarm-number">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onInput={(event) => change(event.currentTarget.value.trim())}
      />
      <p id={`${id}-hint`} class="meta">
        {hint}
      </p>
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

function Priority({ id, value, change }: { id: string; value: Wanted["priority"]; change: (value: Wanted["priority"]) => void }) {
  return (
    <div class="field swarm-number">
      <label for={id}>{t.priority}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value as Wanted["priority"])}>
        {(Object.keys(t.priorities) as Wanted["priority"][]).map((word) => (
          <option key={word} value={word}>
            {t.priorities[word]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Checks({ chosen, change }: { chosen: Check[]; change: (checks: Check[]) => void }) {
  const checks = Object.keys(t.checkNames) as Check[];
  return (
    <fieldset class="segments">
      <legend>
        {t.checks}. {t.checksHint}
      </legend>
      {checks.map((check) => (
        <label key={check}>
          <input
            type="checkbox"
            checked={chosen.includes(check)}
            onChange={(event) =>
              change(event.currentTarget.checked ? [...chosen, check] : chosen.filter((one) => one !== check))
            }
          />
          <span>{t.checkNames[check]}</span>
        </label>
      ))}
    </fieldset>
  );
}
