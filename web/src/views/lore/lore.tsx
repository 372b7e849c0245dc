// The lore: its entries, how they are related, the facts of the ledger, and names that it lacks.

import { go, projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { lore as t } from "../../texts/lore";
import { icons } from "../../ui/icons";
import { ProjectHeader } from "../../ui/project";
import type { ViewProps } from "../../views";
import { Entries } from "./entries";
import { Facts } from "./facts";
import { Names } from "./names";
import { Relations } from "./relations";
import { RenameChoice } from "./rename-choice";
import "../../ui/quote.css";
import "./lore.css";

type Tab = keyof typeof t.tabs;

const TABS = Object.keys(t.tabs) as Tab[];

/** What stands behind `lore` in an address is one of these, or the id of an entry. */
const isTab = (word: string | undefined): word is Tab => word !== "entries" && TABS.some((tab) => tab === word);

const isAction = (word: string | undefined): word is "edit" | "rename" => word === "edit" || word === "rename";

export default function LoreView({ projectId, rest, query }: ViewProps) {
  const tab: Tab = isTab(rest[0]) ? rest[0] : "entries";
  const isChoosing = rest[0] === "rename";
  const here = (name: Tab) =>
    name === "entries" ? projectAddress(projectId, "lore") : projectAddress(projectId, "lore", name);
  const createAddress = projectAddress(projectId, "lore", "new");
  useCommands(
    () => (mayWrite() ? [{ title: t.create, group: "action", keys: "n", run: () => go(createAddress) }] : []),
    [projectId],
  );
  return (
    <div class="page lore">
      <ProjectHeader projectId={projectId} title={t.title}>
        {mayWrite() && rest[0] !== "new" && (
          <a class="button is-primary" href={createAddress}>
            <icons.plus />
            {t.create}
          </a>
        )}
      </ProjectHeader>
      <nav class="tabs" aria-label={t.tabsLabel}>
        {TABS.map((name) => (
          <a key={name} href={here(name)} aria-current={name === tab ? "true" : undefined}>
            {t.tabs[name]}
          </a>
        ))}
      </nav>
      {isChoosing && <RenameChoice projectId={projectId} />}
      {tab === "entries" && !isChoosing && (
        <Entries projectId={projectId} id={rest[0]} action={isAction(rest[1]) ? rest[1] : "read"} query={query} />
      )}
      {tab === "relations" && <Relations projectId={projectId} around={rest[1]} />}
      {tab === "facts" && <Facts projectId={projectId} />}
      {tab === "names" && <Names projectId={projectId} />}
    </div>
  );
}
