// The view of the agents: who is online, questions and their answers with and without a language model,
// permissions, and what may go wrong.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { cite, Model } from "./model";
import { Studio, Window } from "./studio";

/** How long a model may take to be asked: right after a start an agent waits up to 30 s for the search. */
const MODEL_MS = 60_000;

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

const question = (page: Page) => page.getByRole("textbox", { name: "Question" });

test("the agents are listed with what is known of them, and taken offline and online by keyboard", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/projects");
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await page.getByText("15 of 15 agents are online").waitFor();
  // Nobody has asked the publisher anything since the start.
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Publisher" }) });
  await row.getByText("Load not known").waitFor();
  assert.equal(await row.locator(".meter.is-unknown").count(), 1);

  await page.getByRole("button", { name: "Take offline: Muse" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("14 of 15 agents are online").waitFor();
  assert.equal((await studio.ask("GET", "/api/agents/muse")).status, "offline");
  await page.getByRole("button", { name: "Take online: Muse" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("15 of 15 agents are online").waitFor();

  // Another client's change is seen without a reload.
  await page.getByText("Live", { exact: true }).waitFor();
  await studio.ask("POST", "/api/agents/critic/sleep");
  await page.getByText("14 of 15 agents are online").waitFor();
  await studio.ask("POST", "/api/agents/critic/wake");
  window.assertQuiet();
  await window.close();
});

test("a question is asked by keyboard, answered by rule, and found again after a reload", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/agents/publisher");
  await page.getByRole("heading", { name: "Publisher", level: 1 }).waitFor();
  await page.getByText("Asks for your permission before it asks a language model.").waitFor();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Write a question first.").waitFor();
  await question(page).focus();
  await page.keyboard.type("Is the book ready?");
  // What is typed outlives a reload.
  await page.reload();
  await window.ready();
  assert.equal(await question(page).inputValue(), "Is the book ready?");
  await question(page).focus();
  await page.keyboard.press("Control+Enter");

  const answer = page.getByRole("article").filter({ hasText: "on the checklist hold" });
  await answer.waitFor();
  await answer.getByRole("link", { name: "The Outer Flats" }).waitFor();
  await page.getByText("Until the Sea Asks").first().waitFor();
  await window.assertAccessible("conversation");
  await window.picture("agents-conversation-light-1280");
  await page.reload();
  await window.ready();
  await answer.waitFor();

  await question(page).fill("What keeps chapter 1 from being done?");
  await page.getByRole("button", { name: "Ask further" }).click();
  await page.getByRole("article").filter({ hasText: /Asked about “The Cabinet”/ }).waitFor();
  await page.getByRole("link", { name: "All conversations with Publisher" }).click();
  await page.getByRole("link", { name: "Is the book ready?" }).waitFor();
  await page.getByText("4 messages").waitFor();
  const { messages } = await studio.ask("GET", "/api/agent-communication/messages?agent=publisher");
  assert.equal(new Set(messages.map((message: any) => message.conversationId)).size, 1);
  assert.equal(messages.at(-1).projectId, project);
  window.assertQuiet();
  await window.close();
});

test("the director's answer shows whom it asked", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/agents/director");
  await question(page).fill("Ask the plotter and the castwright about the book");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("It asks 2 others").click();
  await page.getByRole("listitem").filter({ hasText: "Castwright" }).first().waitFor();
  await page.getByRole("article").filter({ hasText: "Director" }).waitFor();
  await window.assertAccessible("asked others");
  await window.picture("agents-director-light-1280");
  window.assertQuiet();
  await window.close();
});

test("hostile words stay words, in questions, answers and names", async () => {
  const hostile = `<img src=x onerror="document.title='taken'"> [x](javascript:alert(1)) \u202Eeman ${"w".repeat(200)}`;
  await studio.ask("POST", "/api/agents", {
    id: "hostile", name: hostile.slice(0, 60), description: hostile, capabilities: ["word".repeat(12)],
  });
  const sent = await studio.ask("POST", "/api/agent-communication/messages/send", { toAgent: "hostile", message: hostile });
  const id = sent.response.messageId;
  await studio.ask("POST", `/api/agent-communication/messages/${id}/reply`, {
    message: `# ${hostile}\n\n| <b>a</b> | b |\n|---|---|\n| ![x](http://example.org/x.png) | <script>document.title='taken'</script> |\n`,
    report: { answer: { kind: "answers", model: hostile, result: { statements: "no list", unknown: [hostile] }, receipt: { sources: 7 } } },
  });
  const window = await Window.open(studio, { width: 320 });
  const { page } = window;
  await window.visit("#/agents");
  await page.getByRole("heading", { name: /<img src=x/ }).waitFor();
  await window.assertNotCut("hostile agent");
  await window.visit(`#/agents/hostile/${id}`);
  await page.getByText("The sources do not say").waitFor();
  await window.assertNotCut("hostile conversation");
  await window.assertAccessible("hostile conversation");
  await window.picture("agents-hostile-light-320");
  assert.equal(await page.locator("main img, main script, main b").count(), 0);
  assert.doesNotMatch(await page.title(), /^taken/);
  await studio.ask("DELETE", "/api/agents/hostile");
  window.assertQuiet();
  await window.close();
});

test("a message that is refused stays in the form, with the reason", async () => {
  await studio.ask("PUT", "/api/agents/muse/authority", { rules: [], default: "forbid" });
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit("#/agents/muse");
  await question(page).fill("Which names would fit?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("The message was not delivered").waitFor();
  assert.equal(await question(page).inputValue(), "Which names would fit?");
  await studio.ask("PUT", "/api/agents/muse/authority", { rules: [], default: "permit" });

  await page.route("**/messages/send", (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": "request-12", "content-type": "application/json" },
      body: JSON.stringify({ detail: "Internal Server Error" }),
    }),
  );
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("request-12").waitFor();
  assert.equal(await question(page).inputValue(), "Which names would fit?");
  window.assertQuiet();
  await window.close();
});

test("an empty studio and an unknown agent say what to do", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/agents/all");
  await page.getByRole("heading", { name: "No conversation yet" }).waitFor();
  await window.visit("#/agents/nobody");
  await page.getByRole("heading", { name: "There is no such agent" }).waitFor();
  await window.visit("#/agents/lorekeeper/01a20067-4326-75df-8ff1-d59e955c8e86");
  await page.getByRole("heading", { name: "There is no such conversation" }).waitFor();
  window.assertQuiet();
  await window.close();
});

