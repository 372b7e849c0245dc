// A document while somebody writes in it: what the service has, what was typed since, and how the one gets
// to the other. A draft lives until the service has its text, also when its editor is closed.

import { type ReadonlySignal, signal } from "@preact/signals";
import { type Tagged } from "../../api/client";
import { documents } from "../../api/documents";
import { ApiFailure, failureOf } from "../../api/failure";
import type { DocumentItem } from "../../api/types";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { fingerprint, forget, keep } from "./kept";

/** For how long nothing is typed before a text is saved, in milliseconds. */
export const AUTOSAVE_DELAY_MS = 1_200;

/** After what time a text is saved that is typed without a pause, in milliseconds. */
export const AUTOSAVE_MAX_MS = 6_000;

/** When a text that could not be saved is sent again, in milliseconds; the last one repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

/** Up to which length a text is kept in the browser with every key, in characters. */
const KEEP_AT_ONCE_MAX = 120_000;

/** How long a longer text may wait for that, in milliseconds. */
const KEEP_DELAY_MS = 400;

/** How often saving begins again because somebody goes on typing. */
const SAVE_ATTEMPTS = 5;

/** The most bytes that a browser sends after its page is gone. */
const KEEPALIVE_MAX = 60_000;

/** What the service has. */
export interface Base {
  text: string;
  tag: string;
  modifiedAt: string;
  words: number;
  /** What its text is called; null for nothing. */
  label: string | null;
}

/** How a draft stands to the service. */
export type SaveState =
  | { kind: "saved" }
  /** There is text that is not sent yet. */
  | { kind: "unsaved" }
  | { kind: "saving" }
  /** It could not be saved, and is sent again by itself where that may help. */
  | { kind: "failed"; failure: ApiFailure }
  /** The service refuses to change it, such as because somebody has locked it. */
  | { kind: "refused"; failure: ApiFailure }
  /** Somebody else changed the text since. */
  | { kind: "conflict"; theirs: Base }
  /** The document is in the trash, or gone. */
  | { kind: "deleted" };

/** What an editor is to its draft. */
export interface Source {
  text: () => string;
  /** The length of the text, which is known without making a string of it. */
  length: () => number;
  /** Shows another text, without losing the place where possible. What somebody asked for can be undone like
   * typing. */
  replace: (text: string, isUndoable: boolean) => void;
}

