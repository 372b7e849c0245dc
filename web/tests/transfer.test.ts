// The view for import and export: choosing and dropping files, the preview, updates, exports that come back,
// the trash and the folder.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

let studio: Studio;
let project = "";

before(async () => {
  studio = await Studio.start("demo");
  project = (await studio.ask("GET", "/api/projects")).projects[0].id;
});

/** A folder with these files. */
function folderOf(files: Record<string, string | Buffer>): string {
  const folder = join(mkdtempSync(join(tmpdir(), "scriptorium-import-")), "The Lamplighter");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

async function titles(of: Studio, id: string): Promise<string[]> {
  const { documents } = await of.ask("GET", `/api/projects/${id}/documents`);
  return documents.map((one: any) => one.title);
}

/** Drops files on the view as a person would: the page gets a list of transferred files. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  const target = page.locator(".drop");
  await target.dispatchEvent("dragenter", { dataTransfer: data });
  await page.getByRole("heading", { name: "Let go to read them" }).waitFor();
  await target.dispatchEvent("dragover", { dataTransfer: data });
  await target.dispatchEvent("drop", { dataTransfer: data });
}

test("a folder becomes a project after a preview, and what is left out is named", async () => {
  const own = await Studio.start("empty");
  const folder = folderOf({
    "part one/01.md": "# The Lamp\n\nIt burned all night.",
    "part one/02.md": "# The Oil\n\nIt was gone by morning.",
    "notes/ideas.md": "A second lamp?",
    "cover.png": Buffer.from([137, 80, 78, 71]),
    "old.txt": Buffer.from("Caf\u00e9 \u0097 le soir, a long enough text.", "latin1"),
    "bad.txt": Buffer.from([0x00, 0x81, 0xff, 0x01]),
    ".hidden.md": "hidden",
  });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/transfer");
  await window.picture("transfer-start-light-1280");
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await page.getByRole("heading", { name: "What will be imported" }).waitFor();
  await page.getByText(/6 new; /).waitFor();
  assert.deepEqual(await titles(own, "none").catch(() => []), []);
  assert.equal((await own.ask("GET", "/api/projects")).total, 0);
  assert.equal(await page.getByLabel("Name of the project").inputValue(), "The Lamplighter");
  await page.getByText("1 file was not in UTF-8 and read as Windows-1252").waitFor();
  await page.getByText("3 files are left out").click();
  await page.getByText("it is hidden").waitFor();
  await page.getByText(".png files are not read; save it as Markdown or text").waitFor();
  await page.getByText("its encoding is not recognised; save it as UTF-8").waitFor();
  await window.assertAccessible("preview");
  await window.picture("transfer-preview-light-1280");

  await page.getByLabel("Name of the project").fill("");
  await page.getByRole("button", { name: "Import 6 documents" }).click();
  await page.getByText("A project needs a name.").waitFor();
  assert.equal((await own.ask("GET", "/api/projects")).total, 0);
  await page.getByLabel("Name of the project").fill("Lamplighter");
  await page.getByRole("button", { name: "Import 6 documents" }).click();
  await page.getByRole("heading", { name: "“Lamplighter” is imported" }).waitFor();
  await window.assertAccessible("imported");
  await window.picture("transfer-done-light-1280");
  const [made] = (await own.ask("GET", "/api/projects")).projects;
  const all = await titles(own, made.id);
  assert.deepEqual(["The Lamp", "The Oil"].map((title) => all.includes(title)), [true, true]);
  const { documents } = await own.ask("GET", `/api/projects/${made.id}/documents`);
  const cafe = documents.find((one: any) => /old/i.test(one.title)).id;
  assert.match((await own.ask("GET", `/api/projects/${made.id}/documents/${cafe}`)).content, /Café — le soir/);
  assert.equal(
    await page.getByRole("link", { name: "Open the manuscript" }).getAttribute("href"),
    `#/project/${made.id}/manuscript`,
  );

  await page.keyboard.press("z");
  await page.getByText("Undone: “Lamplighter” was imported").waitFor();
  assert.equal((await own.ask("GET", "/api/projects")).total, 0);
  window.assertQuiet();
  await window.close();
});

test("a dropped book in one file is cut at its chapters, by whoever wants it", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/transfer");
  const chapter = (name: string) => `CHAPTER ${name}\n\nThe lamp burned low, and lower still.\n\n`;
  await drop(page, [{ name: "book.txt", text: chapter("I") + chapter("II") + chapter("III") }]);
  await page.getByText(/3 new; /).waitFor();
  await page.getByLabel("Cut the text at the headings").uncheck();
  await page.getByText(/1 new; /).waitFor();
  await page.getByLabel("Cut the text at the headings").check();
  await page.getByRole("button", { name: "Import 3 documents" }).click();
  await page.getByRole("heading", { name: "“book” is imported" }).waitFor();
  const [made] = (await own.ask("GET", "/api/projects")).projects;
  assert.equal((await titles(own, made.id)).length, 3);
  window.assertQuiet();
  await window.close();
});

test("a folder that is dropped is looked into", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/transfer");
  // No script can put a folder into a drop, so its entries are handed out as a browser does: in pieces.
  await page.evaluate(() => {
    const file = (name: string, text: string) => ({
      isFile: true, isDirectory: false, name,
      file: (done: (file: File) => void) => done(new File([text], name)),
    });
    const folder = (name: string, pieces: unknown[][]): unknown => ({
      isFile: false, isDirectory: true, name,
      createReader: () => {
        const left = [...pieces];
        return { readEntries: (done: (entries: unknown[]) => void) => done(left.shift() ?? []) };
      },
    });
    const entry = folder("Lamps", [
      [file("02.md", "# Two\n\nText."), folder(".git", [[file("x.md", "no")]])],
      [folder("part one", [[file("01.md", "# One\n\nText.")]])],
    ]);
    Object.defineProperty(DataTransferItem.prototype, "webkitGetAsEntry", { value: () => entry });
  });
  await drop(page, [{ name: "x", text: "" }]);
  await page.getByText(/3 new; /).waitFor();
  assert.equal(await page.getByLabel("Name of the project").inputValue(), "Lamps");
  const rows = await page.locator(".preview-table tbody th").allTextContents();
  assert.deepEqual([...rows].sort(), ["One", "Part one", "Two"]);
  window.assertQuiet();
  await window.close();
});

test("a project is updated: new texts are revisions, the same ones change nothing", async () => {
  const own = await Studio.start("empty");
  const { id } = await own.ask("POST", "/api/projects", { name: "Lamps" });
  const write = (title: string, content: string) => own.ask("POST", `/api/projects/${id}/documents`, { title, content });
  await write("One", "# One\n\nThe same.");
  const two = await write("Two", "# Two\n\nBefore.");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/transfer?project=${id}`);
  await page.getByLabel("Choose files").setInputFiles([
    { name: "1.md", mimeType: "text/markdown", buffer: Buffer.from("# One\n\nThe same.") },
    { name: "2.md", mimeType: "text/markdown", buffer: Buffer.from("# Two\n\nAfter.") },
    { name: "3.md", mimeType: "text/markdown", buffer: Buffer.from("# Three\n\nNew.") },
  ]);
  await page.getByText("1 new, 1 with another text, 1 the same as before").waitFor();
  assert.equal(await page.getByLabel("Project", { exact: true }).inputValue(), id);
  await page.getByRole("row", { name: /Two.*New text/ }).waitFor();
  await window.assertAccessible("update");
  await window.picture("transfer-update-light-1280");
  // As new ones: nothing is looked up.
  await page.getByLabel("Leave them, and add all as new ones").check();
  await page.getByText(/3 new; /).waitFor();
  await page.getByLabel("Update them").check();
  await page.getByRole("button", { name: "Import 2 documents" }).click();
  await page.getByRole("heading", { name: "“Lamps” is imported" }).waitFor();
  assert.deepEqual((await titles(own, id)).sort(), ["One", "Three", "Two"]);
  const path = `/api/projects/${id}/documents/${two.id}`;
  assert.match((await own.ask("GET", path)).content, /After/);
  assert.equal((await own.ask("GET", `${path}/revisions`)).total, 1);
  window.assertQuiet();
  await window.close();
});

test("a project is downloaded as a whole and comes back, and its manuscript is one file", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/transfer?tab=export&project=${project}`);
  await page.getByText("Backups are made when they are due.").waitFor();
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    const path = join(mkdtempSync(join(tmpdir(), "scriptorium-export-")), download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };
  const markdown = await save("Download Markdown");
  assert.ok(markdown.endsWith("/Until the Sea Asks.md"));
  const text = readFileSync(markdown, "utf8");
  const { documents } = await studio.ask("GET", `/api/projects/${project}/documents`);
  const chapters = documents.filter((one: any) => one.kind === "chapter").map((one: any) => one.title);
  const positions = chapters.map((title: string) => text.indexOf(title));
  assert.ok(positions.every((at: number) => at >= 0), String(positions));
  assert.equal(text.includes("Cut: the badger"), false);
  const words = (await Promise.all(
    documents.filter((one: any) => one.kind === "chapter").map((one: any) =>
      studio.ask("GET", `/api/projects/${project}/documents/${one.id}`)),
  )).map((one: any) => one.content.trim());
  assert.ok(words.every((content: string) => text.includes(content)), "every text is in it as it is");

  const whole = await save("Download project");
  await page.getByText(/Until the Sea Asks.json was downloaded/).waitFor();
  const other = await Studio.start("empty");
  const there = await Window.open(other);
  await there.visit("#/transfer");
  await there.page.getByLabel("Choose files").setInputFiles(whole);
  await there.page.getByRole("heading", { name: "This is an exported project" }).waitFor();
  await there.assertAccessible("exported project");
  await there.page.getByRole("button", { name: "Import the project" }).click();
  await there.page.getByRole("heading", { name: "“Until the Sea Asks” is imported" }).waitFor();
  assert.deepEqual(await titles(other, project), await titles(studio, project));
  there.assertQuiet();
  window.assertQuiet();
  await there.close();
  await window.close();
});

test("a book is sent with its bytes, and its remarks are named before it is imported", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own);
  const { page } = window;
  // Larger than one piece of Base64, and not a multiple of three.
  const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256));
  let sent: any;
  await page.route("**/api/imports/preview", (route) => {
    sent = JSON.parse(route.request().postData() ?? "{}");
    return route.fulfill({
      json: {
        documents: [{ path: "book.docx", kind: "chapter", title: "One", words: 4, change: "new", documentId: null }],
        skipped: [], words: 4, new: 1, changed: 0, same: 0, comments: 2, trackedChanges: 1,
      },
    });
  });
  await window.visit("#/transfer");
  await page.getByLabel("Choose files").setInputFiles({ name: "Book.DOCX", mimeType: "", buffer: bytes });
  await page.getByText("2 comments, which become findings, and 1 tracked change, which becomes a proposal").waitFor();
  assert.equal(sent.files[0].encoding, "base64");
  assert.ok(Buffer.from(sent.files[0].content, "base64").equals(bytes));
  assert.equal(sent.cut, true);
  window.assertQuiet();
  await window.close();
});

