//! Checkpoints: how the writer copies the write-ahead log into the file, and what it does after a flush
//! of the file has failed. Nothing here writes for a caller.
//!
//! A checkpoint that a reader delays copies pages, notes them as copied, and leaves their flush to a
//! later one. When that flush fails, the system drops those pages, the next flush succeeds, and SQLite
//! would reset the log while it holds the only copy. So after a failed flush the log is kept until a
//! connection that has the file alone has copied it again from its start.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::ffi;

use super::super::integrity;
use super::super::statement::{self, Stage};
use super::Writer;
use crate::error::{Error, Fault, FaultKind};

/// In a log of this many pages (256 MiB) the writer waits for readers that keep it from being reset,
const CHECKPOINT_TRUNCATE_PAGES: u32 = 65_536;
/// but no longer than this at a time.
const TRUNCATE_WAIT: Duration = Duration::from_millis(250);

/// How long the writer waits for reads in progress before the log is copied again.
const PAUSE_WAIT: Duration = Duration::from_millis(250);

/// The wait after a copy that was not possible; doubled each time, up to the second.
const RECOPY_WAIT: Duration = Duration::from_secs(1);
const RECOPY_WAIT_MAX: Duration = Duration::from_secs(15);

const OPENING: &str = "copying the log into the database";

/// When a log that is kept is to be copied again, and how often that was tried.
#[derive(Clone, Copy)]
pub(super) struct Recopy {
    pub(super) due: Instant,
    tries: u32,
}

