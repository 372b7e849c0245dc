// The view of the lore: entries, relations, facts and names, with the mouse and without, and what may go
// wrong.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

/** A project of its own, so that tests do not see each other's entries. */
async function newProject(name: string): Promise<string> {
  return (await studio.ask("POST", "/api/projects", { name })).id;
}

/** Every label of the graph is inside of the drawing. */
async function assertLabelsInside({ page }: Window): Promise<void> {
  const cut = await page.locator(".graph").evaluate((drawing) => {
    const outer = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll(".graph-name")]
      .filter((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        return left < outer.left || right > outer.right || top < outer.top || bottom > outer.bottom;
      })
      .map((label) => label.textContent);
  });
  assert.deepEqual(cut, []);
}

test("an empty lore says what to do, and an entry is made by keyboard alone", async () => {
  const own = await newProject("Empty Lore");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/lore`);
  await page.getByRole("heading", { name: "No lore yet" }).waitFor();
  await window.assertAccessible("empty");
  await window.picture("lore-empty-light-1280");

  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "New entry" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("An entry needs a name.").waitFor();
  await page.keyboard.type("Mara Venn");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Char");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Mara");
  await page.keyboard.press("Tab");
  await page.keyboard.type("She *counts* the lamps.");
  // The new row has the focus before the next frame is drawn, so that no key is lost.
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  await page.getByRole("button", { name: "Add an attribute" }).press("Enter");
  await page.keyboard.type("age");
  await page.keyboard.press("Tab");
  await page.keyboard.type("34");
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { level: 2, name: "Mara Venn" }).waitFor();
  await page.locator(".markdown em", { hasText: "counts" }).waitFor();
  const { entries } = await studio.ask("GET", `/api/projects/${own}/lore`);
  assert.equal(entries.length, 1);
  assert.equal(entries[0].category, "character");
  assert.deepEqual(entries[0].aliases, ["Mara"]);
  assert.deepEqual(entries[0].attributes, { age: 34 });
  await page.reload();
  await page.getByRole("heading", { level: 2, name: "Mara Venn" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("entries are found, read and walked through by keyboard", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/lore`);
  await page.getByText("33 entries").waitFor();
  await page.getByLabel("Search names").fill("tarr");
  await page.getByRole("link", { name: /Ede Tarrant/ }).click();
  await page.getByRole("heading", { level: 2, name: "Ede Tarrant" }).waitFor();
  await page.getByText(/named \d+ times in \d+ texts/).waitFor();
  await page.getByText("Daughter of a net-tarrer").waitFor();
  await page.getByRole("heading", { name: "Where the texts name it" }).waitFor();
  await page.locator(".lore-mentions li").first().waitFor();
  await window.assertAccessible("entry");

  await page.getByLabel("Search names").fill("");
  await page.getByLabel("Kind").selectOption({ label: "Place (6)" });
  await page.getByText("6 entries").waitFor();
  await page.getByRole("link", { name: /^Inning/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Marrack"));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Marrack" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("an entry is edited with its relations, deleted, and brought back with those of others", async () => {
  const own = await newProject("Relations");
  const make = (body: object) => studio.ask("POST", `/api/projects/${own}/lore`, body);
  const mara = await make({ name: "Mara", category: "character", attributes: { eyes: "grey", kin: ["Tom"] } });
  const city = await make({ name: "The City", category: "location" });
  await make({ name: "Tom", relations: [{ targetId: mara.id, kind: "brother", label: "the elder" }] });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/lore/${mara.id}`);
  await page.getByText("brother").waitFor();

  await page.keyboard.press("e");
  await page.getByRole("heading", { name: "Edit Mara" }).waitFor();
  await page.getByRole("button", { name: "Add a relation" }).click();
  await page.getByLabel("Kind of relation 1").fill("lives in");
  await page.getByLabel("Entry of relation 1").fill("Nowhere");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("No entry is called “Nowhere”.").waitFor();
  await window.assertAccessible("form");
  await page.getByLabel("Entry of relation 1").fill("The City");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Mara” was changed").waitFor();
  const saved = await studio.ask("GET", `/api/projects/${own}/lore/${mara.id}`);
  assert.deepEqual(saved.relations, [{ targetId: city.id, kind: "lives in", label: null }]);
  // A value that nobody touched is as it was, also where it is no text.
  assert.deepEqual(saved.attributes, { eyes: "grey", kin: ["Tom"] });

  await page.getByRole("button", { name: "More actions for Mara" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("Lore has no trash.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("“Mara” was deleted").waitFor();
  assert.equal((await studio.ask("GET", `/api/projects/${own}/lore`)).total, 2);
  await page.locator(".notice", { hasText: "was deleted" }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { level: 2, name: "Mara" }).waitFor();
  const { entries } = await studio.ask("GET", `/api/projects/${own}/lore`);
  const back = entries.find((entry: any) => entry.name === "Mara");
  const tom = entries.find((entry: any) => entry.name === "Tom");
  assert.deepEqual(back.relations, [{ targetId: city.id, kind: "lives in", label: null }]);
  assert.deepEqual(tom.relations, [{ targetId: back.id, kind: "brother", label: "the elder" }]);
  window.assertQuiet();
  await window.close();
});

test("what is typed is kept on a conflict and over a reload", async () => {
  const own = await newProject("Conflict");
  const { id } = await studio.ask("POST", `/api/projects/${own}/lore`, { name: "Lamp", content: "Old" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/lore/${id}/edit`);
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("Mine");

  await studio.ask("PUT", `/api/projects/${own}/lore/${id}`, { content: "Theirs" });
  await page.reload();
  await page.getByText("This is what you typed here before").waitFor();
  assert.equal(await text.inputValue(), "Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  await page.getByLabel("Written by somebody else in the meantime").getByText("Theirs").waitFor();
  await window.assertAccessible("conflict");
  await window.picture("lore-conflict-light-1280");
  assert.equal(await text.inputValue(), "Mine");
  assert.equal((await studio.ask("GET", `/api/projects/${own}/lore/${id}`)).content, "Theirs");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Lamp” was changed").waitFor();
  assert.equal((await studio.ask("GET", `/api/projects/${own}/lore/${id}`)).content, "Mine");

  // Deleted while it is edited: what was typed becomes a new entry.
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await page.keyboard.press("e");
  await text.fill("Still mine");
  await studio.ask("DELETE", `/api/projects/${own}/lore/${id}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Save as a new entry" }).click();
  await page.getByText("“Lamp” was added").waitFor();
  const { entries } = await studio.ask("GET", `/api/projects/${own}/lore`);
  assert.equal(entries.length, 1);
  assert.equal((await studio.ask("GET", `/api/projects/${own}/lore/${entries[0].id}`)).content, "Still mine");
  window.assertQuiet();
  await window.close();
});

test("relations are drawn in the same way each time, and walked through with arrow keys", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  const positions = () =>
    page.locator(".graph-node").evaluateAll((nodes) => nodes.map((node) => node.parentElement?.getAttribute("transform")));
  await window.visit(`#/project/${project}/lore/relations`);
  const graph = page.getByRole("group", { name: "Graph of the relations" });
  await graph.waitFor();
  const first = await positions();
  assert.equal(new Set(first).size, first.length);
  await page.reload();
  await graph.waitFor();
  assert.deepEqual(await positions(), first);

  // No label goes beyond the drawing, and the drawing fits its frame where there is room.
  await assertLabelsInside(window);
  const [drawn, framed] = await page
    .locator(".graph-frame")
    .evaluate((frame) => [frame.scrollWidth, frame.clientWidth]);
  assert.ok((drawn ?? 0) <= (framed ?? 0), `${drawn} pixels in ${framed}`);

  await graph.getByRole("link", { name: /^Ede Tarrant, Character/ }).focus();
  await page.keyboard.press("ArrowRight");
  const reached = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  assert.doesNotMatch(reached, /^Ede Tarrant/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: reached.split(",")[0] ?? "" }).waitFor();

  // Around one entry: what the graph shows is what the list says.
  await window.visit(`#/project/${project}/lore/relations`);
  await page.getByLabel("Around").selectOption({ label: "Harro" });
  await page.getByText("The entries around Harro.").waitFor();
  const entries = (await studio.ask("GET", `/api/projects/${project}/lore?limit=100`)).entries;
  const harro = entries.find((entry: any) => entry.name === "Harro");
  const near = new Set([
    ...harro.relations.map((relation: any) => relation.targetId),
    ...entries.filter((entry: any) => entry.relations.some((r: any) => r.targetId === harro.id)).map((e: any) => e.id),
    harro.id,
  ]);
  assert.equal(await graph.getByRole("link").count(), near.size);
  await window.picture("lore-around-light-1280");
  window.assertQuiet();
  await window.close();
});

test("a large lore is shown around one entry, and its list draws only what is seen", async () => {
  const own = await newProject("Large");
  const make = (body: object) => studio.ask("POST", `/api/projects/${own}/lore`, body);
  const hub = await make({ name: "Hub" });
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  for (let at = 0; at < numbers.length; at += 10) {
    await Promise.all(
      numbers.slice(at, at + 10).map((index) =>
        make({ name: `Spoke ${String(index).padStart(3, "0")}`, relations: [{ targetId: hub.id, kind: "of" }] }),
      ),
    );
  }
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${own}/lore`);
  await page.getByText("301 entries", { exact: true }).waitFor();
  assert.ok((await page.locator(".lore-row").count()) < 100);
  await page.getByRole("link", { name: /^Hub/ }).focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Spoke 299"));

  await window.visit(`#/project/${own}/lore/relations`);
  await page.getByText("The lore has 301 entries, too many for one graph.").waitFor();
  await page.getByLabel("Around").selectOption({ label: "Hub" });
  await page.getByText("The graph shows the nearest 120 of 301 entries.").waitFor();
  await window.assertAccessible("large");
  window.assertQuiet();
  await window.close();
});

test("a fact is rejected with a reason, and the rejection is undone", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/lore/facts`);
  await page.getByLabel("Person").fill("harro");
  await page.getByLabel("Person").press("Enter");
  await page.getByText("Harro was fifty-six", { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector(".facts")?.textContent?.includes("Corporal") === false);
  await page.getByRole("button", { name: "Reject: Harro, Age: 56" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByText("Say why it is wrong.").waitFor();
  await window.assertAccessible("reject");
  await page.getByLabel("Reason").fill("He says so himself, and is vain.");
  await page.keyboard.press("Enter");
  await page.getByText("Rejected: He says so himself, and is vain.").waitFor();
  await page.locator(".notice", { hasText: "The fact is rejected" }).hover();
  const rejected = async () => (await studio.ask("GET", `/api/projects/${project}/facts?isRejected=true`)).facts;
  assert.equal((await rejected()).length, 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Rejected: He says").waitFor({ state: "detached" });
  assert.equal((await rejected()).length, 0);

  await page.getByLabel("About").selectOption({ label: "Wedding" });
  await page.getByRole("heading", { name: "No fact is found" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("a name that the lore lacks becomes an entry", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${project}/lore/names`);
  await page.getByRole("link", { name: "Make an entry of Serle" }).click();
  await page.getByRole("heading", { name: "New entry" }).waitFor();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Serle");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 2, name: "Serle" }).waitFor();
  // The mentions are counted a moment later.
  await page.getByText(/named \d+ times in \d+ texts/).waitFor();
  await page.getByRole("link", { name: "Unlisted names" }).click();
  await page.getByRole("link", { name: "Make an entry of Corporal Dunn" }).waitFor();
  await page.getByRole("link", { name: "Make an entry of Serle" }).waitFor({ state: "detached" });
  window.assertQuiet();
  await window.close();
});

test("hostile text stays text, and what another window changes is seen", async () => {
  const own = await newProject("Hostile");
  const hostile = `<img src=x onerror="document.title='taken'"> \u202Eeman ${"w".repeat(120)}`;
  const made = await studio.ask("POST", `/api/projects/${own}/lore`, {
    name: hostile,
    aliases: [hostile],
    content: `${hostile}\n\n[here](javascript:alert(1)) ![p](http://example.org/p.png) <script>1</script>`,
    attributes: { __proto__x: hostile, [hostile]: { deep: [hostile] } },
  });
  await studio.ask("PUT", `/api/projects/${own}/lore/${made.id}`, {
    relations: [{ targetId: made.id, kind: hostile.slice(0, 60), label: hostile }],
  });
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit(`#/project/${own}/lore/${made.id}`);
  await page.getByRole("heading", { level: 2, name: /<img src=x/ }).waitFor();
  await window.assertNotCut("hostile entry");
  await window.assertAccessible("hostile entry");
  await window.picture("lore-hostile-light-320");
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  assert.equal(await page.locator("main a[href^='javascript']").count(), 0);
  await page.getByRole("link", { name: "Edit" }).click();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), hostile);
  await window.assertNotCut("hostile form");
  await window.visit(`#/project/${own}/lore/relations`);
  await page.getByRole("group", { name: "Graph of the relations" }).waitFor();
  await window.assertNotCut("hostile graph");
  await studio.ask("POST", `/api/projects/${own}/lore`, {
    name: "WWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    relations: [{ targetId: made.id, kind: "beside" }],
  });
  await page.getByRole("link", { name: /^WWWW/ }).first().waitFor();
  await assertLabelsInside(window);
  await window.picture("lore-hostile-graph-light-320");

  await window.visit(`#/project/${own}/lore`);
  await studio.ask("POST", `/api/projects/${own}/lore`, { name: "From elsewhere" });
  await page.getByRole("link", { name: /From elsewhere/ }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("a refusal is shown with the id of its request, and a reader sees no way to change anything", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  let isBroken = true;
  await page.route("**/lore?*", (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          headers: { "x-request-id": "request-77", "content-type": "application/json" },
          body: JSON.stringify({ detail: "Internal Server Error" }),
        })
      : route.continue(),
  );
  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), scope: "read" } });
  });
  await window.visit(`#/project/${project}/lore`);
  await page.getByText("request-77").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(/\d+ entries/).waitFor();
  await page.getByRole("link", { name: /Ede Tarrant/ }).click();
  await page.getByRole("heading", { level: 2, name: "Ede Tarrant" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "New entry" }).count(), 0);
  assert.equal(await page.getByRole("link", { name: "Edit" }).count(), 0);
  window.assertQuiet();
  await window.close();
});