test("a manuscript goes out as Word and comes back with its chapters", async () => {
  const window = await Window.open(studio);
  const { page } = window;
  await window.visit(`#/transfer?tab=export&project=${project}`);
  await page.getByLabel("Word", { exact: true }).check();
  await page.getByLabel("Author").fill("M. Ellery");
  await page.getByLabel("Findings as comments").selectOption("open");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Word" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "Until the Sea Asks.docx");
  const path = join(mkdtempSync(join(tmpdir(), "scriptorium-export-")), "book.docx");
  await download.saveAs(path);

  const other = await Studio.start("empty");
  const there = await Window.open(other);
  await there.visit("#/transfer");
  await there.page.getByLabel("Choose files").setInputFiles(path);
  await there.page.getByText(/comments?, which become findings/).waitFor();
  await there.page.getByRole("button", { name: /^Import \d+ documents/ }).click();
  await there.page.getByRole("heading", { name: "“book” is imported" }).waitFor();
  const [made] = (await other.ask("GET", "/api/projects")).projects;
  const back = await titles(other, made.id);
  const { documents } = await studio.ask("GET", `/api/projects/${project}/documents`);
  for (const { kind, title } of documents) if (kind === "chapter") assert.ok(back.includes(title), title);
  there.assertQuiet();
  window.assertQuiet();
  await there.close();
  await window.close();
});

