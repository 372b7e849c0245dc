// The events of a timeline as a table, in the order of the story.

import { useId, useMemo, useState } from "preact/hooks";
import type { TimelineEvent } from "../../api/types";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { timeline as all } from "../../texts/timeline";
import { icons } from "../../ui/icons";
import { Rows } from "../../ui/rows";
import { openEvent } from "./actions";
import { type Context, nameOfDocument, nameOfEvent, nameOfPlotline, tellingLinks } from "./context";

const t = all.list;

/** The height of a row, in rem. */
const ROW_REM = 3;

interface EventListProps {
  context: Context;
  events: TimelineEvent[];
  contradicted: ReadonlySet<string>;
}

export function EventList({ context, events, contradicted }: EventListProps) {
  const [words, setWords] = useState("");
  const id = useId();
  const wanted = words.trim().toLowerCase();
  const found = useMemo(
    () =>
      wanted === ""
        ? events
        : events.filter(({ title, description, dateDisplay, tags }) =>
            [title, description, dateDisplay, ...tags].some((text) => text.toLowerCase().includes(wanted)),
          ),
    [events, wanted],
  );
  const names = useNames(context);
  return (
    <div class="event-list">
      <div class="event-filter">
        <label class="visually-hidden" for={id}>
          {t.filter}
        </label>
        <input
          id={id}
          type="search"
          placeholder={t.filter}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <p class="meta" role="status">
          {wanted === "" ? "" : t.matches(number(found.length), found.length === 1)}
        </p>
      </div>
      <div class="event-row is-head meta" aria-hidden="true">
        <span>{t.date}</span>
        <span>{t.event}</span>
        <span>{t.plotlines}</span>
        <span>{t.told}</span>
      </div>
      {found.length === 0 && <p class="meta">{t.none}</p>}
      <Rows
        label={t.caption(context.timeline.name || texts.untitled)}
        items={found}
        keyOf={(event) => event.id}
        height={ROW_REM}
        render={(event, tabIndex) => (
          <button
            type="button"
            tabIndex={tabIndex}
            class={`event-row is-${event.importance}`}
            onClick={() => openEvent(context, context.store.get(event.id) ?? event)}
          >
            <bdi class="event-date">{event.dateDisplay || t.unknownDate}</bdi>
            <span class="event-name">
              {contradicted.has(event.id) && (
                <>
                  <icons.warning />
                  <span class="visually-hidden">{all.contradicted}: </span>
                </>
              )}
              <bdi>{nameOfEvent(event)}</bdi>
            </span>
            <bdi class="meta">{names.plotlines(event)}</bdi>
            <bdi class="meta">{names.told(event)}</bdi>
          </button>
        )}
      />
    </div>
  );
}

/** The names of what an event belongs to. */
function useNames({ plotlines, book }: Context) {
  return useMemo(() => {
    const lanes = new Map(plotlines.map((plotline) => [plotline.id, nameOfPlotline(plotline)]));
    const titles = new Map(book.map((document) => [document.id, nameOfDocument(document)]));
    const joined = (names: (string | undefined)[]) =>
      names.filter((name) => name !== undefined).join(", ");
    return {
      plotlines: (event: TimelineEvent) => joined(event.plotlineIds.map((id) => lanes.get(id))),
      told: (event: TimelineEvent) => joined(tellingLinks(event).map(({ entityId }) => titles.get(entityId))),
    };
  }, [plotlines, book]);
}
