// Marked passages in an editor, which stay with their words while somebody types.

import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** A passage that something is said about. */
export interface Mark {
  id: string;
  /** In units of UTF-16. */
  from: number;
  to: number;
  look: "minor" | "serious" | "quotation" | "uncertain" | "proposal";
  /** What is said about it. */
  title: string;
}

/** Replaces all marks. */
export const setMarks = StateEffect.define<Mark[]>();

export const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let found = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) found = Decoration.set(effect.value.map(decorated), true);
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorated(mark: Mark) {
  return Decoration.mark({
    class: `cm-mark is-${mark.look}`,
    attributes: { title: mark.title },
    mark,
  }).range(mark.from, mark.to);
}

/** The first mark that fits, and where it stands now. */
export function markAt(
  state: EditorState,
  fits: (mark: Mark, from: number, to: number) => boolean,
): { mark: Mark; from: number; to: number } | undefined {
  const marks = state.field(markField);
  for (const cursor = marks.iter(); cursor.value; cursor.next()) {
    const mark = cursor.value.spec.mark as Mark;
    if (fits(mark, cursor.from, cursor.to)) return { mark, from: cursor.from, to: cursor.to };
  }
  return undefined;
}
