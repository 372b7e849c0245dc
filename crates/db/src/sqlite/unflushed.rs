//! Whether the database file may miss what was copied into it. A flush of it has failed, and the
//! system takes what it could not write for written. The log holds all of it and may not start over
//! until somebody has copied it anew; what SQLite has noted as copied lives as long as anybody has
//! the file open.
//!
//! A file beside the database says so to whoever opens it meanwhile or next. It is as short-lived as
//! the notes it warns of: after a power failure there are none, and the log is copied from its start.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::connect::{Place, beside, private};
use super::statement::{self, Stage};
use crate::error::Fault;

/// How long whoever wants to be alone waits for others to close the file: everybody here waits
/// meanwhile, and who has it open for longer is asked again later.
const ALONE_WAIT: Duration = Duration::from_millis(20);

const COPY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// What is known of flushes of the database file that failed.
pub(super) struct Unflushed {
    /// There while somebody knows of one.
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
            tracing::warn!(%error, path = %self.path.display(), "others cannot be told of it");
        }
    }

    /// Whether the log must be kept, as far as anybody here knows.
    pub(super) fn is_known(&self) -> bool {
        self.is_known.load(Ordering::Acquire) || self.path.exists()
    }

    /// Everything was copied and flushed.
    fn forget(&self) {
        self.is_known.store(false, Ordering::Release);
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(%error, path = %self.path.display(), "it will be copied once more");
            }
            _ => {}
        }
    }
}

/// Whether a flush of this SQLite file has failed and its log is still to be copied anew, as far as
/// whoever has it open has said so.
pub fn is_unflushed(file: &Path) -> bool {
    Unflushed::new(file).is_known()
}

impl Place {
    /// Copies everything in the log into the file, written and flushed anew, and lets the log start
    /// over; whether nobody else had the file open. Whoever has it alone keeps notes of its own about
    /// what was copied, and begins with none.
    pub(super) fn copy_log_alone(&self) -> Result<bool, Fault> {
        match self.copy_anew() {
            Ok(copied) => {
                if copied {
                    self.unflushed.forget();
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
        // Closing it would try once more what has just failed.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        // Before anything is read: from then on others would share the notes.
        connection.execute_batch(
            "PRAGMA locking_mode = EXCLUSIVE;
             PRAGMA synchronous = FULL;
             PRAGMA fullfsync = ON;",
        )?;
        // The log is opened by whoever reads.
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
        connection.query_row(COPY, (), |row| Ok(row.get::<_, i64>(0)? == 0))
    }
}
