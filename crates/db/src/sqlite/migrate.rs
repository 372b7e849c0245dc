//! Migrations on SQLite: a backup first, then all of them in one transaction.
//!
//! They run on a connection of their own, with foreign keys unenforced and checked as a whole at
//! the end: rebuilding a table would otherwise delete, by cascade, what points at the old one.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::backup::backup_into;
use super::connect::DatabaseFile;
use super::statement::{self, Stage};
use crate::error::Error;
use crate::migrate::{
    MIGRATING, MIGRATION_WAIT_MAX_MS, Migrated, Migration, apply, check_history, check_order,
    pending,
};
use crate::tx::Tx;

pub(super) fn migrate(
    file: &DatabaseFile,
    migrations: &[Migration],
    backup_folder: Option<&Path>,
) -> Result<Migrated, Error> {
    check_order(migrations)?;
    let mut connection = file.plain(Duration::from_millis(MIGRATION_WAIT_MAX_MS))?;
    connection.pragma_update(None, "foreign_keys", false).map_err(migrating)?;

    // Found out again inside the transaction; here it decides on the backup, which cannot be
    // made inside one.
    let found = version(&connection)?;
    let is_pending = !pending(migrations, found)?.is_empty();
    if found > 0 {
        let transaction = connection.transaction().map_err(migrating)?;
        check_history(&mut Tx::sqlite(&transaction, &file.damage), migrations)?;
    }
    if !is_pending && found > 0 {
        // A full disk takes no transaction that writes, and has to be readable.
        return Ok(Migrated { from: found, to: found, backup: None });
    }
    let backup = match backup_folder {
        Some(folder) if is_pending && has_tables(&connection)? => {
            Some(backup_into(file, folder, &format!("before-migration-from-version-{found}"))?)
        }
        _ => None,
    };

    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(migrating)?;
    let (from, to) = apply(&mut Tx::sqlite(&transaction, &file.damage), migrations)?;
    check_foreign_keys(&transaction)?;
    transaction.commit().map_err(migrating)?;
    Ok(Migrated { from, to, backup })
}

/// The version in the file, 0 if it was never migrated.
fn version(connection: &Connection) -> Result<i64, Error> {
    if count(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_version'")? == 0 {
        return Ok(0);
    }
    count(connection, "SELECT coalesce(max(version), 0) FROM schema_version")
}

fn has_tables(connection: &Connection) -> Result<bool, Error> {
    Ok(count(connection, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'")? > 0)
}

fn count(connection: &Connection, sql: &'static str) -> Result<i64, Error> {
    connection.query_row(sql, (), |row| row.get(0)).map_err(migrating)
}

fn check_foreign_keys(transaction: &Transaction<'_>) -> Result<(), Error> {
    let broken = transaction
        .prepare("PRAGMA foreign_key_check")
        .and_then(|mut check| {
            let mut rows = check.query(())?;
            rows.next()?.map(|row| row.get::<_, String>(0)).transpose()
        })
        .map_err(migrating)?;
    match broken {
        None => Ok(()),
        Some(table) => Err(Error::other(
            MIGRATING,
            format!("rows of the table {table} would point at rows that are not there"),
        )),
    }
}

fn migrating(error: rusqlite::Error) -> Error {
    statement::fault(&error, "", Stage::Prepare).into_error(MIGRATING)
}
