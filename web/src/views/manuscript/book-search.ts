// A search of the whole book, what is chosen of it, and the replacement that it becomes. It outlives its
// page, so that whoever looks at a match in its text finds everything as it was.

import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { newKey } from "../../api/client";
import { type ApiFailure, failureOf } from "../../api/failure";
import { replacements as calls } from "../../api/replacements";
import type { MatchedDocument, ReplacementPreviewRequest, ReplacementUndo, TextMatch } from "../../api/types";
import { lockerOf, session } from "../../state/session";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { notify, notifyFailure } from "../../ui/toast";
import { ALL, asked, type Choice, chooseDocuments, chosenIn, kept } from "./book-choice";
import { refreshDrafts, saveBefore, unsavedDrafts } from "./drafts";

/** How many matches are read at a time. */
const PAGE_LIMIT = 100;

/** What is asked for, without the page. */
export type Wanted = Pick<ReplacementPreviewRequest, "find" | "matchCase" | "wholeWords" | "documentIds">;

/** What was found. */
export interface Found {
  wanted: Wanted;
  digest: string;
  documents: MatchedDocument[];
  total: number;
}

/** A replacement that was made. */
export interface Done {
  find: string;
  replace: string;
  count: number;
  documents: number;
  /** What takes it back, or makes it again. */
  undo: ReplacementUndo;
  isUndone: boolean;
}

export class BookSearch {
  readonly #found = signal<Found | undefined>(undefined);
  readonly #matches = signal<TextMatch[]>([]);
  readonly #failure = signal<ApiFailure | undefined>(undefined);
  readonly #isSearching = signal(false);
  readonly #unsaved = signal<string[]>([]);
  readonly choice = signal<Choice>(ALL);
  readonly done = signal<Signal<Done> | undefined>(undefined);
  #cursor: string | null = null;
  #reading: AbortController | undefined;
  #more: Promise<void> | undefined;
  #wantedCount = 0;
  readonly #pending = new WeakMap<Signal<Done>, Promise<void>>();

  constructor(
    readonly projectId: string,
    readonly user: string | undefined,
  ) {}

  get found(): ReadonlySignal<Found | undefined> {
    return this.#found;
  }

  /** The matches that were read, from the first one on. */
  get matches(): ReadonlySignal<TextMatch[]> {
    return this.#matches;
  }

  /** Why the last search has no answer. */
  get failure(): ReadonlySignal<ApiFailure | undefined> {
    return this.#failure;
  }

  get isSearching(): ReadonlySignal<boolean> {
    return this.#isSearching;
  }

  /** The titles of documents whose latest text was not searched. */
  get unsaved(): ReadonlySignal<string[]> {
    return this.#unsaved;
  }

  /** Looks for something; what was found before is shown until then. */
  async search(wanted: Wanted): Promise<void> {
    this.stop();
    const reading = new AbortController();
    const { signal } = reading;
    this.#reading = reading;
    this.#isSearching.value = true;
    try {
      await Promise.all(unsavedDrafts(this.projectId).map((draft) => draft.flush()));
      if (signal.aborted) return;
      this.#unsaved.value = unsavedDrafts(this.projectId).map((draft) => draft.title || texts.untitled);
      const page = await calls.preview(this.projectId, { ...wanted, limit: PAGE_LIMIT }, { signal });
      if (signal.aborted) return;
      const before = this.#found.peek();
      const isSame = before !== undefined && JSON.stringify(before.wanted) === JSON.stringify(wanted);
      // The same matches that were read already stay, wherever somebody has scrolled to.
      const stays = isSame && before.digest === page.digest;
      batch(() => {
        if (!stays) {
          this.choice.value = isSame ? kept(this.choice.peek(), before.documents, page.documents) : ALL;
          this.#matches.value = page.matches;
          this.#cursor = page.nextCursor;
          this.#wantedCount = 0;
        }
        const { digest, documents, total } = page;
        this.#found.value = { wanted, digest, documents, total };
        this.#leaveLockedOut(documents);
        this.#failure.value = undefined;
        this.#isSearching.value = false;
      });
    } catch (thrown) {
      if (signal.aborted) return;
      batch(() => {
        this.clear();
        this.#failure.value = failureOf(thrown);
      });
    }
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#reading?.abort();
    this.#isSearching.value = false;
  }

  /** Shows nothing, because nothing is looked for. */
  clear(): void {
    this.stop();
    batch(() => {
      this.#found.value = undefined;
      this.#matches.value = [];
      this.#failure.value = undefined;
      this.#cursor = null;
      this.choice.value = ALL;
    });
  }

