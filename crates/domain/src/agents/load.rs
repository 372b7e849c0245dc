//! How loaded an agent is, from what it did in the last minute and from what waits for it. Time
//! comes in with every call; nothing here reads a clock or knows whether the agent is awake.
//!
//! Busy time alone looks back: an agent with a long queue that has just begun looks idle. The
//! backlog alone forgets: an agent that was busy all minute and is free this instant looks idle.
//! So a load is the greater of both.

use serde::Serialize;

/// How far back busy time counts, in milliseconds.
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

/// The load of one agent at one moment, with the parts it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
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
}

/// Measures one agent: told of every request that starts and finishes, it says how loaded the
/// agent is. An update costs a bounded number of steps (one in the usual case, at most one per
/// bucket after a pause), and the memory is fixed.
///
/// Busy time in the window is exact but for the oldest second, of which only a part lies in the
/// window: that part is taken in proportion. The error is at most `f(1−f) × r` seconds, where `f`
/// is the part and `r` the most requests that ran at once in that second: a quarter of a second
/// per request running a minute ago.
#[derive(Debug, Clone)]
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

    /// The load, when `queued` requests wait for an agent of this many slots (none counts as one).
    /// `None` while no request was ever recorded: unknown, which is not idle. Reading moves the
    /// meter's time on and leaves no other trace.
    pub fn load(&mut self, now_ms: i64, queued: u32, slots: u32) -> Option<Load> {
        if !self.known {
            return None;
        }
        if self.clock_ms.is_some() {
            self.pass(now_ms);
        }
        let slots = f64::from(slots.max(1));
        let measured_ms = self.elapsed_ms.clamp(MEASURED_MS_MIN, WINDOW_MS) as f64;
        let utilisation = self.busy_in_window_ms() / (slots * measured_ms);
        let backlog = (f64::from(self.running) + f64::from(queued)) / slots;
        let current = utilisation.max(backlog).min(1.0);
        Some(Load { current, utilisation, backlog, running: self.running, queued })
    }

    fn record(&mut self, now_ms: i64) {
        self.known = true;
        self.pass(now_ms);
    }

    /// Lets time pass until now: what is running was busy all the while.
    fn pass(&mut self, now_ms: i64) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What happens to a meter, at this many seconds.
    enum Step {
        Start(f64),
        Finish(f64),
    }
    use Step::{Finish, Start};

    fn at_ms(seconds: f64) -> i64 {
        (seconds * 1_000.0) as i64
    }

    fn meter(steps: &[Step]) -> Meter {
        let mut meter = Meter::with_history(false);
        for step in steps {
            match step {
                Start(at) => meter.started(at_ms(*at)),
                Finish(at) => meter.finished(at_ms(*at)),
            }
        }
        meter
    }

    #[test]
    fn a_load_is_the_greater_of_utilisation_and_backlog() {
        /// What, steps, read at, queued, slots, [utilisation, backlog, current].
        type Row = (&'static str, &'static [Step], f64, u32, u32, [f64; 3]);
        #[rustfmt::skip]
        let table: &[Row] = &[
            ("one slot, busy now",          &[Start(0.0)],               10.0, 0, 1, [1.0, 1.0, 1.0]),
            ("one of four slots, busy now", &[Start(0.0)],               10.0, 0, 4, [0.25, 0.25, 0.25]),
            ("three wait for four slots",   &[Start(0.0)],               10.0, 2, 4, [0.25, 0.75, 0.75]),
            ("more wait than there is room",&[Start(0.0)],               10.0, 9, 2, [0.5, 5.0, 1.0]),
            ("half the measured time",      &[Start(0.0), Finish(5.0)],  10.0, 0, 1, [0.5, 0.0, 0.5]),
            ("the first second is whole",   &[Start(0.0)],                0.5, 0, 1, [0.5, 1.0, 1.0]),
            ("an hour of idling",           &[Start(0.0), Finish(5.0)], 3600.0, 0, 1, [0.0, 0.0, 0.0]),
            ("only the last minute counts", &[Start(0.0), Finish(40.0)], 80.0, 0, 1, [20.0 / 60.0, 0.0, 20.0 / 60.0]),
            ("just out of the window",      &[Start(0.0), Finish(5.0)],  65.0, 0, 1, [0.0, 0.0, 0.0]),
            ("an hour of one request",      &[Start(0.0)],             3600.0, 0, 1, [1.0, 1.0, 1.0]),
            ("no slots count as one",       &[Start(0.0)],               10.0, 0, 0, [1.0, 1.0, 1.0]),
        ];

        for &(what, steps, at, queued, slots, expected) in table {
            let load = meter(steps).load(at_ms(at), queued, slots).expect(what);

            let parts = [load.utilisation, load.backlog, load.current];
            for (part, expected) in parts.into_iter().zip(expected) {
                assert!((part - expected).abs() < 1e-9, "{what}: {parts:?} is not {expected:?}");
            }
        }
    }

    fn current(meter: &mut Meter, now_ms: i64, queued: u32, slots: u32) -> Option<f64> {
        meter.load(now_ms, queued, slots).map(|load| load.current)
    }

    #[test]
    fn a_load_is_unknown_until_a_request_was_recorded() {
        let mut meter = Meter::with_history(false);

        assert_eq!(meter.load(0, 7, 1), None);
        meter.started(1);
        meter.finished(2);
        assert_eq!(current(&mut meter, 3_600_000, 0, 1), Some(0.0));
    }

    #[test]
    fn an_agent_with_a_history_begins_as_measured_idle() {
        let mut meter = Meter::with_history(true);

        assert_eq!(current(&mut meter, 5, 0, 1), Some(0.0));
        assert_eq!(current(&mut meter, 5, 1, 4), Some(0.25));
    }

    #[test]
    fn a_request_that_was_not_seen_to_start_leaves_nothing_running() {
        let mut meter = meter(&[Finish(0.0), Finish(1.0)]);

        let load = meter.load(10_000, 0, 1).expect("a request was recorded");

        assert_eq!((load.running, load.current), (0, 0.0));
    }

    #[test]
    fn half_of_the_oldest_second_is_half_of_its_busy_time() {
        // Busy in the first half of a second of which the second half is in the window: exactly
        // nothing, by proportion a quarter of a second. This is the greatest error there is.
        let mut meter = meter(&[Start(0.0), Finish(0.5)]);

        let load = meter.load(at_ms(60.5), 0, 1).expect("a request was recorded");

        assert!((load.utilisation * 60.0 - 0.25).abs() < 1e-9, "{load:?}");
    }

    #[test]
    fn a_clock_set_back_stops_nothing() {
        let mut meter = meter(&[Start(10_000.0), Finish(10_010.0)]);

        let before = meter.load(at_ms(10_010.0), 0, 1);
        let after = meter.load(at_ms(10.0), 0, 1);
        let later = meter.load(at_ms(30.0), 0, 1).expect("a request was recorded");

        assert_eq!(after, before, "no time passed while the clock was set");
        assert!((later.utilisation - 10.0 / 30.0).abs() < 1e-9, "time goes on: {later:?}");
    }

    #[test]
    fn a_moment_told_late_does_not_make_time_run_faster() {
        let mut orderly = meter(&[Start(0.0)]);
        let mut jittery = meter(&[Start(0.0)]);

        for tick in 1..=1_000 {
            orderly.load(tick * 10, 0, 4);
            jittery.load(tick * 10, 0, 4);
            jittery.load(tick * 10 - 7, 0, 4);
        }
        orderly.finished(10_000);
        jittery.finished(10_000);

        assert_eq!(jittery.load(20_000, 0, 4), orderly.load(20_000, 0, 4));
    }

    #[test]
    fn a_meter_is_small() {
        assert!(size_of::<Meter>() <= 640, "{} bytes", size_of::<Meter>());
    }

    /// The reference: every stretch of time with the number of requests that ran in it.
    #[derive(Default)]
    struct Stretches(Vec<(i64, i64, u32)>);

    impl Stretches {
        /// Busy milliseconds between two moments, exactly.
        fn busy_ms(&self, from_ms: i64, till_ms: i64) -> i64 {
            let overlap = |(begin, end, running): &(i64, i64, u32)| {
                (till_ms.min(*end) - from_ms.max(*begin)).max(0) * i64::from(*running)
            };
            self.0.iter().map(overlap).sum()
        }

        /// The most requests that ran at once between two moments.
        fn most_running(&self, from_ms: i64, till_ms: i64) -> u32 {
            let touching =
                self.0.iter().filter(|(begin, end, _)| *begin < till_ms && *end > from_ms);
            touching.map(|(_, _, running)| *running).max().unwrap_or(0)
        }
    }

    #[derive(Debug, Clone, Copy)]
    enum Happening {
        Starts,
        Finishes,
        Is,
    }

    /// Pauses of every length that matters, in milliseconds: none, within a second, over some
    /// seconds, over the window.
    fn pause_ms() -> impl Strategy<Value = i64> {
        prop_oneof![Just(0), 1..1_000_i64, Just(1_000), 1_000..8_000_i64, 55_000..70_000_i64]
    }

    fn history() -> impl Strategy<Value = Vec<(i64, Happening)>> {
        use Happening::{Finishes, Is, Starts};
        let happening = prop_oneof![Just(Starts), Just(Finishes), Just(Is)];
        proptest::collection::vec((pause_ms(), happening), 1..120)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn busy_time_is_the_sum_of_the_intervals_but_for_the_oldest_second(
            history in history(),
            begin_ms in -100_000..100_000_i64,
            slots in 1..5_u32,
        ) {
            let mut meter = Meter::with_history(false);
            let mut stretches = Stretches::default();
            let mut now_ms = begin_ms;
            let mut first_ms = None;
            let mut running = 0_u32;

            for (pause_ms, happening) in history {
                stretches.0.push((now_ms, now_ms + pause_ms, running));
                now_ms += pause_ms;
                match happening {
                    Happening::Starts => {
                        meter.started(now_ms);
                        running += 1;
                        first_ms.get_or_insert(now_ms);
                    }
                    Happening::Finishes => {
                        meter.finished(now_ms);
                        running = running.saturating_sub(1);
                        first_ms.get_or_insert(now_ms);
                    }
                    Happening::Is => {}
                }

                let load = meter.load(now_ms, 0, slots);

                prop_assert_eq!(load.is_some(), first_ms.is_some());
                let (Some(load), Some(first_ms)) = (load, first_ms) else { continue };
                let measured_ms = (now_ms - first_ms).clamp(1_000, 60_000);
                let exact_ms = stretches.busy_ms((now_ms - 60_000).max(first_ms), now_ms);
                let measured_busy_ms = load.utilisation * f64::from(slots) * measured_ms as f64;
                // See the tolerance stated at `Meter`. While everything measured lies in the
                // window, no second is in part outside, and the sum is exact.
                let outside_ms = (now_ms - first_ms - 60_000).max(0) % 1_000;
                let oldest_ms = now_ms - 60_000 - outside_ms;
                let part = outside_ms as f64 / 1_000.0;
                let ran = f64::from(stretches.most_running(oldest_ms, oldest_ms + 1_000));
                let tolerance_ms = part * (1.0 - part) * ran * 1_000.0 + 1e-6;
                prop_assert!(
                    (measured_busy_ms - exact_ms as f64).abs() <= tolerance_ms,
                    "{} ms measured, {} ms exact, {} ms allowed",
                    measured_busy_ms, exact_ms, tolerance_ms,
                );
                prop_assert_eq!(load.running, running);
                prop_assert!((0.0..=1.0).contains(&load.current));
            }
        }

        #[test]
        fn reading_a_load_leaves_no_trace(history in history(), queued in 0..9_u32) {
            let mut read = Meter::with_history(true);
            let mut unread = Meter::with_history(true);
            let mut now_ms = 0;

            for (pause_ms, happening) in history {
                now_ms += pause_ms;
                match happening {
                    Happening::Starts => { read.started(now_ms); unread.started(now_ms); }
                    Happening::Finishes => { read.finished(now_ms); unread.finished(now_ms); }
                    Happening::Is => { read.load(now_ms, queued, 3); }
                }
            }

            prop_assert_eq!(read.load(now_ms, queued, 2), unread.load(now_ms, queued, 2));
        }

        #[test]
        fn a_load_lies_between_idle_and_full_whatever_the_clock_says(
            moments in proptest::collection::vec((any::<i64>(), any::<bool>()), 1..60),
            queued: u32,
            slots: u32,
        ) {
            let mut meter = Meter::with_history(false);

            for (now_ms, starts) in moments {
                if starts { meter.started(now_ms) } else { meter.finished(now_ms) }

                let load = meter.load(now_ms, queued, slots).expect("a request was recorded");

                prop_assert!((0.0..=1.0).contains(&load.current), "{:?}", load);
                prop_assert!(load.utilisation >= 0.0 && load.backlog >= 0.0, "{:?}", load);
            }
        }
    }
}
