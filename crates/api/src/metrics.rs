//! The metrics of the service, as a Prometheus server reads them. docs/metrics.md says what each is for,
//! and a test holds the two together. No label holds the name of a user, a project or a text: who reads
//! this page learns how much is done, and nothing of what.

mod page;
mod process;
mod requests;

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use domain::{Error, Time, swarms::overview::Figures};
use engine::{
    agents::capabilities::{AgentNumbers, Staff},
    presence::heard_since,
    workers::Worker,
};
use prometheus::{GaugeVec, Opts};
use store::{Storage, messages::Totals};

use page::{MEDIA, Page, Result};
pub(crate) use requests::{Counted, Requests};

use crate::{App, answer::Reply};

/// What rows say, as it was last read.
#[derive(Debug)]
pub(crate) struct Stored {
    at: Time,
    storage: Storage,
    messages: Totals,
    swarms: Figures,
    staff: Vec<AgentNumbers>,
}

/// The page.
pub(crate) async fn page(State(app): State<App>) -> Reply {
    // A database that cannot be read is no reason to say nothing of all else.
    let read = async {
        read(&app)
            .await
            .inspect_err(|error| {
                tracing::warn!(error = %domain::ErrorChain(error), "no metrics from the database");
            })
            .ok()
            .map(Arc::new)
    };
    let stored = app.stored_metrics().get(&app.studio.clock, read).await;
    let text = text(&app, stored.as_deref())
        .map_err(|error| Error::internal("writing the metrics", error))?;
    let mut response = Response::new(text.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA));
    Ok(response)
}

async fn read(app: &App) -> domain::Result<Stored> {
    let (studio, now) = (&app.studio, app.studio.clock.now());
    let heard_since = heard_since(studio, now);
    let (messages, swarms) = studio
        .database
        .scan(move |tx| {
            // What died is counted among the messages.
            let swarms = store::swarms::figures(tx, now, now, heard_since)?;
            Ok((store::messages::totals(tx)?, swarms))
        })
        .await?;
    let staff = Staff::read(&app.studio).await?.numbers(&app.studio);
    Ok(Stored { at: now, storage: studio.database.storage().await?, messages, swarms, staff })
}

fn text(app: &App, stored: Option<&Stored>) -> Result<Vec<u8>> {
    let mut page = Page::default();
    write_service(&mut page, app)?;
    app.requests().write(&mut page)?;
    write_work(&mut page, app, stored.is_some())?;
    if let Some(stored) = stored {
        write_messages(&mut page, stored)?;
        write_agents(&mut page, stored)?;
        write_swarms(&mut page, stored)?;
        write_storage(&mut page, stored)?;
    }
    process::write(&mut page)?;
    page.into_text()
}

