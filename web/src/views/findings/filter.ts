// What the list of findings is narrowed to. It is in the address, so that it can be reloaded and linked to.

import type { FindingFilter } from "../../api/findings";
import type { Finding } from "../../api/types";
import { projectAddress } from "../../router";
import { findings as t } from "../../texts/findings";

export type Severity = Finding["severity"];
export type State = Finding["state"];
export type Check = Finding["check"];

/** The severities, the worst first. */
export const SEVERITIES: Severity[] = ["critical", "high", "medium", "low", "info"];

/** The states, in the order of the choice. */
export const STATES: State[] = ["open", "accepted", "waived", "dismissed", "stale"];

/** The checks, those of the most severe findings first. */
export const CHECKS = Object.keys(t.checks) as Check[];

export interface Filter {
  /** `medium` and higher, one severity, or all. */
  severity: "medium-up" | "all" | Severity;
  state: "any" | State;
  check: "" | Check;
  agent: string;
  documentId: string;
  swarmId: string;
  group: "document" | "check";
}

/** What is shown when nothing is chosen: what a writer has to look at. */
const DEFAULT: Filter = {
  severity: "medium-up",
  state: "open",
  check: "",
  agent: "",
  documentId: "",
  swarmId: "",
  group: "document",
};

/** The filter of an address. */
export function readFilter(query: URLSearchParams): Filter {
  const oneOf = <Word extends string>(name: string, words: Word[], otherwise: Word): Word =>
    words.find((word) => word === query.get(name)) ?? otherwise;
  return {
    severity: oneOf("severity", ["medium-up", "all", ...SEVERITIES], DEFAULT.severity),
    state: oneOf("state", ["any", ...STATES], DEFAULT.state),
    check: oneOf<Filter["check"]>("check", ["", ...CHECKS], DEFAULT.check),
    agent: query.get("agent") ?? "",
    documentId: query.get("document") ?? "",
    swarmId: query.get("swarm") ?? "",
    group: oneOf("group", ["document", "check"], DEFAULT.group),
  };
}

/** The address of the findings with a filter. */
export function filterAddress(projectId: string, filter: Filter): string {
  const query = new URLSearchParams();
  const names: [keyof Filter, string][] = [
    ["severity", "severity"], ["state", "state"], ["check", "check"], ["agent", "agent"],
    ["documentId", "document"], ["swarmId", "swarm"], ["group", "group"],
  ];
  for (const [member, name] of names) {
    if (filter[member] !== DEFAULT[member]) query.set(name, filter[member]);
  }
  const text = query.toString();
  return projectAddress(projectId, "findings") + (text === "" ? "" : `?${text}`);
}

/** What the service is asked for; what it cannot narrow is narrowed here. */
export function asked(filter: Filter): FindingFilter {
  return {
    ...(filter.severity === "medium-up" ? { minSeverity: "medium" as const } : {}),
    ...(filter.severity === "medium-up" || filter.severity === "all" ? {} : { severity: filter.severity }),
    ...(filter.state === "any" ? {} : { state: filter.state }),
    ...(filter.check === "" ? {} : { check: filter.check }),
    ...(filter.documentId === "" ? {} : { documentId: filter.documentId }),
    ...(filter.swarmId === "" ? {} : { swarmId: filter.swarmId }),
  };
}

/** Whether anything but severity and grouping narrows the list. */
export function isNarrowed(filter: Filter): boolean {
  const { state, check, agent, documentId, swarmId } = filter;
  return state !== DEFAULT.state || [check, agent, documentId, swarmId].some((word) => word !== "");
}
