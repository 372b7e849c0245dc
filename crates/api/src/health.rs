//! Whether the process runs, and whether the service can do its work.

use axum::{extract::State, http::StatusCode};
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
    /// `ok` when every part is.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    status: &'static str,
    /// Each part.
    parts: Parts,
}

/// The parts of the service.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HealthParts")]
struct Parts {
    /// The database was written and read just now.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    database: &'static str,
    /// Its tables are up to date, and start-up is done.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    migrations: &'static str,
    /// Messages are delivered and answered.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    hub: &'static str,
    /// The loops run.
    #[schemars(extend("enum" = [OK, UNAVAILABLE]))]
    engine: &'static str,
}

const OK: &str = "ok";
const UNAVAILABLE: &str = "unavailable";

fn part(is_well: bool) -> &'static str {
    if is_well { OK } else { UNAVAILABLE }
}

/// Whether the service can do its work.
pub(crate) async fn ready(State(app): State<App>) -> Reply {
    let started = app.studio.check_ready().is_ok();
    let running = started && !app.stop.is_stopping();
    let database = app.studio.memory.probe().await.is_ok();
    let well = running && database;
    let answer = Ready {
        status: part(well),
        parts: Parts {
            database: part(database),
            migrations: part(started),
            hub: part(running && database),
            engine: part(running),
        },
    };
    let text = answer::text(&answer)?;
    Ok(if well { json(text) } else { json_with(StatusCode::SERVICE_UNAVAILABLE, text) })
}
