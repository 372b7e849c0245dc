// The view of the projects: what a person does there, with the mouse and without, and what may go wrong.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

test("an empty studio says what to do, and a project is made by keyboard alone", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("");
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  await window.assertAccessible("empty");
  await window.picture("projects-empty-light-1280");

  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New project" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("A project needs a name.").waitFor();
  await window.assertAccessible("form");
  await window.picture("project-form-light-1280");
  await page.keyboard.type("The Nightwatch");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Novel");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A watchman counts the lamps of a city that has one too many.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  // What was made is opened at the first of its views.
  await page.waitForURL(/#\/project\/[^/]+\/manuscript/);
  await window.ready();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "The Nightwatch" }).waitFor();
  await page.getByText("Open now").waitFor();
  const { projects } = await own.ask("GET", "/api/projects");
  assert.equal(projects.length, 1);
  assert.equal(projects[0].type, "novel");
  assert.match(projects[0].description, /one too many/);
  assert.equal((await own.ask("GET", "/api/projects/active")).id, projects[0].id);

  // The menu of the project, without a mouse.
  await page.getByRole("button", { name: "More actions for The Nightwatch" }).focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("“The Nightwatch” is archived").waitFor();
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  await page.keyboard.press("z");
  await page.getByRole("heading", { name: "The Nightwatch" }).waitFor();
  assert.equal((await own.ask("GET", `/api/projects/${projects[0].id}`)).status, "active");
  window.assertQuiet();
  await window.close();
});

test("a project is renamed, paused, archived, moved to the trash and restored", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Harbour" });
  const status = async () => (await studio.ask("GET", `/api/projects/${id}`)).status;
  const window = await Window.open(studio);
  const { page } = window;
  const choose = async (name: string, action: string) => {
    await page.getByRole("button", { name: `More actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await window.visit("#/projects");

  await choose("Harbour", "Name and description");
  await page.getByLabel("Name", { exact: true }).fill("Harbour Lights");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Harbour Lights" }).waitFor();

  await page.getByLabel("Status of Harbour Lights").selectOption("paused");
  await page.getByText("“Harbour Lights” is now paused").waitFor();
  assert.equal(await status(), "paused");

  // What is undone is as it was before, not merely active again.
  await choose("Harbour Lights", "Move to the trash");
  const trashed = page.locator(".notice", { hasText: "is in the trash" });
  await trashed.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone:").waitFor();
  assert.equal(await status(), "paused");

  await choose("Harbour Lights", "Archive");
  await page.getByRole("heading", { name: "Harbour Lights" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Archived" }).click();
  await page.getByRole("heading", { name: "Harbour Lights" }).waitFor();
  assert.equal(await status(), "archived");
  await choose("Harbour Lights", "Move to the trash");
  await page.getByRole("link", { name: "Trash", exact: true }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("heading", { name: "The trash is empty" }).waitFor();
  assert.equal(await status(), "active");
  window.assertQuiet();
  await window.close();
});

test("what somebody else changes is seen at once, and a conflict is said", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Lantern" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "More actions for Lantern" }).click();
  await page.getByRole("menuitem", { name: "Name and description" }).click();
  const form = page.getByRole("dialog");
  const description = form.getByRole("textbox", { name: "Description" });
  await description.fill("Mine");

  await studio.ask("PUT", `/api/projects/${id}`, { description: "Theirs" });
  await page.getByText("Theirs", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  assert.equal((await studio.ask("GET", `/api/projects/${id}`)).description, "Theirs");
  assert.equal(await description.inputValue(), "Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Lantern” was changed").waitFor();
  assert.equal((await studio.ask("GET", `/api/projects/${id}`)).description, "Mine");
  window.assertQuiet();
  await window.close();
});

test("a form that is sent again after a broken connection makes one project", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByRole("button", { name: "New project" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Once");
  // The service takes the request, and its answer gets lost.
  let lost = 0;
  await page.route("**/api/projects", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Create" }).click();

  await page.getByRole("heading", { name: "Once" }).waitFor();
  assert.equal(lost, 1);
  assert.equal((await own.ask("GET", "/api/projects")).total, 1);
  await window.close();
});

test("hostile text stays text", async () => {
  const hostile = [
    `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`,
    `"><svg onload=alert(1)> {{constructor}} \${1} javascript:alert(1)`,
    `\u202Eeman a\u202C ${"w".repeat(300)} \u0000`.replace("\u0000", ""),
  ];
  for (const text of hostile) {
    await studio.ask("POST", "/api/projects", { name: text, description: text, projectType: text.slice(0, 60) });
  }
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit("#/projects");

  for (const text of hostile) {
    await page.getByRole("heading", { name: text.replace(/\s+/g, " ") }).first().waitFor();
  }
  await window.assertNotCut("hostile names");
  await window.assertAccessible("hostile names");
  await window.picture("projects-hostile-light-320");
  await page.getByRole("button", { name: /More actions for <img/ }).click();
  await page.getByRole("menuitem", { name: "Name and description" }).click();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), hostile[0]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("was changed").waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  assert.match(await page.title(), /^Projects · Scriptorium$/);
  window.assertQuiet();
  await window.close();
});

test("a refusal is shown with the id of its request, and can be tried again", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  let isBroken = true;
  await page.route("**/api/projects?*", (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          headers: { "x-request-id": "request-77", "content-type": "application/json" },
          body: JSON.stringify({ detail: "Internal Server Error" }),
        })
      : route.continue(),
  );
  await window.visit("#/projects");
  await page.getByRole("alert").getByText("Something went wrong").waitFor();
  await page.getByText("request-77").waitFor();
  await window.assertAccessible("failure");
  await window.picture("failure-light-1280");

  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("list").getByRole("heading").first().waitFor();
  window.assertQuiet();
  await window.close();
});
