//! The service in numbers, as a Prometheus server reads them. docs/metrics.md says what each is for,
//! and a story holds the two together. No number has a name of a user, a project or a text as its
//! label: who reads this page learns how much is done, and nothing of what.

mod process;
mod requests;

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use domain::{Result, Time, swarms::overview::Figures};
use engine::{
    agents::capabilities::{AgentNumbers, Staff},
    loops::Duty,
    presence::heard_since,
};
use metrics::Page;
use store::{Storage, messages::Stock};

pub(crate) use requests::{Counted, Requests};

use crate::{App, answer::Reply};

/// What the database tells, as it was read last; none when it could not be.
#[derive(Debug)]
pub(crate) struct Told {
    at: Time,
    storage: Storage,
    stock: Stock,
    swarms: Figures,
    staff: Vec<AgentNumbers>,
}

/// The page.
pub(crate) async fn page(State(app): State<App>) -> Reply {
    let told = app.told().get(&app.studio.clock, look(&app)).await;
    let mut page = Page::default();
    write_service(&mut page, &app);
    app.requests().write(&mut page);
    write_door(&mut page, &app);
    let told = told.as_deref();
    write_hub(&mut page, &app, told);
    write_staff(&mut page, told);
    write_swarms(&mut page, &app, told);
    write_database(&mut page, &app, told);
    process::write(&mut page);
    let mut response = Response::new(page.into_text().into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(Page::MEDIA));
    Ok(response)
}

/// Reads what rows remember. A database that cannot be read is no reason to say nothing of all else.
async fn look(app: &App) -> Option<Arc<Told>> {
    let told = read(app).await;
    if let Err(error) = &told {
        tracing::warn!(error = error as &dyn std::error::Error, "no numbers from the database");
    }
    told.ok().map(Arc::new)
}

async fn read(app: &App) -> Result<Told> {
    let (studio, now) = (&app.studio, app.studio.clock.now());
    let heard_since = heard_since(studio, now);
    let (stock, swarms) = studio
        .database
        .scan(move |tx| {
            // What died is counted among the messages.
            let swarms = store::swarms::figures(tx, now, now, heard_since)?;
            Ok((store::messages::stock(tx)?, swarms))
        })
        .await?;
    let staff = Staff::read(&app.studio).await?.numbers(&app.studio);
    Ok(Told { at: now, storage: studio.database.storage().await?, stock, swarms, staff })
}