test("a backup is made by who administers the service, and listed for everybody else", async () => {
  const own = await Studio.start("demo");
  const window = await Window.open(own);
  const { page } = window;
  const list = page.getByRole("region", { name: "Backups, newest first" });
  const make = page.getByRole("button", { name: "Make a backup now" });
  await window.visit("#/transfer?tab=export");
  await page.getByText("There is no backup yet.").waitFor();
  await window.refusing("**/api/backups", async () => {
    await make.click();
    await page.getByText("The service is busy.").waitFor();
  });
  for (const count of [1, 2]) {
    await make.click();
    await list.getByText(/\d MB$/).nth(count - 1).waitFor();
    await make.waitFor();
    await page.waitForFunction(() => document.querySelector(".transfer-part button:disabled") === null);
  }
  const { backups } = await own.ask("GET", "/api/backups");
  assert.deepEqual(backups.map((one: any) => one.isComplete), [true, true]);
  await window.assertAccessible("backups");
  await window.picture("transfer-backups-light-1280");
  await page.setViewportSize({ width: 320, height: 700 });
  await window.assertNotCut("backups");
  assert.equal(await list.getByRole("columnheader", { name: "Size" }).isVisible(), true);

  writeFileSync(join(own.folder, "scriptorium-data", "backups", backups[0].name, "scriptorium.db"), "cut");
  const session = await own.ask("GET", "/api/session");
  await page.route("**/api/session", (route) => route.fulfill({ json: { ...session, scope: "write" } }));
  await page.reload();
  await list.getByText("incomplete: files are missing or cut").waitFor();
  await list.getByText(/\d MB$/).waitFor();
  assert.equal(await make.count(), 0);
  await page.unrouteAll();
  // The list is of the whole service, which a token of one project does not reach.
  await page.route("**/api/session", (route) =>
    route.fulfill({ json: { ...session, scope: "write", projectId: project, tokenId: "t", tokenLabel: "one" } }),
  );
  await page.reload();
  await page.getByText("Backups are made when they are due.").waitFor();
  assert.equal(await list.count(), 0);
  window.assertQuiet();
  await window.close();
});

