// The frame around every view: the menu, the state of the connection, and the commands that are there
// everywhere.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ProjectItem } from "./api/types";
import type { Cached } from "./live/cache";
import { connection, lastHeardAt, reconnect, refusal } from "./live/events";
import { go, projectAddress, route, studioAddress } from "./router";
import { type Command, useCommands } from "./state/commands";
import { THEMES, theme } from "./state/preferences";
import { mayWrite, projectOf } from "./state/projects";
import { activeProject, session, signOut } from "./state/session";
import { ago, now, number } from "./state/time";
import { texts } from "./texts";
import { hasDialog } from "./ui/dialog";
import { icons } from "./ui/icons";
import { Keys, openPalette } from "./ui/palette";
import { openShortcuts } from "./ui/shortcuts";
import { titleProject } from "./ui/states";
import { attempt, undo, undoable } from "./ui/toast";
import { FIRST_VIEW, type View, viewsOf } from "./views";

/** Whether the menu is shown where it has no room beside the view. */
const isMenuShown = signal(false);

export function Shell({ children }: { children: ComponentChildren }) {
  useGlobalCommands();
  const main = useRef<HTMLElement>(null);
  const { projectId, view } = route.value;
  const address = `${projectId ?? ""}/${view}`;
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    isMenuShown.value = false;
    // Whoever works by keyboard or screen reader goes on in the new view.
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
    window.scrollTo(0, 0);
  }, [address]);
  return (
    <div class={`shell${isMenuShown.value ? " has-menu" : ""}`}>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {texts.navigation.skip}
      </a>
      <TopBar />
      <Sidebar />
      {isMenuShown.value && <div class="shade" onClick={() => (isMenuShown.value = false)} />}
      <main ref={main} id="content" class="main" tabIndex={-1}>
        <LostConnection />
        {children}
      </main>
    </div>
  );
}

/** On narrow windows only. */
function TopBar() {
  const isShown = isMenuShown.value;
  return (
    <header class="top-bar">
      <button
        type="button"
        class="icon-button"
        aria-expanded={isShown}
        aria-controls="menu"
        aria-label={isShown ? texts.navigation.close : texts.navigation.open}
        onClick={() => (isMenuShown.value = !isShown)}
      >
        {isShown ? <icons.close /> : <icons.menu />}
      </button>
      <a class="brand" href={studioAddress(FIRST_VIEW)}>
        {texts.studio}
      </a>
      <button type="button" class="icon-button" aria-label={texts.palette.title} onClick={openPalette}>
        <icons.search />
      </button>
    </header>
  );
}

function Sidebar() {
  const projectId = route.value.projectId;
  const project = useProject(projectId);
  const name = project ? project.name || texts.untitled : null;
  useEffect(() => {
    titleProject.value = (projectId !== null && name) || "";
  }, [projectId, name]);
  // Until it is known which project is open, its links have their room.
  const { value, failure } = activeProject();
  const isAwaited = projectId === null && value.value === undefined && !failure.value;
  const shownId = projectId ?? project?.id ?? (isAwaited ? "" : null);
  const ofProject = viewsOf("project");
  return (
    <nav id="menu" class="sidebar" aria-label={texts.navigation.label}>
      <a class="brand" href={studioAddress(FIRST_VIEW)}>
        {texts.studio}
      </a>
      <button type="button" class="sidebar-search" onClick={openPalette}>
        <icons.search />
        <span>{texts.palette.open}</span>
        <Keys keys="mod+k" />
      </button>
      {shownId !== null && ofProject.length > 0 && (
        <div class={isAwaited ? "is-awaited" : undefined}>
          <p class="sidebar-heading is-project" dir="auto">{name ?? " "}</p>
          <Links views={ofProject} projectId={shownId} />
        </div>
      )}
      {shownId !== null && ofProject.length === 0 && name !== null && (
        <p class="sidebar-heading is-project" dir="auto">{name}</p>
      )}
      <p class="sidebar-heading">{texts.navigation.studio}</p>
      <Links views={viewsOf("studio")} projectId={null} />
      <div class="sidebar-foot">
        <p class={`live is-${connection.value}`}>{texts.connection.states[connection.value]}</p>
        <button type="button" class="icon-button" aria-label={texts.shortcuts.title} onClick={openShortcuts}>
          <icons.keyboard />
        </button>
      </div>
    </nav>
  );
}

