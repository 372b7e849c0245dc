//! One thread with one client: it takes closures from the queue and runs each in a transaction.
//!
//! A closure is run again, from the start and in a new transaction, when two transactions were in
//! conflict or when the connection was lost before the commit. When it was lost during the commit, the
//! outcome is unknown, and the caller gets that answer.

use std::hash::{BuildHasher, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Closing;
use super::connect::Server;
use super::session::Session;
use crate::call::{Job, Mode, Verdict};
use crate::error::{Error, Fault, FaultKind, NotCommitted};
use crate::meter::Meter;
use crate::queue::Queue;
use crate::tx::Tx;

pub(super) struct Worker {
    server: Arc<Server>,
    queue: Arc<Queue<Box<dyn Job>>>,
    closing: Arc<Closing>,
    meter: Arc<Meter>,
    session: Option<Session>,
    /// After a connection could not be made: how often, when to try again, and why.
    refused: Option<Refused>,
}

struct Refused {
    times: u32,
    until: Instant,
    why: Fault,
}

/// How often one closure is run at most.
const TRIES_MAX: u32 = 5;

/// The longest wait before the second try of a closure; each further one may be twice as long.
const CONFLICT_WAIT: Duration = Duration::from_millis(5);

/// For so long after the first refusal no connection is tried, and callers hear so at once; each
/// further refusal doubles it, up to the second.
const RECONNECT_WAIT: Duration = Duration::from_millis(100);
const RECONNECT_WAIT_MAX: Duration = Duration::from_secs(5);

const BEGINNING: &str = "beginning a transaction";
const COMMITTING: &str = "committing a write";

/// Why a run of a closure did not succeed.
enum Failure {
    /// It is not run again.
    Final(Error),
    /// Another run may succeed. If there is none, this is how it ended: `Ok` leaves the closure's own
    /// outcome to its caller.
    Retryable(Fault, Result<(), Error>),
}

impl Worker {
    pub(super) fn new(
        server: Arc<Server>,
        queue: Arc<Queue<Box<dyn Job>>>,
        closing: Arc<Closing>,
        meter: Arc<Meter>,
    ) -> Worker {
        Worker { server, queue, closing, meter, session: None, refused: None }
    }

    /// Works until the queue is closed and empty. A driver that panics ends its job and its
    /// connection, and takes none of those along that wait.
    pub(super) fn serve(mut self) {
        while let Some(job) = self.queue.pop() {
            if catch_unwind(AssertUnwindSafe(|| self.handle(job))).is_err() {
                tracing::error!("a thread of the database has panicked, and connects anew");
                // Nothing is known of the state it was left in; forgetting it may panic again.
                let broken = self.session.take();
                drop(catch_unwind(AssertUnwindSafe(|| drop(broken))));
            }
        }
    }

    fn handle(&mut self, mut job: Box<dyn Job>) {
        if !job.is_abandoned() {
            let end = self.work(&mut *job);
            job.answer(end);
        }
    }

    fn work(&mut self, job: &mut dyn Job) -> Result<(), Error> {
        let mut tries = 1;
        loop {
            match self.run_job(job) {
                Ok(()) => return Ok(()),
                Err(Failure::Final(error)) => return Err(error),
                Err(Failure::Retryable(_, end)) if tries == TRIES_MAX => return end,
                Err(Failure::Retryable(fault, _)) => {
                    tracing::debug!(error = %fault.text, tries, "a transaction is run again");
                    if fault.kind == FaultKind::Conflict {
                        self.closing.wait(with_jitter(CONFLICT_WAIT * 2_u32.pow(tries - 1)));
                    }
                }
            }
            self.meter.rerun(1);
            tries += 1;
        }
    }

    fn run_job(&mut self, job: &mut dyn Job) -> Result<(), Failure> {
        let mode = job.mode();
        self.ensure_connected().map_err(Failure::Final)?;
        let session = self.session.as_mut().expect("connected just above");
        if let Err(fault) = session.begin(mode) {
            // A connection that cannot even begin is of no use.
            self.session = None;
            let end = Err(fault.clone().into_error(BEGINNING));
            return Err(Failure::Retryable(fault, end));
        }

        let mut tx = Tx::postgres(session, &self.server.damage);
        let verdict = job.run(&mut tx);
        let fault = tx.fault().cloned();

        match verdict {
            Verdict::Commit => self.commit(mode),
            Verdict::Rollback => {
                self.discard(fault.as_ref());
                match fault {
                    Some(fault) if fault.is_retryable() => Err(Failure::Retryable(fault, Ok(()))),
                    _ => Ok(()),
                }
            }
        }
    }

    fn commit(&mut self, mode: Mode) -> Result<(), Failure> {
        let session = self.session.as_mut().expect("the transaction ran on it");
        let began = Instant::now();
        match session.commit() {
            Ok(()) => {
                if mode != Mode::Read {
                    self.meter.committed(1, began.elapsed());
                }
                Ok(())
            }
            Err(NotCommitted::Undone(fault)) => {
                self.server.damage.note_fault(&fault);
                self.discard(Some(&fault));
                let error = fault.clone().into_error(COMMITTING);
                Err(if fault.is_retryable() {
                    Failure::Retryable(fault, Err(error))
                } else {
                    Failure::Final(error)
                })
            }
            Err(NotCommitted::Unknown(fault)) => {
                self.session = None;
                if mode == Mode::Read {
                    // All that was asked had been answered.
                    return Ok(());
                }
                tracing::error!(error = %fault.text, "a commit failed, its outcome is unknown");
                Err(Failure::Final(fault.into_outcome_unknown()))
            }
        }
    }

    /// Leaves the connection without a transaction, or gives it up.
    fn discard(&mut self, fault: Option<&Fault>) {
        let Some(session) = &mut self.session else { return };
        if fault.is_some_and(|fault| fault.kind == FaultKind::Stale) {
            session.drop_statements();
        }
        if session.is_lost() || session.rollback().is_err() {
            self.session = None;
        }
    }

    fn ensure_connected(&mut self) -> Result<(), Error> {
        if self.session.as_ref().is_some_and(|session| !session.is_lost()) {
            return Ok(());
        }
        self.session = None;
        if let Some(refused) = &self.refused
            && Instant::now() < refused.until
        {
            return Err(Server::unreachable(refused.why.clone()));
        }
        match self.server.connect() {
            Ok(session) => {
                self.session = Some(session);
                self.refused = None;
                Ok(())
            }
            Err(why) => {
                let times = self.refused.as_ref().map_or(0, |refused| refused.times);
                let wait = RECONNECT_WAIT * 2_u32.saturating_pow(times.min(16));
                let until = Instant::now() + with_jitter(wait.min(RECONNECT_WAIT_MAX));
                tracing::warn!(error = %why.text, "no connection to PostgreSQL");
                self.refused = Some(Refused { times: times + 1, until, why: why.clone() });
                Err(Server::unreachable(why))
            }
        }
    }
}

/// Between half of a time and all of it, so that those who collided do not meet again.
fn with_jitter(time: Duration) -> Duration {
    // Keyed at random by the standard library, for want of another source of chance.
    let chance = std::hash::RandomState::new().build_hasher().finish();
    time / 2 + time / 2 * (chance % 1_024) as u32 / 1_024
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::{block_on, erased, submit};
    use crate::postgres::PostgresOptions;

    /// Stands for a driver that panics: a closure's own panic never gets this far.
    struct Breaks;

    impl Job for Breaks {
        fn mode(&self) -> Mode {
            panic!("on purpose");
        }

        fn is_abandoned(&self) -> bool {
            false
        }

        fn run(&mut self, _: &mut Tx<'_>) -> Verdict {
            Verdict::Rollback
        }

        fn answer(self: Box<Self>, _: Result<(), Error>) {}
    }

    #[test]
    fn a_thread_that_panicked_still_answers_those_who_wait() {
        let nowhere = "postgres://nobody@127.0.0.1:1/nothing";
        let server = Arc::new(Server::new(nowhere, &PostgresOptions::default()).unwrap());
        let queue: Arc<Queue<Box<dyn Job>>> = Arc::new(Queue::new(2));
        block_on(queue.push(Box::new(Breaks))).unwrap();
        let worker = Worker::new(server, queue.clone(), Arc::default(), Arc::default());

        let thread = std::thread::spawn(move || worker.serve());
        let (closure, _) = erased(|tx| tx.row("SELECT 1", ()));
        let end = block_on(submit(&queue, Mode::Read, closure));
        queue.close();

        // It got as far as to look for the server.
        assert!(matches!(end, Err(Error::Unreachable { .. })), "{end:?}");
        assert!(thread.join().is_ok(), "the thread ends with its queue");
    }
}
