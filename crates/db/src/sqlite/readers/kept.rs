//! Snapshots that are kept from one read to the next.
//!
//! To take one and to give it back costs SQLite two calls of the system, under a lock that all threads
//! share: as much as a small read. While nobody writes, the next read on the same thread would get the
//! same. So the second read of a thread that finds nothing changed keeps its snapshot, and others read
//! in it until something is committed.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::connect::Link;
use super::super::statement::control;
use super::READING;
use crate::call::{Outcome, Verdict, attempt};
use crate::error::{Error, Fault};
use crate::tx::Tx;

/// How long a snapshot is kept at most, in milliseconds: another program may write, too.
const KEPT_MS: u64 = 10;

/// How often this process has changed the file. Whoever has changed it says so before anybody is told.
#[derive(Clone, Default)]
pub(in super::super) struct Moment(Arc<AtomicU64>);

impl Moment {
    pub(in super::super) fn pass(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// A connection that reads, and the snapshot it may have kept.
pub(super) struct Reader {
    link: Link,
    /// At which moment the last read began.
    last: Cell<Option<u64>>,
    kept: Cell<Option<Kept>>,
}

#[derive(Clone, Copy)]
struct Kept {
    /// A moment at which it was up to date.
    moment: u64,
    /// On the clock of the connection.
    until_ms: u64,
}

/// What the statements of a read see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// All of them the same.
    Snapshot,
    /// Each what is there when it runs.
    Statement,
}

impl Reader {
    pub(super) fn new(link: Link) -> Reader {
        Reader { link, last: Cell::new(None), kept: Cell::new(None) }
    }

    /// Reads in the snapshot that was kept, if it is up to date.
    pub(super) fn read<T, E, F>(&self, view: View, moment: u64, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        let now_ms = self.link.start_clock();
        if self.kept.get().is_some_and(|kept| kept.moment != moment || kept.until_ms <= now_ms) {
            self.let_go();
        }
        if self.kept.get().is_none() {
            let is_unchanged = self.last.replace(Some(moment)) == Some(moment);
            if !is_unchanged {
                return self.read_once(view, closure);
            }
            self.begin()?;
            self.kept.set(Some(Kept { moment, until_ms: now_ms + KEPT_MS }));
        }
        let (outcome, verdict) = self.attempt(closure);
        if verdict == Verdict::Discard {
            // The engine may have failed, and have ended the transaction.
            self.let_go();
        }
        outcome
    }

    /// Reads and keeps nothing.
    pub(super) fn read_once<T, E, F>(&self, view: View, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        self.link.start_clock();
        if view == View::Statement {
            return self.attempt(closure).0;
        }
        self.begin()?;
        let (outcome, _) = self.attempt(closure);
        self.end();
        outcome
    }

    /// Ends the snapshot that was kept, if there is one.
    pub(super) fn let_go(&self) {
        if self.kept.take().is_some() {
            self.end();
        }
    }

    /// Whether the next read may use it: no read has left a transaction behind that cannot be ended.
    pub(super) fn is_usable(&self) -> bool {
        self.kept.get().is_some()
            || self.link.connection.is_autocommit()
            || control(&self.link.connection, "ROLLBACK").is_ok()
    }

    fn attempt<T, E, F>(&self, closure: &F) -> (Outcome<T, E>, Verdict)
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        attempt(closure, &mut Tx::sqlite(&self.link.connection, &self.link.damage))
    }

    fn begin(&self) -> Result<(), Error> {
        control(&self.link.connection, "BEGIN").map_err(|fault| fault.into_error(READING))
    }

    /// Nothing was written, so it does not matter how the transaction ends, as long as it does.
    fn end(&self) {
        if let Err(Fault { text, .. }) = control(&self.link.connection, "COMMIT") {
            tracing::warn!(error = %text, "a read transaction did not end in order");
        }
    }
}
