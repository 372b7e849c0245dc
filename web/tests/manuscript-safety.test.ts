// Nothing that is typed is lost: in two windows, without a service, after a reload, without its document.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Desk, until } from "./manuscript-desk";
import { Studio } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  const { projects } = await studio.ask("GET", "/api/projects");
  project = projects[0].id;
});

const read = async (id: string): Promise<string> =>
  (await studio.ask("GET", `/api/projects/${project}/documents/${id}`)).content;

async function chapter(title: string, content: string): Promise<string> {
  return (await studio.ask("POST", `/api/projects/${project}/documents`, { title, content })).id;
}

test("a clean window follows what another one writes", async () => {
  const id = await chapter("Two desks", "The beginning.");
  const one = await Desk.open(studio, project, id);
  const other = await Desk.open(studio, project, id);

  await one.typeAtEnd(" Written in one.");
  await one.saved();
  await other.text("The beginning. Written in one.");
  await other.typeAtEnd(" Written in the other.");
  await other.saved();
  await one.text("The beginning. Written in one. Written in the other.");

  one.window.assertQuiet();
  other.window.assertQuiet();
  await one.close();
  await other.close();
});

for (const [choice, left] of [
  ["Take yours", "Mine."],
  ["Take the one on the service", "Theirs."],
  ["Keep both", "Theirs."],
] as const) {
  test(`a conflict of two windows: ${choice.toLowerCase()}`, async () => {
    const id = await chapter("A conflict", "The beginning.");
    const one = await Desk.open(studio, project, id);
    await one.context.setOffline(true);
    await one.typeAtEnd(" Mine.");
    await one.state("Not saved, kept in this browser");
    await studio.ask("PUT", `/api/projects/${project}/documents/${id}`, { content: "The beginning. Theirs." });
    await one.context.setOffline(false);

    await one.page.getByRole("button", { name: "Compare and choose" }).click();
    const dialog = one.page.getByRole("dialog", { name: "This text was changed elsewhere too" });
    await dialog.getByText("Mine.").first().waitFor();
    await dialog.getByText("Theirs.").first().waitFor();
    await one.window.assertAccessible("conflict");
    await one.window.picture(`manuscript-conflict-${choice.replaceAll(" ", "-")}`);
    await dialog.getByRole("button", { name: choice, exact: true }).click();
    await one.saved();

    await until(async () => assert.equal(await read(id), `The beginning. ${left}`));
    const everything = await everyText(id);
    for (const words of ["Mine.", "Theirs."]) assert.ok(everything.includes(words), words);
    one.window.assertQuiet();
    await one.close();
  });
}

test("of two texts each place is chosen by itself", async () => {
  const id = await chapter("Places", "One.\n\nTwo.\n\nThree.");
  const desk = await Desk.open(studio, project, id);
  await desk.context.setOffline(true);
  await desk.typeAtEnd(" Mine.");
  await desk.page.keyboard.press("Control+Home");
  await desk.page.keyboard.type("Mine. ");
  await desk.state("Not saved, kept in this browser");
  await studio.ask("PUT", `/api/projects/${project}/documents/${id}`, {
    content: "Theirs. One.\n\nTwo.\n\nThree. Theirs.",
  });
  await desk.context.setOffline(false);

  await desk.page.getByRole("button", { name: "Compare and choose" }).click();
  await desk.page.getByRole("group", { name: "Place 1" }).getByLabel("Service").check();
  await desk.page.getByRole("group", { name: "Place 2" }).getByLabel("Both").check();
  await desk.page.getByRole("button", { name: "Take what is chosen" }).click();
  await desk.saved();

  assert.equal(await read(id), "Theirs. One.\n\nTwo.\n\nThree. Theirs.\n\nThree. Mine.");
  await desk.close();
});

test("text that is typed while the service is down is saved when it is back", async () => {
  const own = await Studio.start("empty");
  const { id: book } = await own.ask("POST", "/api/projects", { name: "A book" });
  const { id } = await own.ask("POST", `/api/projects/${book}/documents`, { title: "One", content: "" });
  const desk = await Desk.open(own, book, id);
  await own.stop();
  await desk.typeAtEnd("Written in the dark.");
  await desk.state("Not saved, kept in this browser");
  await desk.window.assertAccessible("not saved");
  await own.restart();

  await desk.saved();
  const { content } = await own.ask("GET", `/api/projects/${book}/documents/${id}`);
  assert.equal(content, "Written in the dark.");
  desk.window.assertQuiet();
  await desk.close();
});

