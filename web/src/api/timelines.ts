// Requests about timelines, their events and their plotlines.

import { ask, askTagged, type SendOptions, type Tagged } from "./client";
import { all } from "./pages";
import type {
  EventCreateRequest,
  EventLinkCreateRequest,
  EventsPage,
  EventUpdateRequest,
  PlotlineCreateRequest,
  PlotlineUpdateRequest,
  Timeline,
  TimelineCreateRequest,
  TimelineEvent,
  TimelinePlotline,
  TimelineUpdateRequest,
} from "./types";

export const timelines = {
  list: (projectId: string, options?: SendOptions): Promise<Timeline[]> =>
    all(
      async (query) =>
        (await ask("GET /api/creative/timelines", { query: { ...query, projectId } }, options)).data,
      (page) => page.timelines,
      options,
    ),

  create: async (body: TimelineCreateRequest, options?: SendOptions): Promise<Timeline> =>
    (await ask("POST /api/creative/timelines", { body }, options)).data,

  get: async (id: string, options?: SendOptions): Promise<Tagged<Timeline>> =>
    bare(await askTagged("GET /api/creative/timelines/{timeline_id}", { path: { timeline_id: id } }, options)),

  update: async (id: string, body: TimelineUpdateRequest, options?: SendOptions): Promise<Timeline> =>
    (await ask("PUT /api/creative/timelines/{timeline_id}", { path: { timeline_id: id }, body }, options)).data,

  remove: (id: string): Promise<undefined> =>
    ask("DELETE /api/creative/timelines/{timeline_id}", { path: { timeline_id: id } }),
};

/** The path of an event. */
const at = (timelineId: string, id: string) => ({ timeline_id: timelineId, event_id: id });

export const events = {
  /** One page, in the order of the story: events without a date come last. */
  page: async (
    timelineId: string,
    query: { limit: number; cursor?: string },
    options?: SendOptions,
  ): Promise<EventsPage> =>
    (
      await ask(
        "GET /api/creative/timelines/{timeline_id}/events",
        { path: { timeline_id: timelineId }, query },
        options,
      )
    ).data,

  /** The events that are linked to a record. */
  linkedTo: (timelineId: string, entityId: string): Promise<TimelineEvent[]> =>
    all(
      async (query) =>
        (
          await ask("GET /api/creative/timelines/{timeline_id}/events", {
            path: { timeline_id: timelineId },
            query: { ...query, entityId },
          })
        ).data,
      (page) => page.events,
    ),

  create: async (timelineId: string, body: EventCreateRequest, options?: SendOptions): Promise<TimelineEvent> =>
    (
      await ask(
        "POST /api/creative/timelines/{timeline_id}/events",
        { path: { timeline_id: timelineId }, body },
        options,
      )
    ).data,

  get: async (timelineId: string, id: string, options?: SendOptions): Promise<Tagged<TimelineEvent>> =>
    bare(
      await askTagged(
        "GET /api/creative/timelines/{timeline_id}/events/{event_id}",
        { path: at(timelineId, id) },
        options,
      ),
    ),

  update: async (
    timelineId: string,
    id: string,
    body: EventUpdateRequest,
    options?: SendOptions,
  ): Promise<TimelineEvent> =>
    (
      await ask(
        "PUT /api/creative/timelines/{timeline_id}/events/{event_id}",
        { path: at(timelineId, id), body },
        options,
      )
    ).data,

  remove: (timelineId: string, id: string): Promise<undefined> =>
    ask("DELETE /api/creative/timelines/{timeline_id}/events/{event_id}", { path: at(timelineId, id) }),

  link: async (timelineId: string, id: string, body: EventLinkCreateRequest, options?: SendOptions): Promise<void> => {
    const path = at(timelineId, id);
    await ask("POST /api/creative/timelines/{timeline_id}/events/{event_id}/links", { path, body }, options);
  },

  unlink: (timelineId: string, id: string, linkId: string): Promise<undefined> =>
    ask("DELETE /api/creative/timelines/{timeline_id}/events/{event_id}/links/{link_id}", {
      path: { ...at(timelineId, id), link_id: linkId },
    }),

  linkLore: async (timelineId: string, id: string, loreEntryId: string, options?: SendOptions): Promise<void> => {
    const asked = { path: at(timelineId, id), body: { loreEntryId } };
    await ask("POST /api/creative/timelines/{timeline_id}/events/{event_id}/lore-links", asked, options);
  },

  unlinkLore: (timelineId: string, id: string, linkId: string): Promise<undefined> =>
    ask("DELETE /api/creative/timelines/{timeline_id}/events/{event_id}/lore-links/{link_id}", {
      path: { ...at(timelineId, id), link_id: linkId },
    }),
};

export const plotlines = {
  list: (timelineId: string, options?: SendOptions): Promise<TimelinePlotline[]> =>
    all(
      async (query) =>
        (
          await ask(
            "GET /api/creative/timelines/{timeline_id}/plotlines",
            { path: { timeline_id: timelineId }, query },
            options,
          )
        ).data,
      (page) => page.plotlines,
      options,
    ),

  create: async (
    timelineId: string,
    body: PlotlineCreateRequest,
    options?: SendOptions,
  ): Promise<TimelinePlotline> =>
    (
      await ask(
        "POST /api/creative/timelines/{timeline_id}/plotlines",
        { path: { timeline_id: timelineId }, body },
        options,
      )
    ).data,

  update: async (
    timelineId: string,
    id: string,
    body: PlotlineUpdateRequest,
    options?: SendOptions,
  ): Promise<TimelinePlotline> =>
    (
      await ask(
        "PUT /api/creative/timelines/{timeline_id}/plotlines/{plotline_id}",
        { path: { timeline_id: timelineId, plotline_id: id }, body },
        options,
      )
    ).data,

  remove: (timelineId: string, id: string): Promise<undefined> =>
    ask("DELETE /api/creative/timelines/{timeline_id}/plotlines/{plotline_id}", {
      path: { timeline_id: timelineId, plotline_id: id },
    }),
};

/** The record inside the envelope. */
function bare<T>({ value, tag }: Tagged<{ data: T }>): Tagged<T> {
  return { value: value.data, tag };
}
