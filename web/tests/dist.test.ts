// The built files that are committed: they are what the sources give, small, of permissive licences, and
// name no address of others.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";
import { licences, packageOf, read } from "./licences";

/** The most that the page may weigh in all, in bytes after gzip. */
const GZIPPED_MAX = 400_000;

/** Names of XML, which nobody asks for. */
const NAMESPACES = /^http:\/\/www\.w3\.org\//;

const web = process.env.SCRIPTORIUM_TEST_WEB ?? "";
const dist = join(web, "dist");

/** Every file below a folder, by its path in it. */
function files(folder: string, below = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) for (const [name, text] of files(folder, path)) found.set(name, text);
    else found.set(path, readFileSync(join(folder, path), "utf8"));
  }
  return found;
}

test("the types are right", () => {
  const checked = spawnSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "--project", web], {
    encoding: "utf8",
  });
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
});

test("the committed files are what the sources give, and NOTICE names what is in them", async () => {
  const outDir = mkdtempSync(join(tmpdir(), "scriptorium-dist-"));
  try {
    const output = (await build({
      root: web,
      configFile: join(web, "vite.config.ts"),
      logLevel: "error",
      build: { outDir, emptyOutDir: true },
    })) as Rollup.RollupOutput;
    const built = files(outDir);
    const committed = files(dist);
    assert.deepEqual([...committed.keys()].sort(), [...built.keys()].sort(), "run `npm run build` in web");
    for (const [name, text] of built) {
      assert.ok(committed.get(name) === text, `${name} differs: run \`npm run build\` in web`);
    }

    const modules = output.output.flatMap((one) => (one.type === "chunk" ? Object.keys(one.modules) : []));
    const names = new Set(modules.map(packageOf).filter((name) => name !== undefined));
    const bundled = [...names].sort().map((name) => read(web, name));
    const texts = licences(bundled);
    if (process.env.SCRIPTORIUM_TEST_RECORD) writeFileSync(join(web, "LICENSES.txt"), texts);
    assert.equal(readFileSync(join(web, "LICENSES.txt"), "utf8"), texts, "SCRIPTORIUM_TEST_RECORD=1 writes it anew");
    const notice = readFileSync(join(web, "../NOTICE"), "utf8");
    for (const { name, licence } of bundled) {
      assert.ok(notice.includes(`    ${name} (${licence})\n`), `NOTICE does not name ${name} (${licence})`);
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
});

test("the page is small", () => {
  const sizes = [...files(dist).values()].map((text) => gzipSync(text).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= GZIPPED_MAX, `${total} bytes`);
});

test("no file names an address of others", () => {
  for (const [name, text] of files(dist)) {
    const found = text.match(/https?:\/\/[^\s"'`)\\]+/g) ?? [];
    const foreign = found.filter((url) => !NAMESPACES.test(url) && !url.startsWith("http://127.0.0.1"));
    assert.deepEqual(foreign, [], name);
  }
});

test("the list of packages names no registry", () => {
  const lock = readFileSync(join(web, "package-lock.json"), "utf8");
  assert.equal(lock.includes('"resolved"'), false);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
  }
});
