// The manuscript: writing in a document, the tree of documents, and what stands beside the text.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Desk, demoDocument, until } from "./manuscript-desk";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  const { projects } = await studio.ask("GET", "/api/projects");
  project = projects[0].id;
});

test("what is typed is saved by itself, as one revision of the sitting", async () => {
  const document = await demoDocument(studio, project, "The Clamp");
  const desk = await Desk.open(studio, project, document.id);
  await desk.window.picture("manuscript-light-1280");

  await desk.typeAtEnd(" The first addition.");
  await desk.saved();
  await desk.typeAtEnd(" The second addition.");
  await desk.saved();

  const { content } = await studio.ask("GET", `/api/projects/${project}/documents/${document.id}`);
  assert.ok(content.endsWith(" The first addition. The second addition."), content.slice(-80));
  const path = `/api/projects/${project}/documents/${document.id}/revisions`;
  const { revisions } = await studio.ask("GET", path);
  assert.equal(revisions.length, 1 + document.revisions);
  await desk.page.reload();
  await desk.window.ready();
  await desk.text("The second addition.");
  desk.window.assertQuiet();
  await desk.close();
});

test("the browser checks the spelling of what is typed, by the language of the page", async () => {
  const { id } = await demoDocument(studio, project, "Nether Fold");
  const desk = await Desk.open(studio, project, id);
  assert.equal(await desk.editor.getAttribute("spellcheck"), "true");
  // The editor stands in a shadow tree, which has the language of what it stands in.
  assert.equal(await desk.editor.evaluate((element: any) => element.matches(":lang(en)") && element.spellcheck), true);
  desk.window.assertQuiet();
  await desk.close();
});

test("a chapter is renamed, moved, put in the trash and taken back by keyboard", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript`);
  const tree = page.getByRole("tree", { name: "Documents" });
  const order = async () => {
    const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?limit=100`);
    return documents.map((one: any) => one.title);
  };
  const before = await order();

  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await tree.getByRole("treeitem", { name: /The Cabinet/ }).count(), 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("treeitem", { name: /The Cabinet/ }).waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText("“The Cabinet” was moved").waitFor();
  assert.deepEqual((await order()).slice(1, 3), ["Third Gate", "The Cabinet"]);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await until(async () => assert.deepEqual(await order(), before));

  await tree.focus();
  await page.keyboard.press("F2");
  const field = page.getByRole("dialog").getByLabel("Title");
  await field.fill("The Cabinet of Bowls");
  await page.keyboard.press("Enter");
  await tree.getByRole("treeitem", { name: /The Cabinet of Bowls/ }).waitFor();

  await tree.focus();
  await page.keyboard.press("Delete");
  await page.getByText("“The Cabinet of Bowls” is in the trash").waitFor();
  await tree.getByRole("treeitem", { name: /The Cabinet/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await tree.getByRole("treeitem", { name: /The Cabinet of Bowls/ }).waitFor();
  assert.deepEqual((await order())[1], "The Cabinet of Bowls");
  window.assertQuiet();
  await window.close();
});

test("a chapter is dragged into another part, and taken back", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/manuscript`);
  const tree = page.getByRole("tree", { name: "Documents" });
  const row = (name: RegExp) => tree.getByRole("treeitem", { name });
  const parent = async (title: string) => {
    const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?limit=100`);
    const found = documents.find((one: any) => one.title === title);
    return documents.find((one: any) => one.id === found.parentId)?.title;
  };

  await row(/Nether Fold/).dragTo(row(/Part One/));
  await page.getByText("“Nether Fold” was moved").waitFor();
  assert.equal(await parent("Nether Fold"), "Part One: Ebb");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await until(async () => assert.equal(await parent("Nether Fold"), "Part Two: Flood"));

  // Onto the upper edge is before it; into what is inside of it is nowhere.
  const box = await row(/Third Gate/).boundingBox();
  await row(/Forty-Four/).dragTo(row(/Third Gate/), { targetPosition: { x: 80, y: 2 } });
  await page.getByText("“Forty-Four” was moved").waitFor();
  assert.ok(box);
  assert.equal(await parent("Forty-Four"), "Part One: Ebb");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await until(async () => assert.equal(await parent("Forty-Four"), "Part Two: Flood"));
  await row(/Part One/).dragTo(row(/Third Gate/));
  assert.equal(await parent("Part One: Ebb"), undefined);
  window.assertQuiet();
  await window.close();
});

