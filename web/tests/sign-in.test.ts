// The page on a service that asks for tokens: nothing is shown before somebody signs in, and the token is
// kept nowhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Studio, Window } from "./studio";

test("a service that asks for tokens shows where to sign in, and nothing else", async () => {
  const studio = Studio.prepare("0.0.0.0:0");
  studio.command("token", "create", "--user", "mara", "--scope", "write", "--label", "a browser");
  await studio.restart();
  const window = await Window.open(studio, { colorScheme: "dark" });
  const { page } = window;
  await window.visit("#/projects");

  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  assert.equal(await page.getByRole("navigation").count(), 0);
  await window.assertAccessible("sign-in");
  await window.picture("sign-in-dark-1280");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Paste the token first.").waitFor();
  await page.getByLabel("Access token").fill("scr_of_nobody");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".problem", { hasText: /\S/ }).waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  assert.equal(kept.includes("scr_"), false);
  window.assertQuiet();
  await window.close();
});

test("a token is exchanged for a session that outlasts a reload and ends by signing out", async () => {
  const studio = Studio.prepare("0.0.0.0:0");
  const printed = studio.command("token", "create", "--user", "mara", "--scope", "write", "--label", "a browser");
  const [token = ""] = /scr_\w+/.exec(printed) ?? [];
  assert.notEqual(token, "");
  await studio.restart();
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "No project yet" }).waitFor();

  // Scripts see neither the token nor the cookie.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  assert.equal(kept.includes("scr_"), false);
  const [cookie] = await window.context.cookies();
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, "Strict"]);
  assert.equal(cookie?.value.includes(token), false);

  await window.visit("#/settings");
  await page.getByText("You are signed in as mara, with the scope write.").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  window.assertQuiet();
  await window.close();
});

/** A service that asks for tokens, and the tokens that are made before it starts. */
async function guarded(...made: string[][]): Promise<{ studio: Studio; tokens: string[] }> {
  const studio = Studio.prepare("0.0.0.0:0");
  const tokens = made.map((words) => tokenOf(studio, ...words));
  await studio.restart();
  return { studio, tokens };
}

function tokenOf(studio: Studio, ...words: string[]): string {
  const printed = studio.command("token", "create", "--user", "mara", "--label", "a browser", ...words);
  const [token = ""] = /scr_\w+/.exec(printed) ?? [];
  assert.notEqual(token, "");
  return token;
}

