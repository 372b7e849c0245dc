// Renames an entry everywhere: in the lore and in every text that names it. The new name is typed, what it would
// change is looked at and narrowed, and then it is done at one time, or not at all.

import type { RefObject } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import { lore as calls } from "../../api/lore";
import type { LoreItem } from "../../api/types";
import { projectAddress, replace } from "../../router";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { useTyped } from "../../state/typed";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { rename as t } from "../../texts/rename";
import { Matches } from "../../ui/matches";
import { Await, Empty } from "../../ui/states";
import { type Lore, useEntry } from "./data";
import { Done, type Renamed } from "./rename-done";
import { RenameForms } from "./rename-forms";
import { type Found, PAGE_SIZE, type Renaming, renameAddress, useRenaming, type Wanted, wantedOf } from "./rename-state";
import { Warnings } from "./rename-warnings";
import "../../ui/quote.css";
import "./rename.css";

interface RenameProps {
  projectId: string;
  id: string;
  lore: Lore;
  query: URLSearchParams;
}

export default function Rename({ projectId, id, lore: all, query }: RenameProps) {
  const found = useEntry(projectId, id);
  if (found.failure.value?.kind === "not-found") {
    return <Empty title={lore.entry.notFound} text={lore.entry.notFoundText} />;
  }
  if (!mayWrite()) return <Empty title={t.readOnly} text={t.readOnlyText} />;
  return <Await of={found}>{({ value }) => <Page entry={value} lore={all} query={query} />}</Await>;
}

function Page({ entry, lore: all, query }: { entry: LoreItem; lore: Lore; query: URLSearchParams }) {
  const { projectId, id } = entry;
  const wanted = wantedOf(query);
  const renaming = useRenaming(projectId, id, wanted);
  const renamed = useTyped<Renamed | null>(`renamed.${id}`, null);
  const [isNew, setNew] = useState(false);
  const { found } = renaming;
  const ask = (now: Wanted) => replace(renameAddress(projectId, id, now));
  const done = (made: Renamed) => {
    setNew(true);
    renamed.set(made);
    replace(renameAddress(projectId, id));
  };
  const field = useRef<HTMLInputElement>(null);
  const last = renamed.value;
  return (
    <article class="rename">
      <header class="rename-head">
        <h2>{t.title(entry.name || texts.untitled)}</h2>
        <a href={projectAddress(projectId, "lore", id)}>{t.back}</a>
      </header>
      {last && (
        <Done
          key={last.replacement.undo.entry?.version}
          projectId={projectId}
          entryId={id}
          renamed={last}
          isNew={isNew}
          close={() => {
            renamed.start(null);
            renamed.forget();
            setNew(false);
            field.current?.focus();
          }}
        />
      )}
      <NameForm
        key={`${entry.name}/${wanted.name}`}
        entry={entry}
        wanted={wanted}
        renaming={renaming}
        field={field}
        takesFocus={!isNew}
        ask={ask}
      />
      {found && (
        <Shown entry={entry} lore={all} wanted={wanted} found={found} renaming={renaming} ask={ask} done={done} />
      )}
    </article>
  );
}

interface NameFormProps {
  entry: LoreItem;
  wanted: Wanted;
  renaming: Renaming;
  field: RefObject<HTMLInputElement | null>;
  /** Whether somebody who comes here goes on in the field. */
  takesFocus: boolean;
  ask: (wanted: Wanted) => void;
}

