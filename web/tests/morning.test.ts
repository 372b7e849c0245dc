// A whole morning's work as one, with keyboard and mouse: a book is brought in and checked, a slip is mended
// in its chapter, the second draft comes in, something is looked for, every view is looked at, a chapter is
// lost and comes back, and the book goes home as a file.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Studio, Window } from "./studio";

const CHAPTERS: Record<string, string> = {
  "01.md":
    "# The Lamp\n\nMartha Ellery lit the lamp at dusk, as her father had. The harbour lay under it like a plate.\n\n" +
    "“Who is there?” said Martha Ellery. Nobody answered, and the the wick burned on.",
  "02.md":
    "# The Oil\n\nThe oil came from the north in April, in barrels that smelled of fish. Martha counted them twice.\n\n" +
    "Martha Ellery wrote the number down, and shut the book.",
  "03.md":
    "# The Keeper\n\nIn May the new keeper came up the steps with a trunk. Martha gave him the key and went down to the boats.",
};

/** Views that are only looked at: the second key that goes there, and the heading. */
const VIEWS = [
  ["u", "Outline"],
  ["t", "Timeline"],
  ["o", "Promises"],
  ["l", "Lore"],
  ["e", "People"],
  ["a", "Languages"],
  ["r", "Readiness"],
  ["n", "Agents"],
  ["w", "Swarms"],
  ["b", "Usage"],
  ["i", "Notifications"],
  ["h", "Health"],
] as const;

function folderOf(files: Record<string, string>): string {
  const folder = join(mkdtempSync(join(tmpdir(), "scriptorium-morning-")), "The Lamp of Sarn");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("a morning's work", async () => {
  const studio = await Studio.start("empty");
  const window = await Window.open(studio);
  const { page } = window;
  const list = async (id: string) => (await studio.ask("GET", `/api/projects/${id}/documents`)).documents;

  // The book comes in, from an empty studio on.
  await window.visit("");
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.getByRole("heading", { level: 1, name: "Import and export" }).waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(folderOf(CHAPTERS));
  await page.getByText(/3 new; /).waitFor();
  await page.getByRole("button", { name: "Import 3 documents" }).press("Enter");
  await page.getByRole("heading", { name: "“The Lamp of Sarn” is imported" }).waitFor();
  const [{ id }] = (await studio.ask("GET", "/api/projects")).projects;

  // It is checked, and what was found is mended in its chapter.
  await page.getByRole("link", { name: "Check the book" }).click();
  await page.getByRole("heading", { level: 1, name: "Findings" }).waitFor();
  await page.getByRole("heading", { name: "Nothing has been found yet" }).waitFor();
  await page.keyboard.press("c");
  const slip = page.locator(".finding", { hasText: "“the the” stands twice" });
  await slip.waitFor();
  await page.getByText("The whole book was checked").waitFor();
  await slip.getByRole("link", { name: /^Line/ }).click();
  const editor = page.getByRole("textbox", { name: /^Text of/ });
  await editor.waitFor();
  await page.getByRole("button", { name: "Show “the the” in the text" }).click();
  await editor.locator(".cm-mark", { hasText: "the the" }).waitFor();
  await editor.focus();
  await page.keyboard.type("the");
  await page.getByRole("status", { name: "State of saving" }).getByText("Saved", { exact: true }).waitFor();
  const mended = CHAPTERS["01.md"]?.replace("the the wick", "the wick") ?? "";
  const [{ id: first }] = await list(id);
  const { content } = await studio.ask("GET", `/api/projects/${id}/documents/${first}`);
  assert.equal(content, mended);

  // Read again, the chapter has nothing to mend.
  await page.getByRole("link", { name: "Findings" }).click();
  await slip.getByText("These words no longer stand there.").waitFor();
  await page.getByRole("button", { name: "Check now: The Lamp" }).click();
  await page.getByText("“The Lamp” was read: 0 new, 1 gone").waitFor();
  await slip.waitFor({ state: "detached" });

  // The second draft comes in: one chapter has another text, one is new.
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.getByLabel("Choose files").waitFor({ state: "attached" });
  const second = {
    ...CHAPTERS,
    "01.md": mended,
    "02.md": `${CHAPTERS["02.md"]} There was one barrel too many.`,
    "04.md": "# The Storm\n\nThe storm took the lamp in June, and Martha Ellery rowed out to look for it.",
  };
  await page.getByLabel("Choose a folder").setInputFiles(folderOf(second));
  await page.getByLabel("A project that is there").check();
  await page.getByText("1 new, 1 with another text, 2 the same as before").waitFor();
  await page.getByRole("button", { name: "Import 2 documents" }).click();
  await page.getByRole("heading", { name: "“The Lamp of Sarn” is imported" }).waitFor();
  const titles = ["The Lamp", "The Oil", "The Keeper", "The Storm"];
  assert.deepEqual((await list(id)).map((one: any) => one.title), titles);

  // The book is checked again, and what is gone is still known.
  await page.getByRole("link", { name: "Check the book" }).click();
  await page.getByRole("button", { name: "Check the book" }).click();
  await page.getByLabel("Answer", { exact: true }).selectOption("stale");
  await slip.getByText("Gone from the text").waitFor();

  // Something is looked for, and kept.
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.getByRole("heading", { level: 1, name: "Research" }).waitFor();
  await page.getByRole("heading", { name: "Saved searches" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("barrels of fish oil");
  const passage = page.locator(".passage").first();
  await passage.getByRole("link", { name: "The Oil" }).waitFor();
  await page.getByRole("button", { name: "Save this search" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Oil");
  await page.keyboard.press("Enter");
  await page.getByText("“Oil” was saved").waitFor();
  await page.getByRole("button", { name: "Ask the researcher" }).click();
  await page.locator(".research-answer").getByRole("link", { name: "The Oil" }).first().waitFor();

  // The service stops and starts underneath; the work goes on where it was.
  await studio.stop();
  await page.getByText("Connection lost.").waitFor();
  await studio.restart();
  await page.getByText("Connection lost.").waitFor({ state: "detached" });
  await page.getByRole("searchbox").fill("the new keeper");
  await passage.getByRole("link", { name: "The Keeper" }).waitFor();

  // Every view has something to show of this book.
  await page.locator("h1").click();
  for (const [key, title] of VIEWS) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await window.ready();
    assert.equal(await page.getByRole("alert").filter({ hasText: /\S/ }).count(), 0, title);
  }

  // A chapter goes to the trash elsewhere, and comes back here.
  const storm = (await list(id)).find((one: any) => one.title === "The Storm").id;
  await studio.ask("DELETE", `/api/projects/${id}/documents/${storm}`);
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.getByRole("link", { name: "Trash", exact: true }).click();
  await page.getByRole("button", { name: "Restore: The Storm" }).click();
  await page.getByText("“The Storm” is back").waitFor();
  assert.deepEqual((await list(id)).map((one: any) => one.title), titles);

  // And the book goes home as a file.
  await page.getByRole("link", { name: "Export and backups" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Markdown" }).click(),
  ]);
  const file = join(mkdtempSync(join(tmpdir(), "scriptorium-morning-")), "book.md");
  await download.saveAs(file);
  const text = readFileSync(file, "utf8");
  for (const chapter of Object.values(second)) assert.ok(text.includes(chapter), chapter);
  assert.equal(download.suggestedFilename(), "The Lamp of Sarn.md");

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "The Lamp of Sarn" }).waitFor();
  window.assertQuiet();
  await window.close();
});