test("a document is created in place, and its title may be anything", async () => {
  const hostile = '<img src=x onerror="globalThis.stolen = 1"> ‮مرحبا ' + "unbreakable".repeat(30);
  const desk = await Desk.open(studio, project, (await demoDocument(studio, project, "The Outer Flats")).id);
  const { page } = desk;

  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("A document needs a title.").waitFor();
  await desk.window.assertAccessible("form");
  await page.getByRole("textbox", { name: "Title" }).fill(hostile);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 1, name: /unbreakable/ }).waitFor();
  await desk.typeAtEnd('<script>globalThis.stolen = 2</script> <img src=x onerror="globalThis.stolen = 3">');
  await desk.saved();
  await desk.window.assertNotCut("hostile");
  await desk.window.assertAccessible("hostile");
  await desk.window.picture("manuscript-hostile");

  const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?limit=100`);
  const titles = documents.map((one: any) => one.title);
  assert.equal(titles[titles.indexOf("The Outer Flats") + 1], hostile);
  assert.equal(await page.evaluate(() => "stolen" in globalThis), false);
  await studio.ask("DELETE", `/api/projects/${project}/documents/${/manuscript\/([^?]+)/.exec(page.url())?.[1]}`);
  await page.getByText(/was moved to the trash/).waitFor();
  desk.window.assertQuiet();
  await desk.close();
});

test("earlier texts are compared, named and taken back", async () => {
  const path = `/api/projects/${project}/documents`;
  const { id } = await studio.ask("POST", path, { title: "Drafts", content: "It was very cold.\n\nHe ran." });
  await studio.ask("PUT", `${path}/${id}`, { content: "It was icy.\n\nHe ran.\n\nHe fell." });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  await page.keyboard.press("Control+k");
  await page.keyboard.type("show: revisions");
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Differences" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("ins").first().waitFor();
  assert.deepEqual(await dialog.locator("del").allInnerTexts(), ["very cold"]);
  assert.deepEqual((await dialog.locator("ins").allInnerTexts()).map((text) => text.trim()), ["icy", "He fell."]);
  await desk.window.assertAccessible("revision");
  await desk.window.picture("manuscript-revision");
  await dialog.getByRole("button", { name: "Go back to this text" }).click();
  await desk.text("He ran.");
  await desk.saved();
  assert.equal((await studio.ask("GET", `${path}/${id}`)).content, "It was very cold.\n\nHe ran.");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await desk.text("He fell.");
  await desk.saved();

  await page.getByRole("button", { name: "Name the present text" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Sent to Ana");
  await page.keyboard.press("Enter");
  await page.getByText("The text is called “Sent to Ana”").waitFor();
  await page.getByLabel("Beside the text").getByText("Sent to Ana").first().waitFor();
  assert.equal((await studio.ask("GET", `${path}/${id}`)).label, "Sent to Ana");
  await desk.typeAtEnd(" More.");
  await desk.saved();
  await page.getByLabel("Beside the text").getByText("Sent to Ana").first().waitFor();
  await desk.window.picture("manuscript-revisions");
  desk.window.assertQuiet();
  await desk.close();
});

test("findings are marked in the text, shown with their reason, and answered", async () => {
  const { id } = await demoDocument(studio, project, "Nether Fold");
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  // What is serious is marked without a panel, and what is said about it shows under the pointer.
  const mark = desk.editor.locator(".cm-mark", { hasText: "Strowd’s" });
  await mark.waitFor();
  assert.match((await mark.getAttribute("title")) ?? "", /Strowd/);
  assert.equal(await desk.editor.locator(".cm-mark.is-minor").count(), 0);
  await page.getByRole("button", { name: "Review" }).click();
  const panel = page.getByRole("complementary");

  await panel.getByRole("button", { name: "Show “Strowd’s” in the text" }).click();
  await desk.editor.locator(".cm-mark", { hasText: "Strowd’s" }).waitFor();
  const selected = () => page.evaluate(() => {
    const root: any = document.querySelector(".sheet-editor")?.shadowRoot;
    return String(root.getSelection ? root.getSelection() : getSelection());
  });
  assert.equal(await selected(), "Strowd’s");
  await desk.window.assertAccessible("findings");
  await desk.window.picture("manuscript-findings");

  const card = panel.getByRole("listitem").filter({ hasText: "Strowd’s" });
  await card.getByRole("button", { name: "Meant so" }).click();
  await card.getByRole("button", { name: "Meant so" }).click();
  await card.getByText("Say why, for whoever reads it next.").waitFor();
  await card.getByLabel("Why it is meant so").fill("She spells it like that.");
  await page.keyboard.press("Enter");
  await page.getByText("Finding answered: meant so").waitFor();
  await panel.getByText("Answered (1)").click();
  await panel.getByText("“She spells it like that.”").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await panel.getByText("Answered (1)").waitFor({ state: "detached" });

  // The mark stays with its words while somebody types before it.
  await desk.editor.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Once more. ");
  await panel.getByRole("button", { name: "Show “Strowd’s” in the text" }).click();
  assert.equal(await selected(), "Strowd’s");
  await desk.saved();
  await page.reload();
  await panel.getByRole("button", { name: "Show “Strowd’s” in the text" }).click();
  assert.equal(await selected(), "Strowd’s");
  desk.window.assertQuiet();
  await desk.close();
});

test("who speaks is shown with the reason, and corrected", async () => {
  const { id } = await demoDocument(studio, project, "The Cabinet of Bowls");
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  await page.goto(`${page.url()}?panel=quotations`);
  const panel = page.getByRole("complementary");
  const first = panel.getByRole("listitem").filter({ hasText: "It’s another of those" });
  await first.getByText(/named beside it · \d+ % certain/).waitFor();
  await desk.window.assertAccessible("quotations");
  await desk.window.picture("manuscript-quotations");

  await first.getByRole("button", { name: "Correct" }).click();
  await first.getByLabel("Who says it").fill("The milkman");
  await page.keyboard.press("Enter");
  await first.getByText("Corrected by you").waitFor();
  await first.getByText(/The text shows: .*Pask/).waitFor();
  await first.getByRole("button", { name: "Withdraw" }).click();
  await first.getByText(/named beside it/).waitFor();
  desk.window.assertQuiet();
  await desk.close();
});

test("proposed changes stand beside the text, and are accepted and rejected by themselves", async () => {
  const path = `/api/projects/${project}/documents`;
  const content = "It was very cold.\n\nHe began to run.\n\nHe fell down.";
  const { id } = await studio.ask("POST", path, { title: "Proposed", content });
  await studio.ask("POST", `/api/projects/${project}/proposals`, {
    target: { kind: "document", id },
    agent: "proseguard",
    summary: "Shorter sentences",
    changes: [
      { before: "very cold", after: "icy", reason: "One word does it." },
      { before: "He began to run.", after: "He ran." },
      { before: "He fell down.", after: "He fell." },
    ],
  });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  await page.goto(`${page.url()}?panel=proposals`);
  const panel = page.getByRole("complementary");
  await panel.getByText("One word does it.").waitFor();
  await desk.editor.locator(".cm-mark", { hasText: "very cold" }).waitFor();
  await desk.window.assertAccessible("proposals");
  await desk.window.picture("manuscript-proposals");

  // What is typed and not saved yet stays, whatever is accepted meanwhile.
  await desk.typeAtEnd(" Again.");
  await panel.getByRole("button", { name: "Accept", exact: true }).first().click();
  await page.getByText("1 change was accepted").waitFor();
  await panel.getByRole("button", { name: "Reject", exact: true }).first().click();
  await page.getByText("1 change was rejected").waitFor();
  const wanted = "It was icy.\n\nHe began to run.\n\nHe fell down. Again.";
  await until(async () => assert.equal((await studio.ask("GET", `${path}/${id}`)).content, wanted));
  await until(async () => assert.match(await desk.editor.innerText(), /It was icy\./));
  await desk.saved();
  desk.window.assertQuiet();
  await desk.close();
});

test("words are emphasised and no longer", async () => {
  const path = `/api/projects/${project}/documents`;
  const { id } = await studio.ask("POST", path, { title: "Emphasis", content: "It was icy." });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  const content = async (wanted: string) => {
    await desk.saved();
    await until(async () => assert.equal((await studio.ask("GET", `${path}/${id}`)).content, wanted));
  };
  await desk.editor.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+i");
  await content("It was *icy*.");
  await page.keyboard.press("Control+b");
  await content("It was ***icy***.");
  await page.keyboard.press("Control+i");
  await content("It was **icy**.");
  await page.keyboard.press("Control+b");
  await content("It was icy.");
  desk.window.assertQuiet();
  await desk.close();
});

test("words are found and replaced", async () => {
  const path = `/api/projects/${project}/documents`;
  const content = "The gull saw a gull. Gulls.\n\nA seagull.";
  const { id } = await studio.ask("POST", path, { title: "Gulls", content });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  await desk.editor.focus();
  await page.keyboard.press("Control+f");
  const find = page.getByRole("search", { name: "Find and replace" });
  await page.keyboard.type("gull");
  await find.getByText("4 found").waitFor();
  await page.keyboard.press("Enter");
  await find.getByText("1 of 4").waitFor();
  await find.getByLabel("Whole words").check();
  await find.getByText("1 of 2").waitFor();
  await desk.window.assertAccessible("find");
  await desk.window.picture("manuscript-find");
  // A key that comes before the last one is drawn is about what is in the field.
  const sought = find.getByLabel("Find in this document");
  await sought.evaluate((field: HTMLInputElement) => {
    field.value = "seagull";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await find.getByText("1 of 1").waitFor();
  await sought.fill("gull");
  await find.getByLabel("Replace with").fill("tern");
  await find.getByRole("button", { name: "Replace all" }).click();
  await page.getByText("2 replaced").waitFor();
  await find.getByLabel("Regular expression").check();
  await find.getByLabel("Find in this document").fill("(");
  await find.getByText("This expression cannot be read").waitFor();
  await page.keyboard.press("Escape");
  await find.waitFor({ state: "detached" });
  await desk.saved();
  const saved = (await studio.ask("GET", `${path}/${id}`)).content;
  assert.equal(saved, "The tern saw a tern. Gulls.\n\nA seagull.");
  desk.window.assertQuiet();
  await desk.close();
});

test("the focus shows only the text, and goals say how far one is", async () => {
  const { id } = await demoDocument(studio, project, "Forty-Four");
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  await page.goto(`${page.url()}?panel=goals`);
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Words per sitting").fill("10");
  await desk.typeAtEnd(" One two three four five.");
  await panel.getByText("5 words written").waitFor();
  await panel.getByText("50 %").waitFor();
  await desk.window.assertAccessible("goals");
  await desk.window.picture("manuscript-goals");

  await page.keyboard.press("Control+Shift+d");
  await panel.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("tree").count(), 0);
  await page.getByRole("navigation", { name: "Views" }).waitFor({ state: "hidden" });
  await page.keyboard.type(" Six.");
  await desk.window.assertAccessible("focus");
  await desk.window.picture("manuscript-focus");
  await page.keyboard.press("Escape");
  await page.getByRole("tree").waitFor();
  await panel.getByText("6 words written").waitFor();
  await desk.saved();
  desk.window.assertQuiet();
  await desk.close();
});

test("an empty project says how to begin", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Blank" });
  const window = await Window.open(studio, { colorScheme: "dark" });
  const { page } = window;
  await window.visit(`#/project/${id}/manuscript`);
  await page.getByRole("heading", { level: 1, name: "Nothing is written yet" }).waitFor();
  await window.assertAccessible("empty");
  await window.picture("manuscript-empty-dark");
  await page.getByRole("main").getByRole("button", { name: "New document" }).last().click();
  await page.getByRole("textbox", { name: "Title" }).fill("One");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "One" }).waitFor();
  await page.getByRole("textbox", { name: "Text of One" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("an archived project and a document that is not there are said to be so", async () => {
  const { id } = await studio.ask("POST", "/api/projects", { name: "Old" });
  const path = `/api/projects/${id}/documents`;
  const made = await studio.ask("POST", path, { title: "Then", content: "Once." });
  await studio.ask("POST", `/api/projects/${id}/archive`);
  const desk = await Desk.open(studio, id, made.id);
  await desk.page.getByText("The project is archived.").waitFor();
  await desk.editor.focus();
  await desk.page.keyboard.type("x");
  assert.equal(await desk.editor.innerText(), "Once.");
  await desk.window.visit(`#/project/${id}/manuscript/nowhere`);
  await desk.page.getByText("This document is not here").waitFor();
  desk.window.assertQuiet();
  await desk.close();
});

for (const [look, name] of [
  [{ colorScheme: "dark", width: 1280 }, "dark-1280"],
  [{ colorScheme: "light", width: 320, height: 740 }, "light-320"],
  [{ colorScheme: "dark", width: 3840, height: 2160 }, "dark-3840"],
] as const) {
  test(`a document with findings beside it is sound, ${name}`, async () => {
    const { id } = await demoDocument(studio, project, "Nether Fold");
    const desk = await Desk.open(studio, project, id, look);
    await desk.window.assertAccessible("document");
    await desk.window.assertNotCut("document");
    await desk.window.picture(`manuscript-${name}`);
    await desk.page.goto(`${desk.page.url()}?panel=findings`);
    await desk.page.getByRole("complementary").getByRole("listitem").first().waitFor();
    await desk.window.assertAccessible("findings");
    await desk.window.assertNotCut("findings");
    await desk.window.picture(`manuscript-findings-${name}`);
    desk.window.assertQuiet();
    await desk.close();
  });
}

test("an address leads to a place in the text", async () => {
  const path = `/api/projects/${project}/documents`;
  const content = "😀 One gull.\n\nTwo gulls.\n\nA gull again.";
  const { id } = await studio.ask("POST", path, { title: "Places", content });
  const desk = await Desk.open(studio, project, id);
  const { page } = desk;
  const selected = () =>
    page.evaluate(() => {
      const root: any = document.querySelector(".sheet-editor")?.shadowRoot;
      return String(root?.getSelection ? root.getSelection() : getSelection());
    });
  const leads = async (query: string, words: string) => {
    await desk.window.visit(`#/project/${project}/manuscript/${id}?${query}`);
    await until(async () => assert.equal(await selected(), words));
  };
  await leads("start=2&end=5", "One");
  await leads("quote=Two", "Two");
  await leads("quote=gull&line=5", "gull");
  await leads("start=30&end=34&quote=gulls", "gulls");
  const { id: chapter } = await demoDocument(studio, project, "Nether Fold");
  const { findings } = await studio.ask("GET", `/api/projects/${project}/findings?documentId=${chapter}`);
  const finding = findings.find((one: any) => one.rule === "near_miss");
  await desk.window.visit(`#/project/${project}/manuscript/${chapter}?finding=${finding.id}`);
  await until(async () => assert.equal(await selected(), "Strowd’s"));
  desk.window.assertQuiet();
  await desk.close();
});
