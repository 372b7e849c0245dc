//! One SQL text on two engines.
//!
//! A program writes its statements once and runs them on SQLite, in the process, or on PostgreSQL,
//! behind a connection. Work is handed over as a closure that gets a transaction; it is run again
//! when the engine asks for that, so it changes nothing outside of its transaction. The crate knows
//! no word of any product, and is no query builder: what is written is what runs.
//!
//! The rules of the common dialect:
//!
//! - Parameters are `?1`, `?2` …; columns are `TEXT`, `BIGINT`, `DOUBLE PRECISION` and `BLOB`;
//!   truth values are 0 and 1; type words are written in capitals.
//! - A failed statement ends its transaction. `ON CONFLICT` and `RETURNING` are there on both.
//! - `LIKE` looks at case, and its statement names the `ESCAPE` character; text columns sort by code
//!   points; an `ORDER BY` of what may be NULL says `NULLS FIRST` or `NULLS LAST`. Case is folded
//!   outside: `lower` knows ASCII here and more there.
//! - Columns are read by name ([`Row::get`]): what a statement computes has an `AS`.
//! - Text holds no U+0000 and no number is NaN; both are refused before anything is sent.
//! - Parameters carry the type of their Rust value: `?1 IS NULL OR name = ?1` needs no cast. A
//!   function that takes 32-bit integers (`substr`) does: `CAST(?1 AS INTEGER)`.
//! - `/*+for_update*/` at the end of a `SELECT` locks its rows until the transaction ends;
//!   `/*+skip_locked*/` does too, and skips rows that others have locked. `/*+identity*/` behind
//!   the type of a key has PostgreSQL generate its numbers.

mod bind;
mod call;
mod damage;
mod dialect;
mod error;
mod meter;
mod migrate;
mod postgres;
mod queue;
mod row;
mod sqlite;
mod table;
mod tx;

use std::path::Path;
use std::sync::Arc;

use tokio::sync::Semaphore;

pub use bind::{Bind, Bound, Params, ValueKind};
pub use error::{Cause, Constraint, Error};
pub use meter::{Statistics, Storage};
pub use migrate::{Migrated, Migration};
pub use postgres::PostgresOptions;
pub use row::{ColumnIndex, FromValue, Row, Value};
pub use sqlite::{FileCheck, SqliteOptions, check_file, is_unflushed, read_file};
pub use table::{Column, Table};
pub use tx::Tx;

use call::{Closure, Mode, block_on, erased};

/// Which engine runs the statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// A file, in this process.
    Sqlite,
    /// A server.
    Postgres,
}

/// A handle to a database; cloning it is cheap. When the last one is dropped, the database is
/// closed as by [`Db::close`].
#[derive(Clone)]
pub struct Db {
    shared: Arc<Shared>,
}

struct Shared {
    backend: Backend,
    scans: Arc<Semaphore>,
}

enum Backend {
    Sqlite(Arc<sqlite::Sqlite>),
    Postgres(postgres::Postgres),
}

impl Db {
    /// Opens a file, and makes it if it is not there. Its folder must exist.
    ///
    /// # Errors
    /// [`Error::Unreachable`] if it cannot be opened, [`Error::Other`] if it is no database.
    pub fn open_sqlite(path: &Path, options: SqliteOptions) -> Result<Db, Error> {
        let sqlite = sqlite::Sqlite::open(path, options)?;
        Ok(Db::new(sqlite.scans_max(), Backend::Sqlite(Arc::new(sqlite))))
    }

    /// Connects to a server by a URL like `postgres://user:password@host:port/database`.
    ///
    /// `?sslmode=` may be `disable`, `prefer` (encrypted if the server can; plain to this very
    /// machine) or `require`; an encrypted server must be trusted by this system's roots.
    ///
    /// # Errors
    /// [`Error::Unreachable`] if no connection can be made, [`Error::Other`] if the database is
    /// not encoded in UTF-8 or the URL is not understood.
    pub fn open_postgres(url: &str, options: PostgresOptions) -> Result<Db, Error> {
        let postgres = postgres::Postgres::open(url, options)?;
        Ok(Db::new(postgres.scans_max(), Backend::Postgres(postgres)))
    }

