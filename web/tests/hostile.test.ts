// Text that would do harm where it is more than text, in every field that the page shows: given by another client or
// typed. It stands there as it is, runs nothing, turns nothing around it, makes no view wider than a small phone, and
// is there again after a reload.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

/** What each of the texts has: as long as it stands there, no template was evaluated. */
const MARK = "{{7*7}}";

/** Elements, a script, a template, writing from right to left, control characters (all that the service takes but
 * for the line break), emoji of one and of several characters, and a word without an end. */
const TEXT =
  `${MARK} <img src=x onerror="globalThis.stolen = 1"></script><script>globalThis.stolen = 2</script> ` +
  "\u202Eeman\u0007\u001B\u0085\uFEFF\u2028 مرحبا 😀👩‍🚀 ";

/** The same where few characters may be. */
const SHORT = `${MARK}<img src=x onerror=stolen=3>\u202E\u0007😀`;

/** How long a view may take to show a text after it was read, in milliseconds. */
const SHOWN_MS = 10_000;

/** The longest text, in characters. */
const LONG = 10_000;

/** Such a text for a field that takes this many characters. */
function hostile(most = LONG): string {
  const begin = most < TEXT.length ? SHORT : TEXT;
  return begin + "w".repeat(most - [...begin].length - 2);
}

/** The same for fields that take no control characters. */
const plain = (most: number): string => hostile(most).replaceAll(/\p{C}|[\u2028]/gu, "");

let studio: Studio;

/** What stands in the addresses below for an id. */
let ids: Record<string, string>;

before(async () => {
  studio = await Studio.start("empty");
  ids = await filled();
});

/** A project whose every field has such a text. */
async function filled(): Promise<Record<string, string>> {
  const post = (path: string, body: unknown) => studio.ask("POST", path, body);
  const project = (
    await post("/api/projects", {
      name: hostile(),
      description: hostile(),
      projectType: hostile(64),
      lorekeeperConfig: { culturalContext: hostile(1_000), prohibitedElements: [hostile(60)], namingPatterns: [] },
    })
  ).id;
  await post(`/api/projects/${project}/activate`, {});
  const path = `/api/projects/${project}`;
  const name = hostile(200);
  const entry = (
    await post(`${path}/lore`, {
      name,
      category: "character",
      aliases: [hostile(190)],
      content: hostile(),
      attributes: { [hostile(190)]: hostile(), deep: { [hostile(180)]: [hostile()] } },
    })
  ).id;
  await studio.ask("PUT", `${path}/lore/${entry}`, {
    relations: [{ targetId: entry, kind: hostile(64), label: hostile(500) }],
  });
  const words = `“The the lamp is mine,” said Mara.\n\n${hostile()}\n\n“No,” said Jory, and Jory left.`;
  const chapter = (await post(`${path}/documents`, { title: hostile(), content: words })).id;
  await studio.ask("PUT", `${path}/documents/${chapter}`, { content: `${words} ${hostile(200)}` });
  await studio.ask("PUT", `${path}/documents/${chapter}/revisions/1`, { label: name });
  const trashed = (await post(`${path}/documents`, { title: hostile(), content: "" })).id;
  await studio.ask("DELETE", `${path}/documents/${trashed}`);
  await post(`${path}/proposals`, {
    target: { kind: "document", id: chapter },
    agent: "proseguard",
    summary: hostile(1_000),
    changes: [{ field: "title", after: hostile(9_000), reason: hostile(2_000) }],
  });
  await post(`${path}/analyses`, {});
  const { findings } = await studio.ask("GET", `${path}/findings?limit=100`);
  for (const finding of findings.slice(0, 1)) {
    await studio.ask("PUT", `${path}/findings/${finding.id}`, { state: "waived", reason: hostile(2_000) });
  }
  await post(`${path}/documents`, { title: hostile(), kind: "note", content: hostile() });
  const said = `${path}/documents/${chapter}/quotations`;
  const { quotations } = await studio.ask("GET", said);
  await studio.ask("PUT", `${said}/${quotations[0].id}`, { speaker: name });
  await planned(project);
  const language = await spoken(project);
  await post("/api/discovery/research/saved-searches", { name, query: hostile(2_000), filters: { projectId: project } });
  await post("/api/notifications/test", { title: hostile(), message: hostile(), type: "info" });
  await post("/api/agents", {
    id: "hostile", name: plain(100), description: plain(500), capabilities: ["words"], specializations: [plain(64)],
  });
  const sent = await post("/api/agent-communication/messages/send", { toAgent: "hostile", message: hostile() });
  const conversation = sent.response.messageId;
  await post(`/api/agent-communication/messages/${conversation}/reply`, {
    message: hostile(),
    report: { answer: { kind: "answers", model: hostile(), result: { unknown: [hostile()] }, receipt: { sources: 7 } } },
  });
  await studio.ask("POST", "/api/agents/architect/sleep");
  const { swarmId } = await post("/api/agents/swarm", {
    swarmType: "outline", taskDescription: hostile(), projectId: project,
  });
  const archived = (await post("/api/projects", { name: hostile(), description: hostile() })).id;
  await post(`/api/projects/${archived}/archive`, {});
  const deleted = (await post("/api/projects", { name: hostile(), description: hostile() })).id;
  await studio.ask("DELETE", `/api/projects/${deleted}`);
  return {
    PROJECT: `project/${project}`, ONLY: project, CHAPTER: chapter, ENTRY: entry, SWARM: swarmId,
    CONVERSATION: conversation, PERSON: encodeURIComponent(name), ...language,
  };
}

