// Importing: files are chosen, looked at, and brought into a project once somebody has seen what that does.

import { useId, useRef, useState } from "preact/hooks";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import { projects as projectCalls } from "../../api/projects";
import type { ProjectItem } from "../../api/types";
import { projectAddress } from "../../router";
import { activeProject, mayWrite, session } from "../../state/session";
import { texts } from "../../texts";
import { transfer as t } from "../../texts/transfer";
import { sizeText } from "../../ui/files";
import { notify } from "../../ui/toast";
import { Choose } from "./choose";
import { type Chosen, type Found, readAll, Unreadable } from "./files";
import { Preview, Skipped, SkippedList, usePreview } from "./preview";
import { type Ended, Run, type Target } from "./run";

type Phase =
  | { is: "choosing"; problem: string }
  | { is: "reading"; done: number; total: number }
  | { is: "chosen"; chosen: Chosen }
  | { is: "done"; ended: Ended; skipped: Chosen["skipped"] };

export function Import({ projects, wanted }: { projects: ProjectItem[]; wanted: string }) {
  const [phase, setPhase] = useState<Phase>({ is: "choosing", problem: "" });
  // Only the files that were chosen last count.
  const latest = useRef(0);
  const take = async (found: Promise<Found[]>) => {
    latest.current += 1;
    const ours = latest.current;
    const show = (next: Phase) => {
      if (ours === latest.current) setPhase(next);
    };
    try {
      const files = await found;
      const chosen = await readAll(files, (done, total) => show({ is: "reading", done, total }));
      show({ is: "chosen", chosen });
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown;
      show({ is: "choosing", problem: thrown.message });
    }
  };
  const again = () => {
    latest.current += 1;
    setPhase({ is: "choosing", problem: "" });
  };
  if (!mayWrite()) return <p class="meta">{t.choose.readOnly}</p>;
  if (phase.is === "reading") {
    return (
      <p class="transfer-state" role="status">
        {t.reading(phase.done, phase.total)}
      </p>
    );
  }
  if (phase.is === "done") return <Done ended={phase.ended} skipped={phase.skipped} again={again} />;
  if (phase.is === "chosen") {
    const { chosen } = phase;
    return (
      <Settle
        chosen={chosen}
        projects={projects}
        wanted={wanted}
        again={again}
        done={(ended) => setPhase({ is: "done", ended, skipped: chosen.skipped })}
      />
    );
  }
  return (
    <>
      <Choose take={(found) => void take(found)} />
      <p class="problem" role="alert">
        {phase.problem}
      </p>
    </>
  );
}

interface SettleProps {
  chosen: Chosen;
  projects: ProjectItem[];
  wanted: string;
  again: () => void;
  done: (ended: Ended) => void;
}

/** Where the texts go, what that does, and the way on. */
function Settle({ chosen, projects, wanted, again, done }: SettleProps) {
  const isFixed = session.value?.projectId != null;
  const known = projects.find((one) => one.id === wanted);
  const [target, setTarget] = useState<Target>({
    projectId: known?.id ?? (isFixed ? (projects[0]?.id ?? "") : ""),
    name: chosen.name,
    mode: "update",
    cut: chosen.files.length === 1,
  });
  const [nameProblem, setNameProblem] = useState("");
  const [failure, setFailure] = useState<ApiFailure>();
  const [share, setShare] = useState<number | null | undefined>(null);
  const run = useRef<Run | null>(null);
  run.current ??= new Run(chosen);
  const previewed = usePreview(chosen, target.cut, target.mode === "update" ? target.projectId : "");
  const isBusy = share !== null;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const isNew = target.projectId === "" && !chosen.isProject;
    setNameProblem(isNew && target.name.trim() === "" ? t.into.nameMissing : "");
    if (isNew && target.name.trim() === "") return;
    setFailure(undefined);
    try {
      const name = projects.find((one) => one.id === target.projectId)?.name ?? target.name.trim();
      const ended = await run.current?.go({ ...target, name }, setShare);
      if (!ended) return;
      const isMade = isNew || chosen.isProject;
      notify(t.done.imported(ended.name || texts.untitled), isMade ? () => projectCalls.trash(ended.projectId) : null);
      void activeProject().reload();
      done(ended);
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setShare(null);
    }
  };
  const count = (previewed.preview?.new ?? 0) + (previewed.preview?.changed ?? 0);
  const isReady = chosen.isProject || (previewed.preview?.documents.length ?? 0) > 0;
  const action = chosen.isProject ? t.startProject : count > 0 ? t.start(count) : t.startUpdate;
  return (
    <form class="settle" onSubmit={(event) => void submit(event)}>
      <header class="settle-head">
        <p>
          <strong dir="auto">{chosen.name}</strong>
          <span class="meta">{t.chosen(chosen.files.length, sizeText(chosen.bytes))}</span>
        </p>
        <button type="button" class="button is-small" disabled={isBusy} onClick={again}>
          {t.choose.other}
        </button>
      </header>
      {chosen.encodings.size > 0 && <p class="meta">{encodings(chosen)}</p>}
      {chosen.isProject ? (
        <Exported chosen={chosen} />
      ) : (
        <>
          <Into
            target={target}
            set={(change) => setTarget({ ...target, ...change })}
            projects={projects}
            mayCreate={!isFixed}
            mayCut={chosen.files.length === 1}
            nameProblem={nameProblem}
            isBusy={isBusy}
          />
          <Preview of={previewed} chosen={chosen} />
        </>
      )}
      {failure && <Refused failure={failure} made={run.current.made?.name} />}
      <footer class="settle-foot">
        <button type="submit" class="button is-primary" disabled={isBusy || !isReady}>
          {action}
        </button>
        {isBusy && <Progress share={share} />}
      </footer>
    </form>
  );
}

