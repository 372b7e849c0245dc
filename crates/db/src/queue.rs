//! A bounded queue between async callers and plain threads.
//!
//! Callers wait for a place without blocking their thread; threads wait for work on a condition
//! variable. It is neither fair between priorities nor a channel of the runtime: closing it must
//! wake a sleeping thread even while callers still wait for a place.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::error::Error;

pub(crate) struct Queue<J> {
    places: Semaphore,
    inside: Mutex<Inside<J>>,
    more: Condvar,
}

struct Inside<J> {
    jobs: VecDeque<J>,
    sleeping: usize,
    closed: bool,
}

impl<J> Queue<J> {
    /// A queue that holds `places_max` jobs.
    pub(crate) fn new(places_max: usize) -> Queue<J> {
        Queue {
            places: Semaphore::new(places_max.clamp(1, Semaphore::MAX_PERMITS)),
            inside: Mutex::new(Inside { jobs: VecDeque::new(), sleeping: 0, closed: false }),
            more: Condvar::new(),
        }
    }

    /// Waits for a place and takes it. Dropped while waiting, it leaves nothing behind.
    pub(crate) async fn push(&self, job: J) -> Result<(), Error> {
        self.places.acquire().await.map_err(|_| Error::Closed)?.forget();
        let mut inside = self.inside();
        if inside.closed {
            return Err(Error::Closed);
        }
        inside.jobs.push_back(job);
        let wake = inside.sleeping > 0;
        drop(inside);
        if wake {
            self.more.notify_one();
        }
        Ok(())
    }

    /// The next job; waits for one. None once the queue is closed and empty.
    pub(crate) fn pop(&self) -> Option<J> {
        let mut inside = self.inside();
        loop {
            if let Some(job) = inside.jobs.pop_front() {
                drop(inside);
                self.places.add_permits(1);
                return Some(job);
            }
            if inside.closed {
                return None;
            }
            inside.sleeping += 1;
            inside = self.more.wait(inside).expect(UNPOISONED);
            inside.sleeping -= 1;
        }
    }

    /// The next job, if one is there already.
    pub(crate) fn try_pop(&self) -> Option<J> {
        let job = self.inside().jobs.pop_front()?;
        self.places.add_permits(1);
        Some(job)
    }

    /// As [`Queue::try_pop`], waiting for one until then.
    pub(crate) fn pop_until(&self, until: Instant) -> Option<J> {
        let mut inside = self.inside();
        loop {
            if let Some(job) = inside.jobs.pop_front() {
                drop(inside);
                self.places.add_permits(1);
                return Some(job);
            }
            let left = until.saturating_duration_since(Instant::now());
            if inside.closed || left.is_zero() {
                return None;
            }
            inside.sleeping += 1;
            inside = self.more.wait_timeout(inside, left).expect(UNPOISONED).0;
            inside.sleeping -= 1;
        }
    }

    /// Whether no job will ever come any more.
    pub(crate) fn is_over(&self) -> bool {
        let inside = self.inside();
        inside.closed && inside.jobs.is_empty()
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.inside().jobs.len()
    }

    /// Takes no more jobs. Those inside will still be done.
    pub(crate) fn close(&self) {
        self.inside().closed = true;
        self.places.close();
        self.more.notify_all();
    }

    /// Closes the queue and drops what is inside, so that no caller waits for a thread that died.
    pub(crate) fn abandon(&self) {
        self.close();
        let left = std::mem::take(&mut self.inside().jobs);
        drop(left);
    }

    fn inside(&self) -> MutexGuard<'_, Inside<J>> {
        self.inside.lock().expect(UNPOISONED)
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
    fn a_full_queue_makes_callers_wait_and_goes_on_when_a_place_is_free() {
        let queue = Queue::new(1);
        assert!(matches!(poll(pin!(queue.push(1))), Poll::Ready(Ok(()))));

        let mut second = pin!(queue.push(2));
        assert!(poll(second.as_mut()).is_pending());
        assert_eq!(queue.try_pop(), Some(1));

        assert!(matches!(poll(second), Poll::Ready(Ok(()))));
        assert_eq!(queue.pop(), Some(2));
    }

    #[test]
    fn a_caller_who_goes_away_while_waiting_gives_the_place_to_the_next() {
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