function NameForm({ entry, wanted, renaming, field, takesFocus, ask }: NameFormProps) {
  const { failure, isSearching, search } = renaming;
  const [problem, setProblem] = useState<string>();
  const id = useId();
  useEffect(() => {
    if (takesFocus && wanted.name === "") field.current?.select();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? "";
    const wrong = name === "" ? t.nameMissing : name === entry.name ? t.nameSame : undefined;
    setProblem(wrong);
    if (wrong !== undefined) return;
    if (name === wanted.name) search();
    else ask({ ...wanted, name });
  };
  const said = problem ?? (failure && withRequest(failure));
  return (
    <form class="rename-name" onSubmit={submit} noValidate>
      <p class="meta">{t.intro}</p>
      <label for={id}>{t.name}</label>
      <div class="rename-field">
        <input
          ref={field}
          id={id}
          type="text"
          dir="auto"
          autocomplete="off"
          maxLength={200}
          defaultValue={wanted.name || entry.name}
          aria-invalid={said !== undefined}
          aria-describedby={`${id}-problem`}
        />
        <button type="submit" class="button" disabled={isSearching}>
          {isSearching ? texts.loading : t.show}
        </button>
      </div>
      <p id={`${id}-problem`} class="problem" role="alert">
        {said}
      </p>
    </form>
  );
}

interface ShownProps {
  entry: LoreItem;
  lore: Lore;
  wanted: Wanted;
  found: Found;
  renaming: Renaming;
  ask: (wanted: Wanted) => void;
  done: (renamed: Renamed) => void;
}

/** What would be changed, and the button that does it. */
function Shown({ entry, lore: all, wanted, found, renaming, ask, done }: ShownProps) {
  const [onlyUncertain, setOnlyUncertain] = useState(false);
  const { preview } = found;
  const { isChosen, choose, chooseText, isReading, readMore } = renaming;
  const shown = onlyUncertain ? found.matches.filter((match) => !match.isCertain) : found.matches;
  const total = preview.found.total;
  const narrow = (is: boolean) => {
    setOnlyUncertain(is);
    if (is) void readMore("all");
  };
  return (
    <>
      <RenameForms
        entry={entry}
        lore={all}
        forms={preview.forms}
        aliases={preview.aliases}
        typed={wanted.forms}
        set={(forms) => ask({ ...wanted, forms })}
      />
      <Warnings
        entry={entry}
        found={found}
        renaming={renaming}
        onlyUncertain={onlyUncertain}
        setOnlyUncertain={narrow}
      />
      <section class="rename-section">
        <h3>{t.matches.title}</h3>
        {total === 0 ? (
          <p class="meta">{t.matches.none}</p>
        ) : (
          <Matches
            projectId={entry.projectId}
            label={t.matches.label}
            documents={preview.found.documents}
            matches={shown}
            total={onlyUncertain && found.cursor === null ? shown.length : total}
            isReading={isReading}
            becomes={(match) => match.replacement ?? match.text}
            isChosen={isChosen}
            choose={choose}
            chooseText={(document, is) =>
              onlyUncertain
                ? choose(shown.filter((match) => match.documentId === document.documentId), is)
                : void chooseText(document, is)
            }
            readMore={(how) => void readMore(how)}
            pageSize={PAGE_SIZE}
          />
        )}
        {found.cursor !== null && <p class="meta">{t.matches.rest}</p>}
      </section>
      <Run entry={entry} wanted={wanted} found={found} renaming={renaming} done={done} />
    </>
  );
}

type RunProps = Omit<ShownProps, "lore" | "ask">;

function Run({ entry, wanted, found, renaming, done }: RunProps) {
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const sent = useRef({ text: "", key: "" });
  const { choices, chosen, isSearching, search } = renaming;
  const { digest, total } = found.preview.found;
  const isCurrent = JSON.stringify(found.wanted) === JSON.stringify(wanted);
  const run = async () => {
    const { also, without } = choices;
    const body = { ...found.wanted, digest, also, without };
    // The same renaming is made one time, however often it is sent.
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newKey() };
    setBusy(true);
    setFailure(undefined);
    try {
      const options = { idempotencyKey: sent.current.key };
      const replacement = await calls.rename(entry.projectId, entry.id, body, options);
      done({ before: entry.name, name: found.wanted.name, replacement });
    } catch (thrown) {
      const reason = failureOf(thrown);
      if (reason.kind !== "unreachable") sent.current.text = "";
      if (reason.kind === "changed") search();
      setFailure(reason);
    }
    setBusy(false);
  };
  return (
    <footer class="rename-run">
      <p class="rename-count" role="status">
        {chosen === 0 ? t.run.noneChosen : t.run.chosen(chosen, number(chosen), number(total))}
      </p>
      <button
        type="button"
        class="button is-primary"
        disabled={isBusy || isSearching || !isCurrent}
        onClick={() => void run()}
      >
        {isBusy ? t.run.busy : t.run.action}
      </button>
      <p class="problem" role="alert">
        {failure && withRequest(failure, failure.kind === "changed" ? t.run.changed : undefined)}
      </p>
    </footer>
  );
}
