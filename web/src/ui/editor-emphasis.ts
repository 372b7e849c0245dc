// Emphasis in Markdown: signs around words.

import { EditorSelection } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Puts a sign around each selection, or takes it away where it is; without a selection, around the word that
 * the cursor is in. A selection of several paragraphs stays as it is: emphasis does not go beyond one. */
export function emphasise(view: EditorView, sign: "*" | "**"): void {
  const { state } = view;
  if (state.readOnly) return;
  const { length } = sign;
  const change = state.changeByRange((range) => {
    const word = range.empty ? state.wordAt(range.head) : null;
    const { from, to } = word ?? range;
    if (/\n\s*\n/.test(state.sliceDoc(from, to))) return { range };
    const left = signsBefore(state.sliceDoc(Math.max(from - 3, 0), from));
    const right = signsBefore([...state.sliceDoc(to, to + 3)].reverse().join(""));
    // Three signs are both kinds at once.
    const signs = Math.min(left, right);
    if (signs === 3 || signs === length) {
      return {
        changes: [
          { from: from - length, to: from },
          { from: to, to: to + length },
        ],
        range: EditorSelection.range(range.anchor - length, range.head - length),
      };
    }
    return {
      changes: [
        { from, insert: sign },
        { from: to, insert: sign },
      ],
      range: EditorSelection.range(range.anchor + length, range.head + length),
    };
  });
  view.dispatch(state.update(change, { userEvent: "input", scrollIntoView: true }));
  view.focus();
}

/** How many signs a text ends with, up to three. */
function signsBefore(text: string): number {
  return /\**$/.exec(text)?.[0].length ?? 0;
}
