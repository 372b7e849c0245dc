// A lane as it is drawn: the name of its plotline, and those of its events that are in the window.

import { Component, type VNode } from "preact";
import type { TimelineEvent } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { timeline as t } from "../../texts/timeline";
import { icons } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { collapse, createEvent, deletePlotline, editPlotline, movePlotline } from "./actions";
import { type Context, nameOfEvent, nameOfPlotline } from "./context";
import { between, type Item, keyOf, type Lane, type LaneLayout } from "./layout";
import { px } from "./px";

/** What is drawn of the lanes, in pixels of the whole. */
export interface Pane {
  from: number;
  to: number;
}

export interface LaneRowProps {
  context: Context;
  layout: LaneLayout;
  index: number;
  top: number;
  height: number;
  pane: Pane;
  /** Where the drawn part begins. */
  origin: number;
  widest: number;
  rowHeight: number;
  headHeight: number;
  /** The event that keys are for, when it is in this lane. */
  current: Item | undefined;
  /** The events that something contradicts. */
  contradicted: ReadonlySet<string>;
  /** The item that is being dragged, when it is in this lane. */
  dragged: string | null;
  /** Whether what is dragged would be dropped here. */
  isTarget: boolean;
  gridId: string;
}

/** The id of the element of an item in a lane. */
export const itemId = (gridId: string, lane: Lane, item: Item): string => `${gridId}-${lane.id}-${keyOf(item)}`;

export const nameOfLane = ({ plotline }: Lane): string => (plotline ? nameOfPlotline(plotline) : t.noPlotline);

/** What a drawn item depends on, beside itself. */
const DRAWN_BY = ["layout", "origin", "rowHeight", "headHeight", "contradicted", "dragged", "current"] as const;

/** A class, since a lane is drawn again only where something about it is another. */
export class LaneRow extends Component<LaneRowProps> {
  /** What was drawn of each item: the same again costs nothing, so a frame of scrolling draws the new ones. */
  #drawn = new Map<Item, VNode>();

  override shouldComponentUpdate(next: LaneRowProps): boolean {
    const isOther = (key: keyof LaneRowProps) => next[key] !== this.props[key];
    if (DRAWN_BY.some(isOther)) this.#drawn.clear();
    return (Object.keys(next) as (keyof LaneRowProps)[]).some(isOther);
  }

  override render() {
    const { layout, index, top, height, pane, origin, widest, current, isTarget } = this.props;
    const { lane } = layout;
    const shown = between(layout, pane.from, pane.to, widest);
    // What the keys are for is named by the grid, so it has to be there.
    if (current && !shown.includes(current)) shown.push(current);
    const color = lane.plotline?.color ?? "";
    return (
      <div
        role="row"
        aria-rowindex={index + 1}
        class={`lane${isTarget ? " is-target" : ""}`}
        style={{ top: px(top), height: px(height), "--lane": color || "var(--line-strong)" }}
        data-lane={lane.id}
      >
        <Head {...this.props} />
        {this.items(shown, origin)}
      </div>
    );
  }

  private items(shown: Item[], origin: number): VNode[] {
    const before = this.#drawn;
    this.#drawn = new Map(shown.map((item) => [item, before.get(item) ?? this.item(item, origin)]));
    return [...this.#drawn.values()];
  }

  private item(item: Item, origin: number) {
    const { headHeight, rowHeight, current, contradicted, dragged, gridId, layout } = this.props;
    const { event, together } = item;
    const key = keyOf(item);
    const isMarked =
      contradicted.size > 0 && (together ?? [event]).some(({ id }) => contradicted.has(id));
    const label = together ? clusterLabel(together) : labelOf(event, isMarked);
    const looks = [
      "chip",
      together ? "is-cluster" : `is-${event.importance}`,
      isMarked ? "is-contradicted" : "",
      item === current ? "is-current" : "",
      key === dragged ? "is-dragged" : "",
    ];
    return (
      <div
        key={key}
        id={itemId(gridId, layout.lane, item)}
        role="gridcell"
        dir="auto"
        class={looks.join(" ")}
        aria-label={label}
        title={label}
        data-key={key}
        data-event={together ? undefined : event.id}
        data-lane={layout.lane.id}
        style={{ left: px(item.x - origin), top: px(headHeight + item.row * rowHeight), width: px(item.width) }}
      >
        {isMarked && <icons.warning />}
        {together ? `+${number(together.length)}` : nameOfEvent(event)}
      </div>
    );
  }
}

function labelOf(event: TimelineEvent, isMarked: boolean): string {
  const label = t.eventLabel(nameOfEvent(event), event.dateDisplay);
  return isMarked ? `${label}, ${t.contradicted}` : label;
}

function clusterLabel(events: TimelineEvent[]): string {
  const date = (event: TimelineEvent | undefined) => event?.dateDisplay ?? "";
  return t.clusterLabel(number(events.length), date(events[0]), date(events[events.length - 1]));
}

function Head({ context, layout }: LaneRowProps) {
  const { lane } = layout;
  const { plotline } = lane;
  const name = nameOfLane(lane);
  return (
    <div role="rowheader" class="lane-head">
      {plotline && (
        <button
          type="button"
          class={`icon-button is-small lane-twist${plotline.collapsed ? "" : " is-expanded"}`}
          aria-expanded={!plotline.collapsed}
          aria-label={plotline.collapsed ? t.expand(name) : t.collapse(name)}
          disabled={!mayWrite()}
          onClick={() => void collapse(plotline, !plotline.collapsed)}
        >
          <icons.chevron />
        </button>
      )}
      <span class="lane-swatch" />
      <bdi class="lane-name">{name}</bdi>
      <span class="meta">{number(lane.events.length)}</span>
      {mayWrite() && <LaneMenu context={context} lane={lane} />}
    </div>
  );
}

function LaneMenu({ context, lane }: { context: Context; lane: Lane }) {
  const { plotline } = lane;
  const at = context.plotlines.findIndex(({ id }) => id === lane.id);
  const add = {
    text: t.newEvent,
    run: () => createEvent(context, plotline ? { plotlineId: plotline.id } : {}),
  };
  const items = !plotline
    ? [add]
    : [
        add,
        { text: t.editPlotline, run: () => editPlotline(context, plotline) },
        ...(at > 0 ? [{ text: t.moveUp, run: () => void movePlotline(context, plotline, -1) }] : []),
        ...(at < context.plotlines.length - 1
          ? [{ text: t.moveDown, run: () => void movePlotline(context, plotline, 1) }]
          : []),
        { text: t.deletePlotline, run: () => void deletePlotline(context, plotline), isDangerous: true },
      ];
  return (
    <Menu label={t.laneMenu(nameOfLane(lane))} items={items} class="icon-button is-small">
      <icons.more />
    </Menu>
  );
}
