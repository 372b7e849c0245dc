// What a swarm has used, beside what it may use.

import type { SwarmDetail } from "../../api/types";
import { now, number } from "../../state/time";
import { swarms as all } from "../../texts/swarms";
import { Meter } from "../../ui/meter";
import { money } from "../usage/money";
import { duration } from "./duration";

const t = all.detail;

interface Figure {
  name: string;
  value: string;
  isUnknown?: boolean;
  /** How much of the limit is used; absent without a limit. */
  share?: number;
  hint?: string;
}

export function Figures({ swarm }: { swarm: SwarmDetail }) {
  return (
    <dl class="figures swarm-figures" aria-label={t.budget}>
      {figuresOf(swarm).map(({ name, value, isUnknown, share, hint }) => (
        <div key={name}>
          <dt>
            {name}
            {hint !== undefined && <>, {hint}</>}
          </dt>
          <dd class={isUnknown ? "is-unknown" : ""}>
            {value} {share !== undefined && <Meter share={share} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf({ usage, budget, createdAt, finishedAt }: SwarmDetail): Figure[] {
  const end = finishedAt === null ? Math.max(now.value, Date.parse(createdAt)) : Date.parse(finishedAt);
  const tookMs = end - Date.parse(createdAt);
  return [
    limited(t.time, tookMs, limitOf(budget, "timeMs"), duration),
    { name: t.busy, value: duration(usage.busyMs) },
    {
      ...limited(t.tokens, usage.tokens, limitOf(budget, "tokens"), number),
      ...(usage.estimatedTokens > 0 ? { hint: t.estimated(number(usage.estimatedTokens)) } : {}),
    },
    { name: t.calls, value: number(usage.modelCalls) },
    usage.cost === null
      ? { name: t.cost, value: t.unknown, isUnknown: true }
      : limited(t.cost, usage.cost, limitOf(budget, "cost"), money),
  ];
}

function limited(name: string, used: number, limit: number | null, format: (value: number) => string): Figure {
  if (limit === null) return { name, value: format(used) };
  const share = limit === 0 ? 1 : used / limit;
  return { name, value: t.ofLimit(format(used), format(limit)), share };
}

/** A limit of the budget as it was sent. */
function limitOf(budget: SwarmDetail["budget"], name: string): number | null {
  const value = (budget as Record<string, unknown> | null)?.[name];
  return typeof value === "number" ? value : null;
}
