// Where words stand in a text that changes with every saving. Known places move with the change; what has to be
// looked for is looked for near its place, and all that is not there in one pass over the text.

import type { Finding } from "../../api/types";
import { difference, editorOffsets } from "../../ui/editor-text";

/** A place in a text, in units of the editor, with its line, counted from 1. */
export interface Place {
  from: number;
  to: number;
  line: number;
}

/** Words that are looked for, and near which place. */
interface Wanted {
  id: string;
  words: string;
  near: number;
}

interface Span {
  from: number;
  to: number;
}

/** With how many units words begin by which they are recognised in a text. */
const HEAD = 4;

/** How far from its place in units of the editor words are looked for first. */
const NEAR = 2000;

/** The places of the findings of one document. */
export class Places {
  #text = "";
  /** Null for words that stand nowhere. */
  #known = new Map<string, { version: number | null; words: string; span: Span | null }>();

  /** Where findings stand in this version of the text; without those whose words stand there no more. */
  of(all: Finding[], text: string, version: number): Map<string, Place> {
    const change = difference(this.#text, text);
    const changedTo = change.from + change.insert.length;
    const shift = changedTo - change.to;
    const known = this.#known;
    const spans = new Map<string, Span | null>();
    const read: Finding[] = [];
    const lost: Finding[] = [];
    const near: Wanted[] = [];
    for (const finding of all) {
      const { id, quotation, documentVersion } = finding;
      if (!quotation) continue;
      const before = known.get(id);
      const isKnown = before?.version === documentVersion && before.words === quotation.quote;
      if (documentVersion === version) read.push(finding);
      else if (!isKnown) lost.push(finding);
      else if (before.span === null) near.push({ id, words: quotation.quote, near: change.from });
      else if (before.span.to <= change.from) spans.set(id, before.span);
      else if (before.span.from >= change.to) {
        spans.set(id, { from: before.span.from + shift, to: before.span.to + shift });
      } else lost.push(finding);
    }
    const lines = lineStarts(text);
    this.#place(read, lost, text, lines, spans);
    // Words that stood nowhere can only stand where the text has changed.
    const longest = Math.max(0, ...near.map(({ words }) => words.length));
    for (const [id, span] of search(text, near, change.from - longest, changedTo + longest)) spans.set(id, span);
    this.#text = text;
    this.#known = new Map();
    const found = new Map<string, Place>();
    for (const { id, quotation, documentVersion } of all) {
      if (!quotation) continue;
      const span = spans.get(id) ?? null;
      this.#known.set(id, { version: documentVersion, words: quotation.quote, span });
      if (span) found.set(id, { ...span, line: lineOf(lines, span.from) });
    }
    return found;
  }

  /** Places those that were read in this text, and looks for those that are not known. */
  #place(read: Finding[], lost: Finding[], text: string, lines: number[], spans: Map<string, Span | null>): void {
    const at = (finding: Finding) => finding.quotation?.start ?? 0;
    const offsets = editorOffsets(text, [
      ...read.flatMap((finding) => [at(finding), finding.quotation?.end ?? 0]),
      ...lost.map(at),
    ]);
    read.forEach(({ id }, index) => {
      spans.set(id, { from: offsets[2 * index] ?? 0, to: offsets[2 * index + 1] ?? 0 });
    });
    const wanted = lost.map(({ id, quotation, line }, index): Wanted => {
      const start = offsets[2 * read.length + index] ?? 0;
      const words = quotation?.quote ?? "";
      return { id, words, near: line === null ? start : (lines[Math.min(line, lines.length) - 1] ?? 0) };
    });
    // Mostly words have hardly moved, and the whole text need not be read.
    const far = wanted.filter((one) => {
      const span = searchNear(text, one);
      if (span) spans.set(one.id, span);
      return span === null;
    });
    for (const [id, span] of search(text, far, 0, text.length)) spans.set(id, span);
  }
}

/** Where words stand that are nearest to their place, if that is near it. */
function searchNear(text: string, { words, near }: Wanted): Span | null {
  if (words === "") return null;
  const begin = Math.max(0, near - NEAR);
  const at = nearest(text.slice(begin, near + NEAR + words.length), words, near - begin);
  return at === undefined ? null : { from: begin + at, to: begin + at + words.length };
}

/** Of the same words between two places those that stand nearest. */
function search(text: string, wanted: Wanted[], from: number, to: number): Map<string, Span> {
  const found = new Map<string, Span>();
  const begin = Math.max(from, 0);
  const end = Math.min(to, text.length);
  const heads = new Map<number, Map<string, Wanted[]>>();
  const isHead = new Uint8Array(1 << 16);
  for (const one of wanted) {
    if (one.words.length < HEAD) {
      const at = one.words === "" ? undefined : nearest(text.slice(begin, end), one.words, one.near - begin);
      if (at !== undefined) found.set(one.id, { from: begin + at, to: begin + at + one.words.length });
      continue;
    }
    let head = 0;
    for (let at = 0; at < HEAD; at += 1) head = (head << 8) ^ one.words.charCodeAt(at);
    isHead[mixed(head)] = 1;
    const same = heads.get(head) ?? new Map<string, Wanted[]>();
    same.set(one.words, [...(same.get(one.words) ?? []), one]);
    heads.set(head, same);
  }
  if (heads.size === 0) return found;
  // What is shifted out leaves nothing behind, so a head is always of the last four units.
  let head = 0;
  for (let at = begin; at < end; at += 1) {
    head = (head << 8) ^ text.charCodeAt(at);
    if (isHead[mixed(head)] === 0) continue;
    const start = at - HEAD + 1;
    for (const [words, ones] of heads.get(head) ?? []) {
      if (start < begin || start + words.length > end || !text.startsWith(words, start)) continue;
      for (const { id, near } of ones) {
        const best = found.get(id);
        if (best && Math.abs(best.from - near) <= Math.abs(start - near)) continue;
        found.set(id, { from: start, to: start + words.length });
      }
    }
  }
  return found;
}

function mixed(head: number): number {
  return (head ^ (head >>> 16)) & 0xffff;
}

/** Where words stand that are nearest to a place of a text. */
export function nearest(text: string, words: string, place: number): number | undefined {
  const behind = text.indexOf(words, place);
  const before = text.lastIndexOf(words, place);
  if (behind < 0 || before < 0) return Math.max(behind, before) < 0 ? undefined : Math.max(behind, before);
  return behind - place < place - before ? behind : before;
}

/** Where the lines of a text begin. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** The line that a place is in, counted from 1. */
function lineOf(starts: number[], place: number): number {
  let from = 0;
  let to = starts.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((starts[middle] ?? 0) <= place) from = middle;
    else to = middle;
  }
  return from + 1;
}