  /** Reads on until so many matches are there, because somebody looks for them. */
  want(count: number): void {
    const isReading = this.#more !== undefined;
    const reading = this.#want(count);
    if (!isReading) reading.catch(notifyFailure);
  }

  async #want(count: number): Promise<void> {
    this.#wantedCount = Math.max(this.#wantedCount, count);
    this.#more ??= this.#readOn().finally(() => (this.#more = undefined));
    await this.#more;
  }

  async #readOn(): Promise<void> {
    const found = this.#found.peek();
    const signal = this.#reading?.signal;
    while (found && signal && this.#cursor !== null && this.#matches.peek().length < this.#wantedCount) {
      const asked = { ...found.wanted, limit: PAGE_LIMIT, cursor: this.#cursor };
      const page = await calls.preview(this.projectId, asked, { signal }).catch((thrown: unknown) => {
        if (!signal.aborted) throw thrown;
      });
      if (!page || signal.aborted) return;
      if (page.digest !== found.digest) return this.search(found.wanted);
      this.#cursor = page.nextCursor;
      this.#matches.value = [...this.#matches.peek(), ...page.matches];
    }
  }

  #leaveLockedOut(documents: MatchedDocument[]): void {
    const locked = documents.filter((one) => lockerOf(one) !== null).map((one) => one.documentId);
    if (locked.length > 0) this.choice.value = chooseDocuments(this.choice.peek(), locked, false);
  }

  /** Replaces what is chosen. Throws where nothing was replaced. */
  async replace(replace: string): Promise<void> {
    const found = this.#found.peek();
    if (!found) return;
    const { find } = found.wanted;
    // Texts that nothing is replaced in may stay unsaved.
    const changed = found.documents.filter((one) => chosenIn(this.choice.peek(), one) > 0);
    await saveBefore(...changed.map((one) => one.documentId));
    const body = { ...found.wanted, ...(await this.#body(found)), digest: found.digest, replace };
    const answer = await calls.replace(this.projectId, body, { idempotencyKey: newKey() });
    const { undo, documents, replaced } = answer;
    const count = replaced ?? 0;
    const done = signal<Done>({ find, replace, count, documents: documents.length, undo, isUndone: false });
    this.done.value = done;
    notify(
      book.replacing.done(count, number(count), documents.length, number(documents.length)),
      async () => {
        if (done.peek().isUndone) throw new Error(book.replacing.alreadyUndone);
        await this.takeBack(done);
      },
    );
    await this.#readAgain(undo);
  }

  /** Takes a replacement back, or makes it again after that; asked for once more meanwhile, it is done once. */
  takeBack(done: Signal<Done>): Promise<void> {
    const pending = this.#pending.get(done) ?? this.#takeBack(done).finally(() => this.#pending.delete(done));
    this.#pending.set(done, pending);
    return pending;
  }

  async #takeBack(done: Signal<Done>): Promise<void> {
    const { undo } = done.peek();
    await saveBefore(...undo.documents.map((one) => one.documentId));
    const answer = await calls.undo(this.projectId, undo);
    // Said when the texts were read again, too: until then a button that offers the opposite would do nothing.
    const said = { ...done.peek(), undo: answer.undo, isUndone: !done.peek().isUndone };
    await this.#readAgain(answer.undo).finally(() => (done.value = said));
  }

  async #readAgain({ documents }: ReplacementUndo): Promise<void> {
    const found = this.#found.peek();
    await Promise.all([
      refreshDrafts(...documents.map((one) => one.documentId)),
      found && this.search(found.wanted),
    ]);
  }

  async #body(found: Found): Promise<{ only?: string[]; without?: string[] }> {
    const said = () => {
      const matches = this.#matches.peek();
      return asked(this.choice.peek(), found.documents, matches, matches.length === found.total);
    };
    const known = said();
    if (known) return known;
    await this.#want(found.total);
    const all = said();
    // Without the ids of what is left out it would be replaced, too.
    if (!all) throw new Error(book.replacing.stale);
    return all;
  }
}

let latest: BookSearch | undefined;

/** The search of a project; that of another project, or of another user, is forgotten. */
export function bookSearchOf(projectId: string): BookSearch {
  const user = session.peek()?.user;
  if (latest?.projectId !== projectId || latest.user !== user) latest = new BookSearch(projectId, user);
  return latest;
}
