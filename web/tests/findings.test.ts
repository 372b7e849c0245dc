// The view of the findings: reading them, answering them alone and together, and checking the book.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

/** The finding whose sentence has these words. */
const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words }).first();

async function stored(words: string, of = studio, id = project): Promise<any> {
  const { findings } = await of.ask("GET", `/api/projects/${id}/findings?limit=100`);
  return findings.find((one: any) => one.message.includes(words));
}

test("findings are listed by chapter with their words, lines, remedies and the way to the text", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/findings`);

  const chapters = await page.getByRole("heading", { level: 2 }).allTextContents();
  assert.deepEqual(chapters, ["Third Gate", "Forty-Four", "Nether Fold"]);
  const age = row(page, "Harro is 58 years old");
  await age.getByText("Harro was fifty-six").first().waitFor();
  await age.getByText("Decide which of the statements holds").waitFor();
  await age.getByText("lore: Harro").waitFor();
  const { id, documentId, line } = await stored("Harro is 58");
  const link = age.getByRole("link", { name: `Line ${line}` });
  assert.equal(await link.getAttribute("href"), `#/project/${project}/manuscript/${documentId}?finding=${id}&line=${line}`);

  // What nobody has to look at is one step away.
  await page.getByText(/lower ones are not shown/).waitFor();
  assert.equal(await page.getByText("Very long sentences in").count(), 0);
  await page.getByRole("link", { name: "Show the lower ones" }).click();
  await page.getByText("Very long sentences in").waitFor();
  await page.getByRole("heading", { name: "The book as a whole" }).waitFor();

  await page.getByLabel("Grouped by").selectOption("check");
  await page.getByRole("heading", { level: 2, name: "Dialogue" }).waitFor();
  await page.getByLabel("Check", { exact: true }).selectOption("names");
  await page.getByText("Strowd").first().waitFor();
  assert.equal(await page.getByRole("heading", { level: 2 }).count(), 1);
  // The address has it all.
  await page.reload();
  await window.ready();
  await page.getByText("Strowd").first().waitFor();
  assert.equal(await page.getByLabel("Check", { exact: true }).inputValue(), "names");
  assert.equal(await page.getByRole("heading", { level: 2 }).count(), 1);

  await page.getByLabel("Check", { exact: true }).selectOption("");
  await page.getByLabel("Answer", { exact: true }).selectOption("waived");
  await page.getByText("Your reason:").first().waitFor();
  window.assertQuiet();
  await window.close();
});

test("findings are answered by keyboard alone, with a reason where one is needed, and undone", async () => {
  const own = await Studio.start("demo");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${project}/findings`);
  const state = async (words: string) => (await stored(words, own)).state;

  await row(page, "Harro is 58").waitFor();
  await page.keyboard.press("j");
  await page.waitForFunction(() => document.activeElement?.closest(".finding")?.textContent?.includes("Harro is 58"));
  await page.keyboard.press("w");
  const dialog = page.getByRole("dialog", { name: "Meant so" });
  await dialog.waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText("Say in a word or two why it is meant so.").waitFor();
  await window.assertAccessible("reason");
  await page.keyboard.type("He does not count well.");
  await page.keyboard.press("Enter");
  await page.getByText("1 finding meant so", { exact: true }).waitFor();
  await row(page, "Harro is 58").waitFor({ state: "detached" });
  assert.equal((await stored("Harro is 58", own)).reason, "He does not count well.");

  // The focus has gone on to the next one.
  await page.waitForFunction(() => document.activeElement?.closest(".finding")?.textContent?.includes("“the the”"));
  await page.keyboard.press("a");
  await page.getByText("1 finding to be changed", { exact: true }).waitFor();
  assert.equal(await state("“the the”"), "accepted");
  await page.keyboard.press("z");
  await page.getByText("Undone: 1 finding to be changed").waitFor();
  await row(page, "“the the”").waitFor();
  assert.equal(await state("“the the”"), "open");
  assert.equal(await state("Harro is 58"), "waived");
  window.assertQuiet();
  await window.close();
});

test("several findings are answered at once and undone together", async () => {
  const own = await Studio.start("demo");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${project}/findings`);
  const states = async () => [(await stored("Strowd", own)).state, (await stored("not closed", own)).state];

  await page.getByRole("checkbox", { name: "Select all of Nether Fold" }).check();
  const bar = page.getByRole("group", { name: "Answer what is selected" });
  await bar.getByText("2 selected").waitFor();
  await window.assertAccessible("selection");
  await window.picture("findings-selected-light-1280");
  await bar.getByRole("button", { name: "Wrong finding" }).click();
  await page.getByText("2 findings set aside as wrong", { exact: true }).waitFor();
  assert.deepEqual(await states(), ["dismissed", "dismissed"]);
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: 2 findings").waitFor();
  assert.deepEqual(await states(), ["open", "open"]);
  await page.getByRole("heading", { name: "Nether Fold" }).waitFor();

  // Another window answers one, and this one sees it.
  await page.getByText("Live", { exact: true }).waitFor();
  const { id } = await stored("Strowd", own);
  await own.ask("PUT", `/api/projects/${project}/findings/${id}`, { state: "dismissed" });
  await row(page, "Strowd").waitFor({ state: "detached" });
  window.assertQuiet();
  await window.close();
});

