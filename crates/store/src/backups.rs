//! All rows of all tables, written as lines of JSON and inserted from them, into either engine. Tables
//! and columns are read from the database itself, so that a new one is never missed; what they mean is
//! not known here.

use std::io::{self, BufRead, Read as _, Write};
use std::path::Path;

use db::{Table, Tx, Value};
use domain::{Error, Result};
use serde_json::{Map, Value as Json};

use crate::{Doing as _, FileCheck, consistency, events};

/// The longest line that is read: a text as large as any body, each of its bytes escaped.
const LINE_BYTES_MAX: u64 = 1 << 33;

/// Tables in which the migrations themselves put rows.
const SEEDED: [&str; 2] = ["counter", "event_log"];

/// Tables of texts, which have their digests beside them,
const DIGESTED: [&str; 2] = ["document_text", "revision"];

/// from this version of the tables on.
const DIGESTS_SINCE: i64 = 6;

/// The members that hold what JSON has no form for: bytes, and numbers that are not finite.
const BYTES: &str = "bytes";
const REAL: &str = "real";

/// What is found in a database file that nobody has open, every page of it read.
pub fn check_file(file: &Path) -> Result<FileCheck> {
    db::check_file(file).doing("checking a database file")
}

/// How many texts in a database file that nobody has open are not what was written. One whose tables
/// are older than digests has nothing to compare with.
///
/// # Errors
/// When the file cannot be read, or a text in it is none.
pub fn changed_texts(file: &Path, version: i64) -> Result<usize> {
    if version < DIGESTS_SINCE {
        return Ok(0);
    }
    db::read_file(file, consistency::count_changed).doing("digesting the texts of a file")?
}

/// Whether a table holds texts with their digests.
pub fn has_digests(table: &str) -> bool {
    DIGESTED.contains(&table)
}

/// How many texts among the rows of such a table, as [`write`] wrote them, are not what was written.
///
/// # Errors
/// Rejected for what [`write`] did not write.
pub fn changed_rows(from: &mut impl BufRead) -> Result<usize> {
    #[derive(serde::Deserialize)]
    struct Row {
        content: String,
        digest: String,
    }
    let (mut changed, mut line) = (0, Vec::new());
    while next_line(from, &mut line)? {
        let row: Row = serde_json::from_slice(&line)
            .map_err(|flaw| Error::Rejected(format!("a row of a text is none: {flaw}")))?;
        changed += usize::from(consistency::is_changed(&row.content, &row.digest));
    }
    Ok(changed)
}

/// Reads the next line in place of the one before; whether there is one.
fn next_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool> {
    line.clear();
    let read = from.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', line);
    Ok(read.map_err(|error| Error::internal("reading rows", error))? > 0)
}

/// Every table.
pub fn tables(tx: &mut Tx<'_>) -> Result<Vec<Table>> {
    tx.tables().doing("describing the tables")
}

