// Which packages are bundled into the built files, and under which licences. NOTICE names them, and
// LICENSES.txt has their texts.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Licences that only require their text and the names of the authors. */
const PERMISSIVE = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD"];

export interface Bundled {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** The package of a module in `node_modules`; undefined for our own. */
export function packageOf(module: string): string | undefined {
  const [, path] = module.split("/node_modules/", 2);
  const [first = "", second = ""] = path?.split("/") ?? [];
  if (first === "") return undefined;
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** What a package says of itself; its licence has to be permissive. */
export function read(folder: string, name: string): Bundled {
  const at = join(folder, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
  if (!PERMISSIVE.includes(license)) throw new Error(`${name} is under ${license}`);
  const file = readdirSync(at).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined || !existsSync(join(at, file))) throw new Error(`${name} has no licence text`);
  return { name, version, licence: license, text: readFileSync(join(at, file), "utf8").trim() };
}

/** The texts of the licences, as LICENSES.txt has them. */
export function licences(bundled: Bundled[]): string {
  const parts = bundled.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`);
  return [
    "The built files in web/dist contain works of others, under these licences.\n",
    ...parts,
  ].join(`\n${"-".repeat(80)}\n\n`);
}
