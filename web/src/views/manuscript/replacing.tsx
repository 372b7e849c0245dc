// Finding words in all texts of the book, and replacing them. What is looked for is in the address.

import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import type { DocumentItem } from "../../api/types";
import { projectAddress, replace as replaceAddress } from "../../router";
import { lockerOf, mayWrite } from "../../state/session";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { confirm } from "../../ui/confirm";
import { icons } from "../../ui/icons";
import { type Paused, usePaused } from "../../ui/paused";
import { Empty, Failed, Loading, useTitle } from "../../ui/states";
import { type BookSought, bookAddress, noteSought } from "./actions";
import { chooseDocuments, chosenIn } from "./book-choice";
import { BookRows } from "./book-rows";
import { type BookSearch, bookSearchOf, type Found, type Wanted } from "./book-search";
import { DoneNote } from "./replaced";
import "./replacing.css";

const t = book.replacing;

/** From how many letters on words are looked for by themselves. */
const FIND_MIN = 2;

/** The longest words that can be looked for, and those in their place, in characters. */
const FIND_MAX = 200;
const REPLACE_MAX = 1_000;

/** The most documents that a search may name. */
const NAMED_MAX = 1_000;

interface ReplacingProps {
  projectId: string;
  items: DocumentItem[];
  query: URLSearchParams;
  isReadOnly: boolean;
}

/** What the address says is looked for. */
function soughtOf(query: URLSearchParams): BookSought {
  return {
    find: query.get("find") ?? "",
    replace: query.get("with") ?? "",
    matchCase: query.has("case"),
    wholeWords: query.has("words"),
    withNotes: query.has("notes"),
  };
}

export default function Replacing({ projectId, items, query, isReadOnly }: ReplacingProps) {
  useTitle(t.title);
  const search = useMemo(() => bookSearchOf(projectId), [projectId]);
  const asked = soughtOf(query);
  // What replaces the words holds as it is typed; the address follows, since browsers take few changes of it.
  const replacing = usePaused(asked.replace, (replace) => set({ replace }));
  const sought = { ...asked, replace: replacing.text };
  const set = (part: Partial<BookSought>) => replaceAddress(bookAddress(projectId, { ...sought, ...part }));
  const written = items.filter((item) => item.words > 0).map((item) => item.id);
  const mayHaveNotes = written.length <= NAMED_MAX;
  const names = sought.withNotes && mayHaveNotes && written.length > 0 ? written : null;
  const { find, matchCase, wholeWords } = sought;
  const wanted: Wanted = { find, matchCase, wholeWords, documentIds: names };
  const key = JSON.stringify(wanted);
  noteSought(projectId, sought);
  useEffect(() => {
    if (find === "") search.clear();
    else void search.search(wanted);
    return () => search.stop();
  }, [search, key]);

  const again = () => void search.search(wanted);
  const found = search.found.value;
  const isCurrent = found !== undefined && JSON.stringify(found.wanted) === key;
  return (
    <section class="replacing" aria-label={t.title}>
      <header class="replacing-header">
        <a class="writing-back" href={projectAddress(projectId, "manuscript")}>
          <icons.chevron />
          {t.back}
        </a>
        <h1>{t.title}</h1>
        <a
          class="icon-button replacing-close"
          href={projectAddress(projectId, "manuscript")}
          aria-label={texts.actions.close}
        >
          <icons.close />
        </a>
      </header>
      <Fields
        sought={sought}
        set={set}
        replacing={replacing}
        again={again}
        isReadOnly={isReadOnly}
        mayHaveNotes={mayHaveNotes}
      />
      <Outcome search={search} sought={sought} isCurrent={isCurrent} isReadOnly={isReadOnly} retry={again} />
    </section>
  );
}

interface FieldsProps {
  sought: BookSought;
  set: (part: Partial<BookSought>) => void;
  /** What replaces the words, as it is typed. */
  replacing: Paused;
  /** Looks for the same again. */
  again: () => void;
  isReadOnly: boolean;
  mayHaveNotes: boolean;
}

function Fields({ sought, set, replacing, again, isReadOnly, mayHaveNotes }: FieldsProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, type, take } = usePaused(sought.find, (find) => set({ find }));
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text === sought.find) again();
    else take(text);
  };
  const option = (name: "matchCase" | "wholeWords" | "withNotes", label: string) => (
    <label class="find-option">
      <input
        type="checkbox"
        checked={sought[name]}
        onChange={(event) => set({ [name]: event.currentTarget.checked })}
      />
      {label}
    </label>
  );
  const input = { type: "text" as const, autocomplete: "off", spellcheck: false, dir: "auto" as const };
  return (
    <form class="replacing-fields" role="search" aria-label={t.title} onSubmit={submit}>
      <div class="field">
        <label for={`${id}-find`}>{t.find}</label>
        <input
          {...input}
          ref={field}
          id={`${id}-find`}
          maxLength={FIND_MAX}
          value={text}
          onInput={({ currentTarget: { value } }) => type(value, value === "" || value.length >= FIND_MIN)}
        />
      </div>
      {!isReadOnly && (
        <div class="field">
          <label for={`${id}-replace`}>{t.replace}</label>
          <input
            {...input}
            id={`${id}-replace`}
            maxLength={REPLACE_MAX}
            value={replacing.text}
            onInput={(event) => replacing.type(event.currentTarget.value)}
            onChange={() => replacing.take(replacing.text)}
          />
        </div>
      )}
      <p class="replacing-options meta">
        {option("matchCase", t.case)}
        {option("wholeWords", t.words)}
        {mayHaveNotes && option("withNotes", t.notes)}
      </p>
      {isReadOnly && <p class="replacing-options meta">{mayWrite() ? t.archived : t.readOnly}</p>}
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        {t.find}
      </button>
    </form>
  );
}

