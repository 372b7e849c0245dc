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

/** Who else has locked something; null where it may be changed. */
export function lockerOf({ lockedBy }: { lockedBy: string | null }): string | null {
  return lockedBy === session.value?.user ? null : lockedBy;
}

/** Why the service could not say it. */
export const sessionFailure = signal<ApiFailure | undefined>(undefined);

/** How long to wait before the service is asked again that did not answer, in milliseconds. */
const RETRY_MS = 3_000;

/** Tells the other pages of this browser that somebody signed in or out. */
const others = "BroadcastChannel" in window ? new BroadcastChannel("scriptorium.session") : null;

/** Whose data this page has; undefined before there was a session. */
let known: string | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let wasLost = false;

/** Asks the service who works here; with a token it asks for, the sign-in view is shown instead. */
export async function begin(): Promise<void> {
  sessionFailure.value = undefined;
  await look();
}

/** Signs in; the token is sent once and never kept. */
export async function signIn(token: string): Promise<void> {
  take(await calls.begin(token));
  others?.postMessage("changed");
}

/** Signs out, and throws away everything that was read, typed or said. */
export async function signOut(): Promise<void> {
  await calls.end();
  others?.postMessage("changed");
  location.reload();
}

/** Asks who works here, and again until there is an answer. */
async function look(): Promise<void> {
  clearTimeout(retryTimer);
  try {
    take(await calls.get());
  } catch (thrown) {
    const failure = failureOf(thrown);
    // The sign-in is shown, or the page goes on as before.
    if (failure.kind === "unauthorized" || session.peek() !== undefined) return;
    sessionFailure.value = failure;
    retryTimer = setTimeout(() => void look(), RETRY_MS);
  }
}

function take(found: Session): void {
  const user = JSON.stringify([found.user, found.projectId]);
  if (known !== undefined && known !== user) {
    // Nothing of one user is left for another.
    location.reload();
    return;
  }
  const isAgain = known !== undefined && session.peek() === undefined;
  known = user;
  needsToken.value = false;
  sessionFailure.value = undefined;
  if (JSON.stringify(session.peek()) !== JSON.stringify(found)) session.value = found;
  events.start(user);
  if (isAgain) events.missed();
}

// A session can end at any time: its token expires or is revoked. What was typed stays for whoever signs in again.
needsToken.subscribe((isNeeded) => {
  if (!isNeeded || session.peek() === undefined) return;
  events.stop();
  session.value = undefined;
});

/** Whether it is still the same session: another page of this browser may have ended it, or begun another. */
function lookAgain(): void {
  if (document.visibilityState !== "hidden" && known !== undefined) void look();
}

document.addEventListener("visibilitychange", lookAgain);
if (others) {
  others.onmessage = () => {
    // A page that nobody sees follows when somebody does.
    if (known === undefined) void look();
    else lookAgain();
  };
}

// The service may have started anew, with other tokens.
events.connection.subscribe((now) => {
  if (now === "lost") wasLost = true;
  else if (now === "open" && wasLost) {
    wasLost = false;
    lookAgain();
  }
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
