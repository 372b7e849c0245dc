// What views have read from the service, kept so that a view that is opened again is drawn at once. An
// event about a value has it read again; a value that nobody looks at is read when it is next looked at.

import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type ApiFailure, failureOf } from "../api/failure";
import { isPart } from "../api/pages";
import { type LiveEvent, listen } from "./events";

/** The most values that are kept. */
const KEPT_MAX = 200;

/** For how long events are collected before a value is read again, in milliseconds. */
const COLLECT_MS = 80;

/** A value that is read from the service. */
export class Cached<T> {
  readonly #value = signal<T | undefined>(undefined);
  readonly #failure = signal<ApiFailure | undefined>(undefined);
  readonly #isPart = signal(false);
  #watchers = 0;
  #isStale = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: AbortController | undefined;

  constructor(
    private readonly load: (signal: AbortSignal) => Promise<T>,
    private readonly concerns: (event: LiveEvent) => boolean,
  ) {}

  /** The value as it was last read; undefined before that. */
  get value(): ReadonlySignal<T | undefined> {
    return this.#value;
  }

  /** Why the value could not be read the last time; undefined where it could. */
  get failure(): ReadonlySignal<ApiFailure | undefined> {
    return this.#failure;
  }

  /** Whether the value has a list of which only the beginning was read. */
  get isPart(): ReadonlySignal<boolean> {
    return this.#isPart;
  }

  /** Changes the value before the service has answered; an event or a reading replaces it. */
  set(value: T): void {
    this.#value.value = value;
  }

  /** Reads the value again. */
  async reload(): Promise<void> {
    clearTimeout(this.#timer);
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#isStale = false;
    try {
      const value = await this.load(reading.signal);
      if (reading.signal.aborted) return;
      this.#value.value = value;
      this.#failure.value = undefined;
      this.#isPart.value = isPart(reading.signal);
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.#isStale = true;
      this.#failure.value = failureOf(thrown);
    }
  }

  /** Keeps the value up to date until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#isStale) void this.reload();
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
    if (event !== "reset" && !this.concerns(event)) return;
    this.#isStale = true;
    if (!this.isWatched) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), COLLECT_MS);
  }
}

const kept = new Map<string, Cached<unknown>>();

listen((event) => {
  for (const cached of kept.values()) cached.hear(event);
});

/** The value of this key, made when it is not there. */
export function cached<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  concerns: (event: LiveEvent) => boolean,
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
  concerns: (event: LiveEvent) => boolean,
): Cached<T> {
  // What a key stands for does not change, so `load` and `concerns` of the first call serve all.
  const found = useMemo(() => cached(key, load, concerns), [key]);
  useEffect(() => found.watch(), [found]);
  return found;
}

/** Throws away everything, such as when another user signs in. */
export function clear(): void {
  kept.clear();
}
