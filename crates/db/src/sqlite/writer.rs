//! The one thread that writes: it runs the closures that wait in one transaction, commits, and answers
//! all of them then (group commit).
//!
//! A closure that fails does not affect the others. If it has only read, nothing has to be undone. If it
//! has written, the whole batch is rolled back and run again with a savepoint around each closure;
//! savepoints from the beginning would have SQLite copy every page that a closure changes, which costs
//! as much as the change. Three things still undo a whole batch: an error after which SQLite rolls back
//! the transaction (no space, no memory, an input or output error, a timeout), a commit that breaks a
//! deferred constraint, and a commit that fails otherwise. In the first two cases nothing was committed,
//! and the others are run again, each in a transaction of its own. In the third case the outcome is
//! unknown, and every caller gets that answer.

mod log;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::{Duration, Instant};

use super::connect::{DatabaseFile, Session};
use super::readers::Readers;
use super::statement::control;
use crate::call::{Job, Verdict};
use crate::error::{Cause, Error, Fault, FaultKind, NotCommitted};
use crate::meter::Meter;
use crate::queue::Queue;
use crate::tx::Tx;

pub(super) struct Writer {
    file: Arc<DatabaseFile>,
    readers: Arc<Readers>,
    queue: Arc<Queue<Box<dyn Job>>>,
    meter: Arc<Meter>,
    /// None after a commit of unknown outcome: the next write opens the file again.
    session: Option<Session>,
    batch: Vec<Waiting>,
    /// How many closures were in the last batch.
    last_batch: usize,
    /// How many closures were in the last batch or waited when it was committed.
    writing: usize,
    /// How many further batches run with savepoints.
    guarded: u32,
    /// Pages in the write-ahead log after the last commit.
    wal_pages: Arc<AtomicU32>,
    /// Pages that were in the log at the last checkpoint.
    checkpointed_pages: u32,
    /// Set while the log must not be reset.
    recopy: Option<log::Recopy>,
}

/// A closure that was run and is answered after the commit.
struct Waiting {
    job: Box<dyn Job>,
    /// Whether its writes are in the commit.
    verdict: Verdict,
}

/// After a closure has failed that had written, so many batches run with savepoints: failures come in
/// groups, and savepoints cost less than running a batch twice.
const GUARDED_BATCHES: u32 = 32;

/// A batch that is smaller than the one before waits so long for more writes: callers that were answered
/// together come back together, and a flush costs as much for one as for all.
const LINGER: Duration = Duration::from_micros(200);

/// A batch of more than so many takes half of those who write at the moment: the other half sends its
/// next requests while this one is committed and answered. With all in one batch, callers and writer
/// would wait for each other by turns.
const UNDIVIDED: usize = 16;

const BEGINNING: &str = "beginning a write";
const COMMITTING: &str = "committing a write";

/// What became of one closure inside a transaction.
enum Step {
    /// It is part of the transaction, or its savepoint was rolled back; it is answered after the commit.
    Pending(Verdict),
    /// It was first in its transaction, which was rolled back.
    Undone(Result<(), Error>),
    /// SQLite has rolled back the whole transaction.
    TookAll(Result<(), Error>),
    /// It failed without a savepoint after it had written: the whole batch has to be rolled back.
    Failed,
    /// A savepoint could not be set or rolled back: the transaction cannot go on.
    Broken,
}

/// Whether each closure after the first has a savepoint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Savepoints {
    None,
    Each,
}

/// Why the closures of a batch were not committed.
enum Unfinished {
    /// One of them failed after it had written, and had no savepoint.
    Failed,
    NotCommitted(NotCommitted),
}

impl Writer {
    pub(super) fn open(
        file: Arc<DatabaseFile>,
        readers: Arc<Readers>,
        queue: Arc<Queue<Box<dyn Job>>>,
        meter: Arc<Meter>,
    ) -> Result<Writer, Error> {
        let wal_pages = Arc::new(AtomicU32::new(0));
        let batch = Vec::with_capacity(file.options.batch_max);
        let mut writer = Writer {
            file,
            readers,
            queue,
            meter,
            session: None,
            batch,
            last_batch: 0,
            writing: 0,
            guarded: 0,
            wal_pages,
            checkpointed_pages: 0,
            recopy: None,
        };
        match writer.connect() {
            // Reads need no writer, and the next write connects again.
            Err(error @ Error::Full { .. }) => {
                tracing::warn!(%error, "the database is opened only for reads");
            }
            connected => connected?,
        }
        Ok(writer)
    }

    /// Writes until the queue is closed and empty.
    pub(super) fn serve(mut self) {
        loop {
            let first = match self.recopy {
                None => self.queue.pop(),
                Some(recopy) => self.queue.pop_until(recopy.due),
            };
            match first {
                Some(first) => {
                    self.write_together(first);
                    self.checkpoint_if_due();
                }
                None if self.queue.is_over() => break,
                None => {}
            }
            self.recopy_if_due();
        }
        self.copy_at_the_end();
    }

