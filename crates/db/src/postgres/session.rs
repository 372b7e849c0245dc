//! One client and the statements it has prepared, and its errors sorted.
//!
//! When to connect, to retry and to give up is decided by the worker.

use std::collections::HashMap;

use ::postgres::error::{DbError, Severity};
use ::postgres::fallible_iterator::FallibleIterator;
use ::postgres::{Client, Statement};

use super::value::{Cell, postgres_type};
use crate::bind::{Bind as _, Bound, Params, ValueKind};
use crate::call::Mode;
use crate::dialect::{Purpose, for_postgres};
use crate::error::{Constraint, Error, Fault, FaultKind, NotCommitted, StatementError, shortened};
use crate::row::{Columns, Row, Value};

/// A connection to PostgreSQL, never to be seen by a thread of the runtime.
pub(crate) struct Session {
    // Above the client, to be dropped before it.
    statements: HashMap<Text, Vec<Prepared>>,
    statements_kept: usize,
    client: Client,
}

/// Where a program text lies and how long it is: the same place is the same text.
type Text = (usize, usize);

/// A statement for values of certain kinds: PostgreSQL chooses operators by them.
struct Prepared {
    kinds: Vec<ValueKind>,
    statement: Statement,
    columns: Columns,
    parameters: usize,
}

/// Statements kept on one connection. When there are more, all are forgotten: a program of our
/// size has far fewer, so it should never happen.
const STATEMENTS_MAX: usize = 2_048;

impl Session {
    pub(super) fn new(client: Client) -> Session {
        Session { statements: HashMap::new(), statements_kept: 0, client }
    }

    pub(super) fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    pub(super) fn is_lost(&self) -> bool {
        self.client.is_closed()
    }

    /// Every statement will be prepared anew.
    pub(super) fn drop_statements(&mut self) {
        self.statements.clear();
        self.statements_kept = 0;
    }

    pub(super) fn begin(&mut self, mode: Mode) -> Result<(), Fault> {
        let sql = match mode {
            // Each statement sees what is committed when it begins, so that a row which was
            // waited for is seen as the other left it.
            Mode::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
            Mode::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.client.batch_execute(sql).map_err(|error| fault(&error, sql))
    }

    pub(super) fn commit(&mut self) -> Result<(), NotCommitted> {
        self.client.batch_execute("COMMIT").map_err(|error| {
            let fault = fault(&error, "COMMIT");
            match error.as_db_error().and_then(DbError::parsed_severity) {
                // The server lives and says no. Anything else may have come after its yes.
                Some(Severity::Error) => NotCommitted::Undone(fault),
                _ => NotCommitted::Unknown(fault),
            }
        })
    }

    pub(super) fn rollback(&mut self) -> Result<(), Fault> {
        self.client.batch_execute("ROLLBACK").map_err(|error| fault(&error, "ROLLBACK"))
    }

    /// The first row. The others are read as well, since an error may hide behind them.
    pub(crate) fn row(
        &mut self,
        sql: &'static str,
        params: &dyn Params,
    ) -> Result<Option<Row>, StatementError> {
        let mut first = None;
        self.query(sql, params, |row, columns| {
            if first.is_none() {
                first = Some(owned(row, columns)?);
            }
            Ok(())
        })?;
        Ok(first)
    }

    pub(crate) fn rows(
        &mut self,
        sql: &'static str,
        params: &dyn Params,
    ) -> Result<Vec<Row>, StatementError> {
        let mut all = Vec::new();
        self.query(sql, params, |row, columns| {
            all.push(owned(row, columns)?);
            Ok(())
        })?;
        Ok(all)
    }

    pub(crate) fn run(
        &mut self,
        sql: &'static str,
        params: &dyn Params,
    ) -> Result<u64, StatementError> {
        self.query(sql, params, |_, _| Ok(()))
    }

    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), StatementError> {
        let translated = for_postgres(sql, Purpose::Migration)?;
        Ok(self.client.batch_execute(&translated.sql).map_err(|error| fault(&error, sql))?)
    }

    /// Hands over the rows of a statement that was put together here, until one is not taken.
    pub(crate) fn each(
        &mut self,
        sql: &str,
        take: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), StatementError> {
        let failed = |error| fault(&error, sql);
        let nothing: [Bound<'_>; 0] = [];
        let statement = self.client.prepare(sql).map_err(failed)?;
        let columns = columns(&statement);
        let mut rows = self.client.query_raw(&statement, nothing).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            if !take(owned(&row, &columns)?) {
                break;
            }
        }
        Ok(())
    }

    /// Runs a statement that was put together here with each row of values there is.
    pub(crate) fn insert(
        &mut self,
        sql: &str,
        next: &mut dyn FnMut() -> Option<Vec<Value>>,
    ) -> Result<(), StatementError> {
        let failed = |error| fault(&error, sql);
        let statement = self.client.prepare(sql).map_err(failed)?;
        while let Some(row) = next() {
            for (index, value) in row.iter().enumerate() {
                value.bound().check(index + 1)?;
            }
            let values = row.iter().map(|value| value.bound());
            self.client.query_raw(&statement, values).map_err(failed)?.next().map_err(failed)?;
        }
        Ok(())
    }

