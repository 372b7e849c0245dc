//! How loaded an agent is, from what it did in the last minute and from what waits for it. Time
//! comes in with every call; nothing here reads a clock or knows whether the agent is awake.
//!
//! Busy time alone looks back: an agent with a long queue that has just begun looks idle. The
//! backlog alone forgets: an agent that was busy all minute and is free this instant looks idle.
//! So a load is the greater of both.

mod stored;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use stored::StoredMeter;

/// The length of the window in which busy time counts, in milliseconds.
pub const WINDOW_MS: u64 = 60_000;

/// Busy time is summed up per bucket of this many milliseconds.
pub const BUCKET_MS: u64 = 1_000;

/// A window that begins inside a bucket touches one bucket more than it is long.
const BUCKETS: usize = (WINDOW_MS / BUCKET_MS) as usize + 1;

/// All that the buckets together can hold; older busy time cannot be in any window.
const SPAN_MS: u64 = BUCKETS as u64 * BUCKET_MS;

/// The shortest time a load is measured over, so that the first request of an agent does not make
/// it fully loaded within a millisecond.
const MEASURED_MS_MIN: u64 = 1_000;

/// Threads may report moments a little out of order: up to this many milliseconds back, time is
/// taken to stand still. A greater step back is a clock that was set, and time goes on from there.
const JITTER_MS: i64 = 1_000;

/// What was worked for one agent in the window that ends now: what one meter says, or several of
/// them together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measurement {
    /// Busy time in the window, in milliseconds; each running request counts for itself.
    pub busy_ms: f64,
    /// The measured part of the window, in milliseconds.
    pub measured_ms: u64,
    /// Requests being worked on.
    pub running: u32,
}

impl Measurement {
    /// What was worked here and there: requests run side by side, and the window is as long as the
    /// longest measured.
    pub fn merge(self, other: Self) -> Self {
        Self {
            busy_ms: self.busy_ms + other.busy_ms,
            measured_ms: self.measured_ms.max(other.measured_ms),
            running: self.running.saturating_add(other.running),
        }
    }
}

/// The load of one agent at one moment, with the parts it was made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// `min(1, max(utilisation, backlog))`: 0.0 is measured idle, 1.0 is full capacity.
    pub current: f64,
    /// Busy time in the window ÷ (slots × measured part of the window). At most 1, unless more
    /// requests ran than there are slots.
    pub utilisation: f64,
    /// (running + queued) ÷ slots; over 1 when requests have to wait.
    pub backlog: f64,
    /// Requests being worked on.
    pub running: u32,
    /// Requests that wait.
    pub queued: u32,
    /// How much of the window was measured, in milliseconds; at least a second is taken for it.
    pub measured_ms: u64,
}

impl Load {
    /// The load of an agent of this many slots (none counts as one) for which this was worked and
    /// `queued` requests wait.
    pub fn of(work: Measurement, queued: u32, slots: u32) -> Self {
        let slots = f64::from(slots.max(1));
        let measured_ms = work.measured_ms.clamp(MEASURED_MS_MIN, WINDOW_MS);
        let utilisation = work.busy_ms / (slots * measured_ms as f64);
        let backlog = (f64::from(work.running) + f64::from(queued)) / slots;
        let current = utilisation.max(backlog).min(1.0);
        Self { current, utilisation, backlog, running: work.running, queued, measured_ms }
    }

    /// The same beside one of the requests that run, for whoever asks in the midst of it.
    pub fn excluding_one(self, slots: u32) -> Self {
        let running = self.running.saturating_sub(1);
        let backlog = (f64::from(running) + f64::from(self.queued)) / f64::from(slots.max(1));
        let current = self.utilisation.max(backlog).min(1.0);
        Self { current, backlog, running, ..self }
    }
}

/// Measures one agent: given every request that starts and finishes, it says how loaded the
/// agent is. An update costs a bounded number of steps (one in the usual case, at most one per
/// bucket after a pause), and the memory is fixed.
///
/// Busy time in the window is exact but for the oldest second, of which only a part lies in the
/// window: that part is taken in proportion. The error is at most `f(1−f) × r` seconds, where `f`
/// is the part and `r` the most requests that ran at once in that second: a quarter of a second
/// per request running a minute ago.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "StoredMeter", from = "StoredMeter")]
pub struct Meter {
    /// A ring: milliseconds of busy time, each running request counting for itself.
    busy_ms: [u64; BUCKETS],
    /// Since the first recorded request; which bucket is meant follows from this alone, so the
    /// clock may be set without moving what was measured.
    elapsed_ms: u64,
    /// The last reading of the clock; none before the first recorded request.
    clock_ms: Option<i64>,
    running: u32,
    known: bool,
}

