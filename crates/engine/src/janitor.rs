//! Forgets what nobody needs any more, in bounded steps: old events, answers to keyed requests,
//! what has lain in the bin long enough, imports whose caller went away.

use std::time::Duration;

use domain::{Result, projects::BIN_DAYS, time::DAY_MS};
use store::{documents, events, idempotency, projects};

use crate::{
    Studio, imports,
    wake::{Bell, Stop},
};

/// How often the janitor looks.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// Events forgotten in one transaction.
const EVENTS_AT_ONCE: i64 = 1_000;

/// Projects or documents forgotten in one transaction.
const RECORDS_AT_ONCE: i64 = 20;

/// Cleans up until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let nobody_rings = Bell::default();
    while stop.or_bell(&nobody_rings, LOOK_EVERY).await {
        if let Err(error) = clean(&studio).await {
            tracing::error!(error = &error as &dyn std::error::Error, "cleaning up failed");
        }
    }
}

/// Cleans up once.
///
/// # Errors
/// When the memory fails.
pub async fn clean(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let settings = &studio.settings;
    let (keep, oldest) = (settings.events_max, now.plus(-settings.events_days * DAY_MS));
    while studio.memory.write(move |tx| events::forget(tx, oldest, keep, EVENTS_AT_ONCE)).await? > 0
    {
    }
    studio.memory.write(move |tx| idempotency::forget(tx, now)).await?;

    let binned_before = now.plus(-BIN_DAYS * DAY_MS);
    studio
        .memory
        .write(move |tx| {
            for id in projects::long_binned(tx, binned_before, RECORDS_AT_ONCE)? {
                projects::forget(tx, &id)?;
            }
            documents::forget_binned(tx, binned_before, RECORDS_AT_ONCE)
        })
        .await?;
    imports::give_up_stuck(studio).await
}
