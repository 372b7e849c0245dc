// A person without a pointer: keys alone, and after each of them the question where the focus is.

import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Window } from "./studio";

/** The most steps of Tab to anything in a view. */
const TABS_MAX = 120;

/** How long the focus may take to be somewhere again, in milliseconds. */
const FOCUS_MS = 5_000;

/** What is said where no element has the focus. */
const NOWHERE = "nothing has the focus";

/** What is wrong with where the focus is; empty where it can be seen. Runs in the page. */
function faultOfFocus(nowhere: string): string {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body || at === document.documentElement) return nowhere;
  const name = at.outerHTML.slice(0, 160);
  // Whoever came to a view stands at its beginning, which nothing has to mark.
  if (at.id === "content") return "";
  const active = at.getAttribute("aria-activedescendant");
  const shown = active === null ? at : document.getElementById(active);
  const box = shown?.getBoundingClientRect();
  if (!shown || !box || box.width < 2 || box.height < 2) return `${name} is not drawn`;
  const root = shown.getRootNode() as Document | ShadowRoot;
  const style = getComputedStyle(shown);
  const isMarked =
    (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) ||
    // Menus mark what is chosen by its ground, fields of text by their cursor.
    (shown.matches("[role=menuitem], [role=option]") && style.backgroundColor !== "rgba(0, 0, 0, 0)") ||
    (shown.matches("input:not([type=checkbox], [type=radio])") && style.caretColor !== "rgba(0, 0, 0, 0)") ||
    // The editor draws its cursor itself.
    (shown.matches(".cm-content") && (root.querySelector(".cm-focused .cm-cursor")?.clientHeight ?? 0) > 2);
  if (!isMarked) return `${name} has no mark of the focus`;
  const left = Math.max(box.left, 0);
  const right = Math.min(box.right, innerWidth);
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  if (right - left < 2 || bottom - top < 2) return `${name} is outside of the window`;
  const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
  const isSeen = parts.some((x) =>
    parts.some((y) => {
      const found = root.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      // A box of a check and its label are one.
      return found !== null && (shown.contains(found) || found.contains(shown));
    }),
  );
  return isSeen ? "" : `${name} is covered`;
}

export class Keys {
  constructor(private readonly window: Window) {}

  /** Presses keys one after the other. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.window.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.window.page.keyboard.type(text);
  }

  /** Presses Tab, or Shift+Tab, until this has the focus; each stop on the way has to be seen. */
  async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < TABS_MAX; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
      // Past the last stop the focus goes to the browser's own bars for one step.
      const fault = await this.#fault(NOWHERE);
      if (fault !== NOWHERE) assert.equal(fault, "", `on the way to ${String(target)}`);
    }
    assert.fail(`${key} does not lead to ${String(target)}`);
  }

  /** The focus is somewhere, and can be seen there, after what was done. */
  async sees(after: string): Promise<void> {
    assert.equal(await this.#fault(), "", `the focus after ${after}`);
  }

  /** What is wrong with where the focus is, after as many frames as it may take to be right. */
  async #fault(accepted = ""): Promise<string> {
    const end = Date.now() + FOCUS_MS;
    for (;;) {
      const fault = await this.window.page.evaluate(faultOfFocus, NOWHERE);
      if (fault === "" || fault === accepted || Date.now() > end) return fault;
      await this.window.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
}
