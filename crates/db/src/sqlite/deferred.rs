//! Work that writes leave for later.
//!
//! A row that has its place among many others costs a page of the log each time; thousands of them, put
//! in together, share their pages. So while many write alike and nobody reads, a closure of
//! [`Db::write_deferring`](crate::Db::write_deferring) may leave such a part of its work. What it was
//! asked to keep is kept as ever: what is left follows from rows that are committed, and is done again
//! from these after a crash. There is no second truth: before anybody reads, and before any other write,
//! all of it is done, and as long as somebody reads nothing is left. Only where it cannot be done (a full
//! disk) what is there is read, and nothing else is written.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::call::{Job, Mode};
use crate::error::Error;
use crate::tx::Tx;

/// What is left, and how it is done later. Both are run by the one who writes.
#[derive(Debug, Clone, Copy)]
pub struct Deferral {
    /// Notes in the database that from here on something may be left.
    pub begin: Step,
    /// Does all that was left, if anything was, and notes that nothing is any more.
    pub settle: Step,
}

pub(super) type Step = fn(&mut Tx<'_>) -> Result<(), Error>;

/// After so many large batches of writes that could all have left something, and in which nobody has
/// read, some may; then small ones, too. Where reads and other writes come in between, each of them
/// would have to wait.
pub(super) const ALIKE_BATCHES: u32 = 8;

/// What is left is done when nobody has written for so long.
pub(super) const IDLE: Duration = Duration::from_millis(5);

/// If that fails, it is tried again and told of after so long; tried, too, when somebody reads or writes.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// What readers and the writer know of each other.
#[derive(Default)]
pub(crate) struct Gate {
    /// Reads, counted apart by the threads they begin on: one counter for all would travel from core to
    /// core with each of them.
    reads: [Reads; LANES],
    /// Whether there may be something in the database that is left to do.
    is_owing: AtomicBool,
}

/// How many reads of some threads have begun and ended, in a cache line of their own.
#[derive(Default)]
#[repr(align(128))]
struct Reads {
    begun: AtomicU64,
    ended: AtomicU64,
}

const LANES: usize = 8;

/// Which counters this thread uses.
fn lane() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static MINE: usize = NEXT.fetch_add(1, Ordering::Relaxed) % LANES;
    }
    MINE.with(|lane| *lane)
}

/// A read in progress.
pub(crate) struct Reading<G: Deref<Target = Gate>> {
    gate: G,
    lane: usize,
}

impl<G: Deref<Target = Gate>> Reading<G> {
    /// Here the reader speaks first and looks then, and in [`Gate::owe`] the writer does: of two at
    /// once one sees the other.
    pub(super) fn begin(gate: G) -> Self {
        let lane = lane();
        gate.reads[lane].begun.fetch_add(1, Ordering::SeqCst);
        Reading { gate, lane }
    }
}

impl<G: Deref<Target = Gate>> Drop for Reading<G> {
    fn drop(&mut self) {
        self.gate.reads[self.lane].ended.fetch_add(1, Ordering::SeqCst);
    }
}

impl Gate {
    pub(super) fn is_owing(&self) -> bool {
        self.is_owing.load(Ordering::SeqCst)
    }

    /// How many reads have begun so far.
    pub(super) fn begun(&self) -> u64 {
        self.reads.iter().map(|reads| reads.begun.load(Ordering::SeqCst)).sum()
    }

    /// Something may have been left by whoever had the database before.
    pub(super) fn suspect(&self) {
        self.is_owing.store(true, Ordering::SeqCst);
    }

    /// Whether writes may leave something now: readers that begin later will wait.
    pub(super) fn owe(&self) -> bool {
        let was_owing = self.is_owing.swap(true, Ordering::SeqCst);
        // No more can have ended than have begun when that is looked at afterwards.
        let ended: u64 = self.reads.iter().map(|reads| reads.ended.load(Ordering::SeqCst)).sum();
        let is_unread = ended == self.begun();
        if !is_unread && !was_owing {
            self.owe_nothing();
        }
        is_unread
    }

    pub(super) fn owe_nothing(&self) {
        self.is_owing.store(false, Ordering::SeqCst);
    }
}

/// The closures of a batch, those that may leave something apart from the others.
pub(super) struct Alike<'b, I> {
    pub(super) jobs: I,
    /// Whether those that can may leave something.
    pub(super) may_defer: bool,
    pub(super) seen: &'b mut Seen,
}

/// What was seen of the closures of a batch.
pub(super) struct Seen {
    /// Whether all of them could leave something.
    pub(super) are_alike: bool,
    /// How many may have left something.
    pub(super) deferring: usize,
    /// One that ended the batch: it may not find anything left.
    pub(super) held: Option<Box<dyn Job>>,
}

impl<I: Iterator<Item = Box<dyn Job>>> Iterator for Alike<'_, I> {
    type Item = Box<dyn Job>;

    fn next(&mut self) -> Option<Box<dyn Job>> {
        if self.seen.held.is_some() {
            return None;
        }
        let mut job = self.jobs.next()?;
        let is_alike = job.mode() == Mode::Deferring;
        self.seen.are_alike &= is_alike;
        match (self.may_defer, is_alike) {
            (false, _) => Some(job),
            (true, true) => {
                job.let_defer();
                self.seen.deferring += 1;
                Some(job)
            }
            (true, false) => {
                self.seen.held = Some(job);
                None
            }
        }
    }
}
