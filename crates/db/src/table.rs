//! Whole tables, as the database itself describes them: which there are, every row of one, and rows
//! put back as they were. This is for backups and checks of a whole database; whoever knows what a table
//! means writes statements.
//!
//! The names come from the database's own catalogue, never from a caller: a [`Table`] can only be
//! had from [`Tx::tables`]. So the statements in here may be put together.

use crate::bind::ValueKind;
use crate::error::Error;
use crate::row::{Row, Value};
use crate::sqlite::statement;
use crate::tx::{Connection, Tx};

/// A table that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    name: String,
    columns: Vec<Column>,
    /// The names of the columns of its key, in order.
    key: Vec<String>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    name: String,
    kind: ValueKind,
    /// Whether PostgreSQL generates its numbers.
    is_identity: bool,
}

impl Table {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its columns, in the order in which values are read and put back.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn select(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|it| quoted(&it.name)).collect();
        let mut sql = format!("SELECT {} FROM {}", columns.join(", "), quoted(&self.name));
        if !self.key.is_empty() {
            let key: Vec<String> = self.key.iter().map(|it| quoted(it)).collect();
            sql.push_str(" ORDER BY ");
            sql.push_str(&key.join(", "));
        }
        sql
    }

    fn insert(&self, mark: char) -> String {
        let columns: Vec<String> = self.columns.iter().map(|it| quoted(&it.name)).collect();
        let parameters: Vec<String> =
            (1..=self.columns.len()).map(|number| format!("{mark}{number}")).collect();
        format!(
            "INSERT INTO {} ({}) VALUES ({})",
            quoted(&self.name),
            columns.join(", "),
            parameters.join(", ")
        )
    }
}

impl Column {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it holds.
    pub fn kind(&self) -> ValueKind {
        self.kind
    }

