//! What the writer does about its log: copies it into the file, keeps it where that cannot be
//! trusted, and copies it anew then. Nothing here writes for a caller.
//!
//! A checkpoint that a reader holds up copies pages, notes them as copied, and leaves it to a later
//! one to flush them. When that flush fails, the system forgets all of them, the next flush says that
//! all is well, and the log would start over while it holds the only copy. So after a flush that
//! failed the log is kept until somebody who has the file alone has copied it from its start.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::ffi;

use super::super::statement::{self, Stage};
use super::super::sound;
use super::Writer;
use crate::error::{Error, Fault, FaultKind};

/// A log of this many pages (256 MiB) is held up by readers; the writer waits for them,
const CHECKPOINT_TRUNCATE_PAGES: u32 = 65_536;
/// but no longer than this at a time.
const TRUNCATE_WAIT: Duration = Duration::from_millis(250);

/// How long reads in progress are waited for before the log is copied anew.
const ASIDE_WAIT: Duration = Duration::from_millis(250);

/// How long it is left alone after that was not possible; each further time twice as long, up to the
/// second.
const MEND_WAIT: Duration = Duration::from_secs(1);
const MEND_WAIT_MAX: Duration = Duration::from_secs(15);

const OPENING: &str = "copying the log into the database";

/// When a log that is kept is to be copied anew, and how often that was tried.
#[derive(Clone, Copy)]
pub(super) struct Mend {
    pub(super) due: Instant,
    tries: u32,
}

