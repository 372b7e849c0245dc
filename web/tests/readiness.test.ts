// The view of the readiness of a project: the score, its parts, what would gain most, and what may go wrong.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

const score = async () => studio.ask("GET", `/api/projects/${project}/readiness`);
const written = (value: number) => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(value);

test("the score opens into its parts by keyboard, and follows what changes", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  const found = await score();
  await page.getByText(`${written(found.score)} of 100`).waitFor();
  await page.getByText(`points short of ${written(found.threshold)}`).waitFor();
  await page.locator("summary", { hasText: "How far the edit is" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(`${found.parts[3].basis}.`).waitFor();
  await page.getByText("does not count in this project").waitFor();
  await window.assertAccessible("open part");
  await window.picture("readiness-open-light-1280");
  const [first] = found.nextFixes;
  await page.getByRole("listitem").filter({ hasText: first.title }).getByText(`${written(first.gain)} points`).waitFor();

  const document = found.nextFixes.find((fix: any) => fix.kind === "document");
  await studio.ask("PUT", `/api/projects/${project}/documents/${document.id}`, { status: "done", wordTarget: 1 });
  const after = await score();
  assert.notEqual(written(after.score), written(found.score));
  await page.getByText(`${written(after.score)} of 100`).waitFor();
  await page.reload();
  await window.ready();
  await page.getByText(`${written(after.score)} of 100`).waitFor();

  await page.getByRole("button", { name: "Ask the publisher for the report" }).click();
  await page.getByRole("article").filter({ hasText: "on the checklist hold" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("an empty project has no score, and says what to do", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Blank" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${id}/readiness`);
  await page.getByText("The score is not known yet").waitFor();
  assert.equal(await page.locator(".score-part .meter.is-unknown").count(), 4);
  await page.getByText("Nothing that is recorded would raise the score.").waitFor();
  await window.assertAccessible("empty");
  await window.picture("readiness-empty-light-1280");
  await page.getByRole("link", { name: "Have the book checked" }).click();
  await page.getByRole("heading", { name: "Start a swarm" }).waitFor();
  await page.getByLabel("Project", { exact: true }).locator("option:checked", { hasText: "Blank" }).waitFor({ state: "attached" });
  window.assertQuiet();
  await window.close();
});

test("the scores of the days on which the book was checked are drawn", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Checked" });
  await studio.ask("POST", `/api/projects/${id}/documents`, { title: "One", content: "The lamp burned low." });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${id}/readiness`);
  await page.getByText("The score of a day is recorded when the whole book is checked. From the second").waitFor();
  assert.equal(await page.getByText(/^On .* the score was/).count(), 0);
  await page.getByText("Live", { exact: true }).waitFor();
  // The page hears of the end of the check by itself.
  await studio.ask("POST", "/api/agents/swarm", { swarmType: "consistency_sweep", taskDescription: "Look", projectId: id });
  await page.getByText(/^On .* the score was [\d.]+\. /).waitFor();

  const { files } = await studio.ask("GET", `/api/projects/${id}/export`);
  const kept = files.find((file: any) => file.path === "readiness_day.json");
  const [row] = JSON.parse(kept.content);
  kept.content = JSON.stringify([
    { ...row, day: "2026-03-01", scoreThousandths: 51_204 },
    { ...row, day: "2026-03-02" },
    { ...row, day: "2026-03-11" },
  ]);
  const copy = await studio.ask("POST", "/api/projects/import", { files });
  await window.visit(`#/project/${copy.id}/readiness`);
  await page.getByRole("application", { name: "Score by day" }).waitFor();
  await page.locator(".chart canvas").waitFor();
  // A day stands where it is in time: nine times as far from the second as the second from the first.
  const places: number[] = [];
  await page.getByRole("application", { name: "Score by day" }).focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight"]) {
    await page.keyboard.press(key);
    const cursor = page.locator(".chart .u-cursor-x");
    places.push(await cursor.evaluate((line) => new DOMMatrix(getComputedStyle(line).transform).m41));
  }
  const [first = NaN, second = NaN, third = NaN] = places;
  assert.ok(Math.abs((third - second) / (second - first) - 9) < 0.3, places.join(", "));
  const cells = await page.getByRole("table", { name: "Score by day" }).locator("tbody tr").allTextContents();
  assert.equal(cells.length, 3);
  assert.match(cells[0] ?? "", /Mar 1, 2026.*51\.204$|1 Mar 2026.*51\.204$/);
  await window.assertAccessible("days");
  await window.picture("readiness-days-light-1280");
  await page.setViewportSize({ width: 320, height: 700 });
  await window.assertNotCut("days");
  window.assertQuiet();
  await window.close();
});

test("hostile titles stay text, also in an archived project", async () => {
  const hostile = `<img src=x onerror="document.title='taken'"> \u202Eeman ${"w".repeat(300)}`;
  const { id } = await studio.ask("POST", "/api/projects", { name: hostile });
  await studio.ask("POST", `/api/projects/${id}/documents`, { title: hostile, kind: "chapter", content: "A lamp.", wordTarget: 100 });
  await studio.ask("POST", `/api/projects/${id}/archive`);
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit(`#/project/${id}/readiness`);
  await page.getByRole("listitem").filter({ hasText: "<img src=x" }).first().waitFor();
  await window.assertNotCut("hostile");
  await window.assertAccessible("hostile");
  await window.picture("readiness-hostile-light-320");
  assert.equal(await page.locator("main img").count(), 0);
  window.assertQuiet();
  await window.close();
});

test("a project that is not there, and a refusal, are said", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/project/01a20067-0000-75df-8ff1-d59e955c8e86/readiness");
  await page.getByRole("alert").getByText("Not found", { exact: true }).waitFor();
  await page.getByRole("alert").getByText("Project not found").waitFor();
  window.assertQuiet();
  await window.close();
});
