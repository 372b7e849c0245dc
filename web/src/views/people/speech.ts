// What is said in texts, with who speaks, read text by text in the background for a page that shows it: the service
// adds up how much everybody says, and lists quotations by text only. What was read stays while the page is open; a
// text is read again when it, the lore or a correction changes.

import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type ApiFailure, failureOf } from "../../api/failure";
import { quotations } from "../../api/quotations";
import type { Quotation, SpeakerDocument } from "../../api/types";
import { type LiveEvent, listen } from "../../live/events";

/** The most quotations of all texts that are read. */
export const QUOTATIONS_MAX = 20_000;

/** The quotations of one answer. */
const PAGE_LIMIT = 100;

/** How many texts are read at the same time. */
const READERS = 2;

/** For how long events are collected before texts are read again, in milliseconds. */
const COLLECT_MS = 500;

/** How many projects are kept. */
const KEPT_MAX = 3;

/** What was read of a project. */
export interface Speeches {
  /** The texts that are wanted, in the order of the book. */
  texts: SpeakerDocument[];
  /** The quotations of each text that was read, by its id. */
  byText: Map<string, Quotation[]>;
  /** Whether it goes on. */
  isReading: boolean;
  /** Whether there are more quotations than are read. */
  isPart: boolean;
  failure: ApiFailure | null;
}

const EMPTY: Speeches = { texts: [], byText: new Map(), isReading: true, isPart: false, failure: null };

class SpeechReader {
  readonly #state = signal<Speeches>(EMPTY);
  /** The texts whose speech may have changed since it was read. */
  readonly #stale = new Set<string>();
  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: AbortController | undefined;

  constructor(private readonly projectId: string) {}

  get state(): ReadonlySignal<Speeches> {
    return this.#state;
  }

  /** Reads what is missing of these texts, until the returned function is called. */
  watch(texts: SpeakerDocument[]): () => void {
    this.#watchers += 1;
    this.#set({ texts, isPart: false });
    this.#begin();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers > 0) return;
      clearTimeout(this.#timer);
      this.#reading?.abort();
    };
  }

  hear(event: LiveEvent | "reset"): void {
    const { byText } = this.#state.peek();
    if (event === "reset" || (event.kind === "lore" && event.data.projectId === this.projectId)) {
      // Names and aliases decide who is meant, in every text.
      for (const id of byText.keys()) this.#stale.add(id);
    } else if (event.kind === "document" && event.data.projectId === this.projectId) {
      if (event.data.id !== undefined) this.#stale.add(event.data.id);
    } else if (event.kind === "quotation") {
      // A quotation names its text alone.
      const id = String(event.data.documentId);
      if (!byText.has(id)) return;
      this.#stale.add(id);
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
    const { texts, byText } = this.#state.peek();
    const waiting = texts
      .map((text) => text.documentId)
      .filter((id) => this.#stale.has(id) || !byText.has(id));
    const reader = async () => {
      for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
        await this.#readText(id, signal);
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
  }

  async #readText(id: string, signal: AbortSignal): Promise<void> {
    const found: Quotation[] = [];
    const before = this.#count() - (this.#state.peek().byText.get(id)?.length ?? 0);
    this.#stale.delete(id);
    try {
      let cursor: string | null = null;
      do {
        if (before + found.length >= QUOTATIONS_MAX) {
          this.#set({ isPart: true });
          break;
        }
        const query: { limit: number; cursor?: string } =
          cursor === null ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor };
        const page = await quotations.page(this.projectId, id, query, { signal });
        found.push(...page.quotations);
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

/** What is said in these texts of a project, read while the component is there. */
export function useSpeech(projectId: string, texts: SpeakerDocument[]): SpeechReader {
  const found = useMemo(() => {
    const known = readers.get(projectId) ?? new SpeechReader(projectId);
    readers.delete(projectId);
    readers.set(projectId, known);
    const [oldest] = readers.keys();
    if (readers.size > KEPT_MAX && oldest !== undefined) readers.delete(oldest);
    return known;
  }, [projectId]);
  const ids = texts.map((text) => text.documentId).join();
  useEffect(() => found.watch(texts), [found, ids]);
  return found;
}
