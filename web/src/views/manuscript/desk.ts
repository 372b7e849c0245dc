// What the parts around one text share: its draft, its editor, how many words it has, and what is marked.

import { computed, signal } from "@preact/signals";
import type { Finding } from "../../api/types";
import type { Editor, Mark } from "../../ui/editor";
import { difference, editorOffsets } from "../../ui/editor-text";
import type { Base, Draft } from "./draft";
import { addWords } from "./goals-state";

/** A passage of the text as it is on the service. */
export interface Passage extends Omit<Mark, "from" | "to"> {
  /** In characters. */
  start: number;
  end: number;
}

export class Desk {
  /** The editor, once it is there. */
  readonly editor = signal<Editor | undefined>(undefined);
  /** The passage that the cursor is in. */
  readonly markId = signal<string | null>(null);
  /** By how many words the text has changed since the service counted them; null for unknown. */
  readonly #typed = signal<number | null>(0);
  #passages: Passage[] = [];
  #isCounted = true;
  #countedWords: number;

  constructor(readonly draft: Draft) {
    this.#countedWords = draft.base.peek().words;
  }

  /** How many words the text has; null while that is not known. */
  readonly words = computed(() => {
    const typed = this.#typed.value;
    return typed === null ? null : Math.max(this.draft.base.value.words + typed, 0);
  });

  /** Somebody typed. */
  type(words: number | null): void {
    if (words === null) this.#isCounted = false;
    else if (this.#isCounted) addWords(this.draft, words);
    this.#typed.value =
      words === null || this.#typed.value === null ? null : this.#typed.value + words;
    this.draft.changed();
  }

  /** The service has everything and has counted it. */
  count(base: Base): void {
    if (!this.#isCounted) addWords(this.draft, base.words - this.#countedWords);
    this.#isCounted = true;
    this.#countedWords = base.words;
    this.#typed.value = 0;
  }

  /** Marks these passages of the text of the service, where they still stand. */
  mark(passages: Passage[]): void {
    this.#passages = passages;
    const editor = this.editor.peek();
    if (!editor) return;
    const base = this.draft.base.peek().text;
    const offsets = editorOffsets(
      base,
      passages.flatMap(({ start, end }) => [start, end]),
    );
    const change = difference(base, editor.text);
    const shift = change.insert.length - (change.to - change.from);
    const moved = (at: number) => (at >= change.to ? at + shift : at);
    editor.setMarks(
      passages.flatMap(({ id, look, title }, index) => {
        const from = offsets[2 * index] ?? 0;
        const to = offsets[2 * index + 1] ?? 0;
        const isTouched = from < change.to && to > change.from;
        return isTouched ? [] : [{ id, look, title, from: moved(from), to: moved(to) }];
      }),
    );
  }

  /** Marks the same passages in an editor that came later. */
  markAgain(): void {
    this.mark(this.#passages);
  }
}

/** The version in a tag. */
export function versionOf(tag: string): number {
  return Number(/\d+/.exec(tag)?.[0] ?? 0);
}

/** Where the words of a finding stand in the text of the service, in characters; undefined where they do
 * not stand any more. */
export function passageOf(finding: Finding, base: Base): { start: number; end: number } | undefined {
  const { quotation, line } = finding;
  if (!quotation) return undefined;
  if (finding.documentVersion === versionOf(base.tag)) return quotation;
  // The text has changed since: of the same words those are meant that stand nearest.
  const [near = 0] = line === null ? editorOffsets(base.text, [quotation.start]) : [startOfLine(base.text, line)];
  const at = nearest(base.text, quotation.quote, near);
  if (at === undefined) return undefined;
  const start = characters(base.text.slice(0, at));
  return { start, end: start + characters(quotation.quote) };
}

/** The place that an address names, in units of the editor: by position, by words, by line, or by words near
 * one of the others; undefined where it names none, or one that is not there. */
export function placeOf(query: URLSearchParams, text: string): { from: number; to: number } | undefined {
  const position = (name: string) => {
    const found = query.get(name);
    return found !== null && /^\d+$/.test(found) ? Number(found) : null;
  };
  const [start, end, line] = [position("start"), position("end"), position("line")];
  const [from = 0, to = 0] = editorOffsets(text, [start ?? 0, end ?? start ?? 0]);
  const lineStart = line === null ? 0 : startOfLine(text, line);
  const quote = query.get("quote") ?? "";
  if (quote !== "" && text.slice(from, from + quote.length) !== quote) {
    const at = nearest(text, quote, start === null ? lineStart : from);
    if (at !== undefined) return { from: at, to: at + quote.length };
  }
  if (start !== null) return { from, to: quote === "" ? Math.max(from, to) : from + quote.length };
  if (quote !== "" && text.startsWith(quote)) return { from: 0, to: quote.length };
  return line === null ? undefined : { from: lineStart, to: lineStart };
}

/** Where words stand that are nearest to a place of a text. */
function nearest(text: string, words: string, place: number): number | undefined {
  const behind = text.indexOf(words, place);
  const before = text.lastIndexOf(words, place);
  if (behind < 0 || before < 0) return Math.max(behind, before) < 0 ? undefined : Math.max(behind, before);
  return behind - place < place - before ? behind : before;
}

/** The line that a place of a text is in, counted from 1. */
export function lineAt(text: string, place: number): number {
  const [at = 0] = editorOffsets(text, [place]);
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}

/** Where a line begins, counted from 1. */
export function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let count = 1; count < line; count += 1) {
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return at;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
