// The events that have no place on the axis: those without a known date, or those that no document tells.

import { useMemo, useState } from "preact/hooks";
import type { DocumentItem, TimelineEvent } from "../../api/types";
import { number } from "../../state/time";
import { timeline as t } from "../../texts/timeline";
import { icons } from "../../ui/icons";
import { Rows } from "../../ui/rows";
import { openEvent } from "./actions";
import { type Context, nameOfEvent } from "./context";
import type { Places } from "./layout";

/** The height of a row, in rem. */
const ROW_REM = 3;

interface TrayProps {
  context: Context;
  events: TimelineEvent[];
  places: Places;
  order: "story" | "narrative";
  /** What events are told in, which decides whether they have a place. */
  columns: DocumentItem[];
  contradicted: ReadonlySet<string>;
  wasDragged: { current: boolean };
}

export function Tray({ context, events, places, order, columns, contradicted, wasDragged }: TrayProps) {
  const [isOpen, setOpen] = useState(true);
  // Whether something has a place is the same at every zoom.
  const without = useMemo(
    () => events.filter((event) => Number.isNaN(places.xOf(event))),
    [events, order, columns],
  );
  if (without.length === 0) return null;
  const title = t.tray[order](number(without.length));
  return (
    <aside class={`tray${isOpen ? "" : " is-closed"}`} aria-label={title}>
      <h2>
        <button type="button" class="tray-title link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class={`lane-twist${isOpen ? " is-expanded" : ""}`}>
            <icons.chevron />
          </span>
          {title}
        </button>
      </h2>
      {isOpen && (
        <>
          <p class="meta">{order === "story" ? t.tray.storyHint : t.tray.narrativeHint}</p>
          <Rows
            label={title}
            items={without}
            keyOf={({ id }) => id}
            height={ROW_REM}
            render={(event, tabIndex) => (
              <button
                type="button"
                tabIndex={tabIndex}
                class={`tray-event${contradicted.has(event.id) ? " is-contradicted" : ""}`}
                data-key={`tray/${event.id}`}
                data-event={event.id}
                onClick={() => {
                  if (!wasDragged.current) openEvent(context, context.store.get(event.id) ?? event);
                }}
              >
                <bdi class="tray-name">{nameOfEvent(event)}</bdi>
                <bdi class="meta">{event.dateDisplay}</bdi>
              </button>
            )}
          />
        </>
      )}
    </aside>
  );
}