    /// Commits what was written for one caller.
    fn commit_alone(&mut self, writes: usize) -> Result<(), Error> {
        let session = self.session.as_ref().expect("the caller has made sure of it");
        commit(session, writes, &self.meter).map_err(|end| match end {
            NotCommitted::Undone(fault) => fault.into_error(COMMITTING),
            NotCommitted::Unknown(fault) => {
                self.session = None;
                fault.into_outcome_unknown()
            }
        })
    }

    fn write_together(&mut self, first: Box<dyn Job>) {
        if let Err(error) = self.ensure_open() {
            return first.answer(Err(error));
        }
        let savepoints = if self.guarded > 0 { Savepoints::Each } else { Savepoints::None };
        self.guarded = self.guarded.saturating_sub(1);
        let queue = self.queue.clone();
        let half = self.writing.div_ceil(2).max(UNDIVIDED);
        let most = half.min(self.file.options.batch_max);
        let waiting = Waiters::new(&queue, &self.file.options, most, self.last_batch);
        let taken = waiting.taken.clone();
        self.write_all(std::iter::once(first).chain(waiting), savepoints);
        self.last_batch = 1 + taken.get();
    }

    /// Runs these in one transaction, and answers all of them.
    fn write_all(&mut self, jobs: impl Iterator<Item = Box<dyn Job>>, savepoints: Savepoints) {
        let session = self.session.as_ref().expect("the caller has made sure of it");
        match run_batch(session, jobs, &mut self.batch, savepoints, &self.meter) {
            Ok(()) => {
                self.writing = self.batch.len() + self.queue.len();
                for Waiting { job, .. } in self.batch.drain(..) {
                    job.answer(Ok(()));
                }
            }
            Err(Unfinished::Failed) => {
                self.guarded = GUARDED_BATCHES;
                let again: Vec<_> = self.batch.drain(..).map(|waiting| waiting.job).collect();
                self.meter.rerun(again.len());
                self.write_guarded(again);
            }
            Err(Unfinished::NotCommitted(end)) => self.handle_uncommitted(end),
        }
    }

    /// As [`Writer::write_all`], for closures one of which has failed before.
    fn write_guarded(&mut self, jobs: Vec<Box<dyn Job>>) {
        self.write_all(jobs.into_iter(), Savepoints::Each);
    }

