// The earlier texts of the document: what they are called, how they differ, and the way back to one.

import { useEffect, useId, useState } from "preact/hooks";
import { documents as calls } from "../../api/documents";
import { type ApiFailure, failureOf } from "../../api/failure";
import type { DocumentItem, DocumentRevision } from "../../api/types";
import { useCached } from "../../live/cache";
import { ago, exactly, number } from "../../state/time";
import { texts } from "../../texts";
import { manuscript as t } from "../../texts/manuscript";
import { Dialog, openDialog } from "../../ui/dialog";
import { Await, Failed, Loading } from "../../ui/states";
import { attempt, notify } from "../../ui/toast";
import { Comparison } from "./comparison";
import { type Desk, versionOf } from "./desk";
import { Nothing, type PanelProps } from "./panels";

export function Revisions({ desk, document, isReadOnly }: PanelProps) {
  const { projectId, id } = document;
  const list = useCached(
    `revisions/${id}`,
    (signal) => calls.revisions(projectId, id, { signal }),
    (event) => event.kind === "document" && event.data.id === id,
  );
  const { label } = desk.draft.base.value;
  const name = (earlier: number | null, before: string | null) =>
    openDialog((close) => (
      <NameForm
        before={before}
        close={close}
        send={async (label) => {
          let version = earlier ?? 0;
          const set = async (to: string | null) => {
            await calls.label(projectId, id, version, to);
            if (version === versionOf(desk.draft.base.peek().tag)) desk.draft.setLabel(to);
            void list.reload();
          };
          // What is typed and not saved yet belongs to the text that gets the name.
          if (earlier === null) await desk.draft.saveAll();
          version = earlier ?? versionOf(desk.draft.base.peek().tag);
          await set(label);
          notify(label === null ? t.revisions.unnamed : t.revisions.named(label), () => set(before));
        }}
      />
    ));
  return (
    <Await of={list}>
      {(all) => (
        <ol class="cards">
          <li class="card">
            <p class="card-head">
              <strong>{label === null ? t.revisions.present : <bdi>{label}</bdi>}</strong>
            </p>
            {!isReadOnly && (
              <p class="card-actions">
                <button type="button" class="button is-small" onClick={() => name(null, label)}>
                  {label === null ? t.revisions.namePresent : t.revisions.name}
                </button>
              </p>
            )}
          </li>
          {all.length === 0 && (
            <li>
              <Nothing text={t.revisions.empty} hint={t.revisions.emptyHint} />
            </li>
          )}
          {all.map((one) => (
            <Card
              key={one.version}
              revision={one}
              desk={desk}
              document={document}
              isReadOnly={isReadOnly}
              name={() => name(one.version, one.label)}
            />
          ))}
        </ol>
      )}
    </Await>
  );
}

interface CardProps {
  revision: DocumentRevision;
  desk: Desk;
  document: DocumentItem;
  isReadOnly: boolean;
  name: () => void;
}

function Card({ revision, desk, document, isReadOnly, name }: CardProps) {
  const { version, label, words, replacedBy, replacedAt } = revision;
  const title = t.revisions.version(number(version));
  return (
    <li class="card">
      <p class="card-head">
        <strong>
          <bdi>{label ?? title}</bdi>
        </strong>
        <span class="meta">{t.words(number(words), words === 1)}</span>
      </p>
      <p class="meta" title={exactly(replacedAt)}>
        {label !== null && `${title} · `}
        {t.revisions.by(replacedBy, ago(replacedAt))}
      </p>
      <p class="card-actions">
        <button
          type="button"
          class="button is-small"
          onClick={() =>
            openDialog((close) => (
              <Compared
                close={close}
                desk={desk}
                document={document}
                version={version}
                isReadOnly={isReadOnly}
              />
            ))
          }
        >
          {t.revisions.compare}
        </button>
        {!isReadOnly && (
          <button type="button" class="button is-small" onClick={name}>
            {t.revisions.name}
          </button>
        )}
      </p>
    </li>
  );
}

/** A revision beside the present text, and the way back to it. */
function Compared({
  close,
  desk,
  document,
  version,
  isReadOnly,
}: {
  close: () => void;
  desk: Desk;
  document: DocumentItem;
  version: number;
  isReadOnly: boolean;
}) {
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [attempts, setAttempts] = useState(0);
  const [present] = useState(() => desk.draft.text);
  useEffect(() => {
    calls.revision(document.projectId, document.id, version).then(
      (found) => setText((found.content ?? "").replace(/\r\n?/g, "\n")),
      (thrown) => setFailure(failureOf(thrown)),
    );
  }, [attempts]);
  const restore = async () => {
    if (text === undefined) return;
    close();
    await goBack(desk, text, version);
  };
  return (
    <Dialog title={t.revisions.compareTitle(number(version))} class="is-wide" onClose={close}>
      <p class="meta">{t.revisions.legend}</p>
      {text !== undefined ? (
        <Comparison before={text} after={present} />
      ) : failure ? (
        <Failed
          failure={failure}
          retry={() => {
            setFailure(undefined);
            setAttempts((count) => count + 1);
          }}
        />
      ) : (
        <Loading />
      )}
      <footer class="dialog-footer">
        <button type="button" class="button" onClick={close}>
          {texts.actions.close}
        </button>
        {!isReadOnly && text !== undefined && text !== present && (
          <button type="button" class="button is-primary" onClick={() => void restore()}>
            {t.revisions.restore}
          </button>
        )}
      </footer>
    </Dialog>
  );
}

/** Takes an earlier text. What is there now becomes a revision first, also what is not saved yet; where it cannot
 * be saved it stays. */
async function goBack(desk: Desk, text: string, version: number): Promise<void> {
  const { draft } = desk;
  let before = "";
  const take = async (content: string) => {
    await draft.saveAll();
    before = draft.text;
    draft.type(content);
    await draft.save(false);
    await draft.saveAll(t.revisions.notSavedYet);
  };
  await attempt(
    () => take(text),
    () => t.revisions.restored(number(version)),
    () => take(before),
  );
}

function NameForm({
  before,
  send,
  close,
}: {
  before: string | null;
  send: (label: string | null) => Promise<void>;
  close: () => void;
}) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get("label");
    const label = String(typed ?? "").trim();
    setBusy(true);
    setProblem("");
    try {
      await send(label === "" ? null : label);
      close();
    } catch (thrown) {
      setProblem(failureOf(thrown).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.revisions.nameLabel} onClose={close}>
      <form class="form" noValidate onSubmit={(event) => void submit(event)}>
        <input
          type="text"
          name="label"
          aria-label={t.revisions.nameLabel}
          dir="auto"
          data-autofocus
          autocomplete="off"
          defaultValue={before ?? ""}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </p>
        <footer class="dialog-footer">
          <button type="button" class="button" onClick={close}>
            {texts.actions.cancel}
          </button>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {texts.actions.save}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
