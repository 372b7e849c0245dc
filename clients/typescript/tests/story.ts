// A program that speaks with a running service through the types: it is compiled strictly, so that
// a type that is not what the service answers cannot be used as it is here, and then it is run.

import { Client, ScriptoriumError } from "../client.js";
import type { DocumentItem, ProjectItem } from "../scriptorium.js";

declare const process: { argv: string[]; exitCode: number };

function hold(what: boolean, said: string): asserts what {
  if (!what) throw new Error(said);
}

async function story(address: string): Promise<void> {
  const studio = new Client(address);

  const project: ProjectItem = await studio.ask("POST /api/projects", {
    body: { name: "The Nightwatch", genres: ["fantasy"] },
  });
  const path = { project_id: project.id };
  hold(project.settings.visibility === "private", "a project is private");

  const written: DocumentItem[] = [];
  for (const title of ["The quay", "The lamp", "The book"]) {
    const body = { title, kind: "chapter" as const, content: `${title} lay in the rain.` };
    written.push(await studio.ask("POST /api/projects/{project_id}/documents", { path, body }));
  }
  hold(written.every((one) => one.words === 6), "six words each");

  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
    const page = await studio.ask("GET /api/projects/{project_id}/documents", { path, query });
    titles.push(...page.documents.map((one) => one.title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  hold(titles.join() === "The quay,The lamp,The book", `the pages have ${titles.join()}`);

  const promise = await studio.ask("POST /api/creative/plot/promises", {
    body: { projectId: project.id, title: "Who shut the book?", promiseType: "mystery" },
  });
  hold(promise.status === "success" && promise.data.promiseType === "mystery", "a mystery");

  const language = await studio.ask("POST /api/creative/conlang/languages", {
    body: { projectId: project.id, name: "Harbour cant" },
  });
  const of = { path: { language_id: language.id } };
  await studio.ask("POST /api/creative/conlang/languages/{language_id}/lexicon/import", {
    ...of,
    body: "form,meaning\nkael,quay\n",
  });
  const table = await studio.ask(
    "GET /api/creative/conlang/languages/{language_id}/lexicon/export",
    of,
  );
  hold(table.includes("kael"), table);

  // @ts-expect-error a genre is one of twelve words
  const flawed = { name: "x", genres: ["opera"] } satisfies { genres: ProjectItem["settings"]["genres"] };
  try {
    await studio.ask("PUT /api/projects/{project_id}", { path, body: flawed as never });
    hold(false, "a mistake was taken");
  } catch (error) {
    hold(error instanceof ScriptoriumError && error.status === 422, String(error));
    const [mistake] = error.detail;
    hold(typeof mistake === "object" && mistake.loc.join() === "body,genres,0", String(error));
  }

  const gone = await studio.ask("DELETE /api/projects/{project_id}", { path });
  hold(gone === undefined, "a deletion answers nothing");
  console.log("told");
}

story(process.argv[2] ?? "").catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
