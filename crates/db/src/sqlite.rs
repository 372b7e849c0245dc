//! SQLite: one writer thread with group commit, and readers that run where they are called.
//!
//! The folder beside this file holds the parts; here they are opened and closed together. Another
//! process may have the same file open (a backup, the command line): SQLite's own locks keep the two
//! apart, and "one writer" means one of this process.

mod backup;
mod connect;
mod integrity;
mod migrate;
mod readers;
pub(crate) mod statement;
mod unflushed;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::call::{Closure, Job, Mode, Verdict, submit};
use crate::error::Error;
use crate::meter::{Meter, Statistics, Storage};
use crate::migrate::{Migrated, Migration};
use crate::queue::Queue;
use crate::tx::Tx;
pub use integrity::{FileCheck, check_file, read_file};
pub use unflushed::is_unflushed;

use connect::DatabaseFile;
use readers::Readers;
use writer::Writer;

/// How a SQLite database is opened.
#[derive(Debug, Clone)]
pub struct SqliteOptions {
    /// Page cache of each reading connection, in KiB. There is one per thread that reads.
    pub cache_kib: u32,
    /// Page cache of the writing connection, in KiB. After a commit that splits a page SQLite looks
    /// through all of it for pages behind the end of the file, so it is no larger than a batch needs.
    pub writer_cache_kib: u32,
    /// How far that cache grows before pages of a large write go to the log ahead of their commit, in
    /// KiB: what changes again later is written twice then.
    pub writer_spill_kib: u32,
    /// How many writes share one commit at most.
    pub batch_max: usize,
    /// How long writes are gathered for one commit at most, in milliseconds.
    pub batch_ms: u32,
    /// How many writes wait at most before callers wait for space in the queue.
    pub queue_max: usize,
    /// How many long reads ([`Db::scan`](crate::Db::scan)) run at once at most.
    pub scans_max: usize,
    /// How long a statement waits for the lock of another process, in milliseconds.
    pub busy_timeout_ms: u32,
    /// How long the statements of one closure may run, in milliseconds, before one is stopped.
    pub statement_timeout_ms: u32,
    /// How many pages of 4 KiB the write-ahead log grows by before it is copied into the file.
    pub checkpoint_pages: u32,
    /// How many pages of 4 KiB the file may have; none is SQLite's own limit. Tests simulate a full
    /// disk with it.
    pub max_page_count: Option<u32>,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        SqliteOptions {
            cache_kib: 12_000,
            writer_cache_kib: 4_000,
            writer_spill_kib: 16_000,
            batch_max: 256,
            batch_ms: 5,
            queue_max: 1_024,
            scans_max: 4,
            busy_timeout_ms: 5_000,
            statement_timeout_ms: 30_000,
            checkpoint_pages: 4_000,
            max_page_count: None,
        }
    }
}

pub(crate) struct Sqlite {
    file: Arc<DatabaseFile>,
    queue: Arc<Queue<Box<dyn Job>>>,
    readers: Arc<Readers>,
    meter: Arc<Meter>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Sqlite {
    pub(crate) fn open(path: &Path, options: SqliteOptions) -> Result<Sqlite, Error> {
        let file = Arc::new(DatabaseFile::new(path, options)?);
        file.reserve()?;
        let queue = Arc::new(Queue::new(file.options.queue_max));
        let meter = Arc::new(Meter::default());
        let readers = Arc::new(Readers::new(file.clone()));
        let writer = Writer::open(file.clone(), readers.clone(), queue.clone(), meter.clone())?;
        let writer = std::thread::Builder::new()
            .name("db-writer".into())
            .spawn(move || writer.serve())
            .map_err(|error| Error::file("starting the writer's thread", error))?;
        Ok(Sqlite { file, queue, readers, meter, writer: Mutex::new(Some(writer)) })
    }

    pub(crate) async fn write(&self, closure: Closure) -> Result<(), Error> {
        submit(&self.queue, Mode::Write, closure).await
    }

    /// Reads on this thread, without waiting for anyone.
    pub(crate) fn read(
        &self,
        closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict,
    ) -> Result<(), Error> {
        self.readers.read(closure)
    }

    /// Reads on this thread with one of the few connections for long reads.
    pub(crate) fn scan(
        &self,
        closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict,
    ) -> Result<(), Error> {
        self.readers.scan(closure)
    }

    pub(crate) fn scans_max(&self) -> usize {
        self.file.options.scans_max
    }

    pub(crate) fn migrate(
        &self,
        migrations: &[Migration],
        backup_folder: Option<&Path>,
    ) -> Result<Migrated, Error> {
        migrate::migrate(&self.file, migrations, backup_folder)
    }

    /// Reads every page, on a connection of its own and without a deadline.
    pub(crate) fn check_integrity(&self) -> Result<Vec<String>, Error> {
        let patience = std::time::Duration::from_millis(self.file.options.busy_timeout_ms.into());
        let flaws = integrity::check_integrity(&self.file.plain(patience)?)?;
        if let Some(flaw) = flaws.first() {
            self.file.damage.note(flaw);
        }
        Ok(flaws)
    }

    pub(crate) fn note_damage(&self, what: &str) {
        self.file.damage.note(what);
    }

    pub(crate) fn is_damaged(&self) -> bool {
        self.file.damage.is_known()
    }

    pub(crate) fn is_unflushed(&self) -> bool {
        self.file.unflushed.is_known()
    }

    pub(crate) fn backup(&self, to: &Path) -> Result<FileCheck, Error> {
        backup::backup(&self.file, to)
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.meter.read(self.queue.len(), self.file.damage.full())
    }

    /// The sizes of the file and of the log beside it; a log that is not there has none.
    pub(crate) fn storage(&self) -> Result<Storage, Error> {
        let failed = |error| Error::file("looking at the size of the database", error);
        let size = |path: &Path| std::fs::metadata(path).map(|found| found.len());
        let bytes = size(&self.file.path).map_err(failed)?;
        let mut log = self.file.path.clone().into_os_string();
        log.push("-wal");
        let log_bytes = match size(Path::new(&log)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
            found => found.map_err(failed)?,
        };
        Ok(Storage { bytes, log_bytes: Some(log_bytes) })
    }

    /// Readers end first, so that none delays the writer's last checkpoint.
    pub(crate) fn close(&self) {
        self.readers.close();
        self.queue.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer
            // The last handle may be dropped by a closure, on the writer's own thread.
            && writer.thread().id() != std::thread::current().id()
            && writer.join().is_err()
        {
            tracing::error!("the writer of the database ended by a panic");
        }
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}
