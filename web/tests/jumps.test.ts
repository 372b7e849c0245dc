// Nothing jumps while a view is read: what is shown first stays where it is when the rest comes, also where answers
// come late and one after the other.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { Studio, Window } from "./studio";

/** How much may move, as browsers count it: the share of the window that moves times how far. */
const SHIFT_MAX = 0.05;

/** How much later each answer comes than it would, in milliseconds: longer than “Loading …” waits to be shown. */
const LATE_MS = 400;

/** For how many frames nothing may be asked for until a view counts as read. */
const STILL_FRAMES = 10;

/** The views; PROJECT stands for the demo's project, CHAPTER for one of its chapters, SWARM for its swarm, ENTRY for an
 * entry of its lore. */
const VIEWS = [
  "projects", "transfer", "transfer?tab=export", "agents", "agents/lorekeeper", "swarms", "swarms/SWARM", "usage",
  "notifications", "settings", "health", "PROJECT/manuscript", "PROJECT/manuscript/CHAPTER?panel=findings",
  "PROJECT/manuscript/CHAPTER?panel=revisions", "PROJECT/findings", "PROJECT/outline", "PROJECT/timeline",
  "PROJECT/timeline?order=list", "PROJECT/promises", "PROJECT/lore", "PROJECT/lore/ENTRY", "PROJECT/lore/relations",
  "PROJECT/people", "PROJECT/people/presence", "PROJECT/languages", "PROJECT/research", "PROJECT/readiness",
  "PROJECT/settings",
];

let studio: Studio;
let ids: Record<string, string>;

before(async () => {
  studio = await Studio.start("demo");
  const { id } = await studio.ask("GET", "/api/projects/active");
  const { documents } = await studio.ask("GET", `/api/projects/${id}/documents?kind=chapter&q=Nether%20Fold`);
  const { entries } = await studio.ask("GET", `/api/projects/${id}/lore?limit=100`);
  const { activeSwarms, completedSwarms } = await studio.ask("GET", "/api/agents/swarm/list");
  ids = {
    PROJECT: `project/${id}`,
    CHAPTER: documents[0].id,
    ENTRY: entries.find((one: any) => one.name === "Jory Pask").id,
    SWARM: [...activeSwarms, ...completedSwarms][0].swarmId,
  };
});

/** Has a page keep what moves in it, and how much. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; nodes: string[] }[] = ((globalThis as any).shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as any[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources.map(
          ({ node, previousRect: from, currentRect: to }: any) =>
            `${node?.nodeName}.${node?.getAttribute?.("class") ?? ""} ${from.x},${from.y} ${from.width}×${from.height} → ` +
            `${to.x},${to.y} ${to.width}×${to.height}`,
        );
        shifts.push({ value: entry.value, nodes });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Lets each answer come late, and gives what waits until none has been under way for some frames. */
async function late(page: Page): Promise<() => Promise<void>> {
  const underWay = new Set<unknown>();
  const isAnswered = (url: string) => url.includes("/api/") && !url.includes("/api/events");
  page.on("request", (request) => isAnswered(request.url()) && underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  await page.route("**/api/**", async (route) => {
    if (isAnswered(route.request().url())) await new Promise((done) => setTimeout(done, LATE_MS));
    await route.fallback();
  });
  return async () => {
    for (let still = 0; still < STILL_FRAMES; still += 1) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      if (underWay.size > 0) still = 0;
    }
  };
}

for (const width of [1_280, 320]) {
  test(`no view jumps while it is read, in a window ${width} pixels wide`, () => assertStill(width));
}

async function assertStill(width: number): Promise<void> {
  const window = await Window.open(studio, { width });
  const { page } = window;
  await watch(page);
  const settled = await late(page);
  const found: string[] = [];
  for (const view of VIEWS) {
    await page.goto("about:blank");
    await window.visit(`#/${view.replace(/PROJECT|CHAPTER|ENTRY|SWARM/g, (id) => ids[id] ?? "")}`);
    await settled();
    const shifts: { value: number; nodes: string[] }[] = await page.evaluate(() => (globalThis as any).shifts);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    const nodes = shifts.flatMap(({ value, nodes }) => [value.toFixed(3), ...nodes]);
    if (sum > SHIFT_MAX) found.push(`${view}: ${sum.toFixed(3)}: ${nodes.join("; ")}`);
  }
  assert.deepEqual(found, []);
  await window.close();
}