test("what is too large names the file and the limit, and nothing is half imported", async () => {
  const own = Studio.prepare("127.0.0.1:0");
  writeFileSync(join(own.folder, "scriptorium.toml"), "[server]\nimport_mib_max = 1\n");
  await own.restart();
  const window = await Window.open(own);
  const { page } = window;
  await window.visit("#/transfer");
  const large = Buffer.from(`# Long\n\n${"The lamp burned. ".repeat(100_000)}`);
  await page.getByLabel("Choose files").setInputFiles([
    { name: "small.md", mimeType: "text/markdown", buffer: Buffer.from("# Small\n\nText.") },
    { name: "large.md", mimeType: "text/markdown", buffer: large },
  ]);
  await page.getByText(/the largest is “large.md” with 1.7 MB/).waitFor();
  await page.getByText(/The body is larger than 1024 KiB/).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Import/ }).isDisabled(), true);
  assert.equal((await own.ask("GET", "/api/projects")).total, 0);
  await page.getByRole("button", { name: "Choose others" }).click();
  await page.getByLabel("Choose files").setInputFiles([
    { name: "book.pages", mimeType: "application/octet-stream", buffer: Buffer.from([1, 2]) },
  ]);
  await page.getByRole("alert").getByText(/None of these can be imported.*book\.pages/).waitFor();
  window.assertQuiet();
  await window.close();
});

test("an import that is refused keeps what was chosen, and sent again it goes into the same project", async () => {
  const own = await Studio.start("empty");
  const window = await Window.open(own, { width: 320 });
  const { page } = window;
  await window.visit("#/transfer");
  const hostile = `<img src=x onerror=1> \u202Eeman ${"w".repeat(120)}`;
  await drop(page, [{ name: "one.md", text: `# ${hostile}\n\nText.` }]);
  await page.getByText(/1 new; /).waitFor();
  await page.getByLabel("Name of the project").fill(hostile);
  await window.assertNotCut("hostile import");
  await window.assertAccessible("hostile import");
  await window.picture("transfer-hostile-light-320");
  let refused = 0;
  await page.route("**/documents/import", async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    await route.fulfill({ status: 503, json: { detail: "The disk is full" }, headers: { "x-request-id": "r-7" } });
  });
  await page.getByRole("button", { name: "Import 1 document" }).click();
  await page.getByText(/The disk is full \(Request r-7\)/).waitFor();
  await page.getByText(/was created, and nothing was imported into it/).waitFor();
  await page.getByRole("button", { name: "Import 1 document" }).click();
  await page.getByRole("heading", { name: /is imported/ }).waitFor();
  const { projects } = await own.ask("GET", "/api/projects");
  assert.equal(projects.length, 1);
  assert.equal((await titles(own, projects[0].id)).length, 1);
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img").length), 0);
  await window.assertNotCut("hostile import, done");
  window.assertQuiet();
  await window.close();
});

