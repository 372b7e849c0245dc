// The view of the outline: nodes are made, moved, linked and deleted, with the pointer and without.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

const NODES = "/api/creative/plot/nodes";
const PROMISES = "/api/creative/plot/promises";

let studio: Studio;

before(async () => {
  studio = await Studio.start("demo");
});

const project = async (name: string): Promise<string> => (await studio.ask("POST", "/api/projects", { name })).id;

const add = async (projectId: string, title: string, more: object = {}): Promise<any> =>
  (await studio.ask("POST", NODES, { projectId, title, ...more })).data;

const nodes = async (projectId: string): Promise<any[]> =>
  (await studio.ask("GET", `${NODES}?projectId=${projectId}&limit=100`)).data.nodes;

/** The outline as its titles, what is inside further in. */
async function shape(projectId: string): Promise<string> {
  const all = await nodes(projectId);
  const depth = (node: any): number =>
    node.parentId === null ? 0 : 1 + depth(all.find(({ id }) => id === node.parentId));
  return all.map((node) => ">".repeat(depth(node)) + node.title).join(" ");
}

const item = (page: Page, title: string) =>
  page.getByRole("treeitem").filter({ has: page.locator(".node-title").getByText(title, { exact: true }) });

test("an outline is made, moved and deleted by keyboard alone", async () => {
  const projectId = await project("Keyboard");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/outline`);
  await page.getByRole("heading", { name: "No outline yet" }).waitFor();
  await window.assertAccessible("empty");
  const create = async (title: string) => {
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New node" }).waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await item(page, title).waitFor();
  };
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.getByText("A node needs a title.").waitFor();
  await page.keyboard.press("Escape");
  await create("One");
  await create("Two");
  await create("Three");
  assert.equal(await shape(projectId), "One Two Three");

  const tree = page.getByRole("tree");
  await tree.focus();
  const moved = async (keys: string, wanted: string, title: string) => {
    await page.keyboard.press(keys);
    await page.getByText(`“${title}” was moved`).first().waitFor();
    assert.equal(await shape(projectId), wanted);
  };
  await page.keyboard.press("End");
  await moved("Alt+ArrowRight", "One Two >Three", "Three");
  await page.keyboard.press("z");
  await page.getByText("Undone: “Three” was moved").waitFor();
  assert.equal(await shape(projectId), "One Two Three");

  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText("“One” was moved").waitFor();
  assert.equal(await shape(projectId), "Two One Three");
  await window.assertAccessible("tree");

  await page.keyboard.press("F2");
  await page.getByRole("dialog", { name: "Node" }).waitFor();
  await page.getByLabel("Title", { exact: true }).fill("First");
  await page.keyboard.press("Enter");
  await item(page, "First").waitFor();
  await tree.focus();
  await page.keyboard.press("Delete");
  await page.getByText("“First” was deleted").waitFor();
  assert.equal(await shape(projectId), "Two Three");
  await page.keyboard.press("z");
  await page.getByText("Undone: “First” was deleted").waitFor();
  assert.equal(await shape(projectId), "Two First Three");
  window.assertQuiet();
  await window.close();
});

test("a node is dragged into another and beside it", async () => {
  const projectId = await project("Dragging");
  await add(projectId, "Act", { kind: "act" });
  await add(projectId, "Arrival", { kind: "chapter" });
  await add(projectId, "Farewell", { kind: "chapter" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/outline`);
  await item(page, "Arrival").dragTo(item(page, "Act"), { targetPosition: { x: 200, y: 18 } });
  await page.getByText("“Arrival” was moved").waitFor();
  assert.equal(await shape(projectId), "Act >Arrival Farewell");
  await item(page, "Farewell").dragTo(item(page, "Arrival"), { targetPosition: { x: 200, y: 3 } });
  await page.getByText("“Farewell” was moved").waitFor();
  assert.equal(await shape(projectId), "Act >Farewell >Arrival");
  await page.keyboard.press("z");
  await page.getByText("Undone: “Farewell” was moved").waitFor();
  assert.equal(await shape(projectId), "Act >Arrival Farewell");
  window.assertQuiet();
  await window.close();
});

