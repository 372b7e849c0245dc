// Random runs of typing, saving, killing the service, losing the connection, loading again and editing in
// two windows of one browser, and in the files of the project's folder: in the end every typed word is on the
// service, in a file, or is offered by the page.
// `SCRIPTORIUM_TEST_SEED` repeats a run, `SCRIPTORIUM_TEST_RUNS` sets how many there are.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "./manuscript-desk";
import { offered, stepBeside } from "./manuscript-steps";
import { Studio, Window } from "./studio";

/** How many steps a run has; more, up to the most, when so few words were typed by then. */
const STEPS = 40;
const STEPS_MAX = 400;
const WORDS_MIN = 6;

const RUNS = Number(process.env.SCRIPTORIUM_TEST_RUNS ?? 2);
const SEED = Number(process.env.SCRIPTORIUM_TEST_SEED ?? 1);

/** Files are taken as soon as they have rested a moment. */
const SETTINGS = `[documents]
root = "books"
poll_ms = 500
settle_ms = 100
`;

/** Numbers that look random and come again from the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One run: what is done to a service and two windows, and what was typed. */
class Run {
  readonly typed: string[] = [];
  readonly #random: (below: number) => number;
  #isUp = true;
  #isOnline = true;

  constructor(
    private readonly studio: Studio,
    private readonly window: Window,
    private readonly pages: Page[],
    private readonly path: string,
    private readonly id: string,
    private readonly folder: string,
    seed: number,
  ) {
    this.#random = randomOf(seed);
  }

