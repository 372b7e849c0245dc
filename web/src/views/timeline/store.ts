// The events of a timeline, read page by page and kept in the order of the story. Every page is shown when it
// has come; later changes come through the stream of events, so that a long timeline is read one time only.

import { signal } from "@preact/signals";
import { events as calls } from "../../api/timelines";
import { type ApiFailure, failureOf } from "../../api/failure";
import type { Timeline, TimelineEvent, TimelinePlotline } from "../../api/types";
import { connection, type LiveEvent, listen } from "../../live/events";

/** The most events of a page. */
const PAGE_LIMIT = 100;

/** The most events of a timeline that are read. */
const EVENTS_MAX = 50_000;

/** How often what has come is drawn while pages are being read, in milliseconds. */
const DRAW_EVERY_MS = 250;

/** For how long changes of others are collected before they are drawn, in milliseconds: all events are sorted and laid
 * out again each time. */
const COLLECT_MS = 100;

/** How many timelines are kept. */
const KEPT_MAX = 4;

/** How far the reading is. */
export interface Progress {
  read: number;
  /** Null where there are too many to count. */
  total: number | null;
  isComplete: boolean;
  /** Whether there are more than are ever read. */
  isCut: boolean;
}

export class EventStore {
  /** In the order of the story, those without a date last. */
  readonly events = signal<TimelineEvent[]>([]);
  readonly progress = signal<Progress>({ read: 0, total: null, isComplete: false, isCut: false });
  /** Why the events could not be read; those that came before are shown all the same. */
  readonly failure = signal<ApiFailure | undefined>(undefined);
  readonly #byId = new Map<string, TimelineEvent>();
  /** What was deleted while pages were being read, which may still have it. */
  readonly #deleted = new Set<string>();
  /** What was made while pages were being read, which may not have it. */
  readonly #made = new Set<string>();
  readonly #unlisten: (() => void)[];
  #watchers = 0;
  /** Whether something came that is not drawn yet. */
  #isChanged = false;
  #drawTimer: ReturnType<typeof setTimeout> | undefined;
  #reading: AbortController | undefined;
  #isStale = true;
  #drawnAt = 0;
  #calendar = "";

