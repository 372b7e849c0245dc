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
