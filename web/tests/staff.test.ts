// The views of the notifications, of the usage of language models, and of the health of the service.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { until } from "./manuscript-desk";
import { Model } from "./model";
import { Studio, Window } from "./studio";

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

test("a notification is sent, counted in the menu, and marked as read by keyboard", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { name: "Nothing yet" }).waitFor();
  await window.assertAccessible("no notification");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send a test notification" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Test Notification" }).waitFor();
  await page.getByRole("link", { name: "Notifications (1 unread)" }).waitFor();

  const hostile = `<img src=x onerror="document.title='taken'"> \u202Eeman ${"w".repeat(300)}`;
  await studio.ask("POST", "/api/notifications/test", { title: hostile, message: hostile, type: "error", priority: "critical" });
  await page.getByRole("heading", { name: /<img src=x/ }).waitFor();
  await page.getByText("Critical").waitFor();
  await page.setViewportSize({ width: 320, height: 900 });
  await window.assertNotCut("hostile notification");
  await window.assertAccessible("notifications");
  await window.picture("notifications-hostile-light-320");
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole("button", { name: "Mark “Test Notification” as read" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Notifications (1 unread)" }).waitFor();
  await page.getByRole("link", { name: "Unread", exact: true }).click();
  await page.getByRole("heading", { name: "Test Notification" }).waitFor({ state: "detached" });
  await page.reload();
  await window.ready();
  await page.getByRole("heading", { name: /<img src=x/ }).waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("1 notification is marked as read").waitFor();
  await page.getByRole("heading", { name: "Everything is read" }).waitFor();
  await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
  assert.equal((await studio.ask("GET", "/api/notifications?unread=true")).total, 0);
  assert.equal(await page.locator("main img").count(), 0);
  window.assertQuiet();
  await window.close();
});

test("many notifications are read a page at a time", async () => {
  const own = await Studio.start("empty");
  for (let number = 1; number <= 60; number += 1) {
    await own.ask("POST", "/api/notifications/test", { title: `Number ${number}` });
  }
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/notifications");
  await page.getByRole("heading", { name: "Number 60" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Number 1 ", exact: false }).count() > 0, true);
  assert.equal(await page.locator(".notification").count(), 50);
  await page.getByRole("button", { name: "Show older ones" }).click();
  await page.getByRole("heading", { name: /^Number 1 ?Unread$/ }).waitFor();
  assert.equal(await page.locator(".notification").count(), 60);
  window.assertQuiet();
  await window.close();
});

test("a refusal is shown with the id of its request", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await page.route("**/api/notifications?*", (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": "request-31", "content-type": "application/json" },
      body: JSON.stringify({ detail: "Internal Server Error" }),
    }),
  );
  await window.visit("#/notifications");
  await page.getByRole("alert").getByText("request-31").waitFor();
  window.assertQuiet();
  await window.close();
});

test("usage is empty without a model, and says how to get one", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await page.getByRole("heading", { name: "No language model was asked yet" }).waitFor();
  await page.getByText("No language model is configured.").waitFor();
  await page.getByText(/^Searches by meaning use .*, which is in the program/).waitFor();
  await page.getByText("0 used, no limit", { exact: true }).waitFor();
  await page.getByLabel("From").fill("2026-11-20");
  await page.getByRole("heading", { name: "Nothing was used in what is chosen" }).waitFor();
  await page.getByLabel("To", { exact: true }).fill("2026-11-10");
  await page.getByText("The first day is after the last.").waitFor();
  await window.assertAccessible("wrong range");
  window.assertQuiet();
  await window.close();
});

