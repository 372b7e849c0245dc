// Dialogs, which anything can open: the browser's own modal dialogs, so that focus stays inside and Escape
// closes them. The stack is drawn once, at the end of the page.

import { effect, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { DialogId, topDialog } from "../state/commands";
import { texts } from "../texts";
import { parts } from "../texts/parts";
import { confirm } from "./confirm";
import { icons } from "./icons";

interface Shown {
  id: number;
  render: (close: () => void) => JSX.Element;
}

const stack = signal<Shown[]>([]);
let count = 0;

effect(() => {
  topDialog.value = stack.value.at(-1)?.id ?? 0;
});

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
        return (
          <DialogId.Provider key={id} value={id}>
            <Opened render={() => render(close)} />
          </DialogId.Provider>
        );
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

/** A modal dialog with its title. What was typed into a form of it is not dropped without asking, unless one of the
 * form's own buttons says so. */
export function Dialog({ title, onClose, class: look = "", hidesTitle = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
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
  const leave = () => {
    if (!isTyped.current) onClose();
    else confirm({ ...parts.typed.leave, run: onClose });
  };
  // Both ends of a press have to be beside the dialog: text is also selected with the pointer.
  const isPressed = useRef(false);
  const isBeside = (event: PointerEvent) => {
    const box = element.current?.getBoundingClientRect();
    const { clientX: x, clientY: y, target } = event;
    return box !== undefined && target === element.current && (x < box.left || x > box.right || y < box.top || y > box.bottom);
  };
  return (
    <dialog
      ref={element}
      class={`dialog ${look}`}
      aria-labelledby={titleId}
      onInput={(event) => {
        if (event.target instanceof Element && event.target.closest("form")) isTyped.current = true;
      }}
      onPointerDown={(event) => {
        isPressed.current = isBeside(event);
      }}
      onPointerUp={(event) => {
        if (isPressed.current && isBeside(event)) leave();
      }}
      onCancel={(event: Event) => {
        event.preventDefault();
        leave();
      }}
    >
      <div class="dialog-content">
        <header class={hidesTitle ? "visually-hidden" : "dialog-header"}>
          <h2 id={titleId}>{title}</h2>
          {!hidesTitle && (
            <button type="button" class="icon-button" aria-label={texts.actions.close} onClick={leave}>
              <icons.close />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
