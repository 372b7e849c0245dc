//! Checks and rebuilds what is stored although it follows from other rows: counters of records, of
//! projects and of mailboxes, derived columns; and finds missing rows and changed texts. [`check`]
//! changes nothing; [`rebuild`] writes what was counted, in one transaction.
//!
//! What only ever grew (messages that failed, edits of a day) cannot be counted once the rows it grew
//! from were deleted, and is left alone.

mod derived_columns;
mod digests;
mod missing_rows;
mod totals;

use db::{Tx, Value};
use domain::{Error, Result};

pub(crate) use digests::is_changed;
pub use digests::{TextCursor, changed, count_changed};

use crate::{Doing as _, backups, column::ReadColumns as _};

/// Rows that are not as they should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
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
    /// The service continues it by itself.
    Serve,
}

/// All mismatches, in one state of the database.
pub fn check(tx: &mut Tx<'_>) -> Result<Vec<Mismatch>> {
    let mut found = missing_rows::check(tx)?;
    found.extend(totals::check(tx)?);
    found.extend(derived_columns::check(tx)?);
    found.extend(digests::check(tx)?);
    Ok(found)
}

/// Counts everything again, and rebuilds every index. Nobody else may use the database.
pub fn rebuild(tx: &mut Tx<'_>) -> Result<()> {
    for table in backups::tables(tx)? {
        tx.reindex(&table).doing("making indexes anew")?;
    }
    missing_rows::rebuild(tx)?;
    totals::rebuild(tx)?;
    derived_columns::rebuild(tx)
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

/// The mismatch of so many rows; none of 0.
fn mismatch(number: i64, what: impl Fn(i64) -> String, remedy: Remedy) -> Option<Mismatch> {
    (number > 0).then(|| Mismatch { what: what(number), remedy })
}
