// The settings of a project: what is set in the page is what the service has, and nothing that was typed is lost.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

const project = async (name: string, more: object = {}): Promise<string> =>
  (await studio.ask("POST", "/api/projects", { name, ...more })).id;

const get = (id: string): Promise<any> => studio.ask("GET", `/api/projects/${id}`);

/** Opens the settings of a project. */
async function open(window: Window, id: string): Promise<void> {
  await window.visit(`#/project/${id}/settings`);
  await window.page.getByRole("heading", { level: 1, name: "Project settings" }).waitFor();
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const choice = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

const instructions = (page: Page, agent: string) => page.getByRole("textbox", { name: agent, exact: true });

async function save(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await (await answered).finished();
}

/** What a project is given in the page, and what the service then has. */
const TYPED: [label: string, text: string][] = [
  ["Name", "Harbour Lights"],
  ["Description", "A keeper counts the lamps."],
  ["Colour", "#7A1F2B"],
  ["Folder", "novels/harbour"],
  ["Elements that must not appear", "telephone\n\n  to shoot  \n"],
  ["Conventions of names", "characters: starts with K or Th-"],
  ["Culture of names and customs", "The northern coast."],
  ["Weight of prose and dialogue", "0.5"],
  ["Weight of how far the edit is", "0"],
  ["Ready from a score of", "92.5"],
  ["Tone", "Dry and brief."],
  ["Temperature", "0.7"],
  ["Longest reply, in tokens", "900"],
  ["Budget in tokens", "100000"],
  ["Budget in US dollars", "2.5"],
  ["Results of a search", "20"],
  ["Collaborators", "ivo\nmara"],
];

const SWITCHED = [
  "Save texts as they are typed",
  "Import of all formats",
  "Strict about names",
  "Agents may begin something by themselves",
  "Agents know the conversation so far",
  "Rules of magic",
  "Search in the texts",
  "Notifications",
  "Record when the project is worked on",
];

const CHOSEN = ["Fantasy", "Young adult", "Lorekeeper", "Proseguard", "Character", "Magic system"];

test("everything is set in the page, kept by the service, and undone", async () => {
  const id = await project("Harbour", { color: "#112233", settings: { visibility: "shared", ownKey: 7 } });
  const before = await get(id);
  const window = await Window.open(studio);
  const { page } = window;
  await open(window, id);
  await window.assertAccessible("settings");
  await window.picture("project-settings-light-1280");
  for (const [label, text] of TYPED) await field(page, label).fill(text);
  for (const label of SWITCHED) await field(page, label).click();
  for (const label of CHOSEN) await choice(page, label).check();
  await field(page, "Kind").selectOption("novel");
  await page.getByText("Instructions of single agents").click();
  await instructions(page, "Muse").fill("Write in verse.");
  await save(page);
  await page.getByText("The settings were saved").last().waitFor();

  const saved = await get(id);
  const { settings } = saved;
  assert.deepEqual(
    [saved.name, saved.type, saved.description, saved.collaborators, saved.mechanicsEnabled],
    ["Harbour Lights", "novel", "A keeper counts the lamps.", ["ivo", "mara"], true],
  );
  assert.deepEqual(settings, {
    visibility: "shared",
    autoSave: false,
    contextPreservation: false,
    aiAssistance: false,
    notifications: false,
    integrations: { mime: false, research: false, analytics: false },
    lorekeeper: {
      prohibitedElements: ["telephone", "to shoot"],
      namingPatterns: ["characters: starts with K or Th-"],
      culturalContext: "The northern coast.",
      strictNaming: true,
    },
    publishing: {
      weightProseguard: 0.5,
      weightLorekeeper: null,
      weightMlHealth: null,
      weightEditCompletion: 0,
      readyThreshold: 92.5,
    },
    documentsDirectory: "novels/harbour",
    color: "#7a1f2b",
    icon: null,
    activeAgents: ["lorekeeper", "proseguard"],
    aiPersonality: "Dry and brief.",
    knowledgeFilter: ["character", "magic_system"],
    genres: ["fantasy", "young_adult"],
    agentConfig: { temperature: 0.7, maxTokens: 900, searchResultsCount: 20 },
    budget: { tokens: 100000, cost: 2.5 },
    agentSystemPrompts: { muse: "Write in verse." },
    ownKey: 7,
  });

  // At the address again, everything is as it was saved.
  await page.reload();
  await window.ready();
  assert.equal(await field(page, "Elements that must not appear").inputValue(), "telephone\nto shoot");
  assert.equal(await field(page, "Weight of how far the edit is").inputValue(), "0");
  assert.equal(await instructions(page, "Muse").inputValue(), "Write in verse.");
  for (const label of CHOSEN) assert.ok(await choice(page, label).isChecked(), label);
  for (const label of SWITCHED) {
    assert.equal(await field(page, label).isChecked(), /Strict|magic/.test(label), label);
  }
  assert.equal(await page.getByText("This is what you typed here before").count(), 0);

  // A second change, which only sends what is replaced with it, and its undo.
  await field(page, "Temperature").fill("");
  await instructions(page, "Muse").fill("");
  await save(page);
  await page.getByText("The settings were saved").last().waitFor();
  const { agentConfig, agentSystemPrompts } = (await get(id)).settings;
  assert.deepEqual([agentConfig.temperature, agentConfig.maxTokens, agentSystemPrompts], [null, 900, {}]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone:").waitFor();
  assert.deepEqual((await get(id)).settings, settings);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[name$=temperature]")?.value === "0.7");
  assert.notDeepEqual(before.settings, settings);
  window.assertQuiet();
  await window.close();
});

test("what the service refuses is said at its fields, and what was typed is kept", async () => {
  const id = await project("Refused");
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await open(window, id);
  await field(page, "Tone").fill("Kept.");
  await field(page, "Ready from a score of").fill("120");
  await field(page, "Weight of prose and dialogue").fill("much");
  await field(page, "Longest reply, in tokens").fill("0");
  await field(page, "Colour").fill("red");
  await save(page);
  const problemOf = (label: string) =>
    page.locator(".field").filter({ has: field(page, label) }).last().locator(".problem");
  await problemOf("Ready from a score of").getByText("Input should be less than or equal to 100").waitFor();
  await problemOf("Weight of prose and dialogue").getByText("Input should be a valid number").waitFor();
  await problemOf("Longest reply, in tokens").getByText("Input should be greater than or equal to 1").waitFor();
  await problemOf("Colour").getByText("String should match pattern").waitFor();
  // The first of them has the focus.
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "settings.color");
  assert.equal((await get(id)).settings.aiPersonality, "");
  assert.equal(await field(page, "Tone").inputValue(), "Kept.");
  await window.assertAccessible("refused");
  await window.assertNotCut("refused");
  await window.picture("project-settings-refused-light-320");

  await field(page, "Ready from a score of").fill("100");
  await field(page, "Weight of prose and dialogue").fill("1");
  await field(page, "Longest reply, in tokens").fill("1");
  await field(page, "Colour").fill("");
  await save(page);
  await page.getByText("The settings were saved").last().waitFor();
  assert.equal((await get(id)).settings.publishing.readyThreshold, 100);

  await field(page, "Name").fill("  ");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("A project needs a name.").waitFor();
  assert.equal((await get(id)).name, "Refused");
  await page.getByRole("button", { name: "Discard" }).click();
  assert.equal(await field(page, "Name").inputValue(), "Refused");

  await window.refusing(`**/api/projects/${id}`, async () => {
    await field(page, "Culture of names and customs").fill("The coast.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").getByText("The service is busy. (Request r-9)").waitFor();
  });
  await page.reload();
  await window.ready();
  await page.getByText("This is what you typed here before, and did not save.").waitFor();
  assert.equal(await field(page, "Culture of names and customs").inputValue(), "The coast.");
  window.assertQuiet();
  await window.close();
});

test("what another window changes is taken over, and what was typed here is kept beside it", async () => {
  const id = await project("Two windows");
  const window = await Window.open(studio);
  const { page } = window;
  await open(window, id);
  await page.getByText("Live", { exact: true }).waitFor();
  const other = await window.another();
  await open(other, id);

  await field(page, "Folder").fill("mine");
  await field(other.page, "Folder").fill("theirs");
  await field(other.page, "Strict about names").check();
  await field(other.page, "Description").fill("From the other window.");
  await save(other.page);
  // Without a press here.
  await page.getByText("Written by somebody else in the meantime").waitFor();
  await page.getByText("theirs", { exact: true }).waitFor();
  assert.equal(await field(page, "Folder").inputValue(), "mine");
  assert.equal(await field(page, "Description").inputValue(), "From the other window.");
  assert.ok(await field(page, "Strict about names").isChecked());
  await window.assertAccessible("theirs");
  await window.picture("project-settings-theirs-light-1280");
  await save(page);
  await page.getByText("The settings were saved").last().waitFor();
  const saved = await get(id);
  assert.deepEqual([saved.settings.documentsDirectory, saved.description], ["mine", "From the other window."]);

  // Somebody is a moment faster.
  let isFaster = true;
  await page.route(`**/api/projects/${id}`, async (route) => {
    const isFirst = isFaster && route.request().method() === "PUT";
    if (isFirst) {
      isFaster = false;
      await studio.ask("PUT", `/api/projects/${id}`, { aiPersonality: "Theirs" });
    }
    await route.continue();
  });
  await field(page, "Tone").fill("Mine");
  await save(page);
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  await page.getByText("Theirs", { exact: true }).waitFor();
  assert.equal(await field(page, "Tone").inputValue(), "Mine");
  assert.equal((await get(id)).settings.aiPersonality, "Theirs");
  await save(page);
  await page.getByText("The settings were saved").last().waitFor();
  assert.equal((await get(id)).settings.aiPersonality, "Mine");
  window.assertQuiet();
  await window.close();
});

test("by keyboard alone, from the list of the projects and from the palette", async () => {
  const id = await project("Keys");
  await studio.ask("POST", `/api/projects/${id}/activate`);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByRole("button", { name: "More actions for Keys" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Project settings" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Project settings" }).waitFor();
  await window.ready();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "name");
  await page.keyboard.press("End");
  await page.keyboard.type(" and locks");
  await page.keyboard.press("Enter");
  await page.getByText("The settings were saved").last().waitFor();
  // What has the focus is not below the buttons, which stay in the window.
  await field(page, "Name").focus();
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(() => {
      const { top, bottom } = document.activeElement!.getBoundingClientRect();
      const footer = document.querySelector("form footer")!.getBoundingClientRect();
      // Of several lines the browser shows the one with the caret.
      return [document.activeElement?.getAttribute("name"), top >= 0 && Math.min(bottom, top + 30) <= footer.top];
    });
    assert.ok(seen[1], `${step}: ${seen[0]}`);
  }
  await field(page, "Comedy").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+s");
  await page.locator(".notice", { hasText: "The settings were saved" }).nth(1).waitFor();
  const saved = await get(id);
  assert.deepEqual([saved.name, saved.settings.genres], ["Keys and locks", ["comedy"]]);

  await page.getByRole("main").focus();
  for (const key of ["g", "p"]) await page.keyboard.press(key);
  await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Project settings" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("project settings");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`project/${id}/settings`));
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.getByRole("heading", { level: 1, name: "Lore" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 1, name: "Project settings" }).waitFor();
  window.assertQuiet();
  await window.close();
});