interface OutcomeProps {
  search: BookSearch;
  sought: BookSought;
  /** Whether what was found is what is looked for. */
  isCurrent: boolean;
  isReadOnly: boolean;
  retry: () => void;
}

function Outcome({ search, sought, isCurrent, isReadOnly, retry }: OutcomeProps) {
  const [refusal, setRefusal] = useState<ApiFailure>();
  const found = search.found.value;
  const failure = search.failure.value;
  const done = search.done.value;
  useEffect(() => setRefusal(undefined), [sought.find]);
  return (
    <>
      <div class="replacing-notes">
        {done && <DoneNote search={search} done={done} isReadOnly={isReadOnly} refuse={setRefusal} />}
        {search.unsaved.value.length > 0 && (
          <p class="problem">{t.unsaved(search.unsaved.value.map((title) => `“${title}”`).join(", "))}</p>
        )}
        <p class="problem" role="alert">
          {refusal && withRequest(refusal)}
        </p>
        {found && found.total > 0 && (
          <Bar
            search={search}
            found={found}
            sought={sought}
            isCurrent={isCurrent}
            isReadOnly={isReadOnly}
            refuse={setRefusal}
          />
        )}
      </div>
      {failure ? (
        <NotFound failure={failure} retry={retry} />
      ) : found === undefined ? (
        search.isSearching.value ? <Loading /> : <Empty title={t.start} text={t.startText} />
      ) : found.total === 0 ? (
        <Empty title={t.none} text={`${t.noneText(found.wanted.find)} ${t.noneNarrow}`} />
      ) : (
        <BookRows search={search} found={found} replace={sought.replace} isReadOnly={isReadOnly} />
      )}
    </>
  );
}

/** Why nothing was searched. A search that finds too much is no fault of anybody. */
function NotFound({ failure, retry }: { failure: ApiFailure; retry: () => void }): JSX.Element {
  if (failure.status !== 400) return <Failed failure={failure} retry={retry} />;
  return <Empty title={t.refused} text={failure.message} />;
}

interface BarProps extends Omit<OutcomeProps, "retry"> {
  found: Found;
  refuse: (failure: ApiFailure | undefined) => void;
}

/** How much was found and chosen, and what replaces it. */
function Bar({ search, found, sought, isCurrent, isReadOnly, refuse }: BarProps) {
  const [isBusy, setBusy] = useState(false);
  const choice = search.choice.value;
  const chosen = found.documents.reduce((sum, one) => sum + chosenIn(choice, one), 0);
  const { total, documents } = found;
  const free = documents.filter((one) => lockerOf(one) === null).map((one) => one.documentId);
  const chooseAll = (isOn: boolean) => (search.choice.value = chooseDocuments(choice, free, isOn));
  const run = async () => {
    setBusy(true);
    refuse(undefined);
    try {
      await search.replace(sought.replace);
    } catch (thrown) {
      const failure = failureOf(thrown);
      const isStale = failure.kind === "changed";
      refuse(isStale ? failureOf(new Error(t.stale)) : failure);
      // What is locked or changed by now is shown.
      if (isStale || failure.kind === "conflict") await search.search(found.wanted);
    }
    setBusy(false);
    // A button that cannot be pressed any more does not keep the focus: what undoes it gets it.
    requestAnimationFrame(() => {
      if (!document.activeElement?.matches("body, main, .replacing-bar button")) return;
      document.querySelector<HTMLElement>(".replacing-done button")?.focus();
    });
  };
  const ask = () => {
    if (sought.replace !== "") return void run();
    const text = t.removeText(number(chosen), chosen === 1, found.wanted.find);
    confirm({ title: t.removeTitle, text, action: t.removeAction, run: () => void run() });
  };
  const isOtherwise = search.matches.value.some((match) => match.text !== found.wanted.find);
  return (
    <div class="replacing-bar">
      <p role="status">
        {t.matches(number(total), total === 1, number(documents.length), documents.length === 1)}
        {!isReadOnly && chosen < total && `, ${t.chosen(number(chosen))}`}
      </p>
      {!isReadOnly && (
        <>
          <button type="button" class="button is-small" onClick={() => chooseAll(true)}>
            {t.chooseAll}
          </button>
          <button type="button" class="button is-small" onClick={() => chooseAll(false)}>
            {t.chooseNone}
          </button>
          <button
            type="button"
            class="button is-primary"
            disabled={isBusy || !isCurrent || search.isSearching.value || chosen === 0}
            onClick={ask}
          >
            {(sought.replace === "" ? t.remove : t.run)(number(chosen))}
          </button>
          {isOtherwise && sought.replace !== "" && <p class="replacing-hint meta">{t.exactly(sought.replace)}</p>}
        </>
      )}
    </div>
  );
}
