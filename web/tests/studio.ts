// A running service with data of its own, and a browser that looks at it. Whatever the page asks of others,
// whatever its policy stops and whatever it throws fails the test.

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after } from "node:test";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";

/** How long anything may take that is waited for, in milliseconds. */
const PATIENCE_MS = 60_000;

/** How the browser is started: without whatever would ask somebody for something by itself. */
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function variable(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is missing: run the tests with \`cargo xtask test --page\``);
  return value;
}

const studios: Studio[] = [];
let browser: Promise<Browser> | undefined;

// Registered here, and not where they are started: that may be inside a test, which would end them.
after(async () => {
  await (await browser)?.close();
  for (const studio of studios) {
    await studio.stop();
    rmSync(studio.folder, { recursive: true, force: true });
  }
});

/** The address of a database of its own, on the PostgreSQL server of the tests. */
function makeDatabase(): string {
  const server = new URL(variable("SCRIPTORIUM_TEST_POSTGRES"));
  const name = `page_${randomUUID().replaceAll("-", "_")}`;
  execFileSync(variable("SCRIPTORIUM_TEST_CREATEDB"), ["--maintenance-db", server.href, name]);
  server.pathname = name;
  return server.href;
}

/** A service as a process, in a folder that is gone afterwards. */
export class Studio {
  readonly folder = mkdtempSync(join(tmpdir(), "scriptorium-page-"));
  address = "";
  #child: ChildProcess | undefined;

  private constructor(
    private listen: string,
    private readonly env: Record<string, string> = {},
  ) {
    studios.push(this);
  }

  /** Starts a service on SQLite: with nothing in it, or with the demo. */
  static async start(what: "empty" | "demo", listen = "127.0.0.1:0"): Promise<Studio> {
    const studio = new Studio(listen);
    if (what === "demo") {
      cpSync(variable("SCRIPTORIUM_TEST_DEMO"), join(studio.folder, "scriptorium-data"), {
        recursive: true,
      });
    }
    await studio.restart();
    return studio;
  }

  /** Starts a service on PostgreSQL, with the demo. */
  static async startOnPostgres(): Promise<Studio> {
    const studio = new Studio("127.0.0.1:0", { SCRIPTORIUM_DATABASE__URL: makeDatabase() });
    await studio.restart("demo", "--data", "scriptorium-data");
    return studio;
  }

  /** A folder for a service that is prepared by commands before it starts. */
  static prepare(listen: string): Studio {
    return new Studio(listen);
  }