const HOSTILE = `<img src=x onerror="document.title='taken'"> \u202Eeman ${"w".repeat(300)}`;

test("hostile text stays text, and names that the studio does not know are kept", async () => {
  const id = await project(HOSTILE, {
    description: HOSTILE,
    projectType: "saga",
    aiPersonality: HOSTILE,
    collaborators: [HOSTILE],
    activeAgents: [HOSTILE, "Muse"],
    knowledgeFilter: ["Characters", "location"],
    lorekeeperConfig: { prohibitedElements: [HOSTILE, "one\ntwo"] },
    agentSystemPrompts: { "a.b": HOSTILE, __proto__x: "kept", constructor: "kept too" },
  });
  const found = await get(id);
  const window = await Window.open(studio, { width: 320, colorScheme: "dark" });
  const { page } = window;
  await open(window, id);
  await field(page, HOSTILE.trim()).waitFor();
  assert.equal(await field(page, "Name").inputValue(), HOSTILE);
  assert.equal(await field(page, "a.b").inputValue(), HOSTILE);
  assert.ok(await choice(page, "Muse").isChecked());
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  await window.assertAccessible("hostile");
  await window.assertNotCut("hostile");
  await window.picture("project-settings-hostile-dark-320");
  // What is sent beside what was changed is as it was.
  await field(page, "Culture of names and customs").fill("North");
  await field(page, "constructor").fill("changed");
  await field(page, "Item").check();
  await save(page);
  await page.getByText("The settings were saved").last().waitFor();
  const saved = await get(id);
  assert.deepEqual(saved.settings, {
    ...found.settings,
    lorekeeper: { ...found.settings.lorekeeper, culturalContext: "North" },
    knowledgeFilter: ["Characters", "location", "item"],
    agentSystemPrompts: { ...found.settings.agentSystemPrompts, constructor: "changed" },
  });
  assert.equal(saved.type, "saga");

  await studio.ask("POST", `/api/projects/${id}/archive`);
  await page.getByText("You can read these settings and not change them.").waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  await window.assertAccessible("hostile values");
  await window.assertNotCut("hostile values");
  await window.picture("project-settings-archived-dark-320");
  window.assertQuiet();
  await window.close();
});

