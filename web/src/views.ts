// Every view of the studio. A view that is written gets a line here, a folder in
// `views` and its texts in `texts`; nothing else has to know it.

import type { ComponentType } from "preact";
import type { Cached } from "./live/cache";
import { session } from "./state/session";
import { unreadCount } from "./state/unread";
import { texts } from "./texts";
import { lazy } from "./ui/lazy";

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
  /** Whether what it shows is not of one project: a session for one project does not reach it. */
  isOfAllProjects: boolean;
  /** How much waits there, for the menu. */
  count?: () => Cached<number | null>;
  Content: ComponentType<ViewProps>;
}

/** Names that have a title. */
type Titled = { [Name in keyof typeof texts.views]: (typeof texts.views)[Name] extends string ? Name : never };

/** A view whose title is that of its name, where no other is given. */
function view(
  scope: View["scope"],
  name: Titled[keyof typeof texts.views],
  keys: string,
  load: () => Promise<{ default: ComponentType<ViewProps> }>,
  {
    isOfAllProjects = false,
    count,
    title = texts.views[name],
  }: { isOfAllProjects?: boolean; count?: View["count"]; title?: string } = {},
): View {
  const all = { name, title, scope, keys, isOfAllProjects, Content: lazy(load) };
  return count ? { ...all, count } : all;
}

/** The views, in the order of the menu. */
export const views: View[] = [
  view("project", "manuscript", "g m", () => import("./views/manuscript/manuscript")),
  view("project", "findings", "g f", () => import("./views/findings/findings")),
  view("project", "outline", "g u", () => import("./views/outline/outline")),
  view("project", "timeline", "g t", () => import("./views/timeline/timeline")),
  view("project", "promises", "g o", () => import("./views/promises/promises")),
  view("project", "lore", "g l", () => import("./views/lore/lore")),
  view("project", "people", "g e", () => import("./views/people/people")),
  view("project", "languages", "g a", () => import("./views/languages/languages")),
  view("project", "research", "g c", () => import("./views/research/research"), {
    // The service keeps searches and their history of all projects together.
    isOfAllProjects: true,
  }),
  view("project", "readiness", "g r", () => import("./views/readiness/readiness")),
  view("project", "settings", "g j", () => import("./views/project-settings/project-settings"), {
    title: texts.views.projectSettings,
  }),
  view("studio", "projects", "g p", () => import("./views/projects/projects")),
  view("studio", "transfer", "g x", () => import("./views/transfer/transfer")),
  view("studio", "agents", "g n", () => import("./views/agents/agents"), { isOfAllProjects: true }),
  view("studio", "swarms", "g w", () => import("./views/swarms/swarms"), { isOfAllProjects: true }),
  view("studio", "usage", "g b", () => import("./views/usage/usage"), { isOfAllProjects: true }),
  view("studio", "notifications", "g i", () => import("./views/notifications/notifications"), {
    isOfAllProjects: true,
    count: unreadCount,
  }),
  view("studio", "settings", "g s", () => import("./views/settings/settings")),
  view("studio", "health", "g h", () => import("./views/health/health")),
];

/** The view that is shown first. */
export const FIRST_VIEW = "projects";

/** The view of a name, of a project or of the studio. */
export function findView(scope: View["scope"], name: string): View | undefined {
  return views.find((view) => view.scope === scope && view.name === name);
}

/** The views of a scope that this session may see, in the order of the menu. */
export function viewsOf(scope: View["scope"]): View[] {
  return views.filter((view) => view.scope === scope && isReached(view));
}

/** Whether this session reaches a view. */
export function isReached(view: View): boolean {
  return !view.isOfAllProjects || session.value?.projectId == null;
}
