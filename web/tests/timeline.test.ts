// The view of the timelines: events are made, moved, told and deleted, with the pointer and without, and a
// timeline of ten thousand events draws a window of them only.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { recognise, rewritten, shift } from "../src/views/timeline/dates";
import { projectWithEvents } from "./events";
import { Studio, Window } from "./studio";

const TIMELINES = "/api/creative/timelines";

let studio: Studio;

/** A project with a timeline of two plotlines. */
interface Story {
  projectId: string;
  timelineId: string;
  love: string;
  war: string;
  add: (title: string, dateDisplay: string, more?: object) => Promise<any>;
  get: (id: string) => Promise<any>;
  all: () => Promise<any[]>;
}

async function story(name: string): Promise<Story> {
  const { id: projectId } = await studio.ask("POST", "/api/projects", { name });
  const { data } = await studio.ask("POST", TIMELINES, { projectId, name: "The long year" });
  const timelineId = data.id;
  const plotline = async (called: string) =>
    (await studio.ask("POST", `${TIMELINES}/${timelineId}/plotlines`, { name: called })).data.id;
  const love = await plotline("Love");
  const war = await plotline("War");
  const events = `${TIMELINES}/${timelineId}/events`;
  return {
    projectId,
    timelineId,
    love,
    war,
    add: async (title, dateDisplay, more = {}) =>
      (await studio.ask("POST", events, { title, dateDisplay, ...more })).data,
    get: async (id) => (await studio.ask("GET", `${events}/${id}`)).data,
    all: async () => (await studio.ask("GET", `${events}?limit=100`)).data.events,
  };
}

const cell = (page: Page, name: RegExp | string): Locator => page.getByRole("gridcell", { name });

async function drag(page: Page, from: Locator, dx: number, to?: Locator): Promise<void> {
  const box = await from.boundingBox();
  assert.ok(box);
  const start = { x: box.x + 8, y: box.y + box.height / 2 };
  const target = to ? await to.boundingBox() : undefined;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + dx / 2 + 6, start.y, { steps: 3 });
  await page.mouse.move(start.x + dx, target ? target.y + target.height / 2 : start.y, { steps: 4 });
  await page.mouse.up();
}

before(async () => {
  studio = await Studio.start("demo");
});

test("dates are read and written as the service reads them", async () => {
  const { timelineId, add } = await story("Dates");
  const gregorian = { kind: "gregorian" } as const;
  for (const text of [
    "3 May 1893", "May 3, 1893", "May 1893", "1893", "1893-05-03", "1893-05", "1893-05-03T14:30",
    "Wednesday, 3 May 1893", "29 February 1904", "1 January 800", "31 December 1699",
  ]) {
    const { dateSortKey } = await add(text, text);
    const found = recognise(gregorian, text);
    assert.equal(found?.key, dateSortKey, text);
    // What a move writes is read by the service as the date that was meant.
    for (const unit of ["day", "month", "year"] as const) {
      const to = shift(gregorian, dateSortKey, { unit, count: 1 }, 7);
      const written = rewritten(gregorian, text, to, { unit, count: 1 });
      assert.ok(written, text);
      const moved = await add(written, written);
      assert.equal(moved.dateSortKey, to, `${text} moved by 7 of ${unit}: ${written}`);
    }
  }
  for (const text of ["a rainy evening", "6 June 44", "", "31 Smarch 1893"]) {
    assert.equal(recognise(gregorian, text), null, text);
  }
  const calendar = { kind: "year_day", daysPerYear: 364 } as const;
  await studio.ask("PUT", `${TIMELINES}/${timelineId}`, { calendar });
  for (const text of ["Year 3, Day 45", "Day 45 of Year 3", "Year 66"]) {
    const { dateSortKey } = await add(text, text);
    assert.equal(recognise(calendar, text)?.key, dateSortKey, text);
    const to = shift(calendar, dateSortKey, { unit: "day", count: 1 }, 400);
    const written = rewritten(calendar, text, to, { unit: "day", count: 1 }) ?? "";
    assert.equal((await add(written, written)).dateSortKey, to, written);
  }
});

