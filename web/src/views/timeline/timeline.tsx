// The timelines of a project: what happens in the story, when, and where the book tells it.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { withRequest } from "../../api/failure";
import { events as eventCalls } from "../../api/timelines";
import type { Timeline } from "../../api/types";
import { go, projectAddress, replace } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { timeline as t } from "../../texts/timeline";
import { icons } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { Await, Empty, Loading, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { createEvent, createPlotline, openEvent } from "./actions";
import { bookOf, contradictionsOf, type Context, plotlinesOf, timelinesOf } from "./context";
import { contradictedIn, Contradictions } from "./contradictions";
import { Lanes } from "./lanes";
import { EventList } from "./list";
import { type EventStore, storeOf } from "./store";
import { createTimeline, deleteTimeline, editTimeline } from "./timeline-form";
import "./timeline.css";
import "./lanes.css";

type Order = keyof typeof t.orders;

const ORDERS = Object.keys(t.orders) as Order[];

export default function TimelineView({ projectId, rest, query }: ViewProps) {
  useTitle(t.title);
  const all = timelinesOf(projectId);
  useEffect(() => all.watch(), [all]);
  const wanted = query.get("order");
  const order = ORDERS.find((one) => one === wanted) ?? "story";
  return (
    <div class="timeline">
      <Await of={all}>
        {(list) => {
          const [first] = rest;
          const chosen = first === undefined ? list[list.length - 1] : list.find(({ id }) => id === first);
          if (chosen) {
            const eventId = query.get("event");
            return (
              <OneTimeline key={chosen.id} all={list} timeline={chosen} order={order} eventId={eventId} />
            );
          }
          if (first !== undefined) return <Elsewhere projectId={projectId} id={first} all={list} />;
          return <NoTimeline projectId={projectId} />;
        }}
      </Await>
    </div>
  );
}

function NoTimeline({ projectId }: { projectId: string }) {
  const { title, text, action } = t.empty.none;
  return (
    <>
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <Empty title={title} text={text}>
        {mayWrite() && (
          <button type="button" class="button is-primary" onClick={() => createTimeline(projectId)}>
            {action}
          </button>
        )}
      </Empty>
    </>
  );
}

/** The address may name an event in place of a timeline: it is looked for on each of them. */
function Elsewhere({ projectId, id, all }: { projectId: string; id: string; all: Timeline[] }) {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      for (const timeline of all) {
        const found = await eventCalls.get(timeline.id, id).catch(() => undefined);
        if (isGone) return;
        if (found) {
          replace(`${projectAddress(projectId, "timeline", timeline.id)}?event=${encodeURIComponent(id)}`);
          return;
        }
      }
      setMissing(true);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [id]);
  if (!isMissing) return <Loading />;
  const { title, text, action } = t.empty.notFound;
  return (
    <Empty isPage title={title} text={text}>
      <a class="button" href={projectAddress(projectId, "timeline")}>
        {action}
      </a>
    </Empty>
  );
}

interface OneProps {
  all: Timeline[];
  timeline: Timeline;
  order: Order;
  /** An event that the address names. */
  eventId: string | null;
}

function OneTimeline({ all, timeline, order, eventId }: OneProps) {
  const { projectId } = timeline;
  const store = storeOf(timeline.id);
  const plotlines = plotlinesOf(timeline.id);
  const book = bookOf(projectId);
  const contradictions = contradictionsOf(projectId);
  useEffect(() => {
    const ends = [plotlines.watch(), book.watch(), contradictions.watch(), store.watch()];
    return () => ends.forEach((end) => end());
  }, [timeline.id]);
  useEffect(() => store.knows(timeline), [timeline]);

  const lanes = plotlines.value.value;
  const documents = book.value.value;
  const events = store.events.value;
  const found = contradictions.value.value;
  const contradicted = useMemo(() => contradictedIn(found ?? [], events), [found, events]);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [wanted, setWanted] = useState<{ eventId: string } | null>(null);
  const context = useMemo<Context>(
    () => ({ projectId, timeline, store, plotlines: lanes ?? [], book: documents ?? [] }),
    [timeline, store, lanes, documents],
  );
  useNamedEvent(context, eventId, setWanted);
  useCommands(
    () => (mayWrite() ? [{ title: t.newEvent, group: "action", keys: "n", run: () => createEvent(context) }] : []),
    [context],
  );
  const count = found?.length ?? 0;
  const hasEvents = events.length > 0 || !store.progress.value.isComplete;
  return (
    <>
      <Header all={all} context={context} order={order}>
        {(found || !contradictions.failure.value) && (
          <button
            type="button"
            class={`button is-small${count > 0 ? " is-warning" : ""}`}
            aria-expanded={isPanelOpen}
            disabled={!found}
            onClick={() => setPanelOpen(!isPanelOpen)}
          >
            {count > 0 && <icons.warning />}
            {t.contradictions.title(found ? number(count) : "…", count === 1)}
          </button>
        )}
      </Header>
      <Reading store={store} />
      {isPanelOpen && found && (
        <Contradictions
          projectId={projectId}
          findings={found}
          events={events}
          show={(event) => setWanted({ eventId: event.id })}
        />
      )}
      {lanes === undefined ? (
        <Await of={plotlines}>{() => <Loading />}</Await>
      ) : documents === undefined ? (
        <Await of={book}>{() => <Loading />}</Await>
      ) : events.length === 0 && !store.progress.value.isComplete && !store.failure.value ? (
        <Loading />
      ) : !hasEvents && lanes.length === 0 ? (
        <NoEvents context={context} />
      ) : order === "list" ? (
        <EventList context={context} events={events} contradicted={contradicted} />
      ) : order === "narrative" && documents.length === 0 ? (
        <Empty {...t.empty.book} />
      ) : (
        <Lanes
          key={order}
          context={context}
          events={events}
          order={order}
          contradicted={contradicted}
          wanted={wanted}
        />
      )}
    </>
  );
}

