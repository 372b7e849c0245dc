//! A bounded queue between async callers and plain threads.
//!
//! Callers wait for a permit without blocking their thread; threads wait for work on a condition
//! variable. A channel of the runtime would not do: closing this queue wakes a sleeping thread even
//! while callers still wait for a permit.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::error::Error;

pub(crate) struct Queue<J> {
    permits: Semaphore,
    state: Mutex<State<J>>,
    more: Condvar,
}

struct State<J> {
    jobs: VecDeque<J>,
    sleeping: usize,
    closed: bool,
}

impl<J> Queue<J> {
    /// A queue that holds `jobs_max` jobs.
    pub(crate) fn new(jobs_max: usize) -> Queue<J> {
        Queue {
            permits: Semaphore::new(jobs_max.clamp(1, Semaphore::MAX_PERMITS)),
            state: Mutex::new(State { jobs: VecDeque::new(), sleeping: 0, closed: false }),
            more: Condvar::new(),
        }
    }

    /// Waits for a permit and adds the job. Dropped while waiting, it leaves nothing behind.
    pub(crate) async fn push(&self, job: J) -> Result<(), Error> {
        self.permits.acquire().await.map_err(|_| Error::Closed)?.forget();
        let mut state = self.locked();
        if state.closed {
            return Err(Error::Closed);
        }
        state.jobs.push_back(job);
        let wake = state.sleeping > 0;
        drop(state);
        if wake {
            self.more.notify_one();
        }
        Ok(())
    }

    /// The next job; waits for one. None once the queue is closed and empty.
    pub(crate) fn pop(&self) -> Option<J> {
        let mut state = self.locked();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                self.permits.add_permits(1);
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state.sleeping += 1;
            state = self.more.wait(state).expect(UNPOISONED);
            state.sleeping -= 1;
        }
    }

    /// The next job, if one is there already.
    pub(crate) fn try_pop(&self) -> Option<J> {
        let job = self.locked().jobs.pop_front()?;
        self.permits.add_permits(1);
        Some(job)
    }

    /// As [`Queue::try_pop`], waiting for one until then.
    pub(crate) fn pop_until(&self, until: Instant) -> Option<J> {
        let mut state = self.locked();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                self.permits.add_permits(1);
                return Some(job);
            }
            let left = until.saturating_duration_since(Instant::now());
            if state.closed || left.is_zero() {
                return None;
            }
            state.sleeping += 1;
            state = self.more.wait_timeout(state, left).expect(UNPOISONED).0;
            state.sleeping -= 1;
        }
    }

    /// Whether no job will ever come any more.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.locked();
        state.closed && state.jobs.is_empty()
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.locked().jobs.len()
    }

    /// Takes no more jobs. Those that wait will still be done.
    pub(crate) fn close(&self) {
        self.locked().closed = true;
        self.permits.close();
        self.more.notify_all();
    }

    /// Closes the queue and drops the jobs that wait, so that no caller waits for a thread that died.
    pub(crate) fn abandon(&self) {
        self.close();
        let left = std::mem::take(&mut self.locked().jobs);
        drop(left);
    }

    fn locked(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().expect(UNPOISONED)
    }
}

const UNPOISONED: &str = "no code of a caller runs while the queue is locked";

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_full_queue_makes_callers_wait_for_a_permit() {
        let queue = Queue::new(1);
        assert!(matches!(poll(pin!(queue.push(1))), Poll::Ready(Ok(()))));

        let mut second = pin!(queue.push(2));
        assert!(poll(second.as_mut()).is_pending());
        assert_eq!(queue.try_pop(), Some(1));

        assert!(matches!(poll(second), Poll::Ready(Ok(()))));
        assert_eq!(queue.pop(), Some(2));
    }

    #[test]
    fn a_caller_who_goes_away_while_waiting_gives_the_permit_to_the_next() {
        let queue = Queue::new(1);
        assert!(poll(pin!(queue.push(1))).is_ready());

        {
            let mut gone = pin!(queue.push(2));
            assert!(poll(gone.as_mut()).is_pending());
            assert_eq!(queue.try_pop(), Some(1));
        }

        assert!(poll(pin!(queue.push(3))).is_ready());
        assert_eq!(queue.try_pop(), Some(3));
    }

    #[test]
    fn a_closed_queue_gives_out_what_it_holds_and_takes_nothing_more() {
        let queue = Queue::new(1);
        assert!(poll(pin!(queue.push(1))).is_ready());
        let mut waiting = pin!(queue.push(2));
        assert!(poll(waiting.as_mut()).is_pending());

        queue.close();

        assert!(matches!(poll(waiting), Poll::Ready(Err(Error::Closed))));
        assert_eq!(queue.pop(), Some(1));
        assert_eq!(queue.pop(), None);
        assert!(matches!(poll(pin!(queue.push(3))), Poll::Ready(Err(Error::Closed))));
    }

    #[test]
    fn who_waits_only_so_long_gets_what_comes_meanwhile() {
        let queue = std::sync::Arc::new(Queue::<u8>::new(1));
        assert_eq!(queue.pop_until(Instant::now()), None, "nothing is there");

        let waiting = std::thread::spawn({
            let queue = queue.clone();
            move || queue.pop_until(Instant::now() + std::time::Duration::from_secs(60))
        });
        assert!(poll(pin!(queue.push(1))).is_ready());

        assert_eq!(waiting.join().expect("the thread ends"), Some(1));
    }

    #[test]
    fn closing_wakes_a_thread_that_waits_for_work() {
        let queue = std::sync::Arc::new(Queue::<u8>::new(1));
        let waiting = std::thread::spawn({
            let queue = queue.clone();
            move || queue.pop()
        });

        queue.close();

        assert_eq!(waiting.join().expect("the thread ends"), None);
    }
}
