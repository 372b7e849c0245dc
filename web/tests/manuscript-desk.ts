// A window with one document open, as tests of the manuscript need it.

import type { BrowserContext, Locator, Page } from "playwright-core";
import { type Look, type Studio, Window } from "./studio";

/** How long a condition may take that is asked again and again, in milliseconds. */
const PATIENCE_MS = 60_000;

/** How long between two attempts, in milliseconds. */
const STEP_MS = 50;

/** Repeats a check until it holds. */
export async function until<T>(check: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (thrown) {
      if (Date.now() > end) throw thrown;
      await new Promise((done) => setTimeout(done, STEP_MS));
    }
  }
}

/** A document of the demo by its title, with the number of its revisions. */
export async function demoDocument(
  studio: Studio,
  project: string,
  title: string,
): Promise<{ id: string; revisions: number }> {
  const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?limit=100`);
  const { id } = documents.find((one: any) => one.title === title);
  const path = `/api/projects/${project}/documents/${id}/revisions`;
  return { id, revisions: (await studio.ask("GET", path)).total };
}

export class Desk {
  private constructor(
    readonly window: Window,
    readonly editor: Locator,
  ) {}

  static async open(studio: Studio, project: string, id: string, look: Look = {}): Promise<Desk> {
    const window = await Window.open(studio, look);
    await window.visit(`#/project/${project}/manuscript/${id}`);
    const desk = new Desk(window, window.page.getByRole("textbox", { name: /^Text of/ }));
    await desk.editor.waitFor();
    return desk;
  }

  get page(): Page {
    return this.window.page;
  }

  get context(): BrowserContext {
    return this.window.context;
  }

  /** Types behind the last word. */
  async typeAtEnd(text: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.type(text);
  }

  /** Waits until everything is saved. */
  async saved(): Promise<void> {
    await this.state("Saved");
  }

  /** Waits for a state of saving. */
  async state(text: string | RegExp): Promise<void> {
    await this.page.getByRole("status", { name: "State of saving" }).getByText(text, { exact: true }).waitFor();
  }

  /** Waits until the editor shows words. */
  async text(words: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press("Control+End");
    await this.editor.getByText(words).waitFor();
  }

  async close(): Promise<void> {
    await this.window.close();
  }
}

/** Text that would do harm where it is more than text. */
export const HOSTILE = '<img src=x onerror="globalThis.stolen = 1"> ‮مرحبا ' + "unbreakable".repeat(20);

/** A project with documents, and their ids by title. */
export async function bookOf(studio: Studio, name: string, documents: Record<string, unknown>[]) {
  const { id: project } = await studio.ask("POST", "/api/projects", { name });
  const path = `/api/projects/${project}/documents`;
  const ids: Record<string, string> = {};
  for (const { inside, ...body } of documents) {
    const parentId = inside === undefined ? null : ids[String(inside)];
    ids[String(body.title)] = (await studio.ask("POST", path, { ...body, parentId })).id;
  }
  const read = async (title: string) => studio.ask("GET", `${path}/${ids[title]}`);
  return {
    project,
    path,
    ids,
    read,
    content: async (title: string): Promise<string> => (await read(title)).content,
    list: async (): Promise<any[]> => (await studio.ask("GET", `${path}?limit=100`)).documents,
  };
}

/** The button that takes back what the latest notice says. */
export const undoInNotice = (page: Page): Locator =>
  page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last();
