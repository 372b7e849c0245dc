// What stands beside the text: one of several lists about it.

import type { JSX } from "preact";
import type { DocumentItem } from "../../api/types";
import { manuscript as t } from "../../texts/manuscript";
import { texts } from "../../texts";
import { icons } from "../../ui/icons";
import type { Desk } from "./desk";
import { Findings, SeriousMarks } from "./findings";
import { Goals } from "./goals";
import { Proposals } from "./proposals";
import { Quotations } from "./quotations";
import { Revisions } from "./revisions";

export type PanelName = keyof typeof t.panels.names;

/** The panels, in the order of their tabs. */
export const PANELS = Object.keys(t.panels.names) as PanelName[];

/** What each panel is given. */
export interface PanelProps {
  desk: Desk;
  document: DocumentItem;
  isReadOnly: boolean;
}

const COMPONENTS: Record<PanelName, (props: PanelProps) => JSX.Element> = {
  findings: Findings,
  quotations: Quotations,
  proposals: Proposals,
  revisions: Revisions,
  goals: Goals,
};

/** The panels that mark nothing in the text. */
const UNMARKED = new Set<PanelName | null>([null, "revisions", "goals"]);

/** What is marked in the text beside what the shown panel marks. */
export function Marks({ panel, ...props }: { panel: PanelName | null; desk: Desk; document: DocumentItem }) {
  return UNMARKED.has(panel) ? <SeriousMarks {...props} /> : null;
}

export function Panels({
  panel,
  setPanel,
  ...props
}: PanelProps & { panel: PanelName; setPanel: (name: PanelName | null) => void }) {
  const Shown = COMPONENTS[panel];
  return (
    <aside class="panel" aria-label={t.panels.label}>
      <header class="panel-header">
        <nav class="tabs" aria-label={t.panels.label}>
          {PANELS.map((name) => (
            <button
              key={name}
              type="button"
              aria-current={name === panel ? "true" : undefined}
              onClick={() => setPanel(name)}
            >
              {t.panels.names[name]}
            </button>
          ))}
        </nav>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.actions.close}
          onClick={() => setPanel(null)}
        >
          <icons.close />
        </button>
      </header>
      <div class="panel-content" tabIndex={0} role="group" aria-label={t.panels.names[panel]}>
        <Shown key={panel} {...props} />
      </div>
    </aside>
  );
}

/** Says that a list has nothing, and where what it would have comes from. */
export function Nothing({ text, hint }: { text: string; hint: string }) {
  return (
    <div class="panel-nothing">
      <p>{text}</p>
      <p class="meta">{hint}</p>
    </div>
  );
}
