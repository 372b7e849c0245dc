// Asks before something is done that cannot be undone in full.

import { texts } from "../texts";
import { Dialog, openDialog } from "./dialog";

interface Question {
  title: string;
  /** What is lost. */
  text: string;
  /** What the button does. */
  action: string;
  run: () => void;
}

/** Asks, and does it when it is wanted. */
export function confirm({ title, text, action, run }: Question): void {
  openDialog((close) => (
    <Dialog title={title} onClose={close}>
      <p>{text}</p>
      <footer class="dialog-footer">
        <button type="button" class="button" data-autofocus onClick={close}>
          {texts.actions.cancel}
        </button>
        <button
          type="button"
          class="button is-primary"
          onClick={() => {
            close();
            run();
          }}
        >
          {action}
        </button>
      </footer>
    </Dialog>
  ));
}
