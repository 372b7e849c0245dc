// The promises of a project: what the text makes readers expect, in which state each is, and where it is kept.

import { useEffect, useId, useState } from "preact/hooks";
import type { PlotPromise } from "../../api/types";
import { projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { promises as t } from "../../texts/promises";
import { icons } from "../../ui/icons";
import { ProjectHeader } from "../../ui/project";
import { Await, Empty } from "../../ui/states";
import type { ViewProps } from "../../views";
import { createPromise, openPromise } from "./actions";
import { Board } from "./board";
import { nodesOf, promisesOf } from "./data";
import { Offers } from "./offers";
import { Payoffs } from "./payoffs";
import "./promises.css";

type Tab = keyof typeof t.tabs;

const TABS = Object.keys(t.tabs) as Tab[];

export default function PromisesView({ projectId, rest, query }: ViewProps) {
  const promises = promisesOf(projectId);
  const nodes = nodesOf(projectId);
  useEffect(() => {
    const ends = [promises.watch(), nodes.watch()];
    return () => ends.forEach((end) => end());
  }, [projectId]);
  const wanted = query.get("show");
  const tab = TABS.find((one) => one === wanted) ?? "board";
  const [named] = rest;
  useNamed(promises.value.value, named);
  useCommands(
    () => (mayWrite() ? [{ title: t.create, group: "action", keys: "n", run: () => createPromise(projectId) }] : []),
    [projectId],
  );
  return (
    <div class={`page promises is-${tab}`}>
      <ProjectHeader projectId={projectId} title={t.title}>
        {mayWrite() && (
          <button type="button" class="button is-primary" onClick={() => createPromise(projectId)}>
            <icons.plus />
            {t.create}
          </button>
        )}
      </ProjectHeader>
      <nav class="tabs" aria-label={t.tabsLabel}>
        {TABS.map((name) => (
          <a
            key={name}
            href={projectAddress(projectId, "promises") + (name === "board" ? "" : `?show=${name}`)}
            aria-current={name === tab ? "true" : undefined}
          >
            {t.tabs[name]}
          </a>
        ))}
      </nav>
      <Await of={promises}>
        {(all) => (
          <Await of={nodes}>
            {(outline) =>
              tab === "offers" ? (
                <Offers projectId={projectId} promises={all} nodes={outline} />
              ) : all.length === 0 ? (
                <None projectId={projectId} />
              ) : tab === "payoffs" ? (
                <Payoffs projectId={projectId} promises={all} nodes={outline} />
              ) : (
                <Filtered promises={all} named={named} />
              )
            }
          </Await>
        )}
      </Await>
    </div>
  );
}

/** Opens the promise that the address names, one time. */
function useNamed(all: PlotPromise[] | undefined, id: string | undefined): void {
  const isThere = id !== undefined && all?.some((promise) => promise.id === id);
  useEffect(() => {
    const promise = all?.find((one) => one.id === id);
    if (promise) openPromise(promise);
  }, [id, isThere]);
}

function None({ projectId }: { projectId: string }) {
  return (
    <Empty {...t.empty.none}>
      {mayWrite() && (
        <p class="state-row">
          <button type="button" class="button is-primary" onClick={() => createPromise(projectId)}>
            {t.create}
          </button>
          <a class="button" href={`${projectAddress(projectId, "promises")}?show=offers`}>
            {t.tabs.offers}
          </a>
        </p>
      )}
    </Empty>
  );
}

/** From how many promises on there is a field to filter them. */
const FILTER_FROM = 12;

function Filtered({ promises, named }: { promises: PlotPromise[]; named: string | undefined }) {
  const [words, setWords] = useState("");
  const id = useId();
  const wanted = words.trim().toLowerCase();
  const found =
    wanted === ""
      ? promises
      : promises.filter(({ title, description, notes, plotlineTitle }) =>
          [title, description, notes, plotlineTitle].some((text) => text.toLowerCase().includes(wanted)),
        );
  return (
    <>
      {promises.length >= FILTER_FROM && (
        <div class="promise-filter">
          <label class="visually-hidden" for={id}>
            {t.filter}
          </label>
          <input
            id={id}
            type="search"
            placeholder={t.filter}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <p class="meta" role="status">
            {wanted === "" ? "" : t.matches(number(found.length), found.length === 1)}
          </p>
        </div>
      )}
      {found.length === 0 ? <p class="meta">{t.none}</p> : <Board promises={found} named={named} />}
    </>
  );
}
