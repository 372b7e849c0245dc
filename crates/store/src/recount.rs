//! Everything that is stored though it follows from other rows, counted again: totals of lists, the
//! counters of projects and mailboxes, derived columns; and rows that belong to nothing. Looking changes
//! nothing; rebuilding writes what was counted, in one transaction.
//!
//! What only ever grew (messages that failed, edits of a day) cannot be counted once the rows it grew
//! from were deleted, and is left alone.

mod digests;
mod missing;
mod orphans;
mod totals;
mod views;

use db::{Tx, Value};
use domain::{Error, Result};

pub(crate) use digests::is_changed;
pub use digests::{After, changed, count_changed};

use crate::{Doing as _, backups, column::ReadColumns as _};

/// Something about the rows that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Off {
    /// What, with how many of it, as a sentence without its end.
    pub what: String,
    /// What helps.
    pub remedy: Remedy,
}

/// What helps where rows are not as they should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// [`rebuild`].
    Rebuild,
    /// A backup from before it happened.
    Restore,
    /// A service that runs takes it up by itself.
    Serve,
}

/// What is not as it should be, in one state of the database.
pub fn look(tx: &mut Tx<'_>) -> Result<Vec<Off>> {
    let mut found = missing::look(tx)?;
    found.extend(totals::look(tx)?);
    found.extend(views::look(tx)?);
    found.extend(orphans::look(tx)?);
    found.extend(digests::look(tx)?);
    Ok(found)
}

/// Counts everything anew, and makes every index anew. Nobody else may use the database.
///
/// # Errors
/// When the database fails; then nothing is changed.
pub fn rebuild(tx: &mut Tx<'_>) -> Result<()> {
    for table in backups::tables(tx)? {
        tx.reindex(&table).doing("making indexes anew")?;
    }
    missing::rebuild(tx)?;
    totals::rebuild(tx)?;
    views::rebuild(tx)
}

/// The latest moment at which anything was written, in milliseconds; none in an empty database.
pub fn latest(tx: &mut Tx<'_>) -> Result<Option<domain::Time>> {
    let row = tx
        .row(
            "SELECT max(at) AS at
               FROM (SELECT max(created_at) AS at FROM event
                     UNION ALL
                     SELECT max(modified_at) FROM document
                     UNION ALL
                     SELECT max(created_at) FROM message) AS latest",
            (),
        )
        .doing("looking for the latest row")?;
    let at: Option<i64> = row.map_or(Ok(None), |mut row| row.value("at"))?;
    Ok(at.map(domain::Time::from_millis))
}

/// The number that a statement returns.
fn number(tx: &mut Tx<'_>, statement: &'static str) -> Result<i64> {
    let row = tx.row(statement, ()).doing("counting anew")?;
    match row.map(db::Row::into_values).as_deref() {
        None => Ok(0),
        Some([Value::Integer(number)]) => Ok(*number),
        Some(other) => Err(Error::internal("counting anew", format!("{other:?} is no number"))),
    }
}

/// What is found of so many of something; nothing of none.
fn found(number: i64, what: impl Fn(i64) -> String, remedy: Remedy) -> Option<Off> {
    (number > 0).then(|| Off { what: what(number), remedy })
}
