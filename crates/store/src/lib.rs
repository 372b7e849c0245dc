//! Tables and SQL: the only crate that writes statements. The same text runs on SQLite and on
//! PostgreSQL. Rules are in `domain`: a function here reads, writes and counts, and decides nothing but
//! who may see what.

mod column;
mod database;
mod record_counters;
mod sql;
mod tree_page;

pub mod accounts;
pub mod agents;
pub mod backups;
pub mod budgets;
pub mod clock;
pub mod consistency;
pub mod documents;
pub mod entities;
pub mod events;
pub mod exports;
pub mod extracts;
pub mod facts;
pub mod findings;
pub mod folders;
pub mod idempotency;
pub mod imports;
pub mod languages;
pub mod lore;
pub mod members;
pub mod messages;
pub mod names;
pub mod nearest;
pub mod nodes;
pub mod notifications;
pub mod project_counters;
pub mod projects;
pub mod promises;
pub mod proposals;
pub mod quotations;
pub mod readiness;
pub mod readings;
pub mod research;
pub mod sessions;
pub mod steps;
pub mod swarms;
pub mod timelines;
pub mod trash;
pub mod tree_table;
pub mod usage;

pub use database::{Database, ReadLength, Settings, version};
pub use db::{FileCheck, Statistics, Storage, Tx, is_unflushed};

/// The answer to a write on a full disk.
const FULL: &str = "The disk is full: nothing can be stored until there is space again";

/// Says what was being done when a statement failed.
trait Doing<T> {
    /// The same result, with the failure as a [`domain::Error`].
    fn doing(self, doing: &'static str) -> domain::Result<T>;
}

impl<T> Doing<T> for Result<T, db::Error> {
    fn doing(self, doing: &'static str) -> domain::Result<T> {
        self.map_err(|error| failure(doing, error))
    }
}

// Not inlined: it is called for the results of many types, and hardly ever.
#[cold]
fn failure(doing: &'static str, error: db::Error) -> domain::Error {
    match error {
        db::Error::Full { .. } => domain::Error::Unavailable(FULL.to_owned()),
        error @ db::Error::OutcomeUnknown { .. } => domain::Error::outcome_unknown(doing, error),
        error if error.is_unavailable() => domain::Error::Unavailable(error.to_string()),
        error => domain::Error::internal(doing, error),
    }
}