impl Meter {
    /// A meter for an agent of which a request was ever recorded (`known`), or none. Whether one
    /// was outlives the process; the window does not, so a known agent begins as measured idle.
    pub const fn with_history(known: bool) -> Self {
        Self { busy_ms: [0; BUCKETS], elapsed_ms: 0, clock_ms: None, running: 0, known }
    }

    /// A request began to be worked on.
    pub fn started(&mut self, now_ms: i64) {
        self.record(now_ms);
        self.running = self.running.saturating_add(1);
    }

    /// A request is no longer worked on, however it ended. One that was not seen to start counts
    /// as recorded and for nothing else.
    pub fn finished(&mut self, now_ms: i64) {
        self.record(now_ms);
        self.running = self.running.saturating_sub(1);
    }

    /// So many requests are worked on from now on, whoever began and finished them.
    pub fn set_running(&mut self, now_ms: i64, running: u32) {
        self.record(now_ms);
        self.running = running;
    }

    /// Nobody works any more since then: the process that reported this meter was last seen at that
    /// moment.
    pub fn stop_at(&mut self, then_ms: i64) {
        self.advance(then_ms);
        self.running = 0;
    }

    /// Whether a request was ever recorded.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// Whether something is being worked on.
    pub fn is_running(&self) -> bool {
        self.running > 0
    }

    /// What was worked in the window that ends now. Reading moves the meter's time on and leaves no
    /// other trace.
    pub fn measure(&mut self, now_ms: i64) -> Measurement {
        if self.clock_ms.is_some() {
            self.advance(now_ms);
        }
        Measurement {
            busy_ms: self.busy_in_window_ms(),
            measured_ms: self.elapsed_ms.min(WINDOW_MS),
            running: self.running,
        }
    }

    /// The load, when `queued` requests wait for an agent of this many slots. `None` while no
    /// request was ever recorded: unknown, which is not idle.
    pub fn load(&mut self, now_ms: i64, queued: u32, slots: u32) -> Option<Load> {
        self.known.then(|| Load::of(self.measure(now_ms), queued, slots))
    }

    fn record(&mut self, now_ms: i64) {
        self.known = true;
        self.advance(now_ms);
    }

    /// Lets time pass until now: what is running was busy all the while.
    fn advance(&mut self, now_ms: i64) {
        let then_ms = self.clock_ms.unwrap_or(now_ms);
        let step_ms = now_ms.saturating_sub(then_ms);
        if (-JITTER_MS..0).contains(&step_ms) {
            return;
        }
        self.clock_ms = Some(now_ms);

        // Negative only where the clock was set back: then no time passed.
        let mut left_ms = u64::try_from(step_ms).unwrap_or(0);
        // After a pause longer than the ring only its last turn counts; it fills every bucket anew.
        if left_ms > SPAN_MS {
            self.elapsed_ms = self.elapsed_ms.saturating_add(left_ms - SPAN_MS);
            left_ms = SPAN_MS;
        }
        while left_ms > 0 {
            let step_ms = left_ms.min(BUCKET_MS - self.elapsed_ms % BUCKET_MS);
            self.busy_ms[bucket(self.elapsed_ms)] += u64::from(self.running) * step_ms;
            self.elapsed_ms = self.elapsed_ms.saturating_add(step_ms);
            left_ms -= step_ms;
            // The bucket that begins now held the second that has just left every window.
            if self.elapsed_ms.is_multiple_of(BUCKET_MS) {
                self.busy_ms[bucket(self.elapsed_ms)] = 0;
            }
        }
    }

    /// Busy time in the window, in milliseconds.
    fn busy_in_window_ms(&self) -> f64 {
        let all_ms = self.busy_ms.iter().sum::<u64>() as f64;
        let Some(begin_ms) = self.elapsed_ms.checked_sub(WINDOW_MS) else {
            return all_ms;
        };
        // The bucket in which the window begins is outside of it up to there.
        let oldest_ms = self.busy_ms[bucket(begin_ms)] as f64;
        let outside = (begin_ms % BUCKET_MS) as f64 / BUCKET_MS as f64;
        all_ms - oldest_ms * outside
    }
}

fn bucket(elapsed_ms: u64) -> usize {
    (elapsed_ms / BUCKET_MS) as usize % BUCKETS
}
