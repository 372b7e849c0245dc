// Renaming an entry everywhere: what would change, what is left out, what stands against it, and the way back.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;

before(async () => {
  studio = await Studio.start("empty");
});

const ONE = [
  "Jonathan Harker came late. Mr. Harker’s coat was wet, and Harker said nothing.",
  "“Jonathan!” said Mina. HARKER’S door was open.",
].join("\n\n");
const TWO = "# JONATHAN HARKER\n\nMina Harker waited. The Harkers were there. *Jonathan* went out.\n";

interface Book {
  project: string;
  entry: string;
  texts: () => Promise<string[]>;
  documents: string[];
}

/** A project with Jonathan and Mina Harker. */
async function book(name: string): Promise<Book> {
  const { id: project } = await studio.ask("POST", "/api/projects", { name });
  const person = (body: object) => studio.ask("POST", `/api/projects/${project}/lore`, { category: "character", ...body });
  const { id: entry } = await person({ name: "Jonathan Harker", aliases: ["Harker", "Jonathan", "Jon"] });
  await person({ name: "Mina Harker", aliases: ["Mina"] });
  await person({ name: "Tom Hart", aliases: ["Hart"] });
  const make = async (title: string, content: string) =>
    (await studio.ask("POST", `/api/projects/${project}/documents`, { title, content })).id;
  const documents = [await make("The Coat", ONE), await make("The Door", TWO)];
  const texts = async () => {
    const all = documents.map((id) => studio.ask("GET", `/api/projects/${project}/documents/${id}`));
    return (await Promise.all(all)).map((document) => document.content);
  };
  return { project, entry, texts, documents };
}

/** Types the new name and waits for what it would change. */
async function look({ page }: Window, name: string): Promise<void> {
  const field = page.getByLabel("New name");
  await field.waitFor();
  await field.fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Matches in the texts" }).waitFor();
}

const run = ({ page }: Window) => page.getByRole("button", { name: "Rename", exact: true });