test("the book is checked with its progress, and what was read is said", async () => {
  const own = await Studio.start("empty");
  const { id } = await own.ask("POST", "/api/projects", { name: "Lamps" });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${id}/findings`);
  await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
  await window.assertAccessible("nothing to check");

  const text = "The lamp stood on the the sill, and nobody had lit it since the winter of the flood.";
  const chapter = await own.ask("POST", `/api/projects/${id}/documents`, { title: "The Sill", content: text });
  await page.getByRole("heading", { name: "Nothing has been found yet" }).waitFor();
  await page.getByText("No check of the whole book is among").waitFor();
  await window.picture("findings-unchecked-light-1280");
  await page.getByRole("button", { name: "Check the book" }).click();
  await row(page, "“the the” stands twice").waitFor();
  await page.getByText("The whole book was checked").waitFor();
  await page.getByRole("button", { name: "What was checked" }).click();
  const dialog = page.getByRole("dialog", { name: "What was checked" });
  await dialog.getByRole("row", { name: /^Prose/ }).waitFor();
  assert.deepEqual(await dialog.getByRole("row", { name: /^Prose/ }).locator("td").allTextContents(), ["1", "1"]);
  await window.assertAccessible("what was checked");
  await window.picture("findings-checked-light-1280");
  await page.keyboard.press("Escape");

  // A chapter alone is read again once it was changed.
  const content = text.replace("the the", "the");
  await own.ask("PUT", `/api/projects/${id}/documents/${chapter.id}`, { content });
  await row(page, "“the the” stands twice").getByText("These words no longer stand there.").waitFor();
  await page.getByRole("button", { name: "Check now: The Sill" }).click();
  await page.getByText("“The Sill” was read: 0 new, 1 gone").waitFor();
  await page.getByRole("heading", { name: "Nothing to look at" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("a running check shows how far it is, and can be stopped", async () => {
  const own = await Studio.start("demo");
  const window = await Window.open(own);
  const { page } = window;
  // A book of one word is checked in a moment, so the list says what a long one would.
  const counts = { total: 40, succeeded: 10, failed: 0, skipped: 2, cancelled: 0, awaitingApproval: 1 };
  const sweep = {
    swarmId: "01a214df-4048-725f-ad91-f31288726328", status: "active", swarmType: "consistency_sweep",
    projectId: project, createdAt: new Date().toISOString(), taskDescription: "x", agentCount: 4, progress: 0.3,
    priority: "normal", derivedFrom: null, errorMessage: null, error: null, cancelling: false,
    subTaskCounts: counts, startedAt: new Date().toISOString(), finishedAt: null,
  };
  await page.route("**/api/agents/swarm/list", (route) =>
    route.fulfill({ json: { activeSwarms: [sweep], completedSwarms: [], totalCount: 1 } }),
  );
  let stopped = "";
  await page.route("**/api/agents/swarm/*/cancel", (route) => {
    stopped = route.request().url();
    return route.fulfill({ status: 409, json: { detail: "The swarm is over" }, headers: { "x-request-id": "r-9" } });
  });
  await window.visit(`#/project/${project}/findings`);
  await page.getByText("Checking the book: 12 of 40 parts").waitFor();
  const bar = page.getByRole("progressbar");
  assert.equal(await bar.getAttribute("aria-valuenow"), "12");
  await page.getByText("1 part waits for your permission").waitFor();
  assert.equal(await page.getByRole("button", { name: "Checking …" }).isDisabled(), true);
  await window.assertAccessible("checking");
  await window.picture("findings-checking-light-1280");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("The swarm is over").waitFor();
  await page.getByText("Request r-9").waitFor();
  assert.ok(stopped.includes(sweep.swarmId));
  window.assertQuiet();
  await window.close();
});

