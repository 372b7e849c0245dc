//! Whole projects, row by row: what an export reads and an import writes. Which tables there are is
//! in [`tables`]; how rows lie in a folder is in `domain::exports`. This knows no noun of its own.

mod tables;

use db::{Bind, Bound, Constraint, Row, Tx, Value};
use domain::{
    Error, Principal, Result, Time,
    exports::{Cell, Column, Kind},
};

pub use tables::TABLES;

use crate::{
    Doing as _, column, members,
    projects::{self, Found, Seen},
    summaries,
};

/// A table whose rows belong to a project.
#[derive(Debug)]
pub struct Table {
    /// Its name, which is also that of its files.
    pub name: &'static str,
    /// The columns that are written and read back, in the order of the statements.
    pub columns: &'static [Column],
    /// The rows of project `?1` behind the key `?2`, `?3`: at most `?4`, in the order of their keys.
    /// After the columns come the key's text and number, then what `path` wants to know.
    select: &'static str,
    /// What keeps a row: statements, each with the columns it takes.
    inserts: &'static [(&'static str, &'static [usize])],
    /// Rows that are read at once, and lie in one file.
    pub rows_max: i64,
    /// Where a row's text should lie, from all that was selected; without an ending.
    pub path: Option<fn(&[Cell]) -> String>,
    /// Whether it holds what was before, which an export may leave out.
    pub is_history: bool,
    /// Whether its one row makes the project visible, and so comes last.
    pub is_last: bool,
}

/// Where reading goes on: behind the row of this key.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct After {
    text: String,
    number: i64,
}

/// A row as it was read: its cells, with what names its text behind them.
#[derive(Debug)]
pub struct Record {
    /// The cells of the columns, then those that only name.
    pub cells: Vec<Cell>,
}

/// Rows of a project behind `after`, and where the next ones begin; none at the end.
///
/// # Errors
/// When the database fails.
pub fn page(
    tx: &mut Tx<'_>,
    project: &Seen,
    table: &Table,
    after: &After,
) -> Result<(Vec<Record>, Option<After>)> {
    let rows = tx
        .rows(table.select, (project.id(), &after.text, after.number, table.rows_max))
        .doing("reading rows for an export")?;
    let is_full = i64::try_from(rows.len()).unwrap_or(i64::MAX) == table.rows_max;
    let mut records = Vec::with_capacity(rows.len());
    let mut last = None;
    for mut row in rows {
        let key = table.columns.len();
        last = Some(After {
            text: column::get(&mut row, key)?,
            number: column::get(&mut row, key + 1)?,
        });
        records.push(Record { cells: cells(&mut row, key)? });
    }
    Ok((records, last.filter(|_| is_full)))
}

/// The cells of a row whose key stands from column `key` on.
fn cells(row: &mut Row, key: usize) -> Result<Vec<Cell>> {
    (0..row.len())
        .filter(|at| *at != key && *at != key + 1)
        .map(|at| {
            Ok(match column::get::<Value>(row, at)? {
                Value::Null => Cell::Null,
                Value::Integer(number) => Cell::Integer(number),
                Value::Real(number) => Cell::Real(number),
                Value::Text(text) => Cell::Text(text),
                Value::Blob(_) => return Err(Error::internal("reading rows", "bytes in a row")),
            })
        })
        .collect()
}

/// Keeps a row.
///
/// # Errors
/// A conflict when its id is taken by a row of another project.
pub fn keep(tx: &mut Tx<'_>, table: &Table, cells: &[Cell]) -> Result<()> {
    for (statement, columns) in table.inserts {
        let given: Vec<Given<'_>> =
            columns.iter().map(|at| Given(&cells[*at], table.columns[*at].kind)).collect();
        match tx.run(statement, given.as_slice()) {
            Ok(_) => {}
            Err(db::Error::Constraint { kind: Constraint::Unique, .. }) => {
                let reason = format!("A row of {} has an id that is taken", table.name);
                return Err(Error::Conflict(reason));
            }
            failed => failed.doing("keeping a row of an import").map(drop)?,
        }
    }
    Ok(())
}

/// A cell on its way into a column of a kind.
struct Given<'c>(&'c Cell, Kind);

impl Bind for Given<'_> {
    fn bound(&self) -> Bound<'_> {
        match (self.0, self.1) {
            (Cell::Integer(number), Kind::Real) => Bound::Real(*number as f64),
            (Cell::Integer(number), _) => Bound::Integer(*number),
            (Cell::Real(number), _) => Bound::Real(*number),
            (Cell::Text(text), _) => Bound::Text(text),
            (Cell::Null, Kind::Integer) => Bound::Null(db::Kind::Integer),
            (Cell::Null, Kind::Real) => Bound::Null(db::Kind::Real),
            (Cell::Null, _) => Self::null(),
        }
    }

    fn null() -> Bound<'static> {
        Bound::Null(db::Kind::Text)
    }
}

/// Whether a project of this id is there, for anybody, or on its way in.
///
/// # Errors
/// When the database fails.
pub fn is_taken(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let row = tx
        .row(
            "SELECT id
               FROM project
              WHERE id = ?1
              UNION ALL
             SELECT project_id
               FROM project_import
              WHERE project_id = ?1",
            (id,),
        )
        .doing("looking for a project")?;
    Ok(row.is_some())
}

/// A project of this id is on its way in.
///
/// # Errors
/// A conflict when another is.
pub fn begin(tx: &mut Tx<'_>, id: &str, now: Time) -> Result<()> {
    let begun = tx
        .run(
            "INSERT INTO project_import (project_id, started_at)
             VALUES (?1, ?2)
             ON CONFLICT (project_id) DO NOTHING",
            (id, now.millis()),
        )
        .doing("beginning an import")?;
    if begun == 0 {
        return Err(Error::Conflict("This project is being imported already".to_owned()));
    }
    Ok(())
}

/// The project is in, with its own row; it gets its members and counts among all.
///
/// # Errors
/// Unavailable when what was written of it was removed meanwhile, because it took too long.
pub fn end(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Found> {
    let ended = tx
        .run(
            "DELETE FROM project_import
              WHERE project_id = ?1",
            (id,),
        )
        .doing("ending an import")?;
    if ended == 0 {
        return Err(Error::Unavailable("The import took too long and was given up".to_owned()));
    }
    let found = projects::hold(tx, principal, id)?;
    let (seen, project, _) = &found;
    members::replace(tx, seen, &project.detail.collaborators)?;
    summaries::add_to_counter(tx, "projects", 1)?;
    Ok(found)
}

/// Removes what was written of an import that began before `before`, one at a time; whether there
/// was one.
///
/// # Errors
/// When the database fails.
pub fn give_up(tx: &mut Tx<'_>, before: Time) -> Result<bool> {
    let row = tx
        .row(
            "SELECT project_id
               FROM project_import
              WHERE started_at < ?1
              ORDER BY started_at
              LIMIT 1 /*+skip_locked*/",
            (before.millis(),),
        )
        .doing("looking for imports that broke off")?;
    let Some(mut row) = row else { return Ok(false) };
    let id: String = column::get(&mut row, 0)?;
    abandon(tx, &id)?;
    Ok(true)
}

/// Removes what was written of an import.
///
/// # Errors
/// When the database fails.
pub fn abandon(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    projects::forget_rows(tx, id)?;
    tx.run(
        "DELETE FROM project_import
          WHERE project_id = ?1",
        (id,),
    )
    .doing("removing an import")
    .map(drop)
}
