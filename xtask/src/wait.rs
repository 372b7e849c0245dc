//! Waiting for a condition of another process, which can only be looked at again and again. Nothing
//! here waits for a time alone.

use std::thread;
use std::time::{Duration, Instant};

/// Looks every `interval` until there is something to see; `None` after `limit`.
pub fn until<T>(
    limit: Duration,
    interval: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> Option<T> {
    let end = Instant::now() + limit;
    loop {
        if let Some(seen) = look() {
            return Some(seen);
        }
        if Instant::now() >= end {
            return None;
        }
        // May return early, which only means one look more.
        thread::park_timeout(interval);
    }
}
