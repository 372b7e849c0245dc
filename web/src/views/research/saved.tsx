// Saved searches and the latest ones, for whoever has not typed anything yet.

import { useEffect, useId, useState } from "preact/hooks";
import { failureOf, withRequest } from "../../api/failure";
import { type Collection, research as calls } from "../../api/research";
import type { ResearchQueryItem, ResearchSavedSearch } from "../../api/types";
import { type Cached, cached, isAnswered } from "../../live/cache";
import { activeProject, mayWrite } from "../../state/session";
import { ago } from "../../state/time";
import { texts } from "../../texts";
import { research as t } from "../../texts/research";
import { Dialog, openDialog } from "../../ui/dialog";
import { icons } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { Await } from "../../ui/states";
import { attempt, notify } from "../../ui/toast";

/** How soon a longer text follows for the shorter one to be a step on the way to it, in seconds. */
const TYPING_S = 60;

/** No event tells of saved searches, so they are read again after each change of them. */
export function savedSearches(): Cached<ResearchSavedSearch[]> {
  return cached("research/saved", (signal) => calls.saved({ signal }), () => false);
}

/** The latest searches, which no event tells of either. */
function latestSearches(projectId: string): Cached<ResearchQueryItem[]> {
  return cached(`research/history/${projectId}`, (signal) => calls.history({ signal }), () => false);
}

/** Takes note that there was a search: what is kept of searches is read again when it is next looked at. */
export function noteSearch(projectId: string): void {
  latestSearches(projectId).hear("reset");
  savedSearches().hear("reset");
}

function useWatched<T>(found: Cached<T>): Cached<T> {
  useEffect(() => found.watch(), [found]);
  return found;
}

interface ListsProps {
  projectId: string;
  search: (query: string) => void;
  run: (saved: ResearchSavedSearch) => void;
}

export function SavedAndLatest({ projectId, search, run }: ListsProps) {
  const saved = useWatched(savedSearches());
  const latest = useWatched(latestSearches(projectId));
  return (
    <div class="research-lists">
      <section>
        <h2>{t.savedTitle}</h2>
        <Await of={saved}>
          {(all) => {
            const ours = all.filter((one) => isOf(one, projectId));
            return ours.length === 0 ? (
              <p class="meta">{t.savedEmpty}</p>
            ) : (
              <ul>
                {ours.map((one) => (
                  <SavedRow key={one.id} saved={one} run={run} />
                ))}
              </ul>
            );
          }}
        </Await>
      </section>
      <section>
        {isAnswered(saved) && (
          <>
            <h2>{t.historyTitle}</h2>
            <Latest projectId={projectId} found={latest} search={search} />
          </>
        )}
      </section>
    </div>
  );
}

/** Whether a saved search is of this project, or of all. */
function isOf({ filters }: ResearchSavedSearch, projectId: string): boolean {
  return typeof filters.projectId !== "string" || filters.projectId === projectId;
}

function SavedRow({ saved, run }: { saved: ResearchSavedSearch; run: ListsProps["run"] }) {
  const used = saved.lastUsed === undefined ? t.neverUsed : t.lastUsed(ago(saved.lastUsed * 1000));
  return (
    <li class="research-row">
      <button type="button" class="link" title={t.run(saved.name)} onClick={() => run(saved)}>
        <bdi>{saved.name}</bdi>
      </button>
      <span class="meta">
        {saved.query !== saved.name && <bdi>{saved.query}</bdi>}
        <span>{used}</span>
      </span>
      {mayWrite() && (
        <Menu
          label={texts.actions.more(saved.name)}
          items={[
            { text: t.rename, run: () => openName({ saved }) },
            { text: t.remove, run: () => void remove(saved), isDangerous: true },
          ]}
        >
          <icons.more />
        </Menu>
      )}
    </li>
  );
}

interface LatestProps {
  projectId: string;
  found: Cached<ResearchQueryItem[]>;
  search: ListsProps["search"];
}

function Latest({ projectId, found, search }: LatestProps) {
  const open = activeProject().value.value;
  return (
    <Await of={found}>
      {(all) => {
        const ours = asMeant(all.filter((one) => one.results.every((it) => it.metadata.projectId === projectId)));
        if (open && open.id !== projectId) return <p class="meta">{t.historyOther}</p>;
        if (ours.length === 0) return <p class="meta">{t.historyEmpty}</p>;
        return (
          <ul>
            {ours.map((one) => (
              <li key={one.id} class="research-row">
                <button type="button" class="link" onClick={() => search(one.query)}>
                  <bdi>{one.query}</bdi>
                </button>
                <span class="meta">
                  {t.historyCount(one.resultCount)}, {ago(one.timestamp * 1000)}
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </Await>
  );
}

/** The searches that somebody meant: each text once, and none that was a step while a longer one was typed. */
export function asMeant(latest: ResearchQueryItem[]): ResearchQueryItem[] {
  const kept: ResearchQueryItem[] = [];
  const seen = new Set<string>();
  let after: ResearchQueryItem | undefined;
  for (const one of latest) {
    const text = one.query.toLowerCase();
    const isStep =
      after !== undefined &&
      after.timestamp - one.timestamp <= TYPING_S &&
      (after.query.toLowerCase().startsWith(text) || text.startsWith(after.query.toLowerCase()));
    if (!isStep && !seen.has(text)) kept.push(one);
    seen.add(text);
    after = one;
  }
  return kept;
}

async function remove(saved: ResearchSavedSearch): Promise<void> {
  const { name, query, filters } = saved;
  await attempt(
    () => calls.remove(saved.id),
    () => t.removed(name),
    async () => {
      await calls.save({ name, query, filters });
      await savedSearches().reload();
    },
  );
  await savedSearches().reload();
}

/** What is saved or renamed. */
type Named =
  | { saved: ResearchSavedSearch }
  | { query: string; projectId: string; collection: Collection | "" };

/** Asks for the name of a search, and saves it or renames it. */
export function openName(what: Named): void {
  openDialog((close) => <NameForm what={what} close={close} />);
}

function NameForm({ what, close }: { what: Named; close: () => void }) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const before = "saved" in what ? what.saved : null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const name = String(data.get("name") ?? "").trim();
    if (name === "") {
      setProblem(t.nameMissing);
      return;
    }
    setBusy(true);
    try {
      const done = await store(what, name);
      await savedSearches().reload();
      close();
      const undo = before
        ? () => calls.update(before.id, { name: before.name })
        : () => calls.remove(done.id);
      notify(before ? t.renamed(name) : t.saved(name), async () => {
        await undo();
        await savedSearches().reload();
      });
    } catch (thrown) {
      const failure = failureOf(thrown);
      setProblem(failure.field("name") ?? withRequest(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={before ? t.renameTitle : t.saveTitle} onClose={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for={id}>{t.name}</label>
          <input
            id={id}
            name="name"
            type="text"
            dir="auto"
            data-autofocus
            autocomplete="off"
            defaultValue={"saved" in what ? what.saved.name : what.query}
            aria-invalid={problem !== ""}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} class="problem" role="alert">
            {problem}
          </p>
        </div>
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

function store(what: Named, name: string): Promise<ResearchSavedSearch> {
  if ("saved" in what) return calls.update(what.saved.id, { name });
  const { query, projectId, collection } = what;
  const filters = { projectId, ...(collection === "" ? {} : { collections: [collection] }) };
  return calls.save({ name, query, filters });
}
