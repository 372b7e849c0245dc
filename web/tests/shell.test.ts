// What is there in every view: the menu, the palette, the shortcuts, light and dark, and the state of the
// connection.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;

before(async () => {
  studio = await Studio.start("demo");
});

test("the palette goes to a view and sets the colours", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await page.keyboard.type("sett");
  await window.assertAccessible("palette");
  await window.picture("palette-light");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  assert.equal(await field.count(), 0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("colours dark");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.reload();
  await window.ready();
  const theme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  assert.equal(theme, "dark");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("no command is called this");
  await page.getByText("No command has these words.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await field.count(), 0);
  window.assertQuiet();
  await window.close();
});

test("shortcuts are listed, and single keys can be turned off", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });

  await page.keyboard.press("?");
  await list.waitFor();
  await window.assertAccessible("shortcuts");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByRole("checkbox", { name: "Single keys are commands" }).uncheck();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  assert.equal(await list.count(), 0);
  assert.match(page.url(), /#\/settings$/);
  window.assertQuiet();
  await window.close();
});

test("the menu of a narrow window opens, leads on and closes", async () => {
  const window = await Window.open(studio, { width: 360, height: 740 });
  const { page } = window;
  await window.visit("#/projects");
  const menu = page.getByRole("navigation", { name: "Views" });

  assert.equal(await menu.isVisible(), false);
  await page.getByRole("button", { name: "Show the menu" }).click();
  await menu.waitFor();
  await window.assertAccessible("menu");
  await window.picture("menu-light-360");
  await menu.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await menu.waitFor({ state: "hidden" });
  window.assertQuiet();
  await window.close();
});

test("a lost connection is shown, and what happened meanwhile is there afterwards", async () => {
  const own = await Studio.start("empty");
  await own.ask("POST", "/api/projects", { name: "Before" });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByRole("heading", { name: "Before" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();

  await own.stop();
  await page.getByText("Connection lost.").waitFor();
  await page.getByText(/Last update/).waitFor();
  await window.assertAccessible("lost");
  await window.picture("lost-light-1280");
  await own.restart();
  await own.ask("POST", "/api/projects", { name: "Meanwhile" });

  await page.getByRole("heading", { name: "Meanwhile" }).waitFor();
  await page.getByText("Connection lost.").waitFor({ state: "detached" });
  await window.close();
});

test("a view whose files cannot be read says so, and is shown once the service is back", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByText("Live", { exact: true }).waitFor();
  await own.stop();
  // Built files are not asked of the service where the tests have them from a folder.
  await page.route("**/assets/settings-*", (route) => route.abort());
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { name: "The service does not answer" }).waitFor();
  await window.assertAccessible("unreachable");
  await own.restart();
  await page.unroute("**/assets/settings-*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await window.close();
});

test("how agents get a model is said in a form that the program reads", async () => {
  const window = await Window.open(studio);
  await window.visit("#/settings");
  const toml = await window.page.locator("pre").first().innerText();

  writeFileSync(join(studio.folder, "model.toml"), toml);
  const shown = studio.command("config", "show", "--config", "model.toml");

  assert.match(shown, /ollama/);
  assert.match(shown, /qwen3:8b/);
  await window.close();
});
