// What is done beside the text never costs what was typed in it: going back to a revision, names, proposals, findings,
// leaving and coming back, and a service that refuses, is slow, or whose answers are lost.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Route } from "playwright-core";
import { bookOf, demoDocument, Desk, undoInNotice, until } from "./manuscript-desk";
import { Studio } from "./studio";

const BY_HAND = "Not saved · this project is saved by hand";
const ONE = "**/api/projects/*/documents/*";

let studio: Studio;
let demo = "";

before(async () => {
  studio = await Studio.start("demo");
  demo = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

/** A project with one document, and a window with it. */
async function open(name: string, content: string, settings?: Record<string, unknown>) {
  const book = await bookOf(studio, name, [{ title: "One", content }]);
  const id = book.ids.One ?? "";
  if (settings) await studio.ask("PUT", `/api/projects/${book.project}`, { settings });
  const desk = await Desk.open(studio, book.project, id);
  const put = (text: string) => studio.ask("PUT", `${book.path}/${id}`, { content: text });
  const panel = async (shown: string) => desk.page.goto(desk.page.url().replace(/(\?.*)?$/, `?panel=${shown}`));
  return { ...book, id, desk, page: desk.page, put, panel, text: () => book.content("One") };
}

/** Answers only requests that change a document; the others pass. */
const onPut = (answer: (route: Route) => Promise<unknown>) => (route: Route) =>
  route.request().method() === "PUT" ? answer(route) : route.fallback();

test("going back to a revision leaves a text that cannot be saved as it is", async () => {
  const { desk, page, put, panel } = await open("Going back", "First.");
  await put("Second.");
  await desk.text("Second.");
  await panel("revisions");
  await page.getByRole("button", { name: "Differences" }).waitFor();
  await desk.context.setOffline(true);
  await desk.typeAtEnd(" Mine.");
  await desk.state("Not saved, kept in this browser");
  await put("Theirs.");
  await desk.context.setOffline(false);
  await desk.state("Changed elsewhere too");

  await page.getByRole("button", { name: "Differences" }).last().click();
  await page.getByRole("button", { name: "Go back to this text" }).click();
  await page.getByText("The text of “One” could not be saved, so nothing was done.").waitFor();
  await desk.text("Second. Mine.");
  await page.getByRole("button", { name: "Compare and choose" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take yours" }).click();
  await desk.saved();
  await page.getByRole("button", { name: "Differences" }).last().click();
  await page.getByRole("button", { name: "Go back to this text" }).click();
  await desk.text("First.");
  await desk.saved();
  await desk.close();
});

test("going back to a revision is one step that is undone like typing", async () => {
  const { desk, page, put, panel, text } = await open("Undone", "First.");
  await put("Second.");
  await desk.text("Second.");
  await panel("revisions");
  await desk.typeAtEnd(" More.");
  await page.getByRole("button", { name: "Differences" }).last().click();
  await page.getByRole("button", { name: "Go back to this text" }).click();
  await page.getByText("The text is that of revision 1 again").waitFor();
  await desk.text("First.");
  await page.keyboard.press("Control+z");
  await desk.text("Second. More.");
  await desk.saved();
  await until(async () => assert.equal(await text(), "Second. More."));
  await undoInNotice(page).click();
  await desk.saved();
  desk.window.assertQuiet();
  await desk.close();
});

test("what is last in a panel can be reached while a notice stands over it", async () => {
  const { desk, page, put, panel } = await open("Covered", "Text 0.");
  for (let index = 1; index <= 8; index += 1) await put(`Text ${index}.`);
  await desk.text("Text 8.");
  await page.setViewportSize({ width: 1280, height: 480 });
  await panel("revisions");
  const all = page.getByRole("button", { name: "Differences" });
  await all.last().click();
  await page.getByRole("button", { name: "Go back to this text" }).click();
  const notices = page.getByRole("region", { name: "Notices" });
  // It stays as long as the pointer is on it.
  await notices.getByText("The text is that of revision 1 again").hover();

  const list = page.locator(".panel-content");
  await list.evaluate((found) => found.scrollTo(0, found.scrollHeight));

  const [last, over] = await Promise.all([list.locator("li").last().boundingBox(), notices.boundingBox()]);
  assert.ok(last && over && last.y + last.height <= over.y, JSON.stringify([last, over]));
  await desk.close();
});

test("the field for a reason takes the focus once", async () => {
  const { id } = await demoDocument(studio, demo, "Nether Fold");
  const desk = await Desk.open(studio, demo, id);
  const { page } = desk;
  await page.goto(`${page.url()}?panel=findings`);
  const card = page.getByRole("complementary").getByRole("listitem").filter({ hasText: "Strowd’s" });
  await card.getByRole("button", { name: "Meant so" }).click();
  const field = card.getByLabel("Why it is meant so");
  await until(async () => assert.ok(await field.evaluate((one) => one === document.activeElement)));
  await desk.typeAtEnd(" One.");
  await desk.saved();
  await page.keyboard.type(" Two.");
  await desk.saved();
  await desk.text("One. Two.");
  assert.equal(await field.inputValue(), "");
  desk.window.assertQuiet();
  await desk.close();
});

test("a document that is opened again while it is being saved goes on hearing of changes", async () => {
  const { desk, page, id, text, put } = await open("Opened again", "One.");
  let isHeld = false;
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(ONE, onPut(async (route) => {
    isHeld = true;
    await released;
    await route.fallback();
  }));
  await desk.typeAtEnd(" Two.");
  await until(async () => assert.ok(isHeld));
  const address = new URL(page.url()).hash;
  await page.evaluate(() => (location.hash = "#/settings"));
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  const asked = page.waitForResponse((answer) => answer.request().method() === "GET" && answer.url().endsWith(id));
  await page.evaluate((hash) => (location.hash = hash), address);
  await (await asked).finished();
  release();
  await desk.saved();
  await until(async () => assert.equal(await text(), "One. Two."));
  await put("One. Two. Theirs.");
  await desk.text("One. Two. Theirs.");
  desk.window.assertQuiet();
  await desk.close();
});

test("in a project that is saved by hand, what is typed is saved before the text gets a name", async () => {
  const { desk, page, panel, read } = await open("Named", "One.", { autoSave: false });
  await panel("revisions");
  await desk.typeAtEnd(" Two.");
  await desk.state(BY_HAND);
  await page.getByRole("button", { name: "Name the present text" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Sent to Ana");
  await page.keyboard.press("Enter");
  await page.getByText("The text is called “Sent to Ana”").waitFor();
  const { content, label } = await read("One");
  assert.deepEqual([content, label], ["One. Two.", "Sent to Ana"]);
  await desk.saved();
  desk.window.assertQuiet();
  await desk.close();
});

test("in a project that is saved by hand, what is typed is saved before a proposal is accepted", async () => {
  const { desk, page, panel, project, id, text } = await open("Proposed", "It was very cold.", { autoSave: false });
  const changes = [{ before: "very cold", after: "icy" }];
  const target = { kind: "document", id };
  const agent = "proseguard";
  await studio.ask("POST", `/api/projects/${project}/proposals`, { target, agent, summary: "Shorter", changes });
  await panel("proposals");
  await desk.typeAtEnd(" Two.");
  await desk.state(BY_HAND);
  await page.getByRole("complementary").getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByText("1 change was accepted").waitFor();
  await desk.text("It was icy. Two.");
  await desk.saved();
  assert.equal(await text(), "It was icy. Two.");
  desk.window.assertQuiet();
  await desk.close();
});

test("by hand, a text whose answer was lost is no text of somebody else", async () => {
  const { desk, page, text } = await open("Lost answer", "One.", { autoSave: false });
  let isFirst = true;
  await page.route(ONE, onPut(async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    await route.fetch();
    await page.keyboard.type(" Three.");
    await route.abort();
  }));
  await desk.typeAtEnd(" Two.");
  await page.keyboard.press("Control+s");
  await until(async () => assert.equal(await text(), "One. Two."));
  await desk.state(BY_HAND);
  await page.keyboard.press("Control+s");
  await desk.saved();
  assert.equal(await text(), "One. Two. Three.");
  await desk.close();
});

test("a text that the service could not take is sent again when it was changed", async () => {
  const { desk, page, text } = await open("Too long", "One.");
  const detail = [{ loc: ["body", "content"], msg: "is too long", type: "too_long" }];
  await page.route(ONE, onPut(async (route) =>
    route.request().postDataJSON().content.includes("x")
      ? route.fulfill({ status: 422, contentType: "application/json", body: JSON.stringify({ detail }) })
      : route.fallback(),
  ));
  await desk.typeAtEnd(" Two.x");
  await page.getByText("content: is too long").waitFor();
  await page.keyboard.press("Backspace");
  await desk.saved();
  assert.equal(await text(), "One. Two.");
  await desk.close();
});

test("that one text is not kept is said until it is saved, whatever is kept of others", async () => {
  const book = await bookOf(studio, "Two texts", [{ title: "One", content: "1" }, { title: "Two", content: "2" }]);
  const desk = await Desk.open(studio, book.project, book.ids.One ?? "");
  const { page } = desk;
  await page.evaluate((id) => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.includes(`kept/${id}`)) throw new DOMException("There is no room left.", "QuotaExceededError");
      set.call(this, key, value);
    };
  }, book.ids.One);
  await page.route(ONE, onPut((route) => route.abort()));
  await desk.typeAtEnd(" Held.");
  await desk.state("Not saved, not kept");
  const row = (name: RegExp) => page.getByRole("tree").getByRole("treeitem", { name });
  await row(/^Two/).click();
  await page.getByRole("textbox", { name: "Text of Two" }).waitFor();
  await desk.typeAtEnd(" Kept.");
  await desk.state("Not saved, kept in this browser");
  await row(/^One/).click();
  await desk.state("Not saved, not kept");
  await page.unroute(ONE);
  await desk.saved();
  await until(async () => assert.equal(await book.content("One"), "1 Held."));
  await desk.close();
});

test("a text that went with the last request of its page is not offered as unsaved", async () => {
  const { desk, page, project, text } = await open("Left", "One.");
  await desk.typeAtEnd(" Two.");
  await page.goto("about:blank");
  await until(async () => assert.equal(await text(), "One. Two."));
  await desk.window.visit(`#/project/${project}/manuscript`);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("kept")));
  await until(async () => assert.deepEqual(await kept(), []));
  await page.getByRole("region", { name: "Texts that were not saved" }).waitFor({ state: "detached" });
  await desk.close();
});

