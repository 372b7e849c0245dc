// The windows of this browser that show the page, and what they keep in its storage.

import { newKey } from "../api/client";

/** This window among all that are open, by the name of a lock that it holds as long as it lives. */
export const windowId = newKey();
const LOCK = "scriptorium.window/";

/** Whether windows can know of each other. Only pages with a secure address can: elsewhere each takes over what all
 * have. */
export const knowsWindows = navigator.locks !== undefined;

let release = () => {};

/** Says that this window is open, until it is left. */
function hold(): void {
  void navigator.locks?.request(LOCK + windowId, () => new Promise<void>((done) => (release = done)));
}

hold();
window.addEventListener("pagehide", () => release());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) hold();
});

/** The windows that are open, as far as that can be known. */
export async function openWindows(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
}

/** What is stored in this browser under keys that begin so; nothing where that is forbidden. */
export function storedKeys(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
