// What the page costs, in the browser's own trace: processor time of script, style and layout on the main thread, and
// with paint, so that other work on the machine changes little. `npm run costs` prints it; nothing fails by it.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { projectWithEvents } from "./events";
import { Studio, Window, theBrowser } from "./studio";

/** Words of the manuscript, in one document, and events of the timeline. */
const WORDS = 161_000;
const EVENTS = 10_000;

/** Documents of a large book, and findings in one text. */
const DOCUMENTS = 1_200;
const FINDINGS = 300;

/** What an interaction may cost, in milliseconds; more of it is marked in what is printed. */
const INTERACTION_MS = 50;

/** What the first content may cost, likewise. */
const FIRST_CONTENT_MS = 300;

/** Steps of the wheel while scrolling, and the pixels of each. */
const STEPS = 150;
const STEP_PX = 240;

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "devtools.timeline.frame", "v8"];

/** What counts as work of the page; whatever lies inside one of these is a part of it. */
const WORK = new Set([
  "ParseHTML", "EvaluateScript", "v8.compile", "v8.compileModule", "v8.evaluateModule", "FunctionCall",
  "EventDispatch", "TimerFire", "FireAnimationFrame", "FireIdleCallback", "RunMicrotasks", "UpdateLayoutTree",
  "Layout", "PrePaint", "Paint", "Layerize", "MinorGC", "MajorGC",
]);

/** What of it is neither script nor layout. */
const PAINT = new Set(["PrePaint", "Paint", "Layerize"]);

/** Milliseconds of script and layout, and of all work. */
interface Cost {
  scriptAndLayout: number;
  all: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args?: { name?: string; data?: { message?: string } };
}

/** The work of the main thread that did most of it, with its frames and the marks that were set. */
class Trace {
  private readonly work: TraceEvent[] = [];
  private readonly frames: number[];
  private readonly marks = new Map<string, number>();

  constructor(all: TraceEvent[]) {
    const mains = all.filter((one) => one.name === "thread_name" && one.args?.name === "CrRendererMain");
    const worked = (main: TraceEvent) =>
      all.filter((one) => one.pid === main.pid && one.tid === main.tid && WORK.has(one.name)).length;
    const [main] = mains.toSorted((one, other) => worked(other) - worked(one));
    if (!main) throw new Error("the trace has no main thread");
    const own = all.filter((one) => one.pid === main.pid && one.tid === main.tid);
    let end = 0;
    for (const one of own.filter(({ ph, name }) => ph === "X" && WORK.has(name)).toSorted((a, b) => a.ts - b.ts)) {
      if (one.ts < end) continue;
      this.work.push(one);
      end = one.ts + (one.dur ?? 0);
    }
    this.frames = own.filter((one) => one.name === "BeginCommitCompositorFrame").map(({ ts }) => ts);
    this.frames.sort((one, other) => one - other);
    for (const one of own) {
      if (one.name === "TimeStamp") this.marks.set(one.args?.data?.message ?? "", one.ts);
    }
  }

  /** What is done between two marks. */
  between(from: string, to: string): Cost {
    return this.sum(this.marks.get(from) ?? 0, this.marks.get(to) ?? Number.POSITIVE_INFINITY);
  }

  /** Milliseconds of the longest piece of work between two marks: for so long nothing else is answered. */
  longest(from: string, to: string): number {
    const [begin, end] = [this.marks.get(from) ?? 0, this.marks.get(to) ?? 0];
    return Math.max(0, ...this.work.filter(({ ts }) => ts >= begin && ts < end).map(cost)) / 1000;
  }

  /** Milliseconds of work of each frame between two marks in which there was any. */
  perFrame(from: string, to: string): number[] {
    const [begin, end] = [this.marks.get(from) ?? 0, this.marks.get(to) ?? 0];
    const inside = this.frames.filter((ts) => ts >= begin && ts <= end);
    return inside.slice(1).map((ts, at) => this.sum(inside[at] ?? 0, ts).all).filter((work) => work > 0);
  }

  private sum(from: number, to: number): Cost {
    const inside = this.work.filter(({ ts }) => ts >= from && ts < to);
    const sum = (events: TraceEvent[]) => events.reduce((total, one) => total + cost(one), 0) / 1000;
    return { scriptAndLayout: sum(inside.filter(({ name }) => !PAINT.has(name))), all: sum(inside) };
  }
}

/** Microseconds of work. */
const cost = ({ tdur, dur }: TraceEvent) => tdur ?? dur ?? 0;

