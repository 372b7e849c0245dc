// Sends requests of the generated types. A request that got no answer is sent again a few times: reading
// is harmless, and a POST carries an idempotency key, so it takes effect only once.

import { signal } from "@preact/signals";
import { texts } from "../texts";
import { ApiFailure } from "./failure";
import type { Answer, Asked, Operation, ValidationError } from "./types";

/** How often a request without an answer is sent in all. */
const ATTEMPTS_MAX = 3;

/** How long to wait before each further attempt, in milliseconds. */
const RETRY_AFTER_MS = [300, 1_500];

/** How long the service may take to answer, and how long an answer may stop on its way, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** How many bytes a slow connection takes up in a millisecond; the body of a request is waited for as well. */
const BYTES_PER_MS = 16;

/** When the service last answered anything, in milliseconds of Unix time; 0 before it did. */
export const lastAnswerAt = signal(0);

/** Whether the service has answered that it needs a token. */
export const needsToken = signal(false);

/** A change that the service has made for this page. */
export interface Change {
  method: string;
  url: string;
  /** What it answered. */
  value: unknown;
}

/** The latest change; null before there was one. */
export const changes = signal<Change | null>(null);

/** A record, and the tag with which a change says what it is based on. */
export interface Tagged<T> {
  value: T;
  tag: string;
}

/** What can be said about one request. */
export interface SendOptions {
  signal?: AbortSignal;
  /** The tag of the record as it was read; the request fails when it was changed since. */
  ifMatch?: string;
  /** Given where the same change may be asked for again later, such as after a reload. */
  idempotencyKey?: string;
  /** Whether it changes nothing, though it is no GET, such as a preview. */
  isReading?: boolean;
  /** Whether the browser finishes the request after the page is closed. */
  keepalive?: boolean;
  /** Whether the service works as long as it takes before it answers, such as on an import. */
  isLong?: boolean;
}

/** The address of a path of the service, which may be below a path of a proxy. */
export function address(path: string): string {
  return new URL(path.replace(/^\//, ""), document.baseURI).href;
}

/** A new idempotency key. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The answer of an operation. */
export async function ask<Name extends Operation>(
  operation: Name,
  asked: Asked<Name>,
  options: SendOptions = {},
): Promise<Answer<Name>> {
  return (await askTagged(operation, asked, options)).value;
}

/** The answer of an operation with its tag, for records that can be changed safely. */
export async function askTagged<Name extends Operation>(
  operation: Name,
  asked: Asked<Name>,
  options: SendOptions = {},
): Promise<Tagged<Answer<Name>>> {
  const { path = {}, query = {}, body } = asked as {
    path?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const [method = "", form = ""] = operation.split(" ");
  const target = form.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const url = new URL(address(target));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  }
  return (await send(method, url.href, body, options)) as Tagged<Answer<Name>>;
}

/** Sends a request and reads its answer. */
export async function send(
  method: string,
  url: string,
  body: unknown,
  options: SendOptions = {},
): Promise<Tagged<unknown>> {
  const headers = new Headers();
  if (method === "POST") headers.set("idempotency-key", options.idempotencyKey ?? newKey());
  if (options.ifMatch !== undefined) headers.set("if-match", options.ifMatch);
  // The one body that is no JSON is a lexicon's table.
  const isText = typeof body === "string";
  if (body !== undefined) headers.set("content-type", isText ? "text/csv" : "application/json");
  const request: RequestInit = {
    method,
    headers,
    body: body === undefined ? null : isText ? body : JSON.stringify(body),
    keepalive: options.keepalive ?? false,
    cache: "no-store",
    redirect: "error",
  };
  const found = await read(await fetchAgain(url, request, options));
  if (method !== "GET" && options.isReading !== true) changes.value = { method, url, value: found.value };
  return found;
}

/** The bytes of a file that the service answers. */
export async function download(url: string, options: SendOptions = {}): Promise<Blob> {
  const request: RequestInit = { method: "GET", cache: "no-store", redirect: "error" };
  const answer = await fetchAgain(url, request, options);
  if (!answer.ok) await read(answer);
  return new Blob(await bodyOf(answer), { type: answer.headers.get("content-type") ?? "" });
}

/** Asks until there is an answer, or it has to be given up. */
async function fetchAgain(url: string, request: RequestInit, options: SendOptions): Promise<Response> {
  const { signal, isLong = false } = options;
  // Whether a PUT or a DELETE took effect before the connection broke cannot be known here.
  const attempts = request.method === "GET" || request.method === "POST" ? ATTEMPTS_MAX : 1;
  const size = typeof request.body === "string" ? request.body.length : 0;
  for (let attempt = 1; ; attempt += 1) {
    const limit = new AbortController();
    const timer = isLong ? undefined : setTimeout(() => limit.abort(), TIMEOUT_MS + size / BYTES_PER_MS);
    try {
      const bound = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      const answer = await fetch(url, { ...request, signal: bound });
      lastAnswerAt.value = Date.now();
      return answer;
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      if (attempt >= attempts) throw new ApiFailure(0, texts.failure.unreachable, null);
      await new Promise((done) => setTimeout(done, RETRY_AFTER_MS[attempt - 1] ?? 0));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The body of an answer, which may take as long as it goes on. */
async function bodyOf(answer: Response): Promise<Uint8Array<ArrayBuffer>[]> {
  const reader = answer.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let hasStopped = false;
  const giveUp = () => {
    hasStopped = true;
    void reader?.cancel();
  };
  try {
    for (;;) {
      const timer = reader ? setTimeout(giveUp, TIMEOUT_MS) : undefined;
      const piece = await reader?.read().finally(() => clearTimeout(timer));
      if (hasStopped) throw new Error("The answer stopped");
      if (!piece || piece.done) return pieces;
      pieces.push(piece.value);
    }
  } catch {
    throw new ApiFailure(0, texts.failure.unreachable, answer.headers.get("x-request-id"));
  }
}

function textOf(pieces: Uint8Array<ArrayBuffer>[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
}

async function read(answer: Response): Promise<Tagged<unknown>> {
  const media = answer.headers.get("content-type")?.split(";")[0];
  const text = textOf(await bodyOf(answer));
  const isReport = answer.status === 503 && new URL(answer.url).pathname.endsWith("/health/ready");
  if (!answer.ok && !isReport) {
    if (answer.status === 401) needsToken.value = true;
    const detail = detailOf(text, answer.statusText);
    throw new ApiFailure(answer.status, detail, answer.headers.get("x-request-id"));
  }
  const value: unknown = text === "" ? undefined : media === "application/json" ? JSON.parse(text) : text;
  return { value, tag: answer.headers.get("etag") ?? "" };
}

/** The reason in the body of an error; a proxy between us may answer in another form. */
export function detailOf(text: string, otherwise: string): string | ValidationError[] {
  try {
    return (JSON.parse(text) as { detail: string | ValidationError[] }).detail ?? otherwise;
  } catch {
    return otherwise;
  }
}
