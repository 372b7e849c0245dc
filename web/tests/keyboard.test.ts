// A morning's work without a pointer: nothing is clicked, filled in or focused but by keys, and after every
// action the focus is somewhere and can be seen there.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Keys } from "./keyboard";
import { Studio, Window } from "./studio";

const LAMP =
  "Martha Ellery lit the lamp at dusk, as her father had. The harbour lay under it like a plate. " +
  "Nobody answered, and the the wick burned on.";
const OIL = "The oil came from the north in April, in barrels that smelled of fish. She counted them them twice.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Makes a chapter from a form that is open, and writes in it. */
async function writeChapter(page: Page, keys: Keys, title: string, text: string): Promise<void> {
  await page.getByRole("dialog", { name: "New document" }).waitFor();
  await keys.sees("opening the form of a document");
  await keys.type(title);
  await keys.press("Enter");
  await heading(page, title).waitFor();
  const editor = page.getByRole("textbox", { name: `Text of ${title}` });
  await editor.waitFor();
  await keys.sees(`making “${title}”`);
  await keys.type(text);
  await keys.press("Control+s");
  await page.getByRole("status", { name: "State of saving" }).getByText("Saved", { exact: true }).waitFor();
  await editor.getByText(text.slice(-20)).waitFor();
  await keys.sees("saving");
}