test("a reader sees values and no control", async () => {
  const own = Studio.prepare("0.0.0.0:0");
  const [writing = "", reading = ""] = ["write", "read"].map((scope) => {
    const printed = own.command("token", "create", "--user", "mara", "--scope", scope, "--label", "a browser");
    return /scr_\w+/.exec(printed)?.[0] ?? "";
  });
  await own.restart();
  const headers = { "content-type": "application/json", authorization: `Bearer ${writing}` };
  const body = JSON.stringify({
    name: "Lamps",
    genres: ["science_fiction"],
    activeAgents: ["muse"],
    agentSystemPrompts: { critic: "Be kind." },
    publishingConfig: { readyThreshold: 91 },
  });
  const { id } = await (await fetch(`${own.address}/api/projects`, { method: "POST", headers, body })).json();
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${id}/settings`);
  await page.getByLabel("Access token").fill(reading);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("You can read these settings and not change them.").waitFor();
  const main = page.getByRole("main");
  for (const text of ["Lamps", "Science fiction", "Muse", "Be kind.", "91", "not set", "On"]) {
    await main.getByText(text, { exact: true }).first().waitFor();
  }
  assert.equal(await main.locator("input, select, textarea, button").count(), 0);
  await window.assertAccessible("reader");
  await window.picture("project-settings-reader-light-1280");
  window.assertQuiet();
  await window.close();
});

test("a project that is not there is said", async () => {
  const window = await Window.open(studio);
  await window.visit("#/project/01a20067-0000-75df-8ff1-d59e955c8e86/settings");
  await window.page.getByRole("alert").getByText("Project not found").waitFor();
  window.assertQuiet();
  await window.close();
});
