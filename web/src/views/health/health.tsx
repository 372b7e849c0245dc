// Whether each part of the service does its work, its version, and how much it stores.

import { address } from "../../api/client";
import { health as calls } from "../../api/health";
import type { BackupList, HealthParts, HealthReady } from "../../api/types";
import { useCached } from "../../live/cache";
import { useTicking } from "../../live/ticking";
import { studioAddress } from "../../router";
import { seesBackups, useBackups } from "../../state/backups";
import { ago, exactly } from "../../state/time";
import { health as t } from "../../texts/health";
import { sizeText } from "../../ui/files";
import { icons } from "../../ui/icons";
import { Await, Code, useTitle } from "../../ui/states";
import "../../ui/figures.css";
import "./health.css";
import { figuresOf, type ServiceFigures } from "./figures";

type Part = keyof HealthParts;

/** The order of the parts: what a writer misses first, first. */
const PARTS = Object.keys(t.names) as Part[];

interface Report {
  ready: HealthReady;
  /** Null where only the report could be read. */
  version: string | null;
  figures: ServiceFigures;
  at: number;
}

export default function Health() {
  useTitle(t.title);
  const report = useCached("health", readReport, () => false);
  // By themselves: a service that is not well says so also where its backups cannot be listed.
  const made = useBackups();
  useTicking(report);
  return (
    <div class="page is-narrow">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <Await of={report}>
        {(found) => (
          <>
            <Overall report={found} />
            <Parts parts={found.ready.parts} />
            <Storage report={found} made={made.value.value ?? null} />
            <section class="section">
              <h2>{t.raw}</h2>
              <ul class="health-links">
                <li>
                  <a href={address("health/ready")}>{t.rawLinks.ready}</a>
                </li>
                <li>
                  <a href={address("metrics")}>{t.rawLinks.metrics}</a>
                </li>
              </ul>
            </section>
          </>
        )}
      </Await>
    </div>
  );
}

async function readReport(signal: AbortSignal): Promise<Report> {
  // What is beside the report may be missing, such as figures that a proxy does not pass on.
  const orNull = <T,>(wanted: Promise<T>) => wanted.catch(() => null);
  const [ready, live, metrics] = await Promise.all([
    calls.ready({ signal }),
    orNull(calls.live({ signal })),
    orNull(calls.metrics({ signal })),
  ]);
  return { ready, version: live?.version ?? null, figures: figuresOf(metrics), at: Date.now() };
}

function Overall({ report: { ready, at } }: { report: Report }) {
  return (
    <section class={`health-overall is-${ready.status}`}>
      <p class="health-verdict" role="status">
        {ready.status === "ok" ? <icons.check /> : <icons.warning />}
        <strong>{t.overall[ready.status]}</strong>
      </p>
      <p class="meta" title={exactly(at)}>
        {t.checked(ago(at))}
      </p>
      {ready.problems.length > 0 && (
        <>
          <h2>{t.problems}</h2>
          <ul class="health-problems">
            {ready.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Parts({ parts }: { parts: HealthParts }) {
  return (
    <section class="section">
      <h2 id="health-parts">{t.parts}</h2>
      <dl class="health-parts" aria-labelledby="health-parts">
        {PARTS.map((part) => (
          <div key={part} class={parts[part] === "ok" ? "" : "is-wrong"}>
            <dt>{t.names[part]}</dt>
            <dd class="health-state">
              {parts[part] !== "ok" && <icons.warning />}
              {t.states[parts[part]]}
            </dd>
            <dd class="health-does meta">{t.does[part]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface StorageProps {
  report: Report;
  /** Null as long as they are not read, and where they cannot be. */
  made: BackupList | null;
}

function Storage({ report: { ready, version, figures }, made }: StorageProps) {
  const size = (bytes: number | null) => (bytes === null ? t.unknown : sizeText(bytes));
  const kind = figures.database;
  const pairs: [string, string | null][] = [
    [t.version, version],
    [t.database, kind === null ? null : (t.databases[kind] ?? kind)],
    [t.size, size(figures.bytes)],
  ];
  // Only SQLite has such a log.
  if (figures.logBytes !== null) pairs.push([t.log, size(figures.logBytes)]);
  if (seesBackups()) pairs.push([t.lastBackup, made && lastOf(made)]);
  return (
    <section class="section">
      <h2>{t.storage}</h2>
      <dl class="figures">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={value === null || value === t.unknown ? "is-unknown" : ""}>{value ?? t.unknown}</dd>
          </div>
        ))}
      </dl>
      <p>{t.backupStates[ready.parts.backup]}</p>
      {made?.failure != null && <p class="problem">{made.failure}</p>}
      {seesBackups() && (
        <p>
          <a href={`${studioAddress("transfer")}?tab=export`}>{t.backups}</a>
        </p>
      )}
      <p>{t.doctor}</p>
      <Code text={t.doctorCommand} />
    </section>
  );
}

/** The newest backup in words. */
function lastOf({ backups: [newest] }: BackupList): string {
  if (newest === undefined) return t.noBackup;
  return `${exactly(newest.madeAt)}, ${newest.isComplete ? sizeText(newest.bytes) : t.incomplete}`;
}