    /// Runs or answers the closures of a batch that was not committed.
    fn handle_uncommitted(&mut self, end: NotCommitted) {
        match end {
            NotCommitted::Undone(fault) => {
                tracing::debug!(error = %fault.text, "a batch of writes was undone, trying each alone");
                self.write_one_by_one();
            }
            NotCommitted::Unknown(fault) => {
                tracing::error!(
                    error = %fault.text,
                    writes = self.batch.len(),
                    "a commit failed, its outcome is unknown; the database is opened again"
                );
                self.session = None;
                for Waiting { job, verdict } in self.batch.drain(..) {
                    let fault = fault.clone();
                    job.answer(Err(match verdict {
                        Verdict::Commit => fault.into_outcome_unknown(),
                        // It wrote nothing, but its outcome may depend on writes of others that are
                        // not there: its caller has to try again.
                        Verdict::Rollback => {
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
            let session = self.session.as_ref().expect("opened just above");
            let end = match step(session, &mut *job, true, Savepoints::None) {
                Step::Pending(verdict) => self.commit_alone(kept([verdict])),
                Step::Undone(end) | Step::TookAll(end) => end,
                Step::Failed | Step::Broken => {
                    Err(Error::other(BEGINNING, "the transaction was interrupted"))
                }
            };
            job.answer(end);
        }
    }

    /// Makes sure of an open connection without a transaction.
    fn ensure_open(&mut self) -> Result<(), Error> {
        if !self.session.as_ref().is_some_and(Session::is_usable) {
            // Closed before it is opened: two writing connections would wait for each other.
            self.session = None;
            self.connect()?;
            tracing::warn!(path = %self.file.path.display(), "opened the database again");
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // After a panic on this thread, callers must not wait for ever.
        self.queue.abandon();
    }
}

/// The writes that wait, as many as fit into a batch that begins now.
struct Waiters<'q> {
    queue: &'q Queue<Box<dyn Job>>,
    began: Instant,
    slice: Duration,
    more_max: usize,
    /// How many may be expected.
    expected: usize,
    /// Until when expected writes are waited for; set when the queue is empty for the first time.
    patience: Option<Instant>,
    /// How many were taken.
    taken: Rc<Cell<usize>>,
}

impl<'q> Waiters<'q> {
    /// For a batch of at most `most`, of which the first is taken already; `expected` are likely to come.
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
            more_max: most.saturating_sub(1),
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
        if taken >= self.more_max || self.began.elapsed() >= self.slice {
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

/// Runs closures in one transaction, and commits it. Those that can be answered before the commit are;
/// the others are left in `batch`.
fn run_batch(
    session: &Session,
    jobs: impl Iterator<Item = Box<dyn Job>>,
    batch: &mut Vec<Waiting>,
    savepoints: Savepoints,
    meter: &Meter,
) -> Result<(), Unfinished> {
    let all_undone = || Unfinished::NotCommitted(NotCommitted::Undone(undone()));
    for mut job in jobs.filter(|job| !job.is_abandoned()) {
        match step(session, &mut *job, batch.is_empty(), savepoints) {
            Step::Pending(verdict) => batch.push(Waiting { job, verdict }),
            Step::Undone(end) => job.answer(end),
            Step::TookAll(end) => {
                job.answer(end);
                return Err(all_undone());
            }
            Step::Failed => {
                batch.push(Waiting { job, verdict: Verdict::Rollback });
                return Err(match control(&session.connection, "ROLLBACK") {
                    Ok(()) => Unfinished::Failed,
                    Err(_) => all_undone(),
                });
            }
            Step::Broken => {
                batch.push(Waiting { job, verdict: Verdict::Rollback });
                return Err(all_undone());
            }
        }
    }
    if batch.is_empty() {
        return Ok(());
    }
    let verdicts = batch.iter().map(|waiting| waiting.verdict);
    commit(session, kept(verdicts), meter).map_err(Unfinished::NotCommitted)
}

/// How many of these closures are committed.
fn kept(verdicts: impl IntoIterator<Item = Verdict>) -> usize {
    verdicts.into_iter().filter(|verdict| *verdict == Verdict::Commit).count()
}

fn undone() -> Fault {
    Fault { kind: FaultKind::Other, text: "the engine rolled the transaction back".into() }
}

/// Runs one closure. The first of a transaction needs no savepoint: to roll it back rolls back nothing
/// else.
fn step(session: &Session, job: &mut dyn Job, first: bool, savepoints: Savepoints) -> Step {
    let connection = &session.connection;
    let guarded = !first && savepoints == Savepoints::Each;
    if first && let Err(fault) = control(connection, "BEGIN IMMEDIATE") {
        return Step::Undone(Err(fault.into_error(BEGINNING)));
    }
    if guarded && control(connection, "SAVEPOINT closure").is_err() {
        return Step::Broken;
    }

    let before = connection.total_changes();
    session.start_clock();
    let verdict = job.run(&mut Tx::sqlite(connection, &session.damage));
    // Statements that end a transaction have no deadline.
    session.stop_clock();

    if connection.is_autocommit() {
        let end = match verdict {
            Verdict::Rollback => Ok(()),
            Verdict::Commit => Err(Error::other(COMMITTING, "the closure ended its transaction")),
        };
        return if first { Step::Undone(end) } else { Step::TookAll(end) };
    }
    match verdict {
        Verdict::Commit if guarded => match control(connection, "RELEASE closure") {
            Ok(()) => Step::Pending(verdict),
            Err(_) => Step::Broken,
        },
        Verdict::Commit => Step::Pending(verdict),
        Verdict::Rollback if first => match control(connection, "ROLLBACK") {
            Ok(()) => Step::Undone(Ok(())),
            Err(_) => Step::Broken,
        },
        Verdict::Rollback if guarded => {
            let undone = control(connection, "ROLLBACK TO closure")
                .and_then(|()| control(connection, "RELEASE closure"));
            if undone.is_ok() { Step::Pending(verdict) } else { Step::Broken }
        }
        // A statement that failed has undone itself; without changes before it there is nothing to undo.
        Verdict::Rollback if connection.total_changes() == before => Step::Pending(verdict),
        Verdict::Rollback => Step::Failed,
    }
}

/// Commits. SQLite finds a broken deferred constraint, a lock of another process and a full disk before
/// it writes the commit's last page, so nothing was committed. After any other failure (of a flush, for
/// example) the writes may be there after a restart or not.
fn commit(session: &Session, writes: usize, meter: &Meter) -> Result<(), NotCommitted> {
    let began = Instant::now();
    control(&session.connection, "COMMIT")
        .inspect_err(|fault| session.damage.note_fault(fault))
        .map_err(|fault| match fault.kind {
            FaultKind::Constraint(_) | FaultKind::Busy | FaultKind::Full => {
                NotCommitted::Undone(fault)
            }
            _ => NotCommitted::Unknown(fault),
        })?;
    meter.committed(writes, began.elapsed());
    Ok(())
}
