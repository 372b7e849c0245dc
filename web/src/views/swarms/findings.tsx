// What a swarm has found, the most severe first.

import { useState } from "preact/hooks";
import type { SwarmDetail } from "../../api/types";
import { number } from "../../state/time";
import { swarms as all } from "../../texts/swarms";
import { recordAddress } from "../../ui/records";
import { isOver } from "./state";

const t = all.detail;

/** How many are drawn at once. */
const DRAWN_STEP = 100;

/** The most that a swarm shows. */
const FINDINGS_MAX = 1_000;

export function Findings({ swarm }: { swarm: SwarmDetail }) {
  const [drawn, setDrawn] = useState(DRAWN_STEP);
  const { findings, projectId } = swarm;
  const rest = findings.length - drawn;
  const list = recordAddress("findings", projectId);
  return (
    <section class="section">
      {findings.length === 0 && <p class="meta">{isOver(swarm) ? t.noFindings : t.noFindingsYet}</p>}
      {findings.length > 0 && list !== undefined && (
        <p>
          <a href={`${list}?severity=all&state=any&swarm=${encodeURIComponent(swarm.swarmId)}`}>{t.goTo}</a>
        </p>
      )}
      <ul class="swarm-findings">
        {findings.slice(0, drawn).map((finding) => {
          const { quotation } = finding;
          const at = quotation ? { start: quotation.start, end: quotation.end, quote: quotation.quote } : {};
          const address = finding.documentId === null ? undefined : recordAddress("document", projectId, finding.documentId, at);
          const title = finding.documentTitle;
          return (
            <li key={finding.id}>
              <span class={`meta${["critical", "high"].includes(finding.severity) ? " is-marked" : ""}`}>
                {t.severities[finding.severity]}
              </span>
              <p dir="auto">{finding.message}</p>
              <p class="meta">
                {title === null || address === undefined ? (
                  <bdi>{title ?? t.wholeProject}</bdi>
                ) : (
                  <a href={address}>
                    <bdi>{title}</bdi>
                  </a>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <button type="button" class="button" onClick={() => setDrawn(drawn + DRAWN_STEP)}>
          {t.more(number(Math.min(rest, DRAWN_STEP)))}
        </button>
      )}
      {findings.length >= FINDINGS_MAX && <p class="meta">{t.findingsCut}</p>}
    </section>
  );
}
