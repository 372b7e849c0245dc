// What is brought into the studio and out of it: imports, exports and backups, the trash, and the folder that
// is kept in step.

import { useId } from "preact/hooks";
import type { ProjectItem } from "../../api/types";
import { isAnswered } from "../../live/cache";
import { replace, studioAddress } from "../../router";
import { useProjects } from "../../state/projects";
import { activeProject } from "../../state/session";
import { texts } from "../../texts";
import { transfer as t } from "../../texts/transfer";
import { Await, Empty, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { Backups, Export } from "./export";
import { Folder } from "./folder";
import { Import } from "./import";
import { Trash } from "./trash";
import "./transfer.css";

type Tab = keyof typeof t.tabs;

const TABS = Object.keys(t.tabs) as Tab[];

export default function Transfer({ query }: ViewProps) {
  useTitle(t.title);
  const tab = TABS.find((one) => one === query.get("tab")) ?? "import";
  const wanted = query.get("project") ?? "";
  const found = useProjects();
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <nav class="tabs" aria-label={t.tabsLabel}>
        {TABS.map((one) => (
          <a key={one} href={addressOf(one, wanted)} aria-current={one === tab ? "true" : undefined}>
            {t.tabs[one]}
          </a>
        ))}
      </nav>
      <div class="transfer">
        <Await of={found}>
          {(projects) =>
            tab === "import" ? (
              <Import projects={projects.filter((one) => one.status !== "archived")} wanted={wanted} />
            ) : (
              <OfProject tab={tab} projects={projects} wanted={wanted} />
            )
          }
        </Await>
        {tab === "export" && isAnswered(found) && <Backups />}
      </div>
    </div>
  );
}

function addressOf(tab: Tab, project: string): string {
  const query = new URLSearchParams();
  if (tab !== "import") query.set("tab", tab);
  if (project !== "") query.set("project", project);
  return studioAddress("transfer") + (query.size > 0 ? `?${query}` : "");
}

/** What is of one project: the one of the address, else the one that is open. */
function OfProject({
  tab,
  projects,
  wanted,
}: {
  tab: Exclude<Tab, "import">;
  projects: ProjectItem[];
  wanted: string;
}) {
  const id = useId();
  const open = activeProject().value.value?.id;
  const project =
    projects.find((one) => one.id === wanted) ?? projects.find((one) => one.id === open) ?? projects[0];
  if (!project) {
    return (
      <Empty title={t.noProject.title} text={t.noProject.text}>
        <a class="button" href={addressOf("import", "")}>
          {t.noProject.action}
        </a>
      </Empty>
    );
  }
  return (
    <>
      <div class="field transfer-project">
        <label for={id}>{t.project}</label>
        <select
          id={id}
          value={project.id}
          onChange={(event) => replace(addressOf(tab, event.currentTarget.value))}
        >
          {projects.map((one) => (
            <option key={one.id} value={one.id} selected={one.id === project.id}>
              {one.name || texts.untitled}
            </option>
          ))}
        </select>
      </div>
      {tab === "export" && <Export key={project.id} project={project} />}
      {tab === "trash" && <Trash key={project.id} projectId={project.id} />}
      {tab === "folder" && <Folder key={project.id} projectId={project.id} />}
    </>
  );
}
