// The way that docs/first-chapter.md describes, whose pictures are taken here: from an empty studio to a
// chapter of one's own novel that was checked and mended.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Studio, Window } from "./studio";

/** How large the pictures of the document are. */
const WIDTH = 1280;
const HEIGHT = 800;

/** The novel of the demo as a Word file, under the name that a writer's file might have. */
async function novel(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const studio = await Studio.start("demo");
  const { id } = await studio.ask("GET", "/api/projects/active");
  const answer = await fetch(`${studio.address}/api/projects/${id}/export?format=docx`);
  assert.equal(answer.status, 200);
  const buffer = Buffer.from(await answer.arrayBuffer());
  await studio.stop();
  return { name: "until-the-sea-asks.docx", mimeType: "", buffer };
}

test("from the first start to a checked chapter", async () => {
  const file = await novel();
  const studio = await Studio.start("empty");
  const window = await Window.open(studio, { width: WIDTH, height: HEIGHT });
  const { page } = window;

  await window.visit("");
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  await window.picture("first-chapter-1-start");
  await page.getByRole("link", { name: "Import a novel" }).click();

  await page.getByLabel("Choose files").setInputFiles(file);
  await page.getByRole("heading", { name: "What will be imported" }).waitFor();
  assert.equal(await page.getByLabel("Name of the project").inputValue(), "Until the sea asks");
  const ready = page.getByRole("button", { name: /^Import \d+ documents$/ });
  await ready.waitFor();
  await window.picture("first-chapter-2-preview");
  await ready.click();

  await page.getByRole("heading", { name: "“Until the sea asks” is imported" }).waitFor();
  await page.getByRole("link", { name: "Check the book" }).click();
  await page.getByRole("heading", { name: "Nothing has been found yet" }).waitFor();
  await page.getByRole("button", { name: "Check the book" }).click();
  await page.getByText("The whole book was checked").waitFor();
  const slip = page.locator(".finding", { hasText: "“the the” stands twice" });
  await slip.waitFor();
  await window.picture("first-chapter-3-findings");

  await slip.getByRole("link", { name: /^Line/ }).click();
  const editor = page.getByRole("textbox", { name: /^Text of/ });
  await editor.waitFor();
  await page.getByRole("button", { name: "Show “the the” in the text" }).click();
  await editor.locator(".cm-mark", { hasText: "the the" }).waitFor();
  await window.picture("first-chapter-4-chapter");
  await editor.focus();
  await page.keyboard.type("the");
  await page.getByRole("status", { name: "State of saving" }).getByText("Saved", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Findings" }).click();
  await slip.getByText("These words no longer stand there.").waitFor();
  await page.getByRole("button", { name: "Check now: Forty-Four" }).click();
  await page.getByText("“Forty-Four” was read: 0 new, 1 gone").waitFor();
  await slip.waitFor({ state: "detached" });
  window.assertQuiet();
  await window.close();
});
