//! Whole projects, row by row: what an export reads and an import writes. Which tables there are is
//! in [`tables`]; how rows lie in a folder is in `domain::exports`. This knows no noun of its own.

pub(crate) mod counters;
mod tables;

use std::collections::HashMap;

use db::{Bind, Bound, Constraint, Tx, Value};
use domain::{
    Error, Principal, Result, Time,
    exports::{Cell, Column, ColumnKind, RequestCheck},
};

pub use tables::{FOLDERS, TABLES};

use crate::{
    Doing as _,
    column::ReadColumns as _,
    documents, members, project_counters,
    projects::{self, Found, ProjectAccess},
};

/// Rows of a table without long texts that are read at once.
const ROWS_AT_ONCE: i64 = 1_000;

/// A table whose rows belong to a project.
#[derive(Debug)]
pub struct Table {
    /// Its name, which is also that of its files.
    pub name: &'static str,
    /// The columns that are written and read back, in the order of the statements.
    pub columns: &'static [Column],
    /// The rows of project `?1` behind the key `?2`, `?3`: at most `?4`, in the order of their keys.
    /// After the columns come the two parts of the key, then what `path` wants to know.
    select: &'static str,
    /// What keeps a row: statements, each with the columns it takes.
    inserts: &'static [(&'static str, &'static [usize])],
    /// Rows that are read at once, at the most.
    rows_max: i64,
    /// The second part of the key.
    key: Key,
    /// Where a row's text should lie, from all that was selected; without an ending.
    pub path: Option<fn(&[Cell], &Numbers) -> String>,
    /// A bound on the rows that have the same in a column.
    pub most: Option<(usize, usize)>,
    /// Columns that no two rows have the same in, beside their ids.
    pub unique: &'static [&'static [usize]],
    /// Whether a request could have made what a row holds.
    pub asked: Option<RequestCheck>,
    /// Whether it holds what was before, which an export may leave out.
    pub is_history: bool,
    /// Whether its rows come with the project's own, before all others.
    pub is_first: bool,
    /// Whether its rows are written in the transaction that makes the project visible.
    pub is_last: bool,
    /// Whether a project has exactly one row of it.
    pub is_single: bool,
}

impl Table {
    /// A table of many rows without long texts, of which nothing special holds; it has no columns yet.
    const PLAIN: Self = Self {
        name: "",
        columns: &[],
        select: "",
        inserts: &[],
        rows_max: ROWS_AT_ONCE,
        key: Key::Number,
        path: None,
        most: None,
        unique: &[],
        asked: None,
        is_history: false,
        is_first: false,
        is_last: false,
        is_single: false,
    };

    /// Where the column of this name is, if it has one.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

/// The numbers of a project's documents in the order of reading, from 1 on, so that a listing of a
/// folder shows its texts in that order.
#[derive(Debug)]
pub struct Numbers {
    by_id: HashMap<String, usize>,
    /// Digits of each, so that 10 stands behind 9.
    digits: usize,
}

/// Digits of a number, at least.
const DIGITS_MIN: usize = 4;

impl Numbers {
    /// The numbers of now.
    pub fn of(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Self> {
        let order = documents::order(tx, project)?;
        let digits = order.len().to_string().len().max(DIGITS_MIN);
        Ok(Self { by_id: order.into_iter().zip(1..).collect(), digits })
    }

    /// A document's number, as the name of a file has it.
    fn named(&self, document: &Cell) -> String {
        let number = self.by_id.get(document.text()).copied().unwrap_or(0);
        format!("{number:0digits$}", digits = self.digits)
    }
}

/// What the second part of a table's key is; the first is a text.
#[derive(Debug, Clone, Copy)]
enum Key {
    /// A number, or nothing.
    Number,
    /// A text.
    Text,
}

/// Where reading goes on: behind the row of this key, with so many rows.
#[derive(Debug, Clone, PartialEq)]
pub struct After {
    first: String,
    second: Value,
    limit: i64,
}

impl After {
    /// Before all rows of a table.
    pub fn start(table: &Table) -> Self {
        let second = match table.key {
            Key::Number => Value::Integer(i64::MIN),
            Key::Text => Value::Text(String::new()),
        };
        Self { first: String::new(), second, limit: table.rows_max.min(FIRST_ROWS) }
    }
}

/// The second part of the key: the first is bound apart.
impl Bind for After {
    fn bound(&self) -> Bound<'_> {
        match &self.second {
            Value::Text(text) => Bound::Text(text),
            Value::Integer(number) => Bound::Integer(*number),
            _ => Self::null(),
        }
    }