function Exported({ chosen }: { chosen: Chosen }) {
  return (
    <section class="preview">
      <h2>{t.exported.title}</h2>
      <p>{t.exported.text(chosen.files.length)}</p>
      <Skipped files={chosen.skipped} />
    </section>
  );
}

function Refused({ failure, made }: { failure: ApiFailure; made: string | undefined }) {
  return (
    <div role="alert">
      <p class="problem">
        <bdi>{withRequest(failure)}</bdi>
      </p>
      {made !== undefined && (
        <p class="problem">
          <bdi>{t.emptyProject(made || texts.untitled)}</bdi>
        </p>
      )}
    </div>
  );
}

function Progress({ share }: { share: number | undefined }) {
  if (share === undefined) {
    return (
      <p class="meta" role="status">
        {t.sending}
      </p>
    );
  }
  const percent = Math.round(100 * share);
  return (
    <div class="settle-progress">
      <p class="meta">{t.working(String(percent))}</p>
      <div
        class="transfer-bar"
        role="progressbar"
        aria-label={t.workingLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

interface IntoProps {
  target: Target;
  set: (change: Partial<Target>) => void;
  projects: ProjectItem[];
  mayCreate: boolean;
  mayCut: boolean;
  nameProblem: string;
  isBusy: boolean;
}

function Into({ target, set, projects, mayCreate, mayCut, nameProblem, isBusy }: IntoProps) {
  const id = useId();
  const isNew = target.projectId === "";
  const open = activeProject().value.value;
  const first = projects.find((one) => one.id === open?.id) ?? projects[0];
  return (
    <fieldset class="into" disabled={isBusy}>
      {mayCreate && projects.length > 0 && (
        <fieldset class="segments">
          <legend>{t.into.legend}</legend>
          <label>
            <input type="radio" name={`${id}-into`} checked={isNew} onChange={() => set({ projectId: "" })} />
            <span>{t.into.new}</span>
          </label>
          <label>
            <input
              type="radio"
              name={`${id}-into`}
              checked={!isNew}
              onChange={() => set({ projectId: first?.id ?? "" })}
            />
            <span>{t.into.existing}</span>
          </label>
        </fieldset>
      )}
      {isNew ? (
        <div class="field into-field">
          <label for={`${id}-name`}>{t.into.name}</label>
          <input
            id={`${id}-name`}
            type="text"
            dir="auto"
            autocomplete="off"
            value={target.name}
            onInput={(event) => set({ name: event.currentTarget.value })}
            aria-invalid={nameProblem !== ""}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} class="problem" role="alert">
            {nameProblem}
          </p>
        </div>
      ) : (
        <Existing target={target} set={set} projects={projects} />
      )}
      {mayCut && (
        <label class="check">
          <input
            type="checkbox"
            checked={target.cut}
            onChange={(event) => set({ cut: event.currentTarget.checked })}
          />
          <span>
            {t.into.cut}
            <span class="meta">{t.into.cutHint}</span>
          </span>
        </label>
      )}
    </fieldset>
  );
}

/** A project that is there, and what becomes of its chapters. */
function Existing({ target, set, projects }: Pick<IntoProps, "target" | "set" | "projects">) {
  const id = useId();
  return (
    <>
      <div class="field into-field">
        <label for={`${id}-project`}>{t.project}</label>
        <select
          id={`${id}-project`}
          value={target.projectId}
          onChange={(event) => set({ projectId: event.currentTarget.value })}
        >
          {projects.map((one) => (
            <option key={one.id} value={one.id} selected={one.id === target.projectId}>
              {one.name || texts.untitled}
            </option>
          ))}
        </select>
      </div>
      <fieldset class="segments">
        <legend>{t.into.mode}</legend>
        {(["update", "add"] as const).map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name={`${id}-mode`}
              checked={target.mode === mode}
              onChange={() => set({ mode })}
            />
            <span>{t.into[mode]}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function Done({ ended, skipped, again }: { ended: Ended; skipped: Chosen["skipped"]; again: () => void }) {
  const left = [...skipped, ...ended.skipped];
  return (
    <section class="transfer-done">
      <div role="status">
        <h2>
          <bdi>{t.done.title(ended.name || texts.untitled)}</bdi>
        </h2>
      </div>
      {left.length > 0 && (
        <>
          <p>{t.done.skipped(left.length)}</p>
          <SkippedList files={left} />
        </>
      )}
      <p class="drop-fields">
        <a class="button is-primary" href={projectAddress(ended.projectId, "manuscript")}>
          {t.done.manuscript}
        </a>
        <a class="button" href={projectAddress(ended.projectId, "findings")}>
          {t.done.check}
        </a>
        <button type="button" class="button" onClick={again}>
          {t.done.more}
        </button>
      </p>
    </section>
  );
}

function encodings({ encodings: found }: Chosen): string {
  const count = [...found.values()].reduce((sum, one) => sum + one, 0);
  return t.encodings(count, [...found.keys()].join(", "));
}