    /// Whether a value is of the column's kind.
    fn takes(&self, value: &Value) -> bool {
        matches!(
            (self.kind, value),
            (_, Value::Null)
                | (ValueKind::Integer, Value::Integer(_))
                | (ValueKind::Real, Value::Real(_))
                | (ValueKind::Text, Value::Text(_))
                | (ValueKind::Blob, Value::Blob(_))
        )
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The kind of a column that was declared so.
fn kind(declared: &str) -> Option<ValueKind> {
    match declared {
        "BIGINT" | "INTEGER" | "bigint" => Some(ValueKind::Integer),
        "DOUBLE PRECISION" | "double precision" => Some(ValueKind::Real),
        "TEXT" | "text" => Some(ValueKind::Text),
        "BLOB" | "bytea" => Some(ValueKind::Blob),
        _ => None,
    }
}

const DESCRIBING: &str = "describing the tables";
const RESTORING_ROWS: &str = "putting a row back";

/// For each column: the table, the column, how it is declared, its position in the key or 0, and
/// whether its numbers are generated. Columns in their order.
const SQLITE_COLUMNS: &str = "SELECT t.name, c.name, c.type, c.pk, 0
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table'
        AND substr(t.name, 1, 7) <> 'sqlite_'
        AND t.name <> 'schema_version'
      ORDER BY t.name, c.cid";

const POSTGRES_COLUMNS: &str = "SELECT t.relname, c.attname, format_type(c.atttypid, c.atttypmod),
            coalesce((SELECT array_position(k.conkey, c.attnum)
                        FROM pg_constraint AS k
                       WHERE k.conrelid = t.oid
                         AND k.contype = 'p'), 0),
            c.attidentity <> ''
       FROM pg_class AS t
       JOIN pg_attribute AS c ON c.attrelid = t.oid
      WHERE t.relnamespace = current_schema()::regnamespace
        AND t.relkind = 'r'
        AND t.relname <> 'schema_version'
        AND c.attnum > 0
        AND NOT c.attisdropped
      ORDER BY t.relname, c.attnum";

/// Which table's rows point at which table's.
const SQLITE_POINTERS: &str = "SELECT t.name, f.\"table\"
       FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
      WHERE t.type = 'table'";

const POSTGRES_POINTERS: &str = "SELECT c.relname, p.relname
       FROM pg_constraint AS k
       JOIN pg_class AS c ON c.oid = k.conrelid
       JOIN pg_class AS p ON p.oid = k.confrelid
      WHERE k.contype = 'f'
        AND k.connamespace = current_schema()::regnamespace";

impl Tx<'_> {
    /// Every table but that of the schema's version, those that others point at before those others.
    ///
    /// # Errors
    /// [`Error::Other`] for a column of a kind that is not one of the four.
    pub fn tables(&mut self) -> Result<Vec<Table>, Error> {
        let (columns, pointers) = match self.on {
            Connection::Sqlite(_) => (SQLITE_COLUMNS, SQLITE_POINTERS),
            Connection::Postgres(_) => (POSTGRES_COLUMNS, POSTGRES_POINTERS),
        };
        let mut tables: Vec<Table> = Vec::new();
        let mut keys: Vec<(i64, String)> = Vec::new();
        for row in self.rows(columns, ())? {
            let (table, name): (String, String) = (row.get(0)?, row.get(1)?);
            let kind = kind(row.text(2)?).ok_or_else(|| {
                Error::other(DESCRIBING, format!("{table}.{name} is of an unknown kind"))
            })?;
            if tables.last().is_none_or(|last| last.name != table) {
                finish(&mut tables, &mut keys);
                tables.push(Table { name: table, columns: Vec::new(), key: Vec::new() });
            }
            let position = row.get::<i64>(3)?;
            if position > 0 {
                keys.push((position, name.clone()));
            }
            let column = Column { name, kind, is_identity: row.get(4)? };
            tables.last_mut().expect("pushed above").columns.push(column);
        }
        finish(&mut tables, &mut keys);
        let mut pairs = Vec::new();
        for row in self.rows(pointers, ())? {
            pairs.push((row.get::<String>(0)?, row.get::<String>(1)?));
        }
        Ok(in_order(tables, &pairs))
    }

    /// Hands over every row of a table in the order of its key, one after the other; stops at the
    /// first that is not taken.
    ///
    /// # Errors
    /// That of whoever takes the rows; [`Error::Column`] for a text that is not UTF-8, which no
    /// program of ours wrote.
    pub fn each<E: From<Error>>(
        &mut self,
        table: &Table,
        mut take: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check_not_aborted()?;
        let sql = table.select();
        let mut refused = None;
        let mut each = |row| {
            refused = take(row).err();
            refused.is_none()
        };
        let read = match &mut self.on {
            Connection::Sqlite(connection) => statement::each(connection, &sql, &mut each),
            Connection::Postgres(session) => session.each(&sql, &mut each),
        };
        self.recorded(read)?;
        refused.map_or(Ok(()), Err)
    }

    /// Puts rows into a table, as many as `next` gives; how many there were.
    ///
    /// # Errors
    /// That of `next`; [`Error::Other`] for values that are not those of the table's columns.
    pub fn restore_rows<E: From<Error>>(
        &mut self,
        table: &Table,
        mut next: impl FnMut() -> Result<Option<Vec<Value>>, E>,
    ) -> Result<u64, E> {
        self.check_not_aborted()?;
        let mut refused = None;
        let mut kept = 0;
        let mut fitting = || {
            let given = next().and_then(|row| match row {
                Some(row) if !fits(table, &row) => {
                    let flaw = format!("a row does not fit the columns of {}", table.name);
                    Err(Error::other(RESTORING_ROWS, flaw).into())
                }
                row => Ok(row),
            });
            match given {
                Ok(row) => {
                    kept += u64::from(row.is_some());
                    row
                }
                Err(error) => {
                    refused = Some(error);
                    None
                }
            }
        };
        let written = match &mut self.on {
            Connection::Sqlite(connection) => {
                statement::insert(connection, &table.insert('?'), &mut fitting)
            }
            Connection::Postgres(session) => session.insert(&table.insert('$'), &mut fitting),
        };
        self.recorded(written)?;
        if let Some(error) = refused {
            return Err(error);
        }
        self.restart_identity(table)?;
        Ok(kept)
    }

    /// Whether a table has any row.
    pub fn has_rows(&mut self, table: &Table) -> Result<bool, Error> {
        self.check_not_aborted()?;
        let sql = format!("SELECT 1 FROM {} LIMIT 1", quoted(&table.name));
        let mut any = false;
        let mut each = |_| {
            any = true;
            false
        };
        let read = match &mut self.on {
            Connection::Sqlite(connection) => statement::each(connection, &sql, &mut each),
            Connection::Postgres(session) => session.each(&sql, &mut each),
        };
        self.recorded(read)?;
        Ok(any)
    }

    /// Makes the indexes of a table anew, from its rows.
    pub fn reindex(&mut self, table: &Table) -> Result<(), Error> {
        let what = match self.on {
            Connection::Sqlite(_) => "",
            Connection::Postgres(_) => "TABLE ",
        };
        self.batch(&format!("REINDEX {what}{}", quoted(&table.name)))
    }

    /// Takes every row out of a table.
    pub fn clear(&mut self, table: &Table) -> Result<(), Error> {
        self.check_not_aborted()?;
        self.batch(&format!("DELETE FROM {}", quoted(&table.name)))
    }

    /// Has PostgreSQL draw numbers from behind those that were put back.
    fn restart_identity(&mut self, table: &Table) -> Result<(), Error> {
        let Connection::Postgres(_) = self.on else { return Ok(()) };
        for column in table.columns.iter().filter(|column| column.is_identity) {
            let (table, column) = (quoted(&table.name), quoted(&column.name));
            self.batch(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', {column_text}),
                               coalesce(max({column}), 1), max({column}) IS NOT NULL)
                   FROM {table}",
                column_text = column.replace('"', "'"),
            ))?;
        }
        Ok(())
    }
}