function Links({ views, projectId }: { views: View[]; projectId: string | null }) {
  const here = route.value;
  const current = here.view === "" && here.projectId === null ? FIRST_VIEW : here.view;
  return (
    <ul class="links">
      {views.map((view) => {
        const isCurrent = view.name === current && (projectId === null) === (here.projectId === null);
        return (
          <li key={view.name}>
            <a href={addressOf(view, projectId)} aria-current={isCurrent ? "page" : undefined}>
              {view.title}
              {view.count && <Count of={view.count()} />}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** How much waits in a view; nothing where that is nothing or not known. */
function Count({ of }: { of: Cached<number | null> }) {
  useEffect(() => of.watch(), [of]);
  const count = of.value.value;
  if (count === undefined || count === 0) return null;
  const text = count === null ? texts.navigation.many : number(count);
  return (
    <span class="links-count">
      <span aria-hidden="true">{text}</span>
      <span class="visually-hidden">{texts.navigation.waiting(text)}</span>
    </span>
  );
}

/** Says that the service cannot be heard, and since when, or why it sends nothing by itself. */
function LostConnection() {
  const state = connection.value;
  if (state !== "lost" && state !== "refused") return null;
  const at = lastHeardAt();
  void now.value;
  return (
    <div class="lost" role="status">
      <icons.warning />
      {state === "lost" ? (
        <p>
          <strong>{texts.connection.lost}</strong>{" "}
          {at > 0 ? texts.connection.lastUpdate(ago(at)) : texts.connection.never} {texts.connection.kept}
        </p>
      ) : (
        <p>
          <strong>{refusal.value}</strong> {texts.connection.refused}
        </p>
      )}
      <button type="button" class="button is-small" onClick={reconnect}>
        {texts.connection.retry}
      </button>
    </div>
  );
}

/** The project of the view, or the one that is open where the view is of none. */
function useProject(id: string | null) {
  const project: Cached<ProjectItem | null> = id === null ? activeProject() : projectOf(id);
  useEffect(() => project.watch(), [project]);
  return project.value.value ?? null;
}

function addressOf(view: View, projectId: string | null): string {
  return projectId === null ? studioAddress(view.name) : projectAddress(projectId, view.name);
}

function useGlobalCommands(): void {
  useCommands(() => {
    const projectId = route.value.projectId ?? activeProject().value.value?.id ?? null;
    const goTo = (view: View): Command => ({
      title: view.title,
      group: "go",
      ...(view.keys === undefined ? {} : { keys: view.keys }),
      run: () => go(addressOf(view, view.scope === "project" ? projectId : null)),
    });
    const latest = undoable.value;
    return [
      { title: texts.palette.title, group: "help", keys: "mod+k", run: openPalette },
      ...(latest
        ? [
            {
              title: texts.undo.last(latest.text),
              group: "action" as const,
              keys: "z",
              run: () => void undo(latest),
            },
          ]
        : []),
      ...viewsOf("project").filter(() => projectId !== null).map(goTo),
      ...viewsOf("studio").map(goTo),
      ...(projectId !== null && mayWrite()
        ? [
            {
              title: texts.navigation.rename,
              group: "action" as const,
              run: () => go(projectAddress(projectId, "lore", "rename")),
            },
          ]
        : []),
      ...THEMES.map((name): Command => ({
        title: texts.themes.command(texts.themes.names[name]),
        group: "action",
        run: () => {
          theme.value = name;
        },
      })),
      ...(session.value?.isOpen === false
        ? [{ title: texts.signIn.out, group: "action" as const, run: () => void attempt(signOut) }]
        : []),
      {
        title: texts.shortcuts.command,
        group: "help",
        keys: "?",
        run: () => {
          if (!hasDialog()) openShortcuts();
        },
      },
    ];
  });
}
