//! One closure on its way to a thread of the database and its answer on the way back.
//!
//! A call knows nothing of engines: it runs its closure in whatever transaction it is given, says
//! whether to keep what was written, and answers its caller when told how the commit went.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use tokio::sync::oneshot;

use crate::error::Error;
use crate::queue::Queue;
use crate::tx::Tx;

/// Whether a transaction may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Read,
}

/// What is to become of what a closure has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    Discard,
}

/// A call whose types are forgotten, so that one queue holds them all.
pub(crate) trait Job: Send {
    fn mode(&self) -> Mode;

    /// Whether no one waits for the answer any more. Such a job need not be begun.
    fn is_abandoned(&self) -> bool;

    /// Runs the closure, and remembers its outcome in place of any earlier one.
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict;

    /// Tells the caller: the outcome of the closure, or why there is none.
    fn answer(self: Box<Self>, end: Result<(), Error>);
}

/// The answer to a call: the closure's own result, unless the database failed around it.
pub(crate) type Outcome<T, E> = Result<Result<T, E>, Error>;

struct Call<T, E, F> {
    mode: Mode,
    closure: F,
    outcome: Outcome<T, E>,
    caller: oneshot::Sender<Outcome<T, E>>,
}

impl<T, E, F> Job for Call<T, E, F>
where
    T: Send,
    E: Send,
    F: Fn(&mut Tx<'_>) -> Result<T, E> + Send,
{
    fn mode(&self) -> Mode {
        self.mode
    }

    fn is_abandoned(&self) -> bool {
        self.caller.is_closed()
    }

    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        let (outcome, verdict) = attempt(&self.closure, tx);
        self.outcome = outcome;
        verdict
    }

    fn answer(self: Box<Self>, end: Result<(), Error>) {
        // A caller who went away needs no answer.
        let _ = self.caller.send(end.and(self.outcome));
    }
}

/// Runs a closure in a transaction. A panic becomes an error, and so does a success that stands on
/// a failed statement: PostgreSQL would have rolled it back.
pub(crate) fn attempt<T, E>(
    closure: &impl Fn(&mut Tx<'_>) -> Result<T, E>,
    tx: &mut Tx<'_>,
) -> (Outcome<T, E>, Verdict) {
    // The closure is run again or dropped after a panic, and its transaction rolled back: no state
    // that it may have left half-changed is looked at.
    match catch_unwind(AssertUnwindSafe(|| closure(tx))) {
        Ok(Ok(value)) => match tx.fault() {
            None => (Ok(Ok(value)), Verdict::Keep),
            Some(fault) => (Err(fault.clone().into_error(RUNNING)), Verdict::Discard),
        },
        Ok(Err(error)) => (Ok(Err(error)), Verdict::Discard),
        Err(_) => (Err(Error::Panicked), Verdict::Discard),
    }
}

pub(crate) const RUNNING: &str = "running a statement";

/// Queues a closure and waits for its outcome. Dropped before a thread began it, the closure may
/// never run; dropped later, it runs to its end unheard.
pub(crate) async fn submit<T, E, F>(
    queue: &Queue<Box<dyn Job>>,
    mode: Mode,
    closure: F,
) -> Outcome<T, E>
where
    T: Send + 'static,
    E: Send + 'static,
    F: Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
{
    let (caller, answer) = oneshot::channel();
    let call = Call { mode, closure, outcome: Err(Error::Closed), caller };
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