/// Whether nothing is in these tables but what migrations have written.
pub fn are_empty(tx: &mut Tx<'_>, tables: &[Table]) -> Result<bool> {
    for table in tables.iter().filter(|table| !SEEDED.contains(&table.name())) {
        if tx.has_rows(table).doing("looking for rows")? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads every row of a table, and with it every text; how many rows there are.
///
/// # Errors
/// When the database fails, or a text in it is none.
pub fn read_all(tx: &mut Tx<'_>, table: &Table) -> Result<i64> {
    let mut rows = 0;
    tx.each(table, |_| {
        rows += 1;
        Ok::<(), db::Error>(())
    })
    .doing("reading every row")?;
    Ok(rows)
}

/// Writes every row of a table, one to a line; how many.
///
/// # Errors
/// When the database fails, or nothing can be written.
pub fn write(tx: &mut Tx<'_>, table: &Table, to: &mut impl Write) -> Result<i64> {
    let mut rows = 0;
    let mut line = String::new();
    tx.each(table, |row| {
        line.clear();
        line_of(table, row.into_values(), &mut line)?;
        rows += 1;
        to.write_all(line.as_bytes()).map_err(|error| failed("writing rows", error))
    })
    .map_err(|RowError(error)| error)?;
    Ok(rows)
}

/// Inserts rows into a table that is empty; how many.
///
/// # Errors
/// Rejected, naming the line, for what [`write`] did not write.
pub fn insert_rows(tx: &mut Tx<'_>, table: &Table, from: &mut impl BufRead) -> Result<i64> {
    let (mut number, mut line) = (0, Vec::new());
    let rows = tx
        .restore_rows(table, || {
            if !next_line(from, &mut line).map_err(RowError)? {
                return Ok(None);
            }
            number += 1;
            let row = values_of(table, &line).map_err(|flaw| {
                RowError(Error::Rejected(format!("{}, line {number}: {flaw}", table.name())))
            })?;
            Ok(Some(row))
        })
        .map_err(|RowError(error)| error)?;
    Ok(i64::try_from(rows).unwrap_or(i64::MAX))
}

/// Deletes the rows that migrations have written, before the rows of a backup are inserted.
pub fn delete_seeded_rows(tx: &mut Tx<'_>, tables: &[Table]) -> Result<()> {
    for table in tables.iter().filter(|table| SEEDED.contains(&table.name())) {
        tx.clear(table).doing("deleting the rows of migrations")?;
    }
    Ok(())
}

/// Gives all events their numbers once all rows are inserted, on an engine that numbers them in the
/// write.
pub fn number_events(tx: &mut Tx<'_>) -> Result<()> {
    if tx.commits_in_order() {
        events::number_all(tx)?;
    }
    Ok(())
}

/// An error of ours that passes through `db`, which has errors of its own.
struct RowError(Error);

impl From<db::Error> for RowError {
    fn from(error: db::Error) -> Self {
        Self(Err::<(), _>(error).doing("moving rows").expect_err("it was an error before"))
    }
}

fn failed(doing: &'static str, error: io::Error) -> RowError {
    RowError(Error::internal(doing, error))
}

/// A row as an object of its columns, with the end of the line.
fn line_of(
    table: &Table,
    values: Vec<Value>,
    line: &mut String,
) -> std::result::Result<(), RowError> {
    let mut row = Map::with_capacity(values.len());
    for (column, value) in table.columns().iter().zip(values) {
        let value = match value {
            Value::Null => Json::Null,
            Value::Integer(number) => Json::from(number),
            Value::Real(number) if number.is_finite() => Json::from(number),
            Value::Real(number) => serde_json::json!({ REAL: number.to_string() }),
            Value::Text(text) => Json::String(text),
            Value::Blob(bytes) => serde_json::json!({ BYTES: hex(&bytes) }),
        };
        row.insert(column.name().to_owned(), value);
    }
    let text = serde_json::to_string(&row)
        .map_err(|flaw| RowError(Error::internal("writing rows", flaw)))?;
    line.push_str(&text);
    line.push('\n');
    Ok(())
}

/// The values of a row, or what is wrong with its line.
fn values_of(table: &Table, line: &[u8]) -> std::result::Result<Vec<Value>, String> {
    let mut row: Map<String, Json> =
        serde_json::from_slice(line).map_err(|flaw| format!("no row: {flaw}"))?;
    let mut values = Vec::with_capacity(table.columns().len());
    for column in table.columns() {
        let name = column.name();
        let value = row.remove(name).ok_or_else(|| format!("{name} is missing"))?;
        values.push(
            value_of(column.kind(), value)
                .ok_or_else(|| format!("{name} is not of its column's kind"))?,
        );
    }
    match row.keys().next() {
        Some(unknown) => Err(format!("there is no column {unknown}")),
        None => Ok(values),
    }
}

fn value_of(kind: db::ValueKind, value: Json) -> Option<Value> {
    match (kind, value) {
        (_, Json::Null) => Some(Value::Null),
        (db::ValueKind::Integer, Json::Number(number)) => number.as_i64().map(Value::Integer),
        (db::ValueKind::Real, Json::Number(number)) => number.as_f64().map(Value::Real),
        (db::ValueKind::Real, Json::Object(real)) => {
            real.get(REAL)?.as_str()?.parse().ok().map(Value::Real)
        }
        (db::ValueKind::Text, Json::String(text)) => Some(Value::Text(text)),
        (db::ValueKind::Blob, Json::Object(blob)) => {
            unhex(blob.get(BYTES)?.as_str()?).map(Value::Blob)
        }
        _ => None,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    text.as_bytes()
        .chunks(2)
        .map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok())
        .collect()
}
