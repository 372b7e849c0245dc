// The view of the swarms: starting one, following it live, permissions, results, and what may go wrong.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { cite, Model } from "./model";
import { Studio, Window } from "./studio";

/** How long a swarm may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 90_000;

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

const task = (page: Page) => page.getByRole("textbox", { name: "Task" });
const start = (page: Page) => page.getByRole("button", { name: "Start", exact: true });

test("a sweep is started by keyboard, followed, and its report and findings read in place", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("heading", { name: "Swarms", level: 1 }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Start a swarm" }).waitFor();
  await page.getByRole("radio", { name: /^Reader panel/ }).focus();
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.getByRole("radio", { name: /^Consistency sweep/ }).isChecked(), true);
  await task(page).focus();
  await page.keyboard.press("Tab");
  await start(page).click();
  await page.getByText("Describe the task first.").waitFor();
  await window.assertAccessible("form");
  await task(page).fill("What must not stand in it?");
  // What is typed outlives a reload.
  await page.reload();
  await window.ready();
  assert.equal(await task(page).inputValue(), "What must not stand in it?");
  await page.getByRole("checkbox", { name: "What must not appear" }).check();
  await start(page).focus();
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Consistency sweep", level: 1 }).waitFor();
  await page.locator(".swarm-facts", { hasText: "Completed" }).first().waitFor({ timeout: PATIENCE_MS });
  await page.getByRole("img", { name: /3 groups of sub-tasks in 2 steps/ }).waitFor();
  await window.picture("swarm-sweep-light-1280");
  // The list says the same as the graph.
  await page.getByText("Step 2, waits for “The lore and its rules” (Lorekeeper), Lorekeeper").waitFor();
  await page.locator("summary", { hasText: "10 of 10 done" }).click();
  await page.locator("summary", { hasText: "Nether Fold" }).click();
  await page.getByText("“Nether Fold”: 1 found").waitFor();
  await window.assertAccessible("sub-tasks");

  await page.getByRole("link", { name: "Results" }).click();
  await page.getByRole("heading", { name: "Consistency sweep", level: 2 }).waitFor();
  await window.assertAccessible("results");
  await page.getByRole("link", { name: /^Findings/ }).last().click();
  await page.getByText("“clock” must not appear in this project").waitFor();
  await page.reload();
  await window.ready();
  await page.getByText("“clock” must not appear in this project").waitFor();
  const { completedSwarms } = await studio.ask("GET", "/api/agents/swarm/list");
  assert.equal(completedSwarms[0].taskDescription, "What must not stand in it?");
  window.assertQuiet();
  await window.close();
});

test("a swarm that waits is seen waiting, cancelled and repeated", async () => {
  await studio.ask("POST", "/api/agents/architect/sleep");
  const made = await studio.ask("POST", "/api/agents/swarm", {
    swarmType: "outline", taskDescription: "The middle", projectId: project,
  });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/swarms/${made.swarmId}`);
  const structure = page.locator("summary", { hasText: "The structure" });
  await structure.getByText("Ready to begin").waitFor({ timeout: PATIENCE_MS });
  await structure.getByText(/waits for “Premises and what-ifs” \(Muse\), /).waitFor();
  await page.locator("summary", { hasText: "Critic What the structure lacks" }).getByText("Waits for others").waitFor();
  await window.assertAccessible("waiting");
  await window.picture("swarm-outline-light-1280");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".swarm-facts", { hasText: "Cancelled" }).first().waitFor();

  await studio.ask("POST", "/api/agents/architect/wake");
  await page.getByRole("button", { name: "Repeat" }).click();
  await page.getByText("It repeats another swarm.").waitFor();
  await page.locator(".swarm-facts", { hasText: "Completed" }).first().waitFor({ timeout: PATIENCE_MS });
  await window.visit("#/swarms");
  await page.getByRole("link", { name: "The middle" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("what a swarm needs is checked before it is started, and a refusal is said", async () => {
  const own = await Studio.start("empty");
  const { id } = await own.ask("POST", "/api/projects", { name: "Blank" });
  const archived = (await own.ask("POST", "/api/projects", { name: "Old" })).id;
  await own.ask("POST", `/api/projects/${archived}/archive`);
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/swarms");
  await page.getByRole("heading", { name: "No swarm yet" }).waitFor();
  await page.getByText("There never was a swarm").waitFor();
  await window.assertAccessible("no swarm");
  await page.getByRole("link", { name: "Start a swarm" }).click();
  await page.getByRole("radio", { name: /^Outline/ }).check();
  await task(page).fill("A beginning");
  await start(page).click();
  await page.getByText("This needs a project: choose one.").waitFor();
  await page.getByLabel("Project", { exact: true }).selectOption({ label: "Blank" });
  await page.getByRole("radio", { name: /^Revision/ }).check();
  await start(page).click();
  await page.getByText("the project has none: write or import one first").waitFor();
  await page.getByLabel("Project", { exact: true }).selectOption({ label: "Old" });
  await page.getByRole("radio", { name: /^Outline/ }).check();
  await start(page).click();
  await page.getByText("This project is archived").waitFor();
  await page.getByLabel("Project", { exact: true }).selectOption({ label: "Blank" });
  await page.getByText("Budget", { exact: true }).click();
  await page.getByLabel("Minutes at most").fill("soon");
  await start(page).click();
  await page.getByText("1 to 43,200 minutes").waitFor();
  await page.getByLabel("Minutes at most").fill("");

  // Whether there is a model is known to the service alone.
  await page.getByRole("radio", { name: /^Debate/ }).check();
  await start(page).click();
  await page.getByText("A debate needs a language model").waitFor();
  assert.equal(await task(page).inputValue(), "A beginning");
  assert.equal((await own.ask("GET", "/api/agents/swarm/list")).totalCount, 0);
  await window.visit("#/swarms/01a20067-4326-75df-8ff1-d59e955c8e86");
  await page.getByRole("heading", { name: "There is no such swarm" }).waitFor();
  assert.notEqual(id, "");
  window.assertQuiet();
  await window.close();
});

test("hostile words stay words", async () => {
  const hostile = `<img src=x onerror="document.title='taken'"> \u202Eeman ${"w".repeat(300)}`;
  const made = await studio.ask("POST", "/api/agents/swarm", {
    swarmType: "research", taskDescription: hostile, projectId: project, agents: ["researcher", "archivist", "lorekeeper", "chronicler"],
  });
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit("#/swarms");
  await page.getByRole("link", { name: /<img src=x/ }).first().waitFor();
  await window.assertNotCut("hostile list");
  await window.visit(`#/swarms/${made.swarmId}?show=results`);
  await page.locator(".swarm-facts", { hasText: /Completed|Failed/ }).first().waitFor({ timeout: PATIENCE_MS });
  await page.getByRole("heading", { name: "Research", level: 2 }).waitFor();
  await window.assertNotCut("hostile results");
  await window.assertAccessible("hostile results");
  await window.picture("swarm-hostile-light-320");
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.doesNotMatch(await page.title(), /^taken/);
  window.assertQuiet();
  await window.close();
});

test("a swarm with a model is seen writing, and asks for a permission", async () => {
  const own = await Studio.start("demo");
  const model = await Model.start();
  await model.configure(own);
  const { projects } = await own.ask("GET", "/api/projects");
  const { documents } = await own.ask("GET", `/api/projects/${projects[0].id}/documents`);
  const chapter = documents.find((one: any) => one.title === "The Cabinet");
  model.isHeld = true;
  model.script = (sources) => ({
    position: "The cabinet opens the book too late.",
    claims: [{ claim: "It is heavy.", grounds: [cite(sources, "document")] }],
    replies: [],
    concessions: ["It is well made."],
  });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/swarms/new?type=debate&document=${chapter.id}`);
  await task(page).fill("Should the book begin with the cabinet?");
  await page.getByLabel("Turns of each side").fill("1");
  await page.getByText("Budget", { exact: true }).click();
  await page.getByLabel("Tokens of language models").fill("500000");
  await start(page).click();
  await page.getByText("Architect writes …").waitFor({ timeout: PATIENCE_MS });
  await page.locator(".draft-text", { hasText: "The cabinet opens the book too late." }).waitFor({ timeout: PATIENCE_MS });
  await window.assertAccessible("a swarm that writes");
  await window.picture("swarm-debate-light-1280");
  model.isHeld = false;
  model.release();
  await page.locator(".swarm-facts", { hasText: "Completed" }).first().waitFor({ timeout: PATIENCE_MS });
  await page.locator("summary", { hasText: "Architect Turn 1, for" }).click();
  await page.getByRole("paragraph").filter({ hasText: "It is heavy." }).first().waitFor();
  await page.getByText(/of 500,000/).waitFor();

  model.script = (sources) => ({ kind: "Blurb", text: "A wall, and the sea behind it.", grounds: [cite(sources, "document")] });
  const made = await own.ask("POST", "/api/agents/swarm", {
    swarmType: "publishing", taskDescription: "Write a blurb", projectId: projects[0].id,
    input: { documentIds: [chapter.id], checks: ["prohibited_elements"] },
  });
  await window.visit(`#/swarms/${made.swarmId}`);
  await page.getByRole("button", { name: "Approve what Publisher wants" }).waitFor({ timeout: PATIENCE_MS });
  await window.assertAccessible("a swarm that asks");
  await window.picture("swarm-permission-light-1280");
  const readiness = async () => {
    const { subTasks } = await own.ask("GET", `/api/agents/swarm/${made.swarmId}`);
    return subTasks.find((one: any) => one.key === "readiness");
  };
  assert.equal((await readiness()).state, "awaiting_approval");
  await page.getByRole("button", { name: "Approve what Publisher wants" }).click();
  await page.locator(".swarm-facts", { hasText: "Completed" }).first().waitFor({ timeout: PATIENCE_MS });
  assert.equal((await readiness()).approval.decision, "approved");
  await page.locator("summary", { hasText: "Publisher Checklist" }).click();
  await page.getByRole("paragraph").filter({ hasText: /^A wall, and the sea behind it\.$/ }).first().waitFor();
  window.assertQuiet();
  await window.close();
});
