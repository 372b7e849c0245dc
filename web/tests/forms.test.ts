// What forms, dialogs and notices keep: nothing that was typed or deleted is lost by a press, by another window or by
// a service that is away.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

const PROMISES = "/api/creative/plot/promises";

let studio: Studio;

before(async () => {
  studio = await Studio.start("demo");
});

const project = async (name: string): Promise<string> => (await studio.ask("POST", "/api/projects", { name })).id;

const add = async (projectId: string, title: string, more: object = {}): Promise<any> =>
  (await studio.ask("POST", PROMISES, { projectId, title, ...more })).data;

const get = async (id: string): Promise<any> => (await studio.ask("GET", `${PROMISES}/${id}`)).data;

const card = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true });

/** Opens the form of a promise, and waits until it has the promise as it is. */
async function open(page: Page, title: string, id: string): Promise<void> {
  const read = page.waitForResponse((answer) => answer.url().endsWith(`${PROMISES}/${id}`));
  await card(page, title).click();
  await (await read).finished();
}

test("undoing without the service keeps what was deleted until it is back", async () => {
  const projectId = await project("Undo");
  const lost = await add(projectId, "The only copy", { notes: "Long notes." });
  await add(projectId, "Another");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await open(page, "The only copy", lost.id);
  await page.getByRole("button", { name: "Delete" }).click();
  const deleted = page.locator(".notice", { hasText: "“The only copy” was deleted" });
  await deleted.waitFor();
  await card(page, "The only copy").waitFor({ state: "detached" });

  // Other notices do not push it out.
  for (let time = 0; time < 3; time += 1) {
    await card(page, "Another").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.locator(".notice", { hasText: /^“Another” is now in progress/ }).last().waitFor();
    await page.keyboard.press("z");
    await page.locator(".notice", { hasText: "Undone: “Another” is now in progress" }).nth(0).waitFor();
    await page.getByRole("region", { name: "Made 1" }).waitFor();
  }
  assert.equal(await deleted.count(), 1);

  await studio.stop();
  await deleted.getByRole("button", { name: "Undo" }).click();
  await deleted.getByText("It could not be undone: The service does not answer.").waitFor();
  await window.assertAccessible("not undone");
  await studio.restart();
  await deleted.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: “The only copy” was deleted").waitFor();
  await card(page, "The only copy").waitFor();
  const { promises } = (await studio.ask("GET", `${PROMISES}?projectId=${projectId}`)).data;
  const again = promises.filter((one: any) => one.title === "The only copy");
  assert.deepEqual(again.map((one: any) => one.notes), ["Long notes."]);
  window.assertQuiet();
  await window.close();
});

test("a dialog scrolls inside, and asks before it drops what was typed", async () => {
  const projectId = await project("Dialog");
  const window = await Window.open(studio, { width: 640, height: 360 });
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await page.getByRole("button", { name: "New promise" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New promise" });
  await dialog.getByLabel("Notes").fill("Long notes.");
  const [own, inner] = await dialog.evaluate((element) => {
    const content = element.querySelector(".dialog-content");
    const over = (one: Element | null) => (one?.scrollHeight ?? 0) - (one?.clientHeight ?? 0);
    return [over(element), over(content)];
  });
  assert.equal(own, 0, "the dialog itself does not scroll");
  assert.ok((inner ?? 0) > 0, "its content does");

  // Where the bar is, and on the edge.
  const box = await dialog.boundingBox();
  assert.ok(box);
  for (const inset of [6, 0.5]) await page.mouse.click(box.x + box.width - inset, box.y + box.height / 2);
  assert.equal(await dialog.getByLabel("Notes").inputValue(), "Long notes.");
  // Text that is selected past the edge.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(2, 2);
  await page.mouse.up();
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  assert.equal(await question.count(), 0);

  await page.mouse.click(2, 2);
  await window.assertAccessible("discard");
  await question.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await dialog.getByLabel("Notes").inputValue(), "Long notes.");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });

  // With nothing typed there is nothing to ask.
  await page.getByRole("button", { name: "New promise" }).first().click();
  assert.equal(await dialog.getByLabel("Notes").inputValue(), "");
  await page.mouse.click(2, 2);
  await dialog.waitFor({ state: "detached" });
  window.assertQuiet();
  await window.close();
});

