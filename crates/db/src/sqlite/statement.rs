//! Statements on a SQLite connection: prepared once, bound, stepped, and their errors sorted.
//!
//! Transactions are begun and ended elsewhere.

use std::cell::RefCell;
use std::collections::HashMap;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ErrorCode, Statement, ffi};

use crate::bind::{Bind as _, Bound, Params};
use crate::error::{Constraint, Error, Fault, FaultKind, StatementError, shortened};
use crate::row::{Columns, Row, Value};

/// The first row. A changing statement has made and checked all its changes before it answers.
pub(crate) fn row(
    connection: &Connection,
    sql: &'static str,
    params: &dyn Params,
) -> Result<Option<Row>, StatementError> {
    let mut statement = prepared(connection, sql, params)?;
    let mut rows = statement.raw_query();
    match rows.next().map_err(|error| fault(&error, sql, Stage::Step))? {
        Some(first) => owned(first, &known_columns(first.as_ref(), sql)).map(Some),
        None => Ok(None),
    }
}

pub(crate) fn rows(
    connection: &Connection,
    sql: &'static str,
    params: &dyn Params,
) -> Result<Vec<Row>, StatementError> {
    let mut statement = prepared(connection, sql, params)?;
    let mut columns = None;
    let mut rows = statement.raw_query();
    let mut all = Vec::new();
    while let Some(row) = rows.next().map_err(|error| fault(&error, sql, Stage::Step))? {
        let columns = columns.get_or_insert_with(|| known_columns(row.as_ref(), sql));
        all.push(owned(row, columns)?);
    }
    Ok(all)
}

pub(crate) fn run(
    connection: &Connection,
    sql: &'static str,
    params: &dyn Params,
) -> Result<u64, StatementError> {
    let mut statement = prepared(connection, sql, params)?;
    let before = connection.total_changes();
    let mut rows = statement.raw_query();
    while rows.next().map_err(|error| fault(&error, sql, Stage::Step))?.is_some() {}
    // A statement that changes no rows leaves the count of the one before it.
    Ok(if connection.total_changes() == before { 0 } else { connection.changes() })
}

pub(crate) fn batch(connection: &Connection, sql: &str) -> Result<(), StatementError> {
    Ok(connection.execute_batch(sql).map_err(|error| fault(&error, sql, Stage::Prepare))?)
}

/// Hands over the rows of a statement that was put together here, until one is not taken.
pub(crate) fn each(
    connection: &Connection,
    sql: &str,
    take: &mut dyn FnMut(Row) -> bool,
) -> Result<(), StatementError> {
    let mut statement =
        connection.prepare(sql).map_err(|error| fault(&error, sql, Stage::Prepare))?;
    let columns = columns(&statement);
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(|error| fault(&error, sql, Stage::Step))? {
        if !take(owned(row, &columns)?) {
            break;
        }
    }
    Ok(())
}

/// Runs a statement that was put together here with each row of values there is.
pub(crate) fn insert(
    connection: &Connection,
    sql: &str,
    next: &mut dyn FnMut() -> Option<Vec<Value>>,
) -> Result<(), StatementError> {
    let mut statement =
        connection.prepare_cached(sql).map_err(|error| fault(&error, sql, Stage::Prepare))?;
    while let Some(row) = next() {
        for (index, value) in row.iter().enumerate() {
            bind(&mut statement, index + 1, value.bound(), sql)?;
        }
        statement.raw_execute().map_err(|error| fault(&error, sql, Stage::Step))?;
    }
    Ok(())
}

/// Runs one of the statements that begin and end transactions.
pub(super) fn control(connection: &Connection, sql: &'static str) -> Result<(), Fault> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.raw_execute())
        .map(|_| ())
        .map_err(|error| fault(&error, sql, Stage::Step))
}

fn prepared<'c>(
    connection: &'c Connection,
    sql: &'static str,
    params: &dyn Params,
) -> Result<CachedStatement<'c>, StatementError> {
    let mut statement =
        connection.prepare_cached(sql).map_err(|error| fault(&error, sql, Stage::Prepare))?;
    let wanted = statement.parameter_count();
    let mut given = 0;
    let mut flaw = None;
    params.each(&mut |value| {
        given += 1;
        if flaw.is_none() && given <= wanted {
            flaw = bind(&mut statement, given, value, sql).err();
        }
    });
    match flaw {
        Some(trouble) => Err(trouble),
        None if given != wanted => Err(StatementError::Rejected(Error::Parameter {
            parameter: given.min(wanted) + 1,
            flaw: if given < wanted { "is missing" } else { "is one too many" },
        })),
        None => Ok(statement),
    }
}

