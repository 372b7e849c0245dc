// Find and replace in the text that is open.

import { signal } from "@preact/signals";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Found, Sought } from "../../ui/editor-search";
import type { Editor } from "../../ui/editor";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { book } from "../../texts/book";
import { manuscript as t } from "../../texts/manuscript";
import { icons } from "../../ui/icons";
import { notify } from "../../ui/toast";
import { bookAddress } from "./actions";
import "./find.css";

/** Beyond it the number of passages is not counted. */
const COUNTED_MAX = 5_000;

/** Whether the fields are shown. */
export const isFinding = signal(false);

const NOTHING: Sought = {
  search: "",
  replace: "",
  isCaseSensitive: false,
  isWholeWord: false,
  isExpression: false,
};

/** What was looked for last, in whichever document. */
const last = signal(NOTHING);

interface FindProps {
  projectId: string;
  editor: Editor;
  isReadOnly: boolean;
}

export function Find({ projectId, editor, isReadOnly }: FindProps) {
  const field = useRef<HTMLInputElement>(null);
  const [sought, setSought] = useState<Sought>(() => ({
    ...last.peek(),
    search: editor.search.selected || last.peek().search,
  }));
  const [found, setFound] = useState<Found>({ count: 0, at: 0, isSound: true });
  const id = useId();

  // What the next key is about: a key may come before what the last one asked for is drawn.
  const latest = useRef(sought);
  const seek = () => {
    last.value = latest.current;
    setFound(editor.search.seek(latest.current));
  };
  useLayoutEffect(seek, [editor]);
  // Before the next key: what is typed next is what is looked for.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
    return () => editor.search.end();
  }, [editor]);

  const step = (work: () => void) => {
    work();
    setFound(editor.search.count());
  };
  const close = () => (isFinding.value = false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      const isReplace = event.target.name === "replace";
      step(() =>
        isReplace
          ? editor.search.replace()
          : event.shiftKey
            ? editor.search.previous()
            : editor.search.next(),
      );
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const replaceAll = () => {
    const { count } = editor.search.count();
    step(() => editor.search.replaceAll());
    notify(t.find.replaced(count > COUNTED_MAX ? `> ${number(COUNTED_MAX)}` : number(count)));
  };
  const set = (part: Partial<Sought>) => {
    latest.current = { ...latest.current, ...part };
    setSought(latest.current);
    seek();
  };
  const option = (name: "isCaseSensitive" | "isWholeWord" | "isExpression", text: string) => (
    <label class="find-option">
      <input
        type="checkbox"
        checked={sought[name]}
        onChange={(event) => set({ [name]: event.currentTarget.checked })}
      />
      {text}
    </label>
  );
  return (
    <section class="find" role="search" aria-label={t.find.open} onKeyDown={onKeyDown}>
      <div class="find-line">
        <input
          ref={field}
          id={`${id}-search`}
          type="text"
          name="search"
          aria-label={t.find.label}
          placeholder={t.find.label}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-invalid={!found.isSound}
          value={sought.search}
          onInput={(event) => set({ search: event.currentTarget.value })}
        />
        <p class="find-count meta" role="status">
          {countText(sought, found)}
        </p>
        <button
          type="button"
          class="icon-button find-previous"
          aria-label={t.find.previous}
          title={t.find.previous}
          onClick={() => step(() => editor.search.previous())}
        >
          <icons.chevron />
        </button>
        <button
          type="button"
          class="icon-button find-next"
          aria-label={t.find.next}
          title={t.find.next}
          onClick={() => step(() => editor.search.next())}
        >
          <icons.chevron />
        </button>
        <button type="button" class="icon-button" aria-label={texts.actions.close} onClick={close}>
          <icons.close />
        </button>
      </div>
      {!isReadOnly && (
        <div class="find-line">
          <input
            type="text"
            name="replace"
            aria-label={t.find.replaceLabel}
            placeholder={t.find.replaceLabel}
            autocomplete="off"
            spellcheck={false}
            dir="auto"
            value={sought.replace}
            onInput={(event) => set({ replace: event.currentTarget.value })}
          />
          <button
            type="button"
            class="button is-small"
            disabled={found.count === 0}
            onClick={() => step(() => editor.search.replace())}
          >
            {t.find.replace}
          </button>
          <button type="button" class="button is-small" disabled={found.count === 0} onClick={replaceAll}>
            {t.find.replaceAll}
          </button>
        </div>
      )}
      <div class="find-line meta">
        {option("isCaseSensitive", t.find.case)}
        {option("isWholeWord", t.find.word)}
        {option("isExpression", t.find.expression)}
        {!sought.isExpression && <a href={inBook(projectId, sought)}>{book.replacing.open}</a>}
      </div>
    </section>
  );
}

/** The address of looking for the same in the whole book. */
function inBook(projectId: string, { search, replace, isCaseSensitive, isWholeWord }: Sought): string {
  const options = { matchCase: isCaseSensitive, wholeWords: isWholeWord };
  return bookAddress(projectId, { find: search, replace, ...options });
}

function countText(sought: Sought, found: Found): string {
  if (sought.search === "") return "";
  if (!found.isSound) return t.find.invalid;
  if (found.count === 0) return t.find.none;
  if (found.count > COUNTED_MAX) return t.find.many(number(COUNTED_MAX));
  return t.find.count(found.at === 0 ? "" : number(found.at), number(found.count));
}
