// The list of keyboard shortcuts, made from the commands there are at the moment.

import { commands } from "../state/commands";
import { texts } from "../texts";
import { Dialog, openDialog } from "./dialog";
import { Keys } from "./palette";

/** Opens the list. */
export function openShortcuts(): void {
  openDialog((close) => <Shortcuts close={close} />);
}

const FIXED: [string, string][] = [
  [texts.shortcuts.move, "↑ ↓"],
  [texts.shortcuts.activate, "enter"],
  [texts.shortcuts.escape, "Esc"],
];

function Shortcuts({ close }: { close: () => void }) {
  const withKeys = commands.value.filter((command) => command.keys !== undefined);
  const rows: [string, string][] = withKeys.map((command) => [command.title, command.keys ?? ""]);
  return (
    <Dialog title={texts.shortcuts.title} onClose={close}>
      <p class="meta">{texts.shortcuts.intro}</p>
      <dl class="shortcuts">
        {[...rows, ...FIXED].map(([title, keys]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
