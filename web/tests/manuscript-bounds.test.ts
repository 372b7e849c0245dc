// The manuscript where it is large, where the service refuses, and where somebody saves by hand.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Desk, until } from "./manuscript-desk";
import { Studio, Window } from "./studio";

/** The words of the longest novel that has to be smooth. */
const NOVEL_WORDS = 161_000;

/** How many documents a large book has. */
const DOCUMENTS = 1_200;

/** The most rows and lines that are drawn at once: what a window shows, and some above and below. */
const DRAWN_MAX = 120;

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

async function book(name: string): Promise<string> {
  return (await studio.ask("POST", "/api/projects", { name })).id;
}

test("of a novel in one document only what is seen is drawn, and it is typed into and saved", async () => {
  const project = await book("A novel");
  const paragraph = "The wall stood where the sea had been told to stop, and nobody asked it. ".repeat(5).trim();
  const count = Math.ceil(NOVEL_WORDS / paragraph.split(" ").length);
  const content = Array.from({ length: count }, (_, index) => `${index + 1}. ${paragraph}`).join("\n\n");
  const path = `/api/projects/${project}/documents`;
  const { id, words } = await studio.ask("POST", path, { title: "All of it", content });
  assert.ok(words >= NOVEL_WORDS, String(words));
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  const lines = () => desk.editor.locator(".cm-line").count();

  assert.ok((await lines()) <= DRAWN_MAX, String(await lines()));
  await desk.typeAtEnd(" The last words.");
  assert.ok((await lines()) <= DRAWN_MAX, String(await lines()));
  await desk.saved();
  await page.keyboard.press("Control+Home");
  await page.mouse.move(900, 500);
  await page.mouse.wheel(0, 20_000);
  await until(async () => assert.ok((await lines()) <= DRAWN_MAX));
  const saved = await studio.ask("GET", `${path}/${id}`);
  assert.equal(saved.content, `${content} The last words.`);
  await page.locator("header").getByText(`${(words + 3).toLocaleString("en-GB")} words`).waitFor();
  desk.window.assertQuiet();
  await desk.close();
});

test("of a book of many documents only the rows that are seen are drawn", async () => {
  const project = await book("Many");
  const files = Array.from({ length: DOCUMENTS }, (_, index) => ({
    path: `part ${Math.floor(index / 100) + 1}/${String(index + 1).padStart(4, "0")}.md`,
    content: `# Chapter ${index + 1}\n\nOne two three.`,
  }));
  const { id } = await studio.ask("POST", `/api/projects/${project}/documents/import`, { files });
  await until(async () => {
    const { status } = await studio.ask("GET", `/api/projects/${project}/imports/${id}`);
    assert.equal(status, "completed");
  });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript`);
  const tree = page.getByRole("tree", { name: "Documents" });
  const rows = tree.getByRole("treeitem");
  await rows.first().waitFor();
  assert.ok((await rows.count()) <= DRAWN_MAX, String(await rows.count()));

  // Nothing is made for menus that are closed, and Tab stops in one row only.
  assert.equal(await page.locator(".manuscript-tree [role=menuitem]").count(), 0);
  assert.equal(await tree.locator("button[tabindex='0']").count(), 1);

  await tree.focus();
  await page.keyboard.press("End");
  await tree.getByRole("treeitem", { name: /Chapter 1200/ }).waitFor();
  assert.ok((await rows.count()) <= DRAWN_MAX, String(await rows.count()));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Chapter 1200" }).waitFor();
  await page.getByLabel("Filter by title").fill("chapter 77");
  await tree.getByRole("treeitem", { name: /Chapter 777/ }).waitFor();
  assert.equal(await tree.getByRole("treeitem", { name: /Chapter 778/ }).count(), 1);
  assert.equal(await tree.getByRole("treeitem", { name: /Chapter 1200/ }).count(), 0);
  window.assertQuiet();
  await window.close();
});

test("a text that opens late leaves the focus in the field where somebody types by then", async () => {
  const project = await book("Late");
  const path = `/api/projects/${project}/documents`;
  const { id } = await studio.ask("POST", path, { title: "Late", content: "Untouched." });
  // So many that there is a field to filter them.
  for (let index = 0; index < 12; index += 1) await studio.ask("POST", path, { title: `Other ${index}` });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript`);
  let answer = () => {};
  const mayAnswer = new Promise<void>((done) => (answer = done));
  await page.route(new RegExp(`/documents/${id}($|\\?)`), async (route) => {
    await mayAnswer;
    await route.fallback();
  });
  const tree = page.getByRole("tree", { name: "Documents" });
  await tree.getByRole("treeitem", { name: /Late/ }).waitFor();
  await tree.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Late" }).waitFor();
  const filter = page.getByLabel("Filter by title");
  await filter.focus();
  answer();
  await page.locator(".cm-content").waitFor();
  await page.keyboard.type("lat");
  assert.equal(await filter.inputValue(), "lat");

  // Without a field in between the text has the focus, as it was asked to.
  await tree.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("x");
  await page.locator(".cm-content", { hasText: "x" }).waitFor();
  assert.equal(await filter.inputValue(), "lat");
  window.assertQuiet();
  await window.close();
});