/** The outline, the timeline and the promises. */
async function planned(projectId: string): Promise<void> {
  const post = (path: string, body: unknown) => studio.ask("POST", path, body);
  const long = hostile(1_000);
  await post("/api/creative/plot/nodes", { projectId, title: long, kind: "act" });
  await post("/api/creative/plot/promises", { projectId, title: long, description: hostile(), notes: hostile() });
  const timelines = "/api/creative/timelines";
  const { data } = await post(timelines, { projectId, name: long, description: hostile() });
  const plotline = await post(`${timelines}/${data.id}/plotlines`, { name: long, description: hostile() });
  const event = { title: long, description: hostile(), tags: [long], plotlineIds: [plotline.data.id] };
  await post(`${timelines}/${data.id}/events`, { ...event, dateDisplay: "3 May 1893" });
  await post(`${timelines}/${data.id}/events`, { ...event, dateDisplay: long });
}

/** A language with a rule and a word. */
async function spoken(projectId: string): Promise<Record<string, string>> {
  const languages = "/api/creative/conlang/languages";
  const long = hostile(1_000);
  const { id } = await studio.ask("POST", languages, { projectId, name: long, description: hostile() });
  await studio.ask("POST", `${languages}/${id}/grammar-rules`, {
    category: "other", name: long, description: hostile(), examples: [{ input: long, output: long, gloss: long }],
  });
  const word = await studio.ask("POST", `${languages}/${id}/lexicon`, {
    form: hostile(200), ipa: hostile(400), meaning: hostile(2_000), etymology: hostile(2_000), notes: hostile(2_000),
    partOfSpeech: hostile(64), tags: [hostile(64)],
  });
  return { LANGUAGE: id, WORD: word.id };
}