impl Writer {
    /// Opens the file, and copies a log that was left behind. Its content need not be on the disk: after
    /// a failed flush the system takes it for written and returns it to readers. Copied into the file it
    /// is written and flushed again.
    pub(super) fn connect(&mut self) -> Result<(), Error> {
        if self.file.unflushed.is_known() {
            let copied = self.copy_anew().map_err(|fault| fault.into_error(OPENING))?;
            self.recopy_tried(copied);
        }
        self.session = Some(self.file.writer(self.wal_pages.clone())?);
        match self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)") {
            Ok(true) => self.check_length(),
            Ok(false) => Ok(()),
            Err(fault) => {
                self.session = None;
                Err(fault.into_error(OPENING))
            }
        }
    }

    /// Checks that the length of the file is a multiple of its page size, before anything is written
    /// behind its end. The log is copied by then, so what is missing is lost.
    fn check_length(&self) -> Result<(), Error> {
        let Some(session) = &self.session else { return Ok(()) };
        if let Some(flaw) = integrity::truncation(&self.file.path, &session.connection)? {
            self.file.damage.note(&format!("{}: {flaw}", self.file.path.display()));
        }
        Ok(())
    }

    /// Copies the log into the file, unless it must be kept; whether all of it was copied.
    fn checkpoint(&mut self, pragma: &'static str) -> Result<bool, Fault> {
        let Some(session) = &self.session else { return Ok(false) };
        if self.file.unflushed.is_known() {
            // Another process may have seen the failed flush.
            self.recopy.get_or_insert_with(Recopy::now);
            return Ok(false);
        }
        let copied = session.connection.query_row(pragma, (), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        });
        let error = match copied {
            Ok((busy, pages, done)) => return Ok(busy == 0 && done >= pages),
            Err(error) => error,
        };
        let fault = statement::fault(&error, pragma, Stage::Prepare);
        if fault.kind == FaultKind::Damaged {
            session.damage.note(&fault.text);
        }
        tracing::warn!(error = %fault.text, "a checkpoint failed");
        let code = error.sqlite_error().map(|error| error.extended_code);
        if code == Some(ffi::SQLITE_IOERR_FSYNC) {
            tracing::error!(
                path = %self.file.path.display(),
                "the database file could not be flushed: its log is kept until it was copied again"
            );
            self.file.unflushed.note();
            self.recopy = Some(Recopy::now());
        }
        Err(fault)
    }

    /// Copies a log that is kept, when that is due.
    pub(super) fn recopy_if_due(&mut self) {
        if self.recopy.is_none_or(|recopy| Instant::now() < recopy.due) {
            return;
        }
        let was_open = self.session.is_some();
        let copied = match self.copy_anew() {
            Ok(copied) => copied,
            Err(fault) => {
                tracing::warn!(error = %fault.text, "copying the log again failed");
                false
            }
        };
        self.recopy_tried(copied);
        // After a commit of unknown outcome the file is closed, and the next write opens it: until then
        // the log may end with frames that are only in the system's memory.
        if was_open && self.session.is_none() {
            match self.file.writer(self.wal_pages.clone()) {
                Ok(session) => self.session = Some(session),
                Err(error) => tracing::warn!(%error, "the database could not be opened again"),
            }
        }
    }

    /// Closes every connection of this handle and copies the log with one that has the file alone;
    /// whether that was possible.
    fn copy_anew(&mut self) -> Result<bool, Fault> {
        let Some(_paused) = self.readers.pause(PAUSE_WAIT) else { return Ok(false) };
        self.session = None;
        self.file.copy_log_alone()
    }

    fn recopy_tried(&mut self, copied: bool) {
        if copied {
            self.wal_pages.store(0, Ordering::Relaxed);
            self.checkpointed_pages = 0;
            self.recopy = None;
            tracing::warn!(path = %self.file.path.display(), "the log was copied again");
            return;
        }
        self.recopy = Some(self.recopy.unwrap_or_else(Recopy::now).later());
    }

    /// Copies the log into the file when it has grown by `checkpoint_pages`: a page that was written many
    /// times is copied once then. Writes wait as long as that takes, so it is no more at a time.
    pub(super) fn checkpoint_if_due(&mut self) {
        let pages = self.wal_pages.load(Ordering::Relaxed);
        if pages < self.checkpointed_pages {
            // The log was reset.
            self.checkpointed_pages = 0;
        }
        let grown = pages - self.checkpointed_pages;
        let enough = self.file.options.checkpoint_pages;
        if grown < enough {
            return;
        }
        self.checkpointed_pages = pages;
        let copied = self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)");
        if copied.is_ok_and(|whole| !whole) && pages >= CHECKPOINT_TRUNCATE_PAGES {
            // A failure is logged, and tried again with the next checkpoint.
            let _ = self.truncate_log();
        }
    }

    /// Copies the log when the database is closed. What could not be copied is copied at the next start.
    pub(super) fn copy_at_the_end(&mut self) {
        if self.file.unflushed.is_known() {
            self.recopy = Some(Recopy::now());
            self.recopy_if_due();
        }
        let copied = self.truncate_log();
        if copied.is_ok()
            && let Some(session) = &self.session
            && !self.file.unflushed.is_known()
        {
            // If no other process has the file open, SQLite removes the log.
            let keep = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            if let Err(error) = session.connection.set_db_config(keep, false) {
                tracing::warn!(%error, "the log stays beside the database");
            }
        }
    }

    /// Waits a little for readers that keep the log from being reset; no process writes meanwhile. Whether
    /// all was copied.
    fn truncate_log(&mut self) -> Result<bool, Fault> {
        let usual = Duration::from_millis(self.file.options.busy_timeout_ms.into());
        let Some(session) = &self.session else { return Ok(false) };
        if let Err(error) = session.connection.busy_timeout(TRUNCATE_WAIT) {
            tracing::warn!(%error, "the log is left as it is");
            return Ok(false);
        }
        let copied = self.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)");
        if let Some(session) = &self.session
            && let Err(error) = session.connection.busy_timeout(usual)
        {
            tracing::warn!(%error, "the writer's busy timeout could not be restored");
        }
        copied
    }
}

impl Recopy {
    fn now() -> Recopy {
        Recopy { due: Instant::now(), tries: 0 }
    }

    fn later(self) -> Recopy {
        let wait =
            RECOPY_WAIT.saturating_mul(2_u32.saturating_pow(self.tries)).min(RECOPY_WAIT_MAX);
        Recopy { due: Instant::now() + wait, tries: self.tries.saturating_add(1) }
    }
}
