// Finding words in all texts of the book, and replacing them.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { bookOf, Desk, HOSTILE, undoInNotice, until } from "./manuscript-desk";
import { Studio, Window } from "./studio";

/** The most rows that are drawn at once: what a window shows, and some above and below. */
const DRAWN_MAX = 80;

/** How often the word stands in the long book. */
const MANY = 2_400;

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

const book = (name: string, documents: Record<string, unknown>[]) => bookOf(studio, name, documents);

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

  /** Holds the answer of the next search back until it is released. */
  async holdReading(): Promise<{ isAsked: Promise<unknown>; release: () => Promise<void> }> {
    const address = "**/replacements/preview";
    let letGo = () => {};
    const mayGo = new Promise<void>((resolve) => (letGo = resolve));
    await this.page.route(address, async (route) => {
      await mayGo;
      await route.fallback();
    });
    const release = async () => {
      letGo();
      await this.page.unroute(address);
    };
    return { isAsked: this.page.waitForRequest(address), release };
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

  // While the texts are read again nothing is offered that a click would not do.
  const first = await shown.holdReading();
  await shown.button("Undo the replacement").click();
  await first.isAsked;
  assert.equal(await shown.button("Replace again").count(), 0);
  assert.equal(await shown.button("Undo the replacement").getAttribute("aria-busy"), "true");
  await first.release();
  await region.getByText("2 documents have the earlier text again").waitFor();
  for (const { title, content } of LAMPS) assert.equal(await it.content(title), content);
  await shown.button("Replace again").click();
  await region.getByText("3 matches were replaced in 2 documents").waitFor();
  assert.equal(await it.content("The storm"), "No lantern burned.");
  // What two buttons ask for is done once.
  const second = await shown.holdReading();
  await shown.button("Undo the replacement").click();
  await second.isAsked;
  await undoInNotice(page).click();
  await second.release();
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

/** Runs a replacement by keys. While the search is repeated its button can neither be pressed nor have the focus. */
async function runByKeys(page: Page, region: Locator): Promise<void> {
  const run = region.getByRole("button", { name: "Replace 3", disabled: false });
  await run.waitFor();
  await run.focus();
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

test("what replaces the words holds as it is typed, and stands in the address after a pause", async () => {
  const it = await book("Typed", LAMPS);
  const shown = await BookPage.open(it.project, "find=lamp");
  const { page, region } = shown;
  await shown.status("4 matches in 2 documents");
  await page.evaluate(() => {
    const { replaceState } = history;
    history.replaceState = (...words) => {
      document.documentElement.dataset.changes = `${Number(document.documentElement.dataset.changes ?? 0) + 1}`;
      replaceState.apply(history, words);
    };
  });
  const field = region.getByRole("textbox", { name: "Replace with" });
  await field.pressSequentially("lantern");
  await page.waitForURL(/with=lantern$/);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.changes), "1");
  await field.pressSequentially("s");
  await shown.button("Replace 4").click();
  await region.getByText("4 matches were replaced in 2 documents").waitFor();
  assert.equal(await it.content("The storm"), "No lanterns burned.");
  assert.match(page.url(), /with=lanterns$/);
  shown.window.assertQuiet();
  await shown.window.close();
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
  await region.getByText(/2 matches/).waitFor();
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