fn truth(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Seconds between two times; none when they stand the other way round.
fn seconds(since: Option<Time>, until: Time) -> f64 {
    since.map_or(0.0, |since| (until.millis() - since.millis()).max(0) as f64 / 1_000.0)
}

fn write_service(page: &mut Page, app: &App) {
    let labels =
        [("version", env!("CARGO_PKG_VERSION")), ("database", app.studio.database.engine())];
    page.gauge(
        "scriptorium_build_info",
        "Which program this is, and what it remembers in; always 1.",
    )
    .sample(&labels, 1.0);
    let is_ready = app.studio.check_ready().is_ok() && !app.stop.is_stopping();
    page.gauge("scriptorium_ready", "1 when start-up is done and no stop was asked for.")
        .value(truth(is_ready));
    let mut duties =
        page.gauge("scriptorium_duty_running", "1 while the loop that sees to a duty runs.");
    for duty in Duty::ALL {
        duties.sample(&[("duty", duty.name())], truth(app.studio.duties.runs(duty)));
    }
}

fn write_door(page: &mut Page, app: &App) {
    page.gauge("scriptorium_http_connections_open", "Connections that are open.")
        .value(app.connections().open() as f64);
    page.gauge("scriptorium_event_streams_open", "Streams of events that are listened to.")
        .value(app.studio.events.streams() as f64);
    page.gauge("scriptorium_event_log_position", "The number of the last event that was told.")
        .value(app.studio.events.last() as f64);
    page.gauge("scriptorium_search_passages", "Passages of texts that searches look at.")
        .value(app.studio.research.passages() as f64);
}

fn write_hub(page: &mut Page, app: &App, told: Option<&Told>) {
    let meters = &app.studio.meters;
    let mut ended = page.counter(
        "scriptorium_messages_ended_total",
        "Messages that agents were done with here, by the state they brought them into; `queued` \
         goes back to be tried again.",
    );
    for (state, count) in meters.messages().filter(|(_, count)| *count > 0) {
        ended.sample(&[("state", state)], count as f64);
    }
    page.counter(
        "scriptorium_messages_overdue_total",
        "Messages that nobody took or answered in time, as found here.",
    )
    .value(meters.overdue.get() as f64);
    page.counter(
        "scriptorium_message_leases_expired_total",
        "Messages that were given back here because whoever had them went silent.",
    )
    .value(meters.messages_released.get() as f64);

    let mut kept = page.gauge("scriptorium_messages", "Messages that are kept.");
    told.map(|it| kept.value(it.stock.messages as f64));
    let mut failed = page.counter(
        "scriptorium_messages_failed_total",
        "Messages that were refused, died, or came too late, ever.",
    );
    told.map(|it| failed.value(it.stock.failed as f64));
    let mut handed =
        page.counter("scriptorium_handoffs_completed_total", "Tasks that changed hands, ever.");
    told.map(|it| handed.value(it.stock.handoffs as f64));
    let mut dead = page.gauge("scriptorium_dead_letters", "Messages nobody could deal with.");
    told.map(|it| dead.value(it.stock.dead as f64));
    let mut lying = page.gauge(
        "scriptorium_mailbox_messages",
        "Messages in mailboxes: `queued` wait, `leased` are worked on.",
    );
    if let Some(told) = told {
        let sum = |of: fn(&AgentNumbers) -> i64| told.staff.iter().map(of).sum::<i64>() as f64;
        lying.sample(&[("state", "queued")], sum(|it| it.mailbox.queued));
        lying.sample(&[("state", "leased")], sum(|it| it.mailbox.leased));
    }
    let mut oldest = page.gauge(
        "scriptorium_mailbox_oldest_seconds",
        "How long the message that waits longest could have been taken; 0 when none waits.",
    );
    told.map(|it| oldest.value(seconds(it.stock.oldest_due, it.at)));
}

/// How loaded agents can be, as the page says it.
const AVAILABILITIES: [&str; 4] = ["available", "busy", "unknown", "offline"];

fn write_staff(page: &mut Page, told: Option<&Told>) {
    let mut agents = page.gauge(
        "scriptorium_agents",
        "Agents by availability; `unknown` are awake and were never measured.",
    );
    for availability in AVAILABILITIES {
        let fits = |it: &&AgentNumbers| it.availability() == availability;
        let count = |told: &Told| told.staff.iter().filter(fits).count();
        told.map(|it| agents.sample(&[("availability", availability)], count(it) as f64));
    }
    let mut loads = page.gauge(
        "scriptorium_agent_load",
        "The measured load of each built-in agent, from 0 to 1; none where it is unknown.",
    );
    for agent in told.iter().flat_map(|it| &it.staff).filter(|it| it.builtin) {
        if let Some(load) = agent.load {
            loads.sample(&[("agent", &agent.id)], load);
        }
    }
}

fn write_swarms(page: &mut Page, app: &App, told: Option<&Told>) {
    let meters = &app.studio.meters;
    let mut swarms = page.gauge("scriptorium_swarms", "Swarms that are kept, by status.");
    if let Some(told) = told {
        let mut by_status: BTreeMap<&str, i64> = BTreeMap::new();
        for (_, status, count, _) in &told.swarms.counters {
            *by_status.entry(status.as_str()).or_default() += count;
        }
        for status in domain::swarms::Status::WORDS {
            let count = by_status.get(status).copied().unwrap_or(0);
            swarms.sample(&[("status", status)], count as f64);
        }
    }
    let mut open = page.gauge(
        "scriptorium_subtasks",
        "Sub-tasks that are not over: `ready` could be begun, `leased` are worked on.",
    );
    if let Some(told) = told {
        open.sample(&[("state", "ready")], told.swarms.ready as f64);
        open.sample(&[("state", "leased")], told.swarms.leased as f64);
    }
    let mut oldest = page.gauge(
        "scriptorium_subtask_oldest_seconds",
        "How long the sub-task that waits longest could have been begun; 0 when none waits.",
    );
    told.map(|it| oldest.value(seconds(it.swarms.oldest_ready, it.at)));
    let mut ended = page.counter(
        "scriptorium_subtasks_ended_total",
        "Sub-tasks that were worked on here, by what became of them; `ready` goes back to be tried \
         again.",
    );
    for (state, count) in meters.subtasks().filter(|(_, count)| *count > 0) {
        ended.sample(&[("state", state)], count as f64);
    }
    page.counter(
        "scriptorium_subtask_leases_expired_total",
        "Sub-tasks that were taken from whoever had them here, because they went silent.",
    )
    .value(meters.subtasks_released.get() as f64);
}

fn write_database(page: &mut Page, app: &App, told: Option<&Told>) {
    let work = app.studio.database.work();
    page.gauge("scriptorium_database_up", "1 when the database could be read for this page.")
        .value(truth(told.is_some()));
    page.histogram(
        "scriptorium_database_commit_writes",
        "Writes that shared a commit and its flush.",
    )
    .spread(&[], &work.groups, 1.0);
    page.histogram("scriptorium_database_commit_duration_seconds", "How long commits took.")
        .spread(&[], &work.times, 1e-9);
    page.counter(
        "scriptorium_database_reruns_total",
        "Closures that were run again: two stood in each other's way, or one spoilt its batch.",
    )
    .value(work.reruns as f64);
    page.gauge(
        "scriptorium_database_queue",
        "Closures that wait for a thread of the database: writes on SQLite, reads too on PostgreSQL.",
    )
    .value(work.queued as f64);
    let mut size = page.gauge("scriptorium_database_bytes", "How much room the database takes.");
    told.map(|it| size.value(it.storage.bytes as f64));
    let mut log = page.gauge(
        "scriptorium_database_log_bytes",
        "How much room SQLite's write-ahead log takes; none on PostgreSQL.",
    );
    told.and_then(|it| it.storage.log_bytes).map(|bytes| log.value(bytes as f64));
}
