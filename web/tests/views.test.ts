// Every view, in light and dark, narrow and wide, on SQLite and PostgreSQL, with and without a language model: it
// works after a reload on its own address, is accessible, fits the window, asks nobody but the service, and its
// policy has nothing to stop.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Model } from "./model";
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
  ["project-settings", "#/project/PROJECT/settings"],
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

/** How each of them is looked at, and of which service. */
const LOOKS = [
  { colorScheme: "light", width: 1280, database: "SQLite", hasModel: false },
  { colorScheme: "dark", width: 1280, database: "PostgreSQL", hasModel: false },
  { colorScheme: "light", width: 320, database: "PostgreSQL", hasModel: true },
  { colorScheme: "dark", width: 3840, height: 2160, database: "SQLite", hasModel: true },
] as const;

/** A service with the demo, and what stands for PROJECT, CHAPTER, SWARM and ENTRY there. */
interface Shown {
  studio: Studio;
  ids: Record<string, string>;
}

const shown: Record<string, Shown> = {};
let model: Model;

before(async () => {
  model = await Model.start();
  shown.SQLite = await prepared(await Studio.start("demo"));
  shown.PostgreSQL = await prepared(await Studio.startOnPostgres());
});

async function prepared(studio: Studio): Promise<Shown> {
  const { projects } = await studio.ask("GET", "/api/projects");
  const project = projects[0].id;
  const { documents } = await studio.ask("GET", `/api/projects/${project}/documents?kind=chapter&q=Third%20Gate`);
  const { entries } = await studio.ask("GET", `/api/projects/${project}/lore?limit=100`);
  const { activeSwarms, completedSwarms } = await studio.ask("GET", "/api/agents/swarm/list");
  const more = async (name: string) => (await studio.ask("POST", "/api/projects", { name })).id;
  await studio.ask("POST", `/api/projects/${await more("An Old Draft")}/archive`);
  await studio.ask("DELETE", `/api/projects/${await more("A False Start")}`);
  const ids = {
    PROJECT: project,
    CHAPTER: documents[0].id,
    SWARM: [...activeSwarms, ...completedSwarms][0].swarmId,
    ENTRY: entries.find((one: any) => one.name === "Jory Pask").id,
  };
  return { studio, ids };
}

for (const { database, hasModel, ...look } of LOOKS) {
  const where = `on ${database} ${hasModel ? "with" : "without"} a model`;
  test(`every view is sound, ${look.colorScheme} and ${look.width} pixels wide, ${where}`, async () => {
    const { studio, ids } = shown[database] as Shown;
    if (hasModel) await model.configure(studio);
    assert.equal((await studio.ask("GET", "/api/models")).models.length > 0, hasModel);
    const window = await Window.open(studio, look);
    for (const [name, address] of VIEWS) {
      const what = `${name}, ${look.colorScheme}, ${look.width}`;
      await window.visit(address.replace(/PROJECT|CHAPTER|SWARM|ENTRY/g, (id) => ids[id] as string));
      await window.page.reload();
      await window.ready();
      await window.assertAccessible(what);
      await window.assertNotCut(what);
      await window.picture(`${name}-${look.colorScheme}-${look.width}`);
    }
    await window.close();
  });
}

test("the policy stops what is not ours", async () => {
  const window = await Window.open((shown.SQLite as Shown).studio);
  await window.visit("#/projects");
  // The checks above are worth nothing unless the browser reports what it stops.
  await window.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.stopped = false";
    document.head.append(script);
  });
  const complaints = window.complaints.splice(0);
  assert.equal(complaints.length, 1);
  assert.match(complaints[0] ?? "", /Content Security Policy/);
  assert.equal(await window.page.evaluate(() => "stopped" in globalThis), false);
  await window.close();
});
