// What language models have used: tokens and money, by day, project, agent or swarm, and the budgets.

import type { BudgetItem, UsageItem } from "../../api/types";
import { usage as calls, type UsageFilter, type UsageGroup } from "../../api/usage";
import { isAnswered, useCached } from "../../live/cache";
import { go, studioAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { usage as t } from "../../texts/usage";
import { Chart } from "../../ui/chart";
import { Meter } from "../../ui/meter";
import { Await, Code, Empty, useTitle } from "../../ui/states";
import type { ViewProps } from "../../views";
import { useProjects } from "../../state/projects";
import { Models } from "./models";
import { money } from "./money";
import "../../ui/figures.css";
import "./usage.css";

const GROUPS = Object.keys(t.groups) as UsageGroup[];

/** The most rows that are read, in pages of 100. */
const ROWS_MAX = 1_000;

const PAGE_LIMIT = 100;

interface Used {
  rows: UsageItem[];
  isCut: boolean;
  sum: Omit<UsageItem, "key">;
  budgets: BudgetItem[];
}

export default function Usage({ query }: ViewProps) {
  useTitle(t.title);
  const filter = filterOf(query);
  const isWrong = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to;
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <p class="page-intro">{t.intro}</p>
      <nav class="tabs" aria-label={t.groupsLabel}>
        {GROUPS.map((group) => (
          <a
            key={group}
            href={addressOf({ ...filter, groupBy: group })}
            aria-current={group === filter.groupBy ? "true" : undefined}
          >
            {t.groups[group]}
          </a>
        ))}
      </nav>
      <Filters filter={filter} isWrong={isWrong} />
      {isWrong ? <Configured /> : <Result key={addressOf(filter)} filter={filter} />}
    </div>
  );
}

function Configured() {
  return (
    <section class="section">
      <h2>{t.models}</h2>
      <Models>
        <p>{t.noModels}</p>
      </Models>
      <p>{t.modelsText}</p>
      <Code text={t.modelsCommand} />
      <p>
        <a href={studioAddress("settings")}>{t.modelsLink}</a>
      </p>
    </section>
  );
}

function Filters({ filter, isWrong }: { filter: UsageFilter; isWrong: boolean }) {
  const projects = useProjects().value.value ?? [];
  const change = (changed: Partial<UsageFilter>) => go(addressOf({ ...filter, ...changed }));
  return (
    <div class="usage-filters">
      <div class="field">
        <label for="usage-project">{t.project}</label>
        <select
          id="usage-project"
          value={filter.projectId ?? ""}
          onChange={(event) => change({ projectId: event.currentTarget.value })}
        >
          <option value="">{t.allProjects}</option>
          {projects.map((project) => (
            <option key={project.id} value={project.id}>
              {project.name || texts.untitled}
            </option>
          ))}
        </select>
      </div>
      {(["from", "to"] as const).map((end) => (
        <div key={end} class="field">
          <label for={`usage-${end}`}>{t[end]}</label>
          <input
            id={`usage-${end}`}
            type="date"
            value={filter[end] ?? ""}
            aria-invalid={isWrong}
            aria-describedby="usage-problem"
            onChange={(event) => change({ [end]: event.currentTarget.value })}
          />
        </div>
      ))}
      <p id="usage-problem" class="problem" role="alert">
        {isWrong ? t.wrongRange : ""}
      </p>
    </div>
  );
}