async function signIn({ page }: Window, token: string): Promise<void> {
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Makes a record as another client with a token. */
async function make(studio: Studio, token: string, path: string, body: unknown): Promise<any> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(studio.address + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** Goes through every view of the menu, and answers what was refused meanwhile. */
async function walk(window: Window): Promise<string[]> {
  const refused: string[] = [];
  const { page } = window;
  page.on("response", (answer) => {
    if ([401, 403].includes(answer.status())) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  const menu = page.getByRole("navigation", { name: "Views" });
  const links = await menu.locator(".links a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  assert.ok(links.length > 10, String(links));
  for (const link of links) {
    await menu.locator(`.links a[href="${link}"]`).click();
    await page.waitForFunction((wanted) => location.hash.startsWith(wanted), link);
    await menu.locator(`.links a[href="${link}"][aria-current="page"]`).waitFor();
    await window.ready();
    assert.equal(await page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ }).count(), 0, link);
  }
  return refused;
}

test("who may only read opens a project by clicking, and is refused nothing in any view", async () => {
  const { studio, tokens } = await guarded(["--scope", "write"], ["--scope", "read"]);
  const [writing = "", reading = ""] = tokens;
  const { id } = await make(studio, writing, "/api/projects", { name: "Lamps" });
  await make(studio, writing, `/api/projects/${id}/documents`, { title: "One", content: "A lamp burned on the sill." });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await signIn(window, reading);
  await page.getByRole("main").getByText("Lamps", { exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "One" }).or(page.getByRole("heading", { level: 1, name: "Manuscript" })).first().waitFor();
  assert.deepEqual(await walk(window), []);
  assert.equal(await page.locator(".notice.is-failure").count(), 0);
  await page.goto(`${studio.address}/#/project/${id}/research?q=lamp`);
  await page.getByRole("main").getByText("A lamp burned on the sill.").waitFor();
  assert.equal(await page.getByRole("button", { name: /Save/ }).count(), 0);
  await window.assertAccessible("reader in a project");
  window.assertQuiet();
  await window.close();
});

test("a token of one project hears of its project, and of nothing else", async () => {
  const { studio, tokens } = await guarded(["--scope", "write"]);
  const [writing = ""] = tokens;
  const { id } = await make(studio, writing, "/api/projects", { name: "Lamps" });
  await make(studio, writing, `/api/projects/${id}/documents`, { title: "One", content: "A lamp burned on the sill." });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await signIn(window, tokenOf(studio, "--scope", "write", "--project", id));
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("main").getByText("Lamps", { exact: true }).first().click();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Manuscript" }).waitFor();
  assert.deepEqual(await walk(window), []);
  assert.equal(await page.locator(".lost").count(), 0);
  assert.equal(await page.getByRole("link", { name: "Swarms" }).count(), 0);
  await page.goto(`${studio.address}/#/swarms`);
  await page.getByText(/This view is about the whole studio/).waitFor();

  await page.goto(`${studio.address}/#/project/${id}/lore/new`);
  await page.getByLabel("Name", { exact: true }).fill("Brass lamp");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Brass lamp" }).first().waitFor();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Lore" }).click();
  await page.getByRole("main").getByText("Brass lamp").first().waitFor();
  await make(studio, writing, `/api/projects/${id}/lore`, { name: "Paper lamp", category: "item" });
  await page.getByRole("main").getByText("Paper lamp").first().waitFor();
  window.assertQuiet();
  await window.close();
});

/** A stream ends within 15 seconds when its token is revoked, in milliseconds with some patience. */
const REVOKED_MS = 60_000;

test("a session that ends while a dialog is open asks for a token above it, and goes on where it was", async () => {
  const { studio, tokens } = await guarded(["--scope", "write"]);
  const [token = ""] = tokens;
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await signIn(window, token);
  await page.getByText("Live", { exact: true }).waitFor();
  const other = await window.another();
  await other.visit("#/settings");
  await other.page.getByText("You are signed in as mara").waitFor();
  await page.getByRole("button", { name: "New project" }).first().click();
  const name = page.getByRole("dialog", { name: /project/i }).getByLabel("Name");
  await name.fill("Half typed");

  const [id = ""] = studio.command("token", "list").trim().split(/\s+/);
  studio.command("token", "revoke", id);
  // Nobody presses anything: the end of the stream says it, in every window.
  const asking = page.getByRole("heading", { level: 1, name: "Sign in" });
  await asking.waitFor({ timeout: REVOKED_MS });
  await other.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await asking.waitFor();
  await window.assertAccessible("sign-in above a dialog");
  await signIn(window, tokenOf(studio, "--scope", "write"));
  await asking.waitFor({ state: "detached" });
  assert.equal(await name.inputValue(), "Half typed");
  await name.press("Enter");
  await page.getByRole("navigation", { name: "Views" }).getByText("Half typed", { exact: true }).waitFor();
  // The other window goes on by itself.
  await other.page.getByText("You are signed in as mara").waitFor();

  // After signing out nothing of it is left, in any window.
  await page.goto(`${studio.address}/#/settings`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await asking.waitFor();
  await other.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  assert.equal(await page.locator("dialog:not(.sign-in-cover)").count(), 0);
  assert.equal(await page.locator(".notice").count(), 0);

  // Another user finds nothing of the one before.
  const printed = studio.command("token", "create", "--user", "ivo", "--scope", "write", "--label", "another");
  await signIn(other, /scr_\w+/.exec(printed)?.[0] ?? "");
  await other.page.getByText("You are signed in as ivo").waitFor();
  await page.getByText("You are signed in as ivo").waitFor();
  assert.equal(await page.getByText("Half typed").count(), 0);
  window.assertQuiet();
  await window.close();
});
