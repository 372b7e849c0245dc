// Addresses of views: `#/projects`, `#/project/ID/manuscript/ID?query`. Views are below the hash, so every
// address can be reloaded, and what the service does not know stays a 404.

import { computed, signal } from "@preact/signals";

/** Where the reader is. */
export interface Route {
  /** The project that the view is of; null for views of the whole studio. */
  projectId: string | null;
  /** The name of the view; empty for the one that is shown first. */
  view: string;
  /** What stands behind the name of the view, such as the id of a record. */
  rest: string[];
  query: URLSearchParams;
}

const hash = signal(location.hash);
window.addEventListener("hashchange", () => {
  hash.value = location.hash;
});

/** The current address. */
export const route = computed<Route>(() => parse(hash.value));

/** Reads an address. */
export function parse(text: string): Route {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?", 2);
  const parts = path.split("/").filter((part) => part !== "").map(decoded);
  const [first = "", id = ""] = parts;
  const isProject = first === "project" && id !== "";
  const [view = "", ...rest] = isProject ? parts.slice(2) : parts;
  return { projectId: isProject ? id : null, view, rest, query: new URLSearchParams(query) };
}

/** Writes an address of the whole studio. */
export function studioAddress(view: string, ...rest: string[]): string {
  return `#/${[view, ...rest].map(encodeURIComponent).join("/")}`;
}

/** Writes an address of a project. */
export function projectAddress(projectId: string, view: string, ...rest: string[]): string {
  return `#/${["project", projectId, view, ...rest].map(encodeURIComponent).join("/")}`;
}

/** Goes to an address. */
export function go(to: string): void {
  location.hash = to;
}

/** Goes to an address without a step in the history. */
export function replace(to: string): void {
  history.replaceState(null, "", to);
  hash.value = location.hash;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
