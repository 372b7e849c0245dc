// What asks the service, typed by the operations of `scriptorium.ts`. It needs `fetch` and nothing
// else, so it runs in a browser, in Node and in Deno.

import type { Operations, ValidationError } from "./scriptorium.js";

/** A request of an operation: what it takes, without what it answers. */
export type Asked<Name extends keyof Operations> = Omit<Operations[Name], "answer">;

/** A request that was not answered with success. */
export class ScriptoriumError extends Error {
  constructor(
    readonly status: number,
    /** One sentence, or with a 422 every mistake of the request. */
    readonly detail: string | ValidationError[],
  ) {
    const said = (one: ValidationError) => `${one.loc.join(".")}: ${one.msg}`;
    super(`${status}: ${typeof detail === "string" ? detail : detail.map(said).join("; ")}`);
  }
}

/** Asks the service at an address such as `http://127.0.0.1:7878`. */
export class Client {
  constructor(
    readonly address: string,
    readonly token?: string,
  ) {}

  /** The answer of an operation; an event stream is answered as it is, to be read by the caller. */
  async ask<Name extends keyof Operations>(
    operation: Name,
    asked: Asked<Name>,
  ): Promise<Operations[Name]["answer"]> {
    const { path = {}, query = {}, headers = {}, body } = asked as {
      path?: Record<string, string>;
      query?: Record<string, unknown>;
      headers?: Record<string, string | undefined>;
      body?: unknown;
    };
    const [method = "", form = ""] = operation.split(" ");
    const target = form.replace(/\{(\w+)\}/g, (_, id) => encodeURIComponent(path[id] ?? ""));
    const url = new URL(this.address.replace(/\/$/, "") + target);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const sent = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) sent.set(name, value);
    }
    if (this.token !== undefined) sent.set("authorization", `Bearer ${this.token}`);
    // The one body that is no JSON is a lexicon's table.
    if (body !== undefined) {
      sent.set("content-type", typeof body === "string" ? "text/csv" : "application/json");
    }
    const answer = await fetch(url, {
      method,
      headers: sent,
      body: body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body),
    });
    const media = answer.headers.get("content-type")?.split(";")[0];
    if (media === "text/event-stream") return answer as Operations[Name]["answer"];
    const said = await answer.text();
    if (!answer.ok && !(answer.status === 503 && form === "/health/ready")) {
      throw new ScriptoriumError(answer.status, detail(said, answer.statusText));
    }
    const read = said === "" ? undefined : media === "application/json" ? JSON.parse(said) : said;
    return read as Operations[Name]["answer"];
  }
}

/** The reason in the body of an error; what stands between us may have another form. */
function detail(said: string, otherwise: string): string | ValidationError[] {
  try {
    return (JSON.parse(said) as { detail: string | ValidationError[] }).detail;
  } catch {
    return said || otherwise;
  }
}
