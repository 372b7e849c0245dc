// The view of the promises: they are made, moved from state to state with the pointer and without, shown over the
// book, and recorded from what was found in the text.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

const PROMISES = "/api/creative/plot/promises";
const NODES = "/api/creative/plot/nodes";
const TIMELINES = "/api/creative/timelines";

let studio: Studio;

before(async () => {
  studio = await Studio.start("demo");
});

const project = async (name: string): Promise<string> => (await studio.ask("POST", "/api/projects", { name })).id;

const add = async (projectId: string, title: string, more: object = {}): Promise<any> =>
  (await studio.ask("POST", PROMISES, { projectId, title, ...more })).data;

const get = async (id: string): Promise<any> => (await studio.ask("GET", `${PROMISES}/${id}`)).data;

const all = async (projectId: string): Promise<any[]> =>
  (await studio.ask("GET", `${PROMISES}?projectId=${projectId}`)).data.promises;

test("a project without promises says what to do, and a promise is made and moved by keyboard alone", async () => {
  const projectId = await project("Keyboard");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await page.getByRole("heading", { name: "No promise yet" }).waitFor();
  await window.assertAccessible("empty");
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New promise" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("A promise needs a title.").waitFor();
  await page.keyboard.type("The gun on the wall");
  await page.keyboard.press("Enter");
  const made = page.getByRole("region", { name: "Made 1" });
  await made.getByRole("button", { name: "The gun on the wall", exact: true }).waitFor();
  const [promise] = await all(projectId);
  assert.equal(promise.status, "made");

  await made.getByRole("button", { name: "The gun on the wall", exact: true }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByText("“The gun on the wall” is now in progress").waitFor();
  // The focus goes with the card.
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  assert.equal(focused, "The gun on the wall");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.getByText("It may not go further in this direction.").waitFor();
  assert.equal((await get(promise.id)).status, "progressing");
  // The way back is not the way there: nothing leads from there to “made” at once.
  await page.keyboard.press("z");
  await page.getByText("Undone: “The gun on the wall” is now in progress").waitFor();
  assert.equal((await get(promise.id)).status, "made");

  // The menu offers what the state allows, and nothing else.
  const menu = page.getByRole("button", { name: "More actions for The gun on the wall" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const offered = await page.getByRole("menuitem").allTextContents();
  assert.deepEqual(offered, [
    "Move to “In progress”", "Move to “Partly fulfilled”", "Move to “Fulfilled”", "Move to “Deferred”",
    "Move to “Broken”", "Move to “Abandoned”", "Open", "Delete",
  ]);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No promise yet" }).waitFor();
  assert.deepEqual(await all(projectId), []);
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "The gun on the wall", exact: true }).waitFor();
  assert.equal((await all(projectId)).length, 1);
  window.assertQuiet();
  await window.close();
});

test("a promise is dragged where its state may lead, and nowhere else", async () => {
  const projectId = await project("Dragging");
  const promise = await add(projectId, "Who sent the letter", { status: "made", notes: "Chapter two." });
  const window = await Window.open(studio, { width: 2_400 });
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  const card = page.getByRole("listitem").filter({ hasText: "Who sent the letter" });
  const column = (name: RegExp) => page.getByRole("region", { name });
  await card.dragTo(column(/^Planned/));
  assert.equal((await get(promise.id)).status, "made");
  await card.dragTo(column(/^Fulfilled/));
  await page.getByText("“Who sent the letter” is now fulfilled").waitFor();
  assert.equal((await get(promise.id)).status, "fulfilled");
  await column(/^Fulfilled 1/).getByText("where it is fulfilled is not recorded").waitFor();
  await page.locator(".notice", { hasText: "is now fulfilled" }).getByRole("button", { name: "Undo" }).click();
  await column(/^Made 1/).waitFor();
  assert.equal((await get(promise.id)).status, "made");

  // To abandon one the reason has to be given; its notes are kept, and come back.
  await card.dragTo(column(/^Abandoned/));
  await page.getByRole("button", { name: "Abandon it" }).click();
  await page.getByText("Write a reason.").waitFor();
  await page.getByLabel("Why is it abandoned?").fill("Nobody asked.");
  await window.assertAccessible("abandon");
  // The reason stays where it cannot be saved, and the promise where it was.
  await window.refusing("**/plot/promises/*", async () => {
    await page.getByRole("button", { name: "Abandon it" }).click();
    await page.getByRole("dialog").getByText("The service is busy.").waitFor();
  });
  assert.equal(await page.getByLabel("Why is it abandoned?").inputValue(), "Nobody asked.");
  await column(/^Made 1/).waitFor();
  await page.getByRole("button", { name: "Abandon it" }).click();
  await column(/^Abandoned 1/).waitFor();
  await page.getByText("is now abandoned").waitFor();
  assert.equal((await get(promise.id)).notes, "Chapter two.\n\nNobody asked.");
  await page.locator(".notice", { hasText: "is now abandoned" }).getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: “Who sent the letter” is now abandoned").waitFor();
  assert.equal((await get(promise.id)).status, "made");
  assert.equal((await get(promise.id)).notes, "Chapter two.");
  window.assertQuiet();
  await window.close();
});

test("what leaves the plan goes back to it, with the events that are linked to it", async () => {
  const projectId = await project("Planned");
  const promise = await add(projectId, "The heir", { status: "planned", promiseLevel: "core" });
  const { data: timeline } = await studio.ask("POST", TIMELINES, { projectId, name: "Story" });
  const events = `${TIMELINES}/${timeline.id}/events`;
  const { data: event } = await studio.ask("POST", events, { title: "Birth", dateDisplay: "1 May 1900" });
  await studio.ask("POST", `${events}/${event.id}/links`, {
    entityType: "promise", entityId: promise.id, label: "begins here",
  });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await page.getByRole("button", { name: "More actions for The heir" }).click();
  await page.getByRole("menuitem", { name: "Move to “Made”" }).click();
  await page.getByText("“The heir” is now made").waitFor();
  await page.keyboard.press("z");
  await page.getByText("Undone: “The heir” is now made").waitFor();
  const [back, ...others] = await all(projectId);
  assert.deepEqual(others, []);
  assert.equal(back.status, "planned");
  assert.equal(back.promiseLevel, "core");
  const { links } = (await studio.ask("GET", `${events}/${event.id}`)).data;
  assert.deepEqual(links.map((link: any) => [link.entityId, link.label]), [[back.id, "begins here"]]);
  await window.close();
});

test("the payoffs show where promises are made and kept, and what is still open", async () => {
  const projectId = await project("Payoffs");
  const node = async (title: string, more: object = {}) =>
    (await studio.ask("POST", NODES, { projectId, title, kind: "chapter", ...more })).data.id;
  const window = await Window.open(studio);
  const { page } = window;
  await add(projectId, "Nowhere yet");
  await window.visit(`#/project/${projectId}/promises?show=payoffs`);
  await page.getByRole("heading", { name: "No promise has a place yet" }).waitFor();

  const act = await node("Act", { kind: "act" });
  const one = await node("One", { parentId: act });
  const scene = await node("A scene of one", { parentId: one, kind: "scene" });
  await node("Two", { parentId: act });
  const three = await node("Three", { parentId: act });
  await add(projectId, "Kept", { status: "fulfilled", madeAtNodeId: scene, fulfilledAtNodeId: three });
  await add(projectId, "Still open", { status: "made", madeAtNodeId: act });
  await add(projectId, "Half", { status: "partially_fulfilled", madeAtNodeId: one, fulfilledAtNodeId: three });
  await add(projectId, "Given up", { status: "broken", madeAtNodeId: one });
  await page.getByText("Made, made in One").waitFor();
  await page.getByText("Fulfilled, made in One, fulfilled in Three").waitFor();
  await page.getByText("Partly fulfilled, made in One, partly fulfilled in Three").waitFor();
  await page.getByText("1 promise has no chapter in which it is made").waitFor();
  // Whoever cannot see the chart reads the same values.
  const rows = await page.getByRole("table", { name: /wait for/ }).getByRole("row").allTextContents();
  assert.deepEqual(rows, ["ChapterWaitingFulfilled so far", "One30", "Two30", "Three21"]);
  const chart = page.getByRole("application", { name: /wait for/ });
  await chart.focus();
  await page.keyboard.press("End");
  await page.getByText("Waiting 2").waitFor();
  await window.assertAccessible("payoffs");
  await window.picture("promises-payoffs");
  window.assertQuiet();
  await window.close();
});

test("sentences that were found are recorded as promises, or dismissed", async () => {
  const projectId = await project("Found");
  const { id: documentId } = await studio.ask("POST", `/api/projects/${projectId}/documents`, {
    title: "One",
    content: "The road was long, and nobody looked back.\n\nHe swore that he would return for the child.",
  });
  const { data: chapter } = await studio.ask("POST", NODES, { projectId, title: "The oath", kind: "chapter", documentId });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises?show=offers`);
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  await page.getByRole("button", { name: "Read the book" }).click();
  await page.getByText("Read: 1 document has offers").waitFor();
  await window.assertAccessible("offers");
  await window.picture("promises-offers");
  await page.getByRole("button", { name: /^Record it/ }).first().click();
  await page.getByLabel("Title").fill("She will come back");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  const [promise] = await all(projectId);
  assert.equal(promise.title, "She will come back");
  assert.match(promise.description, /He swore/);
  assert.equal(promise.madeAtNodeId, chapter.id);
  const { findings } = await studio.ask("GET", `/api/projects/${projectId}/findings?check=wording`);
  assert.deepEqual(findings.map((one: any) => one.state), ["accepted"]);
  window.assertQuiet();
  await window.close();
});

test("a conflict keeps what is typed, other windows are seen, and hostile text stays text", async () => {
  const projectId = await project("Two windows");
  const promise = await add(projectId, "The storm");
  const hostile = ['<img src=x onerror="alert(1)">', "‮reversed‬ שלום", "w".repeat(900)];
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "The storm", exact: true }).click();
  await page.getByLabel("Notes").fill("Mine");
  await studio.ask("PUT", `${PROMISES}/${promise.id}`, { title: "The calm" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  assert.equal(await page.getByLabel("Notes").inputValue(), "Mine");
  await page.getByRole("button", { name: "Save" }).click();
  // What was not touched here stays as somebody else made it.
  await page.getByText("“The calm” was changed").waitFor();
  assert.equal((await get(promise.id)).notes, "Mine");
  assert.equal((await get(promise.id)).title, "The calm");

  for (const text of hostile) {
    const { data: node } = await studio.ask("POST", NODES, { projectId, title: text, kind: "chapter" });
    await add(projectId, text, { description: text, notes: text, madeAtNodeId: node.id });
  }
  await page.getByRole("button", { name: hostile[0]!, exact: true }).waitFor();
  window.assertQuiet();
  await window.close();
  for (const width of [320, 1280]) {
    const other = await Window.open(studio, { width });
    for (const show of ["board", "payoffs"]) {
      await other.visit(`#/project/${projectId}/promises?show=${show}`);
      await other.page.getByRole("button", { name: hostile[0]!, exact: true }).waitFor();
      await other.assertNotCut(`hostile ${show} at ${width}`);
      await other.assertAccessible(`hostile ${show} at ${width}`);
    }
    other.assertQuiet();
    await other.close();
  }
});

test("whoever may only read sees the promises and can change nothing", async () => {
  const projectId = await project("Reading");
  const promise = await add(projectId, "The gun");
  const window = await Window.open(studio, { width: 2_400 });
  const { page } = window;
  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), scope: "read" } });
  });
  // An address may name a promise.
  await window.visit(`#/project/${projectId}/promises/${promise.id}`);
  await page.getByRole("dialog", { name: "Promise" }).waitFor();
  assert.equal(await page.getByLabel("Title").isDisabled(), true);
  assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("button", { name: "New promise" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: /^More actions/ }).count(), 0);
  await page.getByRole("button", { name: "The gun", exact: true }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByRole("link", { name: "Found in the text" }).click();
  await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Read the book" }).count(), 0);
  assert.deepEqual(await get(promise.id), promise);
  window.assertQuiet();
  await window.close();
});