test("unsaved text is there again after a reload, and is saved", async () => {
  const id = await chapter("Reloaded", "The beginning.");
  const desk = await Desk.open(studio, project, id);
  await desk.page.route("**/api/projects/*/documents/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await desk.typeAtEnd(" Not sent.");
  await desk.page.reload();
  await desk.editor.waitFor();
  await desk.text("The beginning. Not sent.");
  await desk.page.getByText("Unsaved text of “Reloaded” was put back").waitFor();
  assert.equal(await read(id), "The beginning.");

  await desk.page.unroute("**/api/projects/*/documents/*");
  await desk.saved();
  assert.equal(await read(id), "The beginning. Not sent.");
  const kept = await desk.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("kept")));
  assert.deepEqual(kept, []);
  await desk.close();
});

test("unsaved text that meets another text after a reload is a conflict", async () => {
  const id = await chapter("Reloaded late", "The beginning.");
  const desk = await Desk.open(studio, project, id);
  await desk.page.route("**/api/projects/*/documents/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await desk.typeAtEnd(" Not sent.");
  await desk.page.goto("about:blank");
  await studio.ask("PUT", `/api/projects/${project}/documents/${id}`, { content: "Another text." });
  await desk.window.visit(`#/project/${project}/manuscript/${id}`);

  await desk.page.getByText("This text was changed elsewhere too").waitFor();
  await desk.text("The beginning. Not sent.");
  assert.equal(await read(id), "Another text.");
  await desk.close();
});

test("text of a document that somebody deleted becomes a new document, or the document is taken back", async () => {
  for (const choice of ["Make a new document of it", "Take it out of the trash and save"]) {
    const id = await chapter("Deleted elsewhere", "The beginning.");
    const desk = await Desk.open(studio, project, id);
    await desk.context.setOffline(true);
    await desk.typeAtEnd(" Still typed.");
    await studio.ask("DELETE", `/api/projects/${project}/documents/${id}`);
    await desk.context.setOffline(false);

    await desk.page.getByRole("button", { name: choice }).click();
    await desk.saved();
    const now = /manuscript\/([^?]+)/.exec(desk.page.url())?.[1] ?? "";
    assert.equal(now === id, choice.startsWith("Take"));
    await until(async () => assert.equal(await read(now), "The beginning. Still typed."));
    desk.window.assertQuiet();
    await desk.close();
  }
});

test("a browser that keeps nothing says so", async () => {
  const id = await chapter("No room", "The beginning.");
  const desk = await Desk.open(studio, project, id);
  await desk.page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.includes("kept/")) throw new DOMException("There is no room left.", "QuotaExceededError");
      set.call(this, key, value);
    };
  });
  await desk.context.setOffline(true);
  await desk.typeAtEnd(" Held.");
  await desk.page.getByText("There is no room left.").waitFor();
  await desk.state("Not saved, not kept");
  await desk.window.assertAccessible("no room");
  await desk.context.setOffline(false);
  await desk.saved();
  await desk.close();
});

test("what was never saved and has no document is offered", async () => {
  const id = await chapter("Gone for good", "The beginning.");
  const desk = await Desk.open(studio, project, id);
  await desk.page.route("**/api/projects/*/documents/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await desk.typeAtEnd(" Held.");
  await desk.page.goto("about:blank");
  await studio.ask("DELETE", `/api/projects/${project}/documents/${id}`);
  await desk.window.visit(`#/project/${project}/manuscript`);

  const kept = desk.page.getByRole("region", { name: "Texts that were not saved" });
  await kept.getByText("Gone for good").waitFor();
  await desk.window.assertAccessible("kept");
  await desk.window.picture("manuscript-kept");
  await kept.getByRole("button", { name: "Show the text" }).click();
  await desk.page.getByRole("dialog").getByText("The beginning. Held.").waitFor();
  await desk.page.getByRole("button", { name: "Make a new document of it" }).click();
  await desk.text("The beginning. Held.");
  await kept.waitFor({ state: "detached" });
  await desk.close();
});

/** Every text of a document and of those made of it, with the earlier ones. */
async function everyText(id: string): Promise<string> {
  const path = `/api/projects/${project}/documents`;
  const { documents } = await studio.ask("GET", `${path}?limit=100&q=A%20conflict`);
  const found: string[] = [];
  for (const one of documents) {
    found.push(await read(one.id));
    const { revisions } = await studio.ask("GET", `${path}/${one.id}/revisions`);
    for (const { version } of revisions) {
      found.push((await studio.ask("GET", `${path}/${one.id}/revisions/${version}`)).content);
    }
  }
  assert.ok(documents.some((one: any) => one.id === id));
  return found.join("\n");
}