test("a document that was just made is not taken for one that went to the trash", async () => {
  const { desk, page, path } = await open("Just made", "One.");
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(`**${path}?*`, async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Two");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text of Two" }).waitFor();
  await desk.typeAtEnd("Written at once.");
  await desk.saved();
  assert.equal(await page.getByText(/was moved to the trash/).count(), 0);
  release();
  await page.getByRole("tree").getByRole("treeitem", { name: /^Two/ }).waitFor();
  const { documents } = await studio.ask("GET", `${path}?limit=10`);
  await studio.ask("DELETE", `${path}/${documents.find((one: any) => one.title === "Two").id}`);
  await page.getByText("“Two” was moved to the trash").waitFor();
  await page.getByRole("button", { name: "Take it out of the trash" }).click();
  await page.getByText("“Two” is back").waitFor();
  await desk.close();
});

test("targets are typed with thousands divided, and what is no number changes nothing", async () => {
  const { desk, page, panel, read } = await open("Targets", "One.");
  await panel("goals");
  const field = page.getByRole("complementary").getByLabel("Word target");
  await field.fill("1,500");
  await page.keyboard.press("Enter");
  await until(async () => assert.equal((await read("One")).wordTarget, 1_500));
  await field.fill("many");
  await page.keyboard.press("Enter");
  await page.getByText("A target is a whole number above zero.").waitFor();
  await desk.window.assertAccessible("targets");
  await desk.typeAtEnd(" Two.");
  await desk.saved();
  assert.equal(await field.inputValue(), "many");
  assert.equal((await read("One")).wordTarget, 1_500);
  const sitting = page.getByRole("complementary").getByLabel("Words per sitting");
  await sitting.fill("2 000");
  await page.keyboard.press("Enter");
  await until(async () => assert.equal(await sitting.inputValue(), "2000"));
  await desk.close();
});

