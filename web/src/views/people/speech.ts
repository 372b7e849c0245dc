// Who speaks in the texts of a project: their quotations, read text by text in the background. What was
// read stays while the page is open; a text is read again when it, the lore or a correction changes.

import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { documents } from "../../api/documents";
import { type ApiFailure, failureOf } from "../../api/failure";
import { quotations } from "../../api/quotations";
import type { DocumentItem, Quotation } from "../../api/types";
import { type LiveEvent, listen } from "../../live/events";

/** The most texts, and the most quotations of all texts, that are read. */
export const TEXTS_MAX = 1_000;
export const QUOTATIONS_MAX = 20_000;

/** The quotations of one answer. */
const PAGE_LIMIT = 100;

/** How many texts are read at the same time. */
const READERS = 2;

/** For how long events are collected before texts are read again, in milliseconds. */
const COLLECT_MS = 500;

/** How many projects are kept. */
const KEPT_MAX = 3;

/** A quotation with the number of its words. */
export interface Speech extends Quotation {
  words: number;
}

/** What was read of a project. */
export interface Speeches {
  /** The texts in the order of the book. */
  texts: DocumentItem[];
  /** The speech of each text that was read, by its id. */
  byText: Map<string, Speech[]>;
  /** Whether it goes on. */
  isReading: boolean;
  /** Whether there are more quotations, or more texts, than are read. */
  isPart: "quotations" | "texts" | null;
  failure: ApiFailure | null;
}

const EMPTY: Speeches = { texts: [], byText: new Map(), isReading: true, isPart: null, failure: null };

class SpeechReader {
  readonly #state = signal<Speeches>(EMPTY);
  /** The texts whose speech may have changed since it was read. */
  readonly #stale = new Set<string>();
  #watchers = 0;
  #isListStale = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: AbortController | undefined;

  constructor(private readonly projectId: string) {}

  get state(): ReadonlySignal<Speeches> {
    return this.#state;
  }

  /** Reads what is missing, until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) this.#begin();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers > 0) return;
      clearTimeout(this.#timer);
      this.#reading?.abort();
    };
  }

  hear(event: LiveEvent | "reset"): void {
    const { texts } = this.#state.peek();
    if (event === "reset" || (event.kind === "lore" && event.data.projectId === this.projectId)) {
      // Names and aliases decide who is meant, in every text.
      this.#isListStale = true;
      for (const text of texts) this.#stale.add(text.id);
    } else if (event.kind === "document" && event.data.projectId === this.projectId) {
      this.#isListStale = true;
      if (event.data.id !== undefined) this.#stale.add(event.data.id);
    } else if (event.kind === "quotation") {
      // A quotation names its text alone.
      const text = texts.find((one) => one.id === event.data.documentId);
      if (!text) return;
      this.#stale.add(text.id);
    } else return;
    if (this.#watchers === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), COLLECT_MS);
  }

  /** Reads again what could not be read. */
  retry(): void {
    this.#begin();
  }

  #begin(): void {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#set({ isReading: true, failure: null });
    this.#read(reading.signal).then(
      () => !reading.signal.aborted && this.#set({ isReading: false }),
      (thrown) => !reading.signal.aborted && this.#set({ isReading: false, failure: failureOf(thrown) }),
    );
  }

  async #read(signal: AbortSignal): Promise<void> {
    if (this.#isListStale) {
      const all = await documents.list(this.projectId, { signal });
      if (signal.aborted) return;
      const told = all.filter((text) => ["part", "chapter", "scene"].includes(text.kind) && text.words > 0);
      const texts = told.slice(0, TEXTS_MAX);
      const ids = new Set(texts.map((text) => text.id));
      const kept = [...this.#state.peek().byText].filter(([id]) => ids.has(id));
      this.#set({ texts, byText: new Map(kept), isPart: told.length > TEXTS_MAX ? "texts" : null });
      this.#isListStale = false;
    }
    const waiting = this.#state
      .peek()
      .texts.filter((text) => this.#stale.has(text.id) || !this.#state.peek().byText.has(text.id));
    const reader = async () => {
      for (let text = waiting.shift(); text && !signal.aborted; text = waiting.shift()) {
        await this.#readText(text.id, signal);
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
  }

  async #readText(id: string, signal: AbortSignal): Promise<void> {
    const found: Speech[] = [];
    const before = this.#count() - (this.#state.peek().byText.get(id)?.length ?? 0);
    this.#stale.delete(id);
    try {
      let cursor: string | null = null;
      do {
        if (before + found.length >= QUOTATIONS_MAX) {
          this.#set({ isPart: "quotations" });
          break;
        }
        const query: { limit: number; cursor?: string } =
          cursor === null ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor };
        const page = await quotations.page(this.projectId, id, query, { signal });
        for (const one of page.quotations) found.push({ ...one, words: wordsOf(one.text) });
        cursor = page.nextCursor;
      } while (cursor !== null);
    } catch (thrown) {
      this.#stale.add(id);
      throw thrown;
    }
    if (signal.aborted) this.#stale.add(id);
    else this.#set({ byText: new Map(this.#state.peek().byText).set(id, found) });
  }

  #count(): number {
    let count = 0;
    for (const speeches of this.#state.peek().byText.values()) count += speeches.length;
    return count;
  }

  #set(change: Partial<Speeches>): void {
    this.#state.value = { ...this.#state.peek(), ...change };
  }
}

const readers = new Map<string, SpeechReader>();

listen((event) => {
  for (const reader of readers.values()) reader.hear(event);
});

/** The speech of a project, read while the component is there. */
export function useSpeech(projectId: string): SpeechReader {
  const found = useMemo(() => {
    const known = readers.get(projectId) ?? new SpeechReader(projectId);
    readers.delete(projectId);
    readers.set(projectId, known);
    const [oldest] = readers.keys();
    if (readers.size > KEPT_MAX && oldest !== undefined) readers.delete(oldest);
    return known;
  }, [projectId]);
  useEffect(() => found.watch(), [found]);
  return found;
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** How many words a text has, by Unicode's word boundaries. */
export function wordsOf(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