fn truth(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Seconds between two times; none when they stand the other way round.
fn seconds(since: Option<Time>, until: Time) -> f64 {
    since.map_or(0.0, |since| (until.millis() - since.millis()).max(0) as f64 / 1_000.0)
}

fn write_service(page: &mut Page, app: &App) -> Result {
    let build = Opts::new(
        "scriptorium_build_info",
        "Which program this is, and its kind of database; always 1.",
    );
    let build = GaugeVec::new(build, &["version", "database"])?;
    build.with_label_values(&[env!("CARGO_PKG_VERSION"), app.studio.database.engine()]).set(1.0);
    page.add(build)?;
    let is_ready = app.studio.check_ready().is_ok() && !app.stop.is_stopping();
    page.gauge(
        "scriptorium_ready",
        "1 when start-up is done and no stop was asked for.",
        truth(is_ready),
    )?;
    page.gauges(
        "scriptorium_worker_running",
        "1 while this background worker runs.",
        "worker",
        Worker::ALL
            .into_iter()
            .map(|worker| (worker.name(), truth(app.studio.workers.runs(worker)))),
    )?;
    page.gauge(
        "scriptorium_http_connections_open",
        "Connections that are open.",
        app.connections().count() as f64,
    )?;
    page.gauge(
        "scriptorium_event_streams_open",
        "Streams of events that are listened to.",
        app.studio.events.streams() as f64,
    )?;
    page.gauge(
        "scriptorium_event_log_position",
        "The number of the last event that was published.",
        app.studio.events.last() as f64,
    )?;
    page.gauge(
        "scriptorium_search_passages",
        "Passages of texts that searches look at.",
        app.studio.research.passages() as f64,
    )
}

/// What this process has done, and its database.
fn write_work(page: &mut Page, app: &App, is_up: bool) -> Result {
    let metrics = &app.studio.metrics;
    page.add(metrics.messages_ended.clone())?;
    page.add(metrics.messages_overdue.clone())?;
    page.add(metrics.messages_released.clone())?;
    page.add(metrics.subtasks_ended.clone())?;
    page.add(metrics.subtasks_released.clone())?;
    let statistics = app.studio.database.statistics();
    page.add(statistics.commit_writes)?;
    page.add(statistics.commit_seconds)?;
    page.add(statistics.reruns)?;
    page.gauge(
        "scriptorium_database_queue",
        "Closures that wait for a thread of the database: writes on SQLite, reads too on PostgreSQL.",
        statistics.queued as f64,
    )?;
    page.gauge(
        "scriptorium_database_up",
        "1 when the database could be read for this page.",
        truth(is_up),
    )
}

fn write_messages(page: &mut Page, stored: &Stored) -> Result {
    let messages = &stored.messages;
    page.gauge("scriptorium_messages", "Messages that are kept.", messages.messages as f64)?;
    page.counter(
        "scriptorium_messages_failed_total",
        "Messages that were refused, dead or too late, in total.",
        messages.failed as f64,
    )?;
    page.counter(
        "scriptorium_handoffs_completed_total",
        "Hand-offs of tasks, in total.",
        messages.handoffs as f64,
    )?;
    page.gauge("scriptorium_dead_letters", "Messages in the state `dead`.", messages.dead as f64)?;
    let sum = |of: fn(&AgentNumbers) -> i64| stored.staff.iter().map(of).sum::<i64>() as f64;
    page.gauges(
        "scriptorium_mailbox_messages",
        "Messages in mailboxes: `queued` wait, `leased` are worked on.",
        "state",
        [("queued", sum(|it| it.mailbox.queued)), ("leased", sum(|it| it.mailbox.leased))],
    )?;
    page.gauge(
        "scriptorium_mailbox_oldest_seconds",
        "How long the message that waits longest could have been taken; 0 when none waits.",
        seconds(messages.oldest_due, stored.at),
    )
}

/// How loaded agents can be, as the page says it.
const AVAILABILITIES: [&str; 4] = ["available", "busy", "unknown", "offline"];

fn write_agents(page: &mut Page, stored: &Stored) -> Result {
    let staff = &stored.staff;
    let count = |availability: &str| {
        staff.iter().filter(|it| it.availability() == availability).count() as f64
    };
    page.gauges(
        "scriptorium_agents",
        "Agents by availability; `unknown` are awake and were never measured.",
        "availability",
        AVAILABILITIES.map(|availability| (availability, count(availability))),
    )?;
    let measured = |it: &AgentNumbers| it.builtin.then_some(it.load).flatten();
    page.gauges(
        "scriptorium_agent_load",
        "The measured load of each built-in agent, from 0 to 1; none where it is unknown.",
        "agent",
        staff.iter().filter_map(|it| Some((it.id.as_str(), measured(it)?))),
    )
}

fn write_swarms(page: &mut Page, stored: &Stored) -> Result {
    let mut by_status: BTreeMap<&str, i64> = BTreeMap::new();
    for (_, status, count, _) in &stored.swarms.counters {
        *by_status.entry(status.as_str()).or_default() += count;
    }
    let count = |status: &str| by_status.get(status).copied().unwrap_or(0) as f64;
    page.gauges(
        "scriptorium_swarms",
        "Swarms that are kept, by status.",
        "status",
        domain::swarms::Status::WORDS.iter().map(|status| (*status, count(status))),
    )?;
    let open = [("ready", stored.swarms.ready as f64), ("leased", stored.swarms.leased as f64)];
    page.gauges(
        "scriptorium_subtasks",
        "Sub-tasks that are not over: `ready` could be begun, `leased` are worked on.",
        "state",
        open,
    )?;
    page.gauge(
        "scriptorium_subtask_oldest_seconds",
        "How long the sub-task that waits longest could have been begun; 0 when none waits.",
        seconds(stored.swarms.oldest_ready, stored.at),
    )
}

fn write_storage(page: &mut Page, stored: &Stored) -> Result {
    page.gauge(
        "scriptorium_database_bytes",
        "How much space the database takes.",
        stored.storage.bytes as f64,
    )?;
    let Some(bytes) = stored.storage.log_bytes else { return Ok(()) };
    page.gauge(
        "scriptorium_database_log_bytes",
        "How much space SQLite's write-ahead log takes; none on PostgreSQL.",
        bytes as f64,
    )
}