test("of many changed places it is said how many are not shown", async () => {
  const lines = (word: string) =>
    Array.from({ length: 510 }, (_, index) => `Paragraph ${index} ${word}.\n\nThe same ${index}.`).join("\n\n");
  const { desk, page, panel, put } = await open("Many places", lines("before"));
  await put(lines("after"));
  await panel("revisions");
  await page.getByRole("button", { name: "Differences" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("10 further changed places are not shown.").waitFor();
  await dialog.getByRole("button", { name: "Show more" }).click();
  await dialog.getByText("Paragraph 509").waitFor();
  assert.equal(await dialog.getByText("not shown").count(), 0);
  await desk.close();
});

test("unsaved text of a project in the trash is shown with the projects", async () => {
  const { desk, page, project } = await open("Thrown away", "One.");
  await page.route(ONE, onPut((route) => route.abort()));
  await desk.typeAtEnd(" Held.");
  await page.goto("about:blank");
  await studio.ask("DELETE", `/api/projects/${project}`);
  await desk.window.visit("#/projects");
  const kept = page.getByRole("region", { name: "Texts that were not saved" });
  await kept.getByText("Their projects are in the trash").waitFor();
  await desk.window.assertAccessible("kept elsewhere");
  await kept.getByRole("button", { name: "Show the text" }).click();
  await page.getByRole("dialog").getByText("One. Held.").waitFor();
  await desk.close();
});