fn bind(
    statement: &mut CachedStatement<'_>,
    index: usize,
    value: Bound<'_>,
    sql: &str,
) -> Result<(), StatementError> {
    value.check(index)?;
    let value = match value {
        Bound::Null(_) => ValueRef::Null,
        Bound::Integer(number) => ValueRef::Integer(number),
        Bound::Real(number) => ValueRef::Real(number),
        Bound::Text(text) => ValueRef::Text(text.as_bytes()),
        Bound::Blob(bytes) => ValueRef::Blob(bytes),
    };
    Ok(statement
        .raw_bind_parameter(index, ToSqlOutput::Borrowed(value))
        .map_err(|error| fault(&error, sql, Stage::Step))?)
}

/// The names of the columns of a program text, which are the same each time it is run: to ask SQLite for
/// each of them costs as much as a small read. A text that leaves its columns to the schema (`*`) is asked
/// each time, behind its first step, which prepares it again for a new schema.
fn known_columns(statement: &Statement<'_>, sql: &'static str) -> Columns {
    thread_local! {
        /// By where a text lies and how long it is.
        static KNOWN: RefCell<HashMap<(usize, usize), Columns>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        let text = (sql.as_ptr() as usize, sql.len());
        if let Some(columns) = known.get(&text) {
            return columns.clone();
        }
        let columns = columns(statement);
        if !sql.split_whitespace().any(is_wildcard) {
            known.insert(text, columns.clone());
        }
        columns
    })
}

fn is_wildcard(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    word == "*" || word.ends_with(".*")
}

fn columns(statement: &Statement<'_>) -> Columns {
    statement.column_names().map(Box::from).collect()
}

fn owned(row: &rusqlite::Row<'_>, columns: &Columns) -> Result<Row, StatementError> {
    let mut values = Vec::with_capacity(columns.len());
    for (position, name) in columns.iter().enumerate() {
        let value = row.get_ref(position).map_err(|error| fault(&error, "", Stage::Step))?;
        values.push(match value {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Real(number) => Value::Real(number),
            ValueRef::Text(bytes) => Value::Text(text(bytes, name)?.to_owned()),
            ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
        });
    }
    Ok(Row::new(columns.clone(), values))
}

fn text<'b>(bytes: &'b [u8], column: &str) -> Result<&'b str, Fault> {
    std::str::from_utf8(bytes).map_err(|_| not_utf8(column))
}

/// When an error arose. While preparing, SQLite has seen program text only, so its words may be
/// repeated; while stepping it has seen values too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Prepare,
    Step,
}

pub(super) fn fault(error: &rusqlite::Error, sql: &str, stage: Stage) -> Fault {
    let (code, message) = match error {
        rusqlite::Error::SqliteFailure(code, message) => (code, message.as_deref()),
        rusqlite::Error::SqlInputError { error, msg, .. } => (error, Some(msg.as_str())),
        rusqlite::Error::MultipleStatement => {
            let text = format!("several statements in one text: {}", shortened(sql));
            return Fault { kind: FaultKind::Other, text };
        }
        _ => {
            let text = format!("the driver refused the statement: {}", shortened(sql));
            return Fault { kind: FaultKind::Other, text };
        }
    };
    let kind = match code.code {
        // The file ends inside of a page: no writer leaves it like that.
        _ if code.extended_code == ffi::SQLITE_IOERR_SHORT_READ => FaultKind::Damaged,
        ErrorCode::DiskFull => FaultKind::Full,
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => FaultKind::Busy,
        ErrorCode::OperationInterrupted => FaultKind::Timeout,
        ErrorCode::SystemIoFailure
        | ErrorCode::CannotOpen
        | ErrorCode::FileLockingProtocolFailed => FaultKind::Unreachable,
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => FaultKind::Damaged,
        ErrorCode::ConstraintViolation => FaultKind::Constraint(constraint(code.extended_code)),
        _ => FaultKind::Other,
    };
    if matches!(kind, FaultKind::Constraint(_)) {
        // "UNIQUE constraint failed: thing.id": what follows the colon names the rule.
        let at =
            message.and_then(|message| message.split_once(": ")).map_or("a reference", |m| m.1);
        return Fault { kind, text: at.to_owned() };
    }
    let said = match message {
        Some(message) if stage == Stage::Prepare => message,
        _ => ffi::code_to_str(code.extended_code),
    };
    let at = if sql.is_empty() { String::new() } else { format!(" in: {}", shortened(sql)) };
    Fault { kind, text: format!("{said} (SQLite code {}){at}", code.extended_code) }
}

fn constraint(extended_code: i32) -> Constraint {
    match extended_code {
        ffi::SQLITE_CONSTRAINT_UNIQUE
        | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
        | ffi::SQLITE_CONSTRAINT_ROWID => Constraint::Unique,
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Constraint::ForeignKey,
        ffi::SQLITE_CONSTRAINT_NOTNULL => Constraint::NotNull,
        ffi::SQLITE_CONSTRAINT_CHECK => Constraint::Check,
        _ => Constraint::Other,
    }
}

/// The fault of a text that is not UTF-8: this program writes no other.
fn not_utf8(column: &str) -> Fault {
    let text = format!("column {column} holds text that is not UTF-8");
    Fault { kind: FaultKind::Damaged, text }
}
