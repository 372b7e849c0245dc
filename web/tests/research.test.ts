// The view of the research: searching as it is typed, citations, what is kept, and the researcher.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

test("passages are found while somebody types, and each leads to its chapter", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/research/search")) sent.push(JSON.parse(request.postData() ?? "{}").query);
  });
  await window.visit(`#/project/${project}/research`);
  await page.keyboard.press("/");
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('"the sill of the gate"') ?? false,
  );
  await page.keyboard.type("the sill of the gate", { delay: 15 });
  await answered;
  const first = page.locator(".passage").first();
  await first.waitFor();
  await page.getByText(/passages were searched by/).waitFor();
  // A pause is waited for, so that not every letter is a search of the history.
  await page.waitForFunction(() => location.hash.includes("q=the+sill+of+the+gate"));
  assert.ok(sent.length <= 3, sent.join(", "));
  assert.equal(sent.at(-1), "the sill of the gate");
  assert.match((await first.locator("mark").allTextContents()).join(" "), /sill|gate/i);

  const { results } = await studio.ask("POST", "/api/discovery/research/search", {
    query: "the sill of the gate", projectId: project, limit: 15,
  });
  const [best] = results;
  const [documentId] = best.id.split(":");
  const link = first.getByRole("link", { name: best.metadata.title, exact: true });
  await link.waitFor();
  const view = best.metadata.collection === "lore" ? "lore" : "manuscript";
  assert.ok((await link.getAttribute("href"))?.startsWith(`#/project/${project}/${view}/${documentId}`));

  // Arrow keys go through the citations and back to the field.
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement === document.querySelectorAll(".passage-link")[0]);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement === document.querySelectorAll(".passage-link")[1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).type === "search");

  await page.reload();
  await window.ready();
  await page.locator(".passage").first().waitFor();
  assert.equal(await page.getByRole("searchbox").inputValue(), "the sill of the gate");
  await page.getByLabel("Where").selectOption("lore");
  await page.locator(".passage-about", { hasText: "lore, " }).first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".passage-about")].every((one) => one.textContent?.includes("lore, ")),
  );
  window.assertQuiet();
  await window.close();
});