/// Gives the last table its key, in order.
fn finish(tables: &mut [Table], keys: &mut Vec<(i64, String)>) {
    keys.sort();
    if let Some(table) = tables.last_mut() {
        table.key = keys.drain(..).map(|(_, name)| name).collect();
    }
}

fn fits(table: &Table, row: &[Value]) -> bool {
    table.columns.len() == row.len()
        && table.columns.iter().zip(row).all(|(column, value)| column.takes(value))
}

/// The tables, each behind those it references. Tables that reference each other in a circle come last
/// and in their own order.
fn in_order(mut tables: Vec<Table>, pointers: &[(String, String)]) -> Vec<Table> {
    let mut ordered: Vec<Table> = Vec::with_capacity(tables.len());
    loop {
        let is_free = |table: &Table, waiting: &[Table]| {
            !pointers.iter().any(|(from, to)| {
                from == &table.name && to != from && waiting.iter().any(|it| &it.name == to)
            })
        };
        let Some(at) = (0..tables.len()).find(|at| is_free(&tables[*at], &tables)) else {
            ordered.append(&mut tables);
            return ordered;
        };
        ordered.push(tables.remove(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str) -> Table {
        Table { name: name.to_owned(), columns: Vec::new(), key: Vec::new() }
    }

    #[test]
    fn whom_others_point_at_comes_first() {
        let tables = ["a", "b", "c", "d"].map(table).to_vec();
        let pointers =
            [("a", "c"), ("c", "d"), ("b", "b")].map(|(from, to)| (from.to_owned(), to.to_owned()));

        let ordered = in_order(tables, &pointers);

        let names: Vec<&str> = ordered.iter().map(Table::name).collect();
        assert_eq!(names, ["b", "d", "c", "a"]);
    }

    #[test]
    fn a_circle_is_no_endless_loop() {
        let pointers = [("a", "b"), ("b", "a")].map(|(from, to)| (from.to_owned(), to.to_owned()));

        assert_eq!(in_order(["a", "b"].map(table).to_vec(), &pointers).len(), 2);
    }
}
