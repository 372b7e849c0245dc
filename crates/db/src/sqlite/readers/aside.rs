//! Readers that step aside for somebody who needs the file alone, and come back when that is over.
//! While nobody asks, a read pays for one look at a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Whether readers are to step aside.
#[derive(Default)]
pub(super) struct Aside {
    is_asked: AtomicBool,
    turn: Mutex<()>,
    changed: Condvar,
}

/// While this is there, nobody begins to read.
pub(in super::super) struct SteppedAside<'a>(&'a Aside);

/// A reader that ends is heard of at once, or after so long.
const LOOK_EVERY: Duration = Duration::from_millis(5);

impl Aside {
    /// From here on nobody begins to read.
    pub(super) fn ask(&self) -> SteppedAside<'_> {
        self.is_asked.store(true, Ordering::SeqCst);
        SteppedAside(self)
    }

    pub(super) fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::SeqCst)
    }

    /// Tells whoever asked.
    pub(super) fn a_reader_has_ended(&self) {
        if self.is_asked() {
            self.changed.notify_all();
        }
    }

    /// Waits a moment, if there is time left until then.
    pub(super) fn wait_for_a_reader(&self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        drop(self.changed.wait_timeout(self.turn(), left.min(LOOK_EVERY)));
        true
    }

    /// Waits until readers may come back; whether they may in time.
    pub(super) fn wait_until_over(&self, patience: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.turn(), patience, |()| self.is_asked());
        waited.is_ok_and(|(_, waited)| !waited.timed_out())
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SteppedAside<'_> {
    fn drop(&mut self) {
        // Under the lock: who has just looked would sleep through it.
        let turn = self.0.turn();
        self.0.is_asked.store(false, Ordering::SeqCst);
        drop(turn);
        self.0.changed.notify_all();
    }
}
