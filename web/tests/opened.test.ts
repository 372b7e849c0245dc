// What a writer opens from the views: pages of single records, panels beside a text, forms and dialogs, in light and
// in dark, wide and narrow. Nothing of it keeps anybody from using it, is wider than the window, or is stopped by
// the policy. `views.test.ts` looks at the views themselves.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

let studio: Studio;

/** What stands in the addresses below for an id. */
let ids: Record<string, string>;

before(async () => {
  studio = await Studio.start("demo");
  const { id: project } = await studio.ask("GET", "/api/projects/active");
  const path = `/api/projects/${project}`;
  const { documents } = await studio.ask("GET", `${path}/documents?kind=chapter&q=Nether%20Fold`);
  const chapter = documents[0].id;
  const { content } = await studio.ask("GET", `${path}/documents/${chapter}`);
  await studio.ask("PUT", `${path}/documents/${chapter}`, { content: `${content}\n\nThe lamp went out.` });
  await studio.ask("POST", `${path}/proposals`, {
    target: { kind: "document", id: chapter },
    agent: "proseguard",
    summary: "A name and a title",
    changes: [
      { before: "Miss Strowd’s compliments", after: "Miss Stroud’s compliments", reason: "The lore has it so." },
      { field: "title", after: "Nether Folds" },
    ],
  });
  const { entries } = await studio.ask("GET", `${path}/lore?limit=100`);
  const conlang = "/api/creative/conlang/languages";
  const [language] = (await studio.ask("GET", `${conlang}?projectId=${project}`)).languages;
  const { words } = await studio.ask("GET", `${conlang}/${language.id}/lexicon?limit=1`);
  const asked = await studio.ask("POST", "/api/agent-communication/messages/send", {
    toAgent: "publisher", message: "Is the book ready?",
  });
  const { activeSwarms, completedSwarms } = await studio.ask("GET", "/api/agents/swarm/list");
  ids = {
    PROJECT: `project/${project}`,
    CHAPTER: chapter,
    ENTRY: entries.find((one: any) => one.name === "Jory Pask").id,
    LANGUAGE: language.id,
    WORD: words[0].id,
    CONVERSATION: asked.response.messageId,
    SWARM: [...activeSwarms, ...completedSwarms][0].swarmId,
  };
});

/** Runs a command by its name. */
const command = (words: string) => async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
};

/** Presses a key, after which a dialog is open. */
const dialog = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
};

/** Presses the first button of this name. */
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
};

/** Chooses an action of the first menu of this name, after which a dialog is open. */
const choose = (menu: string | RegExp, action: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByRole("dialog").waitFor();
};

/** Brings in a chapter up to the question whether it is to be imported. */
const preview = async (page: Page) => {
  const buffer = Buffer.from("# The Lamp\n\nIt burned all night.");
  await page.getByLabel("Choose files").setInputFiles({ name: "lamp.md", mimeType: "", buffer });
  await page.getByText(/1 new; /).waitFor();
};

const addressOf = (address: string): string =>
  `#/${address.replace(/PROJECT|CHAPTER|ENTRY|LANGUAGE|WORD|CONVERSATION|SWARM/g, (id) => ids[id] ?? "")}`;

interface Opened {
  /** Its name, for messages and pictures. */
  name: string;
  address: string;
  /** What is waited for, and done to open it. */
  open: (page: Page) => Promise<void>;
}

const opened = (name: string, address: string, open: Opened["open"]): Opened => ({ name, address, open });

/** Waits for a heading. */
const shows = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor();

/** Opens a panel beside the text, and waits for what stands in it. */
const panel = (name: string, words: string | RegExp, open: Opened["open"] = async () => {}) =>
  opened(`panel-${name}`, `PROJECT/manuscript/CHAPTER?panel=${name}`, async (page) => {
    await page.getByRole("textbox", { name: /^Text of/ }).waitFor();
    await page.getByLabel("Beside the text").getByText(words).first().waitFor();
    await open(page);
  });

