// Whoever works by keyboard goes on where they were, also where what had the focus is gone or could not be pressed for
// a while: browsers leave the focus nowhere then.

/** What had the focus last; null where the pointer took it away. */
let last: HTMLElement | null = null;

addEventListener("pointerdown", () => (last = null), true);
addEventListener("focusin", ({ target }) => (last = target as HTMLElement));

/** Gives an element the focus; an editor is in a tree of its own. */
export function focusOn(element: Element | null | undefined): void {
  const editor = element?.shadowRoot?.querySelector<HTMLElement>("[contenteditable]");
  (editor ?? (element as HTMLElement | null | undefined))?.focus?.({ preventScroll: true });
}

/** Gives the focus back, to the dialog or the view where nothing else can have it. */
new MutationObserver(() => {
  if (!last || document.activeElement !== document.body) return;
  focusOn(last.isConnected ? last : (document.querySelector("dialog[open]") ?? document.getElementById("content")));
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
