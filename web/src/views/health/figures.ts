// The few figures about storage that the service has: they are in its metrics, in the text format of
// Prometheus.

export interface ServiceFigures {
  /** `sqlite` or `postgres`; null where it is not known, as with each of these. */
  database: string | null;
  /** The size of the database, in bytes. */
  bytes: number | null;
  /** The size of SQLite's write-ahead log, in bytes. */
  logBytes: number | null;
}

/** Reads the figures; null is a page of metrics that could not be read. */
export function figuresOf(metrics: string | null): ServiceFigures {
  const text = metrics ?? "";
  return {
    database: /^scriptorium_build_info\{[^}]*database="(\w+)"/m.exec(text)?.[1] ?? null,
    bytes: gauge(text, "scriptorium_database_bytes"),
    logBytes: gauge(text, "scriptorium_database_log_bytes"),
  };
}

function gauge(text: string, name: string): number | null {
  const found = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
  const value = Number(found);
  return found === undefined || !Number.isFinite(value) ? null : value;
}