async function traced(window: Window, work: () => Promise<void>): Promise<Trace> {
  const browser = await theBrowser();
  await browser.startTracing(window.page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8"));
  return new Trace(traceEvents);
}

const mark = (window: Window, name: string) =>
  window.page.evaluate((text) => (console as unknown as { timeStamp: (text: string) => void }).timeStamp(text), name);

/** The next two frames have been drawn. */
const drawn = (window: Window) =>
  window.page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Script and layout, and with paint; marked where the first is more than it may be. */
const said = ({ scriptAndLayout, all }: Cost, most: number) =>
  `${ms(scriptAndLayout)}${scriptAndLayout > most ? `, over ${most} ms` : ""} (with paint ${ms(all)})`;

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** What is done in a window, and what the page does after it without being waited for. */
type Interaction = (window: Window) => Promise<void>;
interface Followed {
  work: Interaction;
  /** What is measured by itself, by its longest piece of work. */
  then: [name: string, work: Interaction];
}

/** The figures of a view: its first content, an interaction each, and the frames of scrolling it. */
async function measure(
  studio: Studio,
  address: string,
  content: (window: Window) => Promise<void>,
  interactions: Record<string, Interaction | Followed>,
  scroll: (window: Window) => Promise<void>,
  say: (text: string) => void,
  prepare: (window: Window) => Promise<void> = async () => {},
): Promise<void> {
  const window = await Window.open(studio);
  await prepare(window);
  const first = await traced(window, async () => {
    await window.visit(address);
    await content(window);
    await mark(window, "shown");
  });
  say(`first content ${said(first.between("", "shown"), FIRST_CONTENT_MS)}`);
  const later = await traced(window, async () => {
    const pieces = Object.entries(interactions).flatMap(([name, one]): [string, Interaction][] =>
      typeof one === "function" ? [[name, one]] : [[name, one.work], [`${name}, ${one.then[0]}`, one.then[1]]],
    );
    for (const [name, work] of pieces) {
      await drawn(window);
      await mark(window, `${name} begins`);
      await work(window);
      await drawn(window);
      await mark(window, `${name} ends`);
    }
    await window.page.mouse.move(760, 500);
    await mark(window, "scrolling begins");
    for (let step = 0; step < STEPS; step += 1) {
      await scroll(window);
      await drawn(window);
    }
    await mark(window, "scrolling ends");
  });
  for (const [name, one] of Object.entries(interactions)) {
    say(`${name} ${said(later.between(`${name} begins`, `${name} ends`), INTERACTION_MS)}`);
    if (typeof one === "function") continue;
    const then = `${name}, ${one.then[0]}`;
    const [from, to] = [`${then} begins`, `${then} ends`];
    const longest = later.longest(from, to);
    const over = longest > INTERACTION_MS ? `, over ${INTERACTION_MS} ms` : "";
    say(`${then} ${said(later.between(from, to), Number.POSITIVE_INFINITY)}, in pieces of at most ${ms(longest)}${over}`);
  }
  const frames = later.perFrame("scrolling begins", "scrolling ends");
  say(`scrolling, ${frames.length} frames: median ${ms(percentile(frames, 0.5))}, 95th percentile ${ms(percentile(frames, 0.95))}`);
  await window.close();
}

/** The texts of the demo's chapters, again and again. */
function manuscript(): string {
  const folder = join(process.env.SCRIPTORIUM_TEST_WEB ?? "", "../crates/scriptorium/demo/project/documents");
  const all = readdirSync(folder).filter((name) => name.endsWith(".md")).sort();
  const text = all.map((name) => readFileSync(join(folder, name), "utf8")).join("\n\n");
  const times = Math.ceil(WORDS / text.split(/\s+/).length);
  return Array.from({ length: times }, () => text).join("\n\n").split(/(?<=\s)/).slice(0, WORDS).join("");
}

test("a manuscript of 161,000 words in one document", async (t) => {
  const studio = await Studio.start("empty");
  const project = await studio.ask("POST", "/api/projects", { name: "A long book" });
  const path = `/api/projects/${project.id}/documents`;
  const document = await studio.ask("POST", path, { title: "All of it", content: manuscript() });
  await measure(
    studio,
    `#/project/${project.id}/manuscript/${document.id}`,
    (window) => window.page.locator(".cm-line").first().waitFor(),
    {
      "placing the cursor": (window) => window.page.locator(".cm-line").nth(3).click(),
      "a character": (window) => window.page.keyboard.type("x"),
      "another character": (window) => window.page.keyboard.type("y"),
    },
    (window) => window.page.mouse.wheel(0, STEP_PX),
    (text) => t.diagnostic(`manuscript: ${text}`),
  );
});

/** Waits until everything typed is saved. */
const saved = (window: Window) =>
  window.page.getByRole("status", { name: "State of saving" }).getByText("Saved", { exact: true }).waitFor();

test("300 findings beside a manuscript of 161,000 words", async (t) => {
  const studio = await Studio.start("empty");
  const project = await studio.ask("POST", "/api/projects", { name: "A long book" });
  const content = manuscript();
  const documents = `/api/projects/${project.id}/documents`;
  const { id } = await studio.ask("POST", documents, { title: "All of it", content });
  const severities = ["high", "medium", "low", "info"];
  // Read in an earlier version, as after every saving.
  const findings = Array.from({ length: FINDINGS }, (_, index) => {
    const start = Math.floor((content.length / FINDINGS) * index);
    const quotation = { quote: content.slice(start, start + 12), start, end: start + 12 };
    const of = { documentId: id, documentTitle: "All of it", projectId: project.id, swarmId: null, detail: null };
    const when = { createdAt: "2026-01-01T00:00:00Z", modifiedAt: "2026-01-01T00:00:00Z" };
    const what = { check: "prose", rule: "long_sentence", agent: "proseguard", message: `Finding ${index}.` };
    const now = { state: "open", reason: null, line: null, documentVersion: 0, currentDocumentVersion: 1 };
    return { id: `finding-${index}`, severity: severities[index % 4], quotation, ...of, ...when, ...what, ...now };
  });
  const typed = (key: string): Followed => ({
    work: (window) => window.page.keyboard.type(key),
    then: ["its saving", saved],
  });
  await measure(
    studio,
    `#/project/${project.id}/manuscript/${id}?panel=findings`,
    (window) => window.page.getByRole("complementary").getByRole("listitem").first().waitFor(),
    {
      "placing the cursor": (window) => window.page.locator(".cm-line").nth(3).click(),
      "a character": typed("x"),
      "another character": typed("y"),
    },
    (window) => window.page.mouse.wheel(0, STEP_PX),
    (text) => t.diagnostic(`findings: ${text}`),
    async (window) => {
      const json = { findings, total: FINDINGS, nextCursor: null };
      await window.page.route("**/api/projects/*/findings?*", (route) => route.fulfill({ json }));
    },
  );
});

test("a book of 1,200 documents", async (t) => {
  const studio = await Studio.start("empty");
  const project = await studio.ask("POST", "/api/projects", { name: "Many" });
  const path = `/api/projects/${project.id}/documents`;
  const files = Array.from({ length: DOCUMENTS }, (_, index) => ({
    path: `part ${Math.floor(index / 100) + 1}/${String(index + 1).padStart(4, "0")}.md`,
    content: `# Chapter ${index + 1}\n\nOne two three.`,
  }));
  const { id } = await studio.ask("POST", `${path}/import`, { files });
  for (let status = ""; status !== "completed"; ) {
    ({ status } = await studio.ask("GET", `/api/projects/${project.id}/imports/${id}`));
  }
  const { documents } = await studio.ask("GET", `${path}?limit=2`);
  const down = (window: Window) => window.page.keyboard.press("ArrowDown");
  await measure(
    studio,
    `#/project/${project.id}/manuscript/${documents[1].id}`,
    (window) => window.page.locator(".cm-line").first().waitFor(),
    {
      "placing the cursor": (window) => window.page.locator(".cm-line").first().click(),
      "a character": { work: (window) => window.page.keyboard.type("x"), then: ["its saving", saved] },
      "to the tree": (window) => window.page.getByRole("tree").focus(),
      "one row down": down,
      "another row down": down,
      "a letter of the filter": (window) => window.page.getByRole("searchbox").pressSequentially("7"),
      "a second letter": (window) => window.page.getByRole("searchbox").pressSequentially("7"),
    },
    (window) => window.page.mouse.wheel(0, STEP_PX),
    (text) => t.diagnostic(`tree: ${text}`),
  );
});

test("a timeline of 10,000 events", async (t) => {
  const studio = await Studio.start("empty");
  const projectId = await projectWithEvents(studio, EVENTS);
  const zoom = (window: Window) => window.page.keyboard.press("+");
  await measure(
    studio,
    `#/project/${projectId}/timeline`,
    (window) => window.page.getByRole("gridcell").first().waitFor(),
    {
      "taking the focus": (window) => window.page.getByRole("grid").focus(),
      "zooming in": zoom,
      "zooming in again": zoom,
    },
    // Sideways, as lanes run.
    (window) => window.page.mouse.wheel(STEP_PX, 0),
    (text) => t.diagnostic(`timeline: ${text}`),
  );
});
