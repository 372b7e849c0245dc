// Every view of the studio, in the order of the menu. A view that is written gets a line here, a folder in
// `views` and its texts in `texts`; nothing else has to know it.

import type { ComponentType } from "preact";
import { texts } from "./texts";

/** What a view is given. */
export interface ViewProps {
  /** The project that it is of; empty for a view of the whole studio. */
  projectId: string;
  /** What stands behind its name in the address, such as the id of a record. */
  rest: string[];
  query: URLSearchParams;
}

export interface View {
  /** Its name in addresses. */
  name: string;
  title: string;
  /** Whether it is of the whole studio or of one project: `#/NAME` or `#/project/ID/NAME`. */
  scope: "studio" | "project";
  /** The keys that go there. */
  keys?: string;
  load: () => Promise<{ default: ComponentType<ViewProps> }>;
}

/** The views. The order of those of a project: manuscript, outline, timeline, promises, lore, people,
 * languages, research, readiness; of the studio: projects, agents, swarms, usage, notifications, settings,
 * health. */
export const views: View[] = [
  {
    name: "findings",
    title: texts.views.findings,
    scope: "project",
    keys: "g f",
    load: () => import("./views/findings/findings"),
  },
  {
    name: "research",
    title: texts.views.research,
    scope: "project",
    keys: "g c",
    load: () => import("./views/research/research"),
  },
  {
    name: "projects",
    title: texts.views.projects,
    scope: "studio",
    keys: "g p",
    load: () => import("./views/projects/projects"),
  },
  {
    name: "transfer",
    title: texts.views.transfer,
    scope: "studio",
    keys: "g x",
    load: () => import("./views/transfer/transfer"),
  },
  {
    name: "settings",
    title: texts.views.settings,
    scope: "studio",
    keys: "g s",
    load: () => import("./views/settings/settings"),
  },
];

/** The view that is shown first. */
export const FIRST_VIEW = "projects";

/** The view of a name, of a project or of the studio. */
export function findView(scope: View["scope"], name: string): View | undefined {
  return views.find((view) => view.scope === scope && view.name === name);
}

/** The views of a scope, in the order of the menu. */
export function viewsOf(scope: View["scope"]): View[] {
  return views.filter((view) => view.scope === scope);
}