    fn null() -> Bound<'static> {
        Bound::Null(db::ValueKind::Unknown)
    }
}

/// Rows of a table that are read before anybody knows how large they are.
const FIRST_ROWS: i64 = 4;

/// Bytes of text that the rows read at once should have: a text may be as large as a body, and many
/// of them would not fit into memory.
const PAGE_BYTES: usize = 1024 * 1024;

/// How many columns a key has.
const KEY_COLUMNS: usize = 2;

/// A row as it was read: its cells, with what names its text behind them.
#[derive(Debug)]
pub struct Record {
    /// The cells of the columns, then those that only name.
    pub cells: Vec<Cell>,
}

/// Rows of a project behind `after`, and where the next ones begin; none at the end.
pub fn page(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    table: &Table,
    after: &After,
) -> Result<(Vec<Record>, Option<After>)> {
    let rows = tx
        .rows(table.select, (project.id(), &after.first, after, after.limit))
        .doing("reading rows for an export")?;
    let is_full = i64::try_from(rows.len()).unwrap_or(i64::MAX) == after.limit;
    let mut records = Vec::with_capacity(rows.len());
    let mut next = None;
    let mut bytes = 0;
    for row in rows {
        let mut values = row.into_values();
        let mut key = values.split_off(table.columns.len().min(values.len()));
        values.extend(key.split_off(KEY_COLUMNS.min(key.len())));
        let cells = values.into_iter().map(cell).collect::<Result<Vec<_>>>()?;
        let Ok([Value::Text(first), second]) = <[Value; KEY_COLUMNS]>::try_from(key) else {
            return Err(Error::internal("reading rows", "a row has no key"));
        };
        bytes += cells.iter().map(|cell| cell.text().len()).sum::<usize>();
        records.push(Record { cells });
        next = Some(After { first, second, limit: after.limit });
    }
    // Twice as many where these were small, fewer where they were large.
    let fits = PAGE_BYTES.saturating_mul(records.len()) / bytes.max(1);
    let limit = i64::try_from(fits).unwrap_or(i64::MAX).clamp(1, after.limit.saturating_mul(2));
    let limit = limit.min(table.rows_max);
    Ok((records, next.filter(|_| is_full).map(|next| After { limit, ..next })))
}

/// The cell of a value.
fn cell(value: Value) -> Result<Cell> {
    Ok(match value {
        Value::Null => Cell::Null,
        Value::Integer(number) => Cell::Integer(number),
        Value::Text(text) => Cell::Text(text),
        other => return Err(Error::internal("reading rows", format!("{other:?} in a row"))),
    })
}

/// Keeps a row.
///
/// # Errors
/// A conflict when its id is taken by a row of another project.
pub fn insert(tx: &mut Tx<'_>, table: &Table, cells: &[Cell]) -> Result<()> {
    for (statement, columns) in table.inserts {
        let given: Vec<CellValue<'_>> =
            columns.iter().map(|at| CellValue(&cells[*at], table.columns[*at].kind)).collect();
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

/// A cell as the value of a column of a kind.
struct CellValue<'c>(&'c Cell, ColumnKind);

impl Bind for CellValue<'_> {
    fn bound(&self) -> Bound<'_> {
        match (self.0, self.1) {
            (Cell::Integer(number), _) => Bound::Integer(*number),
            (Cell::Text(text), _) => Bound::Text(text),
            (
                Cell::Null,
                ColumnKind::Number | ColumnKind::Count | ColumnKind::Time | ColumnKind::Flag,
            ) => Bound::Null(db::ValueKind::Integer),
            (Cell::Null, _) => Self::null(),
        }
    }

    fn null() -> Bound<'static> {
        Bound::Null(db::ValueKind::Text)
    }
}

