//! Whether a flush of the database file has failed. The system takes pages for written then that it could
//! not write, so the file may lack what was copied into it. The log holds all of it and must not be reset
//! until it was copied again by a connection that has the file alone: SQLite's own notes of what was
//! copied live as long as any process has the file open.
//!
//! A marker file beside the database says so to other processes and to the next start. It need not
//! survive a power failure: SQLite's notes do not either, and the log is copied from its start then.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::connect::{DatabaseFile, beside, private};
use super::statement::{self, Stage};
use crate::error::Fault;

/// How long the connection that needs the file alone waits for other processes to close it. All reads
/// and writes of this process wait meanwhile; it is tried again later.
const ALONE_WAIT: Duration = Duration::from_millis(20);

const COPY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// What is known of flushes of the database file that failed.
pub(super) struct Unflushed {
    /// The marker file.
    path: PathBuf,
    is_known: AtomicBool,
}

impl Unflushed {
    pub(super) fn new(database: &Path) -> Unflushed {
        Unflushed { path: beside(database, ".unflushed"), is_known: AtomicBool::new(false) }
    }

    /// Remembers that a flush has failed.
    pub(super) fn note(&self) {
        self.is_known.store(true, Ordering::Release);
        let made = private(OpenOptions::new().write(true).create(true)).open(&self.path);
        if let Err(error) = made {
            tracing::warn!(%error, path = %self.path.display(), "the marker could not be made");
        }
    }

    /// Whether the log must be kept.
    pub(super) fn is_known(&self) -> bool {
        self.is_known.load(Ordering::Acquire) || self.path.exists()
    }

    /// Everything was copied and flushed.
    fn clear(&self) {
        self.is_known.store(false, Ordering::Release);
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(%error, path = %self.path.display(), "the marker could not be removed");
            }
            _ => {}
        }
    }
}

/// Whether a flush of this SQLite file has failed and its log is still to be copied again, by the marker
/// beside it.
pub fn is_unflushed(file: &Path) -> bool {
    Unflushed::new(file).is_known()
}

impl DatabaseFile {
    /// Copies the whole log into the file, flushes it and resets the log. False if another connection has
    /// the file open. A connection that has the file alone keeps its own notes of what was copied, which
    /// begin empty.
    pub(super) fn copy_log_alone(&self) -> Result<bool, Fault> {
        match self.copy_anew() {
            Ok(copied) => {
                if copied {
                    self.unflushed.clear();
                }
                Ok(copied)
            }
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
            Err(error) => Err(statement::fault(&error, COPY, Stage::Prepare)),
        }
    }

    fn copy_anew(&self) -> rusqlite::Result<bool> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(ALONE_WAIT)?;
        // Closing the connection would repeat a copy that has just failed.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        // Before anything is read: later the notes would be shared with other connections.
        connection.execute_batch(
            "PRAGMA locking_mode = EXCLUSIVE;
             PRAGMA synchronous = FULL;
             PRAGMA fullfsync = ON;",
        )?;
        // The first read opens the log.
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
        connection.query_row(COPY, (), |row| Ok(row.get::<_, i64>(0)? == 0))
    }
}
