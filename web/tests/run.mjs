// Runs the tests of the page: bundles them (they are TypeScript), makes the data of a demo once, and hands
// both to Node's own test runner. `npm test -- projects` runs those files whose names have the word.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** How long the demo is left to embed before it is asked again. */
const EMBEDDED_AGAIN_MS = 250;

/** How long it may take to embed. */
const EMBEDDED_MAX_MS = 300_000;

const here = dirname(fileURLToPath(import.meta.url));
// With `--bench` first, what costs are measured by is run in place of the tests.
const isBench = process.argv[2] === "--bench";
const ending = isBench ? ".bench.ts" : ".test.ts";
const words = process.argv.slice(isBench ? 3 : 2);
const files = readdirSync(here).filter(
  (name) => name.endsWith(ending) && (words.length === 0 || words.some((word) => name.includes(word))),
);

const folder = mkdtempSync(join(tmpdir(), "scriptorium-page-"));
const bundles = join(here, "..", "node_modules", ".tests");
process.exitCode = await run().finally(() => rmSync(folder, { recursive: true, force: true }));

async function run() {
  rmSync(bundles, { recursive: true, force: true });
  await build({
    entryPoints: files.map((name) => join(here, name)),
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node18",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const env = {
    ...process.env,
    // Whatever a test or its browser leaves there is removed with the folder.
    TMPDIR: folder,
    SCRIPTORIUM_TEST_DEMO: await demo(),
    SCRIPTORIUM_TEST_WEB: join(here, ".."),
    NODE_OPTIONS: "--enable-source-maps",
  };
  const tests = files.map((name) => join(bundles, name.replace(/ts$/, "mjs")));
  // Much of a test is waiting, and two fit on the two cores of a small machine.
  const runner = spawnSync(process.execPath, ["--test", "--test-concurrency=2", "--test-reporter=spec", ...tests], {
    env,
    stdio: "inherit",
  });
  return runner.status ?? 1;
}

/** A folder with the data of a demo, which each test copies. */
async function demo() {
  const program = process.env.SCRIPTORIUM_TEST_BINARY;
  if (!program) throw new Error("SCRIPTORIUM_TEST_BINARY names the program: run `cargo xtask test --page`");
  const child = spawn(program, ["demo", "--listen", "127.0.0.1:0"], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  try {
    let printed = "";
    for await (const piece of child.stdout) {
      printed += piece;
      if (printed.includes("project ")) break;
    }
    const [address] = /http:\/\/\S+:\d+/.exec(printed) ?? [];
    if (!address) throw new Error(`the demo did not start: ${printed}`);
    await embedded(address);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  return join(folder, "scriptorium-demo");
}

/** Waits until all texts have vectors: else the service of each test would make them again. */
async function embedded(address) {
  const until = Date.now() + EMBEDDED_MAX_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${address}/api/discovery/research/collections`);
    // Texts are still read.
    if (!answer.ok && answer.status !== 503) throw new Error(`the collections of the demo: ${answer.status}`);
    const { collections } = await answer.json();
    if (answer.ok && collections.every((one) => one.embedded === one.passages)) return;
    await new Promise((done) => setTimeout(done, EMBEDDED_AGAIN_MS));
  }
  throw new Error("the demo was not embedded in time");
}