  async step(): Promise<string> {
    const page = this.pages[this.#random(this.pages.length)];
    assert.ok(page);
    if (this.#random(4) === 0) return this.#beside(page);
    await page.bringToFront();
    const kind = this.#random(14);
    if (kind < 6) return this.#type(page);
    if (kind === 6) return this.#pause(page);
    if (kind === 7) return this.#power();
    if (kind === 8) return this.#connection();
    if (kind === 9) return this.#reload(page);
    if (kind === 10) return this.#elsewhere();
    if (kind === 11 || kind === 12) return this.#file();
    return this.#leave(page);
  }

  /** Everything runs again, and whoever has a decision to make keeps both. */
  async settle(): Promise<void> {
    if (!this.#isOnline) await this.#connection();
    if (!this.#isUp) await this.#power();
    await this.#inStep();
    for (const page of this.pages) {
      await page.bringToFront();
      await until(async () => {
        const compare = page.getByRole("button", { name: "Compare and choose" });
        if (await compare.isVisible()) {
          await compare.click({ timeout: 1_000 });
          await page.getByRole("button", { name: "Keep both" }).click({ timeout: 1_000 });
        }
        const state = page.getByRole("status", { name: "State of saving" });
        assert.equal(await state.innerText({ timeout: 1_000 }), "Saved");
      });
    }
    await this.#inStep();
  }

  /** Waits until the folder of the project is in step: the service says so, and each text has its file. */
  async #inStep(): Promise<void> {
    await until(async () => {
      const { state } = await this.studio.ask("GET", this.path.replace(/documents$/, "folder"));
      assert.equal(state, "in_step");
      const files = this.#files().filter((name) => !name.includes("(conflict "));
      const { documents } = await this.studio.ask("GET", `${this.path}?limit=100`);
      const texts = documents.map(
        async ({ id }: { id: string }) => (await this.studio.ask("GET", `${this.path}/${id}`)).content,
      );
      assert.deepEqual(
        files.map((name) => readFileSync(join(this.folder, name), "utf8")).sort(),
        (await Promise.all(texts)).sort(),
      );
    });
  }

  /** The files of the project's folder that are not hidden. */
  #files(): string[] {
    return readdirSync(this.folder).filter((name) => /^[^.].*\.md$/.test(name));
  }

  /** Every text of the project, with the earlier ones, the files, and what the page offers as not saved. */
  async everything(): Promise<string> {
    const { documents } = await this.studio.ask("GET", `${this.path}?limit=100`);
    const found: string[] = [];
    for (const { id } of documents) {
      found.push((await this.studio.ask("GET", `${this.path}/${id}`)).content);
      const { revisions } = await this.studio.ask("GET", `${this.path}/${id}/revisions?limit=100`);
      for (const { version } of revisions) {
        found.push((await this.studio.ask("GET", `${this.path}/${id}/revisions/${version}`)).content);
      }
    }
    for (const name of this.#files()) found.push(readFileSync(join(this.folder, name), "utf8"));
    for (const page of this.pages) {
      await page.bringToFront();
      found.push(...(await offered(page)));
    }
    return found.join("\n");
  }

  async #beside(page: Page): Promise<string> {
    await page.bringToFront();
    const [, , , project = ""] = this.path.split("/");
    return stepBeside({
      studio: this.studio,
      page,
      random: this.#random,
      isReached: this.#isUp && this.#isOnline,
      project,
      document: this.id,
      word: `w${this.typed.length}x`,
      took: (word) => this.typed.push(word),
    });
  }

  async #type(page: Page): Promise<string> {
    const editor = page.getByRole("textbox", { name: /^Text of/ });
    if (!(await editor.isVisible())) return "typing is not possible";
    const word = `w${this.typed.length}x`;
    await editor.focus();
    await page.keyboard.press(this.#random(3) === 0 ? "Control+Home" : "Control+End");
    await page.keyboard.type(` ${word} `);
    this.typed.push(word);
    return `typed ${word}`;
  }

  async #pause(page: Page): Promise<string> {
    const state = page.getByRole("status", { name: "State of saving" });
    const isSaved = await state
      .getByText("Saved", { exact: true })
      .waitFor({ timeout: 2_500 })
      .then(
        () => true,
        () => false,
      );
    return isSaved ? "saved" : "not saved";
  }

  async #power(): Promise<string> {
    if (this.#isUp) await this.studio.kill();
    else await this.studio.restart();
    this.#isUp = !this.#isUp;
    return this.#isUp ? "service started" : "service killed";
  }

  async #connection(): Promise<string> {
    this.#isOnline = !this.#isOnline;
    await this.window.context.setOffline(!this.#isOnline);
    return this.#isOnline ? "online" : "offline";
  }

  async #reload(page: Page): Promise<string> {
    // Without a service there is nothing to load; a browser shows its own page then.
    if (!this.#isUp || !this.#isOnline) return "no reload";
    await page.reload();
    await page.getByRole("textbox", { name: /^Text of/ }).waitFor();
    return "loaded again";
  }

  async #elsewhere(): Promise<string> {
    if (!this.#isUp) return "nothing elsewhere";
    const word = `w${this.typed.length}x`;
    const { content } = await this.studio.ask("GET", `${this.path}/${this.id}`);
    await this.studio.ask("PUT", `${this.path}/${this.id}`, { content: `${content}\n\n${word}` });
    this.typed.push(word);
    return `wrote ${word} elsewhere`;
  }

  /** Adds a word to a file, as an editor does that saves in place; the service may be down. */
  async #file(): Promise<string> {
    const files = this.#files().filter((name) => !name.includes("(conflict "));
    const name = files[this.#random(files.length)];
    if (!name) return "no file";
    const word = `w${this.typed.length}x`;
    const path = join(this.folder, name);
    writeFileSync(path, `${readFileSync(path, "utf8")}\n\n${word}`);
    this.typed.push(word);
    return `wrote ${word} into the file ${name}`;
  }

  async #leave(page: Page): Promise<string> {
    const address = page.url();
    await page.evaluate(() => (location.hash = "#/settings"));
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.evaluate((hash) => (location.hash = hash), new URL(address).hash);
    if (!this.#isUp || !this.#isOnline) return "left and came back";
    await page.getByRole("textbox", { name: /^Text of/ }).waitFor();
    return "left and came back";
  }
}

for (let index = 0; index < RUNS; index += 1) {
  const seed = SEED + index;
  test(`no word is lost in a random run (seed ${seed})`, async () => {
    const studio = Studio.prepare("127.0.0.1:0");
    writeFileSync(join(studio.folder, "scriptorium.toml"), SETTINGS);
    await studio.restart();
    const { id: project } = await studio.ask("POST", "/api/projects", { name: "A book" });
    const path = `/api/projects/${project}/documents`;
    const { id } = await studio.ask("POST", path, { title: "One", content: "The beginning." });
    const window = await Window.open(studio);
    const pages = [window.page, await window.context.newPage()];
    for (const page of pages) {
      // Where the run goes later without a service: the browser has the files of that view by then.
      await page.goto(`${studio.address}/#/settings`);
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
      await page.goto(`${studio.address}/#/project/${project}/manuscript/${id}`);
      await page.getByRole("textbox", { name: /^Text of/ }).waitFor();
    }
    const folder = join(studio.folder, "books", "a-book");
    const run = new Run(studio, window, pages, path, id, folder, seed);
    const done: string[] = [];
    try {
      while (done.length < STEPS || (run.typed.length < WORDS_MIN && done.length < STEPS_MAX)) {
        done.push(await run.step());
      }
      await run.settle();
      const everything = await run.everything();
      for (const word of run.typed) assert.ok(everything.includes(word), `${word} is lost: ${everything}`);
    } catch (thrown) {
      console.error(`seed ${seed}:\n${done.join("\n")}`);
      throw thrown;
    }
    assert.ok(run.typed.length >= WORDS_MIN, done.join("\n"));
    window.assertQuiet();
    await window.close();
    await studio.stop();
  });
}
