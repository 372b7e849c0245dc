// Reads what somebody chose or dropped: files and folders, of which the texts are taken. What is left out is
// named with its reason.

import type { ImportFile } from "../../api/imports";
import type { ImportSkipped } from "../../api/types";
import { number } from "../../state/time";
import { transfer as t } from "../../texts/transfer";
import { sizeText } from "../../ui/files";
import { decode } from "./encoding";

/** The most files that are looked at; an import takes no more. */
const FILES_MAX = 10_000;

/** The most bytes that are read into the browser. */
const BYTES_MAX = 256 * 1024 * 1024;

/** The most levels of folders that are looked into. */
const LEVELS_MAX = 32;

/** The endings of texts. */
const TEXTS = ["md", "markdown", "txt", "fountain"];

/** The endings of books and archives, whose bytes are sent as they are. */
const BOOKS = ["docx", "epub", "odt", "zip"];

/** The largest book or archive that the service takes, in bytes. */
const BOOK_BYTES_MAX = 48 * 1024 * 1024;

/** The file by which an exported project is known. */
const MANIFEST = "scriptorium.json";

/** A file with its path below what was chosen. */
export interface Found {
  path: string;
  file: File;
}

/** What is ready to be imported. */
export interface Chosen {
  /** What the folder or the only file is called; empty for several files. */
  name: string;
  files: ImportFile[];
  skipped: ImportSkipped[];
  /** The size of the texts, in bytes. */
  bytes: number;
  /** The largest text. */
  largest: { path: string; bytes: number };
  /** The encodings other than UTF-8, with how many files have one. */
  encodings: Map<string, number>;
  /** Whether it is an exported project. */
  isProject: boolean;
}

/** Why files cannot be imported, as a sentence for a person. */
export class Unreadable extends Error {}

/** The files of a field. */
export function fromField(list: FileList): Found[] {
  const found = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  if (found.length > FILES_MAX) throw new Unreadable(t.problems.tooMany(number(FILES_MAX)));
  return found;
}

/** The files that were dropped, with those in folders. The entries are taken at once: later they are gone. */
export function fromDrop(data: DataTransfer): Promise<Found[]> {
  const items = [...data.items].filter((item) => item.kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  return collect(entries.filter((entry) => entry !== null));
}

async function collect(entries: (FileSystemEntry | File)[]): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = entries.map((entry) => ({ entry, path: entry.name, level: 0 }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { entry, path, level } = next;
    if (entry instanceof File) found.push({ path, file: entry });
    else if (entry.isFile) found.push({ path, file: await fileOf(entry as FileSystemFileEntry, path) });
    else if (level >= LEVELS_MAX) throw new Unreadable(t.problems.tooDeep(path, LEVELS_MAX));
    else {
      for (const inside of await entriesOf(entry as FileSystemDirectoryEntry, path)) {
        // What is hidden can be large, such as the history of a version control.
        if (!inside.name.startsWith(".")) {
          waiting.push({ entry: inside, path: `${path}/${inside.name}`, level: level + 1 });
        }
      }
    }
    if (found.length + waiting.length > FILES_MAX) throw new Unreadable(t.problems.tooMany(number(FILES_MAX)));
  }
  return found;
}

function fileOf(entry: FileSystemFileEntry, path: string): Promise<File> {
  return new Promise((done, fail) => entry.file(done, (error) => fail(unreadable(path, error))));
}

/** Everything in a folder: a browser gives it in pieces, and an empty one is the end. */
async function entriesOf(folder: FileSystemDirectoryEntry, path: string): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, (error) => fail(unreadable(path, error))),
    );
    found.push(...piece);
    if (piece.length === 0 || found.length > FILES_MAX) return found;
  }
}

/** Reads the texts of what was found. */
export async function readAll(
  found: Found[],
  progress: (done: number, total: number) => void,
): Promise<Chosen> {
  const { name, files } = withoutFolder(found);
  const [only] = files;
  if (files.length === 1 && only?.path.toLowerCase().endsWith(".json")) return readExport(only);
  const isProject = files.some(({ path }) => path === MANIFEST);
  const texts = isProject ? [...TEXTS, "json"] : [...TEXTS, ...BOOKS];
  const chosen: Chosen = {
    name, files: [], skipped: [], bytes: 0, largest: { path: "", bytes: 0 }, encodings: new Map(), isProject,
  };
  for (const [index, { path, file }] of files.entries()) {
    progress(index + 1, files.length);
    const reason = reasonToSkip(path, texts);
    if (reason !== null) chosen.skipped.push({ path, reason });
    else await take(chosen, path, file);
  }
  if (chosen.files.length === 0) {
    const [first] = chosen.skipped;
    const why = first === undefined ? "" : ` (“${first.path}”: ${first.reason})`;
    throw new Unreadable(t.problems.nothing + why);
  }
  return chosen;
}