test("a finding has an address of its own", async () => {
  const own = await Studio.start("demo");
  const { id } = await stored("Strowd", own);
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${project}/findings/${id}`);
  await row(page, "Strowd").waitFor();
  assert.equal(await page.locator(".finding").count(), 1);
  await window.assertAccessible("one finding");
  await row(page, "Strowd").getByRole("button", { name: "Will change" }).click();
  // It stays in view, with its answer.
  await row(page, "Strowd").getByText("To be changed").waitFor();
  await page.getByRole("link", { name: "All findings" }).click();
  await page.getByRole("heading", { name: "Third Gate" }).waitFor();
  await window.visit(`#/project/${project}/findings/01a214df-0000-7000-8000-000000000000`);
  await page.getByRole("alert").getByText("Finding not found").waitFor();
  window.assertQuiet();
  await window.close();
});

test("a long list is drawn as far as somebody scrolls", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  const sample = await stored("“the the”");
  const many = Array.from({ length: 400 }, (_, index) => ({ ...sample, id: `f${index}`, message: `Number ${index}.` }));
  await page.route(/\/findings\?/, (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const nextCursor = at + 100 < many.length ? String(at + 100) : null;
    return route.fulfill({ json: { findings: many.slice(at, at + 100), nextCursor, total: many.length } });
  });
  await window.visit(`#/project/${project}/findings`);
  await page.getByText("400 findings", { exact: true }).first().waitFor();
  const drawn = () => page.locator(".finding").count();
  assert.ok((await drawn()) <= 120, `${await drawn()} are drawn at once`);
  await page.getByText("Number 0.").waitFor();
  while ((await drawn()) < 400) {
    const before = await drawn();
    await page.locator(".finding").last().scrollIntoViewIfNeeded();
    await page.waitForFunction((count) => document.querySelectorAll(".finding").length > count, before);
  }
  await page.getByText("Number 399.").waitFor();
  window.assertQuiet();
  await window.close();
});