test("the manuscript becomes an outline, and nodes show their documents and promises", async () => {
  const projectId = await project("From the book");
  const document = async (title: string, more: object = {}) =>
    (await studio.ask("POST", `/api/projects/${projectId}/documents`, { title, ...more })).id;
  const part = await document("Part One", { kind: "part" });
  const chapter = await document("The Arrival", { parentId: part, content: "Four words stand here." });
  await document("Ideas", { kind: "note" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/outline`);
  await page.getByRole("button", { name: "Begin with the manuscript" }).click();
  await page.getByText("2 nodes were added from the manuscript").waitFor();
  const [act, arrival, ...others] = await nodes(projectId);
  assert.deepEqual(others, []);
  assert.deepEqual([act.title, act.kind], ["Part One", "act"]);
  assert.deepEqual([arrival.kind, arrival.parentId, arrival.documentId], ["chapter", act.id, chapter]);
  await item(page, "The Arrival").getByText("4 words").waitFor();

  // What is inside a deleted node takes its place; all of it comes back, promises too.
  const { data: promise } = await studio.ask("POST", PROMISES, {
    projectId, title: "He will stay", madeAtNodeId: act.id, fulfilledAtNodeId: act.id, status: "fulfilled",
  });
  await item(page, "Part One").getByText("1 promise made, 1 fulfilled").waitFor();
  await page.getByRole("button", { name: "More actions for Part One" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("“Part One” was deleted; what was inside took its place").waitFor();
  assert.equal(await shape(projectId), "The Arrival");
  await page.keyboard.press("z");
  await page.getByText("Undone: “Part One” was deleted").waitFor();
  assert.equal(await shape(projectId), "Part One >The Arrival");
  const after = (await studio.ask("GET", `${PROMISES}/${promise.id}`)).data;
  assert.equal(after.madeAtNodeTitle, "Part One");
  assert.equal(after.fulfilledAtNodeTitle, "Part One");

  await page.reload();
  await item(page, "The Arrival").waitFor();
  await page.getByRole("button", { name: "More actions for The Arrival" }).click();
  await page.getByRole("menuitem", { name: "New node inside it" }).click();
  await page.getByLabel("Title", { exact: true }).fill("At the gate");
  await page.getByLabel("Told by").selectOption({ label: "The Arrival" });
  await page.getByRole("button", { name: "Create" }).click();
  await item(page, "At the gate").waitFor();
  assert.equal(await shape(projectId), "Part One >The Arrival >>At the gate");
  assert.equal((await nodes(projectId))[2].kind, "scene");
  window.assertQuiet();
  await window.close();
});

test("a conflict keeps what is typed, a refusal says why, and hostile text stays text", async () => {
  const projectId = await project("Two windows");
  let node = await add(projectId, "Level 1");
  const first = node;
  for (let level = 2; level <= 16; level += 1) {
    node = await add(projectId, `Level ${level}`, { parentId: node.id });
  }
  await add(projectId, "Too deep", { parentId: node.parentId });
  const hostile = ['<img src=x onerror="alert(1)">', "‮reversed‬ שלום", "w".repeat(900)];
  for (const text of hostile) await add(projectId, text);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/outline`);
  await page.getByText("Live", { exact: true }).waitFor();
  await item(page, "Level 1").click();
  await page.getByLabel("Title", { exact: true }).fill("Mine");
  await studio.ask("PUT", `${NODES}/${first.id}`, { kind: "act" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  assert.equal(await page.getByLabel("Title", { exact: true }).inputValue(), "Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await item(page, "Mine").waitFor();

  // A tree has sixteen levels.
  await page.getByLabel("Filter by title").fill("Too deep");
  await page.getByLabel("Filter by title").fill("");
  await page.getByRole("button", { name: "More actions for Too deep" }).click();
  await page.getByRole("menuitem", { name: "Move into the one before" }).click();
  await page.locator(".notice.is-failure").waitFor();
  await window.assertAccessible("refused");
  window.assertQuiet();
  await window.close();
  for (const width of [320, 1280]) {
    const other = await Window.open(studio, { width });
    await other.visit(`#/project/${projectId}/outline`);
    await item(other.page, hostile[0]!).waitFor();
    await other.assertNotCut(`hostile at ${width}`);
    await other.assertAccessible(`hostile at ${width}`);
    other.assertQuiet();
    await other.close();
  }
});

test("whoever may only read sees the outline and can change nothing, and a failure names its request", async () => {
  const projectId = await project("Reading");
  await add(projectId, "One");
  await add(projectId, "Two");
  const window = await Window.open(studio);
  const { page } = window;
  let isBroken = true;
  await page.route("**/api/creative/plot/nodes?**", (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          headers: { "x-request-id": "request-78", "content-type": "application/json" },
          body: JSON.stringify({ detail: "Internal Server Error" }),
        })
      : route.continue(),
  );
  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), scope: "read" } });
  });
  await window.visit(`#/project/${projectId}/outline`);
  await page.getByText("request-78").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await item(page, "Two").waitFor();
  assert.equal(await page.getByRole("button", { name: "New node" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: /^More actions/ }).count(), 0);
  await page.getByRole("tree").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Node" }).waitFor();
  assert.equal(await page.getByLabel("Title", { exact: true }).isDisabled(), true);
  assert.equal(await shape(projectId), "One Two");
  window.assertQuiet();
  await window.close();
});
