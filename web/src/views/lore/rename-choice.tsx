// Asks which entry is renamed, for whoever comes from another view.

import { useId, useState } from "preact/hooks";
import type { LoreItem } from "../../api/types";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { rename } from "../../texts/rename";
import { Rows } from "../../ui/rows";
import { Await, Empty } from "../../ui/states";
import { useLore } from "./data";

const t = rename.choose;

export function RenameChoice({ projectId }: { projectId: string }) {
  const found = useLore(projectId);
  if (!mayWrite()) return <Empty title={rename.readOnly} text={rename.readOnlyText} />;
  return (
    <Await of={found}>
      {({ entries }) =>
        entries.length === 0 ? (
          <Empty title={lore.empty.title} text={lore.empty.text} />
        ) : (
          <Choice projectId={projectId} entries={entries} />
        )
      }
    </Await>
  );
}

function Choice({ projectId, entries }: { projectId: string; entries: LoreItem[] }) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const shown = entries
    .filter(({ name, aliases }) => {
      const text = [name, ...aliases].join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    })
    // Persons are renamed most often.
    .toSorted((one, other) => Number(other.category === "character") - Number(one.category === "character"));
  return (
    <section class="lore-rename-choice">
      <h2>{t.title}</h2>
      <p class="meta">{t.intro}</p>
      <div class="field">
        <label for={id}>{t.search}</label>
        <input id={id} type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </div>
      {shown.length === 0 && <p class="meta">{t.none}</p>}
      <Rows
        label={t.title}
        items={shown}
        keyOf={(entry) => entry.id}
        height={2.25}
        render={(entry, tabIndex) => (
          <a class="lore-row" href={projectAddress(projectId, "lore", entry.id, "rename")} tabIndex={tabIndex}>
            <bdi class="lore-row-name">{entry.name || texts.untitled}</bdi>
            <span class="meta">{lore.categories[entry.category]}</span>
          </a>
        )}
      />
    </section>
  );
}
