// The head of a view of one project: its title, what can be done there, and whether the project is archived.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { projectOf } from "../state/projects";
import { parts } from "../texts/parts";
import { useTitle } from "./states";

/** The head of a view; `children` are its buttons. */
export function ProjectHeader({
  projectId,
  title,
  children,
}: {
  projectId: string;
  title: string;
  children?: ComponentChildren;
}) {
  const project = projectOf(projectId);
  useEffect(() => project.watch(), [project]);
  const found = project.value.value;
  useTitle(title);
  return (
    <header class="page-header">
      <div class="page-actions">
        <h1>{title}</h1>
        {found?.status === "archived" && <span class="badge">{parts.archived}</span>}
      </div>
      <div class="page-actions">{children}</div>
    </header>
  );
}
