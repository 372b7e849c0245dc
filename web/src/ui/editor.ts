// An editor of Markdown with the measure of a book page. It stands in a shadow tree, where its styles are
// constructed sheets: the policy of the page allows no style elements.

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from "@codemirror/language";
import { search } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { parser } from "@lezer/markdown";
import { markField, type Mark, setMarks, markAt } from "./editor-marks";
import { emphasise } from "./editor-emphasis";
import { EditorSearch } from "./editor-search";
import { countWords, difference } from "./editor-text";

export type { Mark } from "./editor-marks";

/** Up to which length changed text is counted while somebody types, in characters. */
const COUNTED_MAX = 100_000;

export interface EditorOptions {
  parent: HTMLElement;
  /** What a screen reader calls it. */
  label: string;
  text: string;
  isReadOnly: boolean;
  /** Somebody changed the text; `words` is by how many words, null where that is not known. */
  onType: (words: number | null) => void;
  /** The cursor came onto a mark, or left the last one. */
  onMark?: (id: string | null) => void;
}

/** Changes that come from the service and not from whoever types. */
const isFromService = Annotation.define<boolean>();

export class Editor {
  readonly view: EditorView;
  readonly search: EditorSearch;
  readonly #readOnly = new Compartment();
  #markId: string | null = null;

  constructor(private readonly options: EditorOptions) {
    const root = options.parent.shadowRoot ?? options.parent.attachShadow({ mode: "open" });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          extensions(options.label),
          this.#readOnly.of(readOnly(options.isReadOnly)),
          EditorView.updateListener.of((update) => this.#hear(update)),
        ],
      }),
    });
    this.search = new EditorSearch(this.view);
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get length(): number {
    return this.view.state.doc.length;
  }

  /** Where the cursor is, or the selection begins. */
  get cursor(): number {
    return this.view.state.selection.main.from;
  }

  /** Shows another text, as one step that can be undone, or as none. The cursor and the marks stay with the words
   * around them. */
  replace(text: string, isUndoable = false): void {
    const change = difference(this.text, text.replace(/\r\n?/g, "\n"));
    if (change.from === change.to && change.insert === "") return;
    this.view.dispatch({
      changes: change,
      annotations: [
        isFromService.of(true),
        isUndoable ? isolateHistory.of("full") : Transaction.addToHistory.of(false),
      ],
    });
  }

  setReadOnly(isReadOnly: boolean): void {
    this.view.dispatch({ effects: this.#readOnly.reconfigure(readOnly(isReadOnly)) });
  }

  /** Marks passages; ends before beginnings and beyond the text are left out. */
  setMarks(marks: Mark[]): void {
    const { length } = this.view.state.doc;
    const sound = marks.filter((mark) => mark.from < mark.to && mark.to <= length);
    this.view.dispatch({ effects: setMarks.of(sound) });
  }

  /** Puts the cursor at a mark and shows it; says whether it is still there. */
  showMark(id: string): boolean {
    const found = markAt(this.view.state, (mark) => mark.id === id);
    if (!found) return false;
    this.show(found.from, found.to);
    return true;
  }

  /** Selects a passage and shows it. */
  show(from: number, to: number): void {
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.view.focus();
  }

  /** Puts a sign of emphasis around the selected words, or takes it away. */
  emphasise(sign: "*" | "**"): void {
    emphasise(this.view, sign);
  }

  focus(): void {
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }

  #hear(update: ViewUpdate): void {
    if (update.docChanged) {
      const isTyped = update.transactions.some(
        (transaction) => transaction.docChanged && !transaction.annotation(isFromService),
      );
      if (isTyped) this.options.onType(wordsChanged(update));
    }
    if (!update.docChanged && !update.selectionSet) return;
    const { head } = update.state.selection.main;
    const id = markAt(update.state, (_, from, to) => from <= head && head <= to)?.mark.id ?? null;
    if (id === this.#markId) return;
    this.#markId = id;
    this.options.onMark?.(id);
  }
}

/** By how many words an update changed the text, counted in the lines that it touched. */
function wordsChanged(update: ViewUpdate): number | null {
  const { startState, state, changes } = update;
  let sum = 0;
  let isKnown = true;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const before = startState.sliceDoc(startState.doc.lineAt(fromA).from, startState.doc.lineAt(toA).to);
    const after = state.sliceDoc(state.doc.lineAt(fromB).from, state.doc.lineAt(toB).to);
    if (before.length + after.length > COUNTED_MAX) isKnown = false;
    else sum += countWords(after) - countWords(before);
  });
  return isKnown ? sum : null;
}

function readOnly(isReadOnly: boolean): Extension {
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
}

const data = defineLanguageFacet({});
const markdown = new Language(
  data,
  parser.configure({ props: [languageDataProp.add((type) => (type.isTop ? data : undefined))] }),
  [],
  "markdown",
);

function extensions(label: string): Extension {
  return [
    history(),
    drawSelection({ cursorBlinkRate: 1_060 }),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      "aria-label": label,
      // A text that cannot be changed is scrolled with the keyboard too.
      tabindex: "0",
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
    }),
    markdown,
    syntaxHighlighting(highlights),
    markField,
    search({ createPanel: () => ({ dom: document.createElement("span") }) }),
    keymap.of([...historyKeymap, ...defaultKeymap.filter((binding) => !LEFT_OUT.has(binding.key ?? ""))]),
    look,
  ];
}

/** Keys of the editor that mean something else in a page of prose. */
const LEFT_OUT = new Set(["Mod-/", "Alt-A", "Mod-i", "Mod-[", "Mod-]", "Mod-Enter"]);

const highlights = HighlightStyle.define([
  { tag: tags.heading1, fontSize: "1.375em", fontWeight: "600" },
  { tag: tags.heading2, fontSize: "1.2em", fontWeight: "600" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.monospace, fontFamily: "var(--mono)", fontSize: "0.9em" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.url], color: "var(--ink-soft)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontSize: "0.9em" },
  { tag: tags.quote, color: "var(--ink-soft)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--serif)",
    fontSize: "var(--text-large)",
    lineHeight: "1.65",
    overflowX: "hidden",
    overscrollBehavior: "contain",
  },
  ".cm-content": {
    maxWidth: "calc(var(--measure) + 2 * var(--space-5))",
    marginInline: "auto",
    padding: "var(--space-5) var(--space-5) 40vh",
    caretColor: "var(--accent)",
    overflowWrap: "anywhere",
  },
  ".cm-line": { padding: "0" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "var(--accent-soft)",
  },
  ".cm-selectionBackground": { background: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--accent)", color: "var(--paper)" },
  ".cm-panels": { display: "none" },
  ".cm-mark": {
    textDecoration: "underline dotted var(--line-strong) 2px",
    textUnderlineOffset: "0.22em",
    textDecorationSkipInk: "none",
  },
  ".cm-mark.is-serious": { textDecoration: "underline wavy var(--accent) 1px" },
  ".cm-mark.is-quotation": { textDecorationStyle: "solid", textDecorationThickness: "1px" },
  ".cm-mark.is-uncertain": { textDecorationStyle: "dashed" },
  ".cm-mark.is-proposal": {
    textDecoration: "none",
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-mark.is-chosen": { backgroundColor: "var(--accent-soft)" },
});
