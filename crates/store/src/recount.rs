//! Everything that is kept though it follows from other rows, counted again: totals of lists, the
//! counters of projects and mailboxes, what is kept as a view writes it; and rows that belong to
//! nothing. Looking changes nothing; rebuilding writes what was counted, in one transaction.
//!
//! What only ever grew (messages that failed, edits of a day) cannot be counted once the rows it grew
//! from were forgotten, and is left alone.

mod digests;
mod missing;
mod orphans;
mod totals;
mod views;

use db::Tx;
use domain::Result;

pub(crate) use digests::is_changed;
pub use digests::{After, changed, count_changed};

use crate::{Doing as _, backups, column};

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

/// What is not as it should be, over one state of the memory.
pub fn look(tx: &mut Tx<'_>) -> Result<Vec<Off>> {
    let mut found = missing::look(tx)?;
    found.extend(totals::look(tx)?);
    found.extend(views::look(tx)?);
    found.extend(orphans::look(tx)?);
    found.extend(digests::look(tx)?);
    Ok(found)
}

/// Counts everything anew, and makes every index anew. Nobody else may be at the memory.
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

/// The latest moment at which anything was written, in milliseconds; none in an empty memory.
pub fn latest(tx: &mut Tx<'_>) -> Result<Option<domain::Time>> {
    let row = tx
        .row(
            "SELECT max(at)
               FROM (SELECT max(created_at) AS at FROM event
                     UNION ALL
                     SELECT max(modified_at) FROM document
                     UNION ALL
                     SELECT max(created_at) FROM message) AS latest",
            (),
        )
        .doing("looking for the latest row")?;
    let at: Option<i64> = row.map_or(Ok(None), |mut row| column::get(&mut row, 0))?;
    Ok(at.map(domain::Time::from_millis))
}

/// The number a statement answers.
fn number(tx: &mut Tx<'_>, statement: &'static str) -> Result<i64> {
    let row = tx.row(statement, ()).doing("counting anew")?;
    row.map_or(Ok(0), |mut row| column::get(&mut row, 0))
}

/// What is found of so many of something; nothing of none.
fn found(number: i64, what: impl Fn(i64) -> String, remedy: Remedy) -> Option<Off> {
    (number > 0).then(|| Off { what: what(number), remedy })
}
