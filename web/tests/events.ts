// A project with a long timeline, for the tests and for what costs are measured by. It is imported as a whole,
// since to make ten thousand events one by one takes minutes.

import type { Studio } from "./studio";

const TIMELINES = "/api/creative/timelines";

/** Days between two events. */
const STEP_DAYS = 3;

/** The rows of one file of an export. */
const ROWS_PER_FILE = 1_000;

interface ExportedFile {
  path: string;
  content: string;
}

/** The day of an event, from the first of January 1800 on. */
const dayOf = (index: number): Date => new Date(Date.UTC(1800, 0, 1 + index * STEP_DAYS));

/** Makes a project with so many events, in two plotlines by turns; its id. */
export async function projectWithEvents(studio: Studio, count: number): Promise<string> {
  const { id: projectId } = await studio.ask("POST", "/api/projects", { name: "Many events" });
  const timeline = (await studio.ask("POST", TIMELINES, { projectId, name: "The long year" })).data;
  for (const [index, name] of ["Love", "War"].entries()) {
    const plotline = (await studio.ask("POST", `${TIMELINES}/${timeline.id}/plotlines`, { name })).data;
    await studio.ask("POST", `${TIMELINES}/${timeline.id}/events`, {
      title: `Event ${index}`,
      dateDisplay: dayOf(index).toISOString().slice(0, 10),
      plotlineIds: [plotline.id],
    });
  }
  const exported = (await studio.ask("GET", `/api/projects/${projectId}/export`)) as { files: ExportedFile[] };
  await studio.ask("DELETE", `/api/projects/${projectId}`);

  const contents = new Map(exported.files.map(({ path, content }) => [path, content]));
  const contentOf = (path: string): any => JSON.parse(contents.get(path)!);
  const write = (path: string, content: unknown) => contents.set(path, JSON.stringify(content));
  const writeRows = (name: string, rows: unknown[]): void => {
    for (let part = 0; part * ROWS_PER_FILE < rows.length; part += 1) {
      const at = part * ROWS_PER_FILE;
      write(`${name}${part === 0 ? "" : `-${part + 1}`}.json`, rows.slice(at, at + ROWS_PER_FILE));
    }
  };
  const all = Array.from({ length: count }, (_, index) => index);
  const [event] = contentOf("timeline_event.json");
  const ties = contentOf("plotline_event.json");
  const idOf = (index: number): string => event.id.slice(0, -12) + index.toString(16).padStart(12, "0");
  const events = all.map((index) => {
    const day = dayOf(index);
    const dateDisplay = day.toISOString().slice(0, 10);
    return { ...event, id: idOf(index), title: `Event ${index}`, dateDisplay, sortKey: day.getTime() };
  });
  writeRows("timeline_event", events);
  writeRows("plotline_event", all.map((index) => ({ ...ties[index % 2], eventId: idOf(index) })));
  const parts = Math.ceil(count / ROWS_PER_FILE);
  write("contents.json", { ...contentOf("contents.json"), timeline_event: parts, plotline_event: parts });
  const files = [...contents].map(([path, content]) => ({ path, content }));
  return (await studio.ask("POST", "/api/projects/import", { files })).id;
}
