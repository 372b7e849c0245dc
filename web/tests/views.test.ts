// Every view, in light and dark, narrow and wide: it works after a reload on its own address, is accessible,
// fits the window, asks nobody but the service, and its policy has nothing to stop.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Studio, Window } from "./studio";

/** The addresses of the views, with names for pictures; PROJECT stands for the demo's project, SWARM
 * for its swarm, ENTRY for an entry of its lore. */
const VIEWS = [
  ["lore", "#/project/PROJECT/lore"],
  ["lore-relations", "#/project/PROJECT/lore/relations"],
  ["lore-facts", "#/project/PROJECT/lore/facts"],
  ["lore-names", "#/project/PROJECT/lore/names"],
  ["lore-new", "#/project/PROJECT/lore/new"],
  ["lore-rename-choice", "#/project/PROJECT/lore/rename"],
  ["lore-rename", "#/project/PROJECT/lore/ENTRY/rename?name=Ada%20Wynn"],
  ["people", "#/project/PROJECT/people"],
  ["people-presence", "#/project/PROJECT/people/presence"],
  ["outline", "#/project/PROJECT/outline"],
  ["timeline", "#/project/PROJECT/timeline"],
  ["timeline-narrative", "#/project/PROJECT/timeline?order=narrative"],
  ["timeline-list", "#/project/PROJECT/timeline?order=list"],
  ["promises", "#/project/PROJECT/promises"],
  ["promises-payoffs", "#/project/PROJECT/promises?show=payoffs"],
  ["promises-offers", "#/project/PROJECT/promises?show=offers"],
  ["languages", "#/project/PROJECT/languages"],
  ["findings", "#/project/PROJECT/findings"],
  ["findings-all", "#/project/PROJECT/findings?severity=all&state=any&group=check"],
  ["findings-proposals", "#/project/PROJECT/findings?list=proposals"],
  ["research", "#/project/PROJECT/research"],
  ["research-found", "#/project/PROJECT/research?q=the%20sill%20of%20Third%20Gate"],
  ["projects", "#/projects"],
  ["projects-archived", "#/projects?list=archived"],
  ["projects-trash", "#/projects?list=trash"],
  ["transfer", "#/transfer"],
  ["transfer-export", "#/transfer?tab=export&project=PROJECT"],
  ["transfer-trash", "#/transfer?tab=trash&project=PROJECT"],
  ["transfer-folder", "#/transfer?tab=folder&project=PROJECT"],
  ["manuscript", "#/project/PROJECT/manuscript"],
  ["manuscript-book", "#/project/PROJECT/manuscript?find=the%20sill&with=the%20ledge"],
  ["chapter", "#/project/PROJECT/manuscript/CHAPTER?panel=findings"],
  ["readiness", "#/project/PROJECT/readiness"],
  ["agents", "#/agents"],
  ["agent", "#/agents/lorekeeper"],
  ["conversations", "#/agents/all"],
  ["swarms", "#/swarms"],
  ["swarm-start", "#/swarms/new"],
  ["swarm", "#/swarms/SWARM"],
  ["swarm-results", "#/swarms/SWARM?show=results"],
  ["swarm-findings", "#/swarms/SWARM?show=findings"],
  ["usage", "#/usage"],
  ["usage-by-agent", "#/usage?by=agent"],
  ["notifications", "#/notifications"],
  ["settings", "#/settings"],
  ["health", "#/health"],
  ["not-found", "#/nowhere"],
] as const;

const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 320 },
  { colorScheme: "dark", width: 3840, height: 2160 },
] as const;

let studio: Studio;
let project = "";
let chapter = "";
let swarm = "";
let entry = "";

before(async () => {
  studio = await Studio.start("demo");
  const { projects } = await studio.ask("GET", "/api/projects");
  project = projects[0].id;
  const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?kind=chapter&q=Third%20Gate`);
  chapter = documents[0].id;
  const { entries } = await studio.ask("GET", `/api/projects/${project}/lore?limit=100`);
  entry = entries.find((one: any) => one.name === "Jory Pask").id;
  const { activeSwarms, completedSwarms } = await studio.ask("GET", "/api/agents/swarm/list");
  swarm = [...activeSwarms, ...completedSwarms][0].swarmId;
  const more = async (name: string) => (await studio.ask("POST", "/api/projects", { name })).id;
  await studio.ask("POST", `/api/projects/${await more("An Old Draft")}/archive`);
  await studio.ask("DELETE", `/api/projects/${await more("A False Start")}`);
});

for (const look of LOOKS) {
  test(`every view is sound, ${look.colorScheme} and ${look.width} pixels wide`, async () => {
    const window = await Window.open(studio, look);
    for (const [name, address] of VIEWS) {
      const what = `${name}, ${look.colorScheme}, ${look.width}`;
      const ids = { PROJECT: project, CHAPTER: chapter, SWARM: swarm, ENTRY: entry };
      await window.visit(address.replace(/PROJECT|CHAPTER|SWARM|ENTRY/g, (id) => ids[id as keyof typeof ids]));
      await window.page.reload();
      await window.ready();
      await window.assertAccessible(what);
      await window.assertNotCut(what);
      await window.picture(`${name}-${look.colorScheme}-${look.width}`);
    }
    window.assertQuiet();
    await window.close();
  });
}

test("the policy stops what is not ours", async () => {
  const window = await Window.open(studio);
  await window.visit("#/projects");
  // The checks above are worth nothing unless the browser reports what it stops.
  await window.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.stopped = false";
    document.head.append(script);
  });
  assert.equal(window.complaints.length, 1);
  assert.match(window.complaints[0] ?? "", /Content Security Policy/);
  assert.equal(await window.page.evaluate(() => "stopped" in globalThis), false);
  await window.close();
});
