//! Whether the process runs, and whether the service can do its work.

use axum::{extract::State, http::StatusCode};
use domain::Error;
use engine::workers::Worker;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    App,
    answer::{self, Reply, json, json_with},
};

/// The process runs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HealthLive")]
pub(crate) struct Live {
    /// Always `ok`.
    #[schemars(extend("enum" = [OK]))]
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// Whether the process runs.
pub(crate) async fn live() -> Reply {
    Ok(json(answer::text(&Live { status: OK, version: env!("CARGO_PKG_VERSION") })?))
}

/// What the service can do, part by part.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HealthReady")]
pub(crate) struct Ready {
    /// `ok` when every part is, `degraded` when the service works but somebody should look at it.
    #[schemars(extend("enum" = [OK, DEGRADED, UNAVAILABLE]))]
    status: &'static str,
    /// Each part.
    parts: Parts,
    /// Problems that somebody should look at, a sentence each.
    problems: Vec<String>,
}

/// The parts of the service.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HealthParts")]
struct Parts {
    /// The database was written and read within the last second. `degraded` while SQLite's log
    /// cannot be copied into the database file; `damaged` after something was read that cannot have
    /// been written.
    #[schemars(extend("enum" = [OK, DEGRADED, UNAVAILABLE, DAMAGED]))]
    database: &'static str,
    /// Its tables are up to date, and start-up is done.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    migrations: &'static str,
    /// Messages are delivered and answered.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    hub: &'static str,
    /// Events are sent to event streams.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    event_log: &'static str,
    /// Folders are imported.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    imports: &'static str,
    /// Folders are kept in step with manuscripts.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    folders: &'static str,
    /// Names of the lore are counted in documents.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    mentions: &'static str,
    /// Sub-tasks of swarms are worked on.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    swarms: &'static str,
    /// The load of this server is sent to other servers.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    presence: &'static str,
    /// The search index follows the texts.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    research: &'static str,
    /// Old records are deleted.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    janitor: &'static str,
    /// Backups are made when they are due; `failed` while the latest one could not be made.
    #[schemars(extend("enum" = [OK, UNAVAILABLE, FAILED]))]
    backup: &'static str,
    /// All background workers run.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    engine: &'static str,
}

const OK: &str = "ok";
const UNAVAILABLE: &str = "unavailable";
const DEGRADED: &str = "degraded";
const DAMAGED: &str = "damaged";
const FAILED: &str = "failed";

/// What somebody should do about a damaged database.
const DAMAGE: &str = "The database is damaged: stop the service and run `scriptorium doctor`";

/// What somebody should do when SQLite's log could not be copied into the database file.
const UNFLUSHED: &str = "SQLite's log could not be copied into the database file. Nothing is \
    lost: the log has every change, and grows until it can be copied; check the disk, and close \
    other programs that have the file open";

fn part(is_well: bool) -> &'static str {
    if is_well { OK } else { UNAVAILABLE }
}

/// The problem of a database that fails for a reason which only the log may name.
const FAILING: &str = "The database cannot be written and read; the log says why";

/// The problem when a write has failed since the last probe: a probe is small, and may succeed where
/// other writes do not.
const FULL: &str = "The disk is full: nothing can be stored until there is space again";

/// What a probe of the database has found.
#[derive(Debug, Clone)]
pub(crate) struct Probed {
    outcome: Result<(), String>,
    /// How often writes had failed because the disk is full.
    full: u64,
}

/// Probes the database, at most once a second: a probe is a write that is flushed to the disk.
async fn probe(app: &App) -> Result<(), String> {
    let full = app.studio.database.statistics().full;
    let find = |before: Option<Probed>| async move {
        let outcome = if full > before.map_or(0, |it| it.full) {
            Err(FULL.to_owned())
        } else {
            app.studio.database.probe().await.map_err(|error| reason(&error))
        };
        Probed { outcome, full }
    };
    app.probe().get_if(&app.studio.clock, |it| it.full == full, find).await.outcome
}

/// Why a probe failed, as one sentence; the log has the whole error.
fn reason(error: &Error) -> String {
    tracing::warn!(error = %domain::ErrorChain(error), "the database is not ready");
    match error {
        Error::Unavailable(why) => why.clone(),
        _ => FAILING.to_owned(),
    }
}

/// Whether the service can do its work.
pub(crate) async fn ready(State(app): State<App>) -> Reply {
    let started = app.studio.check_ready().is_ok();
    let running = started && !app.stop.is_stopping();
    let probed = probe(&app).await;
    let database = probed.is_ok();
    let runs = |worker| running && app.studio.workers.runs(worker);
    let engine = Worker::ALL.into_iter().all(runs);
    let is_damaged = app.studio.database.is_damaged();
    let is_unflushed = app.studio.database.is_unflushed();
    let well = engine && database && !is_damaged;
    let failure = app.studio.backups.failure();
    let backup = match failure {
        Some(_) => FAILED,
        None => part(runs(Worker::Backups)),
    };
    let answer = Ready {
        // The service still works; an operator must only learn of it.
        status: if well && (is_unflushed || failure.is_some()) { DEGRADED } else { part(well) },
        parts: Parts {
            database: match database {
                _ if is_damaged => DAMAGED,
                true if is_unflushed => DEGRADED,
                well => part(well),
            },
            migrations: part(started),
            hub: part(runs(Worker::Messages) && database),
            event_log: part(runs(Worker::EventLog)),
            imports: part(runs(Worker::Imports)),
            folders: part(runs(Worker::Folders)),
            mentions: part(runs(Worker::Mentions)),
            swarms: part(runs(Worker::Swarms)),
            presence: part(runs(Worker::Presence)),
            research: part(runs(Worker::Research)),
            janitor: part(runs(Worker::Janitor)),
            backup,
            engine: part(engine),
        },
        problems: is_damaged
            .then(|| DAMAGE.to_owned())
            .into_iter()
            .chain(probed.err())
            .chain(is_unflushed.then(|| UNFLUSHED.to_owned()))
            .chain(failure)
            .collect(),
    };
    let text = answer::text(&answer)?;
    Ok(if well { json(text) } else { json_with(StatusCode::SERVICE_UNAVAILABLE, text) })
}