async function take(chosen: Chosen, path: string, file: File): Promise<void> {
  if (chosen.bytes + file.size > BYTES_MAX) {
    throw new Unreadable(t.problems.tooLarge(path, sizeText(file.size), sizeText(BYTES_MAX)));
  }
  if (BOOKS.includes(endingOf(path))) {
    if (file.size > BOOK_BYTES_MAX) {
      throw new Unreadable(t.problems.bookTooLarge(path, sizeText(file.size), sizeText(BOOK_BYTES_MAX)));
    }
    count(chosen, path, file.size);
    chosen.files.push({ path, content: base64(await bytesOf(file, path)), encoding: "base64" });
    return;
  }
  const decoded = decode(await bytesOf(file, path));
  if (decoded === null) {
    chosen.skipped.push({ path, reason: t.skippedReasons.encoding });
    return;
  }
  const { text, encoding } = decoded;
  chosen.files.push({ path, content: text });
  count(chosen, path, file.size);
  if (encoding !== null) chosen.encodings.set(encoding, (chosen.encodings.get(encoding) ?? 0) + 1);
}

function count(chosen: Chosen, path: string, bytes: number): void {
  chosen.bytes += bytes;
  if (bytes >= chosen.largest.bytes) chosen.largest = { path, bytes };
}

/** How many bytes are written as Base64 at once; a multiple of three, so that the pieces fit together. */
const PIECE_BYTES = 24 * 1024;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)));
  }
  return text;
}

/** A project that was downloaded as one file. */
async function readExport({ path, file }: Found): Promise<Chosen> {
  if (file.size > BYTES_MAX) {
    throw new Unreadable(t.problems.tooLarge(path, sizeText(file.size), sizeText(BYTES_MAX)));
  }
  const files = exportedFiles(decode(await bytesOf(file, path))?.text ?? "");
  if (files === null) throw new Unreadable(`${t.problems.nothing} (“${path}”)`);
  return {
    name: path.replace(/\.json$/i, ""),
    files,
    skipped: [],
    bytes: file.size,
    largest: { path, bytes: file.size },
    encodings: new Map(),
    isProject: true,
  };
}

function exportedFiles(text: string): ImportFile[] | null {
  try {
    const { files } = JSON.parse(text) as { files?: unknown };
    const isFile = (one: unknown): one is ImportFile => {
      const { path, content } = (one ?? {}) as Record<string, unknown>;
      return typeof path === "string" && typeof content === "string";
    };
    return Array.isArray(files) && files.length > 0 && files.every(isFile) ? files : null;
  } catch {
    return null;
  }
}

async function bytesOf(file: File, path: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (thrown) {
    // Such as a file that was removed since it was chosen.
    throw unreadable(path, thrown);
  }
}

function unreadable(path: string, thrown: unknown): Unreadable {
  return new Unreadable(t.problems.unreadable(path, thrown instanceof Error ? thrown.message : String(thrown)));
}

/** Paths within the folder that was chosen, when it is one, and what it is called. */
function withoutFolder(found: Found[]): { name: string; files: Found[] } {
  const [first] = found;
  const folder = first?.path.split("/")[0] ?? "";
  const isFolder = folder !== "" && found.every(({ path }) => path.startsWith(`${folder}/`));
  if (isFolder) {
    const files = found.map(({ path, file }) => ({ path: path.slice(folder.length + 1), file }));
    return { name: titleOf(folder), files };
  }
  return { name: found.length === 1 ? titleOf(folder.replace(/\.[^.]+$/, "")) : "", files: found };
}

/** A name of a file or folder as a title: “the-secret-garden” is “The secret garden”. */
function titleOf(name: string): string {
  if (/\s/.test(name) || !/[-_]/.test(name)) return name;
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function reasonToSkip(path: string, texts: string[]): string | null {
  const names = path.split("/");
  if (names.some((name) => name.startsWith("."))) return t.skippedReasons.hidden;
  const ending = endingOf(path);
  return texts.includes(ending) ? null : t.skippedReasons.kind(ending);
}

/** The ending of a file in small letters; empty where it has none. */
function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}
