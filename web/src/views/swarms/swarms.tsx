// Swarms: those that run and the latest that ended, one with its sub-tasks and results, and the form that
// starts one. `#/swarms`, `#/swarms/new`, `#/swarms/SWARM`.

import type { ViewProps } from "../../views";
import "../../ui/figures.css";
import { SwarmPage } from "./detail";
import { SwarmList } from "./list";
import { StartForm } from "./start-form";
import "../agents/agents.css";
import "./swarms.css";

export default function Swarms({ rest, query }: ViewProps) {
  const [id] = rest;
  if (id === undefined) return <SwarmList />;
  if (id === "new") return <StartForm key={query.toString()} query={query} />;
  return <SwarmPage key={id} id={id} tab={query.get("show")} />;
}
