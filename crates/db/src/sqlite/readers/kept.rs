//! Snapshots that are kept from one read to the next.
//!
//! To take one and to give it back costs SQLite two calls of the system, under a lock that all threads
//! share: as much as a small read. While nobody writes, the next read on the same thread would get the
//! same. So the second read of a thread that finds nothing changed keeps its snapshot, and others read
//! in it until something is committed, or the thread goes to sleep: whoever wants the log to start over
//! waits for all of them. Threads that do not say when they sleep ([`rest`]) keep nothing.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::connect::Link;
use super::super::statement::control;
use super::READING;
use crate::call::{Outcome, attempt};
use crate::error::{Error, Fault};
use crate::tx::Tx;

/// How long a snapshot is kept at most, in milliseconds: another program may write, too.
const KEPT_MS: u64 = 10;

thread_local! {
    /// Whether this thread says when it goes to sleep.
    static RESTS: Cell<bool> = const { Cell::new(false) };
}

/// Told by a thread that goes to sleep and will tell each time: what it has kept from its reads ends, and
/// from here on it may keep something. For the hook of a runtime that is called when a thread parks.
pub fn rest() {
    RESTS.set(true);
    super::let_go_of_this_thread();
}

/// Does work that takes long on this thread of the runtime, whose other tasks go on elsewhere meanwhile.
///
/// # Panics
/// On a runtime of a single thread.
pub fn in_place<T>(work: impl FnOnce() -> T) -> T {
    // It is none of those that park any more.
    RESTS.set(false);
    super::let_go_of_this_thread();
    tokio::task::block_in_place(work)
}

/// Whether this thread may keep what it has seen.
pub(super) fn may_keep() -> bool {
    RESTS.get()
}

/// How often this handle has changed the file, or tried to. Counted before a commit and after it, and
/// before anybody is told: while one is under way some already see it, and nobody may read in what was
/// kept before.
#[derive(Clone, Default)]
pub(in super::super) struct Moment(Arc<Changes>);

#[derive(Default)]
struct Changes {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// A change under way, until it is dropped.
pub(in super::super) struct Changing(Arc<Changes>);

impl Moment {
    pub(in super::super) fn begin_change(&self) -> Changing {
        self.0.begun.fetch_add(1, Ordering::SeqCst);
        Changing(self.0.clone())
    }

    /// None while something changes.
    pub(super) fn now(&self) -> Option<u64> {
        let ended = self.0.ended.load(Ordering::SeqCst);
        (self.0.begun.load(Ordering::SeqCst) == ended).then_some(ended)
    }
}

impl Drop for Changing {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::SeqCst);
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

/// What the statements of a read see, where they do not read in what was kept.
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

    /// Reads in the snapshot that was kept, if it is of this moment. Without one nothing is kept.
    pub(super) fn read<T, E, F>(
        &self,
        view: View,
        moment: Option<u64>,
        closure: &F,
    ) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        let now_ms = self.link.now_ms();
        let is_kept = |kept: Kept| Some(kept.moment) == moment && now_ms < kept.until_ms;
        if !self.kept.get().is_some_and(is_kept) {
            self.let_go();
            let last = self.last.replace(moment);
            let Some(moment) = moment.filter(|moment| last == Some(*moment)) else {
                return self.read_anew(view, closure);
            };
            self.begin()?;
            self.kept.set(Some(Kept { moment, until_ms: now_ms + KEPT_MS }));
        }
        let (outcome, _) = attempt(closure, &mut self.tx());
        // The engine ends a transaction that meets certain errors.
        if self.link.connection.is_autocommit() {
            self.kept.set(None);
        }
        outcome
    }

    fn read_anew<T, E, F>(&self, view: View, closure: &F) -> Outcome<T, E>
    where
        F: Fn(&mut Tx<'_>) -> Result<T, E>,
    {
        if view == View::Statement {
            return attempt(closure, &mut self.tx()).0;
        }
        self.begin()?;
        let (outcome, _) = attempt(closure, &mut self.tx());
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

    /// What a closure reads with, for which it has its full time from here on.
    fn tx(&self) -> Tx<'_> {
        self.link.start_clock();
        Tx::sqlite(&self.link.connection, &self.link.damage)
    }

    fn begin(&self) -> Result<(), Error> {
        self.link.stop_clock();
        control(&self.link.connection, "BEGIN").map_err(|fault| fault.into_error(READING))
    }

    /// Nothing was written, so it does not matter how the transaction ends, as long as it does.
    fn end(&self) {
        // The time of the closure may be over.
        self.link.stop_clock();
        if let Err(Fault { text, .. }) = control(&self.link.connection, "COMMIT") {
            tracing::warn!(error = %text, "a read transaction did not end in order");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_moment_while_something_changes_and_another_one_afterwards() {
        let moment = Moment::default();
        let before = moment.now();
        assert!(before.is_some());

        let one = moment.begin_change();
        assert_eq!(moment.now(), None);
        let other = moment.begin_change();
        drop(one);
        assert_eq!(moment.now(), None, "the other one goes on");
        drop(other);

        assert!(moment.now() > before);
    }
}
