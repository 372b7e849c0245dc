//! A closure that is sent to a thread of the database, and its answer.
//!
//! A call is independent of the engine: it runs its closure in the transaction it is given, says whether
//! to commit, and answers its caller with the outcome of the commit. A call that is dropped unanswered
//! (its thread has panicked) tells its caller what can be known.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use tokio::sync::oneshot;

use crate::error::{Cause, Error};
use crate::queue::Queue;
use crate::tx::Tx;

/// Whether a transaction may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Read,
}

/// Whether the writes of a closure are to be committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Commit,
    Rollback,
}

/// A closure that waits for its turn.
pub(crate) trait Job: Send {
    fn mode(&self) -> Mode;

    /// Whether no one waits for the answer any more. Such a job need not be begun.
    fn is_abandoned(&self) -> bool;

    /// Runs the closure. Its outcome replaces that of an earlier run.
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict;

    /// Tells the caller: the outcome of the closure, or why there is none.
    fn answer(self: Box<Self>, end: Result<(), Error>);
}

/// A closure whose types are erased, so that what runs it is compiled once: it says whether to commit,
/// and leaves its result in an [`Outcome`].
pub(crate) type Closure = Box<dyn FnMut(&mut Tx<'_>) -> Verdict + Send>;

/// Where a closure leaves its result for its caller.
pub(crate) struct Outcome<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl<T, E> Outcome<T, E> {
    /// The result of a closure that was run.
    ///
    /// # Errors
    /// [`Error::Closed`] if it never was.
    pub(crate) fn take(self) -> Result<Result<T, E>, Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(Error::Closed)
    }
}

/// Erases the types of a closure.
pub(crate) fn erased<T: Send + 'static, E: Send + 'static>(
    closure: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
) -> (Closure, Outcome<T, E>) {
    let outcome = Outcome(Arc::default());
    let result = outcome.0.clone();
    let run = move |tx: &mut Tx<'_>| {
        let last = closure(tx);
        let verdict = if last.is_ok() { Verdict::Commit } else { Verdict::Rollback };
        *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
        verdict
    };
    (Box::new(run), outcome)
}

struct Call {
    mode: Mode,
    closure: Option<Closure>,
    /// How the last run ended, and whether it was to be committed.
    run: Option<(Result<(), Error>, Verdict)>,
    /// None once it was answered.
    caller: Option<oneshot::Sender<Result<(), Error>>>,
}

impl Job for Call {
    fn mode(&self) -> Mode {
        self.mode
    }

    fn is_abandoned(&self) -> bool {
        self.caller.as_ref().is_none_or(oneshot::Sender::is_closed)
    }

    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        let closure = self.closure.as_mut().expect("it is only taken when the call is dropped");
        let (end, verdict) = attempt(closure, tx);
        self.run = Some((end, verdict));
        verdict
    }

    fn answer(mut self: Box<Self>, end: Result<(), Error>) {
        let run = self.run.take().map_or(Err(Error::Closed), |(end, _)| end);
        self.send(end.and(run));
    }
}

impl Call {
    fn send(&mut self, end: Result<(), Error>) {
        if let Some(caller) = self.caller.take() {
            // A caller who went away needs no answer.
            drop(caller.send(end));
        }
    }
}

impl Drop for Call {
    /// Left without an answer: its thread has panicked, or closed the queue before its turn. Only
    /// what was to be kept may have got as far as a commit.
    fn drop(&mut self) {
        let may_be_kept = matches!(self.run, Some((_, Verdict::Commit)));
        self.send(Err(if may_be_kept && self.mode != Mode::Read {
            Error::OutcomeUnknown { source: Cause("the thread that wrote has panicked".into()) }
        } else {
            Error::Closed
        }));
        // What the closure brought along, and its result if its caller went away. If dropping that panics
        // it must not end the thread that all share.
        let closure = self.closure.take();
        if catch_unwind(AssertUnwindSafe(|| drop(closure))).is_err() {
            tracing::error!("what a closure brought along has panicked when it was dropped");
        }
    }
}

/// Runs a closure in a transaction. A panic becomes an error, and so does a success that stands on
/// a failed statement: PostgreSQL would have rolled it back.
pub(crate) fn attempt(
    closure: &mut dyn FnMut(&mut Tx<'_>) -> Verdict,
    tx: &mut Tx<'_>,
) -> (Result<(), Error>, Verdict) {
    // The closure is run again or dropped after a panic, and its transaction rolled back: no state
    // that it may have left half-changed is looked at.
    match catch_unwind(AssertUnwindSafe(|| closure(tx))) {
        Ok(Verdict::Commit) => match tx.fault() {
            None => (Ok(()), Verdict::Commit),
            Some(fault) => (Err(fault.clone().into_error(RUNNING)), Verdict::Rollback),
        },
        Ok(Verdict::Rollback) => (Ok(()), Verdict::Rollback),
        Err(_) => (Err(Error::Panicked), Verdict::Rollback),
    }
}

pub(crate) const RUNNING: &str = "running a statement";

/// Queues a closure and waits until it was run, and committed if it is to be. Dropped before a thread
/// began it, the closure may never run; dropped later, it runs to its end unheard.
pub(crate) async fn submit(
    queue: &Queue<Box<dyn Job>>,
    mode: Mode,
    closure: Closure,
) -> Result<(), Error> {
    let (caller, answer) = oneshot::channel();
    let call = Call { mode, closure: Some(closure), run: None, caller: Some(caller) };
    queue.push(Box::new(call)).await?;
    answer.await.unwrap_or(Err(Error::Closed))
}

/// Waits for a future on this thread, for callers without a runtime. Unlike a runtime's own
/// `block_on` it does not mind being called inside one, though it does hold that thread up.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    // Inside a task, tokio would after a while make every poll wait for the task to yield, which
    // it cannot do here.
    let mut future = pin!(tokio::task::unconstrained(future));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a caller hears whose job is dropped, by a thread that panics, after so much of it.
    fn end(mode: Mode, ran: bool, result: Result<(), ()>) -> Result<(), Error> {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let damage = crate::damage::Damage::default();
        let queue: Queue<Box<dyn Job>> = Queue::new(1);
        let mut call = pin!(submit(&queue, mode, erased(move |_| result).0));
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());

        let mut job = queue.try_pop().unwrap();
        if ran {
            job.run(&mut Tx::sqlite(&connection, &damage));
        }
        drop(job);

        block_on(call)
    }

    #[test]
    fn who_is_left_without_an_answer_hears_what_may_have_become_of_it() {
        // Before its turn, undone, or a read: nothing of it can have been kept.
        assert!(matches!(end(Mode::Write, false, Ok(())), Err(Error::Closed)));
        assert!(matches!(end(Mode::Write, true, Err(())), Err(Error::Closed)));
        assert!(matches!(end(Mode::Read, true, Ok(())), Err(Error::Closed)));

        let kept = end(Mode::Write, true, Ok(()));

        assert!(matches!(kept, Err(Error::OutcomeUnknown { .. })), "{kept:?}");
    }
}
