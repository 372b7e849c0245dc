//! What can go wrong between a caller and its database, said alike for both engines.
//!
//! No text in here repeats a value that was bound to a statement: what people write must not
//! travel into logs by way of an error. It is therefore not a wrapper around the drivers' errors;
//! PostgreSQL, for one, quotes the offending value in its messages.

use std::fmt;

/// Why a statement, a transaction or a whole database could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The disk, or the size the database may have, is used up. Reads go on.
    #[error("{doing} failed: no space is left")]
    Full {
        /// What was being done.
        doing: &'static str,
        /// What the engine said.
        source: Cause,
    },
    /// Someone else held a lock for longer than we wait, or kept winning every retry.
    #[error("the database was kept busy by other work for too long")]
    Busy,
    /// A statement ran longer than it may and was stopped.
    #[error("the database took too long to answer")]
    Timeout,
    /// The database was closed; nothing was done.
    #[error("the database is closed")]
    Closed,
    /// The connection is lost, or the files cannot be read or written; nothing was kept.
    #[error("{doing} failed: the database cannot be reached")]
    Unreachable {
        /// What was being done.
        doing: &'static str,
        /// What the engine or the operating system said.
        source: Cause,
    },
    /// The commit failed in a way that leaves open whether its writes are there after a restart.
    /// Repeating the write is only right if it recognises that it was done before.
    #[error("it is unknown whether the write was kept: its commit failed")]
    OutcomeUnknown {
        /// What the engine or the operating system said.
        source: Cause,
    },
    /// The engine finds its own files damaged: what it read cannot have been written by it.
    #[error("{doing} failed: the database is damaged")]
    Damaged {
        /// What was being done.
        doing: &'static str,
        /// What the engine said.
        source: Cause,
    },
    /// A row would have broken a rule of the schema.
    #[error("{doing} failed: {kind} rule broken at {at}")]
    Constraint {
        /// What was being done.
        doing: &'static str,
        /// Which kind of rule.
        kind: Constraint,
        /// What the engine calls it: `table.column` on SQLite, the rule's name on PostgreSQL.
        at: String,
    },
    /// An earlier statement of the same transaction failed, and its error was passed over.
    #[error("nothing more can be done in this transaction: one of its statements failed")]
    Aborted,
    /// The closure panicked; what it had written was rolled back.
    #[error("the closure panicked inside its transaction")]
    Panicked,
    /// A value cannot be bound on both engines.
    #[error("parameter {parameter} {flaw}")]
    Parameter {
        /// Counted from 1, as in the statement.
        parameter: usize,
        /// What is wrong with it, without repeating it.
        flaw: &'static str,
    },
    /// A column holds something else than was asked for.
    #[error("column {column} holds {found}, wanted {wanted}")]
    Column {
        /// Its name; its position, counted from 0, where it has none.
        column: String,
        /// What is there.
        found: &'static str,
        /// What was asked for.
        wanted: &'static str,
    },
    /// The database was written by a newer program.
    #[error(
        "the database has schema version {found}, but this program knows versions up to {known}: \
         run a newer program, or restore the backup made before the upgrade"
    )]
    NewerSchema {
        /// The version in the database.
        found: i64,
        /// The highest version this program knows.
        known: i64,
    },
    /// A migration that the database has seen is another one than that of this program.
    #[error(
        "the tables were made by another build of this program: its migration {version} ({name}) is \
         not the one of this build, which leaves them alone. Run that build; with it, export the \
         projects to import them into a new data folder or database"
    )]
    OtherSchema {
        /// The version of the first that differs.
        version: i64,
        /// Its name in this program.
        name: &'static str,
    },
    /// Anything else: a mistake in a statement, a refused password.
    #[error("{doing} failed")]
    Other {
        /// What was being done.
        doing: &'static str,
        /// What the engine or the operating system said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Error {
    /// Whether the database cannot serve at present, through no fault of what was asked: no
    /// space, busy, too slow, out of reach or closed. The caller answers "try again later".
    ///
    /// [`Error::OutcomeUnknown`] is not among them: blindly trying again may do the work twice.
    pub fn is_unavailable(&self) -> bool {
        matches!(
            self,
            Error::Full { .. }
                | Error::Busy
                | Error::Timeout
                | Error::Closed
                | Error::Unreachable { .. }
        )
    }

    pub(crate) fn damaged(doing: &'static str, text: impl Into<String>) -> Error {
        Error::Damaged { doing, source: Cause(text.into()) }
    }

    pub(crate) fn other(doing: &'static str, text: impl Into<String>) -> Error {
        Error::Other { doing, source: Box::new(Cause(text.into())) }
    }

    pub(crate) fn file(doing: &'static str, error: std::io::Error) -> Error {
        if error.kind() == std::io::ErrorKind::StorageFull {
            return Error::Full { doing, source: Cause(error.to_string()) };
        }
        Error::Other { doing, source: Box::new(error) }
    }
}

