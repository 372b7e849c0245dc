// What views have read from the service, kept so that a view that is opened again is drawn at once. An
// event about a value has it read again; a value that nobody looks at is read when it is next looked at.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type ApiFailure, failureOf } from "../api/failure";
import { isPart } from "../api/pages";
import { connection, type LiveEvent, listen } from "./events";
import { isVisible } from "./leading";

/** The most values that are kept. */
const KEPT_MAX = 200;

/** For how long events are collected before a value is read again, in milliseconds. */
const COLLECT_MS = 80;

/** The same where what changed shows only a little, such as the number of a line. */
const LATER_MS = 3_000;

/** The longest pause after a reading that took long, in milliseconds. */
const PAUSE_MAX_MS = 2_000;

/** After how long a value is read again that could not be, in milliseconds. */
const RETRY_MS = [3_000, 10_000, 30_000];

/** How long a reading may go on while the connection is made anew, in milliseconds. */
const READING_MAX_MS = 10_000;

/** Whether an event changes a value; `later` where that need not be seen at once. */
export type Concern = boolean | "later";

/** A value that is read from the service, or made from one. */
export interface Readable<T> {
  /** The value as it was last read; undefined before that. */
  readonly value: ReadonlySignal<T | undefined>;
  /** Why the value could not be read the last time; undefined where it could. */
  readonly failure: ReadonlySignal<ApiFailure | undefined>;
  /** Whether the value has a list of which only the beginning was read. */
  readonly isPart: ReadonlySignal<boolean>;
  /** Reads the value again. */
  reload(): Promise<void>;
  /** Keeps the value up to date until the returned function is called. */
  watch(): () => void;
}

/** Whether a value was read or could not be, so that what stands below it stays where it is drawn. */
export function isAnswered({ value, failure }: Readable<unknown>): boolean {
  return value.value !== undefined || failure.value !== undefined;
}

/** A value that is read from the service. */
export class Cached<T> implements Readable<T> {
  readonly #value = signal<T | undefined>(undefined);
  readonly #failure = signal<ApiFailure | undefined>(undefined);
  readonly #isPart = signal(false);
  #watchers = 0;
  #isStale = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer reads, in the time of `performance`. */
  #timerAt = 0;
  #reading: AbortController | undefined;
  /** How long to wait after the present reading before the next; undefined where none is needed. */
  #next: number | undefined;
  #failures = 0;
  #readAt = 0;

  constructor(
    private readonly load: (signal: AbortSignal) => Promise<T>,
    private readonly concerns: (event: LiveEvent) => Concern,
  ) {}

  get value(): ReadonlySignal<T | undefined> {
    return this.#value;
  }

  get failure(): ReadonlySignal<ApiFailure | undefined> {
    return this.#failure;
  }

  /** Whether the value has a list of which only the beginning was read. */
  get isPart(): ReadonlySignal<boolean> {
    return this.#isPart;
  }

  /** When the last reading began, in milliseconds of Unix time. */
  get readAt(): number {
    return this.#readAt;
  }

  /** Changes the value before the service has answered; an event or a reading replaces it. */
  set(value: T): void {
    this.#value.value = value;
  }

  /** Reads the value again, in place of a reading that goes on. */
  async reload(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#next = undefined;
    this.#isStale = false;
    this.#readAt = Date.now();
    const begun = performance.now();
    try {
      const value = await this.load(reading.signal);
      if (reading.signal.aborted) return;
      this.#value.value = value;
      this.#failure.value = undefined;
      this.#isPart.value = isPart(reading.signal);
      this.#failures = 0;
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.#fail(failureOf(thrown));
    }
    this.#reading = undefined;
    if (this.#next !== undefined) {
      const pause = Math.min(performance.now() - begun, PAUSE_MAX_MS);
      this.#plan(Math.max(this.#next, pause));
    }
  }

  watch(): () => void {
    this.#watchers += 1;
    if (this.#isStale) {
      if (this.#reading) this.#plan(0);
      else void this.reload();
    }
    return () => {
      this.#watchers -= 1;
    };
  }

  /** Whether anybody looks at it. */
  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Takes note of an event; `reset` stands for any number of unknown ones. */
  hear(event: LiveEvent | "reset"): void {
    const concern = event === "reset" || this.concerns(event);
    if (concern === false) return;
    this.#isStale = true;
    // What nobody sees is read when somebody does.
    if (this.isWatched && isVisible()) this.#plan(concern === "later" ? LATER_MS : COLLECT_MS);
  }

  /** Reads what could not be read, and what has changed since. */
  refresh(): void {
    if (!this.isWatched) return;
    if (this.#reading && Date.now() - this.#readAt > READING_MAX_MS) void this.reload();
    else if (this.#isStale) this.#plan(0);
  }

  #fail(failure: ApiFailure): void {
    this.#isStale = true;
    this.#failure.value = failure;
    if (failure.kind !== "unreachable" && failure.kind !== "unavailable") return;
    this.#next ??= RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#failures += 1;
  }

  /** Reads again in a while, or sooner if that was planned; a reading that goes on is not given up. */
  #plan(wait: number): void {
    if (this.#reading) {
      this.#next = Math.min(this.#next ?? wait, wait);
      return;
    }
    const at = performance.now() + wait;
    if (this.#timer !== undefined && this.#timerAt <= at) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.isWatched && isVisible()) void this.reload();
    }, wait);
  }
}

const kept = new Map<string, Cached<unknown>>();

function refreshAll(): void {
  for (const cached of kept.values()) cached.refresh();
}

listen((event) => {
  for (const cached of kept.values()) cached.hear(event);
});

connection.subscribe((now) => {
  if (now === "open") refreshAll();
});

document.addEventListener("visibilitychange", () => {
  if (isVisible()) refreshAll();
});

/** The value of this key, made when it is not there. */
export function cached<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  concerns: (event: LiveEvent) => Concern,
): Cached<T> {
  const known = kept.get(key) as Cached<T> | undefined;
  if (known) return known;
  const made = new Cached(load, concerns);
  kept.set(key, made as Cached<unknown>);
  for (const [name, one] of kept) {
    if (kept.size <= KEPT_MAX) break;
    if (!one.isWatched && name !== key) kept.delete(name);
  }
  return made;
}

/** The value of this key for a component, kept up to date while the component is there. */
export function useCached<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  concerns: (event: LiveEvent) => Concern,
): Cached<T> {
  // What a key stands for does not change, so `load` and `concerns` of the first call serve all.
  const found = useMemo(() => cached(key, load, concerns), [key]);
  useEffect(() => found.watch(), [found]);
  return found;
}

/** A value that is made from another one. */
export function derived<From, To>(from: Readable<From>, make: (value: From) => To): Readable<To> {
  return {
    value: computed(() => {
      const value = from.value.value;
      return value === undefined ? undefined : make(value);
    }),
    failure: from.failure,
    isPart: from.isPart,
    reload: () => from.reload(),
    watch: () => from.watch(),
  };
}
