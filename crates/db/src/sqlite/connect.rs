//! How a connection to the file is opened: its flags and pragmas, by what it is for. Nothing here runs
//! statements of a caller.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::SqliteOptions;
use super::statement::{self, Stage};
use super::unflushed::Unflushed;
use crate::damage::Damage;
use crate::error::Error;

/// Where the file is and how it is opened.
pub(super) struct DatabaseFile {
    pub(super) path: PathBuf,
    pub(super) options: SqliteOptions,
    pub(super) damage: Damage,
    pub(super) unflushed: Unflushed,
}

/// A connection with a deadline, after which the statements of a closure are stopped: all writes wait for
/// the one writer, and a read blocks a thread of the runtime.
pub(super) struct Session {
    pub(super) connection: Connection,
    pub(super) damage: Damage,
    opened: Instant,
    deadline_ms: Arc<AtomicU64>,
    timeout_ms: u64,
}

const OPENING: &str = "opening the database";

/// Statements that each connection keeps prepared: more than the program has.
const STATEMENTS_MAX: usize = 512;

/// How many steps of SQLite's machine pass between two checks of the deadline: well under a millisecond.
const STEPS_PER_CHECK: i32 = 10_000;

/// The write-ahead log is cut to this size when it is reset.
const WAL_KEPT_BYTES: u32 = 64 << 20;

impl DatabaseFile {
    /// With an absolute path: threads open the file later, when the working directory may be another.
    pub(super) fn new(path: &Path, options: SqliteOptions) -> Result<DatabaseFile, Error> {
        let path = std::path::absolute(path).map_err(|error| Error::file(OPENING, error))?;
        let unflushed = Unflushed::new(&path);
        Ok(DatabaseFile { path, options, damage: Damage::default(), unflushed })
    }

    /// Creates the file if there is none, readable by its owner alone; SQLite gives its other files the
    /// same rights. A file that exists is not opened: closing it again would drop the locks that this
    /// process has on it. SQLite reports a folder that is missing.
    pub(super) fn reserve(&self) -> Result<(), Error> {
        match private(OpenOptions::new().write(true).create_new(true)).open(&self.path) {
            Err(error)
                if !matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) =>
            {
                Err(Error::file(OPENING, error))
            }
            _ => Ok(()),
        }
    }

    /// The one connection that writes. `wal_pages` gets the length of the log at each commit. SQLite's own
    /// automatic checkpoints, which would delay some commits, are off.
    pub(super) fn writer(&self, wal_pages: Arc<AtomicU32>) -> Result<Session, Error> {
        let opening = |error| self.opening(error);
        let mut connection =
            self.plain(Duration::from_millis(self.options.busy_timeout_ms.into()))?;
        let mode = connection
            .query_row("PRAGMA journal_mode = WAL", (), |row| row.get::<_, String>(0))
            .map_err(opening)?;
        if mode != "wal" {
            return Err(Error::other(
                OPENING,
                format!("{}: no write-ahead log is possible here ({mode})", self.path.display()),
            ));
        }
        connection
            .execute_batch(&format!(
                "PRAGMA cache_size = -{};
                 PRAGMA cache_spill = -{};
                 PRAGMA journal_size_limit = {WAL_KEPT_BYTES};",
                self.options.writer_cache_kib, self.options.writer_spill_kib
            ))
            .map_err(opening)?;
        if let Some(pages) = self.options.max_page_count {
            connection
                .query_row(&format!("PRAGMA max_page_count = {pages}"), (), |_| Ok(()))
                .map_err(opening)?;
        }
        connection
            .wal_hook(Some(move |_: &mut _, pages: i32| {
                wal_pages.store(pages.unsigned_abs(), Ordering::Relaxed);
                Ok(())
            }))
            .map_err(opening)?;
        self.session(connection)
    }

    /// A connection that cannot write.
    pub(super) fn reader(&self) -> Result<Session, Error> {
        let opening = |error| self.opening(error);
        let connection = self.plain(Duration::from_millis(self.options.busy_timeout_ms.into()))?;
        connection
            .execute_batch(&format!(
                "PRAGMA cache_size = -{};
                 PRAGMA query_only = ON;",
                self.options.cache_kib
            ))
            .map_err(opening)?;
        self.session(connection)
    }

    /// A connection with what all of them share.
    pub(super) fn plain(&self, busy_timeout: Duration) -> Result<Connection, Error> {
        // Each connection is used by one thread at a time, so SQLite need not lock.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opening = |error| self.opening(error);
        let connection = Connection::open_with_flags(&self.path, flags).map_err(opening)?;
        connection.busy_timeout(busy_timeout).map_err(opening)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
        // The connection that is closed last would copy the log: the writer does that.
        let keep = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        connection.set_db_config(keep, true).map_err(opening)?;
        // Without it SQLite plans a statement again each time a parameter has another value, which costs
        // more than most statements do.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(opening)?;
        // FULL loses nothing that was acknowledged, even when the power fails; with group commit it costs
        // little. LIKE is case-sensitive as on PostgreSQL.
        connection
            .execute_batch(
                "PRAGMA synchronous = FULL;
                 PRAGMA fullfsync = ON;
                 PRAGMA foreign_keys = ON;
                 PRAGMA trusted_schema = OFF;
                 PRAGMA temp_store = MEMORY;
                 PRAGMA case_sensitive_like = ON;
                 PRAGMA wal_autocheckpoint = 0;",
            )
            .map_err(opening)?;
        Ok(connection)
    }

    fn session(&self, mut connection: Connection) -> Result<Session, Error> {
        let opened = Instant::now();
        let deadline_ms = Arc::new(AtomicU64::new(u64::MAX));
        let deadline = deadline_ms.clone();
        connection
            .progress_handler(
                STEPS_PER_CHECK,
                Some(move || elapsed_ms(opened) > deadline.load(Ordering::Relaxed)),
            )
            .map_err(|error| self.opening(error))?;
        let timeout_ms = self.options.statement_timeout_ms.into();
        let damage = self.damage.clone();
        Ok(Session { connection, damage, opened, deadline_ms, timeout_ms })
    }

    fn opening(&self, error: rusqlite::Error) -> Error {
        let mut fault = statement::fault(&error, "", Stage::Prepare);
        fault.text = format!("{}: {}", self.path.display(), fault.text);
        fault.into_error(OPENING)
    }
}

impl Session {
    /// Whether the connection has no transaction, or one that could be rolled back.
    pub(super) fn is_usable(&self) -> bool {
        self.connection.is_autocommit() || statement::control(&self.connection, "ROLLBACK").is_ok()
    }

    /// Starts the deadline of the closure that runs next.
    pub(super) fn start_clock(&self) {
        self.deadline_ms.store(elapsed_ms(self.opened) + self.timeout_ms, Ordering::Relaxed);
    }

    /// What runs next has no deadline.
    pub(super) fn stop_clock(&self) {
        self.deadline_ms.store(u64::MAX, Ordering::Relaxed);
    }
}

/// Files created with these options are readable by their owner alone, where the system knows owners.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// The path of a file beside another one: its name with this ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn elapsed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
