// Two texts of one document, side by side: whoever wrote takes one, both, or of each place what they like.

import { useMemo, useState } from "preact/hooks";
import { failureOf } from "../../api/failure";
import { ago, number } from "../../state/time";
import { manuscript as t } from "../../texts/manuscript";
import { Dialog, openDialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { lineRuns, type Run } from "./differences";
import type { Base, Draft } from "./draft";
import { Words } from "./comparison";
import { asNewDocument } from "./rescue";

/** The most places that can be chosen one by one. */
const PLACES_MAX = 200;

type Side = "mine" | "theirs" | "both";

export function openConflict(draft: Draft, title: string): void {
  openDialog((close) => <Conflict draft={draft} title={title} close={close} />);
}

function Conflict({ draft, title, close }: { draft: Draft; title: string; close: () => void }) {
  const state = draft.state.value;
  const theirs = state.kind === "conflict" ? state.theirs : undefined;
  return (
    <Dialog title={t.conflict.title} class="is-full" onClose={close}>
      {theirs ? (
        <Sides key={theirs.tag} draft={draft} title={title} theirs={theirs} close={close} />
      ) : (
        <p>{t.conflict.same}</p>
      )}
    </Dialog>
  );
}

function Sides({
  draft,
  title,
  theirs,
  close,
}: {
  draft: Draft;
  title: string;
  theirs: Base;
  close: () => void;
}) {
  const mine = useMemo(() => draft.text, []);
  const [a, b] = useMemo(() => [mine.split("\n"), theirs.text.split("\n")], []);
  const runs = useMemo(() => lineRuns(a, b), []);
  const places = runs.filter((run) => !run.isSame);
  const [chosen, setChosen] = useState<Side[]>(() => places.map(() => "mine"));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const canChoose = places.length <= PLACES_MAX;

  const settle = async (text: string, said: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await draft.settle(text);
      close();
      notify(said);
    } catch (thrown) {
      const failure = failureOf(thrown);
      setProblem(failure.message);
      setBusy(false);
    }
  };
  const keepBoth = async () => {
    setBusy(true);
    close();
    await asNewDocument(draft, title);
  };
  return (
    <>
      <p class="meta">{t.conflict.text}</p>
      {!canChoose && <p>{t.conflict.tooMany(number(places.length), number(PLACES_MAX))}</p>}
      <div class="sides-names" aria-hidden="true">
        <span>{t.conflict.mine}</span>
        <span>{t.conflict.theirs(ago(theirs.modifiedAt))}</span>
      </div>
      <div class="sides" tabIndex={0} role="group" aria-label={t.conflict.title}>
        {runs.map((run, index) =>
          run.isSame ? (
            <Unchanged key={index} lines={a.slice(run.fromA, run.toA)} />
          ) : (
            <Place
              key={index}
              place={places.indexOf(run) + 1}
              mine={a.slice(run.fromA, run.toA).join("\n")}
              theirs={b.slice(run.fromB, run.toB).join("\n")}
              side={chosen[places.indexOf(run)] ?? "mine"}
              choose={
                canChoose
                  ? (side) => setChosen((before) => before.with(places.indexOf(run), side))
                  : undefined
              }
            />
          ),
        )}
      </div>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <footer class="dialog-footer">
        <button
          type="button"
          class="button"
          disabled={isBusy}
          title={t.conflict.takeBothHint}
          onClick={() => void keepBoth()}
        >
          {t.conflict.takeBoth}
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => void settle(theirs.text, t.conflict.tookTheirs)}
        >
          {t.conflict.takeTheirs}
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => void settle(mine, t.conflict.tookMine)}
        >
          {t.conflict.takeMine}
        </button>
        {canChoose && (
          <button
            type="button"
            class="button is-primary"
            disabled={isBusy}
            onClick={() => void settle(merged(a, b, runs, chosen), t.conflict.tookChosen)}
          >
            {t.conflict.takeChosen}
          </button>
        )}
      </footer>
    </>
  );
}

/** A place where the texts differ, and which of them goes on. */
function Place({
  place,
  mine,
  theirs,
  side,
  choose,
}: {
  place: number;
  mine: string;
  theirs: string;
  side: Side;
  choose: ((side: Side) => void) | undefined;
}) {
  const names: Record<Side, string> = {
    mine: t.conflict.chooseMine,
    theirs: t.conflict.chooseTheirs,
    both: t.conflict.chooseBoth,
  };
  return (
    <fieldset class="side-place">
      <legend class="visually-hidden">{t.conflict.each(place)}</legend>
      <div class={`side-text${side === "theirs" ? " is-left" : ""}`} dir="auto">
        <span class="visually-hidden">{t.conflict.mine}</span>
        <Words before={theirs} after={mine} show="after" />
      </div>
      <div class={`side-text${side === "mine" ? " is-left" : ""}`} dir="auto">
        <span class="visually-hidden">{t.conflict.chooseTheirs}</span>
        <Words before={mine} after={theirs} show="after" />
      </div>
      {choose && (
        <div class="side-choice">
          {(Object.keys(names) as Side[]).map((name) => (
            <label key={name}>
              <input
                type="radio"
                name={`place-${place}`}
                checked={side === name}
                onChange={() => choose(name)}
              />
              {names[name]}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** What is the same in both: its first and last paragraph are enough to know where one is. */
function Unchanged({ lines }: { lines: string[] }) {
  const full = lines.filter((line) => line.trim() !== "");
  const shown = full.length <= 3 ? full : [full[0] ?? "", "…", full.at(-1) ?? ""];
  return (
    <div class="side-same" dir="auto">
      {shown.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}

/** The text of what was chosen at each place. */
function merged(a: string[], b: string[], runs: Run[], chosen: Side[]): string {
  let place = 0;
  const lines = runs.flatMap((run) => {
    const mine = a.slice(run.fromA, run.toA);
    if (run.isSame) return mine;
    const theirs = b.slice(run.fromB, run.toB);
    const side = chosen[place] ?? "mine";
    place += 1;
    // A blank line keeps two paragraphs from becoming one.
    const between = mine.length > 0 && theirs.length > 0 ? [""] : [];
    return side === "mine" ? mine : side === "theirs" ? theirs : [...theirs, ...between, ...mine];
  });
  return lines.join("\n");
}
