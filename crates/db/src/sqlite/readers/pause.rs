//! A pause of all reads, for a connection that needs the file alone. Outside of a pause, a read pays for
//! one load of a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Whether reads are paused.
#[derive(Default)]
pub(super) struct Pause {
    is_on: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

/// No read begins until this is dropped.
pub(in super::super) struct Paused<'a>(&'a Pause);

/// The longest wait between two looks whether a read has ended.
const POLL: Duration = Duration::from_millis(5);

impl Pause {
    /// From here on no read begins.
    pub(super) fn begin(&self) -> Paused<'_> {
        self.is_on.store(true, Ordering::SeqCst);
        Paused(self)
    }

    pub(super) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::SeqCst)
    }

    /// Wakes whoever waits for the reads in progress.
    pub(super) fn reader_ended(&self) {
        if self.is_on() {
            self.changed.notify_all();
        }
    }

    /// Waits a moment for a read to end. False when the time is over.
    pub(super) fn wait_for_reader(&self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        drop(self.changed.wait_timeout(self.locked(), left.min(POLL)));
        true
    }

    /// Waits for the end of the pause. False when that takes longer than `patience`.
    pub(super) fn wait_until_over(&self, patience: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.locked(), patience, |()| self.is_on());
        waited.is_ok_and(|(_, waited)| !waited.timed_out())
    }

    fn locked(&self) -> MutexGuard<'_, ()> {
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Paused<'_> {
    fn drop(&mut self) {
        // Under the lock: a reader between its check and its wait would miss the wake-up.
        let locked = self.0.locked();
        self.0.is_on.store(false, Ordering::SeqCst);
        drop(locked);
        self.0.changed.notify_all();
    }
}
