// The view of the languages: rules that are run, the lexicon, and lines that are read, and what may go
// wrong.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";
let halun = "";

const CONLANG = "/api/creative/conlang";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
  halun = (await studio.ask("GET", `${CONLANG}/languages?projectId=${project}`)).languages[0].id;
});

/** A language of its own with some words, in a project of its own. */
async function newLanguage(forms: string[] = []): Promise<{ own: string; id: string }> {
  const own = (await studio.ask("POST", "/api/projects", { name: "Words" })).id;
  const { id } = await studio.ask("POST", `${CONLANG}/languages`, { projectId: own, name: "Test" });
  for (const form of forms) {
    await studio.ask("POST", `${CONLANG}/languages/${id}/lexicon`, { form, partOfSpeech: "noun", meaning: `a ${form}` });
  }
  return { own, id };
}

test("a language is made, renamed and deleted, and the deletion is undone", async () => {
  const { id: own } = await studio.ask("POST", "/api/projects", { name: "New tongue" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/languages`);
  await page.getByRole("heading", { name: "No language yet" }).waitFor();
  await window.assertAccessible("empty");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.getByText("A language needs a name.").waitFor();
  await page.keyboard.type("Old Marsh");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Old Marsh" }).waitFor();
  const { id } = (await studio.ask("GET", `${CONLANG}/languages?projectId=${own}`)).languages[0];
  await studio.ask("POST", `${CONLANG}/languages/${id}/lexicon`, { form: "kel", meaning: "water" });
  await studio.ask("POST", `${CONLANG}/languages/${id}/grammar-rules`, {
    category: "inflection",
    name: "Plural",
    pattern: "N-im",
    examples: [{ input: "kel", output: "kelim" }],
  });
  await page.getByText("1 rule, 1 word").waitFor();

  await page.getByRole("button", { name: "More actions for Old Marsh" }).click();
  await page.getByRole("menuitem", { name: "Name and description" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Marsh");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 2, name: "Marsh", exact: true }).waitFor();

  await page.getByRole("button", { name: "More actions for Marsh" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.locator(".notice", { hasText: "was deleted" }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { level: 2, name: "Marsh", exact: true }).waitFor();
  await page.getByText("Plural").waitFor();
  const [back] = (await studio.ask("GET", `${CONLANG}/languages?projectId=${own}`)).languages;
  assert.equal(back.words, 1);
  assert.equal(back.grammarRules, 1);
  window.assertQuiet();
  await window.close();
});

test("a pattern is read while it is typed, and a rule is run with each saving", async () => {
  const { own, id } = await newLanguage(["aka"]);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/languages/${id}`);
  await page.getByRole("heading", { name: "No rule yet" }).waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("Name", { exact: true }).fill("Voicing");
  await page.getByLabel("Part of the grammar").selectOption("sound_change");
  const pattern = page.getByLabel("Pattern", { exact: true });
  await pattern.fill("V = a e i; k > g /");
  await page.getByText(/It cannot be read at position \d+:/).waitFor();
  await window.assertAccessible("pattern");
  await window.picture("language-pattern-light-1280");
  await pattern.fill("V = a e i\nk > g / V _ V\na > o / # _");
  await page.getByText("The pattern can be read.").waitFor();
  assert.equal((await studio.ask("GET", `${CONLANG}/languages/${id}/grammar-rules`)).total, 0);

  await page.getByRole("button", { name: "Add an example" }).click();
  await page.getByLabel("Input of example 1").fill("aka");
  await page.getByLabel("Output of example 1").fill("aga");
  await page.keyboard.press("Enter");
  await page.getByText("First differs at step 2:").waitFor();
  await page.getByText("aga becomes oga").waitFor();
  await page.getByText("1 word has other forms than before").waitFor();
  await window.assertAccessible("failed example");
  await window.picture("language-failed-light-1280");

  await page.getByLabel("Output of example 1").fill("oga");
  await page.getByText("The results are of the rule as it was last saved.").waitFor();
  await page.getByRole("button", { name: "Save and run" }).click();
  await page.getByText("Holds").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("1 example holds, none fails").waitFor();
  await page.reload();
  await page.getByText("1 example holds, none fails").waitFor();

  await page.getByRole("button", { name: "More actions for Voicing" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "No rule yet" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Voicing" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("rules change their order, and what somebody else changed is not overwritten unseen", async () => {
  const { own, id } = await newLanguage();
  const make = (name: string) =>
    studio.ask("POST", `${CONLANG}/languages/${id}/grammar-rules`, { category: "syntax", name });
  const first = await make("First");
  await make("Second");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/languages/${id}`);
  await page.getByRole("button", { name: "More actions for Second" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await page.getByText("“Second” was moved").waitFor();
  const order = async () =>
    (await studio.ask("GET", `${CONLANG}/languages/${id}/grammar-rules`)).grammarRules.map((rule: any) => rule.name);
  assert.deepEqual(await order(), ["Second", "First"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone").waitFor();
  assert.deepEqual(await order(), ["First", "Second"]);

  await page.getByRole("button", { name: "Edit First" }).click();
  await page.getByLabel("Description").fill("Mine");
  await studio.ask("PUT", `${CONLANG}/grammar-rules/${first.id}`, { description: "Theirs" });
  await page.getByRole("button", { name: "Save and run" }).click();
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  assert.equal(await page.getByLabel("Description").inputValue(), "Mine");
  await page.getByRole("button", { name: "Save and run" }).click();
  await page.getByText("“First” was saved and run").waitFor();
  assert.equal((await studio.ask("GET", `${CONLANG}/grammar-rules/${first.id}`)).description, "Mine");
  window.assertQuiet();
  await window.close();
});

test("the lexicon is searched, changed with undo, and paged", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/languages/${halun}/lexicon`);
  await page.getByText("1 to 50 of 126").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("51 to 100 of 126").waitFor();
  await window.assertAccessible("lexicon");
  await window.picture("language-lexicon-light-1280");
  await page.getByLabel("Form, meaning or tag").fill("lend");
  await page.getByRole("row", { name: /larte/ }).waitFor();
  await page.getByRole("row", { name: /simu/ }).waitFor({ state: "detached" });

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New word" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Form", { exact: true }).fill("larte");
  await dialog.getByLabel("Part of speech").fill("verb");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("alert").getByText(/already|exists|same/i).waitFor();
  await dialog.getByLabel("Form", { exact: true }).fill("lartelend");
  await dialog.getByLabel("Tags").fill("new, new, odd");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByText("“lartelend” was added").waitFor();
  await page.getByRole("row", { name: /lartelend/ }).waitFor();
  await page.getByRole("button", { name: "More actions for lartelend" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("row", { name: /lartelend/ }).waitFor({ state: "detached" });
  await page.locator(".notice", { hasText: "was deleted" }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("row", { name: /lartelend/ }).waitFor();
  const found = await studio.ask("GET", `${CONLANG}/languages/${halun}/lexicon?q=lartelend`);
  assert.deepEqual(found.words[0].tags, ["new", "odd"]);
  await studio.ask("DELETE", `${CONLANG}/words/${found.words[0].id}`);
  window.assertQuiet();
  await window.close();
});

test("a table is exported and imported, and one with mistakes is refused line by line", async () => {
  const { own, id } = await newLanguage(["kel"]);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/languages/${id}/lexicon`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  const table = readFileSync(await download.path(), "utf8");
  assert.match(table, /^form,partOfSpeech,meaning/);
  assert.match(table, /kel,noun,a kel/);

  const put = (text: string) =>
    page.getByLabel("Import a table (CSV)").first().setInputFiles({
      name: "words.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await put("form,meaning,colour\nsimu,eel,grey\n,nothing,\nsimu,twice,\n");
  const dialog = page.getByRole("dialog", { name: "Nothing was imported" });
  await dialog.getByText(/^Line 3, form/).waitFor();
  await window.assertAccessible("refused table");
  assert.equal((await studio.ask("GET", `${CONLANG}/languages/${id}`)).words, 1);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await put("form,partOfSpeech,meaning,colour\nsimu,noun,eel,grey\nkel,noun,water,blue\n");
  await page.getByText("1 words were added, 1 changed, 0 were the same").waitFor();
  await page.getByText("Columns that are not known were left out: colour.").waitFor();
  await page.getByRole("row", { name: /simu/ }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("a word shows the forms that rules make, and a line is read word by word", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/languages/${halun}/lexicon`);
  await page.getByLabel("Form, meaning or tag").fill("lend");
  await page.getByRole("link", { name: "larte", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "larte" }).waitFor();
  await page.getByRole("row", { name: /^larterama/ }).first().waitFor();
  await page.reload();
  await page.getByRole("row", { name: /^larterama/ }).first().waitFor();
  await window.assertAccessible("word");
  await window.picture("language-word-light-1280");

  await page.getByRole("link", { name: "Read a line" }).click();
  await page.getByLabel("A line in the language").fill("Larterama u bas, xyzzy");
  await page.keyboard.press("Enter");
  await page.getByText("3 of 4 words are known.").waitFor();
  const line = page.getByRole("list", { name: "The line word by word" }).getByRole("listitem");
  assert.match(await line.nth(0).innerText(), /-ra\s+past/);
  assert.match(await line.nth(3).innerText(), /not in the lexicon/);
  await window.assertAccessible("line");
  await window.picture("language-line-light-1280");
  window.assertQuiet();
  await window.close();
});

test("hostile text stays text, a refusal names its request, and a reader changes nothing", async () => {
  const { own, id } = await newLanguage();
  const hostile = `<img src=x onerror="document.title='taken'"> \u202Eeman ${"w".repeat(120)}`;
  await studio.ask("PUT", `${CONLANG}/languages/${id}`, { name: hostile, description: hostile });
  await studio.ask("POST", `${CONLANG}/languages/${id}/grammar-rules`, {
    category: "other",
    name: hostile,
    description: hostile,
    pattern: `*${"w".repeat(200)}`,
    examples: [{ input: hostile, output: hostile, gloss: hostile }],
  });
  await studio.ask("POST", `${CONLANG}/languages/${id}/lexicon`, { form: hostile, meaning: hostile, tags: [hostile.slice(0, 60)] });
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), scope: "read" } });
  });
  for (const part of ["", `/${id}`, `/${id}/lexicon`, `/${id}/gloss`]) {
    await window.visit(`#/project/${own}/languages${part}`);
    await page.getByRole("heading", { level: 2, name: /<img src=x/ }).waitFor();
    await window.assertNotCut(`hostile ${part}`);
    await window.assertAccessible(`hostile ${part}`);
  }
  await window.visit(`#/project/${own}/languages/${id}`);
  await page.getByRole("heading", { level: 3, name: /<img/ }).waitFor();
  await window.picture("language-hostile-light-320");
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  assert.equal(await page.getByRole("button", { name: /New rule|Edit|More actions/ }).count(), 0);

  let isBroken = true;
  await page.route("**/grammar-rules?*", (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          headers: { "x-request-id": "request-79", "content-type": "application/json" },
          body: JSON.stringify({ detail: "Internal Server Error" }),
        })
      : route.continue(),
  );
  await page.reload();
  await page.getByText("request-79").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 3, name: /<img/ }).waitFor();
  window.assertQuiet();
  await window.close();
});