/** What is shown, and how often such a text stands there at least. */
const SHOWN: [address: string, count: number][] = [
  ["projects", 2],
  ["projects?list=archived", 2],
  ["projects?list=trash", 1],
  ["PROJECT/manuscript", 1],
  ["PROJECT/manuscript/CHAPTER", 1],
  ["PROJECT/manuscript/CHAPTER?panel=findings", 1],
  ["PROJECT/manuscript/CHAPTER?panel=quotations", 1],
  ["PROJECT/manuscript/CHAPTER?panel=proposals", 2],
  ["PROJECT/manuscript/CHAPTER?panel=revisions", 2],
  ["PROJECT/findings?severity=all&state=any", 2],
  ["PROJECT/findings?list=proposals", 1],
  ["PROJECT/outline", 1],
  ["PROJECT/timeline", 2],
  ["PROJECT/timeline?order=narrative", 1],
  ["PROJECT/timeline?order=list", 2],
  ["PROJECT/promises", 1],
  ["PROJECT/promises?show=payoffs", 0],
  ["PROJECT/lore", 1],
  ["PROJECT/lore/ENTRY", 5],
  ["PROJECT/lore/relations", 1],
  ["PROJECT/lore/names", 1],
  ["PROJECT/lore/rename", 1],
  ["PROJECT/people", 1],
  ["PROJECT/people/presence", 1],
  ["PROJECT/people/person/PERSON", 1],
  ["PROJECT/languages", 2],
  ["PROJECT/languages/LANGUAGE", 4],
  ["PROJECT/languages/LANGUAGE/lexicon", 2],
  ["PROJECT/languages/LANGUAGE/words/WORD", 4],
  ["PROJECT/research", 1],
  ["PROJECT/research?q=lamp", 1],
  ["PROJECT/readiness", 1],
  ["transfer?tab=trash&project=ONLY", 1],
  ["agents", 2],
  ["agents/hostile", 2],
  ["agents/hostile/CONVERSATION", 2],
  ["agents/all", 1],
  ["swarms", 1],
  ["swarms/SWARM", 1],
  ["usage", 0],
  ["notifications", 2],
  ["health", 0],
];

/** Counts where such a text stands, and says where it might turn the text around it. Runs in the page. */
function lookAt(mark: string): { count: number; loose: string[] } {
  const loose: string[] = [];
  let count = 0;
  // At the end of its paragraph a text has nothing behind it that it could turn.
  const isLast = (node: Node, parent: Element): boolean => {
    let block = parent;
    while (getComputedStyle(block).display === "inline" && block.parentElement) block = block.parentElement;
    const rest = document.createRange();
    rest.setStart(node, node.textContent?.length ?? 0);
    rest.setEnd(block, block.childNodes.length);
    return rest.toString().trim() === "" && /w\s*$/.test(node.textContent ?? "");
  };
  const read = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.shadowRoot) read(node.shadowRoot);
        continue;
      }
      const parent = node.parentElement;
      if (!node.textContent?.includes(mark) || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest("option, .visually-hidden")) continue;
      count += 1;
      const isApart = parent.closest("bdi, [dir=auto], .cm-content, svg text") !== null || isLast(node, parent);
      if (!isApart) loose.push(`${parent.outerHTML.slice(0, 60)} in ${parent.parentElement?.outerHTML.slice(0, 80)}`);
    }
  };
  read(document.body);
  return { count, loose };
}

/** What went wrong in a window: elements of a text, scripts of it, and more than the width. */
async function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((one) => one.shadowRoot ?? [])];
    const made = roots.flatMap((root) => [...root.querySelectorAll("img, body script, iframe, object")]);
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...made.map((element) => `made: ${element.outerHTML.slice(0, 100)}`),
      ...("stolen" in globalThis ? ["a script ran"] : []),
      ...(scrollWidth > clientWidth ? [`${scrollWidth} pixels in ${clientWidth}`] : []),
    ];
  });
}

