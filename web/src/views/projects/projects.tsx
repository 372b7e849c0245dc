// The projects: those in work, those in the archive, and the trash.

import { useId, useState } from "preact/hooks";
import type { ProjectItem } from "../../api/types";
import { route, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { allProjects, useProjects } from "../../state/projects";
import { activeProject, mayWrite } from "../../state/session";
import { storedKeys } from "../../state/windows";
import { texts } from "../../texts";
import { projects as t } from "../../texts/projects";
import { icons } from "../../ui/icons";
import { lazy } from "../../ui/lazy";
import { Await, Empty, useTitle } from "../../ui/states";
import { create, open } from "./actions";
import { ProjectRow } from "./row";
import { Trash } from "./trash";
import "./projects.css";

const KeptElsewhere = lazy(() => import("../manuscript/kept-elsewhere"), true);

type List = keyof typeof t.filters;

const LISTS = Object.keys(t.filters) as List[];

/** From how many projects on there is a field to filter them by name. */
const FILTER_FROM = 8;

export default function Projects() {
  useTitle(t.title);
  const wanted = route.value.query.get("list");
  const list = LISTS.find((name) => name === wanted) ?? "current";
  useProjectCommands();
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
        {mayWrite() && (
          <button type="button" class="button is-primary" onClick={create}>
            <icons.plus />
            {t.create}
          </button>
        )}
      </header>
      <nav class="tabs" aria-label={t.filtersLabel}>
        {LISTS.map((name) => (
          <a
            key={name}
            href={name === "current" ? studioAddress("projects") : `${studioAddress("projects")}?list=${name}`}
            aria-current={name === list ? "true" : undefined}
          >
            {t.filters[name]}
          </a>
        ))}
      </nav>
      {list === "trash" ? <Trash /> : <Shelf key={list} list={list} />}
      <Kept />
    </div>
  );
}

/** Unsaved texts of projects that are not there any more; the files come only where the browser keeps any. */
function Kept() {
  const known = allProjects().value.value;
  return known && storedKeys("scriptorium.kept/").length > 0 ? <KeptElsewhere known={known} /> : null;
}

/** The projects in work, or those in the archive. */
function Shelf({ list }: { list: "current" | "archived" }) {
  const found = useProjects();
  const [words, setWords] = useState("");
  return (
    <Await of={found}>
      {(all) => {
        const listed = all
          .filter((project) => (project.status === "archived") === (list === "archived"))
          .toSorted((one, other) => other.modifiedAt.localeCompare(one.modifiedAt));
        if (listed.length === 0) return <Nothing list={list} />;
        const matching = listed.filter((project) => has(project, words));
        return (
          <>
            {listed.length >= FILTER_FROM && (
              <Filter words={words} count={matching.length} change={setWords} />
            )}
            {matching.length === 0 ? (
              <Empty title={t.empty.filter.title}>
                <button type="button" class="button" onClick={() => setWords("")}>
                  {t.empty.filter.action}
                </button>
              </Empty>
            ) : (
              <ul class="projects">
                {matching.map((project) => (
                  <ProjectRow
                    key={project.id}
                    project={project}
                    isOpen={activeProject().value.value?.id === project.id}
                  />
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Await>
  );
}

function Filter({
  words,
  count,
  change,
}: {
  words: string;
  count: number;
  change: (words: string) => void;
}) {
  const id = useId();
  return (
    <div class="projects-filter">
      <label class="visually-hidden" for={id}>
        {t.filter}
      </label>
      <input
        id={id}
        type="search"
        placeholder={t.filter}
        value={words}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p class="meta" role="status">
        {words === "" ? "" : t.matches(count)}
      </p>
    </div>
  );
}

function Nothing({ list }: { list: "current" | "archived" }) {
  const { title, text } = t.empty[list];
  return (
    <Empty title={title} text={text}>
      {list === "current" && mayWrite() && (
        <p class="state-row">
          <a class="button is-primary" href={studioAddress("transfer")}>
            {t.empty.current.import}
          </a>
          <button type="button" class="button" onClick={create}>
            <icons.plus />
            {t.create}
          </button>
        </p>
      )}
    </Empty>
  );
}

/** Creating a project and opening each of those that are listed. */
function useProjectCommands(): void {
  useCommands(() => {
    const listed = allProjects().value.value ?? [];
    const opening = listed
      .filter((project) => project.status !== "archived")
      .map((project) => ({
        title: t.openNamed(project.name || texts.untitled),
        group: "project" as const,
        run: () => void open(project),
      }));
    const creating = { title: t.create, group: "action" as const, keys: "n", run: create };
    return mayWrite() ? [creating, ...opening] : opening;
  });
}

/** Whether a project has every word in its name or description. */
function has(project: ProjectItem, words: string): boolean {
  const text = `${project.name} ${project.description}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
