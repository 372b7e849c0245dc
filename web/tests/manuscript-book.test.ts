// Texts of the whole book: splitting a document, merging two, and replacing words in all of them.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { Desk, until } from "./manuscript-desk";
import { Studio, Window } from "./studio";

/** The most rows that are drawn at once: what a window shows, and some above and below. */
const DRAWN_MAX = 80;

/** How often the word stands in the long book. */
const MANY = 2_400;

const HOSTILE = '<img src=x onerror="globalThis.stolen = 1"> ‮مرحبا ' + "unbreakable".repeat(20);

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

/** A project with documents, and their ids by title. */
async function book(name: string, documents: Record<string, unknown>[]) {
  const { id: project } = await studio.ask("POST", "/api/projects", { name });
  const path = `/api/projects/${project}/documents`;
  const ids: Record<string, string> = {};
  for (const { inside, ...body } of documents) {
    const parentId = inside === undefined ? null : ids[String(inside)];
    ids[String(body.title)] = (await studio.ask("POST", path, { ...body, parentId })).id;
  }
  const read = async (title: string) => studio.ask("GET", `${path}/${ids[title]}`);
  return {
    project,
    path,
    ids,
    read,
    content: async (title: string): Promise<string> => (await read(title)).content,
    list: async (): Promise<any[]> => (await studio.ask("GET", `${path}?limit=100`)).documents,
  };
}

/** Puts the cursor in front of words of the open text, by keys alone. */
async function cursorAt(desk: Desk, line: number): Promise<void> {
  await desk.editor.focus();
  await desk.page.keyboard.press("Control+Home");
  for (let at = 1; at < line; at += 1) await desk.page.keyboard.press("ArrowDown");
}

const undoInNotice = (page: Page): Locator =>
  page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last();

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

const LAMPS = [
  { title: "The quay", content: "Ada lit the lamp. The Lamp burned.\n\nA lamplighter passed." },
  { title: "The storm", content: "No lamp burned." },
  { title: "A note", kind: "note", content: "Why the lamp?" },
  { title: "The end", content: "Dark." },
];

/** The page of finding and replacing, as tests use it. */
class BookPage {
  private constructor(
    readonly window: Window,
    readonly region: Locator,
  ) {}

  static async open(project: string, query: string, look = {}): Promise<BookPage> {
    const window = await Window.open(studio, look);
    await window.visit(`#/project/${project}/manuscript?${query}`);
    const page = new BookPage(window, window.page.getByRole("region", { name: "Find and replace in the book" }));
    await page.region.waitFor();
    return page;
  }

  get page(): Page {
    return this.window.page;
  }

  status(text: string): Promise<void> {
    return this.region.getByRole("status").getByText(text, { exact: true }).waitFor();
  }

  button(name: string): Locator {
    return this.region.getByRole("button", { name, exact: true });
  }
}

test("words are replaced in all texts but for what is left out, and taken back", async () => {
  const it = await book("Lamps", LAMPS);
  const shown = await BookPage.open(it.project, "find=lamp&with=lantern");
  const { page, region } = shown;
  await shown.status("4 matches in 2 documents");
  await region.getByText("Every match becomes exactly “lantern”").waitFor();
  await region.getByRole("checkbox", { name: /^Line 3: .*lamplighter/ }).uncheck();
  await shown.status("4 matches in 2 documents, 3 chosen");
  await region.getByText("2 of 3").waitFor();
  await shown.window.assertAccessible("replacing");
  await shown.window.picture("manuscript-replacing");
  await shown.button("Replace 3").click();
  await region.getByText("3 matches were replaced in 2 documents").waitFor();
  await page.getByRole("region", { name: "Notices" }).getByText("3 matches were replaced in 2 documents").waitFor();
  await shown.status("1 match in 1 document");
  await shown.window.picture("manuscript-replaced");
  await shown.window.assertAccessible("replaced");
  assert.equal(await it.content("The quay"), "Ada lit the lantern. The lantern burned.\n\nA lamplighter passed.");
  assert.equal(await it.content("The storm"), "No lantern burned.");
  assert.equal(await it.content("A note"), "Why the lamp?");

  await shown.button("Undo the replacement").click();
  await region.getByText("2 documents have the earlier text again").waitFor();
  for (const { title, content } of LAMPS) assert.equal(await it.content(title), content);
  await shown.button("Replace again").click();
  await region.getByText("3 matches were replaced in 2 documents").waitFor();
  assert.equal(await it.content("The storm"), "No lantern burned.");
  await undoInNotice(page).click();
  await region.getByText("2 documents have the earlier text again").waitFor();
  assert.equal(await it.content("The storm"), "No lamp burned.");

  // Only one document, whole words, notes too; an empty text deletes the words, and asks before.
  await region.getByLabel("Whole words").check();
  await region.getByLabel("Notes and references too").check();
  await shown.status("4 matches in 3 documents");
  await shown.button("Choose none").click();
  await shown.status("4 matches in 3 documents, 0 chosen");
  await region.getByRole("checkbox", { name: "All matches in A note" }).check();
  await region.getByLabel("Replace with").fill("");
  await shown.button("Delete 1").click();
  await page.getByRole("dialog").getByText("“lamp” is deleted 1 time").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the words" }).click();
  await region.getByText("1 match was replaced in 1 document").waitFor();
  assert.equal(await it.content("A note"), "Why the ?");
  assert.equal(await it.content("The storm"), "No lamp burned.");
  shown.window.assertQuiet();
  await shown.window.close();
});

