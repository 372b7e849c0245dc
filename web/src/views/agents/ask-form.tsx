// A question to an agent: about a project or a document, as a new conversation or in one that is there.

import { useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { failureOf, withRequest } from "../../api/failure";
import { messages as calls } from "../../api/messages";
import type { Agent, SendMessageRequest } from "../../api/types";
import { go, studioAddress } from "../../router";
import { useDocuments } from "../../state/documents";
import { useProjects } from "../../state/projects";
import { activeProject } from "../../state/session";
import { type Typed, useTyped } from "../../state/typed";
import { texts } from "../../texts";
import { agents as all } from "../../texts/agents";

const t = all.form;

type Kind = keyof typeof t.kinds;

const KINDS = Object.keys(t.kinds) as Kind[];

interface AskProps {
  agent: Agent;
  /** What the question is about at first; the open project where it is not said. */
  projectId?: string | null | undefined;
  documentId?: string | null | undefined;
  /** The conversation that it goes on with. */
  conversationId?: string;
}

export function AskForm({ agent, conversationId, ...about }: AskProps) {
  const id = useId();
  const typed = useTyped(`ask/${conversationId ?? agent.id}`, "");
  const [chosen, setChosen] = useState<string>();
  const [documentId, setDocument] = useState(about.documentId ?? "");
  const [kind, setKind] = useState<Kind>("direct");
  // Which project is open may be known only after the form is drawn.
  const projectId = chosen ?? about.projectId ?? activeProject().value.value?.id ?? "";
  const project = useProjects().value.value?.find((one) => one.id === projectId);
  const wanted = { agent, text: typed.value, kind, projectId, documentId, conversationId };
  const { problem, isBusy, submit } = useAsk(wanted, () => typed.clear(wanted.text, ""));
  return (
    <form
      class="form ask"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <QuestionField id={`${id}-text`} typed={typed} problem={problem} submit={submit} />
      {conversationId === undefined && <Examples agentId={agent.id} choose={typed.set} />}
      <div class="ask-about">
        <ProjectField
          id={`${id}-project`}
          value={projectId}
          change={(next) => {
            setChosen(next);
            setDocument("");
          }}
        />
        {projectId !== "" && (
          <DocumentField key={projectId} id={`${id}-document`} projectId={projectId} value={documentId} change={setDocument} />
        )}
        <div class="field">
          <label for={`${id}-kind`}>{t.kind}</label>
          <select id={`${id}-kind`} value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {t.kinds[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {project?.status === "archived" && <p class="meta">{t.archived}</p>}
      <div class="page-actions">
        <button type="submit" class="button is-primary" disabled={isBusy}>
          {conversationId === undefined ? t.send : t.again}
        </button>
      </div>
    </form>
  );
}

/** Sends the question once, however often the form is sent, and goes to its conversation. */
function useAsk(wanted: Wanted, done: () => void) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const submit = async (form: HTMLFormElement) => {
    if (wanted.text.trim() === "") {
      setProblem(t.missing);
      form.querySelector("textarea")?.focus();
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      const { status, response } = await calls.send(request(wanted), { idempotencyKey: key.current });
      key.current = newKey();
      if (status === "failed") setProblem(t.refused(response.error ?? texts.failure.unknown));
      else {
        done();
        go(studioAddress("agents", wanted.agent.id, wanted.conversationId ?? response.messageId));
      }
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.kind !== "unreachable") key.current = newKey();
      setProblem(withRequest(failure));
    }
    setBusy(false);
  };
  return { problem, isBusy, submit };
}

interface QuestionProps {
  id: string;
  typed: Typed<string>;
  problem: string;
  submit: (form: HTMLFormElement) => Promise<void>;
}

function QuestionField({ id, typed, problem, submit }: QuestionProps) {
  return (
    <div class="field">
      <label for={id}>{t.question}</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        placeholder={t.placeholder}
        value={typed.value}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-problem ${id}-hint`}
        onInput={(event) => typed.set(event.currentTarget.value)}
        onKeyDown={(event) => {
          const { form } = event.currentTarget;
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !form) return;
          event.preventDefault();
          void submit(form);
        }}
      />
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </p>
      <p id={`${id}-hint`} class="meta">
        {typed.isFound ? `${t.kept} ` : ""}
        {t.sendHint}
      </p>
    </div>
  );
}

interface Wanted {
  agent: Agent;
  text: string;
  kind: Kind;
  projectId: string;
  documentId: string;
  conversationId: string | undefined;
}

function request({ agent, text, kind, projectId, documentId, conversationId }: Wanted): SendMessageRequest {
  const metadata = {
    ...(projectId === "" ? {} : { projectId }),
    ...(documentId === "" ? {} : { documentId }),
  };
  return {
    toAgent: agent.id,
    message: text.trim(),
    messageType: kind,
    context: { metadata, ...(conversationId === undefined ? {} : { conversationId }) },
  };
}

function Examples({ agentId, choose }: { agentId: string; choose: (text: string) => void }) {
  const examples = all.examples[agentId] ?? [];
  if (examples.length === 0) return null;
  return (
    <p class="ask-examples meta">
      {t.examples}
      {examples.map((example) => (
        <button key={example} type="button" class="link" onClick={() => choose(example)}>
          {example}
        </button>
      ))}
    </p>
  );
}

interface FieldProps {
  id: string;
  value: string;
  change: (value: string) => void;
}

function ProjectField({ id, value, change }: FieldProps) {
  const projects = useProjects().value.value ?? [];
  return (
    <div class="field">
      <label for={id}>{t.project}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
        {/* Without a project a question is about the one that is open. */}
        {value === "" && <option value="">{t.noProject}</option>}
        {projects.map((project) => (
          <option key={project.id} value={project.id} selected={project.id === value}>
            {project.name || texts.untitled}
          </option>
        ))}
      </select>
    </div>
  );
}

function DocumentField({ id, projectId, value, change }: FieldProps & { projectId: string }) {
  const documents = useDocuments(projectId);
  return (
    <div class="field">
      <label for={id}>{t.document}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{t.wholeProject}</option>
        {(documents.value.value ?? []).map((document) => (
          <option key={document.id} value={document.id} selected={document.id === value}>
            {document.title || texts.untitled}
          </option>
        ))}
      </select>
    </div>
  );
}