test("proposals are decided change by change, and an accepted one is undone", async () => {
  const own = await Studio.start("demo");
  const { documents } = await own.ask("GET", `/api/projects/${project}/documents`);
  const { id } = documents.find((one: any) => one.title === "Nether Fold");
  const path = `/api/projects/${project}/documents/${id}`;
  const { content } = await own.ask("GET", path);
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${project}/findings?list=proposals`);
  await page.getByRole("heading", { name: "No proposal is open" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();

  await own.ask("POST", `/api/projects/${project}/proposals`, {
    target: { kind: "document", id },
    agent: "proseguard",
    summary: "Two names",
    changes: [
      { before: "Miss Strowd’s compliments", after: "Miss Stroud’s compliments", reason: "The lore has it so." },
      { field: "title", after: "Nether Folds" },
    ],
  });
  await page.getByRole("button", { name: "Two names" }).click();
  await page.getByText("The lore has it so.").waitFor();
  await window.assertAccessible("proposal");
  await window.picture("findings-proposal-light-1280");
  await page.getByRole("button", { name: "Accept: Miss Stroud’s compliments" }).click();
  await page.getByText("1 change accepted", { exact: true }).waitFor();
  assert.equal((await own.ask("GET", path)).content, content.replace("Strowd’s comp", "Stroud’s comp"));
  await page.keyboard.press("z");
  await page.getByText("Undone: 1 change accepted").waitFor();
  assert.equal((await own.ask("GET", path)).content, content);

  await page.getByRole("button", { name: "Reject: Nether Folds" }).click();
  await page.getByText("1 change rejected", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "No proposal is open" }).waitFor();
  await page.getByLabel("State").selectOption("partly_accepted");
  await page.getByRole("button", { name: "Two names" }).waitFor();
  assert.equal((await own.ask("GET", path)).title, "Nether Fold");
  window.assertQuiet();
  await window.close();
});

test("hostile texts stay texts, and a refusal names its request", async () => {
  const own = await Studio.start("empty");
  const hostile = `<img src=x onerror="document.title='taken'">\u202Eeman ${"w".repeat(200)}`;
  const { id } = await own.ask("POST", "/api/projects", { name: hostile });
  const content = `The the ${hostile} stood there.`;
  await own.ask("POST", `/api/projects/${id}/documents`, { title: hostile, content });
  await own.ask("POST", `/api/projects/${id}/analyses`, {});
  const window = await Window.open(own, { width: 320 });
  const { page } = window;
  await window.visit(`#/project/${id}/findings?severity=all`);
  await page.getByRole("heading", { name: /<img src=x/ }).first().waitFor();
  await window.assertNotCut("hostile findings");
  await window.assertAccessible("hostile findings");
  await window.picture("findings-hostile-light-320");
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img").length), 0);

  await page.route("**/findings/*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 500, json: { detail: "Internal Server Error" }, headers: { "x-request-id": "r-42" } })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Meant so …" }).first().click();
  await page.getByLabel("Reason").fill(hostile);
  await page.getByRole("dialog").getByRole("button", { name: "Meant so" }).click();
  await page.getByText(/Request r-42/).waitFor();
  // What was typed is still there.
  assert.equal(await page.getByLabel("Reason").inputValue(), hostile);
  window.assertQuiet();
  await window.close();
});

test("a token that may only read, and an archived project", async () => {
  const own = Studio.prepare("0.0.0.0:0");
  const token = (scope: string) =>
    own.command("token", "create", "--user", "mara", "--scope", scope, "--label", scope).trim().split("\n")[0] ?? "";
  const writing = token("write");
  const reading = token("read");
  await own.restart();
  const ask = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${writing}` };
    return (await fetch(own.address + path, { method: "POST", headers, body: JSON.stringify(body) })).json() as any;
  };
  const { id } = await ask("/api/projects", { name: "Lamps" });
  await ask(`/api/projects/${id}/documents`, { title: "One", content: "The lamp was on the the sill." });
  await ask(`/api/projects/${id}/analyses`, {});
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/project/${id}/findings`);
  await page.getByLabel("Access token").fill(reading);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("“the the” stands twice").waitFor();
  assert.equal(await page.getByRole("button", { name: "Check the book" }).count(), 0);
  assert.equal(await page.getByRole("checkbox").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Wrong finding" }).count(), 0);
  window.assertQuiet();
  await window.close();

  // A token of this project reaches no swarms: the book is read during the request.
  await ask(`/api/projects/${id}/documents`, { title: "Two", content: "He put it out of of the window." });
  const only = own
    .command("token", "create", "--user", "mara", "--scope", "write", "--project", id, "--label", "one")
    .trim().split("\n")[0] ?? "";
  const limited = await Window.open(own);
  await limited.visit(`#/project/${id}/findings`);
  await limited.page.getByLabel("Access token").fill(only);
  await limited.page.getByRole("button", { name: "Sign in" }).click();
  await limited.page.getByText("“the the” stands twice").waitFor();
  await limited.page.getByRole("button", { name: "Check the book" }).click();
  await limited.page.getByText("2 texts were read: 1 new, 0 gone").waitFor();
  assert.equal(await limited.page.getByRole("alert").filter({ hasText: /\S/ }).count(), 0);
  limited.assertQuiet();
  await limited.close();

  const archived = await Studio.start("demo");
  await archived.ask("POST", `/api/projects/${project}/archive`);
  const other = await Window.open(archived);
  await other.visit(`#/project/${project}/findings`);
  await other.page.locator(".finding").first().waitFor();
  await other.page.getByRole("button", { name: "Check the book" }).waitFor({ state: "detached" });
  assert.equal(await other.page.getByRole("checkbox").count(), 0);
  other.assertQuiet();
  await other.close();
});
