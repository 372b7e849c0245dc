// Whoever works by keyboard goes on where they were, also where what had the focus is gone or could not be pressed for
// a while: browsers leave the focus nowhere then.

/** What had the focus last; null where the pointer took it away. */
let last: HTMLElement | null = null;

addEventListener("pointerdown", () => (last = null), true);
addEventListener("focusin", ({ target }) => (last = target as HTMLElement));

/** Gives the focus back, to the view where nothing else can have it. */
new MutationObserver(() => {
  if (!last || document.activeElement !== document.body) return;
  (last.isConnected ? last : document.getElementById("content"))?.focus({ preventScroll: true });
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
