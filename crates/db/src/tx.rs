//! One transaction, as a store function sees it: it runs statements and returns owned rows. It cannot
//! begin, commit or roll back; what the closure returns decides that.

use crate::bind::Params;
use crate::call::RUNNING;
use crate::damage::Damage;
use crate::error::{Error, Fault, StatementError};
use crate::postgres::Session;
use crate::row::Row;
use crate::sqlite::statement;

/// A transaction in progress. Once one of its statements has failed, nothing more can be done in
/// it, on either engine, and it will be rolled back whatever the closure returns: write
/// `ON CONFLICT` instead of catching an error.
pub struct Tx<'c> {
    pub(crate) on: Connection<'c>,
    fault: Option<Fault>,
    damage: &'c Damage,
}

pub(crate) enum Connection<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c mut Session),
}

impl<'c> Tx<'c> {
    pub(crate) fn sqlite(connection: &'c rusqlite::Connection, damage: &'c Damage) -> Tx<'c> {
        Tx { on: Connection::Sqlite(connection), fault: None, damage }
    }

    pub(crate) fn postgres(session: &'c mut Session, damage: &'c Damage) -> Tx<'c> {
        Tx { on: Connection::Postgres(session), fault: None, damage }
    }

    /// The first row of the answer, or none. All changes of a changing statement are made.
    ///
    /// # Errors
    /// What the engine says; [`Error::Parameter`] for a value that cannot be bound or a wrong
    /// number of values; [`Error::Aborted`] after an earlier failure.
    pub fn row(&mut self, sql: &'static str, params: impl Params) -> Result<Option<Row>, Error> {
        self.check_not_aborted()?;
        let answer = match &mut self.on {
            Connection::Sqlite(connection) => statement::row(connection, sql, &params),
            Connection::Postgres(session) => session.row(sql, &params),
        };
        self.recorded(answer)
    }

    /// All rows of the answer. They are all held in memory: the statement carries the `LIMIT`.
    pub fn rows(&mut self, sql: &'static str, params: impl Params) -> Result<Vec<Row>, Error> {
        self.check_not_aborted()?;
        let answer = match &mut self.on {
            Connection::Sqlite(connection) => statement::rows(connection, sql, &params),
            Connection::Postgres(session) => session.rows(sql, &params),
        };
        self.recorded(answer)
    }

    /// How many rows an `INSERT`, `UPDATE` or `DELETE` changed.
    pub fn run(&mut self, sql: &'static str, params: impl Params) -> Result<u64, Error> {
        self.check_not_aborted()?;
        let answer = match &mut self.on {
            Connection::Sqlite(connection) => statement::run(connection, sql, &params),
            Connection::Postgres(session) => session.run(sql, &params),
        };
        self.recorded(answer)
    }

    /// Whether writes become visible in the order in which they run. True on SQLite, which has one
    /// writer: a number generated inside a write is never overtaken by a higher one. On PostgreSQL a
    /// lower number may appear after a higher one was seen, so numbers are given after the commit.
    pub fn commits_in_order(&self) -> bool {
        matches!(self.on, Connection::Sqlite(_))
    }

    /// Runs the statements of a migration, which has its own rules of translation.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), Error> {
        self.check_not_aborted()?;
        let answer = match &mut self.on {
            Connection::Sqlite(connection) => statement::batch(connection, sql),
            Connection::Postgres(session) => session.batch(sql),
        };
        self.recorded(answer)
    }

    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    pub(crate) fn check_not_aborted(&self) -> Result<(), Error> {
        if self.fault.is_some() { Err(Error::Aborted) } else { Ok(()) }
    }

    pub(crate) fn recorded<T>(&mut self, answer: Result<T, StatementError>) -> Result<T, Error> {
        answer.map_err(|trouble| match trouble {
            StatementError::Rejected(error) => error,
            StatementError::Failed(fault) => {
                self.damage.note_fault(&fault);
                self.fault = Some(fault.clone());
                fault.into_error(RUNNING)
            }
        })
    }
}