/// Whether a project of this id exists, whoever may see it, or is being imported.
pub fn is_taken(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let row = tx
        .row(
            "SELECT 1
               FROM project
              WHERE id = ?1",
            (id,),
        )
        .doing("looking for a project")?;
    Ok(row.is_some())
}

/// The right to write the rows of a project that is not visible yet. It is valid while the project's
/// row has its token: who took too long finds that the import was given up.
#[derive(Debug, Clone)]
pub struct Claim {
    project_id: String,
    token: String,
}

/// Begins an import with the rows of the tables that are first, the project's own among them. Nobody
/// sees the project before [`end`]: until then it is in the trash.
///
/// # Errors
/// A conflict when a project of this id exists, or is being imported.
pub fn begin(
    tx: &mut Tx<'_>,
    project_id: &str,
    rows: &[(&'static Table, Vec<Vec<Cell>>)],
    token: String,
    now: Time,
) -> Result<Claim> {
    if is_taken(tx, project_id)? {
        let reason = "This project is here already, or being imported";
        return Err(Error::Conflict(reason.to_owned()));
    }
    for (table, rows) in rows {
        rows.iter().try_for_each(|cells| insert(tx, table, cells))?;
    }
    tx.run(
        "UPDATE project
            SET import_token = ?2, deleted_at = ?3
          WHERE id = ?1",
        (project_id, &token, now.millis()),
    )
    .doing("beginning an import")?;
    Ok(Claim { project_id: project_id.to_owned(), token })
}

/// That the claim is still valid; nobody gives it up until this transaction ends.
///
/// # Errors
/// Unavailable when it was given up.
pub fn get_for_update(tx: &mut Tx<'_>, claim: &Claim) -> Result<()> {
    if is_valid(tx, claim)? {
        return Ok(());
    }
    Err(Error::Unavailable("The import took too long and was given up".to_owned()))
}

fn is_valid(tx: &mut Tx<'_>, claim: &Claim) -> Result<bool> {
    let row = tx
        .row(
            "SELECT 1
               FROM project
              WHERE id = ?1
                AND import_token = ?2 /*+for_update*/",
            (&claim.project_id, &claim.token),
        )
        .doing("locking an import")?;
    Ok(row.is_some())
}

/// Makes the project visible: everything in it is counted, it gets its members, and it counts among
/// all projects.
pub fn end(tx: &mut Tx<'_>, principal: &Principal, claim: &Claim) -> Result<Found> {
    get_for_update(tx, claim)?;
    tx.run(
        "UPDATE project
            SET import_token = NULL, deleted_at = NULL
          WHERE id = ?1",
        (&claim.project_id,),
    )
    .doing("ending an import")?;
    counters::count_all(tx, &claim.project_id)?;
    let found = projects::get_for_update(tx, principal, &claim.project_id)?;
    let (seen, project, _) = &found;
    members::replace(tx, seen, &project.detail.collaborators)?;
    project_counters::add_to_counter(tx, "projects", 1)?;
    Ok(found)
}

/// Deletes what was written under a claim, if it is still valid. A project that is complete, or was
/// given up, stays as it is.
pub fn abandon(tx: &mut Tx<'_>, claim: &Claim) -> Result<()> {
    tx.run(
        "DELETE FROM project
          WHERE id = ?1
            AND import_token = ?2",
        (&claim.project_id, &claim.token),
    )
    .doing("giving up an import")
    .map(drop)
}

/// Gives up an import that began before `before`; whether there was one.
pub fn give_up(tx: &mut Tx<'_>, before: Time) -> Result<bool> {
    let row = tx
        .row(
            "SELECT id, import_token
               FROM project
              WHERE import_token IS NOT NULL
                AND deleted_at < ?1
              ORDER BY deleted_at
              LIMIT 1 /*+skip_locked*/",
            (before.millis(),),
        )
        .doing("looking for imports that broke off")?;
    let Some(mut row) = row else { return Ok(false) };
    let claim = Claim { project_id: row.value("id")?, token: row.value("import_token")? };
    abandon(tx, &claim)?;
    Ok(true)
}
