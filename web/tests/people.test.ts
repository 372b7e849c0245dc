// The view of the people: who speaks how much, how, and where in the book, and what may go wrong.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

/** Waits until every text was read in which somebody speaks. */
async function read(window: Window): Promise<void> {
  await window.page.locator(".people-progress[aria-busy=false]").waitFor({ state: "attached" });
}

/** Every quotation of a project, as the interface lists them. */
async function allQuotations(id: string): Promise<any[]> {
  const found: any[] = [];
  const { documents } = await studio.ask("GET", `/api/projects/${id}/documents?limit=100`);
  for (const document of documents.filter((one: any) => one.kind === "chapter")) {
    let cursor = "";
    do {
      const query = `limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const path = `/api/projects/${id}/documents/${document.id}/quotations?${query}`;
      const page = await studio.ask("GET", path);
      found.push(...page.quotations);
      cursor = page.nextCursor ?? "";
    } while (cursor !== "");
  }
  return found;
}

test("how much each person speaks is what the quotations say", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  const read: string[] = [];
  page.on("request", (request) => read.push(new URL(request.url()).pathname));
  await window.visit(`#/project/${project}/people`);
  await page.getByRole("row", { name: /Jory Pask/ }).waitFor();
  const quotations = await allQuotations(project);
  const harro = quotations.filter((one) => one.speaker === "Harro");
  const unknown = quotations.filter((one) => one.speaker === null);
  assert.ok(harro.length > 0 && unknown.length > 0);
  const cells = page.getByRole("row", { name: /^Harro/ }).getByRole("cell");
  assert.equal(await cells.nth(1).innerText(), String(harro.length));
  await page.getByText(new RegExp(`^${quotations.length - unknown.length} of ${quotations.length} quotations`)).waitFor();
  // The service adds them up: no text is read for it.
  assert.ok(read.some((path) => path.endsWith("/speakers")));
  assert.deepEqual(read.filter((path) => path.endsWith("/quotations")), []);
  await window.assertAccessible("people");
  await window.picture("people-read-light-1280");

  // The order and the search.
  const listed = () => page.getByRole("rowheader").allInnerTexts();
  const byWords = await listed();
  await page.getByLabel("Order").selectOption("name");
  const byName = await listed();
  assert.notDeepEqual(byName, byWords);
  assert.deepEqual(byName, byName.toSorted((one, other) => one.localeCompare(other)));
  await page.getByLabel("Search names").fill("stroud");
  assert.equal(await page.getByRole("rowheader").count(), 1);
  await page.getByLabel("Search names").fill("zzz");
  await page.getByText("No person has this name.").waitFor();
  window.assertQuiet();
  await window.close();
});

test("a person has a page with their voice and what they say, by keyboard and after a reload", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/people`);
  await page.getByRole("link", { name: "Sanu" }).press("Enter");
  await page.getByRole("heading", { level: 2, name: "Sanu" }).waitFor();
  await page.reload();
  await window.ready();
  await page.getByRole("heading", { name: "Voice" }).waitFor();
  await read(window);
  const said = (await allQuotations(project)).filter((one) => one.speaker === "Sanu");
  assert.equal(await page.locator(".said li").count(), Math.min(50, said.length));
  await page.getByText("Longest speech").waitFor();
  await window.assertAccessible("person");
  await window.picture("people-person-light-1280");
  await page.getByRole("link", { name: "Their entry in the lore" }).click();
  await page.getByRole("heading", { level: 2, name: "Sanu" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("a speaker is corrected, which is seen in the figures, and undone", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/people/unknown`);
  await page.getByRole("heading", { name: "Quotations without a speaker" }).waitFor();
  await read(window);
  const item = page.locator(".said li").first();
  const quote = (await item.locator("blockquote").textContent()) ?? "";
  await item.getByRole("button", { name: /^Correct who says/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Say who speaks.").waitFor();
  await window.assertAccessible("correction");
  await page.getByLabel("Speaker", { exact: true }).fill("Maud Pask");
  await page.keyboard.press("Enter");
  await page.getByText("“Maud Pask” says it now").waitFor();
  await page.waitForFunction(
    (before) => document.querySelector(".said li blockquote")?.textContent !== before,
    quote,
  );
  const corrected = async () => (await allQuotations(project)).filter((one) => one.isCorrected);
  assert.deepEqual((await corrected()).map((one) => [one.text, one.speaker]), [[quote, "Maud Pask"]]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(
    (before) => document.querySelector(".said li blockquote")?.textContent === before,
    quote,
  );
  assert.deepEqual(await corrected(), []);
  window.assertQuiet();
  await window.close();
});

test("presence is a grid that is walked through with arrow keys", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/people/presence`);
  const grid = page.getByRole("grid", { name: "Presence of the persons over the texts" });
  await grid.waitFor();
  await grid.getByRole("gridcell").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const focused = (label: RegExp) =>
    page.waitForFunction(
      (source) => new RegExp(source).test(document.activeElement?.getAttribute("aria-label") ?? ""),
      label.source,
    );
  await focused(/, Third Gate: (speaks \d+ words?|does not speak)$/);
  await page.keyboard.press("End");
  await focused(/, Correction to the Register: /);
  await page.locator(".presence-readout").getByText("Correction to the Register").waitFor();
  await window.assertAccessible("presence");

  // Named: the same numbers as the mentions of the entry.
  await page.getByLabel("What is counted").selectOption("named");
  const { entries } = await studio.ask("GET", `/api/projects/${project}/lore?limit=100`);
  const harro = entries.find((entry: any) => entry.name === "Harro");
  const { mentions } = await studio.ask("GET", `/api/projects/${project}/lore/${harro.id}/mentions`);
  const { title, count } = mentions.find((one: any) => one.count > 1);
  await page.getByLabel(`Harro, ${title}: is named ${count} times`).waitFor();
  // Of somebody without an entry it is not known, which is not the same as never.
  await page.getByLabel(/^Serle, Third Gate: not known$/).waitFor();
  await window.assertAccessible("presence by mentions");
  await window.picture("people-presence-named-light-1280");
  window.assertQuiet();
  await window.close();
});

test("a project without texts says what to do, and a new chapter is read by itself", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Nobody" });
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit(`#/project/${id}/people`);
  await page.getByRole("heading", { name: "Nobody is named yet" }).waitFor();
  await window.assertAccessible("nobody");
  await page.getByText("Live", { exact: true }).waitFor({ state: "attached" });

  const hostile = `<img src=x onerror="document.title='taken'">`;
  await studio.ask("POST", `/api/projects/${id}/documents`, {
    title: hostile,
    content: `“I count the lamps,” said Mara Venn. ${hostile}\n\n“There is one too many,” said Mara Venn. Mara Venn left.`,
  });
  await page.getByRole("row", { name: /Mara Venn/ }).getByRole("cell", { name: "2", exact: true }).first().waitFor();
  await window.assertNotCut("people, narrow");
  await page.getByRole("link", { name: "Mara Venn" }).click();
  await page.locator(".said").getByText("I count the lamps").waitFor();
  await page.getByText(hostile).first().waitFor();
  await window.assertNotCut("person, narrow");
  await window.assertAccessible("person, narrow");
  await window.picture("people-person-light-320");
  assert.equal(await page.locator("main img").count(), 0);
  window.assertQuiet();
  await window.close();
});

test("a text that cannot be read is said with the id of the request, and read again", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  let isBroken = true;
  await page.route("**/quotations?*", (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          headers: { "x-request-id": "request-78", "content-type": "application/json" },
          body: JSON.stringify({ detail: "Internal Server Error" }),
        })
      : route.continue(),
  );
  await window.visit(`#/project/${project}/people/person/Harro`);
  await page.getByText("Not all texts could be read:").waitFor();
  await page.getByText("request-78").waitFor();
  await window.assertAccessible("failure");
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await read(window);
  await page.locator(".said li").first().waitFor();
  window.assertQuiet();
  await window.close();
});

test("a list that is longer than what is read of it says so", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await page.route("**/speakers?*", async (route) => {
    const answer = await route.fetch({ url: route.request().url().replace(/&cursor=[^&]*/, "") });
    const { speakers, total } = await answer.json();
    await route.fulfill({ json: { speakers: speakers.slice(0, 1), nextCursor: "further", total } });
  });
  await window.visit(`#/project/${project}/people`);
  await page.getByText("There is more than is shown here: only the first 10,000 of a list are read.").waitFor();
  await window.assertAccessible("a part");
  window.assertQuiet();
  await window.close();
});