/** What is wrong with a view, as soon as such a text stands there so often. */
async function seen(page: Page, least: number): Promise<string[]> {
  const end = Date.now() + SHOWN_MS;
  for (;;) {
    const { count, loose } = await page.evaluate(lookAt, MARK);
    const isEnough = count >= least;
    if (isEnough || Date.now() > end) {
      return [...(isEnough ? [] : [`${count} of ${least} texts`]), ...new Set(loose), ...(await faults(page))];
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

const addressOf = (address: string): string =>
  `#/${address.replace(/PROJECT|ONLY|CHAPTER|ENTRY|SWARM|CONVERSATION|PERSON|LANGUAGE|WORD/g, (id) => ids[id] ?? "")}`;

test("hostile text of others is text in every view, and stays in its place", async () => {
  const window = await Window.open(studio, { width: 320, height: 740 });
  const { page } = window;
  const found: string[] = [];
  for (const [address, least] of SHOWN) {
    try {
      await window.visit(addressOf(address));
      found.push(...(await seen(page, least)).map((fault) => `${address}: ${fault}`));
      await page.reload();
      await window.ready();
      found.push(...(await seen(page, least)).map((fault) => `${address}, after a reload: ${fault}`));
    } catch (thrown) {
      found.push(`${address}: ${thrown}`);
    }
    await window.picture(`hostile-${address.replace(/\W+/g, "-")}`);
  }
  assert.deepEqual(found, []);
  await window.close();
});

/** Fields that are typed in, by their names in a view. */
const TYPED: [address: string, field: string | RegExp, open?: string | ((page: Page) => Promise<void>)][] = [
  ["PROJECT/manuscript?find=x", "Find"],
  ["PROJECT/manuscript?find=x", "Replace with"],
  ["PROJECT/manuscript/CHAPTER", "Find in this document", "Control+f"],
  ["PROJECT/manuscript", "Title", "n"],
  ["PROJECT/research", /search|look/i],
  ["PROJECT/people", "Search names"],
  ["PROJECT/languages/LANGUAGE/lexicon", "Form, meaning or tag"],
  ["PROJECT/promises", "Title", "n"],
  ["PROJECT/outline", "Title", "n"],
  ["PROJECT/timeline", "Title", "n"],
  ["PROJECT/lore/new", "Name"],
  ["transfer?tab=export&project=ONLY", "Author", (page) => page.getByText("EPUB", { exact: true }).click()],
  ["projects", "Name", "n"],
  ["projects", "What do you want to do?", "Control+k"],
  ["agents/publisher", "Question"],
  ["swarms/new", "Task"],
];

test("hostile text that is typed stays in its field", async () => {
  const window = await Window.open(studio, { width: 320, height: 740 });
  const { page } = window;
  const found: string[] = [];
  for (const [address, name, open] of TYPED) {
    await page.goto("about:blank");
    await window.visit(addressOf(address));
    try {
      if (address.includes("CHAPTER")) await page.getByRole("textbox", { name: /^Text of/ }).waitFor();
      if (typeof open === "string") await page.keyboard.press(open);
      else await open?.(page);
      const field = page.getByLabel(name, { exact: true }).and(page.locator("input, textarea")).first();
      // As it is pasted: the field may take fewer characters.
      await field.focus();
      await page.keyboard.insertText(hostile(2_000));
      assert.ok((await field.inputValue()).includes("<img src=x onerror"), "the field has another text");
      await page.evaluate(() => new Promise(requestAnimationFrame));
      found.push(...(await faults(page)).map((fault) => `${address}, ${name}: ${fault}`));
    } catch (thrown) {
      found.push(`${address}, ${name}: ${thrown}`);
    }
  }
  assert.deepEqual(found, []);
  await window.close();
});

test("a hostile token is refused in the field that it stands in", async () => {
  const own = Studio.prepare("0.0.0.0:0");
  own.command("token", "create", "--user", "mara", "--scope", "write", "--label", hostile(60));
  await own.restart();
  const window = await Window.open(own, { width: 320, height: 740 });
  const { page } = window;
  await window.visit("#/projects");
  await page.getByLabel("Access token").fill(hostile(2_000));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: /\S/ }).first().waitFor();
  assert.deepEqual(await faults(page), []);
  await window.close();
});
