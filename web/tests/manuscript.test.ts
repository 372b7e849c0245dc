// The manuscript: writing in a document, the tree of documents, and what stands beside the text.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Desk, demoDocument, until } from "./manuscript-desk";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  const { projects } = await studio.ask("GET", "/api/projects");
  project = projects[0].id;
});

test("what is typed is saved by itself, as one revision of the sitting", async () => {
  const document = await demoDocument(studio, project, "The Clamp");
  const desk = await Desk.open(studio, project, document.id);
  await desk.window.picture("manuscript-light-1280");

  await desk.typeAtEnd(" The first addition.");
  await desk.saved();
  await desk.typeAtEnd(" The second addition.");
  await desk.saved();

  const { content } = await studio.ask("GET", `/api/projects/${project}/documents/${document.id}`);
  assert.ok(content.endsWith(" The first addition. The second addition."), content.slice(-80));
  const path = `/api/projects/${project}/documents/${document.id}/revisions`;
  const { revisions } = await studio.ask("GET", path);
  assert.equal(revisions.length, 1 + document.revisions);
  await desk.page.reload();
  await desk.window.ready();
  await desk.text("The second addition.");
  desk.window.assertQuiet();
  await desk.close();
});

test("a chapter is renamed, moved, put in the trash and taken back by keyboard", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript`);
  const tree = page.getByRole("tree", { name: "Documents" });
  const order = async () => {
    const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?limit=100`);
    return documents.map((one: any) => one.title);
  };
  const before = await order();

  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await tree.getByRole("treeitem", { name: /The Cabinet/ }).count(), 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("treeitem", { name: /The Cabinet/ }).waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText("“The Cabinet” was moved").waitFor();
  assert.deepEqual((await order()).slice(1, 3), ["Third Gate", "The Cabinet"]);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await until(async () => assert.deepEqual(await order(), before));

  await tree.focus();
  await page.keyboard.press("F2");
  const field = page.getByRole("dialog").getByLabel("Title");
  await field.fill("The Cabinet of Bowls");
  await page.keyboard.press("Enter");
  await tree.getByRole("treeitem", { name: /The Cabinet of Bowls/ }).waitFor();

  await tree.focus();
  await page.keyboard.press("Delete");
  await page.getByText("“The Cabinet of Bowls” is in the trash").waitFor();
  await tree.getByRole("treeitem", { name: /The Cabinet/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await tree.getByRole("treeitem", { name: /The Cabinet of Bowls/ }).waitFor();
  assert.deepEqual((await order())[1], "The Cabinet of Bowls");
  window.assertQuiet();
  await window.close();
});
