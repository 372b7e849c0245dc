// Runs an import to its end: a new project first where it goes into one, then the texts, then waiting for
// what becomes of them.

import { newKey } from "../../api/client";
import { ApiFailure, failureOf } from "../../api/failure";
import { imports } from "../../api/imports";
import { projects } from "../../api/projects";
import type { ImportItem } from "../../api/types";
import { transfer as t } from "../../texts/transfer";
import { sizeText } from "../../ui/files";
import type { Chosen } from "./files";

/** How often the progress of an import is asked for, in milliseconds. */
const ASK_EACH_MS = 300;

/** How long an import is waited for, in milliseconds. */
const WAIT_MAX_MS = 15 * 60_000;

/** Where an import goes. */
export interface Target {
  /** The project; empty for a new one. */
  projectId: string;
  /** What a new project is called. */
  name: string;
  mode: "add" | "update";
  cut: boolean;
}

/** What became of an import. */
export interface Ended {
  projectId: string;
  name: string;
  skipped: ImportItem["skipped"];
}

/** An import that can be sent again: it makes one project and imports once. */
export class Run {
  #project: { id: string; name: string } | null = null;
  readonly #projectKey = newKey();
  #importKey = newKey();

  constructor(private readonly chosen: Chosen) {}

  /** The project that was made for it, if any. */
  get made(): { id: string; name: string } | null {
    return this.#project;
  }

  /** Imports, and says how far it is: a share from 0 to 1, or undefined while the texts are sent. */
  async go(target: Target, progress: (share: number | undefined) => void): Promise<Ended> {
    progress(undefined);
    if (this.chosen.isProject) return this.#wholeProject();
    const { projectId, name } = await this.#into(target);
    const { mode, cut } = target;
    // A new project has nothing to update.
    const body = { files: this.chosen.files, mode: target.projectId === "" ? ("add" as const) : mode, cut };
    let item: ImportItem;
    try {
      item = await imports.start(projectId, body, { idempotencyKey: this.#importKey });
    } catch (thrown) {
      throw sizeFailure(thrown, this.chosen);
    }
    const ended = await this.#wait(item, progress);
    if (ended.status === "failed") {
      // The next attempt is another import: this one has ended.
      this.#importKey = newKey();
      throw new ApiFailure(409, t.failed(ended.error ?? ""), null);
    }
    return { projectId, name, skipped: ended.skipped };
  }

  async #wholeProject(): Promise<Ended> {
    try {
      const made = await imports.project({ files: this.chosen.files }, { idempotencyKey: this.#importKey });
      return { projectId: made.id, name: made.name, skipped: made.skipped };
    } catch (thrown) {
      throw sizeFailure(thrown, this.chosen);
    }
  }

  async #into({ projectId, name }: Target): Promise<{ projectId: string; name: string }> {
    if (projectId !== "") return { projectId, name };
    if (this.#project === null) {
      const made = await projects.create({ name }, { idempotencyKey: this.#projectKey });
      this.#project = { id: made.id, name: made.name };
    }
    return { projectId: this.#project.id, name: this.#project.name };
  }

  async #wait(begun: ImportItem, progress: (share: number) => void): Promise<ImportItem> {
    const until = Date.now() + WAIT_MAX_MS;
    let item = begun;
    while (item.status !== "completed" && item.status !== "failed") {
      progress(item.progress);
      if (Date.now() > until) throw new ApiFailure(0, t.unknown, null);
      await new Promise((done) => setTimeout(done, ASK_EACH_MS));
      try {
        item = await imports.get(item.projectId, item.id);
      } catch (thrown) {
        // The import goes on without us, also after a restart of the service.
        if (failureOf(thrown).kind !== "unreachable") throw thrown;
      }
    }
    return item;
  }
}

/** Names the file and the limit where a body was too large. Some browsers only see a broken connection then. */
export function sizeFailure(thrown: unknown, { largest, bytes }: Chosen): ApiFailure {
  const failure = failureOf(thrown);
  const size = sizeText(largest.bytes);
  const all = sizeText(bytes);
  if (failure.status === 413) {
    return new ApiFailure(413, t.problems.body(largest.path, size, all, failure.message), failure.requestId);
  }
  if (failure.kind === "unreachable" && bytes > LIKELY_LIMIT) {
    return new ApiFailure(0, t.problems.broken(largest.path, size, all), failure.requestId);
  }
  return failure;
}

/** The limit of a service whose settings say nothing else, in bytes. */
const LIKELY_LIMIT = 64 * 1024 * 1024;