test("an answer is seen while a model writes it, then laid out with what proves it", async () => {
  const own = await Studio.start("demo");
  const model = await Model.start();
  await model.configure(own);
  model.script = (sources) => ({
    statements: [{ statement: "The cabinet is where it begins.", citations: [cite(sources, "document")] }],
    unknown: ["Who made the cabinet"],
  });
  model.isHeld = true;
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/agents/lorekeeper");
  await page.getByLabel("About the document").selectOption({ label: "The Cabinet" });
  await question(page).fill("What is the cabinet?");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Lorekeeper writes …").waitFor();
  await page.locator(".draft-text", { hasText: "The cabinet is where it begins." }).waitFor({ timeout: MODEL_MS });
  await window.assertAccessible("while it writes");
  await window.picture("agents-draft-light-1280");

  model.isHeld = false;
  model.release();
  await page.getByText("Checked against the sources, and written with scripted").waitFor();
  assert.equal(await page.locator(".draft-text").count(), 0);
  const cited = page.locator(".cited").first();
  const link = cited.getByRole("link", { name: "The Cabinet" });
  const { documents } = await own.ask("GET", `/api/projects/${(await own.ask("GET", "/api/projects")).projects[0].id}/documents`);
  const cabinet = documents.find((one: any) => one.title === "The Cabinet");
  assert.match((await link.getAttribute("href")) ?? "", new RegExp(`/manuscript/${cabinet.id}\\?quote=`));
  await page.getByText("Who made the cabinet").waitFor();
  await page.getByText("What was measured").click();
  await page.getByText("What the answer rests on").click();
  await page.getByRole("row", { name: /Your request/ }).waitFor();
  await window.assertAccessible("typed answer");
  await window.picture("agents-answer-light-1280");
  window.assertQuiet();
  await window.close();
});