test("commands run only where no dialog is in front of them", async () => {
  const projectId = await project("Behind");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await page.getByRole("heading", { name: "No promise yet" }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New promise" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).focus();
  for (const key of ["n", "?", "Control+k", "g", "p"]) await page.keyboard.press(key);
  assert.equal(await page.getByRole("dialog").count(), 1);
  assert.match(page.url(), new RegExp(`${projectId}/promises`));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("New promise").waitFor();
  window.assertQuiet();
  await window.close();
});

test("a form sends what was changed in it, and shows what somebody else wrote into the same field", async () => {
  const projectId = await project("Fields");
  const promise = await add(projectId, "The storm", { notes: "Short." });
  const path = `${PROMISES}/${promise.id}`;
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await open(page, "The storm", promise.id);
  const dialog = page.getByRole("dialog", { name: "Promise" });
  const title = dialog.getByLabel("Title", { exact: true });
  await title.fill("Mine");
  await studio.ask("PUT", path, { title: "Theirs", notes: "A long note of another window." });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Written by somebody else in the meantime").waitFor();
  await dialog.getByText("Theirs", { exact: true }).waitFor();
  assert.equal(await title.inputValue(), "Mine");
  assert.equal(await dialog.getByLabel("Notes").inputValue(), "A long note of another window.");
  await window.assertAccessible("theirs");
  await window.picture("forms-theirs");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const saved = await get(promise.id);
  assert.deepEqual([saved.title, saved.notes], ["Mine", "A long note of another window."]);
  window.assertQuiet();
  await window.close();
});

test("what is typed into a form outlives a reload, and is of one window", async () => {
  const projectId = await project("Typed");
  const window = await Window.open(studio);
  const { page } = window;
  const address = `#/project/${projectId}/promises`;
  await window.visit(address);
  await page.getByRole("heading", { name: "No promise yet" }).waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("Notes").fill("Not saved yet.");

  const other = await window.context.newPage();
  await other.goto(`${studio.address}/${address}`);
  await other.getByRole("heading", { name: "No promise yet" }).waitFor();
  await other.keyboard.press("n");
  assert.equal(await other.getByLabel("Notes").inputValue(), "");
  await other.close();

  await page.reload();
  await page.getByRole("heading", { name: "No promise yet" }).waitFor();
  await page.keyboard.press("n");
  await page.getByText("This is what you typed here before, and did not save.").waitFor();
  assert.equal(await page.getByLabel("Notes").inputValue(), "Not saved yet.");
  await window.assertAccessible("typed before");
  await page.getByRole("button", { name: "Discard it" }).click();
  assert.equal(await page.getByLabel("Notes").inputValue(), "");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("n");
  assert.equal(await page.getByText("This is what you typed here before").count(), 0);
  window.assertQuiet();
  await window.close();
});

test("times are in the language of the texts, whatever that of the browser is", async () => {
  const name = "Sprache";
  await project(name);
  const window = await Window.open(studio, { locale: "de-DE" });
  await window.visit("#/projects");
  const row = window.page.locator("li", { hasText: name }).first();
  await row.getByText(/ago|now/).waitFor();
  assert.doesNotMatch((await row.textContent()) ?? "", /\bvor\b|jetzt/);
  window.assertQuiet();
  await window.close();
});

test("an archived project is shown and not changed", async () => {
  const projectId = await project("Put away");
  await add(projectId, "An old promise");
  await studio.ask("POST", `/api/projects/${projectId}/archive`);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/promises`);
  await page.getByText("Archived", { exact: true }).waitFor();
  await card(page, "An old promise").click();
  const dialog = page.getByRole("dialog", { name: "Promise" });
  assert.ok(await dialog.getByLabel("Notes").isDisabled());
  await dialog.locator("footer").getByRole("button", { name: "Close" }).click();
  assert.equal(await page.getByRole("button", { name: "New promise" }).count(), 0);
  window.assertQuiet();
  await window.close();
});
