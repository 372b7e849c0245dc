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