test("text that the service refuses stays, and is saved when it may be", async () => {
  const project = await book("Refused");
  const path = `/api/projects/${project}/documents`;
  const { id } = await studio.ask("POST", path, { title: "One", content: "One." });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  // The service refuses an autosave of a project that is saved by hand, and the page does not know it yet.
  await page.route("**/api/projects/*/documents/*", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const { content } = route.request().postDataJSON();
    return route.fulfill({
      status: 409,
      contentType: "application/json",
      headers: { "x-request-id": "of-the-test" },
      body: JSON.stringify({ detail: `ana has locked “One”, with ${content.length} characters.` }),
    });
  });
  await desk.typeAtEnd(" Two.");
  await page.getByText("ana has locked “One”, with 9 characters.").waitFor();
  await page.getByText("Request of-the-test").waitFor();
  await desk.window.assertAccessible("refused");
  await desk.window.picture("manuscript-refused");
  await page.unroute("**/api/projects/*/documents/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await desk.saved();
  assert.equal((await studio.ask("GET", `${path}/${id}`)).content, "One. Two.");
  await desk.close();
});

test("with autosave off the text waits for whoever saves it", async () => {
  const project = await book("By hand");
  await studio.ask("PUT", `/api/projects/${project}`, { settings: { autoSave: false } });
  const path = `/api/projects/${project}/documents`;
  const { id } = await studio.ask("POST", path, { title: "One", content: "One." });
  const desk = await Desk.open(studio, project, id);
  await desk.typeAtEnd(" Two.");
  await desk.state("Not saved · this project is saved by hand");
  await desk.page.reload();
  await desk.editor.waitFor();
  await desk.text("One. Two.");
  assert.equal((await studio.ask("GET", `${path}/${id}`)).content, "One.");
  await desk.page.keyboard.press("Control+s");
  await desk.saved();
  assert.equal((await studio.ask("GET", `${path}/${id}`)).content, "One. Two.");
  desk.window.assertQuiet();
  await desk.close();
});

test("a document is locked and unlocked, and keys lead from the tree to the text and on", async () => {
  const project = await book("Locked");
  const path = `/api/projects/${project}/documents`;
  const { id } = await studio.ask("POST", path, { title: "One", content: "One." });
  await studio.ask("POST", path, { title: "Two", content: "Two." });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  const tree = page.getByRole("tree", { name: "Documents" });
  await tree.getByRole("treeitem", { name: /One/ }).hover();
  await page.getByRole("button", { name: "More actions for One" }).click();
  await page.getByRole("menuitem", { name: "Lock", exact: true }).click();
  await page.getByText("You have locked this document.").waitFor();
  assert.equal((await studio.ask("GET", `${path}/${id}`)).lockedBy, "local");
  await desk.typeAtEnd(" And more.");
  await desk.saved();
  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByText("You have locked this document.").waitFor({ state: "detached" });

  await desk.editor.focus();
  await page.keyboard.press("F6");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Two" }).waitFor();
  await page.getByRole("textbox", { name: "Text of Two" }).waitFor();
  await until(async () => {
    const name = await page.evaluate(() => document.activeElement?.className);
    assert.match(String(name), /sheet-editor/);
  });
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" More of two.");
  await desk.saved();
  await page.keyboard.press("F6");
  await page.keyboard.press("k");
  await page.getByRole("heading", { level: 1, name: "One" }).waitFor();
  desk.window.assertQuiet();
  await desk.close();
});