impl Writer {
    /// Opens the file, and copies what a log holds that was left behind. That need not be on the
    /// disk: after a flush that failed the system takes it for written, and shows it to whoever
    /// reads. Copied into the file it is written anew, and the log starts over.
    pub(super) fn connect(&mut self) -> Result<(), Error> {
        if self.place.unflushed.is_known() {
            let copied = self.copy_anew().map_err(|fault| fault.into_error(OPENING))?;
            self.tried_to_mend(copied);
        }
        self.link = Some(self.place.writer(self.wal_pages.clone())?);
        match self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)") {
            Ok(true) => self.look_for_a_cut(),
            Ok(false) => Ok(()),
            Err(fault) => {
                self.link = None;
                Err(fault.into_error(OPENING))
            }
        }
    }

    /// Looks whether the file ends where a page does, before anything is written behind its end: with
    /// nothing left in the log, what is missing is missing.
    fn look_for_a_cut(&self) -> Result<(), Error> {
        let Some(link) = &self.link else { return Ok(()) };
        if let Some(flaw) = sound::cut(&self.place.path, &link.connection)? {
            self.place.damage.note(&format!("{}: {flaw}", self.place.path.display()));
        }
        Ok(())
    }

    /// Copies the log into the file, unless it must be kept; whether all of it was copied. The log
    /// keeps what was not.
    fn checkpoint(&mut self, pragma: &'static str) -> Result<bool, Fault> {
        let Some(link) = &self.link else { return Ok(false) };
        if self.place.unflushed.is_known() {
            // Another program may have met it.
            self.mend.get_or_insert_with(Mend::now);
            return Ok(false);
        }
        let copied = link.connection.query_row(pragma, (), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        });
        let error = match copied {
            Ok((busy, pages, done)) => return Ok(busy == 0 && done >= pages),
            Err(error) => error,
        };
        let fault = statement::fault(&error, pragma, Stage::Prepare);
        if fault.kind == FaultKind::Damaged {
            link.damage.note(&fault.text);
        }
        tracing::warn!(error = %fault.text, "a checkpoint failed");
        let code = error.sqlite_error().map(|error| error.extended_code);
        if code == Some(ffi::SQLITE_IOERR_FSYNC) {
            tracing::error!(
                path = %self.place.path.display(),
                "the database file could not be flushed: its log is kept until it was copied anew"
            );
            self.place.unflushed.note();
            self.mend = Some(Mend::now());
        }
        Err(fault)
    }

    /// Copies a log that is kept, when it is time to.
    pub(super) fn mend_if_due(&mut self) {
        if self.mend.is_none_or(|mend| Instant::now() < mend.due) {
            return;
        }
        let was_open = self.link.is_some();
        let copied = match self.copy_anew() {
            Ok(copied) => copied,
            Err(fault) => {
                tracing::warn!(error = %fault.text, "copying the log anew failed");
                false
            }
        };
        self.tried_to_mend(copied);
        // After a commit of unknown outcome the file was closed, and whoever writes next opens it: by
        // then the log may end with frames that only the system's memory holds.
        if was_open && self.link.is_none() {
            match self.place.writer(self.wal_pages.clone()) {
                Ok(link) => self.link = Some(link),
                Err(error) => tracing::warn!(%error, "the database could not be opened again"),
            }
        }
    }

    /// Has the log copied anew by somebody who is alone, with every connection of this handle closed;
    /// whether that was possible.
    fn copy_anew(&mut self) -> Result<bool, Fault> {
        let Some(_aside) = self.readers.step_aside(ASIDE_WAIT) else { return Ok(false) };
        self.link = None;
        self.place.copy_log_alone()
    }

    fn tried_to_mend(&mut self, copied: bool) {
        if copied {
            self.wal_pages.store(0, Ordering::Relaxed);
            self.checkpointed_pages = 0;
            self.mend = None;
            tracing::warn!(path = %self.place.path.display(), "the log was copied anew");
            return;
        }
        self.mend = Some(self.mend.unwrap_or_else(Mend::now).later());
    }

    /// Copies the log into the file when it has grown by `checkpoint_pages`: pages written again and
    /// again are copied once then. Whoever waits waits as long as that takes, so it is no more at a time.
    pub(super) fn checkpoint_if_due(&mut self) {
        let pages = self.wal_pages.load(Ordering::Relaxed);
        if pages < self.checkpointed_pages {
            // The log has started over.
            self.checkpointed_pages = 0;
        }
        let grown = pages - self.checkpointed_pages;
        let enough = self.place.options.checkpoint_pages;
        if grown < enough {
            return;
        }
        self.checkpointed_pages = pages;
        let copied = self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)");
        if copied.is_ok_and(|whole| !whole) && pages >= CHECKPOINT_TRUNCATE_PAGES {
            // Where it does not, it is told so again and again.
            let _ = self.truncate_log();
        }
    }

    /// Copies what is there at the end. What could not be copied is copied at the next start.
    pub(super) fn copy_at_the_end(&mut self) {
        if self.place.unflushed.is_known() {
            self.mend = Some(Mend::now());
            self.mend_if_due();
        }
        let copied = self.truncate_log();
        if copied.is_ok()
            && let Some(link) = &self.link
            && !self.place.unflushed.is_known()
        {
            // If nobody else has the file open, SQLite removes the log.
            let keep = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            if let Err(error) = link.connection.set_db_config(keep, false) {
                tracing::warn!(%error, "the log stays beside the database");
            }
        }
    }

    /// Waits a little for readers that keep the log from starting over: nobody writes meanwhile, in other
    /// programs either. Whether all was copied.
    fn truncate_log(&mut self) -> Result<bool, Fault> {
        let usual = Duration::from_millis(self.place.options.busy_timeout_ms.into());
        let Some(link) = &self.link else { return Ok(false) };
        if let Err(error) = link.connection.busy_timeout(TRUNCATE_WAIT) {
            tracing::warn!(%error, "the log is left as it is");
            return Ok(false);
        }
        let copied = self.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)");
        if let Some(link) = &self.link
            && let Err(error) = link.connection.busy_timeout(usual)
        {
            tracing::warn!(%error, "the writer's patience could not be restored");
        }
        copied
    }
}

impl Mend {
    fn now() -> Mend {
        Mend { due: Instant::now(), tries: 0 }
    }

    fn later(self) -> Mend {
        let wait = MEND_WAIT.saturating_mul(2_u32.saturating_pow(self.tries)).min(MEND_WAIT_MAX);
        Mend { due: Instant::now() + wait, tries: self.tries.saturating_add(1) }
    }
}