  /** What a command prints. */
  command(...words: string[]): string {
    return execFileSync(variable("SCRIPTORIUM_TEST_BINARY"), words, {
      cwd: this.folder,
      env: this.env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Starts the service, on the port that it had before; another command than `serve` may be named. */
  async restart(...words: string[]): Promise<void> {
    await this.stop();
    const command = words.length === 0 ? ["serve"] : words;
    // A demo listens before its project is there.
    const isReady = (printed: string) => command[0] !== "demo" || printed.includes("  project ");
    const child = spawn(variable("SCRIPTORIUM_TEST_BINARY"), [...command, "--listen", this.listen], {
      cwd: this.folder,
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let printed = "";
    for await (const piece of child.stdout) {
      printed += String(piece);
      const found = /listens on http:\/\/(\S+:(\d+))\n/.exec(printed);
      if (found?.[2] && isReady(printed)) {
        this.address = `http://127.0.0.1:${found[2]}`;
        this.listen = this.listen.replace(/:\d+$/, `:${found[2]}`);
        break;
      }
    }
    assert.ok(this.address, `the service did not start: ${printed}`);
    // Whatever else it prints must not fill the pipe.
    child.stdout.resume();
    child.stderr.resume();
  }

  /** Ends the service. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  }

  /** Ends the service as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }

  /** What the service answers to a request of another client. */
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(this.address + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
}

/** How a window is opened. */
export interface Look {
  colorScheme?: "light" | "dark";
  width?: number;
  height?: number;
  locale?: string;
}

/** The browser of this file of tests. */
export function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: variable("SCRIPTORIUM_TEST_CHROMIUM"),
    args: FLAGS,
    chromiumSandbox: false,
  });
  return browser;
}

/** The kinds of the files of the page. */
const KINDS: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Answers with the built files of a folder in place of those in the program, below the program's policy:
 * `SCRIPTORIUM_TEST_DIST` names it for whoever changes the page without building the program each time. */
async function serveBuilt(context: BrowserContext, studio: Studio): Promise<void> {
  const folder = process.env.SCRIPTORIUM_TEST_DIST;
  if (!folder) return;
  const policy = (await fetch(`${studio.address}/`)).headers.get("content-security-policy") ?? "";
  const ours = (url: URL): boolean => url.pathname === "/" || url.pathname.startsWith("/assets/");
  await context.route(ours, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    await route.fulfill({
      path: file,
      headers: {
        "content-type": KINDS[extname(file)] ?? "application/octet-stream",
        "content-security-policy": policy,
      },
    });
  });
}

/** A window of a browser of its own user, with what went wrong in it. */
export class Window {
  /** What was asked of anybody but the service, what the policy stopped, and what was thrown. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly studio: Studio,
  ) {}

  static async open(studio: Studio, look: Look = {}): Promise<Window> {
    const { colorScheme = "light", width = 1280, height = 900, locale = "en-GB" } = look;
    const context = await (await theBrowser()).newContext({
      colorScheme,
      viewport: { width, height },
      reducedMotion: "reduce",
      locale,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await serveBuilt(context, studio);
    const window = new Window(await context.newPage(), context, studio);
    window.#listen(window.page);
    context.on("page", (page) => window.#listen(page));
    return window;
  }

  /** A further window of the same browser and user. */
  async another(): Promise<Window> {
    const window = new Window(await this.context.newPage(), this.context, this.studio);
    window.#listen(window.page);
    return window;
  }

  /** Has the page take it that nobody, or somebody, can see it: a browser without a screen shows all of them. */
  async see(isSeen: boolean): Promise<void> {
    await this.page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isSeen ? "visible" : "hidden");
  }

  #listen(page: Page): void {
    page.on("pageerror", (error) => this.complaints.push(`thrown: ${error.message}`));
    page.on("console", (message) => {
      // The browser itself reports every answer that is an error; tests look at what the page makes of it.
      const isAnswer = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isAnswer) this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.studio.address}/`)) this.complaints.push(`asked for ${url}`);
    });
  }

  /** Goes to a view. */
  async visit(address: string): Promise<void> {
    await this.page.goto(`${this.studio.address}/${address}`);
    await this.ready();
  }

  /** Waits until the view has read what it shows. */
  async ready(): Promise<void> {
    await this.page.locator("h1").first().waitFor();
    await this.page.waitForFunction(() => document.querySelector(".loading") === null);
  }

  /** Has every change at an address refused with “The service is busy.” while something is tried. */
  async refusing(address: string, work: () => Promise<void>): Promise<void> {
    await this.page.route(address, (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status: 409, json: { detail: "The service is busy." }, headers: { "x-request-id": "r-9" } }),
    );
    await work();
    await this.page.unroute(address);
  }

  /** Nothing was asked of others, stopped or thrown. */
  assertQuiet(): void {
    assert.deepEqual(this.complaints, []);
  }

  /** Nothing keeps anybody from using what the window shows. */
  async assertAccessible(what: string): Promise<void> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(async () => {
      const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ["violations"] });
      return violations.map((violation: any) => ({
        rule: violation.id,
        nodes: violation.nodes.map((node: any) => `${node.html}: ${node.failureSummary}`),
      }));
    });
    assert.deepEqual(found, [], what);
  }

  /** Nothing is wider than the window. */
  async assertNotCut(what: string): Promise<void> {
    const [content, window] = await this.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok((content ?? 0) <= (window ?? 0), `${what}: ${content} pixels in ${window}`);
  }

  /** Keeps a picture for whoever wants to look at it. */
  async picture(name: string): Promise<void> {
    const folder = process.env.SCRIPTORIUM_TEST_PICTURES;
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  /** Closes the window; whatever was asked of others, stopped or thrown in it fails the test. */
  async close(): Promise<void> {
    // A request that a test answers itself may still be under way.
    if (!this.page.isClosed()) await this.page.unrouteAll({ behavior: "ignoreErrors" });
    await this.context.close();
    this.assertQuiet();
  }
}
