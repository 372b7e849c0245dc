// Texts of the whole book: splitting a document, and merging two.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { bookOf, Desk, HOSTILE, undoInNotice, until } from "./manuscript-desk";
import { Studio } from "./studio";

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

const book = (name: string, documents: Record<string, unknown>[]) => bookOf(studio, name, documents);

/** Puts the cursor in front of words of the open text, by keys alone. */
async function cursorAt(desk: Desk, line: number): Promise<void> {
  await desk.editor.focus();
  await desk.page.keyboard.press("Control+Home");
  for (let at = 1; at < line; at += 1) await desk.page.keyboard.press("ArrowDown");
}

const QUAY = "# The quay\n\nAda lit the lamp. 🦇\n\n## The storm\n\nThe rain came.";

test("a text is split at the cursor by keys, and put back as it was", async () => {
  const it = await book("Split", [
    { title: "The quay", content: QUAY },
    { title: "A scene", kind: "scene", inside: "The quay", content: "Inside." },
    { title: "Behind", content: "Behind." },
  ]);
  const desk = await Desk.open(studio, it.project, it.ids["The quay"] ?? "");
  const { page } = desk;
  await desk.typeAtEnd(" It is not saved yet.");
  await cursorAt(desk, 5);
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Split “The quay”" });
  await dialog.waitFor();
  const title = dialog.getByLabel("Title of the new document");
  assert.equal(await title.inputValue(), "The storm");
  await dialog.getByText("Ada lit the lamp. 🦇").waitFor();
  await dialog.getByText("## The storm The rain came. It is not saved yet.").waitFor();
  await dialog.getByText("1 document that is inside it now").waitFor();
  await desk.window.assertAccessible("split");
  await desk.window.picture("manuscript-split");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "The storm" }).waitFor();
  await page.getByText("“The quay” was split: the rest is in “The storm”").waitFor();
  assert.equal(await it.content("The quay"), "# The quay\n\nAda lit the lamp. 🦇\n");
  const list = await it.list();
  assert.deepEqual(list.map((one) => one.title), ["The quay", "The storm", "A scene", "Behind"]);
  assert.equal(list[2].parentId, list[1].id);
  const second = await studio.ask("GET", `${it.path}/${list[1].id}`);
  assert.equal(second.content, "## The storm\n\nThe rain came. It is not saved yet.");

  await undoInNotice(page).click();
  await page.getByRole("heading", { level: 1, name: "The quay" }).waitFor();
  await until(async () => assert.equal(await it.content("The quay"), `${QUAY} It is not saved yet.`));
  await desk.text("It is not saved yet.");
  await until(async () => {
    const after = await it.list();
    assert.deepEqual(after.map((one) => one.title), ["The quay", "A scene", "Behind"]);
    assert.equal(after[1].parentId, after[0].id);
  });
  desk.window.assertQuiet();
  await desk.close();
});

test("a text without a heading there gets a number, and a cut in a sentence is undone exactly", async () => {
  const content = "One sentence that is cut in two.";
  const it = await book("Numbers", [{ title: "Part (2)", content }]);
  const desk = await Desk.open(studio, it.project, it.ids["Part (2)"] ?? "");
  const { page } = desk;
  await desk.editor.focus();
  await page.keyboard.press("Control+Home");
  await page.getByRole("button", { name: "What can be done with the text" }).click();
  await page.getByRole("menuitem", { name: "Split here" }).click();
  await page.getByText("Put the cursor where the second document begins").waitFor();
  await desk.editor.focus();
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Split" });
  await dialog.waitFor();
  assert.equal(await dialog.getByLabel("Title of the new document").inputValue(), "Part (3)");
  await dialog.getByLabel("Title of the new document").fill(" ");
  await dialog.getByText("A document needs a title.").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Split" }).isDisabled(), true);
  await dialog.getByLabel("Title of the new document").fill(HOSTILE);
  await dialog.getByRole("button", { name: "Split" }).click();
  await page.getByRole("heading", { level: 1, name: /unbreakable/ }).waitFor();
  assert.notEqual(await it.content("Part (2)"), content);
  await undoInNotice(page).click();
  await until(async () => assert.equal(await it.content("Part (2)"), content));
  assert.equal(await page.evaluate(() => "stolen" in globalThis), false);
  desk.window.assertQuiet();
  await desk.close();
});

