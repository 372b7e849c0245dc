//! The schema's history: numbered texts, each run once, the same for both engines.
//!
//! What is the engine's own (locks, backups, the transaction around it all) is in the engines'
//! folders; here is what both do inside it. A version once released is never edited; a database that has
//! seen another text of a version than this program has is refused.

use std::fmt::Write as _;
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::tx::Tx;

/// One step of the schema.
///
/// Its text declares columns as `TEXT`, `BIGINT`, `DOUBLE PRECISION` and `BLOB`, in capitals, and
/// may hold several statements. On PostgreSQL `TEXT` becomes `TEXT COLLATE "C"`, so that both
/// engines sort alike, and `BLOB` becomes `BYTEA`.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Counted from 1, rising, never used twice.
    pub version: i64,
    /// For the one who looks into the database.
    pub name: &'static str,
    /// The statements.
    pub sql: &'static str,
}

/// What [`Db::migrate`](crate::Db::migrate) did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrated {
    /// The version found, 0 in a new database.
    pub from: i64,
    /// The version now.
    pub to: i64,
    /// The copy made before, if there was anything to lose and a folder to put it.
    pub backup: Option<PathBuf>,
}

pub(crate) const MIGRATING: &str = "bringing the database up to date";

/// How long one program waits for another that is migrating the same database.
pub(crate) const MIGRATION_WAIT_MAX_MS: u64 = 600_000;

/// Refuses a list that could not be run twice with the same result.
pub(crate) fn check_order(migrations: &[Migration]) -> Result<(), Error> {
    let mut last = 0;
    for migration in migrations {
        if migration.version <= last {
            return Err(Error::other(
                MIGRATING,
                format!("version {} must be higher than {last}", migration.version),
            ));
        }
        last = migration.version;
    }
    Ok(())
}

/// The migrations a database of version `found` has not seen.
///
/// # Errors
/// [`Error::NewerSchema`] if it has seen more than we know.
pub(crate) fn pending(migrations: &[Migration], found: i64) -> Result<&[Migration], Error> {
    let known = migrations.last().map_or(0, |migration| migration.version);
    if found > known {
        return Err(Error::NewerSchema { found, known });
    }
    Ok(&migrations[migrations.partition_point(|migration| migration.version <= found)..])
}

impl Migration {
    /// The SHA-256 of its statements, in lower-case hexadecimal.
    fn digest(&self) -> String {
        Sha256::digest(self.sql).iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// That the versions a database has seen are those that we know.
///
/// # Errors
/// [`Error::OtherSchema`] with the first that differs. One whose digest was not noted differs.
pub(crate) fn check_history(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<(), Error> {
    // Every column, because a database of a build that noted no digests has no such column.
    for row in tx.rows("SELECT * FROM schema_version ORDER BY version", ())? {
        let version: i64 = row.get(0)?;
        let Some(known) = migrations.iter().find(|known| known.version == version) else {
            continue;
        };
        let noted = row.get::<Option<String>>(DIGEST_COLUMN).ok().flatten();
        if noted.as_deref() != Some(&*known.digest()) {
            return Err(Error::OtherSchema { version, name: known.name });
        }
    }
    Ok(())
}

/// The position of the digest in a row of `schema_version`.
const DIGEST_COLUMN: usize = 2;

/// Runs what is pending inside a transaction that keeps others out, and says from where to where.
pub(crate) fn apply(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<(i64, i64), Error> {
    tx.batch(
        "CREATE TABLE IF NOT EXISTS schema_version (
             version BIGINT NOT NULL PRIMARY KEY,
             name TEXT NOT NULL,
             digest TEXT
         )",
    )?;
    let from = tx
        .row("SELECT max(version) FROM schema_version", ())?
        .and_then(|row| row.get::<Option<i64>>(0).transpose())
        .transpose()?
        .unwrap_or(0);
    let pending = pending(migrations, from)?;
    check_history(tx, migrations)?;
    let mut to = from;
    for migration in pending {
        tx.batch(migration.sql).map_err(|error| name_migration(migration, error))?;
        tx.run(
            "INSERT INTO schema_version (version, name, digest)
             VALUES (?1, ?2, ?3)",
            (migration.version, migration.name, migration.digest()),
        )?;
        to = migration.version;
    }
    Ok((from, to))
}

/// Names the migration whose text is at fault. What is not the text's fault stays what it is.
fn name_migration(migration: &Migration, error: Error) -> Error {
    let Error::Other { source, .. } = &error else {
        return error;
    };
    let Migration { version, name, .. } = migration;
    Error::other(MIGRATING, format!("version {version} ({name}): {source}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Migration; 2] = [
        Migration { version: 1, name: "a", sql: "" },
        Migration { version: 3, name: "b", sql: "" },
    ];

    fn versions(found: i64) -> Vec<i64> {
        let pending = pending(&STEPS, found).expect("not newer");
        pending.iter().map(|migration| migration.version).collect()
    }

    #[test]
    fn only_what_was_not_seen_is_pending() {
        assert_eq!(versions(0), [1, 3]);
        assert_eq!(versions(1), [3]);
        assert_eq!(versions(3), [0; 0]);
    }

    #[test]
    fn a_newer_database_is_refused_with_a_way_out() {
        let error = pending(&STEPS, 4).expect_err("newer");

        assert!(matches!(error, Error::NewerSchema { found: 4, known: 3 }));
        assert!(error.to_string().contains("run a newer program"), "{error}");
    }

    #[test]
    fn versions_must_rise() {
        assert!(check_order(&STEPS).is_ok());
        assert!(check_order(&[STEPS[1], STEPS[0]]).is_err());
        assert!(check_order(&[STEPS[0], STEPS[0]]).is_err());
    }
}