function Result({ filter }: { filter: UsageFilter }) {
  const used = useCached(
    `usage${addressOf(filter)}`,
    (signal) => readAll(filter, signal),
    // A call ends with its message or its sub-task; there is no event of its own.
    ({ kind }) => (kind === "message" || kind === "swarm" ? "later" : false),
  );
  const isFiltered = Boolean(filter.projectId || filter.from || filter.to);
  return (
    <>
      <Await of={used}>
        {(found) => (
          <>
            {found.rows.length === 0 ? <Nothing isFiltered={isFiltered} /> : <Amounts filter={filter} used={found} />}
            <Budgets budgets={found.budgets} />
          </>
        )}
      </Await>
      {isAnswered(used) && <Configured />}
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Empty title={t.empty.title} text={t.empty.text} />;
  return (
    <Empty title={t.empty.filtered} text={t.empty.filteredText}>
      <a class="button" href={studioAddress("usage")}>
        {t.empty.all}
      </a>
    </Empty>
  );
}

function Amounts({ filter, used: { rows, sum, isCut } }: { filter: UsageFilter; used: Used }) {
  const name = useNames(filter.groupBy);
  const most = Math.max(...rows.map((row) => row.inputTokens + row.outputTokens), 1);
  return (
    <section class="section">
      <dl class="figures">
        {[
          [t.calls, number(sum.calls)],
          [t.input, number(sum.inputTokens)],
          [t.output, number(sum.outputTokens)],
          [t.cost, sum.cost === null ? null : money(sum.cost)],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class={value === null ? "is-unknown" : ""}>{value ?? t.unknown}</dd>
          </div>
        ))}
      </dl>
      {sum.cost === null && <p class="meta">{t.noPrice}</p>}
      {sum.estimatedTokens > 0 && <p class="meta">{t.estimated(number(sum.estimatedTokens))}</p>}
      {filter.groupBy === "day" && rows.length > 1 && <Days rows={rows} />}
      <div class="table-frame" tabIndex={0} role="group" aria-label={t.caption(t.groups[filter.groupBy])}>
        <table class="table usage-table">
          <caption class="visually-hidden">{t.caption(t.groups[filter.groupBy])}</caption>
          <thead>
            <tr>
              <th scope="col">{t.columns[filter.groupBy]}</th>
              {[t.calls, t.input, t.output, t.cost].map((label) => (
                <th key={label} scope="col" class="is-number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key ?? ""}>
                <th scope="row">
                  {name(row.key)}
                  <Meter share={(row.inputTokens + row.outputTokens) / most} />
                </th>
                <td class="is-number">{number(row.calls)}</td>
                <td class="is-number">{number(row.inputTokens)}</td>
                <td class="is-number">{number(row.outputTokens)}</td>
                <td class="is-number">{row.cost === null ? t.unknown : money(row.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut && <p class="meta">{t.cut(number(rows.length))}</p>}
    </section>
  );
}

/** The tokens of each day on which a model was asked. */
function Days({ rows }: { rows: UsageItem[] }) {
  const days = rows
    .filter((row) => row.key !== null)
    .toSorted((one, other) => (one.key ?? "").localeCompare(other.key ?? ""));
  return (
    <Chart
      caption={t.chart}
      labels={days.map((row) => row.key ?? "")}
      positions={days.map((row) => Date.parse(row.key ?? ""))}
      labelTitle={t.columns.day}
      series={[
        { name: t.input, values: days.map((row) => row.inputTokens), look: "bars", color: "line-strong" },
        { name: t.output, values: days.map((row) => row.outputTokens), look: "points", color: "accent" },
      ]}
    />
  );
}

/** What a row is called. */
function useNames(group: UsageGroup) {
  const projects = useProjects().value.value;
  return (key: string | null) => {
    if (key === null) return t.noKey[group];
    if (group === "project") {
      const project = projects?.find(({ id }) => id === key);
      return <bdi>{project ? project.name || texts.untitled : t.unknownProject}</bdi>;
    }
    if (group === "swarm") return <a href={studioAddress("swarms", key)}>{t.swarm(key.slice(0, 8))}</a>;
    if (group === "agent") {
      return (
        <a href={studioAddress("agents", key)}>
          <bdi>{key}</bdi>
        </a>
      );
    }
    return <time dateTime={key}>{key}</time>;
  };
}

function Budgets({ budgets }: { budgets: BudgetItem[] }) {
  return (
    <section class="section">
      <h2>{t.budgets}</h2>
      <p>{t.budgetsText}</p>
      <ul class="budgets">
        {budgets.map((budget) => (
          <li key={`${budget.scope}/${budget.id}`}>
            <h3>{t.scopes[budget.scope]}</h3>
            <dl>
              <Budget name={t.tokens} of={tokensOf(budget)} format={number} />
              <Budget name={t.money} of={moneyOf(budget)} format={money} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Amount {
  limit: number | null;
  used: number;
  reserved: number;
}

const tokensOf = (budget: BudgetItem): Amount => ({
  limit: budget.tokensLimit,
  used: budget.tokensUsed,
  reserved: budget.tokensReserved,
});

const moneyOf = (budget: BudgetItem): Amount => ({
  limit: budget.costLimit,
  used: budget.costUsed,
  reserved: budget.costReserved,
});

function Budget({ name, of, format }: { name: string; of: Amount; format: (value: number) => string }) {
  const { limit, used, reserved } = of;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {limit !== null && <Meter share={limit === 0 ? 1 : (used + reserved) / limit} />}
        {limit === null ? t.noLimit(format(used)) : t.ofLimit(format(used), format(limit))}
        {reserved > 0 && <span class="meta">{t.reserved(format(reserved))}</span>}
      </dd>
    </div>
  );
}

async function readAll(filter: UsageFilter, signal: AbortSignal): Promise<Used> {
  const rows: UsageItem[] = [];
  let cursor: string | null = null;
  for (;;) {
    const query: UsageFilter = { ...filter, limit: PAGE_LIMIT, ...(cursor === null ? {} : { cursor }) };
    const page = await calls.page(query, { signal });
    rows.push(...page.usage);
    cursor = page.nextCursor;
    if (cursor === null || rows.length >= ROWS_MAX) {
      return { rows, isCut: cursor !== null, sum: page.sum as Used["sum"], budgets: page.budgets };
    }
  }
}

function filterOf(query: URLSearchParams): UsageFilter {
  const day = (name: string) => {
    const value = query.get(name) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? { [name]: value } : {};
  };
  const project = query.get("project");
  return {
    groupBy: GROUPS.find((group) => group === query.get("by")) ?? "day",
    ...(project ? { projectId: project } : {}),
    ...day("from"),
    ...day("to"),
  };
}

function addressOf({ groupBy, projectId, from, to }: UsageFilter): string {
  const query = new URLSearchParams();
  if (groupBy !== "day") query.set("by", groupBy);
  if (projectId) query.set("project", projectId);
  if (from) query.set("from", from);
  if (to) query.set("to", to);
  const text = query.toString();
  return text === "" ? studioAddress("usage") : `${studioAddress("usage")}?${text}`;
}