test("a search of the book is made and run by keys alone, and stays at its address", async () => {
  const it = await book("Keys", LAMPS);
  const desk = await Desk.open(studio, it.project, it.ids["The storm"] ?? "");
  const { page } = desk;
  await desk.typeAtEnd(" A lamp that is not saved.");
  await page.keyboard.press("Control+Shift+f");
  const region = page.getByRole("region", { name: "Find and replace in the book" });
  const find = region.getByRole("textbox", { name: "Find", exact: true });
  await find.waitFor();
  await page.keyboard.type("lamp");
  await region.getByText("5 matches in 2 documents").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("lantern");
  for (let at = 0; at < 2; at += 1) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.parentElement?.textContent), "Whole words");
  await page.keyboard.press("Space");
  await region.getByText("4 matches in 2 documents").waitFor();

  await page.reload();
  await desk.window.ready();
  await region.getByText("4 matches in 2 documents").waitFor();
  assert.equal(await region.getByLabel("Replace with").inputValue(), "lantern");
  await region.getByRole("checkbox", { name: "All matches in The quay" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await region.getByText("4 matches in 2 documents, 3 chosen").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "The quay" }).waitFor();
  await until(async () => {
    const selected = await page.evaluate(() =>
      String(document.querySelector(".sheet-editor")?.shadowRoot?.querySelector(".cm-content") !== null),
    );
    assert.equal(selected, "true");
  });
  await page.getByRole("link", { name: "Back to the matches in the book" }).click();
  await region.getByText("4 matches in 2 documents, 3 chosen").waitFor();
  await runByKeys(page, region);
  await until(async () =>
    assert.equal(await it.content("The quay"), "Ada lit the lantern. The Lamp burned.\n\nA lamplighter passed."),
  );
  assert.equal(await it.content("The storm"), "No lantern burned. A lantern that is not saved.");
  desk.window.assertQuiet();
  await desk.close();
});

/** Runs a replacement by keys. */
async function runByKeys(page: Page, region: Locator): Promise<void> {
  await region.getByRole("button", { name: "Replace 3" }).focus();
  await page.keyboard.press("Enter");
  await region.getByText("3 matches were replaced in 2 documents").waitFor();
  await until(async () =>
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Undo the replacement"),
  );
}

