//! Commands, views and background workers. A command is one function per change ([`change`]); a worker
//! looks at the tables, does one bounded step, and has no state that must survive. No HTTP, no SQL.

pub mod change;
pub mod clock;
pub mod idempotency;
pub mod wakers;

pub mod agents;
pub mod analyses;
pub mod backups;
pub mod completions;
pub mod documents;
pub mod drafts;
pub mod event_log;
pub mod exports;
pub mod findings;
pub mod folders;
pub mod imports;
pub mod janitor;
pub mod languages;
pub mod ledger;
pub mod lore;
pub mod mentions;
pub mod messages;
pub mod metrics;
pub mod models;
pub mod names;
pub mod nodes;
pub mod notifications;
pub mod presence;
pub mod projects;
pub mod promises;
pub mod prompts;
pub mod proposals;
pub mod quotations;
pub mod readiness;
pub mod registry;
pub mod replacements;
pub mod research;
pub mod resources;
pub mod sessions;
pub mod skills;
pub mod speakers;
pub mod steps;
pub mod swarms;
pub mod timelines;
pub mod tokens;
pub mod tools;
pub mod trash;
pub mod usage;
pub mod workers;

mod agent_rules;
mod batches;
mod blocking;
mod checks;
mod extracts;
#[cfg(debug_assertions)]
mod failpoint;
mod readings;
mod tree;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use domain::{Error, Result, agents::Strategy};
use store::Database;

use backups::Backups;
pub use change::Change;
pub use clock::Clock;
use event_log::EventLog;
use metrics::Metrics;
use models::Models;
use presence::Presence;
use research::Research;
use wakers::Wakers;
use workers::RunningWorkers;

/// The running service. Clones are handles on the same.
#[derive(Clone)]
pub struct Studio(Arc<Inner>);

/// What a studio is made of; see [`Studio`].
pub struct Inner {
    /// The database.
    pub database: Database,
    /// Where the time comes from.
    pub clock: Clock,
    /// The settings.
    pub settings: Settings,
    /// Notifies workers after commits.
    pub wakers: Wakers,
    /// How loaded the agents are.
    pub presence: Presence,
    /// The tail of the event log.
    pub events: EventLog,
    /// The passages that searches look at.
    pub research: Research,
    /// The cards of the staff, as they were last read.
    pub(crate) cards: agents::capabilities::Cards,
    /// The result of the latest backup.
    pub backups: Backups,
    /// What models are writing.
    pub drafts: drafts::Drafts,
    /// The calls of tools that are not in the event log yet.
    pub(crate) tool_calls: tools::ToolLog,
    /// Which workers run.
    pub workers: RunningWorkers,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// The language models that agents ask.
    pub models: Models,
    /// The permits of requests that wait for a message.
    pub(crate) waits: tokio::sync::Semaphore,
    /// The permits of requests whose books are read.
    pub(crate) book_readings: tokio::sync::Semaphore,
    /// What readings of documents and of books share.
    pub(crate) readings: readings::SharedReadings,
    /// The name under which this process leases work; a restart keeps it.
    pub node: String,
    ready: AtomicBool,
}

/// How the studio is to work.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How agents are suggested.
    pub routing: Strategy,
    /// From this load on an agent is busy, 0 to 1.
    pub busy_threshold: f64,
    /// The most messages that wait in one mailbox.
    pub mailbox_max: i64,
    /// How often an external agent says that it is there, in milliseconds.
    pub heartbeat_ms: i64,
    /// How long a worker may be silent about a message or an import, in milliseconds.
    pub lease_ms: i64,
    /// How swarms are to work.
    pub swarms: swarms::Limits,
    /// Which language models there are.
    pub models: models::ModelSettings,
    /// What makes the vectors of passages.
    pub embedder: research::EmbedderSetting,
    /// What language models may spend.
    pub budgets: steps::BudgetLimits,
    /// When backups are made, and where they are stored.
    pub backups: backups::BackupSchedule,
    /// Which folders are kept in step with manuscripts.
    pub folders: folders::FolderSettings,
    /// The most events that are kept.
    pub events_max: i64,
    /// How long events are kept, in days.
    pub events_days: i64,
    /// The most event streams that are open at once.
    pub streams_max: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            routing: Strategy::FirstMatch,
            busy_threshold: domain::agents::routing::BUSY_THRESHOLD,
            mailbox_max: 1_000,
            heartbeat_ms: 10_000,
            lease_ms: 60_000,
            swarms: swarms::Limits::default(),
            models: models::ModelSettings::default(),
            embedder: research::EmbedderSetting::default(),
            budgets: steps::BudgetLimits::default(),
            backups: backups::BackupSchedule {
                every_hours: 0,
                keep: 1,
                folder: std::path::PathBuf::new(),
            },
            folders: folders::FolderSettings::default(),
            events_max: 100_000,
            events_days: 30,
            streams_max: 1_024,
        }
    }
}

impl std::ops::Deref for Studio {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Studio {
    /// Whether a language model is configured for an agent.
    pub fn has_model(&self, agent_id: &str) -> bool {
        self.models.of(agent_id).is_some()
    }

    /// A studio on this database, not ready before [`Studio::recover`].
    pub fn new(database: Database, clock: Clock, settings: Settings, node: String) -> Self {
        Self(Arc::new(Inner {
            events: EventLog::new(settings.streams_max),
            models: Models::new(&settings.models),
            research: Research::new(&settings.embedder),
            database,
            clock,
            settings,
            wakers: Wakers::default(),
            presence: Presence::default(),
            cards: agents::capabilities::Cards::default(),
            backups: Backups::default(),
            drafts: drafts::Drafts::default(),
            tool_calls: tools::ToolLog::default(),
            workers: RunningWorkers::default(),
            metrics: Metrics::default(),
            waits: tokio::sync::Semaphore::new(messages::external::WAITS_MAX),
            book_readings: tokio::sync::Semaphore::new(imports::READINGS_MAX),
            readings: readings::SharedReadings::default(),
            node,
            ready: AtomicBool::new(false),
        }))
    }

    /// Recovers from the last run of this process: registers the built-in agents, wakes those that
    /// start by themselves, and releases leases of work that was interrupted. Then the studio is ready.
    pub async fn recover(&self) -> Result<()> {
        self.clock.continue_from_database(&self.database).await?;
        registry::install(self).await?;
        messages::upkeep::recover(self).await?;
        imports::recover(self).await?;
        exports::recover(self).await?;
        swarms::recover(self).await?;
        presence::recover(self).await?;
        self.presence.read_history(self).await?;
        self.events.catch_up(self).await?;
        self.ready.store(true, Ordering::Release);
        Ok(())
    }

    /// An error until start-up is done.
    pub fn check_ready(&self) -> Result<()> {
        if self.ready.load(Ordering::Acquire) {
            Ok(())
        } else {
            Err(Error::Unavailable("The studio is starting".to_owned()))
        }
    }
}
