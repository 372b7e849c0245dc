// What a page hears of changes: with many windows, in a window that nobody sees, after a failure, and while others
// change things without a pause.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "./manuscript-desk";
import { Studio, Window } from "./studio";

let demo: Studio;
let project: string;

before(async () => {
  demo = await Studio.start("demo");
  project = (await demo.ask("GET", "/api/projects?limit=1")).projects[0].id;
});

/** Counts the streams of events that pages have, as the browser sees them. */
function streamsOf(...windows: Window[]): { open: Map<Page, number>; count: () => number } {
  const open = new Map<Page, number>();
  for (const { page } of windows) {
    const add = (by: number) => (request: { url: () => string }) => {
      if (new URL(request.url()).pathname === "/api/events") open.set(page, (open.get(page) ?? 0) + by);
    };
    page.on("request", add(1));
    page.on("requestfailed", add(-1));
    page.on("requestfinished", add(-1));
    page.on("close", () => open.delete(page));
  }
  return { open, count: () => [...open.values()].reduce((sum, one) => sum + one, 0) };
}

const isLive = (page: Page) => page.getByText("Live", { exact: true }).waitFor();
const listed = (page: Page, name: string) =>
  page.getByRole("main").getByText(name, { exact: true }).first().waitFor();

test("seven windows of a browser share one stream, and all of them hear and answer", async () => {
  const studio = await Studio.start("empty");
  const first = await Window.open(studio);
  const windows = [first];
  while (windows.length < 7) windows.push(await first.another());
  const streams = streamsOf(...windows);
  for (const window of windows) {
    await window.visit("#/projects");
    await isLive(window.page);
  }
  assert.equal(streams.count(), 1);

  await studio.ask("POST", "/api/projects", { name: "For all" });
  for (const { page } of windows) await listed(page, "For all");
  // A change of one window is seen in the others.
  await first.page.getByRole("button", { name: "New project" }).click();
  await first.page.getByRole("dialog").getByLabel("Name").fill("By hand");
  await first.page.getByRole("dialog").getByLabel("Name").press("Enter");
  for (const { page } of windows.slice(1)) await listed(page, "By hand");

  // Whichever has the stream is closed, and then not seen any more: another one takes over.
  for (const end of [(one: Window) => one.page.close(), (one: Window) => one.see(false)]) {
    const leading = windows.findIndex(({ page }) => (streams.open.get(page) ?? 0) > 0);
    const [leader] = windows.splice(leading, 1);
    assert.ok(leader);
    await end(leader);
    const name = `Without ${7 - windows.length}`;
    await studio.ask("POST", "/api/projects", { name });
    const listening = windows.filter(({ page }) => page.url().endsWith("#/projects"));
    assert.ok(listening.length >= 4);
    for (const { page } of listening) await listed(page, name);
    await until(async () => assert.equal(streams.count(), 1));
  }
  for (const window of windows) window.assertQuiet();
  await first.close();
});

test("a page that nobody sees has no stream, and shows what happened when it is seen again", async () => {
  const studio = await Studio.start("empty");
  const window = await Window.open(studio);
  const { page } = window;
  const streams = streamsOf(window);
  await window.visit("#/projects");
  await isLive(page);
  await window.see(false);
  await until(async () => assert.equal(streams.count(), 0));
  await studio.ask("POST", "/api/projects", { name: "Meanwhile" });
  await window.see(true);
  await listed(page, "Meanwhile");
  await isLive(page);
  await studio.ask("POST", "/api/projects", { name: "Afterwards" });
  await listed(page, "Afterwards");

  // One that was opened in the background gets its stream when it is looked at.
  const behind = await window.another();
  await behind.page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
  });
  await window.see(false);
  await until(async () => assert.equal(streams.count(), 0));
  await behind.visit("#/projects");
  await listed(behind.page, "Afterwards");
  await studio.ask("POST", "/api/projects", { name: "Behind" });
  await behind.see(true);
  await listed(behind.page, "Behind");
  await isLive(behind.page);
  window.assertQuiet();
  behind.assertQuiet();
  await window.close();
});

test("what could not be read is read as soon as the service is back", async () => {
  const studio = await Studio.start("empty");
  const { id } = await studio.ask("POST", "/api/projects", { name: "In the trash" });
  await studio.ask("DELETE", `/api/projects/${id}`);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await isLive(page);
  await studio.stop();
  await page.evaluate(() => {
    location.hash = "#/projects?list=trash";
  });
  await page.getByRole("heading", { name: "The service does not answer" }).waitFor();
  await studio.restart();
  await page.getByText("In the trash", { exact: true }).waitFor();
  await isLive(page);

  // The same where the page itself could not begin.
  await page.route("**/api/session", (route) => route.abort());
  await page.reload();
  await page.getByRole("heading", { name: "The service does not answer" }).waitFor();
  await page.unroute("**/api/session");
  await page.getByText("In the trash", { exact: true }).waitFor();
  await window.close();
});

