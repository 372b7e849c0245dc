//! Work that writes leave for later.
//!
//! A row that has its place among many others costs a page of the log each time; thousands of them, put
//! in together, share their pages. So while many write alike and nobody reads, a closure of
//! [`Db::write_deferring`](crate::Db::write_deferring) may leave such a part of its work. What it was
//! asked to keep is kept as ever: what is left follows from rows that are committed, and is done again
//! from these after a crash. There is no second truth: before anybody reads, and before any other write,
//! all of it is done, and as long as somebody reads nothing is left.

use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::call::{Job, Mode, Outcome, Verdict, attempt};
use crate::error::Error;
use crate::tx::Tx;

/// What is left, and how it is done later. Both are run by the one who writes.
#[derive(Debug, Clone, Copy)]
pub struct Deferral {
    /// Notes in the database that from here on something may be left. Nothing is when it is called.
    pub begin: Step,
    /// Does all that was left, if anything was, and notes that nothing is any more.
    pub settle: Step,
}

type Step = fn(&mut Tx<'_>) -> Result<(), Error>;

/// After so many full batches of writes that could all have left something, and in which nobody has
/// read, some may. Where reads and other writes come in between, each of them would have to wait.
pub(super) const ALIKE_BATCHES: u32 = 8;

/// What is left is done when nobody has written for so long.
pub(super) const IDLE: Duration = Duration::from_millis(5);

/// If that fails, it is tried again after so long, or when somebody reads or writes.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// What readers and the writer know of each other.
#[derive(Default)]
pub(crate) struct Gate {
    /// Reads, counted apart by the threads they begin on: one counter for all would travel from core to
    /// core with each of them.
    reads: [Reads; LANES],
    /// Whether there may be something in the database that is left to do.
    is_owing: AtomicBool,
    /// Whether the database says so itself. Only the writer's thread asks.
    is_noted: AtomicBool,
    /// How many writes have left something at most. Only the writer's thread asks.
    owed: AtomicUsize,
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

    pub(super) fn owed(&self) -> usize {
        self.owed.load(Ordering::Relaxed)
    }

    /// Whether writes may leave something now: readers that begin later will wait.
    pub(super) fn owe(&self) -> bool {
        let was_owing = self.is_owing.swap(true, Ordering::SeqCst);
        // No more can have ended than have begun when that is looked at afterwards.
        let ended: u64 = self.reads.iter().map(|reads| reads.ended.load(Ordering::SeqCst)).sum();
        let is_unread = ended == self.begun();
        if !is_unread && !was_owing {
            self.settled();
        }
        is_unread
    }

    /// Whether it is known that the database says what may be left.
    pub(super) fn is_noted(&self) -> bool {
        self.is_noted.load(Ordering::Relaxed)
    }

    fn settled(&self) {
        self.is_noted.store(false, Ordering::Relaxed);
        self.owed.store(0, Ordering::Relaxed);
        self.is_owing.store(false, Ordering::SeqCst);
    }
}

/// One of the two steps as a closure among others.
struct Chore {
    step: Step,
    outcome: Outcome<(), Error>,
    gate: Arc<Gate>,
    /// What the gate hears when it is committed.
    tell: fn(&Gate),
}

/// Notes that something may be left.
pub(super) fn beginning(deferral: Deferral, gate: &Arc<Gate>) -> Box<dyn Job> {
    let tell = |gate: &Gate| gate.is_noted.store(true, Ordering::Relaxed);
    Box::new(Chore { step: deferral.begin, outcome: Ok(Ok(())), gate: gate.clone(), tell })
}

/// Does what was left.
pub(super) fn settling(deferral: Deferral, gate: &Arc<Gate>) -> Box<dyn Job> {
    let tell = Gate::settled;
    Box::new(Chore { step: deferral.settle, outcome: Ok(Ok(())), gate: gate.clone(), tell })
}

impl Job for Chore {
    fn mode(&self) -> Mode {
        Mode::Write
    }

    fn is_abandoned(&self) -> bool {
        false
    }

    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        let (outcome, verdict) = attempt(&self.step, tx);
        self.outcome = outcome;
        verdict
    }

    fn answer(self: Box<Self>, end: Result<(), Error>) {
        match end.and(self.outcome).and_then(|outcome| outcome) {
            Ok(()) => (self.tell)(&self.gate),
            Err(error) => {
                tracing::warn!(error = %error, "what writes leave for later was not seen to");
            }
        }
    }
}

/// The closures of a batch, with what was left done before the first that may find it undone.
pub(super) struct Settled<I> {
    jobs: I,
    gate: Arc<Gate>,
    /// None once it was done.
    deferral: Option<Deferral>,
    /// Whether those that can may leave something.
    may_defer: bool,
    /// Taken already; its turn is after what was left.
    next: Option<Box<dyn Job>>,
    /// Whether all that were taken could have left something.
    pub(super) are_alike: Rc<Cell<bool>>,
}

impl<I> Settled<I> {
    pub(super) fn new(
        jobs: I,
        gate: Arc<Gate>,
        deferral: Option<Deferral>,
        may_defer: bool,
    ) -> Settled<I> {
        let are_alike = Rc::new(Cell::new(true));
        Settled { jobs, gate, deferral, may_defer, next: None, are_alike }
    }
}

impl<I: Iterator<Item = Box<dyn Job>>> Iterator for Settled<I> {
    type Item = Box<dyn Job>;

    fn next(&mut self) -> Option<Box<dyn Job>> {
        if let Some(job) = self.next.take() {
            return Some(job);
        }
        let mut job = self.jobs.next()?;
        let is_alike = job.mode() == Mode::Deferring;
        if !is_alike {
            self.are_alike.set(false);
        }
        if is_alike && self.may_defer {
            job.let_defer();
            self.gate.owed.fetch_add(1, Ordering::Relaxed);
            return Some(job);
        }
        self.may_defer = false;
        match self.deferral.take() {
            Some(deferral) if self.gate.is_owing() => {
                self.next = Some(job);
                Some(settling(deferral, &self.gate))
            }
            _ => Some(job),
        }
    }
}
