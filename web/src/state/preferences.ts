// What a reader chose for this browser: light or dark, and whether single keys are commands.

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

/** The themes, in the order of the switch. */
export const THEMES: Theme[] = ["system", "light", "dark"];

/** Light, dark, or as the system says. */
export const theme = signal<Theme>(read("theme", THEMES, "system"));

/** Whether a single key is a command while nothing is being typed. */
export const hasSingleKeys = signal(read("single-keys", ["on", "off"], "on") === "on");

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  write("theme", theme.value);
});

effect(() => write("single-keys", hasSingleKeys.value ? "on" : "off"));

function read<Word extends string>(name: string, words: Word[], otherwise: Word): Word {
  const found = storage()?.getItem(`scriptorium.${name}`);
  return words.find((word) => word === found) ?? otherwise;
}

function write(name: string, value: string): void {
  storage()?.setItem(`scriptorium.${name}`, value);
}

/** A browser may forbid it. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
