// What went wrong with a request, in one form for all views.

import { texts } from "../texts";
import type { ValidationError } from "./types";

/** Why a request has no answer. */
export type FailureKind =
  /** The service could not be reached, or the connection broke. */
  | "unreachable"
  /** The service asks for a token. */
  | "unauthorized"
  /** This token may not do it. */
  | "forbidden"
  | "not-found"
  /** The state of the record does not allow it. */
  | "conflict"
  /** Somebody else changed the record in the meantime. */
  | "changed"
  /** Fields of the request are invalid. */
  | "invalid"
  /** Not now; later perhaps. */
  | "unavailable"
  /** Anything else. */
  | "failed";

const KINDS: Record<number, FailureKind> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  412: "changed",
  422: "invalid",
  429: "unavailable",
  503: "unavailable",
};

/** A request that was not answered with success. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;

  constructor(
    /** 0 where there was no answer. */
    readonly status: number,
    readonly detail: string | ValidationError[],
    /** By which the log of the service names the request. */
    readonly requestId: string | null,
  ) {
    super(sentence(detail));
    this.kind = status === 0 ? "unreachable" : (KINDS[status] ?? "failed");
  }

  /** What is wrong with a field of the body, or with what is in it; a dot stands before a field within another. */
  field(name: string): string | undefined {
    if (typeof this.detail === "string") return undefined;
    return this.detail.find(({ loc }) => `${loc.join(".")}.`.startsWith(`body.${name}.`))?.msg;
  }
}

/** Whatever was thrown, as a failure. */
export function failureOf(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown;
  return new ApiFailure(-1, thrown instanceof Error ? thrown.message : String(thrown), null);
}

/** What failed in a sentence, with the id by which the log of the service names the request. */
export function withRequest(failure: ApiFailure, text: string = failure.message): string {
  return failure.requestId === null ? text : `${text} (${texts.failure.request(failure.requestId)})`;
}

function sentence(detail: string | ValidationError[]): string {
  if (typeof detail === "string") return detail || texts.failure.unknown;
  return detail.map((one) => `${one.loc.slice(1).join(".")}: ${one.msg}`).join("\n");
}