/** Shows the event that the address names, one time. */
function useNamedEvent(context: Context, eventId: string | null, show: (wanted: { eventId: string }) => void): void {
  const { store } = context;
  const isThere = eventId !== null && store.events.value.some(({ id }) => id === eventId);
  useEffect(() => {
    const event = eventId === null ? undefined : store.get(eventId);
    if (!event) return;
    show({ eventId: event.id });
    openEvent(context, event);
  }, [eventId, isThere]);
}

function NoEvents({ context }: { context: Context }) {
  return (
    <Empty {...t.empty.events}>
      {mayWrite() && (
        <button type="button" class="button is-primary" onClick={() => createEvent(context)}>
          {t.newEvent}
        </button>
      )}
    </Empty>
  );
}

/** How far the events are read, and what went wrong. */
function Reading({ store }: { store: EventStore }) {
  const { read, total, isComplete, isCut } = store.progress.value;
  const failure = store.failure.value;
  if (failure) {
    return (
      <p class="stale" role="alert">
        <icons.warning />
        {t.readingFailed} {withRequest(failure)}
        <button type="button" class="button is-small" onClick={() => void store.reload()}>
          {texts.actions.retry}
        </button>
      </p>
    );
  }
  if (isCut) return <p class="stale">{t.cut(number(read))}</p>;
  if (isComplete || read === 0) return null;
  return (
    <p class="reading meta" role="status">
      {t.reading(number(read), total === null ? null : number(total))}
    </p>
  );
}

function Header({
  all,
  context,
  order,
  children,
}: {
  all: Timeline[];
  context: Context;
  order: Order;
  children: ComponentChildren;
}) {
  const { timeline, projectId } = context;
  const address = (id: string, to: Order) =>
    projectAddress(projectId, "timeline", id) + (to === "story" ? "" : `?order=${to}`);
  return (
    <header class="timeline-header">
      <div class="timeline-title">
        <h1>{t.title}</h1>
        {all.length > 1 ? (
          <select
            class="is-quiet"
            aria-label={t.choose}
            value={timeline.id}
            onChange={(event) => go(address(event.currentTarget.value, order))}
          >
            {all.toReversed().map(({ id, name }) => (
              <option key={id} value={id}>
                {name || texts.untitled}
              </option>
            ))}
          </select>
        ) : (
          <bdi class="meta">{timeline.name || texts.untitled}</bdi>
        )}
      </div>
      <div class="timeline-actions">
        {children}
        {mayWrite() && (
          <>
            <button type="button" class="button is-small is-primary" onClick={() => createEvent(context)}>
              <icons.plus />
              {t.newEvent}
            </button>
            <Menu
              label={t.more}
              items={[
                { text: t.newPlotline, run: () => createPlotline(context) },
                { text: t.editTimeline, run: () => editTimeline(timeline) },
                { text: t.newTimeline, run: () => createTimeline(projectId) },
                {
                  text: t.deleteTimeline,
                  run: () => deleteTimeline(timeline, context.store),
                  isDangerous: true,
                },
              ]}
            >
              <icons.more />
            </Menu>
          </>
        )}
      </div>
      <nav class="tabs" aria-label={t.ordersLabel}>
        {ORDERS.map((name) => (
          <a key={name} href={address(timeline.id, name)} aria-current={name === order ? "true" : undefined}>
            {t.orders[name]}
          </a>
        ))}
      </nav>
    </header>
  );
}
