// Events that have no room to stand apart, as a list.

import type { TimelineEvent } from "../../api/types";
import { number } from "../../state/time";
import { timeline as t } from "../../texts/timeline";
import { Dialog, openDialog } from "../../ui/dialog";
import { openEvent } from "./actions";
import { type Context, nameOfEvent } from "./context";
import { Rows } from "../../ui/rows";

/** The height of a row of the list, in rem. */
const ROW_REM = 2.5;

/** The most rows that are seen at once. */
const ROWS_SEEN = 10;

/** Lists events; `zoom` shows them apart, where a closer look can. */
export function openCluster(context: Context, events: TimelineEvent[], zoom?: () => void): void {
  openDialog((close) => (
    <Dialog title={t.clusterTitle(number(events.length))} onClose={close}>
      <div class="cluster" style={{ height: `${Math.min(events.length, ROWS_SEEN) * ROW_REM}rem` }}>
        <Rows
          label={t.clusterTitle(number(events.length))}
          items={events}
          keyOf={({ id }) => id}
          height={ROW_REM}
          render={(event, tabIndex) => (
            <button
              type="button"
              class="cluster-event link"
              tabIndex={tabIndex}
              onClick={() => {
                close();
                openEvent(context, context.store.get(event.id) ?? event);
              }}
            >
              <bdi class="cluster-name">{nameOfEvent(event)}</bdi>
              <bdi class="meta">{event.dateDisplay}</bdi>
            </button>
          )}
        />
      </div>
      {zoom && (
        <footer class="dialog-footer">
          <button
            type="button"
            class="button"
            onClick={() => {
              close();
              queueMicrotask(zoom);
            }}
          >
            {t.clusterZoom}
          </button>
        </footer>
      )}
    </Dialog>
  ));
}