  constructor(readonly timelineId: string) {
    this.#unlisten = [
      listen((event) => this.#hear(event)),
      // What could not be read is read again as soon as there is a service.
      connection.subscribe((now) => {
        if (now === "open" && this.#watchers > 0 && this.#isStale) void this.reload();
      }),
    ];
  }

  /** Reads the events unless they are there, and shows changes until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#isStale) void this.reload();
    else if (this.#isChanged) this.#draw();
    return () => {
      this.#watchers -= 1;
    };
  }

  /** Reads all events again; those that are shown stay until the last page has come. */
  async reload(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#isStale = false;
    this.#deleted.clear();
    this.#made.clear();
    this.failure.value = undefined;
    const found = new Set<string>();
    const isFirst = this.#byId.size === 0;
    let cursor: string | undefined;
    try {
      for (;;) {
        const query = cursor === undefined ? { limit: PAGE_LIMIT } : { limit: PAGE_LIMIT, cursor };
        const page = await calls.page(this.timelineId, query, { signal: reading.signal });
        if (reading.signal.aborted) return;
        for (const event of page.events) {
          found.add(event.id);
          this.#take(event);
        }
        cursor = page.nextCursor ?? undefined;
        const isCut = cursor !== undefined && found.size >= EVENTS_MAX;
        const isComplete = cursor === undefined || isCut;
        this.progress.value = { read: found.size, total: page.total, isComplete, isCut };
        if (isComplete) break;
        if (isFirst && performance.now() - this.#drawnAt > DRAW_EVERY_MS) this.#draw();
      }
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.#isStale = true;
      this.#reading = undefined;
      this.failure.value = failureOf(thrown);
      this.#draw();
      return;
    }
    // What a change brought meanwhile is on no page that was read before it.
    for (const [id, event] of this.#byId) {
      if (!found.has(id) && !this.#made.has(id)) this.#byId.delete(event.id);
    }
    this.#reading = undefined;
    this.#draw();
  }

  /** Shows a change before the stream brings it. */
  put(event: TimelineEvent): void {
    this.#take(event);
    this.#draw();
  }

  /** Takes an event away before the stream says so. */
  drop(id: string): void {
    this.#remove(id);
    this.#draw();
  }

  #remove(id: string): void {
    this.#deleted.add(id);
    this.#byId.delete(id);
  }

  get(id: string): TimelineEvent | undefined {
    return this.#byId.get(id);
  }

  end(): void {
    this.#reading?.abort();
    clearTimeout(this.#drawTimer);
    for (const unlisten of this.#unlisten) unlisten();
  }

  /** Of two versions the later one counts. */
  #take(event: TimelineEvent): void {
    if (this.#deleted.has(event.id)) return;
    const known = this.#byId.get(event.id);
    if (known && known.modifiedAt > event.modifiedAt) return;
    if (!known && this.#reading) this.#made.add(event.id);
    this.#byId.set(event.id, event);
  }

  #draw(): void {
    clearTimeout(this.#drawTimer);
    this.#drawTimer = undefined;
    this.#isChanged = false;
    this.#drawnAt = performance.now();
    this.events.value = [...this.#byId.values()].sort(inOrder);
  }

  /** Draws what others changed, together with what comes at the same time; later where nobody looks. */
  #drawSoon(): void {
    this.#isChanged = true;
    if (this.#watchers > 0) this.#drawTimer ??= setTimeout(() => this.#draw(), COLLECT_MS);
  }

  #hear(event: LiveEvent | "reset"): void {
    if (event === "reset") {
      this.#isStale = true;
      if (this.#watchers > 0) void this.reload();
      return;
    }
    const { kind, data } = event;
    const id = String(data.id);
    if (kind === "timeline_event" && data.timelineId === this.timelineId) {
      if (data.deleted) this.#remove(id);
      else this.#take(data as unknown as TimelineEvent);
      this.#drawSoon();
    } else if (kind === "timeline" && id === this.timelineId) {
      // Another calendar reads every date again, and says so with this event only.
      const calendar = JSON.stringify((data as unknown as Timeline).calendar);
      if (this.#calendar !== "" && this.#calendar !== calendar) this.#hear("reset");
      this.#calendar = calendar;
    } else if (data.deleted && kind === "plotline") {
      this.#withoutPlotline(data as unknown as TimelinePlotline);
    } else if (data.deleted && (kind === "lore" || kind === "promise")) {
      this.#withoutLinks(id);
    }
  }

  /** Remembers the calendar, so that another one is noticed. */
  knows(timeline: Timeline): void {
    this.#calendar = JSON.stringify(timeline.calendar);
  }

  /** A deleted plotline is taken off its events without an event for each. */
  #withoutPlotline({ id }: TimelinePlotline): void {
    for (const event of this.#byId.values()) {
      if (!event.plotlineIds.includes(id)) continue;
      const plotlineIds = event.plotlineIds.filter((one) => one !== id);
      this.#byId.set(event.id, { ...event, plotlineIds });
    }
    this.#withoutLinks(id);
  }

  #withoutLinks(entityId: string): void {
    for (const event of this.#byId.values()) {
      const links = event.links.filter((link) => link.entityId !== entityId);
      const loreLinks = event.loreLinks.filter((link) => link.loreEntryId !== entityId);
      const isSame = links.length === event.links.length && loreLinks.length === event.loreLinks.length;
      if (!isSame) this.#byId.set(event.id, { ...event, links, loreLinks });
    }
    this.#drawSoon();
  }
}

/** The order of the story, as the service lists it. */
export function inOrder(one: TimelineEvent, other: TimelineEvent): number {
  return (
    (one.dateSortKey ?? Infinity) - (other.dateSortKey ?? Infinity) ||
    one.sortOrder - other.sortOrder ||
    one.createdAt - other.createdAt ||
    (one.id < other.id ? -1 : 1)
  );
}

const kept = new Map<string, EventStore>();

/** The events of a timeline; the latest few timelines are kept. */
export function storeOf(timelineId: string): EventStore {
  const known = kept.get(timelineId);
  const store = known ?? new EventStore(timelineId);
  // The one that was asked for last is the last to go.
  kept.delete(timelineId);
  kept.set(timelineId, store);
  for (const [id, one] of kept) {
    if (kept.size <= KEPT_MAX) break;
    one.end();
    kept.delete(id);
  }
  return store;
}
