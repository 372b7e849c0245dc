//! The integrity check of a file: SQLite reads every page and checks its structure, its indexes and its
//! references. SQLite keeps no checksums of pages, so a bit that flips inside of a value is not found
//! here; texts have digests for that.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::connect::beside;
use super::statement::{self, Stage};
use crate::damage::Damage;
use crate::error::{Error, FaultKind};
use crate::tx::Tx;

const LOOKING: &str = "looking over the database file";

/// How many flaws are listed.
const FLAWS_MAX: usize = 20;

/// What was found in a database file that is not open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCheck {
    /// What is wrong with it, in SQLite's words; of very many only the first.
    pub flaws: Vec<String>,
    /// The version of the schema, 0 if it was never migrated.
    pub version: i64,
    /// How many rows each table holds. Empty where there are flaws.
    pub rows: BTreeMap<String, i64>,
}

/// Reads every page of a file.
///
/// # Errors
/// [`Error::Unreachable`] when it cannot be read at all. A file that is no database has a flaw.
pub fn check_file(path: &Path) -> Result<FileCheck, Error> {
    let connection = open(path)?;
    let mut flaws = check_integrity(&connection)?;
    // The end of the file may still be in the log.
    if flaws.is_empty() && !has_log(path) {
        flaws.extend(truncation(path, &connection)?);
    }
    let (mut version, mut rows) = (0, BTreeMap::new());
    if flaws.is_empty() {
        rows = counted(&connection).map_err(looking)?;
        if rows.remove("schema_version").is_some() {
            version = connection
                .query_row("SELECT coalesce(max(version), 0) FROM schema_version", (), |row| {
                    row.get(0)
                })
                .map_err(looking)?;
        }
    }
    Ok(FileCheck { flaws, version, rows })
}

/// Reads a file that is not open, and changes nothing.
///
/// # Errors
/// The outer one when the file cannot be opened; the closure's own.
pub fn read_file<T, E>(
    path: &Path,
    job: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<Result<T, E>, Error> {
    let connection = open(path)?;
    // The caller decides what damage of this file means.
    Ok(job(&mut Tx::sqlite(&connection, &Damage::default())))
}

fn open(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).map_err(looking)
}

/// What is wrong with one consistent state of the database.
pub(super) fn check_integrity(connection: &Connection) -> Result<Vec<String>, Error> {
    let found = checked(connection, &format!("PRAGMA integrity_check({FLAWS_MAX})"), 0);
    // Each flaw is a line, but the first may follow a heading.
    let lines = or_damage(found)?;
    let mut flaws: Vec<String> = lines
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| *line != "ok" && !line.starts_with("***"))
        .map(str::to_owned)
        .collect();
    if flaws.is_empty() {
        let broken = or_damage(checked(connection, "PRAGMA foreign_key_check", 0))?;
        flaws = broken
            .into_iter()
            .take(FLAWS_MAX)
            .map(|table| format!("a row of {table} points at a row that is not there"))
            .collect();
    }
    Ok(flaws)
}

/// What is wrong with a file that ends inside of a page. SQLite reads the rest of that page as zeros. To
/// be called when all of the log was copied into the file.
pub(super) fn truncation(path: &Path, connection: &Connection) -> Result<Option<String>, Error> {
    let page: i64 =
        connection.query_row("PRAGMA page_size", (), |row| row.get(0)).map_err(looking)?;
    let bytes = fs::metadata(path).map_err(|error| Error::file(LOOKING, error))?.len();
    let rest = bytes.checked_rem(page.unsigned_abs()).unwrap_or(0);
    Ok((rest > 0).then(|| {
        format!("the file was cut off: it has {bytes} bytes, and ends {rest} bytes into a page")
    }))
}

/// Whether there is something in a log beside the file.
fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// The texts in a column of what a pragma answers.
fn checked(connection: &Connection, pragma: &str, column: usize) -> rusqlite::Result<Vec<String>> {
    let mut check = connection.prepare(pragma)?;
    let mut rows = check.query(())?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(row.get(column)?);
        if all.len() > FLAWS_MAX {
            break;
        }
    }
    Ok(all)
}

/// Damage that ends the check is a finding of the check.
fn or_damage(found: rusqlite::Result<Vec<String>>) -> Result<Vec<String>, Error> {
    found.or_else(|error| {
        let fault = statement::fault(&error, "", Stage::Step);
        if fault.kind == FaultKind::Damaged {
            return Ok(vec![fault.text]);
        }
        Err(fault.into_error(LOOKING))
    })
}

fn counted(connection: &Connection) -> rusqlite::Result<BTreeMap<String, i64>> {
    let names = checked_names(connection)?;
    names
        .into_iter()
        .map(|name| {
            let sql = format!("SELECT count(*) FROM \"{}\"", name.replace('"', "\"\""));
            let rows = connection.query_row(&sql, (), |row| row.get(0))?;
            Ok((name, rows))
        })
        .collect()
}

fn checked_names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut tables = connection.prepare(
        "SELECT name
           FROM sqlite_schema
          WHERE type = 'table'
            AND substr(name, 1, 7) <> 'sqlite_'",
    )?;
    let names = tables.query_map((), |row| row.get(0))?;
    names.collect()
}

fn looking(error: rusqlite::Error) -> Error {
    statement::fault(&error, "", Stage::Prepare).into_error(LOOKING)
}
