// A button that opens a menu of actions. Arrow keys, Home, End and first letters move; Escape closes. The
// menu is in the top layer of the browser, so nothing can cut it off.

import { type ComponentChildren, render } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

export interface MenuItem {
  text: string;
  run: () => void;
  isDangerous?: boolean;
}

interface MenuProps {
  /** What the button is called. */
  label: string;
  /** What it offers; as a function where that takes work, which is then done when it is opened. */
  items: MenuItem[] | (() => MenuItem[]);
  class?: string;
  /** Whether the Tab key stops at the button. */
  tabIndex?: 0 | -1;
  children: ComponentChildren;
}

/** The distance to the button and to the edge of the window, in pixels. */
const GAP = 4;

export function Menu({ label, items, class: look = "icon-button", tabIndex = 0, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];

  // Entries are there while the menu is open: a list may have a menu in each of its rows.
  const draw = () => {
    if (!list.current) return;
    const found = typeof items === "function" ? items() : items;
    render(<Entries items={found} choose={choose} />, list.current);
  };
  const choose = (item: MenuItem) => {
    list.current?.hidePopover();
    button.current?.focus();
    item.run();
  };
  useLayoutEffect(() => {
    if (list.current?.matches(":popover-open")) draw();
  });

  const onToggle = (event: Event) => {
    const isOpen = (event as ToggleEvent).newState === "open";
    button.current?.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen && list.current) render(null, list.current);
  };
  // The browser closes an open menu when anything else is pressed, the button too.
  const wasOpen = useRef(false);
  const onPointerDown = () => {
    wasOpen.current = list.current?.matches(":popover-open") ?? false;
  };
  const onClick = () => {
    const closes = wasOpen.current;
    wasOpen.current = false;
    if (closes) return;
    // All at once: a key that follows at once is for the menu, and it is never drawn in another position.
    draw();
    list.current?.showPopover();
    align(button.current, list.current);
    entries()[0]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = (index: number) => all[(index + all.length) % all.length]?.focus();
    if (event.key === "ArrowDown") to(at + 1);
    else if (event.key === "ArrowUp") to(at - 1);
    else if (event.key === "Home") to(0);
    else if (event.key === "End") to(-1);
    else if (event.key === "Tab") list.current?.hidePopover();
    else if (event.key === "Escape") {
      list.current?.hidePopover();
      button.current?.focus();
    } else if (event.key.length === 1 && /\S/.test(event.key)) {
      const letter = event.key.toLowerCase();
      const found = all.find((one) => one.textContent?.trim().toLowerCase().startsWith(letter));
      found?.focus();
    } else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={look}
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-controls={id}
        onPointerDown={onPointerDown}
        onClick={onClick}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

function Entries({ items, choose }: { items: MenuItem[]; choose: (item: MenuItem) => void }) {
  return (
    <>
      {items.map((item) => (
        <button
          key={item.text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={`menu-item${item.isDangerous ? " is-dangerous" : ""}`}
          onClick={() => choose(item)}
        >
          {item.text}
        </button>
      ))}
    </>
  );
}

/** Puts the menu below its button, or above where there is no room, and inside the window. */
function align(button: HTMLElement | null, list: HTMLElement | null): void {
  if (!button || !list) return;
  const from = button.getBoundingClientRect();
  const size = list.getBoundingClientRect();
  const hasRoomBelow = from.bottom + GAP + size.height <= window.innerHeight - GAP;
  const top = hasRoomBelow ? from.bottom + GAP : from.top - GAP - size.height;
  const left = Math.min(from.right - size.width, window.innerWidth - size.width - GAP);
  list.style.top = `${Math.max(top, GAP)}px`;
  list.style.left = `${Math.max(left, GAP)}px`;
}
