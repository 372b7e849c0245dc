// The fields that narrow the list of findings.

import { useId } from "preact/hooks";
import { replace } from "../../router";
import { findings as t } from "../../texts/findings";
import { CHECKS, type Filter, filterAddress, SEVERITIES, STATES } from "./filter";

interface FiltersProps {
  projectId: string;
  filter: Filter;
  /** The agents that found anything in the list. */
  agents: string[];
  /** What the document is called that the list is narrowed to. */
  documentTitle: string | undefined;
}

export function Filters({ projectId, filter, agents, documentTitle }: FiltersProps) {
  const set = (change: Partial<Filter>) => replace(filterAddress(projectId, { ...filter, ...change }));
  const known = filter.agent === "" || agents.includes(filter.agent) ? agents : [filter.agent, ...agents];
  const severities: [Filter["severity"], string][] = [
    ["medium-up", t.filter.mediumUp],
    ["all", t.filter.all],
    ...SEVERITIES.map((one): [Filter["severity"], string] => [one, t.severities[one]]),
  ];
  const states: [Filter["state"], string][] = [
    ...STATES.map((one): [Filter["state"], string] => [one, t.states[one]]),
    ["any", t.filter.anyState],
  ];
  const checks: [Filter["check"], string][] = [
    ["", t.filter.all],
    ...CHECKS.map((one): [Filter["check"], string] => [one, t.checks[one]]),
  ];
  const named = known.map((one): [string, string] => [one, one]);
  return (
    <div class="findings-filter" role="group" aria-label={t.filter.label}>
      <Choice label={t.filter.severity} value={filter.severity} of={severities} set={(severity) => set({ severity })} />
      <Choice label={t.filter.state} value={filter.state} of={states} set={(state) => set({ state })} />
      <Choice label={t.filter.check} value={filter.check} of={checks} set={(check) => set({ check })} />
      <Choice
        label={t.filter.agent}
        value={filter.agent}
        of={[["", t.filter.all], ...named]}
        set={(agent) => set({ agent })}
      />
      <Choice
        label={t.filter.group}
        value={filter.group}
        of={[
          ["document", t.filter.groups.document],
          ["check", t.filter.groups.check],
        ]}
        set={(group) => set({ group })}
      />
      {(filter.documentId !== "" || filter.swarmId !== "") && (
        <p class="findings-narrowed meta">
          <bdi>{filter.documentId === "" ? t.filter.swarm : t.filter.document(documentTitle ?? "…")}</bdi>
          <button type="button" class="button is-small" onClick={() => set({ documentId: "", swarmId: "" })}>
            {t.filter.removed}
          </button>
        </p>
      )}
    </div>
  );
}

function Choice<Word extends string>({
  label,
  value,
  of,
  set,
}: {
  label: string;
  value: Word;
  of: [Word, string][];
  set: (value: Word) => void;
}) {
  const id = useId();
  return (
    <div class="findings-choice">
      <label class="meta" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="is-quiet"
        value={value}
        onChange={(event) => set(event.currentTarget.value as Word)}
      >
        {of.map(([word, text]) => (
          <option key={word} value={word} selected={word === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