/// What the engine said, cleared of bound values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Cause(pub(crate) String);

/// The kinds of rules a schema lays on rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constraint {
    /// Two rows would have the same key.
    Unique,
    /// A row would point at one that is not there.
    ForeignKey,
    /// A column would be empty that may not be.
    NotNull,
    /// A `CHECK` says no.
    Check,
    /// A rule of another kind.
    Other,
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Constraint::Unique => "uniqueness",
            Constraint::ForeignKey => "foreign key",
            Constraint::NotNull => "not-null",
            Constraint::Check => "check",
            Constraint::Other => "schema",
        })
    }
}

/// An engine's refusal, kept by the transaction in which it happened. Unlike [`Error`] it can be
/// copied, because one failed commit is reported to every caller of its batch.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    pub(crate) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultKind {
    Full,
    Busy,
    /// Two transactions were in conflict; the same closure may succeed when run again.
    Conflict,
    /// A prepared statement outlived the schema it was made for; passes when prepared again.
    Stale,
    Timeout,
    Unreachable,
    /// The engine's own files are not as it wrote them.
    Damaged,
    Constraint(Constraint),
    Other,
}

impl Fault {
    pub(crate) fn into_error(self, doing: &'static str) -> Error {
        let source = Cause(self.text);
        match self.kind {
            FaultKind::Full => Error::Full { doing, source },
            FaultKind::Busy | FaultKind::Conflict => Error::Busy,
            FaultKind::Timeout => Error::Timeout,
            FaultKind::Unreachable => Error::Unreachable { doing, source },
            FaultKind::Damaged => Error::Damaged { doing, source },
            FaultKind::Constraint(kind) => Error::Constraint { doing, kind, at: source.0 },
            FaultKind::Stale | FaultKind::Other => Error::Other { doing, source: Box::new(source) },
        }
    }

    /// Whether the same closure may pass when it is run again from the start.
    pub(crate) fn is_retryable(&self) -> bool {
        matches!(self.kind, FaultKind::Conflict | FaultKind::Stale | FaultKind::Unreachable)
    }

    pub(crate) fn into_outcome_unknown(self) -> Error {
        Error::OutcomeUnknown { source: Cause(self.text) }
    }
}

/// Why a transaction was not committed.
pub(crate) enum NotCommitted {
    /// Nothing was kept, for certain.
    Undone(Fault),
    /// Its writes may or may not be there.
    Unknown(Fault),
}

/// Why a statement gave no answer: we refused to send it, or the engine refused to run it. Only
/// the second spoils the transaction.
pub(crate) enum StatementError {
    Rejected(Error),
    Failed(Fault),
}

impl From<Error> for StatementError {
    fn from(error: Error) -> Self {
        StatementError::Rejected(error)
    }
}

impl From<Fault> for StatementError {
    fn from(fault: Fault) -> Self {
        StatementError::Failed(fault)
    }
}

/// The statement in one line and shortened, for error texts. It is program text, never a value.
pub(crate) fn shortened(sql: &str) -> String {
    const DISPLAYED_CHARS: usize = 120;
    let mut line = String::new();
    for word in sql.split_whitespace() {
        if line.chars().count() + word.chars().count() > DISPLAYED_CHARS {
            line.push_str(" …");
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_outcome_does_not_invite_a_blind_retry() {
        let unknown = Error::OutcomeUnknown { source: Cause("fsync".into()) };

        assert!(!unknown.is_unavailable());
        assert!(Error::Busy.is_unavailable());
        assert!(Error::Full { doing: "committing", source: Cause(String::new()) }.is_unavailable());
    }

    #[test]
    fn a_long_statement_is_shown_in_one_short_line() {
        let sql = "SELECT id,\n       name\n  FROM thing";
        assert_eq!(shortened(sql), "SELECT id, name FROM thing");

        let long = "word ".repeat(100);
        let displayed = shortened(&long);

        assert!(displayed.ends_with(" …"), "{displayed}");
        assert!(displayed.chars().count() < 130, "{displayed}");
    }
}