test("texts that changed in the meantime, and locked ones, are not replaced", async () => {
  const it = await book("Stale", LAMPS);
  const shown = await BookPage.open(it.project, "find=lamp&with=lantern");
  const { page, region } = shown;
  await shown.status("4 matches in 2 documents");
  await region.getByRole("checkbox", { name: /^Line 1: .*Lamp/ }).last().uncheck();
  await studio.ask("PUT", `${it.path}/${it.ids["The storm"]}`, { content: "No lamp, and no lamp." });
  await shown.button("Replace 3").click();
  await region.getByText("The texts were changed in the meantime, so nothing was replaced.").waitFor();
  // What was left out of a text that is the same stays so.
  await shown.status("5 matches in 2 documents, 4 chosen");
  assert.equal(await it.content("The storm"), "No lamp, and no lamp.");
  await shown.window.assertAccessible("stale");

  // Somebody locks a document after the search, and then it is left out.
  await page.route("**/replacements", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/json",
      headers: { "x-request-id": "req-locked" },
      body: JSON.stringify({ detail: "“The storm” is locked by ana: nothing is replaced, in no document" }),
    }),
  );
  await page.route("**/replacements/preview", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const one of body.documents) if (one.title === "The storm") one.lockedBy = "ana";
    await route.fulfill({ response: answer, json: body });
  });
  await shown.button("Replace 4").click();
  await region.getByText("“The storm” is locked by ana: nothing is replaced, in no document (Request req-locked)").waitFor();
  await region.getByText("Locked by ana: left out").waitFor();
  await shown.status("5 matches in 2 documents, 2 chosen");
  await shown.window.assertAccessible("locked");
  await shown.window.picture("manuscript-replacing-locked");
  await page.unroute("**/replacements");
  await shown.button("Replace 2").click();
  await region.getByText("2 matches were replaced in 1 document").waitFor();
  assert.equal(await it.content("The quay"), "Ada lit the lantern. The Lamp burned.\n\nA lanternlighter passed.");
  assert.equal(await it.content("The storm"), "No lamp, and no lamp.");

  // What was written since is not taken back.
  await studio.ask("PUT", `${it.path}/${it.ids["The quay"]}`, { content: "Written since." });
  await shown.button("Undo the replacement").click();
  await region.getByText(/The text of “The quay” was changed since/).waitFor();
  shown.window.assertQuiet();
  await shown.window.close();
});

test("of thousands of matches only what is seen is drawn, and whole documents are left out", async () => {
  const line = "The gull saw another gull over the long grey wall.";
  const content = (lines: number) => Array.from({ length: lines }, () => line).join("\n\n");
  const it = await book("Many", [
    { title: "First", content: content(MANY / 4) },
    { title: "Second", content: content(MANY / 4) },
  ]);
  const shown = await BookPage.open(it.project, "find=gull&with=tern");
  const { page, region } = shown;
  await shown.status("2,400 matches in 2 documents");
  const rows = region.getByRole("listitem");
  assert.ok((await rows.count()) <= DRAWN_MAX, String(await rows.count()));
  await region.getByRole("checkbox", { name: "All matches in First" }).focus();
  await page.keyboard.press("End");
  const last = region.getByRole("checkbox", { name: /^Line 1,199: .*another gull over the long/ }).last();
  await last.waitFor();
  await until(async () => assert.equal(await last.evaluate((one) => one === document.activeElement), true));
  assert.ok((await rows.count()) <= DRAWN_MAX, String(await rows.count()));
  await page.keyboard.press("Space");
  await shown.status("2,400 matches in 2 documents, 2,399 chosen");
  await page.keyboard.press("Home");
  await region.getByRole("checkbox", { name: "All matches in First" }).uncheck();
  await shown.status("2,400 matches in 2 documents, 1,199 chosen");
  await shown.button("Replace 1,199").click();
  await region.getByText("1,199 matches were replaced in 1 document").waitFor();
  assert.equal(await it.content("First"), content(MANY / 4));
  const second = await it.content("Second");
  assert.equal(second.match(/tern/g)?.length, 1_199);
  assert.ok(second.endsWith("The tern saw another gull over the long grey wall."), second.slice(-60));
  shown.window.assertQuiet();
  await shown.window.close();
});

test("hostile words are words, wherever they stand, and too many matches are said to be", async () => {
  const content = `${"far away ".repeat(12)}${HOSTILE} and </mark><script>globalThis.stolen = 2</script> behind. ${"a".repeat(60)}`;
  const it = await book("Hostile", [
    { title: HOSTILE, content },
    { title: "Letters", content: "e ".repeat(10_100) },
  ]);
  const find = encodeURIComponent("<script>globalThis.stolen");
  for (const look of [{ width: 320 }, { colorScheme: "dark", width: 1280 }] as const) {
    const shown = await BookPage.open(it.project, `find=${find}&with=${encodeURIComponent(HOSTILE)}`, look);
    await shown.status("1 match in 1 document");
    await shown.window.assertNotCut("hostile");
    await shown.window.assertAccessible("hostile");
    await shown.window.picture(`manuscript-replacing-hostile-${look.width}`);
    assert.equal(await shown.page.evaluate(() => "stolen" in globalThis), false);
    await shown.region.getByRole("textbox", { name: "Find", exact: true }).fill("nowhere at all");
    await shown.region.getByText("No text of the book has “nowhere at all”.").waitFor();
    await shown.region.getByRole("textbox", { name: "Find", exact: true }).fill("e");
    await shown.page.keyboard.press("Enter");
    await shown.region.getByText("This cannot be searched").waitFor();
    await shown.region.getByRole("textbox", { name: "Find", exact: true }).fill("");
    await shown.region.getByText("Type what to look for.").waitFor();
    await shown.window.assertAccessible("nothing");
    shown.window.assertQuiet();
    await shown.window.close();
  }
});

