// The command palette: a field, and below it every command that has the words that are typed.

import { useId, useState } from "preact/hooks";
import { type Command, commands, keyNames } from "../state/commands";
import { texts } from "../texts";
import { Dialog, openDialog } from "./dialog";
import { icons } from "./icons";

let isOpen = false;

/** Opens the palette, unless it is open. */
export function openPalette(): void {
  if (isOpen) return;
  isOpen = true;
  openDialog((close) => (
    <Palette
      close={() => {
        isOpen = false;
        close();
      }}
    />
  ));
}

function Palette({ close }: { close: () => void }) {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const found = matching(commands.value, words);
  const current = Math.min(chosen, found.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    // The focus is back where it was before the command opens something of its own.
    queueMicrotask(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      setChosen((current + step + found.length) % found.length);
    } else if (event.key === "Enter") run(found[current]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={texts.palette.title} class="palette" hidesTitle onClose={close}>
      <div class="palette-field">
        <icons.search />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          aria-label={texts.palette.placeholder}
          aria-autocomplete="list"
          placeholder={texts.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          data-autofocus
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="visually-hidden" role="status">
        {texts.palette.results(found.length)}
      </p>
      <ul id={`${id}-list`} class="palette-list" role="listbox" aria-label={texts.palette.title}>
        {found.map((command, index) => (
          <li
            key={`${command.group}/${command.title}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            class="palette-item"
            ref={(element) => {
              if (index === current) element?.scrollIntoView({ block: "nearest" });
            }}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span class="meta">{texts.palette.groups[command.group]}</span>
            {command.keys !== undefined && <Keys keys={command.keys} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="palette-none">{texts.palette.none}</p>}
    </Dialog>
  );
}

/** The keys of a command. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span class="keys">
      {keyNames(keys).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}

/** The commands that have every word, those that begin with the first one before the others. */
function matching(all: Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const text = (command: Command) =>
    `${command.title} ${texts.palette.groups[command.group]}`.toLowerCase();
  const found = all.filter((command) => words.every((word) => text(command).includes(word)));
  const [first] = words;
  if (first === undefined) return found;
  const rank = (command: Command) => (command.title.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}
