//! Deletes what is too old, in bounded steps: old events, answers to keyed requests, sessions that have
//! ended, what has been in the trash long enough, imports of documents or whole projects whose caller went away,
//! notifications and finished swarms beyond those that are kept, findings that have long been stale,
//! proposals that nobody decided or that were decided long ago, messages long after their end. Calls of
//! models that nobody waits for any more are settled, and budgets that limit nothing any more and old usage
//! are deleted.

use std::time::Duration;

use domain::{
    Principal, Result,
    budgets::{BUDGET_DAYS, day_id},
    findings::STALE_DAYS,
    messages::{DEAD_DAYS, DENIED_DAYS, DENIED_MAX, MESSAGE_DAYS},
    notifications::NOTIFICATIONS_MAX,
    projects::TRASH_DAYS,
    proposals::DECIDED_DAYS,
    swarms::SWARMS_MAX,
    time::DAY_MS,
    usage::USAGE_DAYS,
};
use store::{
    budgets, documents, events, findings, idempotency, messages, notifications, projects,
    proposals, sessions, swarms, usage,
};

use crate::{Studio, exports, imports, steps, wakers::Stop};

/// The interval between two cleanups.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Small rows deleted in one transaction.
const ROWS_AT_ONCE: i64 = 1_000;

/// Documents deleted in one transaction, with all their revisions.
const DOCUMENTS_AT_ONCE: i64 = 10;

/// Proposals deleted in one transaction, with all their changes.
const PROPOSALS_AT_ONCE: i64 = 100;

/// Days whose usage is deleted in one transaction.
const USAGE_DAYS_AT_ONCE: i64 = 10;

/// Swarms deleted in one transaction, with all their sub-tasks.
const SWARMS_AT_ONCE: i64 = 10;

/// Cleans up until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    while stop.sleep(POLL_INTERVAL).await {
        if let Err(error) = clean(&studio).await {
            tracing::error!(error = %domain::ErrorChain(&error), "cleaning up failed");
        }
    }
}

/// Cleans up once. A step that fails keeps none of the others from being done.
pub async fn clean(studio: &Studio) -> Result<()> {
    let steps = [
        // Before what they were made for is deleted, and they with it.
        steps::tend(studio).await,
        old_events(studio).await,
        old_answers(studio).await,
        old_sessions(studio).await,
        old_projects(studio).await,
        old_documents(studio).await,
        old_notifications(studio).await,
        old_findings(studio).await,
        old_proposals(studio).await,
        old_messages(studio).await,
        old_swarms(studio).await,
        old_usage(studio).await,
        imports::give_up_stuck(studio).await,
        imports::delete_files(studio).await,
        exports::give_up_stuck(studio).await,
    ];
    steps.into_iter().collect()
}

async fn old_events(studio: &Studio) -> Result<()> {
    let settings = &studio.settings;
    let oldest = studio.clock.now().plus(-settings.events_days * DAY_MS);
    let keep = settings.events_max;
    while studio
        .database
        .write(move |tx| events::delete_old(tx, oldest, keep, ROWS_AT_ONCE))
        .await?
        > 0
    {}
    Ok(())
}

async fn old_answers(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    while studio.database.write(move |tx| idempotency::delete_old(tx, now, ROWS_AT_ONCE)).await? > 0
    {
    }
    Ok(())
}

async fn old_sessions(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    while studio.database.write(move |tx| sessions::delete_old(tx, now, ROWS_AT_ONCE)).await? > 0 {}
    Ok(())
}

async fn old_projects(studio: &Studio) -> Result<()> {
    let trashed_before = studio.clock.now().plus(-TRASH_DAYS * DAY_MS);
    loop {
        let deleted = studio
            .database
            .write(move |tx| {
                let trashed = projects::long_trashed(tx, trashed_before, 1)?;
                trashed.iter().try_for_each(|project| projects::purge(tx, project))?;
                Ok(trashed.len())
            })
            .await?;
        if deleted == 0 {
            return Ok(());
        }
    }
}

async fn old_documents(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let trashed_before = now.plus(-TRASH_DAYS * DAY_MS);
    let delete =
        move |tx: &mut store::Tx<'_>| documents::purge(tx, trashed_before, DOCUMENTS_AT_ONCE, now);
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}

async fn old_swarms(studio: &Studio) -> Result<()> {
    let delete = |tx: &mut store::Tx<'_>| swarms::delete_old(tx, SWARMS_MAX, SWARMS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}

/// Deletes budgets that limit nothing any more, and usage of long ago.
async fn old_usage(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let before = day_id(now.plus(-BUDGET_DAYS * DAY_MS));
    let delete = move |tx: &mut store::Tx<'_>| budgets::delete_old(tx, &before, ROWS_AT_ONCE);
    while studio.database.write(delete.clone()).await? > 0 {}
    let before = day_id(now.plus(-USAGE_DAYS * DAY_MS));
    let delete = move |tx: &mut store::Tx<'_>| usage::delete_old(tx, &before, USAGE_DAYS_AT_ONCE);
    while studio.database.write(delete.clone()).await? > 0 {}
    Ok(())
}

async fn old_notifications(studio: &Studio) -> Result<()> {
    let delete =
        |tx: &mut store::Tx<'_>| notifications::delete_old(tx, NOTIFICATIONS_MAX, ROWS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}

async fn old_findings(studio: &Studio) -> Result<()> {
    let stale_before = studio.clock.now().plus(-STALE_DAYS * DAY_MS);
    let delete =
        move |tx: &mut store::Tx<'_>| findings::delete_stale(tx, stale_before, ROWS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}

/// Expires proposals that nobody has decided, and deletes those that were decided long ago.
async fn old_proposals(studio: &Studio) -> Result<()> {
    let service = Principal::service();
    while studio.change(&service, crate::proposals::expire).await? > 0 {}
    let decided_before = studio.clock.now().plus(-DECIDED_DAYS * DAY_MS);
    let delete = move |tx: &mut store::Tx<'_>| {
        proposals::delete_decided(tx, decided_before, PROPOSALS_AT_ONCE)
    };
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}

/// Deletes dead letters, refused messages, messages that ended otherwise long ago, which rules those
/// broke, and the owners of tasks that nobody handed on since.
async fn old_messages(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let died_before = now.plus(-DEAD_DAYS * DAY_MS);
    let sent_before = now.plus(-MESSAGE_DAYS * DAY_MS);
    let delete = move |tx: &mut store::Tx<'_>| messages::delete_dead(tx, died_before, ROWS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    let refused_before = now.plus(-DENIED_DAYS * DAY_MS);
    let delete = move |tx: &mut store::Tx<'_>| {
        messages::delete_denied(tx, refused_before, DENIED_MAX, ROWS_AT_ONCE)
    };
    while studio.database.write(delete).await? > 0 {}
    let delete = move |tx: &mut store::Tx<'_>| messages::delete_old(tx, sent_before, ROWS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    let delete = |tx: &mut store::Tx<'_>| messages::delete_violations(tx, ROWS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    let delete =
        move |tx: &mut store::Tx<'_>| messages::delete_owners(tx, sent_before, ROWS_AT_ONCE);
    while studio.database.write(delete).await? > 0 {}
    Ok(())
}