const OPENED: Opened[] = [
  opened("person", "PROJECT/people/person/Sanu", shows("Voice")),
  opened("person-correct", "PROJECT/people/person/Sanu", async (page) => {
    await press(/^Correct who says/)(page);
    await page.getByRole("dialog").waitFor();
  }),
  opened("language", "PROJECT/languages/LANGUAGE", shows("Halun")),
  opened("language-rule", "PROJECT/languages/LANGUAGE", async (page) => {
    await shows("Halun")(page);
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Pattern" }).waitFor();
  }),
  opened("language-lexicon", "PROJECT/languages/LANGUAGE/lexicon", shows("Halun")),
  opened("language-word", "PROJECT/languages/LANGUAGE/words/WORD", shows("Halun")),
  opened("language-gloss", "PROJECT/languages/LANGUAGE/gloss", shows("Halun")),
  opened("language-new", "PROJECT/languages", dialog("n")),
  opened("word-new", "PROJECT/languages/LANGUAGE/lexicon", dialog("n")),
  opened("entry", "PROJECT/lore/ENTRY", shows("Jory Pask")),
  opened("entry-edit", "PROJECT/lore/ENTRY/edit", (page) => page.getByLabel("Name", { exact: true }).waitFor()),
  opened("entry-delete", "PROJECT/lore/ENTRY", choose("More actions for Jory Pask", "Delete")),
  opened("conversation", "agents/publisher/CONVERSATION", (page) =>
    page.getByRole("article").filter({ hasText: "on the checklist hold" }).waitFor(),
  ),
  opened("swarm-artefact", "swarms/SWARM?show=results", (page) => page.locator(".artefact[open]").waitFor()),
  opened("swarm-tasks", "swarms/SWARM", async (page) => {
    for (const one of await page.locator("main summary").all()) if (await one.isVisible()) await one.click();
    await page.locator("main details[open]").first().waitFor();
  }),
  panel("findings", "Strowd’s"),
  panel("findings", "Strowd’s", async (page) => {
    const beside = page.getByLabel("Beside the text");
    await beside.getByRole("button", { name: "Meant so" }).first().click();
    await beside.getByRole("textbox").waitFor();
  }),
  panel("quotations", /certain/),
  panel("quotations", /certain/, async (page) => {
    const beside = page.getByLabel("Beside the text");
    await beside.getByRole("button", { name: "Correct" }).first().click();
    await beside.getByRole("textbox").or(beside.getByRole("combobox")).first().waitFor();
  }),
  panel("proposals", "A name and a title"),
  panel("revisions", "The present text"),
  panel("revisions", "The present text", async (page) => {
    await press("Differences")(page);
    await page.getByRole("dialog").locator("ins").first().waitFor();
  }),
  panel("revisions", "The present text", async (page) => {
    await press("Name the present text")(page);
    await page.getByRole("dialog").waitFor();
  }),
  panel("goals", "This sitting"),
  opened("find", "PROJECT/manuscript/CHAPTER", async (page) => {
    await page.getByRole("textbox", { name: /^Text of/ }).waitFor();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("the");
    await page.getByRole("textbox", { name: /^Find/ }).waitFor();
  }),
  opened("document-new", "PROJECT/manuscript", dialog("n")),
  opened("split", "PROJECT/manuscript/CHAPTER", async (page) => {
    await page.getByRole("textbox", { name: /^Text of/ }).press("Control+End");
    await page.keyboard.press("ArrowUp");
    await dialog("Control+Enter")(page);
  }),
  opened("project-new", "projects", dialog("n")),
  opened("project-edit", "projects", choose(/^More actions for/, "Name and description")),
  opened("import-preview", "transfer", preview),
  opened("palette", "projects", dialog("Control+k")),
  opened("shortcuts", "projects", dialog("?")),
  opened("promise-new", "PROJECT/promises", dialog("n")),
  opened("node-new", "PROJECT/outline", dialog("n")),
  opened("event-new", "PROJECT/timeline", dialog("n")),
  opened("event", "PROJECT/timeline?order=list", async (page) => {
    await page.locator("button.event-row").first().click();
    await page.getByRole("dialog").waitFor();
  }),
  opened("timeline-new", "PROJECT/timeline", async (page) => {
    await page.getByRole("grid").waitFor();
    await command("new timeline")(page);
    await page.getByRole("dialog").waitFor();
  }),
  opened("search-save", "PROJECT/research?q=the%20sill%20of%20Third%20Gate", async (page) => {
    await press("Save this search")(page);
    await page.getByRole("dialog").waitFor();
  }),
];

const LOOKS = [
  { colorScheme: "light", width: 320, height: 740 },
  { colorScheme: "dark", width: 1280, height: 900 },
] as const;

for (const look of LOOKS) {
  test(`what is opened is sound, ${look.colorScheme} and ${look.width} pixels wide`, async () => {
    const window = await Window.open(studio, look);
    const faults: string[] = [];
    for (const { name, address, open } of OPENED) {
      const what = `${name}, ${look.colorScheme}, ${look.width}`;
      // A new page each time: whatever is open, or is asked on leaving, does not stand in the way.
      await window.page.goto("about:blank");
      await window.visit(addressOf(address));
      try {
        await open(window.page);
        await window.assertAccessible(what);
        await window.assertNotCut(what);
      } catch (thrown) {
        faults.push(`${what}: ${thrown}`);
      }
      await window.picture(`opened-${name}-${look.colorScheme}-${look.width}`);
    }
    assert.deepEqual(faults, []);
    await window.close();
  });
}
