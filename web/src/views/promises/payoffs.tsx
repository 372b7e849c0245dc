// Where the book makes its promises and where it keeps them: how many are open after each chapter, and the way of
// each one.

import type { PlotNode, PlotPromise } from "../../api/types";
import { projectAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { promises as all } from "../../texts/promises";
import { Chart } from "../../ui/chart";
import { Empty } from "../../ui/states";
import { findView } from "../../views";
import { openPromise } from "./actions";
import { nameOf } from "./data";
import { isOpen } from "./states";
import { countsOf, type Stop, stopsOf, type Way, waysOf } from "./stops";

const t = all.payoffs;

interface PayoffsProps {
  projectId: string;
  promises: PlotPromise[];
  nodes: PlotNode[];
}

export function Payoffs({ projectId, promises, nodes }: PayoffsProps) {
  const { stops, stopOf } = stopsOf(nodes);
  const { ways, unplaced } = waysOf(promises, stopOf);
  if (ways.length === 0) {
    return (
      <Empty {...all.empty.payoffs}>
        {findView("project", "outline") && (
          <a class="button" href={projectAddress(projectId, "outline")}>
            {texts.views.outline}
          </a>
        )}
      </Empty>
    );
  }
  const { waiting, fulfilled } = countsOf(ways, stops.length);
  return (
    <div class="payoffs">
      <Chart
        caption={t.chart}
        labelTitle={t.chapter}
        labels={stops.map(({ title }) => title || texts.untitled)}
        series={[
          { name: t.waiting, values: waiting, look: "steps" },
          { name: t.fulfilled, values: fulfilled, look: "steps", isDashed: true },
        ]}
        height={12}
      />
      <Ways ways={ways} stops={stops} />
      {unplaced.length > 0 && (
        <section class="unplaced">
          <h2>{t.unplaced(number(unplaced.length), unplaced.length === 1)}</h2>
          <ul>
            {unplaced.map((promise) => (
              <li key={promise.id}>
                <button type="button" class="link" onClick={() => openPromise(promise)}>
                  <bdi>{nameOf(promise)}</bdi>
                </button>{" "}
                <span class="meta">{all.states[promise.status]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Ways({ ways, stops }: { ways: Way[]; stops: Stop[] }) {
  return (
    <div class="ways">
      <h2>{t.table}</h2>
      <ul class="way-legend meta" aria-hidden="true">
        {(["made", "fulfilled", "partly", "open", "ended"] as const).map((look) => (
          <li key={look}>
            <span class={`way-key is-${look}`} />
            {t.legend[look]}
          </li>
        ))}
      </ul>
      <div class="ways-frame" tabIndex={0} role="region" aria-label={t.table}>
        <div class="ways-grid" style={{ "--stops": String(stops.length) }}>
          <div class="way is-head meta" aria-hidden="true">
            <span class="way-name">{t.promise}</span>
            <span class="way-stops">
              {stops.map(({ id, title }, index) => (
                <span key={id} title={title || texts.untitled}>
                  {index + 1} <bdi>{title || texts.untitled}</bdi>
                </span>
              ))}
            </span>
          </div>
          <ul>
            {ways.map((way) => (
              <WayRow key={way.promise.id} way={way} stops={stops} />
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

function WayRow({ way, stops }: { way: Way; stops: Stop[] }) {
  const { promise, made, fulfilled, isKept } = way;
  const open = isOpen(promise.status);
  const end = isKept && fulfilled !== null ? fulfilled : open ? stops.length - 1 : made;
  const [from, to] = [Math.min(made, end), Math.max(made, end)];
  const titleOf = (stop: number) => stops[stop]?.title || texts.untitled;
  const words = [
    all.states[promise.status],
    all.madeAt(titleOf(made)),
    ...(fulfilled !== null ? [all.fulfilledAt(promise.status, titleOf(fulfilled))] : []),
    ...(fulfilled === null && promise.status === "fulfilled" ? [all.fulfilledNowhere] : []),
    ...(fulfilled !== null && fulfilled < made ? [t.fulfilledBefore] : []),
  ];
  const look = isKept ? "is-fulfilled" : open ? "is-open" : "is-ended";
  return (
    <li class={`way ${look}`}>
      <div class="way-name">
        <button type="button" class="link" onClick={() => openPromise(promise)}>
          <bdi>{nameOf(promise)}</bdi>
        </button>
        <p class="meta">
          <bdi>{words.join(", ")}</bdi>
        </p>
      </div>
      <div class="way-track" aria-hidden="true">
        <span class="way-bar" style={{ gridColumn: `${from + 1} / ${to + 2}`, "--length": String(to - from + 1) }} />
        <span class="way-mark is-made" style={{ gridColumn: `${made + 1}` }} />
        {fulfilled !== null && (
          <span
            class={`way-mark ${isKept ? "is-fulfilled" : "is-partly"}`}
            style={{ gridColumn: `${fulfilled + 1}` }}
          />
        )}
        {look === "is-ended" && <span class="way-mark is-ended" style={{ gridColumn: `${made + 1}` }} />}
      </div>
    </li>
  );
}