    fn new(scans_max: usize, backend: Backend) -> Db {
        let scans = Arc::new(Semaphore::new(scans_max.clamp(1, Semaphore::MAX_PERMITS)));
        Db { shared: Arc::new(Shared { backend, scans }) }
    }

    /// Brings the schema up to date: everything pending in one transaction, one program at a time.
    /// A SQLite file that holds anything is copied into `backup_folder` first, and the copy checked.
    /// Blocks; to be called before anything is served.
    ///
    /// # Errors
    /// [`Error::NewerSchema`] if the database has seen more than `migrations` know,
    /// [`Error::OtherSchema`] if it has seen others. After any error the schema is what it was.
    pub fn migrate(
        &self,
        migrations: &[Migration],
        backup_folder: Option<&Path>,
    ) -> Result<Migrated, Error> {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.migrate(migrations, backup_folder),
            Backend::Postgres(postgres) => postgres.migrate(migrations),
        }
    }

    /// That the database, which has been migrated, has seen no other migrations than these. Blocks.
    ///
    /// # Errors
    /// [`Error::OtherSchema`] if it has.
    pub fn check_history(&self, migrations: &'static [Migration]) -> Result<(), Error> {
        self.read_blocking(move |tx| migrate::check_history(tx, migrations))?
    }

    /// The version of the schema as [`Db::migrate`] left it, 0 if it was never here. Blocks.
    pub fn version(&self) -> Result<i64, Error> {
        let table = match self.engine() {
            Engine::Sqlite => {
                "SELECT count(*)
                   FROM sqlite_schema
                  WHERE name = 'schema_version'"
            }
            Engine::Postgres => {
                "SELECT count(*)
                   FROM information_schema.tables
                  WHERE table_schema = current_schema()
                    AND table_name = 'schema_version'"
            }
        };
        self.read_blocking(move |tx| {
            let count = |row: Option<Row>| row.map_or(Ok(0), |row| row.get::<i64>(0));
            if count(tx.row(table, ())?)? == 0 {
                return Ok(0);
            }
            count(tx.row("SELECT coalesce(max(version), 0) FROM schema_version", ())?)
        })?
    }

    /// Runs a closure in a transaction that may write. When it returns `Ok`, its writes are committed and
    /// flushed before this returns; when it returns `Err` or panics, they are rolled back.
    ///
    /// It may run more than once, and other writes wait behind it: it neither waits for anything
    /// nor changes anything outside of the transaction. A caller who stops waiting leaves the
    /// outcome open: the closure is then skipped, or runs to its end.
    ///
    /// # Errors
    /// The outer error is the database's: the transaction could not begin or be committed, or the
    /// closure passed over a failed statement or panicked. [`Error::OutcomeUnknown`] if the commit
    /// failed in a way that leaves open what was kept.
    pub async fn write<T, E>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Error>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let (closure, outcome) = erased(job);
        self.write_erased(closure).await?;
        outcome.take()
    }

    async fn write_erased(&self, closure: Closure) -> Result<(), Error> {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.write(closure).await,
            Backend::Postgres(postgres) => postgres.call(Mode::Write, closure).await,
        }
    }

    /// Runs a closure in a transaction that only reads. All its statements see one state of the
    /// database. On SQLite it runs on the calling thread and must be short.
    ///
    /// # Errors
    /// As [`Db::write`]; a statement that would write fails.
    pub async fn read<T, E>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Error>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let (closure, outcome) = erased(job);
        self.read_erased(closure).await?;
        outcome.take()
    }

    async fn read_erased(&self, mut closure: Closure) -> Result<(), Error> {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => {
                // A task that reads again and again would otherwise never let others have a turn.
                tokio::task::consume_budget().await;
                sqlite.read(&mut closure)
            }
            Backend::Postgres(postgres) => postgres.call(Mode::Read, closure).await,
        }
    }

    /// [`Db::read`] for what takes long (an export, a look at every row): never on a thread of the
    /// runtime, and only a few at once; others wait. On SQLite it needs a tokio runtime.
    pub async fn scan<T, E>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Error>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let (closure, outcome) = erased(job);
        self.scan_erased(closure).await?;
        outcome.take()
    }

    async fn scan_erased(&self, mut closure: Closure) -> Result<(), Error> {
        let permit = self.shared.scans.clone().acquire_owned().await.map_err(|_| Error::Closed)?;
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => {
                let sqlite = sqlite.clone();
                let scanning = tokio::task::spawn_blocking(move || {
                    let _permit = permit;
                    sqlite.scan(&mut closure)
                });
                // Panics are caught inside; what is left is a runtime that shuts down.
                scanning.await.unwrap_or(Err(Error::Closed))
            }
            Backend::Postgres(postgres) => {
                // The permit is returned when the closure has ended, not when the caller gives up.
                let closure = Box::new(move |tx: &mut Tx<'_>| {
                    let _ = &permit;
                    closure(tx)
                });
                postgres.call(Mode::Read, closure).await
            }
        }
    }

    /// [`Db::write`] for callers without a runtime: the start of a program, the command line.
    pub fn write_blocking<T, E>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Error>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        block_on(self.write(job))
    }

    /// [`Db::read`] for callers without a runtime, as [`Db::version`] is at the start of a program.
    pub fn read_blocking<T, E>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Error>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        block_on(self.read(job))
    }

    /// Copies a SQLite database, while it is in use, to a file that must not exist yet, checks the
    /// copy, and says what was found in it. Blocks.
    ///
    /// # Errors
    /// [`Error::Full`] if there is no room, [`Error::Damaged`] if the copy is not sound,
    /// [`Error::Other`] if the file exists, and on PostgreSQL, whose tables are read row by row
    /// ([`Tx::each`]).
    pub fn backup(&self, to: &Path) -> Result<FileCheck, Error> {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.backup(to),
            Backend::Postgres(_) => Err(Error::other(
                "copying the database file",
                "PostgreSQL has none of its own: read its rows, or use pg_dump",
            )),
        }
    }

    /// What is wrong with a SQLite file: every page is read, and what points at what is checked. On
    /// PostgreSQL, which checks its pages itself as it reads them, nothing is looked at. Blocks.
    pub fn check_integrity(&self) -> Result<Vec<String>, Error> {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.check_integrity(),
            Backend::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// Remembers damage that only the caller can see, in rows that the engine finds sound.
    pub fn note_damage(&self, what: &str) {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.note_damage(what),
            Backend::Postgres(postgres) => postgres.note_damage(what),
        }
    }

    /// Whether this handle ever met damage: a statement that found it, or [`Db::check_integrity`].
    pub fn is_damaged(&self) -> bool {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.is_damaged(),
            Backend::Postgres(postgres) => postgres.is_damaged(),
        }
    }

    /// Whether a flush of a SQLite file has failed, and its log is kept until it was copied into the file
    /// again. Nothing is lost meanwhile; the log grows. It is tried again by itself.
    pub fn is_unflushed(&self) -> bool {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.is_unflushed(),
            Backend::Postgres(_) => false,
        }
    }

    /// What this handle and its clones did so far.
    pub fn statistics(&self) -> Statistics {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.statistics(),
            Backend::Postgres(postgres) => postgres.statistics(),
        }
    }

    /// How much room the database takes.
    ///
    /// # Errors
    /// As [`Db::read`], or when its files cannot be looked at.
    pub async fn storage(&self) -> Result<Storage, Error> {
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.storage(),
            Backend::Postgres(_) => {
                self.read(|tx| {
                    let row = tx.row("SELECT pg_database_size(current_database())", ())?;
                    let bytes = row.map_or(Ok(0), |row| row.get::<i64>(0))?;
                    Ok(Storage { bytes: bytes.unsigned_abs(), log_bytes: None })
                })
                .await?
            }
        }
    }

    /// Which engine this is.
    pub fn engine(&self) -> Engine {
        match &self.shared.backend {
            Backend::Sqlite(_) => Engine::Sqlite,
            Backend::Postgres(_) => Engine::Postgres,
        }
    }

    /// Finishes the writes that are queued, copies SQLite's log into its file, and ends the
    /// threads. Every later call fails with [`Error::Closed`]; closing again does nothing. Blocks;
    /// not to be called inside a closure.
    pub fn close(&self) {
        self.shared.scans.close();
        match &self.shared.backend {
            Backend::Sqlite(sqlite) => sqlite.close(),
            Backend::Postgres(postgres) => postgres.close(),
        }
    }
}
