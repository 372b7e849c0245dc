// The style sheets of views, which all stay in force once a view was opened: a class of one view must not mean
// something in another. Views may adapt what `ui` and `styles` draw, but only within something of their own.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const source = join(process.env.SCRIPTORIUM_TEST_WEB ?? "", "src");

interface Sheet {
  name: string;
  /** Each selector, with the classes that it names, but for those of states. */
  selectors: { text: string; classes: string[] }[];
}

/** The sheets of a folder. */
function sheets(folder: string): Sheet[] {
  return readdirSync(join(source, folder))
    .filter((name) => name.endsWith(".css"))
    .map((name) => ({ name: `${folder}/${name}`, selectors: selectorsOf(readFileSync(join(source, folder, name), "utf8")) }));
}

/** The selectors of a sheet that name classes. */
function selectorsOf(css: string): Sheet["selectors"] {
  const heads = css.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{};]+(?=\{)/g) ?? [];
  const all = heads.map((head) => head.trim()).filter((head) => !head.startsWith("@"));
  return all.flatMap(parts).map((text) => ({ text, classes: classesOf(text) })).filter(({ classes }) => classes.length > 0);
}

/** A list of selectors, taken apart at its commas, but for those in brackets. */
function parts(head: string): string[] {
  const found = [""];
  let depth = 0;
  for (const sign of head) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found.map((one) => one.trim());
}

/** The classes of a selector. Those that say how something is, such as `is-open`, belong to what has them. */
function classesOf(selector: string): string[] {
  const found = [...selector.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name]) => name ?? "");
  return found.filter((name) => !/^(is|has)-/.test(name));
}

const shared = [...sheets("ui"), ...sheets("styles")];
const views = readdirSync(join(source, "views")).map((view) => ({ view, sheets: sheets(`views/${view}`) }));
const sharedClasses = new Set(shared.flatMap((sheet) => sheet.selectors.flatMap(({ classes }) => classes)));

test("no two views have the same class", () => {
  const owners = new Map<string, Set<string>>();
  for (const { view, sheets } of views) {
    for (const name of sheets.flatMap((sheet) => sheet.selectors.flatMap(({ classes }) => classes))) {
      if (!sharedClasses.has(name)) owners.set(name, (owners.get(name) ?? new Set()).add(view));
    }
  }
  assert.ok(owners.size > 100, "the sheets were read");
  const twice = [...owners].filter(([, of]) => of.size > 1).map(([name, of]) => `.${name}: ${[...of].join(", ")}`);
  assert.deepEqual(twice, [], "give each view's its own name, or move what they share to `ui`");
});

test("a view adapts what all share only within something of its own, or in a state of its own", () => {
  const everywhere = new Map<string, Set<string>>();
  for (const { view, sheets } of [...views, { view: "", sheets: shared }]) {
    for (const { text } of sheets.flatMap((sheet) => sheet.selectors)) {
      everywhere.set(text, (everywhere.get(text) ?? new Set()).add(view));
    }
  }
  const isBreach = ({ text, classes }: Sheet["selectors"][number]) =>
    classes.every((one) => sharedClasses.has(one)) &&
    (!/\.(is|has)-/.test(text) || (everywhere.get(text)?.size ?? 0) > 1);
  const breaches = views.flatMap(({ sheets }) =>
    sheets.flatMap(({ name, selectors }) => selectors.filter(isBreach).map(({ text }) => `${name}: ${text}`)),
  );
  assert.deepEqual(breaches, [], "it would change every view that is opened afterwards");
});

test("no two shared sheets draw the same class", () => {
  const owners = new Map<string, string[]>();
  for (const { name, selectors } of shared) {
    for (const text of new Set(selectors.map((selector) => selector.text))) {
      if (/^\.[\w-]+$/.test(text)) owners.set(text, [...(owners.get(text) ?? []), name]);
    }
  }
  const twice = [...owners].filter(([, of]) => of.length > 1).map(([name, of]) => `${name}: ${of.join(", ")}`);
  assert.deepEqual(twice, []);
});

/** The file that another one imports by this name; undefined where it is none of ours. */
function fileOf(importer: string, name: string): string | undefined {
  const path = join(dirname(importer), name);
  return [path, `${path}.ts`, `${path}.tsx`].find((one) => /\.\w+$/.test(one) && existsSync(one));
}

/** The names that some pattern finds in a file, as files. */
function filesIn(file: string, pattern: RegExp): string[] {
  const names = [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name = ""]) => fileOf(file, name));
  return names.filter((one) => one !== undefined);
}

const IMPORTS = /^(?:import|export) (?!type )(?:[^;]*? from )?"(\.[^"]+)";/gm;
const LOADS = /\bimport\("(\.[^"]+)"\)/g;

/** A file and all that it imports, but for what is loaded later. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".css")) for (const one of filesIn(file, IMPORTS)) importedBy(one, found);
  return found;
}

test("whoever opens a view first has the sheets of all that it draws", () => {
  const classesIn = (files: string[]) =>
    files.flatMap((file) => selectorsOf(readFileSync(file, "utf8")).flatMap(({ classes }) => classes));
  const everywhere = [...shared, ...views.flatMap((view) => view.sheets)];
  const all = new Set(classesIn(everywhere.map(({ name }) => join(source, name))));
  /** The classes of what is loaded that have no sheet, also of what it loads in turn. */
  const missingIn = (loaded: string, before: Set<string>): string[] => {
    const files = [...new Set([...before, ...importedBy(loaded)])];
    const drawn = new Set(classesIn(files.filter((file) => file.endsWith(".css"))));
    const own = files.filter((file) => file.endsWith(".tsx") && !before.has(file));
    return own.flatMap((file) => [
      ...[...readFileSync(file, "utf8").matchAll(/class="([^"]+)"/g)]
        .flatMap(([, names = ""]) => names.split(" "))
        .filter((name) => all.has(name) && !drawn.has(name))
        .map((name) => `.${name} of ${relative(source, file)} in ${relative(source, loaded)}`),
      ...filesIn(file, LOADS).flatMap((later) => missingIn(later, new Set(files))),
    ]);
  };
  const frame = importedBy(join(source, "main.tsx"));
  const opened = filesIn(join(source, "views.ts"), LOADS);
  assert.ok(opened.length > 10, "the views were found");
  assert.deepEqual(opened.flatMap((view) => missingIn(view, frame)), []);
});
