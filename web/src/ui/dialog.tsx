// Dialogs, which anything can open: the browser's own modal dialogs, so that focus stays inside and Escape
// closes them. The stack is drawn once, at the end of the page.

import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import { icons } from "./icons";

interface Shown {
  id: number;
  render: (close: () => void) => JSX.Element;
}

const stack = signal<Shown[]>([]);
let count = 0;

/** Opens a dialog; `render` draws a `Dialog` and is given what closes it. */
export function openDialog(render: (close: () => void) => JSX.Element): void {
  count += 1;
  stack.value = [...stack.value, { id: count, render }];
}

/** Whether a dialog is open. */
export function hasDialog(): boolean {
  return stack.value.length > 0;
}

/** Every open dialog. */
export function Dialogs() {
  return (
    <>
      {stack.value.map(({ id, render }) => {
        const close = () => {
          stack.value = stack.value.filter((shown) => shown.id !== id);
        };
        return <Opened key={id} render={() => render(close)} />;
      })}
    </>
  );
}

/** A component of its own, so that what `render` reads draws only this dialog again. */
function Opened({ render }: { render: () => JSX.Element }) {
  return render();
}

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Changes the look, such as `palette`. */
  class?: string;
  /** Whether the title is only read out. */
  hidesTitle?: boolean;
  children: ComponentChildren;
}

/** A modal dialog with its title. */
export function Dialog({ title, onClose, class: look = "", hidesTitle = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = element.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      shown?.close();
      // What opened the dialog may be gone by now, such as the entry of a menu.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onPointerDown = (event: PointerEvent) => {
    if (event.target === element.current) onClose();
  };
  return (
    <dialog
      ref={element}
      class={`dialog ${look}`}
      aria-labelledby={titleId}
      onPointerDown={onPointerDown}
      onCancel={(event: Event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-content">
        <header class={hidesTitle ? "visually-hidden" : "dialog-header"}>
          <h2 id={titleId}>{title}</h2>
          {!hidesTitle && (
            <button type="button" class="icon-button" aria-label={texts.actions.close} onClick={onClose}>
              <icons.close />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