test("what a model took is added up by day and by agent, beside its budget", async () => {
  const own = await Studio.start("demo");
  const model = await Model.start();
  await model.configure(own);
  appendFileSync(join(own.folder, "scriptorium.toml"), "\n[budget]\nday_tokens = 1000000\n");
  await own.restart();
  model.script = () => ({ statements: [], unknown: ["Who lit the lamp"] });
  const { projects } = await own.ask("GET", "/api/projects");
  const sent = await own.ask("POST", "/api/agent-communication/messages/send", {
    toAgent: "lorekeeper", message: "Who lit the lamp?", context: { metadata: { projectId: projects[0].id } },
  });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/agents/lorekeeper/${sent.response.messageId}`);
  await page.getByRole("article").getByText("Who lit the lamp", { exact: true }).waitFor({ timeout: 60_000 });
  await window.visit("#/usage");
  const { sum } = await own.ask("GET", "/api/usage");
  assert.equal(sum.calls, 1);
  await page.getByRole("row", { name: new RegExp(`${new Date().getUTCFullYear()}-.* 1 1,200 80 `) }).waitFor();
  await page.getByText("1,280 of 1,000,000").waitFor();
  await window.assertAccessible("usage");
  await window.picture("usage-model-light-1280");
  const row = page.getByRole("row", { name: /^All agents scripted http:\S+ \(openai\) 32,768 \$1\.00, \$2\.00$/ });
  await row.waitFor();
  await window.visit("#/settings");
  await row.waitFor();
  assert.equal(await page.getByText("To give them one, write its server").count(), 0);
  await window.assertAccessible("settings with a model");
  await window.picture("settings-model-light-1280");
  const session = await own.ask("GET", "/api/session");
  await page.route("**/api/session", (route) => route.fulfill({ json: { ...session, projectId: projects[0].id } }));
  await page.reload();
  // What the service has is not for a token of one project, which reads how a model is configured.
  await page.getByText("To give them one, write its server").waitFor();
  await page.unroute("**/api/session");
  await page.route("**/api/models", (route) =>
    route.fulfill({
      json: {
        models: [
          { agent: null, provider: "ollama", name: "small", address: "http://ollama", contextTokens: 8192, parallelMax: 4, requestsPerMinute: null, priceInput: null, priceOutput: null },
          { agent: "scribe", provider: "anthropic", name: `<b>${"w".repeat(80)}`, address: "https://api.example.org", contextTokens: 200000, parallelMax: 4, requestsPerMinute: 9, priceInput: 3, priceOutput: null },
        ],
        withoutModel: ["muse", "critic"],
        embedding: { kind: "words", name: null, address: null },
      },
    }),
  );
  await window.visit("#/usage");
  await page.reload();
  await page.getByRole("row", { name: "All other agents small http://ollama (ollama) 8,192 not known" }).waitFor();
  await page.getByRole("row", { name: /^scribe <b>w+ .* 200,000 \$3.00, not known$/ }).waitFor();
  await page.getByText("Without a model: muse, critic.").waitFor();
  await page.getByText("Searches go by words alone.").waitFor();
  await window.assertAccessible("models");
  await page.setViewportSize({ width: 320, height: 700 });
  await window.assertNotCut("models");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("link", { name: "By agent" }).click();
  await page.getByRole("row", { name: /^lorekeeper/ }).waitFor();
  await page.getByRole("link", { name: "By project" }).click();
  await page.getByRole("row", { name: /^Until the Sea Asks/ }).waitFor();
  await page.reload();
  await window.ready();
  await page.getByRole("row", { name: /^Until the Sea Asks/ }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("usage of several days is a chart with a table, and an unknown cost is said to be so", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  const used = (key: string | null, inputTokens: number, cost: number | null) => ({
    key, calls: 2, inputTokens, outputTokens: 40, estimatedTokens: 10, cost,
  });
  await page.route("**/api/usage?*", (route) =>
    route.fulfill({
      contentType: "application/json",
      body: JSON.stringify({
        usage: [used("2026-11-24", 900, null), used("2026-11-22", 300, 0.5)],
        nextCursor: null, total: 2, sum: used(null, 1200, null),
        budgets: [{ scope: "day", id: "2026-11-24", tokensLimit: 0, tokensUsed: 0, tokensReserved: 5, costLimit: null, costUsed: 0, costReserved: 0 }],
      }),
    }),
  );
  await window.visit("#/usage");
  await page.getByRole("application", { name: "Tokens by day" }).waitFor();
  await page.getByRole("cell", { name: "not known" }).waitFor();
  await page.getByText("what these calls cost is not known").waitFor();
  await page.getByText("10 of the tokens are estimates").waitFor();
  await page.getByText("5 reserved by running calls").waitFor();
  await window.assertAccessible("chart");
  await window.picture("usage-chart-light-1280");
  window.assertQuiet();
  await window.close();
});

test("health is said part by part, in words, and the settings lead to it", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/settings");
  await page.getByRole("main").getByRole("link", { name: "Health" }).click();
  await page.getByText("Everything works").waitFor();
  await page.getByText("Backups are made when they are due.").waitFor();
  const { version } = await studio.ask("GET", "/health/live");
  await page.getByRole("definition").getByText(version, { exact: true }).waitFor();
  await page.getByText("SQLite, in the data folder").waitFor();
  const lastBackup = page.locator("dl > div", { hasText: "Last backup" }).getByRole("definition");
  assert.equal(await lastBackup.textContent(), "none yet");
  await studio.ask("POST", "/api/backups");
  await until(async () => {
    const { backups, failure } = await studio.ask("GET", "/api/backups");
    assert.equal(failure, null);
    assert.equal(backups.length, 1);
  });
  await page.reload();
  await lastBackup.getByText(/\d, [\d.,]+ [kM]B$/).waitFor();
  await page.getByRole("link", { name: "All backups" }).click();
  await page.getByRole("heading", { name: "Backups" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("a service that is not well says what is wrong, and what is not known is said to be so", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  const ready = await studio.ask("GET", "/health/ready");
  await page.route("**/health/ready", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({
        status: "unavailable",
        parts: { ...ready.parts, database: "damaged", backup: "failed" },
        problems: ["The database is damaged: <b>restore</b> a backup."],
      }),
    }),
  );
  await page.route("**/metrics", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.route("**/api/backups", (route) =>
    route.fulfill({
      contentType: "application/json",
      body: JSON.stringify({
        backups: [{ name: "cut", madeAt: "2026-01-02T03:04:05Z", bytes: 1, kind: "copy", isComplete: false }],
        isRunning: false, failure: "The disk is full.", everyHours: 24, keep: 7,
      }),
    }),
  );
  await window.visit("#/projects");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.getByText("The service cannot work at the moment").waitFor();
  await page.getByText("The database is damaged: <b>restore</b> a backup.").waitFor();
  await page.getByText("Damaged", { exact: true }).waitFor();
  await page.getByText("The latest backup could not be made.").waitFor();
  await page.getByText("The disk is full.").waitFor();
  await page.getByText(/2026, .*, files are missing or cut$/).waitFor();
  assert.equal(await page.getByRole("definition").getByText("not known").count(), 2);
  await window.assertAccessible("unwell");
  await window.picture("health-unwell-light-1280");
  window.assertQuiet();
  await window.close();
});
