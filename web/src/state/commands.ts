// Everything that can be done from the keyboard: commands with their names and keys. The palette lists
// them, the list of shortcuts shows their keys, and the keyboard runs them.

import { computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { texts } from "../texts";
import { hasSingleKeys } from "./preferences";

export interface Command {
  /** What it does, as the palette says it. */
  title: string;
  group: keyof typeof texts.palette.groups;
  run: () => void;
  /** Keys such as `mod+k`, `?` or `g p`, one after the other; `mod` is Ctrl, on a Mac Cmd. */
  keys?: string;
}

/** How long the second key may take to follow the first, in milliseconds. */
const SEQUENCE_MS = 1_200;

/** The dialog that a component is in; 0 outside of all. */
export const DialogId = createContext(0);

/** The dialog that is on top; 0 where none is open. */
export const topDialog = signal(0);

interface Source {
  list: () => Command[];
  /** The dialog that brought the commands; 0 for the page. */
  dialog: number;
}

const sources = signal<Source[]>([]);

/** All commands there are now; later ones stand before earlier ones, as they are of what is on the screen. */
export const commands = computed(() => commandsOf(sources.value));

/** The commands that keys run: behind a dialog there are none but its own. */
const reachable = computed(() => commandsOf(sources.value.filter(({ dialog }) => dialog === topDialog.value)));

function commandsOf(found: Source[]): Command[] {
  return found.toReversed().flatMap(({ list }) => list());
}

/** Adds commands of the page, or of a dialog; they may depend on signals. */
export function addCommands(list: () => Command[], dialog = 0): () => void {
  const source = { list, dialog };
  sources.value = [...sources.value, source];
  return () => {
    sources.value = sources.value.filter((one) => one !== source);
  };
}

/** The commands of a component, while it is there. */
export function useCommands(source: () => Command[], inputs: unknown[] = []): void {
  const dialog = useContext(DialogId);
  useEffect(() => addCommands(source, dialog), inputs);
}

/** Whether this is a Mac, where Cmd takes the part of Ctrl. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of a command as they are printed on the keyboard. */
export function keyNames(keys: string): string[] {
  const name = (key: string) =>
    ({ mod: isMac ? "⌘" : "Ctrl", shift: "Shift", alt: isMac ? "⌥" : "Alt", enter: "Enter" })[key] ??
    (key.length === 1 ? key.toUpperCase() : key);
  return keys.split(" ").map((chord) => chord.split("+").map(name).join(isMac ? "" : "+"));
}

let pressed = "";
let pressedAt = 0;

/** Runs the command of a key. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const key = chordOf(event);
  if (key === undefined) return;
  const isSingle = !/(mod|alt)\+/.test(key);
  if (isSingle && (!hasSingleKeys.value || isTyping(event))) return;
  const isFollowing = event.timeStamp - pressedAt < SEQUENCE_MS;
  const sequence = pressed !== "" && isFollowing ? `${pressed} ${key}` : key;
  const of = (list: Command[]) =>
    list.find((command) => command.keys === sequence) ?? list.find((command) => command.keys === key);
  const found = of(reachable.value);
  pressed = found ? "" : key;
  pressedAt = event.timeStamp;
  // Keys of a command behind a dialog do nothing, and nothing of the browser's either.
  if (found || (!isSingle && of(commands.value))) event.preventDefault();
  found?.run();
}

function chordOf(event: KeyboardEvent): string | undefined {
  const key = event.key;
  if (["Control", "Meta", "Shift", "Alt", "Dead", "Unidentified"].includes(key)) return undefined;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  const named = key.toLowerCase();
  // The shift that types a character such as `?` is no part of its name.
  const isShift = event.shiftKey && (key.length > 1 || /[a-z]/i.test(key));
  return `${isMod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${isShift ? "shift+" : ""}${named}`;
}

/** Whether keys are text where the focus is; it may be in a shadow tree, such as the editor's. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