    /// Runs a statement, hands over its rows, and says how many it answered or changed.
    fn query(
        &mut self,
        sql: &'static str,
        params: &dyn Params,
        mut each: impl FnMut(&::postgres::Row, &Columns) -> Result<(), Error>,
    ) -> Result<u64, StatementError> {
        let mut values = Vec::new();
        params.each(&mut |value| values.push(value));
        for (index, value) in values.iter().enumerate() {
            value.check(index + 1)?;
        }
        let (statement, columns) = self.prepared(sql, &values)?;
        let failed = |error| fault(&error, sql);
        let mut rows = self.client.query_raw(&statement, values).map_err(failed)?;
        let mut flaw = Ok(());
        while let Some(row) = rows.next().map_err(failed)? {
            if flaw.is_ok() {
                flaw = each(&row, &columns);
            }
        }
        flaw?;
        Ok(rows.rows_affected().unwrap_or(0))
    }

    fn prepared(
        &mut self,
        sql: &'static str,
        values: &[Bound<'_>],
    ) -> Result<(Statement, Columns), StatementError> {
        let text = (sql.as_ptr() as usize, sql.len());
        let known = self.statements.get(&text).and_then(|all| {
            all.iter().find(|one| one.kinds.iter().copied().eq(values.iter().map(Bound::kind)))
        });
        if let Some(known) = known {
            check_parameter_count(values.len(), known.parameters)?;
            return Ok((known.statement.clone(), known.columns.clone()));
        }

        let translated = for_postgres(sql, Purpose::Statement)?;
        check_parameter_count(values.len(), translated.parameters)?;
        let kinds: Vec<ValueKind> = values.iter().map(Bound::kind).collect();
        let types: Vec<_> = kinds.iter().copied().map(postgres_type).collect();
        let statement = self
            .client
            .prepare_typed(&translated.sql, &types)
            .map_err(|error| fault(&error, sql))?;
        if self.statements_kept >= STATEMENTS_MAX {
            self.drop_statements();
        }
        self.statements_kept += 1;
        let (columns, parameters) = (columns(&statement), translated.parameters);
        let prepared =
            Prepared { kinds, statement: statement.clone(), columns: columns.clone(), parameters };
        self.statements.entry(text).or_default().push(prepared);
        Ok((statement, columns))
    }
}

fn check_parameter_count(given: usize, wanted: usize) -> Result<(), Error> {
    if given == wanted {
        return Ok(());
    }
    let flaw = if given < wanted { "is missing" } else { "is one too many" };
    Err(Error::Parameter { parameter: given.min(wanted) + 1, flaw })
}

fn columns(statement: &Statement) -> Columns {
    statement.columns().iter().map(|column| Box::from(column.name())).collect()
}

fn owned(row: &::postgres::Row, columns: &Columns) -> Result<Row, Error> {
    let values =
        (0..columns.len()).map(|position| value(row, position)).collect::<Result<_, _>>()?;
    Ok(Row::new(columns.clone(), values))
}

fn value(row: &::postgres::Row, column: usize) -> Result<Value, Error> {
    let read = row.try_get(column).map_err(|error| Error::Other {
        doing: "reading a column",
        source: fault(&error, "").text.into(),
    });
    read.map(|Cell(value)| value)
}

/// Sorts an error and keeps of its words what cannot hold a value.
pub(super) fn fault(error: &::postgres::Error, sql: &str) -> Fault {
    let at = if sql.is_empty() { String::new() } else { format!(" in: {}", shortened(sql)) };
    let Some(server) = error.as_db_error() else {
        let source = std::error::Error::source(error);
        let lost = error.is_closed() || source.is_some_and(|source| source.is::<std::io::Error>());
        let kind = if lost { FaultKind::Unreachable } else { FaultKind::Other };
        let source = source.map(|source| format!(": {source}")).unwrap_or_default();
        return Fault { kind, text: format!("{error}{source}{at}") };
    };
    let state = server.code().code();
    let kind = kind(server, state);
    if matches!(kind, FaultKind::Constraint(_)) {
        let name = server.constraint().or(server.column()).or(server.table());
        return Fault { kind, text: name.unwrap_or("an unnamed rule").to_owned() };
    }
    // Errors about values (class 22 above all) quote them; these classes are about the statement,
    // the server and the connection.
    const CLASSES_WITHOUT_VALUES: [&str; 14] =
        ["08", "0A", "25", "26", "28", "3D", "40", "42", "53", "54", "55", "57", "58", "XX"];
    let said = if CLASSES_WITHOUT_VALUES.contains(&state.get(..2).unwrap_or(state)) {
        server.message()
    } else {
        "the server refused the statement"
    };
    Fault { kind, text: format!("{said} (SQLSTATE {state}){at}") }
}

fn kind(server: &DbError, state: &str) -> FaultKind {
    match state {
        "53100" => FaultKind::Full,
        "55P03" | "53300" => FaultKind::Busy,
        "40001" | "40P01" => FaultKind::Conflict,
        "57014" | "25P04" => FaultKind::Timeout,
        // data_corrupted and index_corrupted
        "XX001" | "XX002" => FaultKind::Damaged,
        "26000" => FaultKind::Stale,
        // The message is translated, the name of the function that raised it is not.
        "0A000" if server.routine() == Some("RevalidateCachedQuery") => FaultKind::Stale,
        "23505" => FaultKind::Constraint(Constraint::Unique),
        "23503" => FaultKind::Constraint(Constraint::ForeignKey),
        "23502" => FaultKind::Constraint(Constraint::NotNull),
        "23514" => FaultKind::Constraint(Constraint::Check),
        state if state.starts_with("23") => FaultKind::Constraint(Constraint::Other),
        state if state.starts_with("08") => FaultKind::Unreachable,
        _ => match server.parsed_severity() {
            // The server ended the connection with these words.
            Some(Severity::Fatal | Severity::Panic) => FaultKind::Unreachable,
            _ => FaultKind::Other,
        },
    }
}