test("a project without a timeline says what to do, and everything is made by keyboard alone", async () => {
  const { id: projectId } = await studio.ask("POST", "/api/projects", { name: "Keyboard" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByRole("heading", { name: "No timeline yet" }).waitFor();
  await window.assertAccessible("no timeline");
  await page.getByRole("button", { name: "Create a timeline" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("A timeline needs a name.").waitFor();
  await page.keyboard.type("The long year");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No event yet" }).waitFor();
  const [timeline] = (await studio.ask("GET", `${TIMELINES}?projectId=${projectId}`)).data.timelines;
  assert.equal(timeline.name, "The long year");

  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New event" }).waitFor();
  await page.keyboard.type("The letter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("3 May 1893");
  await page.keyboard.press("Enter");
  await cell(page, "The letter, 3 May 1893").waitFor();

  // A plotline from the menu, and the event moved to it and along time.
  await page.getByRole("button", { name: "More actions for the timeline" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Love");
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: /Love/ }).waitFor();

  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("ArrowRight");
  await window.assertAccessible("grid");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByText("“The letter” was moved to 5 May 1893").waitFor();
  const events = async () => (await studio.ask("GET", `${TIMELINES}/${timeline.id}/events`)).data.events;
  const [moved] = await events();
  assert.equal(moved.dateDisplay, "5 May 1893");
  assert.equal(moved.plotlineIds.length, 1);
  // Several keys are one change, and one step back.
  await page.keyboard.press("z");
  await page.getByText("Undone: “The letter” was moved").waitFor();
  const [back] = await events();
  assert.equal(back.dateDisplay, "3 May 1893");
  assert.deepEqual(back.plotlineIds, []);
  // Its key follows its date as before.
  await studio.ask("PUT", `${TIMELINES}/${timeline.id}/events/${back.id}`, { dateDisplay: "4 May 1893" });
  assert.equal((await events())[0].dateSortKey - back.dateSortKey, 86_400_000);

  await cell(page, "The letter, 4 May 1893").waitFor();
  await grid.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Event" }).waitFor();
  await window.assertAccessible("form");
  await page.getByLabel("Title").fill("The second letter");
  await page.keyboard.press("Enter");
  await cell(page, /The second letter/).waitFor();
  await grid.focus();
  await page.keyboard.press("Delete");
  await page.getByText("“The second letter” was deleted").waitFor();
  assert.deepEqual(await events(), []);
  await page.keyboard.press("z");
  await cell(page, /The second letter/).waitFor();
  assert.equal((await events())[0].dateDisplay, "4 May 1893");
  window.assertQuiet();
  await window.close();
});

test("events are dragged along time, to another plotline, and out of the list of those without a date", async () => {
  const { projectId, add, get, love, war } = await story("Dragging");
  const first = await add("The first shot", "1 March 1914", { plotlineIds: [love] });
  await add("The last shot", "1 March 1915", { plotlineIds: [war] });
  const undated = await add("The rumour", "one evening", { plotlineIds: [war] });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  const chip = cell(page, /The first shot/);
  await chip.waitFor();

  await drag(page, chip, 0, page.getByRole("rowheader", { name: /War/ }));
  await page.getByText("“The first shot” is now on War").waitFor();
  assert.deepEqual((await get(first.id)).plotlineIds, [war]);
  assert.equal((await get(first.id)).dateDisplay, "1 March 1914");

  await drag(page, chip, 200);
  await page.getByText("“The first shot” was moved to").waitFor();
  const moved = await get(first.id);
  assert.ok(moved.dateSortKey > first.dateSortKey);
  assert.equal(recognise({ kind: "gregorian" }, moved.dateDisplay)?.key, moved.dateSortKey);
  await page.locator(".notice", { hasText: "was moved to" }).getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: “The first shot” was moved").waitFor();
  assert.equal((await get(first.id)).dateDisplay, "1 March 1914");

  // What is written for readers stays; only its place is new.
  const tray = page.getByRole("complementary", { name: "1 without a known date" });
  await drag(page, tray.getByRole("button", { name: /The rumour/ }), -500, page.getByRole("rowheader", { name: /War/ }));
  await cell(page, "The rumour, one evening").waitFor();
  await page.getByText("“The rumour” was moved to").waitFor();
  const placed = await get(undated.id);
  assert.equal(placed.dateDisplay, "one evening");
  assert.ok(placed.dateSortKey >= first.dateSortKey);
  await page.locator(".notice", { hasText: "“The rumour” was moved" }).getByRole("button", { name: "Undo" }).click();
  await tray.waitFor();
  assert.equal((await get(undated.id)).dateSortKey, undefined);

  // Escape drops nothing.
  const before = await get(first.id);
  const box = await chip.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 8, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(await get(first.id), before);
  window.assertQuiet();
  await window.close();
});

test("the narrative order shows where the book tells events, and an event is moved to another chapter", async () => {
  const { projectId, add, get, love } = await story("Telling");
  const document = async (title: string) =>
    (await studio.ask("POST", `/api/projects/${projectId}/documents`, { title, content: "Words." })).id;
  const one = await document("Chapter One");
  const two = await document("Chapter Two");
  const event = await add("The wedding", "1 June 1900", { plotlineIds: [love] });
  await add("The funeral", "1 June 1901", { plotlineIds: [love] });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline?order=narrative`);
  const tray = page.getByRole("complementary", { name: "2 not told in any document" });
  await tray.getByRole("button", { name: /The wedding/ }).click();
  await page.getByLabel("Add a document").selectOption({ label: "Chapter One" });
  await page.getByRole("button", { name: "Save" }).click();
  const chip = cell(page, /The wedding/);
  await chip.waitFor();
  const told = async () => (await get(event.id)).links.map((link: any) => link.entityId);
  assert.deepEqual(await told(), [one]);

  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByText("“The wedding” is told in Chapter Two").waitFor();
  assert.deepEqual(await told(), [two]);
  await page.keyboard.press("z");
  await page.getByText("Undone: “The wedding” is told in Chapter Two").waitFor();
  assert.deepEqual(await told(), [one]);
  await window.assertAccessible("narrative");
  await page.reload();
  await chip.waitFor();

  await page.getByRole("link", { name: "List" }).click();
  await page.getByRole("button", { name: /The funeral/ }).waitFor();
  await page.getByLabel("Filter events").fill("wed");
  await page.getByText("1 event", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: /The funeral/ }).count(), 0);
  await window.assertAccessible("list");
  window.assertQuiet();
  await window.close();
});

test("a plotline is collapsed, moved, renamed and deleted, and comes back with its events", async () => {
  const { projectId, timelineId, add, get, love, war } = await story("Lanes");
  const event = await add("Both", "1 June 1900", { plotlineIds: [love, war] });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  const plotlines = async () =>
    (await studio.ask("GET", `${TIMELINES}/${timelineId}/plotlines`)).data.plotlines.map((one: any) => one.name);
  const choose = async (name: string, action: string) => {
    await page.getByRole("button", { name: `More actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await page.getByRole("button", { name: "Collapse Love" }).click();
  await page.getByRole("button", { name: "Expand Love" }).click();
  await page.getByRole("button", { name: "Collapse Love" }).waitFor();
  await choose("War", "Move up");
  await page.getByText("“War” was moved").waitFor();
  assert.deepEqual(await plotlines(), ["War", "Love"]);
  await choose("Love", "Name and colour");
  await page.getByLabel("Name", { exact: true }).fill("True love");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("rowheader", { name: /True love/ }).waitFor();

  await choose("True love", "Delete the plotline");
  await page.getByRole("rowheader", { name: /True love/ }).waitFor({ state: "detached" });
  assert.deepEqual((await get(event.id)).plotlineIds, [war]);
  await page.locator(".notice", { hasText: "its events stay" }).getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: “True love”").waitFor();
  const { plotlineIds } = await get(event.id);
  assert.equal(plotlineIds.length, 2);
  assert.equal(plotlineIds[1], war);
  window.assertQuiet();
  await window.close();
});

test("a contradiction is shown with the event that it is about, and answered", async () => {
  const { projectId, add } = await story("Contradicted");
  await studio.ask("POST", `/api/projects/${projectId}/lore`, { name: "Anna Bell", category: "character", content: "" });
  await studio.ask("POST", `/api/projects/${projectId}/documents`, {
    title: "One",
    content: "Anna Bell had blue eyes. Anna Bell was born on 3 May 1870.",
  });
  await add("Anna Bell is born", "3 May 1880", { description: "Anna Bell was born on 3 May 1880. Anna Bell had brown eyes." });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByRole("button", { name: "0 contradictions" }).click();
  await page.getByText("No contradiction is known.").waitFor();
  await page.getByRole("button", { name: "Read again" }).click();
  await page.getByText(/Read again: \d+ open/).waitFor();
  const { findings } = await studio.ask("GET", `/api/projects/${projectId}/findings?check=facts&state=open`);
  assert.ok(findings.length > 0);
  await cell(page, /Anna Bell is born, 3 May 1880, contradicted/).waitFor();
  await page.getByRole("button", { name: "Show Anna Bell is born on the timeline" }).first().click();
  await window.assertAccessible("contradictions");
  await window.picture("timeline-contradictions");
  const reason = page.getByLabel("Why is it meant so?");
  await page.getByRole("button", { name: "Meant so" }).first().click();
  await reason.fill("It is kept.");
  await window.refusing("**/findings/*", async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Meant so" }).click();
    await page.getByRole("dialog").getByText("The service is busy.").waitFor();
  });
  assert.equal(await reason.inputValue(), "It is kept.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  for (let left = findings.length; left > 0; left -= 1) {
    await page.getByRole("button", { name: "Meant so" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Meant so" }).click();
    await page.getByText("Write a reason.").waitFor();
    await reason.fill("She lies about her age.");
    await page.getByRole("dialog").getByRole("button", { name: "Meant so" }).click();
    await page.getByRole("button", { name: `${left - 1} contradiction` }).waitFor();
  }
  const after = await studio.ask("GET", `/api/projects/${projectId}/findings?check=facts&state=waived`);
  assert.equal(after.findings[0].reason, "She lies about her age.");
  await cell(page, "Anna Bell is born, 3 May 1880").waitFor();
  window.assertQuiet();
  await window.close();
});

test("what somebody else changes is seen, a conflict keeps what is typed, and a refusal says why", async () => {
  const { projectId, timelineId, add, get } = await story("Two windows");
  const event = await add("The storm", "1 June 1900");
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByText("Live", { exact: true }).waitFor();
  await cell(page, /The storm/).click();
  await page.getByLabel("What happens").fill("Mine");
  await studio.ask("PUT", `${TIMELINES}/${timelineId}/events/${event.id}`, { title: "The calm" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody changed this in the meantime.").waitFor();
  assert.equal(await page.getByLabel("What happens").inputValue(), "Mine");
  assert.equal((await get(event.id)).description, "");
  await page.getByLabel("Sorted as").fill("some day");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Write a date such as 1893-05-03.").waitFor();
  await page.getByLabel("Sorted as").fill("1 June 1900");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // The title was not touched here.
  await cell(page, /The calm/).waitFor();
  assert.equal((await get(event.id)).description, "Mine");

  // The service refuses a title that is too long; nothing is lost.
  await cell(page, /The calm/).click();
  await page.getByLabel("Title").evaluate((field: any) => field.removeAttribute("maxlength"));
  await page.getByLabel("Title").fill("x".repeat(1_001));
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("String should have at most 1000 characters").waitFor();
  assert.equal((await page.getByLabel("Title").inputValue()).length, 1_001);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard", exact: true }).click();

  await studio.ask("DELETE", `${TIMELINES}/${timelineId}/events/${event.id}`);
  await cell(page, /The calm/).waitFor({ state: "detached" });
  await add("From elsewhere", "2 June 1900");
  await cell(page, /From elsewhere/).waitFor();
  window.assertQuiet();
  await window.close();
});

test("hostile text stays text, and a timeline is chosen, renamed and deleted", async () => {
  const { projectId, timelineId, add } = await story("Hostile");
  const hostile = ['<img src=x onerror="alert(1)">', "‮reversed‬ שלום", "w".repeat(900)];
  for (const text of hostile) {
    await studio.ask("POST", `/api/projects/${projectId}/documents`, { title: text });
    await studio.ask("POST", `${TIMELINES}/${timelineId}/plotlines`, { name: text });
    await add(text, "1 June 1900", { description: text, tags: [text] });
    await add(text, text);
  }
  const { data: other } = await studio.ask("POST", TIMELINES, { projectId, name: hostile[0] });
  for (const width of [320, 1280]) {
    const window = await Window.open(studio, { width });
    const { page } = window;
    for (const order of ["", "?order=narrative", "?order=list"]) {
      await window.visit(`#/project/${projectId}/timeline/${timelineId}${order}`);
      await page.getByText("<img src=x").filter({ visible: true }).first().waitFor();
      await window.assertNotCut(`hostile ${order} at ${width}`);
      await window.assertAccessible(`hostile ${order} at ${width}`);
    }
    window.assertQuiet();
    await window.close();
  }
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByLabel("Timeline", { exact: true }).selectOption(other.id);
  await page.getByRole("heading", { name: "No event yet" }).waitFor();
  await page.getByRole("button", { name: "More actions for the timeline" }).click();
  await page.getByRole("menuitem", { name: "Delete the timeline" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("grid", { name: "Events of The long year" }).waitFor();
  assert.equal((await studio.ask("GET", `${TIMELINES}?projectId=${projectId}`)).data.timelines.length, 1);
  await window.visit(`#/project/${projectId}/timeline/${other.id}`);
  await page.getByRole("heading", { name: "This timeline is gone" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("whoever may only read sees everything and can change nothing, and a failure names its request", async () => {
  const { projectId, timelineId, add, get, love } = await story("Reading");
  const event = await add("The storm", "1 June 1900", { plotlineIds: [love] });
  const window = await Window.open(studio);
  const { page } = window;
  let isBroken = true;
  await page.route(`**/timelines/${timelineId}/events?**`, (route) =>
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
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByText("request-77").waitFor();
  await window.assertAccessible("failed");
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  const chip = cell(page, /The storm/);
  await chip.waitFor();
  assert.equal(await page.getByRole("button", { name: "New event" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: /^More actions/ }).count(), 0);
  await drag(page, chip, 150);
  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Event" }).waitFor();
  assert.equal(await page.getByLabel("Title").isDisabled(), true);
  assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
  assert.deepEqual(await get(event.id), event);
  window.assertQuiet();
  await window.close();
});

test("an address may name an event", async () => {
  const { projectId, add } = await story("Named");
  const event = await add("The one", "1 June 1900");
  const window = await Window.open(studio);
  await window.visit(`#/project/${projectId}/timeline/${event.id}`);
  await window.page.getByRole("dialog", { name: "Event" }).waitFor();
  assert.equal(await window.page.getByLabel("Title").inputValue(), "The one");
  await window.close();
});

test("of ten thousand events a window is drawn, at every zoom and however far it is scrolled", async () => {
  const COUNT = 10_000;
  const projectId = await projectWithEvents(studio, COUNT);
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByRole("gridcell").first().waitFor();
  await page.locator(".reading").waitFor({ state: "detached" });
  const drawn = () => page.getByRole("gridcell").count();
  const DRAWN_MAX = 400;
  assert.ok((await drawn()) < DRAWN_MAX, `${await drawn()} at the whole`);
  // Every event is in some cell: alone, or counted.
  const counted = await page.getByRole("gridcell").evaluateAll((cells) =>
    cells.reduce((sum, one) => sum + Number(/^([\d,]+) events/.exec(one.getAttribute("aria-label") ?? "")?.[1]?.replace(",", "") ?? 1), 0),
  );
  assert.equal(counted, COUNT);

  const grid = page.getByRole("grid");
  const box = await grid.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -300);
    await page.keyboard.up("Control");
    await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
    assert.ok((await drawn()) < DRAWN_MAX, `${await drawn()} at step ${step}`);
  }
  const width = await grid.evaluate((element) => element.scrollWidth);
  assert.ok(width > 100 * box.width, `${width} pixels wide`);
  await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await page.getByRole("gridcell", { name: `Event ${COUNT - 1},` }).waitFor();
  assert.ok((await drawn()) < DRAWN_MAX);
  await grid.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Home");
  await page.getByRole("gridcell", { name: "Event 0," }).or(page.getByRole("gridcell", { name: "Event 1," })).first().waitFor();
  await page.keyboard.press("0");
  await page.waitForFunction(() => {
    const element = document.querySelector(".lanes");
    return element !== null && element.scrollWidth <= element.clientWidth + 1;
  });
  window.assertQuiet();
  await window.close();
});

test("after a step of the zoom the lanes below and beside are drawn once they are seen", async () => {
  const { projectId, timelineId, add, love } = await story("Many lanes");
  const plotlines = `${TIMELINES}/${timelineId}/plotlines`;
  for (let index = 0; index < 20; index += 1) {
    const lane = (await studio.ask("POST", plotlines, { name: `Lane ${index}` })).data.id;
    await add(`Event of ${index}`, "1880-05-03", { plotlineIds: [lane] });
  }
  for (let day = 1; day <= 28; day += 1) {
    await add(`Day ${day}`, `1880-05-${String(day).padStart(2, "0")}`, { plotlineIds: [love] });
  }
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/project/${projectId}/timeline`);
  await page.getByRole("gridcell").first().waitFor();
  const grid = page.getByRole("grid");
  await grid.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("+");
  await page.locator(".zoom [aria-disabled='false']").nth(1).waitFor();
  await grid.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await page.getByRole("rowheader", { name: /Lane 19/ }).waitFor();

  await grid.evaluate((element) => (element.scrollTop = 0));
  await page.getByRole("rowheader", { name: /Love/ }).waitFor();
  await page.keyboard.press("+");
  const days = page.getByRole("gridcell", { name: /^Day / });
  const before = await days.count();
  await page.setViewportSize({ width: 2400, height: 900 });
  await page.waitForFunction(
    (count) => document.querySelectorAll("[role=gridcell][aria-label^='Day ']").length > count,
    before,
  );
  await window.close();
});
