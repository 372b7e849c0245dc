//! The one thread that writes: it gathers what waits, commits once for all, and answers then.
//!
//! A closure that fails takes nothing else along. Most of those have only looked, and leave nothing
//! behind; when one has written, the whole batch is undone and run again with a savepoint around
//! each closure. To set them from the beginning would have SQLite copy every page a closure changes,
//! which costs as much as the change. Three things can still undo a whole batch: an engine that
//! rolls back everything (no space, no memory, an input or output error, a timeout), a commit that
//! breaks a deferred rule, and a commit that fails for good. In the first two cases nothing was kept
//! for certain, and the others are run again, each in a transaction of its own. In the third nobody
//! can know, and nobody is told otherwise.

mod log;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::{Duration, Instant};

use super::connect::{Link, Place};
use super::readers::Readers;
use super::statement::control;
use crate::call::{Job, Verdict};
use crate::error::{Cause, Error, Fault, FaultKind, NotCommitted};
use crate::meter::Meter;
use crate::queue::Queue;
use crate::tx::Tx;

pub(super) struct Writer {
    place: Arc<Place>,
    readers: Arc<Readers>,
    queue: Arc<Queue<Box<dyn Job>>>,
    meter: Arc<Meter>,
    /// None after a commit of unknown outcome: the next write opens the file anew.
    link: Option<Link>,
    batch: Vec<Waiting>,
    /// How many closures were in the last batch.
    last_batch: usize,
    /// How many closures were in the last batch or waited when it was committed.
    writing: usize,
    /// How many batches are still to be guarded.
    guarded: u32,
    /// Pages in the write-ahead log after the last commit.
    wal_pages: Arc<AtomicU32>,
    /// Pages that were in the log at the last checkpoint.
    checkpointed_pages: u32,
    /// Set while the log may not start over.
    mend: Option<log::Mend>,
}

/// A closure that was run and whose caller hears at the commit.
struct Waiting {
    job: Box<dyn Job>,
    /// Whether it is part of what is committed.
    verdict: Verdict,
}

/// After a closure has failed that had written, so many batches are guarded: one that failed is
/// seldom alone, and a guard costs less than running a batch twice.
const GUARDED_BATCHES: u32 = 32;

/// A batch that is smaller than the one before waits so long for those who are on their way: callers
/// that were answered together come back together, and a flush costs as much for one as for all.
const LINGER: Duration = Duration::from_micros(200);

/// A batch of more than so many is half of those who write at the moment: while it is committed and
/// answered, the other half sends what it wants next. All in one batch would wait for each other, and
/// nobody would ask while it is written.
const UNDIVIDED: usize = 16;

const BEGINNING: &str = "beginning a write";
const COMMITTING: &str = "committing a write";

/// What became of one closure inside a transaction.
enum Step {
    /// It is part of the transaction, or its savepoint was undone; its caller hears at the commit.
    Pending(Verdict),
    /// It was first in its transaction and nothing is left of either.
    Undone(Result<(), Error>),
    /// It took the whole transaction along.
    TookAll(Result<(), Error>),
    /// It failed, and what it wrote can only be undone together with all else.
    Spoilt,
    /// A savepoint could not be set or undone: the transaction is of no use any more.
    Broken,
}

/// Whether each closure after the first has a savepoint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Bare,
    Guarded,
}

/// Why the closures of a batch were not committed.
enum Unfinished {
    /// One of them failed, and it was not guarded.
    Spoilt,
    NotCommitted(NotCommitted),
}

impl Writer {
    pub(super) fn open(
        place: Arc<Place>,
        readers: Arc<Readers>,
        queue: Arc<Queue<Box<dyn Job>>>,
        meter: Arc<Meter>,
    ) -> Result<Writer, Error> {
        let wal_pages = Arc::new(AtomicU32::new(0));
        let batch = Vec::with_capacity(place.options.batch_max);
        let mut writer = Writer {
            place,
            readers,
            queue,
            meter,
            link: None,
            batch,
            last_batch: 0,
            writing: 0,
            guarded: 0,
            wal_pages,
            checkpointed_pages: 0,
            mend: None,
        };
        writer.connect()?;
        Ok(writer)
    }

    /// Writes until the queue is closed and empty.
    pub(super) fn serve(mut self) {
        loop {
            let first = match self.mend {
                None => self.queue.pop(),
                Some(mend) => self.queue.pop_until(mend.due),
            };
            match first {
                Some(first) => {
                    self.write_together(first);
                    self.checkpoint_if_due();
                }
                None if self.queue.is_over() => break,
                None => {}
            }
            self.mend_if_due();
        }
        self.copy_at_the_end();
    }

    /// Commits what was written for one caller.
    fn commit_alone(&mut self, writes: usize) -> Result<(), Error> {
        let link = self.link.as_ref().expect("the caller has made sure of it");
        commit(link, writes, &self.meter).map_err(|end| match end {
            NotCommitted::Undone(fault) => fault.into_error(COMMITTING),
            NotCommitted::Unknown(fault) => {
                self.link = None;
                fault.into_outcome_unknown()
            }
        })
    }