test("a document comes back from the trash, and that is undone", async () => {
  const own = await Studio.start("demo");
  const { documents } = await own.ask("GET", `/api/projects/${project}/documents`);
  const { id } = documents.find((one: any) => one.title === "Forty-Four");
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/transfer?tab=trash&project=${project}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await own.ask("DELETE", `/api/projects/${project}/documents/${id}`);
  const restore = page.getByRole("button", { name: "Restore: Forty-Four" });
  await restore.waitFor();
  await window.assertAccessible("trash");
  await window.picture("transfer-trash-light-1280");
  await restore.click();
  await page.getByText("“Forty-Four” is back").waitFor();
  await restore.waitFor({ state: "detached" });
  assert.equal((await own.ask("GET", `/api/projects/${project}/documents/${id}`)).title, "Forty-Four");
  await page.keyboard.press("z");
  await restore.waitFor();
  window.assertQuiet();
  await window.close();
});

test("the folder of a project says how it is, and what is in conflict", async () => {
  const own = Studio.prepare("127.0.0.1:0");
  const root = join(own.folder, "books");
  mkdirSync(root);
  writeFileSync(join(own.folder, "scriptorium.toml"), `[documents]\nroot = ${JSON.stringify(root)}\n`);
  await own.restart();
  const { id } = await own.ask("POST", "/api/projects", { name: "Lamps" });
  await own.ask("POST", `/api/projects/${id}/documents`, { title: "One", content: "The lamp." });
  const window = await Window.open(own);
  const { page } = window;
  await window.visit(`#/transfer?tab=folder&project=${id}`);
  await page.getByRole("heading", { name: "Folder and project are the same" }).waitFor();
  await page.getByText(`${root}/`).waitFor();
  await window.assertAccessible("folder");
  await window.picture("transfer-folder-kept-light-1280");

  // A file is in the place of its folder.
  writeFileSync(join(root, "taken"), "");
  await own.ask("PUT", `/api/projects/${id}`, { settings: { documentsDirectory: "taken" } });
  await page.getByRole("heading", { name: "The folder is not followed" }).waitFor();
  await page.getByText(`The folder ${root}/taken cannot be used`).waitFor();
  await window.assertAccessible("folder refused");
  window.assertQuiet();
  await window.close();

  const shown = await Window.open(studio);
  await shown.visit(`#/transfer?tab=folder&project=${project}`);
  await shown.page.getByRole("heading", { name: "No folder is kept" }).waitFor();
  await shown.page.getByText("names a root in scriptorium.toml").waitFor();
  await shown.page.getByText('root = "/home/you/books"').waitFor();
  assert.equal(await shown.page.getByText("never looked at").count(), 0);
  await shown.assertAccessible("no folder");

  await shown.page.goto("about:blank");
  await shown.page.route("**/folder", (route) =>
    route.fulfill({
      json: {
        projectId: project, state: "behind", path: "/books/sea", reason: null, syncedAt: new Date().toISOString(),
        conflicts: ["01-one (conflict 2026-11-24 10-03).md"], problems: [{ path: "x.md", reason: "it is not UTF-8" }],
      },
    }),
  );
  await shown.visit(`#/transfer?tab=folder&project=${project}`);
  await shown.page.getByRole("heading", { name: "Folder and project differ" }).waitFor();
  await shown.page.getByText("01-one (conflict 2026-11-24 10-03).md").waitFor();
  await shown.page.getByText("it is not UTF-8").waitFor();
  await shown.assertAccessible("folder behind");
  shown.assertQuiet();
  await shown.close();
});