test("what an agent proposes is read and accepted beside its answer", async () => {
  const own = await Studio.start("demo");
  const model = await Model.start();
  await model.configure(own);
  const title = `The ${"<b>"}lamp${"</b>"} comes back`;
  model.script = (sources) => ({
    promises: [{ title, description: "The reader expects it.", made: cite(sources, "document"), kept: null, payoff: "It is lit again." }],
  });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/agents/plotter");
  await question(page).fill("Find what chapter 1 promises");
  await page.keyboard.press("Control+Enter");
  const proposed = page.getByRole("region", { name: "Proposed" });
  await proposed.waitFor({ timeout: MODEL_MS });
  await proposed.getByRole("button", { name: /comes back/ }).click();
  await proposed.locator("ins", { hasText: title }).waitFor();
  await window.assertAccessible("proposal");
  await window.picture("agents-proposal-light-1280");
  await proposed.getByRole("button", { name: "Accept all" }).click();
  await proposed.getByText("Accepted", { exact: true }).first().waitFor();
  const { data } = await own.ask("GET", `/api/creative/plot/promises?q=${encodeURIComponent("comes back")}`);
  assert.equal(data.promises[0].title, title);
  window.assertQuiet();
  await window.close();
});

test("a permission is given or denied, and a question cancelled", async () => {
  const own = await Studio.start("demo");
  const model = await Model.start();
  await model.configure(own);
  model.script = (sources) => ({ kind: "Blurb", text: "A wall, and the sea behind it.", grounds: [cite(sources, "document")] });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/agents/publisher");
  await question(page).fill("Write a blurb");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Waits for your permission", { exact: true }).waitFor();
  assert.equal(model.asked, 0);
  await window.visit("#/agents");
  await page.getByRole("heading", { name: "Waiting for your permission" }).waitFor();
  await window.assertAccessible("permission");
  await window.picture("agents-permission-light-1280");
  await page.getByRole("link", { name: "Write a blurb" }).click();
  await page.getByRole("button", { name: "Approve what Publisher wants" }).click();
  await page.getByText("A wall, and the sea behind it.").waitFor({ timeout: MODEL_MS });
  assert.equal(model.asked, 1);

  await window.visit("#/agents/publisher");
  await question(page).fill("Write a synopsis");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Deny what Publisher wants" }).click();
  await page.getByRole("dialog", { name: "Deny" }).getByLabel("Reason").fill("Not before the last chapter.");
  await window.assertAccessible("deny");
  await window.refusing("**/deny", async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
    await page.getByRole("dialog").getByText("The service is busy.").waitFor();
  });
  await page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
  await page.getByText("Not before the last chapter.").waitFor();
  assert.equal(model.asked, 1);

  model.isHeld = true;
  model.script = () => ({ statements: [{ statement: "Half of this answer is what nobody waits for any more, and it ends here." }] });
  await window.visit("#/agents/lorekeeper");
  await page.getByLabel("About the document").selectOption({ label: "The Cabinet" });
  await question(page).fill("Who is in it?");
  await page.keyboard.press("Control+Enter");
  await page.locator(".draft-text", { hasText: "Half" }).waitFor({ timeout: MODEL_MS });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText("Ended without an answer").first().waitFor();
  await page.getByText("What was written until then").waitFor();
  window.assertQuiet();
  await window.close();
});

test("who may only read is offered nothing that is refused", async () => {
  const own = Studio.prepare("0.0.0.0:0");
  const token = own.command("token", "create", "--user", "mara", "--scope", "read", "--label", "a reader").trim();
  await own.restart();
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/agents/lorekeeper");
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Lorekeeper" }).waitFor();
  await page.getByRole("heading", { name: "No conversation yet" }).waitFor();
  const offered = page.getByRole("main").getByRole("button");
  assert.equal(await offered.count(), 0);
  assert.equal(await question(page).count(), 0);
  for (const [address, heading] of [["#/swarms", "Swarms"], ["#/notifications", "Notifications"], ["#/usage", "Usage"]] as const) {
    await page.goto(`${own.address}/${address}`);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await window.ready();
    assert.equal(await offered.count(), 0, address);
    assert.equal(await page.getByRole("link", { name: "Start a swarm" }).count(), 0);
  }
  await window.assertAccessible("reader");
  window.assertQuiet();
  await window.close();
});