test("answers that come late do not replace those that were asked for last", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/research`);
  let release = () => undefined as void;
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/research/search", async (route) => {
    if (JSON.parse(route.request().postData() ?? "{}").query !== "harbour") return route.continue();
    await held;
    await route.continue().catch(() => undefined);
  });
  const field = page.getByRole("searchbox");
  const slow = page.waitForRequest((request) => request.postData()?.includes('"harbour"') ?? false);
  await field.fill("harbour");
  await slow;
  await field.fill("clock");
  await page.locator("mark", { hasText: /clock/i }).first().waitFor();
  release();
  await page.getByText(/passages?$/).first().waitFor();
  assert.ok((await page.locator("mark", { hasText: /clock/i }).count()) > 0);
  assert.equal(await page.locator("mark", { hasText: /harbour/i }).count(), 0);
  window.assertQuiet();
  await window.close();
});

test("a search is saved, run again, renamed and deleted, and the latest ones are kept", async () => {
  const own = await Studio.start("demo");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${project}/research?q=spring+tide`);
  await page.locator(".passage").first().waitFor();
  await page.getByRole("button", { name: "Save this search" }).click();
  await page.getByLabel("Name").fill("");
  await page.keyboard.press("Enter");
  await page.getByText("A saved search needs a name.").waitFor();
  await window.assertAccessible("saving a search");
  await page.getByLabel("Name").fill("Tides");
  await page.keyboard.press("Enter");
  await page.getByText("“Tides” was saved").waitFor();

  await page.getByRole("searchbox").fill("");
  const row = page.locator(".research-row", { hasText: "Tides" });
  await row.getByText("never run").waitFor();
  await page.getByRole("button", { name: "spring tide", exact: true }).waitFor();
  await window.assertAccessible("saved searches");
  await window.picture("research-saved-light-1280");
  await row.getByRole("button", { name: "Tides", exact: true }).click();
  await page.getByText("Saved search “Tides”").waitFor();
  await page.locator(".passage").first().waitFor();
  await page.reload();
  await window.ready();
  await page.locator(".passage").first().waitFor();
  assert.equal(await page.getByRole("searchbox").inputValue(), "spring tide");

  await page.getByRole("searchbox").fill("");
  await row.getByText("last run").waitFor();
  await row.getByRole("button", { name: "More actions for Tides" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("High water");
  await page.keyboard.press("Enter");
  const renamed = page.locator(".research-row", { has: page.getByRole("button", { name: "High water", exact: true }) });
  await renamed.getByRole("button", { name: "More actions for High water" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("“High water” was deleted").waitFor();
  await renamed.waitFor({ state: "detached" });
  const stored = async () =>
    (await own.ask("GET", "/api/discovery/research/saved-searches")).savedSearches.find((one: any) => one.name === "High water");
  assert.equal(await stored(), undefined);
  await page.keyboard.press("z");
  await renamed.waitFor();
  assert.equal((await stored()).filters.projectId, project);
  window.assertQuiet();
  await window.close();
});

test("the researcher answers, and cites the places", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/research?q=Where+does+the+sill+stand`);
  await page.getByRole("button", { name: "Ask the researcher" }).click();
  const answer = page.locator(".research-answer");
  await answer.getByRole("heading", { name: "The researcher on “Where does the sill stand”" }).waitFor();
  await answer.getByRole("link").first().waitFor();
  assert.match((await answer.getByRole("link").first().getAttribute("href")) ?? "", /#\/project\/.+\/(manuscript|lore)\//);
  await window.assertAccessible("answer");
  await window.picture("research-answer-light-1280");
  // It is there again after a reload.
  await page.reload();
  await window.ready();
  await answer.getByRole("link").first().waitFor();
  await page.getByRole("button", { name: "Close the answer" }).click();
  await answer.waitFor({ state: "detached" });
  window.assertQuiet();
  await window.close();
});

test("an empty project says what to do; hostile words and a refusal do no harm", async () => {
  const own = await Studio.start("empty");
  const { id } = await own.ask("POST", "/api/projects", { name: "Nothing" });
  const window = await Window.open(own, { width: 320 });
  const { page } = window;
  await window.visit(`#/project/${id}/research`);
  await page.getByRole("heading", { name: "Nothing to search yet" }).waitFor();
  await window.assertAccessible("nothing to search");

  const hostile = `<img src=x onerror="document.title='taken'"> (a+)+$ [\\ \u202Eeman ${"w".repeat(200)}`;
  await own.ask("POST", `/api/projects/${id}/documents`, { title: hostile, content: `Here is ${hostile} for you.` });
  await page.getByRole("searchbox").fill(hostile);
  await page.getByRole("link", { name: /<img src=x/ }).waitFor();
  await window.assertNotCut("hostile research");
  await window.assertAccessible("hostile research");
  await window.picture("research-hostile-light-320");
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img").length), 0);

  await page.getByLabel("Where").selectOption("references");
  // The words before found nothing there either, so the answer is waited for.
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes("zyx qqqq") ?? false);
  await page.getByRole("searchbox").fill("zyx qqqq");
  await answered;
  await page.getByRole("heading", { name: "No passage fits" }).waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "zyx qqqq" }).waitFor();

  // A project that is not searched.
  await own.ask("PUT", `/api/projects/${id}`, { settings: { integrations: { research: false } } });
  await page.getByRole("searchbox").fill("lamp");
  await page.getByRole("alert").getByText("This is not possible now").waitFor();
  await page.getByRole("alert").locator("code").waitFor();
  await own.ask("PUT", `/api/projects/${id}`, { settings: { integrations: { research: true } } });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "No passage fits" }).waitFor();
  window.assertQuiet();
  await window.close();
});
