// Who works here, and which project is open.

import { signal } from "@preact/signals";
import { needsToken } from "../api/client";
import { type ApiFailure, failureOf } from "../api/failure";
import { projects } from "../api/projects";
import { session as calls } from "../api/session";
import type { ProjectItem, Session } from "../api/types";
import * as cache from "../live/cache";
import * as events from "../live/events";

/** Who works here; undefined before the service has said it. */
export const session = signal<Session | undefined>(undefined);

/** Why the service could not say it. */
export const sessionFailure = signal<ApiFailure | undefined>(undefined);

/** Asks the service who works here; with a token it asks for, the sign-in view is shown instead. */
export async function begin(): Promise<void> {
  sessionFailure.value = undefined;
  try {
    take(await calls.get());
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure.kind !== "unauthorized") sessionFailure.value = failure;
  }
}

/** Signs in; the token is sent once and never kept. */
export async function signIn(token: string): Promise<void> {
  take(await calls.begin(token));
}

/** Signs out, and throws away everything that was read. */
export async function signOut(): Promise<void> {
  await calls.end();
  forgetAll();
  needsToken.value = true;
}

function take(found: Session): void {
  needsToken.value = false;
  session.value = found;
  events.start();
}

function forgetAll(): void {
  events.stop();
  cache.clear();
  session.value = undefined;
}

// A session can end at any time: its token expires or is revoked.
needsToken.subscribe((isNeeded) => {
  if (isNeeded && session.peek() !== undefined) forgetAll();
});

/** Whether the session may change anything. */
export function mayWrite(): boolean {
  const scope = session.value?.scope;
  return scope === "write" || scope === "admin";
}

/** Whether the session may change what concerns everybody, such as who is awake. */
export function mayAdminister(): boolean {
  return session.value?.scope === "admin";
}

/** The project that is open, for the whole studio. */
export function activeProject(): cache.Cached<ProjectItem | null> {
  return cache.cached("projects/active", readActive, (event) => event.kind === "project");
}

async function readActive(signal: AbortSignal): Promise<ProjectItem | null> {
  // A token of one project reaches no other, and that one is always open for it.
  const only = session.value?.projectId ?? null;
  return only === null ? projects.active({ signal }) : (await projects.get(only, { signal })).value;
}