export class Draft {
  readonly #state = signal<SaveState>({ kind: "saved" });
  readonly #base;
  #source: Source | undefined;
  #text: string;
  #hasChanged = false;
  #firstChangeAt = 0;
  #failures = 0;
  /** Fingerprints of texts that were sent and of which it is not known whether the service has them. */
  readonly #sentBefore = new Set<number>();
  /** What a text is based on that was typed in an earlier page, and that meets another one. */
  #ancestors: number[] = [];
  /** The fingerprint of the text of the service, which is made once. */
  #known: { text: string; mark: number } | undefined;
  #saving: Promise<void> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly user: string,
    readonly projectId: string,
    readonly documentId: string,
    /** The document as the service last answered it. */
    public item: DocumentItem,
    base: Base,
    /** Whether it is saved by itself; else only when it is asked for. */
    private readonly savesItself: () => boolean,
  ) {
    this.#base = signal(base);
    this.#text = base.text;
  }

  get state(): ReadonlySignal<SaveState> {
    return this.#state;
  }

  /** What the service has, as far as this page knows. */
  get base(): ReadonlySignal<Base> {
    return this.#base;
  }

  /** The text as it is now. */
  get text(): string {
    return this.#source?.text() ?? this.#text;
  }

  get title(): string {
    return this.item.title;
  }

  get #length(): number {
    return this.#source?.length() ?? this.#text.length;
  }

  /** Whether the service has everything. */
  get isSaved(): boolean {
    return !this.#hasChanged && this.#state.value.kind === "saved";
  }

  /** Takes the text from an editor from now on, until the returned function is called. */
  attach(source: Source): () => void {
    this.#source = source;
    return () => {
      if (this.#source !== source) return;
      this.#text = source.text();
      this.#source = undefined;
      void this.flush();
    };
  }

  /** Something was typed. */
  changed(): void {
    if (!this.#hasChanged) this.#firstChangeAt = Date.now();
    this.#hasChanged = true;
    const { kind } = this.#state.value;
    if (kind === "saved") this.#state.value = { kind: "unsaved" };
    if (this.#length <= KEEP_AT_ONCE_MAX) this.keepNow();
    else this.#keepTimer ??= setTimeout(() => this.keepNow(), KEEP_DELAY_MS);
    if (kind === "saved" || kind === "unsaved" || kind === "saving" || this.#isInvalid) this.#scheduleSave();
  }

  /** Whether the service cannot take the text as it was sent, such as one that is too long. */
  get #isInvalid(): boolean {
    const state = this.#state.value;
    return state.kind === "failed" && state.failure.kind === "invalid";
  }

  /** Puts a text in place of the present one, as if it had been typed. */
  type(text: string): void {
    this.#show(text, true);
    this.changed();
  }

  /** Keeps the text in the browser, and says whether it is there. */
  keepNow(): boolean {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    if (!this.#hasChanged) return true;
    const basedOn =
      this.#ancestors.length > 0
        ? this.#ancestors
        : [this.#baseFingerprint(), ...this.#sentBefore];
    const { user, projectId, documentId, title, text } = this;
    return keep({ user, projectId, documentId, title, text, basedOn, at: Date.now() });
  }

  /** Saves what is not saved, when it is saved by itself. */
  async flush(): Promise<void> {
    if (this.savesItself()) await this.save(true);
  }

  /** Saves what is not saved. */
  async save(isAutosave: boolean): Promise<void> {
    clearTimeout(this.#saveTimer);
    while (this.#saving) await this.#saving;
    const { kind } = this.#state.value;
    if (!this.#hasChanged || kind === "conflict" || kind === "deleted") return;
    this.#saving = this.#send(isAutosave).finally(() => (this.#saving = undefined));
    await this.#saving;
  }

  /** Saves everything that was typed, before something is done with the text of the service. Throws where that
   * cannot be done; `problem` says then what became of it. */
  async saveAll(problem = book.notSaved(this.title || texts.untitled)): Promise<void> {
    for (let attempts = 0; attempts < SAVE_ATTEMPTS && !this.isSaved; attempts += 1) {
      await this.save(this.savesItself());
      // Only what was typed meanwhile is worth another request.
      if (this.#state.value.kind !== "unsaved") break;
    }
    if (!this.isSaved) throw new Error(problem);
  }

  /** Keeps and sends the text when the page may be gone in a moment. */
  leave(): void {
    this.keepNow();
    const { kind } = this.#state.value;
    if (!this.#hasChanged || kind === "conflict" || kind === "deleted") return;
    if (!this.savesItself()) return;
    const text = this.text;
    const isSmall = new Blob([text]).size < KEEPALIVE_MAX;
    // A request that is under way is not waited for: this one is then refused, and the text is kept.
    if (this.#saving || !isSmall) return void this.save(true);
    this.#saving = this.#send(true, true).finally(() => (this.#saving = undefined));
  }

  /** Takes note of what the service has now. */
  async hear(found: Tagged<DocumentItem>): Promise<void> {
    const now = baseOf(found);
    while (this.#saving) await this.#saving;
    if (now.modifiedAt <= this.#base.value.modifiedAt) return;
    this.item = found.value;
    const { kind } = this.#state.value;
    if (kind === "conflict") {
      this.#state.value = { kind, theirs: now };
    } else if (now.text === this.#base.value.text) {
      this.#base.value = now;
      if (kind === "refused" || kind === "deleted") this.retry();
    } else if (!this.#hasChanged) {
      this.#base.value = now;
      this.#state.value = { kind: "saved" };
      this.#show(now.text);
    } else if (this.#sentBefore.has(fingerprint(now.text))) {
      // A text of ours whose answer was lost. What was typed since is not saved yet.
      this.#base.value = now;
      if (now.text === this.text) this.#meet(now);
      else this.retry();
    } else this.#meet(now);
  }

  /** The document was moved to the trash. */
  hearDeleted(): void {
    if (this.#hasChanged) this.#stop({ kind: "deleted" });
  }

  /** Tries again what could not be saved. */
  retry(): void {
    if (!this.#hasChanged) return;
    const { kind } = this.#state.value;
    if (kind === "conflict" || kind === "saving") return;
    this.#state.value = { kind: "unsaved" };
    void this.flush();
  }

  /** Goes on with a text from a conflict; both sides are among the revisions afterwards. */
  async settle(text: string): Promise<void> {
    const state = this.#state.value;
    if (state.kind !== "conflict") return;
    this.#saving = this.#settle(text, state.theirs).finally(() => (this.#saving = undefined));
    await this.#saving;
  }

  async #settle(text: string, theirs: Base): Promise<void> {
    const mine = this.text;
    let base = theirs;
    for (const content of mine === text ? [text] : [mine, text]) {
      if (content === base.text) continue;
      try {
        base = baseOf(await this.#put({ content }, base.tag), content);
      } catch (thrown) {
        const failure = failureOf(thrown);
        if (failure.kind !== "changed") throw failure;
        const again = baseOf(await documents.get(this.projectId, this.documentId));
        this.#state.value = { kind: "conflict", theirs: again };
        throw failure;
      }
    }
    this.#take(base);
    // What was typed during the requests stays, and is saved next.
    if (this.text === mine) {
      this.#show(text);
      this.#hasChanged = false;
      this.#settled();
    } else this.changed();
  }

  /** Goes on after the document was away. */
  goOn(base: Base): void {
    const isSame = base.text === this.#base.value.text;
    if (!isSame) return this.#meet(base);
    this.#base.value = base;
    this.#state.value = { kind: "unsaved" };
    void this.save(true);
  }

  /** Lets go of what was typed, once it is elsewhere. */
  giveUp(): void {
    const { value } = this.#state;
    if (value.kind === "conflict") this.#take(value.theirs);
    this.#hasChanged = false;
    this.#show(this.#base.value.text);
    this.#settled();
  }

  /** The present text is called something else. */
  setLabel(label: string | null): void {
    this.#base.value = { ...this.#base.value, label };
  }

  /** Ends what waits, such as when another user has signed in. The text stays in the browser. */
  close(): void {
    this.keepNow();
    clearTimeout(this.#saveTimer);
  }

  /** Goes on with a text of an earlier page, and says whether it is based on what the service has. */
  takeUp(text: string, basedOn: number[]): boolean {
    const base = this.#base.value;
    const isBased = basedOn.includes(fingerprint(base.text));
    // Else a page that comes after this one would take it for a later text of the same.
    if (!isBased) this.#ancestors = basedOn;
    this.type(text);
    if (!isBased) this.#meet(base);
    return isBased;
  }

  #baseFingerprint(): number {
    const { text } = this.#base.value;
    if (this.#known?.text !== text) this.#known = { text, mark: fingerprint(text) };
    return this.#known.mark;
  }

  #meet(theirs: Base): void {
    if (theirs.text === this.text) {
      this.#take(theirs);
      this.#hasChanged = false;
      this.#settled();
    } else this.#stop({ kind: "conflict", theirs });
  }

  #stop(state: SaveState): void {
    clearTimeout(this.#saveTimer);
    this.#state.value = state;
    this.keepNow();
  }

  #show(text: string, isUndoable = false): void {
    this.#text = text;
    if (this.#source && this.#source.text() !== text) this.#source.replace(text, isUndoable);
  }

  #scheduleSave(): void {
    if (!this.savesItself()) return;
    clearTimeout(this.#saveTimer);
    const left = this.#firstChangeAt + AUTOSAVE_MAX_MS - Date.now();
    const wait = Math.max(Math.min(AUTOSAVE_DELAY_MS, left), 0);
    this.#saveTimer = setTimeout(() => void this.save(true), wait);
  }

  #put(body: { content: string; autosave?: boolean }, tag: string, keepalive = false) {
    return documents.update(this.projectId, this.documentId, body, { ifMatch: tag, keepalive });
  }

  async #send(autosave: boolean, keepalive = false): Promise<void> {
    const content = this.text;
    if (content === this.#base.value.text) return this.#sent(this.#base.value);
    this.#state.value = { kind: "saving" };
    this.#firstChangeAt = Date.now();
    this.#sentBefore.add(fingerprint(content));
    try {
      const found = await this.#put({ content, autosave }, this.#base.value.tag, keepalive);
      this.item = found.value;
      this.#sent(baseOf(found, content));
    } catch (thrown) {
      await this.#notSent(failureOf(thrown), content);
    }
  }

  #sent(base: Base): void {
    this.#take(base);
    this.#hasChanged = this.text !== base.text;
    this.#settled();
    if (this.#hasChanged) this.#scheduleSave();
  }

  #take(base: Base): void {
    this.#base.value = base;
    this.#ancestors = [];
    this.#sentBefore.clear();
    this.#failures = 0;
  }

  #settled(): void {
    this.#state.value = { kind: this.#hasChanged ? "unsaved" : "saved" };
    if (this.#hasChanged) this.keepNow();
    else {
      clearTimeout(this.#keepTimer);
      this.#keepTimer = undefined;
      clearTimeout(this.#saveTimer);
      forget(this.documentId);
    }
  }

  async #notSent(failure: ApiFailure, content: string): Promise<void> {
    if (failure.kind === "changed") return this.#catchUp(content);
    if (failure.kind === "not-found") return this.#stop({ kind: "deleted" });
    if (failure.kind === "conflict" || failure.kind === "forbidden") {
      return this.#stop({ kind: "refused", failure });
    }
    this.#stop({ kind: "failed", failure });
    // Only what may go well another time is tried again; what is invalid stays so.
    if (failure.kind === "invalid" || failure.kind === "unauthorized") return;
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#saveTimer = setTimeout(() => this.retry(), wait);
  }

  /** Somebody changed the document since: its text, or only its title or place. */
  async #catchUp(attempted: string): Promise<void> {
    let theirs: Base;
    try {
      theirs = baseOf(await documents.get(this.projectId, this.documentId));
    } catch (thrown) {
      return this.#notSent(failureOf(thrown), attempted);
    }
    // An earlier request may have been served though its answer never came.
    if (theirs.text === attempted) return this.#sent(theirs);
    const isOurs = this.#sentBefore.has(fingerprint(theirs.text));
    if (theirs.text !== this.#base.value.text && !isOurs) return this.#meet(theirs);
    this.#base.value = theirs;
    this.#state.value = { kind: "unsaved" };
    this.#saveTimer = setTimeout(() => void this.save(true), 0);
  }
}

/** What an answer says about the text; a `PUT` answers without it. */
export function baseOf(found: Tagged<DocumentItem>, text = found.value.content ?? ""): Base {
  const { modifiedAt, words, label = null } = found.value;
  return { text: text.replace(/\r\n?/g, "\n"), tag: found.tag, modifiedAt, words, label };
}