test("a stream that is refused is said with its reason, and not taken for a lost connection", async () => {
  const studio = await Studio.start("empty");
  const window = await Window.open(studio);
  const { page } = window;
  const refused = { status: 503, contentType: "application/json", body: '{"detail": "Too many event streams are open"}' };
  await page.route("**/api/events*", (route) => route.fulfill(refused));
  await window.visit("#/projects");
  await page.getByText("Too many event streams are open").waitFor();
  await page.getByText("Not live", { exact: true }).waitFor();
  assert.equal(await page.getByText("Connection lost.").count(), 0);
  await window.assertAccessible("refused");
  // A change of one's own is seen all the same.
  await page.getByRole("button", { name: "New project" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Mine");
  await page.getByRole("dialog").getByLabel("Name").press("Enter");
  await page.getByRole("navigation").getByText("Mine", { exact: true }).waitFor();
  await page.unroute("**/api/events*");
  await page.getByRole("button", { name: "Connect now" }).click();
  await isLive(page);
  window.assertQuiet();
  await window.close();
});

test("a slow list is shown while others change texts without a pause", async () => {
  const window = await Window.open(demo);
  const { page } = window;
  await page.route(/\/findings\?/, async (route) => {
    // The service needs some time for a large list.
    const answer = await route.fetch();
    await new Promise((done) => setTimeout(done, 400));
    await route.fulfill({ response: answer });
  });
  const { id } = await demo.ask("POST", `/api/projects/${project}/documents`, { title: "Busy", kind: "note" });
  let isBusy = true;
  const busy = (async () => {
    for (let count = 0; isBusy; count += 1) {
      await demo.ask("PUT", `/api/projects/${project}/documents/${id}`, { title: `Busy ${count}` });
    }
  })();
  try {
    await page.goto(`${demo.address}/#/project/${project}/findings`);
    await page.locator(".findings-count").waitFor();
  } finally {
    isBusy = false;
    await busy;
  }
  await window.close();
});

test("a check of the book that ended while nobody looked has ended", async () => {
  const window = await Window.open(demo);
  const { page } = window;
  const start = { swarmType: "consistency_sweep", taskDescription: "A check", projectId: project };
  const before = await demo.ask("POST", "/api/agents/swarm", start);
  const over = (id: string) =>
    until(async () => assert.equal((await demo.ask("GET", `/api/agents/swarm/${id}`)).status, "completed"));
  await over(before.swarmId);
  // It runs when it is first looked at.
  await page.route("**/api/agents/swarm/list", async (route) => {
    const list = await (await route.fetch()).json();
    const [latest] = list.completedSwarms;
    await route.fulfill({ json: { ...list, activeSwarms: [{ ...latest, status: "active" }], completedSwarms: [] } });
  });
  const button = page.getByRole("button", { name: "Check the book" });
  await window.visit(`#/project/${project}/findings`);
  await page.getByRole("progressbar").waitFor();
  await isLive(page);
  await page.unroute("**/api/agents/swarm/list");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  const { swarmId } = await demo.ask("POST", "/api/agents/swarm", start);
  await over(swarmId);
  await page.getByRole("link", { name: "Findings" }).click();
  await page.getByRole("heading", { level: 1, name: "Findings" }).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  assert.equal(await button.isEnabled(), true);
  window.assertQuiet();
  await window.close();
});

test("each window says which book it is about", async () => {
  const studio = await Studio.start("empty");
  const one = await studio.ask("POST", "/api/projects", { name: "Book one" });
  const two = await studio.ask("POST", "/api/projects", { name: "Book two" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${one.id}/findings`);
  await studio.ask("POST", `/api/projects/${two.id}/activate`);
  await isLive(page);
  await page.getByRole("navigation").getByText("Book one", { exact: true }).waitFor();
  for (const [view, title] of [["findings", "Findings"], ["timeline", "Timeline"], ["manuscript", "Manuscript"], ["research", "Research"], ["lore", "Lore"]]) {
    await page.goto(`${studio.address}/#/project/${one.id}/${view}`);
    await page.waitForFunction((wanted) => document.title === wanted, `${title} · Book one · Scriptorium`);
  }
  window.assertQuiet();
  await window.close();
});

test("an import may take longer than a minute before it is answered", async () => {
  const studio = await Studio.start("empty");
  const window = await Window.open(studio);
  const { page } = window;
  await page.clock.install();
  let asked = 0;
  let answer = () => {};
  await page.route("**/api/imports/preview", async (route) => {
    asked += 1;
    await new Promise<void>((done) => {
      answer = done;
    });
    await route.continue().catch(() => {});
  });
  await window.visit("#/transfer");
  const file = { name: "one.md", mimeType: "text/markdown", buffer: Buffer.from("# One\n\nA lamp burned on the sill.\n") };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await until(async () => assert.equal(asked, 1));
  await page.clock.fastForward(10 * 60_000);
  answer();
  await page.getByText("One", { exact: true }).first().waitFor();
  assert.equal(asked, 1);
  window.assertQuiet();
  await window.close();
});
