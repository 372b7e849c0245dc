// What the parts around one text share: its draft, its editor, how many words it has, and what is marked.

import { computed, signal } from "@preact/signals";
import type { Editor, Mark } from "../../ui/editor";
import { difference, editorOffsets } from "../../ui/editor-text";
import type { Base, Draft } from "./draft";
import { addWords } from "./goals-state";
import { nearest } from "./places";

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
  /** What is marked, and in which text of the service. */
  #marked: { text: string; marks: Mark[] } = { text: "", marks: [] };
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
    const { text } = this.draft.base.peek();
    const offsets = editorOffsets(
      text,
      passages.flatMap(({ start, end }) => [start, end]),
    );
    const marks = passages.map(({ id, look, title }, index) => {
      return { id, look, title, from: offsets[2 * index] ?? 0, to: offsets[2 * index + 1] ?? 0 };
    });
    this.markIn(text, marks);
  }

  /** The same for passages of one text of the service, in units of the editor. */
  markIn(text: string, marks: Mark[]): void {
    this.#marked = { text, marks };
    this.markAgain();
  }

  /** Marks the same passages in an editor that came later. */
  markAgain(): void {
    const editor = this.editor.peek();
    const { text, marks } = this.#marked;
    if (!editor) return;
    if (marks.length === 0) return editor.setMarks([]);
    const change = difference(text, editor.text);
    const shift = change.insert.length - (change.to - change.from);
    editor.setMarks(
      marks.flatMap((mark) => {
        if (mark.to <= change.from) return [mark];
        // What is typed inside of a passage makes another one of it.
        return mark.from < change.to ? [] : [{ ...mark, from: mark.from + shift, to: mark.to + shift }];
      }),
    );
  }
}

/** The version in a tag. */
export function versionOf(tag: string): number {
  return Number(/\d+/.exec(tag)?.[0] ?? 0);
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
