// The promises by their states. A promise goes only where its state may lead: by dragging, by its menu, or by Alt
// with an arrow key.

import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PlotPromise } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { promises as t } from "../../texts/promises";
import { focusOn } from "../../ui/focus";
import { icons } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { notify } from "../../ui/toast";
import { deletePromise, movePromise, openPromise } from "./actions";
import { nameOf } from "./data";
import { following, type State, STATES } from "./states";

interface BoardProps {
  promises: PlotPromise[];
  /** The promise that the address names. */
  named: string | undefined;
}

export function Board({ promises, named }: BoardProps) {
  const [dragged, setDragged] = useState<PlotPromise | null>(null);
  const id = useId();
  return (
    <>
      <p id={`${id}-keys`} class="visually-hidden">
        {t.boardKeys}
      </p>
      <div class="promise-board" role="group" aria-label={t.boardLabel} aria-describedby={`${id}-keys`}>
        {STATES.map((state) => (
          <Column
            key={state}
            state={state}
            promises={promises.filter(({ status }) => status === state)}
            dragged={dragged}
            drag={setDragged}
            named={named}
          />
        ))}
      </div>
    </>
  );
}

interface ColumnProps {
  state: State;
  promises: PlotPromise[];
  dragged: PlotPromise | null;
  drag: (promise: PlotPromise | null) => void;
  named: string | undefined;
}

function Column({ state, promises, dragged, drag, named }: ColumnProps) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const accepts = dragged !== null && following(dragged.status).includes(state);
  const looks = [
    "promise-column",
    promises.length === 0 ? "is-empty" : "",
    accepts ? "is-offered" : "",
    accepts && isOver ? "is-target" : "",
    dragged !== null && !accepts && dragged.status !== state ? "is-closed" : "",
  ];
  return (
    <section
      class={looks.join(" ")}
      aria-labelledby={id}
      onDragOver={(event) => {
        if (!accepts) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!accepts || !dragged) return;
        event.preventDefault();
        movePromise(dragged, state);
      }}
    >
      <h2 id={id}>
        {t.states[state]} <span class="meta">{number(promises.length)}</span>
      </h2>
      {promises.length === 0 ? (
        <p class="meta">{t.emptyColumn}</p>
      ) : (
        <ul>
          {promises.map((promise) => (
            <Card key={promise.id} promise={promise} drag={drag} isNamed={promise.id === named} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface CardProps {
  promise: PlotPromise;
  drag: (promise: PlotPromise | null) => void;
  isNamed: boolean;
}

/** The promise whose card had the focus last, which goes with it to its new column. */
let followed: string | null = null;

function Card({ promise, drag, isNamed }: CardProps) {
  const title = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // A list that was asked for before the move may bring it back for a moment, so this is not done once alone.
    if (followed === promise.id && document.activeElement === document.body) focusOn(title.current);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || !event.altKey || !mayWrite()) return;
    event.preventDefault();
    event.stopPropagation();
    const at = STATES.indexOf(promise.status);
    const allowed = following(promise.status);
    const next = by > 0
      ? allowed.find((state) => STATES.indexOf(state) > at)
      : allowed.findLast((state) => STATES.indexOf(state) < at);
    if (!next) {
      notify(t.noMove);
      return;
    }
    movePromise(promise, next);
  };
  return (
    <li
      class={`promise-card is-${promise.promiseLevel}${isNamed ? " is-named" : ""}`}
      draggable={mayWrite()}
      onFocusIn={() => (followed = promise.id)}
      onDragStart={(event) => {
        event.dataTransfer?.setData("application/x-scriptorium-promise", promise.id);
        if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
        drag(promise);
      }}
      onDragEnd={() => drag(null)}
    >
      <h3>
        <button
          ref={title}
          type="button"
          class="link"
          onClick={() => openPromise(promise)}
          onKeyDown={onKeyDown}
        >
          <bdi>{nameOf(promise)}</bdi>
        </button>
      </h3>
      {mayWrite() && <CardMenu promise={promise} />}
      <p class="meta">
        {t.levels[promise.promiseLevel]} · {t.types[promise.promiseType]}
        {promise.plotlineTitle !== "" && (
          <>
            {" "}
            · <bdi>{promise.plotlineTitle}</bdi>
          </>
        )}
      </p>
      <Places promise={promise} />
    </li>
  );
}

function Places({ promise }: { promise: PlotPromise }) {
  const { madeAtNodeTitle: made, fulfilledAtNodeTitle: fulfilled, status } = promise;
  const words = [
    made !== "" ? t.madeAt(made) : status === "planned" ? undefined : t.madeNowhere,
    fulfilled !== "" ? t.fulfilledAt(status, fulfilled) : status === "fulfilled" ? t.fulfilledNowhere : undefined,
  ].filter((word) => word !== undefined);
  if (words.length === 0) return null;
  return (
    <ul class="promise-places meta">
      {words.map((word) => (
        <li key={word}>
          <bdi>{word}</bdi>
        </li>
      ))}
    </ul>
  );
}

function CardMenu({ promise }: { promise: PlotPromise }) {
  return (
    <Menu
      label={texts.actions.more(nameOf(promise))}
      class="icon-button is-small"
      items={[
        ...following(promise.status).map((state) => ({
          text: t.moveTo(t.states[state]),
          run: () => movePromise(promise, state),
        })),
        { text: t.edit, run: () => openPromise(promise) },
        { text: t.delete, run: () => void deletePromise(promise), isDangerous: true },
      ]}
    >
      <icons.more />
    </Menu>
  );
}