test("a split meets a change of somebody else, and a refusal, without losing anything", async () => {
  const it = await book("Refused", [{ title: "One", content: "First.\n\nSecond." }]);
  const desk = await Desk.open(studio, it.project, it.ids.One ?? "");
  const { page } = desk;
  const dialog = page.getByRole("dialog", { name: "Split “One”" });
  const open = async () => {
    await cursorAt(desk, 3);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor();
  };
  await open();
  await studio.ask("PUT", `${it.path}/${it.ids.One}`, { content: "First.\n\nSecond, of somebody else." });
  await dialog.getByRole("button", { name: "Split" }).click();
  await dialog.getByText("The text was changed in the meantime, so it was not split.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await desk.text("of somebody else.");
  assert.equal((await it.list()).length, 1);

  let status = 409;
  await page.route("**/split", (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      headers: { "x-request-id": "req-split" },
      body: JSON.stringify({ detail: "ana has locked “One”" }),
    }),
  );
  await open();
  await dialog.getByRole("button", { name: "Split" }).click();
  await dialog.getByText("ana has locked “One” (Request req-split)").waitFor();
  status = 412;
  await dialog.getByRole("button", { name: "Split" }).click();
  await dialog.getByText("The text was changed in the meantime").waitFor();
  await page.unroute("**/split");
  await dialog.getByRole("button", { name: "Split" }).click();
  await page.getByRole("heading", { level: 1, name: "One (2)" }).waitFor();
  assert.equal(await it.content("One"), "First.\n");
  desk.window.assertQuiet();
  await desk.close();
});

test("a document takes in the next one with its unsaved text, and both come back", async () => {
  const it = await book("Merge", [
    { title: "One", content: "First." },
    { title: "A note", kind: "note", content: "Between them." },
    { title: "Two", content: "Second." },
    { title: "Inside", kind: "scene", inside: "Two", content: "Third." },
  ]);
  const desk = await Desk.open(studio, it.project, it.ids.Two ?? "");
  const { page } = desk;
  const tree = page.getByRole("tree", { name: "Documents" });
  await desk.typeAtEnd(" It is not saved yet.");
  await tree.getByRole("treeitem", { name: /^One/ }).hover();
  await page.getByRole("button", { name: "More actions for One" }).click();
  await page.getByRole("menuitem", { name: "Merge with the next" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two documents" });
  await dialog.getByText("The text of “Two” is added to the end of “One”.").waitFor();
  await dialog.getByText("“Two” goes to the trash as it is").waitFor();
  await dialog.getByText("What is inside “Two” will be inside “One”.").waitFor();
  await desk.window.assertAccessible("merge");
  await desk.window.picture("manuscript-merge");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await page.getByText("“Two” was merged into “One”").waitFor();
  await page.getByRole("heading", { level: 1, name: "One" }).waitFor();
  await desk.text("It is not saved yet.");
  assert.equal(await it.content("One"), "First.\n\nSecond. It is not saved yet.");
  assert.deepEqual((await it.list()).map((one) => one.title), ["One", "Inside", "A note"]);

  await undoInNotice(page).click();
  await tree.getByRole("treeitem", { name: /^Two/ }).waitFor();
  await until(async () => {
    assert.equal(await it.content("One"), "First.");
    const list = await it.list();
    assert.deepEqual(list.map((one) => one.title), ["One", "A note", "Two", "Inside"]);
    assert.equal(list[3].parentId, it.ids.Two);
  });
  assert.equal(await it.content("Two"), "Second. It is not saved yet.");
  desk.window.assertQuiet();
  await desk.close();
});

test("a merge that is refused says why, and one that cannot be undone in full says so", async () => {
  const it = await book("Refused merges", [
    { title: "One", content: "First." },
    { title: "Two", content: "Second." },
  ]);
  const desk = await Desk.open(studio, it.project, it.ids.One ?? "");
  const { page } = desk;
  const dialog = page.getByRole("dialog", { name: "Merge two documents" });
  await page.getByRole("button", { name: "What can be done with the text" }).click();
  await page.getByRole("menuitem", { name: "Merge with the next" }).click();
  await dialog.waitFor();
  let status = 409;
  await page.route("**/merge", (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ detail: "ana has locked “Two”" }) }),
  );
  await dialog.getByRole("button", { name: "Merge" }).click();
  await dialog.getByText("ana has locked “Two”").waitFor();
  status = 412;
  await dialog.getByRole("button", { name: "Merge" }).click();
  await dialog.getByText("One of the documents was changed in the meantime").waitFor();
  assert.equal((await it.list()).length, 2);
  await page.unroute("**/merge");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await page.getByText("“Two” was merged into “One”").waitFor();

  await studio.ask("PUT", `${it.path}/${it.ids.One}`, { content: "Written since." });
  await desk.text("Written since.");
  await undoInNotice(page).click();
  await page.getByText("“One” was changed since, so its text stays as it is. “Two” is back.").waitFor();
  assert.equal(await it.content("One"), "Written since.");
  assert.equal(await it.content("Two"), "Second.");

  await page.getByRole("treeitem", { name: /^Two/ }).click();
  await page.getByRole("heading", { level: 1, name: "Two" }).waitFor();
  await page.getByRole("textbox", { name: "Text of Two" }).waitFor();
  await page.getByRole("button", { name: "What can be done with the text" }).click();
  await page.getByRole("menuitem", { name: "Merge with the next" }).click();
  await page.getByText("No document follows “Two”, neither inside it nor beside it.").waitFor();
  desk.window.assertQuiet();
  await desk.close();
});