test("a morning's work is done by keys alone, and the focus is never lost", async () => {
  const studio = await Studio.start("empty");
  const window = await Window.open(studio);
  const { page } = window;
  const keys = new Keys(window);
  await window.visit("");

  // A project, from the empty list.
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  await keys.tabTo(page.locator(".state").getByRole("button", { name: "New project" }));
  await keys.press("Enter");
  await page.getByRole("dialog", { name: "New project" }).waitFor();
  await keys.sees("opening the form of a project");
  await keys.type("The Lamp of Sarn");
  await keys.press("Enter");
  await page.waitForURL(/#\/project\/[^/]+\/manuscript/);
  await page.getByRole("heading", { name: "Nothing is written yet" }).waitFor();
  await keys.sees("making the project");
  const [{ id }] = (await studio.ask("GET", "/api/projects")).projects;
  const documents = async () => (await studio.ask("GET", `/api/projects/${id}/documents`)).documents;

  // Two chapters, typed and saved.
  await keys.tabTo(page.locator(".state").getByRole("button", { name: "New document" }));
  await keys.press("Enter");
  await writeChapter(page, keys, "The Lamp", LAMP);
  await keys.press("F6");
  await keys.sees("going from the text to the tree");
  await keys.tabTo(page.getByRole("button", { name: "New document" }), "Shift+Tab");
  await keys.press("Enter");
  await writeChapter(page, keys, "The Oil", OIL);
  const written = await documents();
  assert.deepEqual(written.map((one: any) => one.title), ["The Lamp", "The Oil"]);
  const { content } = await studio.ask("GET", `/api/projects/${id}/documents/${written[0].id}`);
  assert.equal(content, LAMP);

  // The second chapter before the first one, and back.
  await keys.press("F6");
  await keys.press("Alt+ArrowUp");
  await page.getByText("“The Oil” was moved").waitFor();
  await keys.sees("moving a chapter");
  assert.deepEqual((await documents()).map((one: any) => one.title), ["The Oil", "The Lamp"]);
  await keys.tabTo(page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }));
  await keys.press("Enter");
  await page.getByText("Undone: “The Oil” was moved").waitFor();
  await keys.sees("undoing the move");
  assert.deepEqual((await documents()).map((one: any) => one.title), ["The Lamp", "The Oil"]);

  // The book is checked; one finding is accepted and one is waived. The way to the notice led through the text,
  // which has the focus again.
  await keys.press("F6");
  await keys.press("g", "f");
  await heading(page, "Findings").waitFor();
  await page.getByRole("heading", { name: "Nothing has been found yet" }).waitFor();
  await keys.tabTo(page.getByRole("button", { name: "Check the book" }));
  await keys.press("Enter");
  const slip = (words: string) => page.locator(".finding", { hasText: words });
  await slip("“the the” stands twice").waitFor();
  await page.getByText("The whole book was checked").waitFor();
  await keys.sees("checking the book");
  await keys.tabTo(slip("“the the” stands twice").getByRole("button", { name: "Will change" }));
  await keys.press("Enter");
  await page.getByText("1 finding to be changed", { exact: true }).waitFor();
  await keys.sees("accepting a finding");
  await keys.tabTo(slip("“them them” stands twice").getByRole("button", { name: "Meant so …" }));
  await keys.press("Enter");
  await page.getByRole("dialog", { name: "Meant so" }).waitFor();
  await keys.sees("asking for a reason");
  await keys.type("She counts like that.");
  await keys.press("Enter");
  await page.getByText("1 finding meant so", { exact: true }).waitFor();
  await keys.sees("waiving a finding");
  const { findings } = await studio.ask("GET", `/api/projects/${id}/findings?limit=100`);
  const state = (words: string) => findings.find((one: any) => one.message.includes(words)).state;
  assert.deepEqual([state("“the the”"), state("“them them”")], ["accepted", "waived"]);

  // Something is looked for, and opened where it stands.
  await keys.press("g", "c");
  await heading(page, "Research").waitFor();
  await page.getByRole("heading", { name: "Saved searches" }).waitFor();
  await keys.sees("opening the research");
  await keys.press("/");
  await keys.sees("going to the field of the search");
  await keys.type("barrels of fish");
  const passage = page.locator(".passage").first();
  await passage.getByRole("link", { name: "The Oil" }).waitFor();
  await keys.press("ArrowDown");
  await keys.sees("going to the first passage");
  await keys.press("Enter");
  await heading(page, "The Oil").waitFor();
  const oil = page.getByRole("textbox", { name: "Text of The Oil" });
  await oil.waitFor();
  // The passage is shown when the text has the focus.
  await oil.and(page.locator(":focus")).waitFor();
  await keys.sees("opening a passage");

  // The timeline gets an event, which is moved by two days.
  await keys.press("F6");
  await keys.press("g", "t");
  await heading(page, "Timeline").waitFor();
  await keys.tabTo(page.getByRole("button", { name: "Create a timeline" }));
  await keys.press("Enter");
  await keys.sees("opening the form of a timeline");
  await keys.type("The year of the oil");
  await keys.press("Enter");
  await page.getByRole("heading", { name: "No event yet" }).waitFor();
  await keys.sees("making a timeline");
  await keys.press("n");
  await page.getByRole("dialog", { name: "New event" }).waitFor();
  await keys.type("The barrels come");
  await keys.tabTo(page.getByRole("dialog").getByLabel("Date", { exact: true }));
  await keys.type("3 April 1893");
  await keys.press("Enter");
  await page.getByRole("gridcell", { name: "The barrels come, 3 April 1893" }).waitFor();
  await keys.sees("making an event");
  await keys.tabTo(page.getByRole("grid"));
  await keys.press("ArrowRight");
  await keys.sees("going to an event");
  await keys.press("Alt+ArrowRight", "Alt+ArrowRight");
  await page.getByText("“The barrels come” was moved to 5 April 1893").waitFor();
  await keys.sees("moving an event");
  const [{ id: timeline }] = (await studio.ask("GET", `/api/creative/timelines?projectId=${id}`)).data.timelines;
  const { data } = await studio.ask("GET", `/api/creative/timelines/${timeline}/events`);
  assert.deepEqual(data.events.map((one: any) => one.dateDisplay), ["5 April 1893"]);

  // An agent is asked.
  await keys.press("g", "n");
  await heading(page, "Agents").waitFor();
  await keys.tabTo(page.getByRole("link", { name: "Publisher", exact: true }));
  await keys.press("Enter");
  await heading(page, "Publisher").waitFor();
  await keys.sees("opening an agent");
  await keys.tabTo(page.getByRole("textbox", { name: "Question" }));
  await keys.type("Is the book ready?");
  await keys.press("Control+Enter");
  await page.getByRole("article").filter({ hasText: "on the checklist" }).waitFor();
  await keys.sees("asking an agent");

  // And the book goes home as a file.
  await keys.press("Escape");
  await keys.press("Control+k");
  await keys.type("import and export");
  await keys.press("Enter");
  await heading(page, "Import and export").waitFor();
  await keys.sees("going by the palette");
  await keys.tabTo(page.getByRole("link", { name: "Export and backups" }));
  await keys.press("Enter");
  await keys.tabTo(page.getByRole("button", { name: "Download Markdown" }));
  const [download] = await Promise.all([page.waitForEvent("download"), keys.press("Enter")]);
  const file = join(mkdtempSync(join(tmpdir(), "scriptorium-keyboard-")), "book.md");
  await download.saveAs(file);
  await page.getByText(/was downloaded/).waitFor();
  await keys.sees("the download");
  const book = readFileSync(file, "utf8");
  for (const text of [LAMP, OIL]) assert.ok(book.includes(text), book);
  window.assertQuiet();
  await window.close();
});
