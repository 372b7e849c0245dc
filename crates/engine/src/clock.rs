//! The only place that reads the time, and a time that never goes back. Leases, deadlines, delays and
//! heartbeats are stored as times: after the machine's clock was set back, a time that followed it
//! would take days to reach them again, so this clock continues from where it was.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{Result, Time};
use store::Database;

/// While the time is ahead of the machine's clock, this part of what passes is left out, until the
/// clock has caught up: a clock that was set back by a day has after ten days, and meanwhile
/// everything that takes time takes a ninth longer.
const SLOWDOWN: i64 = 10;

const NANOS_PER_MILLI: i64 = 1_000_000;

/// Where the time comes from; clones share it.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    source: Source,
    /// What the source showed when it was last read, in nanoseconds.
    read: i64,
    /// The time that was last returned, in nanoseconds.
    time: i64,
}

#[derive(Debug)]
enum Source {
    /// The machine's clock.
    System,
    /// A clock that a test moves, in nanoseconds.
    Fixed(i64),
}

impl Source {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    fn read(&self) -> i64 {
        match self {
            Self::Fixed(at) => *at,
            Self::System => {
                let since = std::time::SystemTime::now()
                    .duration_since(std::time::UNIX_EPOCH)
                    .unwrap_or_default();
                i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
            }
        }
    }
}

/// How far ahead of the machine's clock a stored moment is believed, in milliseconds: seven days. What
/// lies further ahead was written while the clock was wrong, and the service would live in that time
/// for years.
const AHEAD_MAX_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

impl Clock {
    fn of(source: Source) -> Self {
        let at = source.read();
        Self(Arc::new(Mutex::new(State { source, read: at, time: at })))
    }

    /// The machine's clock.
    pub fn system() -> Self {
        Self::of(Source::System)
    }

    /// A clock that shows `at` until it is moved.
    pub fn fixed(at: Time) -> Self {
        Self::of(Source::Fixed(nanos(at)))
    }

    /// Moves a fixed clock, forward or back; the machine's clock cannot be moved.
    pub fn advance(&self, millis: i64) {
        if let Source::Fixed(at) = &mut self.state().source {
            *at = at.saturating_add(millis.saturating_mul(NANOS_PER_MILLI));
        }
    }

    /// The time, never earlier than before.
    pub fn now(&self) -> Time {
        let mut state = self.state();
        let read = state.source.read();
        let passed = read.saturating_sub(state.read).max(0);
        state.read = read;
        state.time = read.max(state.time.saturating_add(passed - passed / SLOWDOWN));
        Time::from_millis(state.time / NANOS_PER_MILLI)
    }

    /// Has the time go on from the latest moment stored in a database where it is earlier: an earlier
    /// run of the service was there already. A moment that is too far ahead is not believed.
    pub async fn continue_from_database(&self, database: &Database) -> Result<()> {
        if let Some(latest) = database.read(store::clock::latest).await? {
            self.continue_from(latest);
        }
        Ok(())
    }

    fn continue_from(&self, latest: Time) {
        let bound = self.now().plus(AHEAD_MAX_MS);
        if latest > bound {
            tracing::error!(
                latest = %latest.iso(),
                "the database has times far ahead of this machine's clock; they are ignored"
            );
        }
        let mut state = self.state();
        state.time = state.time.max(nanos(latest.min(bound)));
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // The state is whole after every step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn nanos(at: Time) -> i64 {
    at.millis().saturating_mul(NANOS_PER_MILLI)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    #[test]
    fn a_clock_that_is_set_back_goes_on_from_where_it_was_until_the_source_has_caught_up() {
        let clock = Clock::fixed(Time::from_millis(10 * DAY));
        let mut times = Vec::new();
        for step in [0, 1_000, -DAY, 1_000, 5 * DAY, 4 * DAY, 2 * DAY] {
            clock.advance(step);
            times.push(clock.now().millis() - 10 * DAY);
        }

        let after =
            [0, 1_000, 1_000, 1_900, 1_900 + 9 * DAY / 2, 1_900 + 81 * DAY / 10, 2_000 + 10 * DAY];
        assert_eq!(times, after);
    }

    #[test]
    fn a_clock_goes_on_from_the_latest_moment_of_an_earlier_run_and_no_earlier() {
        let clock = Clock::fixed(Time::from_millis(DAY));

        clock.continue_from(Time::from_millis(3 * DAY));
        clock.continue_from(Time::from_millis(2 * DAY));

        assert_eq!(clock.now().millis(), 3 * DAY);
        clock.advance(3 * DAY);
        assert_eq!(clock.now().millis(), 57 * DAY / 10);
    }
}