    fn write_together(&mut self, first: Box<dyn Job>) {
        if let Err(error) = self.ensure_open() {
            return first.answer(Err(error));
        }
        let manner = if self.guarded > 0 { Manner::Guarded } else { Manner::Bare };
        self.guarded = self.guarded.saturating_sub(1);
        let queue = self.queue.clone();
        let half = self.writing.div_ceil(2).max(UNDIVIDED);
        let most = half.min(self.place.options.batch_max);
        let waiting = Waiters::new(&queue, &self.place.options, most, self.last_batch);
        let taken = waiting.taken.clone();
        self.write_all(std::iter::once(first).chain(waiting), manner);
        self.last_batch = 1 + taken.get();
    }

    /// Writes these in one transaction, and answers all of them.
    fn write_all(&mut self, jobs: impl Iterator<Item = Box<dyn Job>>, manner: Manner) {
        let link = self.link.as_ref().expect("the caller has made sure of it");
        match gather(link, jobs, &mut self.batch, manner, &self.meter) {
            Ok(()) => {
                self.writing = self.batch.len() + self.queue.len();
                for Waiting { job, .. } in self.batch.drain(..) {
                    job.answer(Ok(()));
                }
            }
            Err(Unfinished::Spoilt) => {
                self.guarded = GUARDED_BATCHES;
                let again: Vec<_> = self.batch.drain(..).map(|waiting| waiting.job).collect();
                self.meter.rerun(again.len());
                self.write_guarded(again);
            }
            Err(Unfinished::NotCommitted(end)) => self.explain(end),
        }
    }

    /// As [`Writer::write_all`], for closures one of which has failed before.
    fn write_guarded(&mut self, jobs: Vec<Box<dyn Job>>) {
        self.write_all(jobs.into_iter(), Manner::Guarded);
    }

    /// Sees to the closures of a batch that was not committed.
    fn explain(&mut self, end: NotCommitted) {
        match end {
            NotCommitted::Undone(fault) => {
                tracing::debug!(error = %fault.text, "a batch of writes was undone, trying each alone");
                self.write_one_by_one();
            }
            NotCommitted::Unknown(fault) => {
                tracing::error!(
                    error = %fault.text,
                    writes = self.batch.len(),
                    "a commit failed, its outcome is unknown; the database is opened anew"
                );
                self.link = None;
                for Waiting { job, verdict } in self.batch.drain(..) {
                    let fault = fault.clone();
                    job.answer(Err(match verdict {
                        Verdict::Keep => fault.into_outcome_unknown(),
                        // Nothing of it was in the commit. Its own outcome may stand on writes that
                        // are not there, so it is asked to try again.
                        Verdict::Discard => {
                            Error::Unreachable { doing: COMMITTING, source: Cause(fault.text) }
                        }
                    }));
                }
            }
        }
    }

    fn write_one_by_one(&mut self) {
        self.meter.rerun(self.batch.len());
        for Waiting { mut job, .. } in std::mem::take(&mut self.batch) {
            if let Err(error) = self.ensure_open() {
                job.answer(Err(error));
                continue;
            }
            let link = self.link.as_ref().expect("opened just above");
            let end = match step(link, &mut *job, true, Manner::Bare) {
                Step::Pending(verdict) => self.commit_alone(kept([verdict])),
                Step::Undone(end) | Step::TookAll(end) => end,
                Step::Spoilt | Step::Broken => {
                    Err(Error::other(BEGINNING, "the transaction broke off"))
                }
            };
            job.answer(end);
        }
    }

    /// Makes sure of a connection outside of any transaction.
    fn ensure_open(&mut self) -> Result<(), Error> {
        if !self.link.as_ref().is_some_and(Link::is_usable) {
            // Closed before it is opened: two writing connections would wait for each other.
            self.link = None;
            self.connect()?;
            tracing::warn!(path = %self.place.path.display(), "opened the database anew");
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Nobody else would answer: after a panic on this thread, callers must not wait for ever.
        self.queue.abandon();
    }
}

/// Those that wait, while there is room for them in a batch that begins now.
struct Waiters<'q> {
    queue: &'q Queue<Box<dyn Job>>,
    began: Instant,
    slice: Duration,
    room: usize,
    /// How many may be expected.
    expected: usize,
    /// When the patience for those who are expected ends; it begins when nobody waits any more.
    patience: Option<Instant>,
    /// How many were taken.
    taken: Rc<Cell<usize>>,
}

impl<'q> Waiters<'q> {
    /// The first of a batch of at most `most`, `expected` of which are on their way, has been taken
    /// already.
    fn new(
        queue: &'q Queue<Box<dyn Job>>,
        options: &super::SqliteOptions,
        most: usize,
        expected: usize,
    ) -> Waiters<'q> {
        Waiters {
            queue,
            began: Instant::now(),
            slice: Duration::from_millis(options.batch_ms.into()),
            room: most.saturating_sub(1),
            expected: expected.saturating_sub(1),
            patience: None,
            taken: Rc::default(),
        }
    }
}