test("an entry is renamed everywhere by keyboard, without what is left out, and gets its name back", async () => {
  const { project, entry, texts } = await book("Renamed");
  const window = await Window.open(studio, { height: 1700 });
  const { page } = window;
  await window.visit(`#/project/${project}/lore/${entry}`);
  await page.getByRole("heading", { level: 2, name: "Jonathan Harker" }).waitFor();
  await page.keyboard.press("r");
  await page.getByRole("heading", { name: "Rename Jonathan Harker everywhere" }).waitFor();
  await look(window, "Thomas Hart");

  // What is ambiguous is said, and not changed by itself.
  await page.getByText("is then also a name of").waitFor();
  await page.getByText(/^2 matches are uncertain/).waitFor();
  await page.getByText("7 of 9 matches are changed").waitFor();
  const family = page.getByRole("checkbox", { name: "Change “Harkers” to “Harts”, line 3" });
  assert.equal(await family.isChecked(), false);
  await page.getByText("seems to be Mina Harker").waitFor();
  await window.assertAccessible("rename");
  await window.picture("rename-light-1280");

  // The list is one stop; arrow keys move, and the space bar chooses.
  await page.getByRole("checkbox", { name: "All in The Coat" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("6 of 9 matches are changed").waitFor();
  await family.press("Space");
  await page.getByText("7 of 9 matches are changed").waitFor();

  // After a reload the name, and what was chosen, are still there.
  await page.reload();
  await page.getByText("7 of 9 matches are changed").waitFor();
  assert.equal(await page.getByLabel("New name").inputValue(), "Thomas Hart");
  assert.equal(await family.isChecked(), true);

  await run(window).press("Enter");
  await page.getByRole("heading", { name: "“Jonathan Harker” is called “Thomas Hart” now" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "H3");
  await page.getByText("7 matches were changed in 2 texts.").waitFor();
  await page.getByRole("heading", { name: "Rename Thomas Hart everywhere" }).waitFor();
  await window.assertAccessible("renamed");
  await window.picture("rename-done-light-1280");
  assert.deepEqual(await texts(), [
    ONE.replace("Mr. Harker’s", "Mr. Hart’s").replace("and Harker", "and Hart").replace("“Jonathan!”", "“Thomas!”").replace("HARKER’S", "HART’S"),
    TWO.replace("JONATHAN HARKER", "THOMAS HART").replace("Harkers", "Harts").replace("*Jonathan*", "*Thomas*"),
  ]);
  const renamed = await studio.ask("GET", `/api/projects/${project}/lore/${entry}`);
  assert.deepEqual([renamed.name, renamed.aliases], ["Thomas Hart", ["Hart", "Thomas", "Jon"]]);

  // The way back outlives a reload too.
  await page.reload();
  await page.getByRole("button", { name: "Undo the renaming" }).click();
  await page.getByText("“Jonathan Harker” has its name back").waitFor();
  assert.deepEqual(await texts(), [ONE, TWO]);
  await page.getByRole("heading", { name: "Rename Jonathan Harker everywhere" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("what a form becomes is typed, and a text is left out as a whole", async () => {
  const { project, entry, texts } = await book("Forms");
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit(`#/project/${project}/lore/${entry}/rename`);
  await look(window, "Thomas Hart");
  await window.assertNotCut("rename, narrow");
  await window.assertAccessible("rename, narrow");
  await window.picture("rename-light-320");
  const harker = page.getByRole("textbox", { name: "What “Harker” becomes" });
  await harker.fill("Hearts");
  await harker.press("Enter");
  await page.getByRole("checkbox", { name: "Change “Harker” to “Hearts”, line 1" }).waitFor();
  const mister = page.getByRole("textbox", { name: "What “Mr. Harker” becomes" });
  await mister.fill("");
  await page.keyboard.press("Tab");
  await page.getByRole("checkbox", { name: "Change “Mr. Harker” to" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("checkbox", { name: "Change “Harker” to “Hearts”, line 1" }).waitFor();
  assert.equal(await harker.inputValue(), "Hearts");
  await page.getByRole("checkbox", { name: "All in The Door" }).click();
  await page.getByRole("checkbox", { name: "All in The Door" }).click();
  const door = page.getByRole("region", { name: "The Door" });
  assert.equal(await door.locator("li input:checked").count(), 0);
  await run(window).click();
  await page.getByText("changed in 1 text.").waitFor();
  await window.assertNotCut("renamed, narrow");
  const [one, two] = await texts();
  assert.ok(one?.startsWith("Thomas Hart came late. Mr. Harker’s coat was wet, and Hearts said"), one);
  assert.equal(two, TWO);
  window.assertQuiet();
  await window.close();
});

test("a change of somebody else is met before anything is renamed, and a refusal is shown", async () => {
  const { project, entry, texts, documents } = await book("Conflicts");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/lore/${entry}/rename?name=Thomas+Hart`);
  await page.getByText("7 of 9 matches are changed").waitFor();

  // The page does not hear of this change before it asks.
  await page.route("**/api/events*", (route) => route.abort());
  let previews = 0;
  page.on("request", (request) => (previews += Number(request.url().endsWith("/rename/preview"))));
  await page.reload();
  await page.getByText("7 of 9 matches are changed").waitFor();
  const changed = `${ONE}\n\nHarker left.`;
  await studio.ask("PUT", `/api/projects/${project}/documents/${documents[0]}`, { content: changed });
  await run(window).click();
  await page.getByText("Texts or the entry were changed since this list was read.").waitFor();
  await page.getByText("8 of 10 matches are changed").waitFor();
  assert.deepEqual(await texts(), [changed, TWO]);
  // Looking is no change that would have it look again: once after the reload, and once after the refusal.
  assert.ok(previews <= 4, `${previews} previews`);

  // Somebody has locked a text: it is named before, and can be left out.
  await page.route("**/rename/preview", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.found.documents[1].lockedBy = "renata";
    await route.fulfill({ response: answer, json });
  });
  await page.reload();
  await page.getByText("renata has locked a text with chosen matches").waitFor();
  await page.getByText("Locked by renata").waitFor();
  await window.assertAccessible("locked");
  await window.picture("rename-locked-light-1280");
  await page.getByRole("button", { name: "Leave these texts out" }).click();
  await page.getByText("renata has locked a text with chosen matches").waitFor({ state: "detached" });
  await page.getByText("6 of 10 matches are changed").waitFor();

  await page.route(`**/lore/${entry}/rename`, (route) =>
    route.fulfill({
      status: 409,
      headers: { "x-request-id": "request-79", "content-type": "application/json" },
      body: JSON.stringify({ detail: "The Coat is locked by renata" }),
    }),
  );
  await run(window).click();
  await page.getByText("The Coat is locked by renata").waitFor();
  await page.getByText("request-79").waitFor();
  await window.close();
});

test("text that was typed here and is not saved is named", async () => {
  const { project, entry, documents } = await book("Unsaved");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/lore/${entry}/edit`);
  await page.getByLabel("Text", { exact: true }).fill("He is a solicitor.");
  const { user } = await studio.ask("GET", "/api/session");
  await page.evaluate(
    ([documentId, user]) => {
      const text = { user, projectId: "", documentId, title: "The Coat", text: "Typed", basedOn: [], at: Date.now() };
      localStorage.setItem(`scriptorium.kept/${documentId}/page-that-is-gone`, JSON.stringify(text));
    },
    [documents[0], user],
  );
  await window.visit(`#/project/${project}/lore/${entry}/rename?name=Thomas+Hart`);
  const warnings = page.locator(".rename-warnings");
  await warnings.getByText("What was typed in this browser is not saved").waitFor();
  await warnings.getByRole("link", { name: "The Coat" }).waitFor();
  await warnings.getByRole("link", { name: "Open the form" }).waitFor();
  await window.assertAccessible("unsaved");
  window.assertQuiet();
  await window.close();
});

test("many matches are read as they are wanted, and only the uncertain ones can be shown", async () => {
  const { project, entry } = await book("Many");
  const many = Array.from({ length: 260 }, (_, at) => `Jonathan Harker counted ${at} lamps.`).join("\n\n");
  await studio.ask("POST", `/api/projects/${project}/documents`, { title: "The Lamps", content: many });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/lore/${entry}/rename?name=Thomas+Hart`);
  await page.getByText("100 of 269 matches are listed.").waitFor();
  await page.getByRole("button", { name: "Show 100 more" }).click();
  await page.getByText("200 of 269 matches are listed.").waitFor();
  // Every match of a text, also those that are not listed yet.
  await page.getByRole("checkbox", { name: "All in The Lamps" }).click();
  await page.getByText("7 of 269 matches are changed").waitFor();
  await page.getByLabel("Show only the uncertain ones").check();
  await page.waitForFunction(() => document.querySelectorAll(".matches-row").length === 2);
  await window.assertAccessible("uncertain");
  window.assertQuiet();
  await window.close();
});

test("whom to rename is chosen from anywhere, and a reader is not offered it", async () => {
  const { project, entry } = await book("Chosen");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript`);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("What do you want to do?").waitFor();
  await page.keyboard.type("rename a person");
  await page.getByRole("option", { name: /^Rename a person or a place everywhere/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Who or what is renamed?" }).waitFor();
  await page.getByLabel("Search names").fill("jon");
  await page.getByRole("link", { name: /^Jonathan Harker/ }).press("Enter");
  await page.getByRole("heading", { name: "Rename Jonathan Harker everywhere" }).waitFor();
  await page.getByLabel("New name").fill("Jonathan Harker");
  await page.keyboard.press("Enter");
  await page.getByText("This is the name that it has.").waitFor();
  window.assertQuiet();

  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), scope: "read" } });
  });
  await page.reload();
  await page.getByRole("heading", { name: "You may read this project, and not change it" }).waitFor();
  await window.visit(`#/project/${project}/lore/${entry}`);
  await page.getByRole("button", { name: "More actions for Jonathan Harker" }).click();
  await page.getByRole("menuitem", { name: "Show its relations" }).waitFor();
  assert.equal(await page.getByRole("menuitem", { name: "Rename everywhere" }).count(), 0);
  await window.close();
});
