// What asks the service, typed by the paths of `scriptorium.ts`. It needs `fetch` and nothing else, so it
// runs in a browser, in Node and in Deno.

import type { paths, ValidationError } from "./scriptorium.js";

type Method = "get" | "put" | "post" | "delete";

/** The name of an operation: its method and its path. */
export type Operation = {
  [Path in keyof paths & string]: {
    [M in Method]: paths[Path][M] extends { responses: unknown }
      ? `${Uppercase<M>} ${Path}`
      : never;
  }[Method];
}[keyof paths & string];

/** How the document describes an operation. */
type Described<Name extends Operation> = Name extends `${infer M} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<M> & Method]
  : never;

type Parameters<D> = D extends { parameters: infer P extends object } ? P : never;

type Body<D> = D extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : unknown;

/** What an operation takes. */
export type Asked<Name extends Operation> = {
  [Part in keyof Parameters<Described<Name>> as Exclude<Part, "cookie">]: Parameters<
    Described<Name>
  >[Part];
} & Body<Described<Name>>;

/** What an operation answers; an event stream is answered as it is. */
export type Answer<Name extends Operation> =
  Described<Name> extends { responses: { 200: { content: infer Content } } }
    ? Content extends { "text/event-stream": unknown }
      ? Response
      : Content[keyof Content]
    : undefined;

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
  async ask<Name extends Operation>(
    operation: Name,
    asked: Asked<Name>,
  ): Promise<Answer<Name>> {
    const { path = {}, query = {}, header = {}, body } = asked as {
      path?: Record<string, string>;
      query?: Record<string, unknown>;
      header?: Record<string, string | undefined>;
      body?: unknown;
    };
    const [method = "", form = ""] = operation.split(" ");
    const target = form.replace(/\{(\w+)\}/g, (_, id) => encodeURIComponent(path[id] ?? ""));
    const url = new URL(this.address.replace(/\/$/, "") + target);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const sent = new Headers();
    for (const [name, value] of Object.entries(header)) {
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
    if (media === "text/event-stream") return answer as unknown as Answer<Name>;
    const said = await answer.text();
    if (!answer.ok && !(answer.status === 503 && form === "/health/ready")) {
      throw new ScriptoriumError(answer.status, detail(said, answer.statusText));
    }
    const read = said === "" ? undefined : media === "application/json" ? JSON.parse(said) : said;
    return read as Answer<Name>;
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