impl Iterator for Waiters<'_> {
    type Item = Box<dyn Job>;

    fn next(&mut self) -> Option<Box<dyn Job>> {
        let taken = self.taken.get();
        if taken >= self.room || self.began.elapsed() >= self.slice {
            return None;
        }
        let job = self.queue.try_pop().or_else(|| {
            if taken >= self.expected {
                return None;
            }
            let until = *self.patience.get_or_insert_with(|| Instant::now() + LINGER);
            self.queue.pop_until(until)
        })?;
        self.taken.set(taken + 1);
        Some(job)
    }
}

/// Runs closures in one transaction, and commits it. Whoever can be answered before the commit is;
/// the others are left in `batch`.
fn gather(
    link: &Link,
    jobs: impl Iterator<Item = Box<dyn Job>>,
    batch: &mut Vec<Waiting>,
    manner: Manner,
    meter: &Meter,
) -> Result<(), Unfinished> {
    let all_undone = || Unfinished::NotCommitted(NotCommitted::Undone(undone()));
    for mut job in jobs.filter(|job| !job.is_abandoned()) {
        match step(link, &mut *job, batch.is_empty(), manner) {
            Step::Pending(verdict) => batch.push(Waiting { job, verdict }),
            Step::Undone(end) => job.answer(end),
            Step::TookAll(end) => {
                job.answer(end);
                return Err(all_undone());
            }
            Step::Spoilt => {
                batch.push(Waiting { job, verdict: Verdict::Discard });
                return Err(match control(&link.connection, "ROLLBACK") {
                    Ok(()) => Unfinished::Spoilt,
                    Err(_) => all_undone(),
                });
            }
            Step::Broken => {
                batch.push(Waiting { job, verdict: Verdict::Discard });
                return Err(all_undone());
            }
        }
    }
    if batch.is_empty() {
        return Ok(());
    }
    let verdicts = batch.iter().map(|waiting| waiting.verdict);
    commit(link, kept(verdicts), meter).map_err(Unfinished::NotCommitted)
}

/// How many of these closures have something to be kept.
fn kept(verdicts: impl IntoIterator<Item = Verdict>) -> usize {
    verdicts.into_iter().filter(|verdict| *verdict == Verdict::Keep).count()
}

fn undone() -> Fault {
    Fault { kind: FaultKind::Other, text: "the engine rolled the transaction back".into() }
}

/// Runs one closure. The first of a transaction needs no savepoint: undoing it undoes all.
fn step(link: &Link, job: &mut dyn Job, first: bool, manner: Manner) -> Step {
    let connection = &link.connection;
    let guarded = !first && manner == Manner::Guarded;
    if first && let Err(fault) = control(connection, "BEGIN IMMEDIATE") {
        return Step::Undone(Err(fault.into_error(BEGINNING)));
    }
    if guarded && control(connection, "SAVEPOINT closure").is_err() {
        return Step::Broken;
    }

    let before = connection.total_changes();
    link.start_clock();
    let verdict = job.run(&mut Tx::sqlite(connection, &link.damage));
    // What begins and ends transactions is not stopped because a closure's time is over.
    link.stop_clock();

    if connection.is_autocommit() {
        let end = match verdict {
            Verdict::Discard => Ok(()),
            Verdict::Keep => Err(Error::other(COMMITTING, "the closure ended its transaction")),
        };
        return if first { Step::Undone(end) } else { Step::TookAll(end) };
    }
    match verdict {
        Verdict::Keep if guarded => match control(connection, "RELEASE closure") {
            Ok(()) => Step::Pending(verdict),
            Err(_) => Step::Broken,
        },
        Verdict::Keep => Step::Pending(verdict),
        Verdict::Discard if first => match control(connection, "ROLLBACK") {
            Ok(()) => Step::Undone(Ok(())),
            Err(_) => Step::Broken,
        },
        Verdict::Discard if guarded => {
            let undone = control(connection, "ROLLBACK TO closure")
                .and_then(|()| control(connection, "RELEASE closure"));
            if undone.is_ok() { Step::Pending(verdict) } else { Step::Broken }
        }
        // A statement that failed has undone itself; what is left are those before it.
        Verdict::Discard if connection.total_changes() == before => Step::Pending(verdict),
        Verdict::Discard => Step::Spoilt,
    }
}

/// Commits. A broken deferred rule, a lock held by another process and a full disk are found
/// before the commit's last page is written, so nothing was kept; of any other failure (a flush
/// that failed, for one) the writes may survive a restart or not.
fn commit(link: &Link, writes: usize, meter: &Meter) -> Result<(), NotCommitted> {
    let began = Instant::now();
    control(&link.connection, "COMMIT").map_err(|fault| match fault.kind {
        FaultKind::Constraint(_) | FaultKind::Busy | FaultKind::Full => NotCommitted::Undone(fault),
        _ => NotCommitted::Unknown(fault),
    })?;
    meter.committed(writes, began.elapsed());
    Ok(())
}
