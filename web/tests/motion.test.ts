// Whoever asks for less motion gets none: nothing moves or fades, neither while something is read nor when something
// opens.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

/** The longest that anything may take to change, in milliseconds. */
const MOTION_MS = 1;

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects/active")).id;
});

/** Has a page keep whatever moves in it for longer, from now on. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript((most) => {
    const moved = ((globalThis as any).moved = new Set<string>());
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { target, pseudoElement } = animation.effect as KeyframeEffect;
        const { duration } = (animation.effect as KeyframeEffect).getTiming();
        if (Number(duration) > most) moved.add(`${target?.tagName}.${target?.getAttribute("class")}${pseudoElement ?? ""}`);
      }
      requestAnimationFrame(look);
    };
    look();
  }, MOTION_MS);
}

const moved = (page: Page): Promise<string[]> => page.evaluate(() => [...(globalThis as any).moved]);

/** Holds all answers back until what says that it is being read was drawn. */
async function slowed(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    if (route.request().url().endsWith("/api/events")) return route.fallback();
    await page.waitForFunction(() => document.querySelector(".loading") !== null).catch(() => undefined);
    await route.fallback();
  });
}

/** Opens and closes what moves for others. */
async function use(window: Window): Promise<void> {
  const { page } = window;
  await slowed(page);
  await window.visit(`#/project/${project}/timeline`);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("grid").waitFor();
  await window.visit(`#/project/${project}/manuscript`);
  const tree = page.getByRole("tree", { name: "Documents" });
  await tree.focus();
  for (const key of ["Home", "ArrowLeft", "ArrowRight", "ArrowDown", "Alt+ArrowDown"]) await page.keyboard.press(key);
  await page.getByText(/was moved/).first().waitFor();
  await page.keyboard.press("z");
  await page.getByText(/^Undone/).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await window.visit(`#/project/${project}/findings`);
  await page.getByRole("button", { name: "Will change" }).first().hover();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Show the menu" }).click();
  await page.getByRole("navigation", { name: "Views" }).waitFor();
}

test("nothing moves for whoever asks for less motion", async () => {
  const window = await Window.open(studio);
  await watch(window.page);
  await use(window);
  assert.deepEqual(await moved(window.page), []);
  await window.close();
});

test("what would move is seen where nobody asks for less", async () => {
  const window = await Window.open(studio);
  // The check above is worth nothing unless it sees what moves for others.
  await window.page.emulateMedia({ reducedMotion: "no-preference" });
  await watch(window.page);
  await use(window);
  const names = (await moved(window.page)).join(" ");
  for (const name of ["loading", "notice", "sidebar"]) assert.ok(names.includes(name), `${name}: ${names}`);
  await window.close();
});