test("a service that fails is named with the request, and asked again", async () => {
  const it = await book("Failing", LAMPS);
  const shown = await BookPage.open(it.project, "find=");
  const { page, region } = shown;
  await page.route("**/replacements/preview", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      headers: { "x-request-id": "req-failed" },
      body: JSON.stringify({ detail: "The service is busy." }),
    }),
  );
  await page.keyboard.type("lamp");
  await region.getByText("The service is busy.").waitFor();
  await region.getByText("req-failed").waitFor();
  await page.unroute("**/replacements/preview");
  await region.getByRole("button", { name: "Try again" }).click();
  await shown.status("4 matches in 2 documents");
  shown.window.assertQuiet();
  await shown.window.close();
});

test("whoever may only read is offered nothing that changes a text", async () => {
  const own = Studio.prepare("0.0.0.0:0");
  const token = (scope: string): string => {
    const printed = own.command("token", "create", "--user", "mara", "--scope", scope, "--label", scope);
    return /scr_\w+/.exec(printed)?.[0] ?? "";
  };
  const [write, read] = [token("write"), token("read")];
  await own.restart();
  const ask = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${write}` };
    const answer = await fetch(own.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return (await answer.json()) as { id: string };
  };
  const { id: project } = await ask("/api/projects", { name: "Read" });
  const { id } = await ask(`/api/projects/${project}/documents`, { title: "One", content: "A lamp.\n\nA lamp." });
  await ask(`/api/projects/${project}/documents`, { title: "Two", content: "Two." });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript?find=lamp`);
  await page.getByLabel("Access token").fill(read);
  await page.getByRole("button", { name: "Sign in" }).click();

  const region = page.getByRole("region", { name: "Find and replace in the book" });
  await region.getByText("You may search this book, but not replace anything in it.").waitFor();
  assert.equal(await region.getByLabel("Replace with").count(), 0);
  assert.equal(await region.getByRole("button", { name: /^(Replace|Delete) / }).count(), 0);
  await page.goto(`${own.address}/#/project/${project}/manuscript/${id}`);
  await page.getByRole("textbox", { name: "Text of One" }).waitFor();
  await page.getByRole("button", { name: "What can be done with the text" }).click();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), ["Find and replace in the book"]);
  await window.assertAccessible("read only");
  window.assertQuiet();
  await window.close();
});

test("in an archived project words are found, but nothing is changed", async () => {
  const it = await book("Archived", LAMPS);
  await studio.ask("POST", `/api/projects/${it.project}/archive`);
  const shown = await BookPage.open(it.project, "find=lamp");
  const { page, region } = shown;
  await shown.status("4 matches in 2 documents");
  await region.getByText("The project is archived: it can be searched, but nothing can be replaced.").waitFor();
  assert.equal(await region.getByLabel("Replace with").count(), 0);
  assert.equal(await region.getByRole("list", { name: "What was found" }).getByRole("checkbox").count(), 0);
  assert.equal(await region.getByRole("button", { name: /^(Replace|Delete) / }).count(), 0);
  await shown.window.assertAccessible("archived");
  await shown.window.picture("manuscript-replacing-archived");
  await region.getByRole("link", { name: /lamplighter/ }).click();
  await page.getByRole("heading", { level: 1, name: "The quay" }).waitFor();
  await page.getByRole("textbox", { name: "Text of The quay" }).waitFor();
  await page.getByRole("button", { name: "What can be done with the text" }).click();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), ["Find and replace in the book"]);
  shown.window.assertQuiet();
  await shown.window.close();
});
