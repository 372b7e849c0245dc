// Where keys go in this view, and whether only the text is shown.

import { signal } from "@preact/signals";

/** Whether only the text is shown. */
export const isFocused = signal(false);

/** Whether the next document that is opened gets the focus. */
export const wantsFocus = signal(false);

/** Whether the document that is shown now gets the focus: not where somebody types in a field by this time. */
export function takeFocus(): boolean {
  const isWanted = wantsFocus.peek();
  wantsFocus.value = false;
  return isWanted && !document.activeElement?.matches("input, textarea, select");
}

/** Puts the cursor into the text that is open, or into the field of what stands in its place. */
export function focusText(): void {
  const sheet = document.querySelector(".sheet-editor")?.shadowRoot;
  const field = sheet?.querySelector<HTMLElement>(".cm-content");
  (field ?? document.querySelector<HTMLElement>(".replacing input"))?.focus();
}
