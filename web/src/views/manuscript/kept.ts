// Unsaved texts, kept in this browser until the service has them: what was typed outlives a reload, a
// closed window and a service that does not answer. Each page keeps its own, so that two windows with one
// document never replace each other's.

import { signal } from "@preact/signals";
import { openWindows, storedKeys, windowId } from "../../state/windows";

/** What names an unsaved text in the storage of the browser. */
const PREFIX = "scriptorium.kept/";

/** A text that the service does not have. */
export interface KeptText {
  /** The key that it is kept under. */
  key: string;
  user: string;
  projectId: string;
  documentId: string;
  title: string;
  text: string;
  /** Fingerprints of what the service may have had when this was typed. */
  basedOn: number[];
  /** When it was last changed, in milliseconds of Unix time. */
  at: number;
}

/** Why the browser does not keep the text of a document, such as that it has no room; by document. */
const keepFailures = signal<ReadonlyMap<string, string>>(new Map());

/** Why the browser does not keep the text of a document of this page; undefined where it does. */
export function keepFailureOf(documentId: string): string | undefined {
  return keepFailures.value.get(documentId);
}

/** All texts that are kept, of every page; the latest first. */
export const keptTexts = signal<KeptText[]>([]);

/** Keeps a text, and says whether the browser did. */
export function keep(text: Omit<KeptText, "key">): boolean {
  const key = keyOf(text.documentId);
  try {
    localStorage.setItem(key, JSON.stringify(text));
    setFailure(text.documentId, undefined);
    return true;
  } catch (thrown) {
    setFailure(text.documentId, thrown instanceof Error ? thrown.message : String(thrown));
    return false;
  }
}

function setFailure(documentId: string, reason: string | undefined): void {
  const before = keepFailures.peek();
  if (before.get(documentId) === reason) return;
  const after = new Map(before);
  if (reason === undefined) after.delete(documentId);
  else after.set(documentId, reason);
  keepFailures.value = after;
}

/** Forgets what this page kept of a document, because the service has it. */
export function forget(documentId: string): void {
  setFailure(documentId, undefined);
  forgetKey(keyOf(documentId));
}

/** Forgets a kept text. */
export function forgetKey(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids it keeps nothing either.
  }
  if (keptTexts.peek().some((text) => text.key === key)) void findKept();
}

/** Keeps a text again that was forgotten, under the key that it had. */
export function putBack({ key, ...text }: KeptText): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(text));
  } catch {
    return false;
  }
  void findKept();
  return true;
}

/** Looks up the texts that pages left which are not open any more. */
export async function findKept(): Promise<KeptText[]> {
  const open = await openWindows();
  const found: KeptText[] = [];
  for (const key of storedKeys(PREFIX)) {
    const window = key.slice(key.lastIndexOf("/") + 1);
    if (window === windowId || open.has(window)) continue;
    const text = read(key);
    if (text) found.push(text);
  }
  found.sort((one, other) => other.at - one.at);
  const state = (texts: KeptText[]) => texts.map(({ key, at }) => `${key} ${at}`).join();
  if (state(found) !== state(keptTexts.peek())) keptTexts.value = found;
  return found;
}

/** A number that two different texts practically never share (53 bits). */
export function fingerprint(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

function keyOf(documentId: string): string {
  return `${PREFIX}${documentId}/${windowId}`;
}

function read(key: string): KeptText | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as Omit<KeptText, "key"> | null;
    return found && typeof found.text === "string" ? { ...found, key } : undefined;
  } catch {
    // Somebody else wrote it: it is not ours to show or to delete.
    return undefined;
  }
}

window.addEventListener("storage", (event) => {
  if (event.key === null || event.key.startsWith(PREFIX)) void findKept();
});
