//! What a meter measures, against tables and against the exact sum of intervals.

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
        let touching = self.0.iter().filter(|(begin, end, _)| *begin < till_ms && *end > from_ms);
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

#[test]
fn a_meter_is_read_as_it_is_kept() {
    let mut meter = meter(&[Start(0.0), Start(3.5), Finish(7.25), Start(70.0)]);
    let text = serde_json::to_string(&meter).unwrap();

    let mut read: Meter = serde_json::from_str(&text).unwrap();

    assert_eq!(read, meter);
    assert_eq!(read.measure(at_ms(90.0)), meter.measure(at_ms(90.0)));
    // Not even one of ours that another version wrote makes it fail.
    let odd = r#"{"elapsedMs":5,"clockMs":null,"running":0,"known":true,"busyMs":[[61,7],[0,3]]}"#;
    assert_eq!(serde_json::from_str::<Meter>(odd).unwrap().measure(0).busy_ms, 3.0);
}

#[test]
fn meters_of_several_servers_add_up_to_one() {
    let mut one = meter(&[Start(0.0), Finish(10.0)]);
    let mut two = meter(&[Start(5.0), Start(5.0), Finish(15.0)]);

    let work = one.measure(at_ms(20.0)).merge(two.measure(at_ms(20.0)));

    assert_eq!(work, Measurement { busy_ms: 35_000.0, measured_ms: 20_000, running: 1 });
    let load = Load::of(work, 1, 4);
    assert_eq!((load.backlog, load.running, load.measured_ms), (0.5, 1, 20_000));
    assert!((load.utilisation - 35.0 / 80.0).abs() < 1e-9, "{load:?}");
}

#[test]
fn what_a_silent_server_was_at_counts_until_it_was_last_heard_of() {
    let mut meter = meter(&[Start(0.0)]);

    meter.stop_at(at_ms(10.0));

    assert_eq!(meter.measure(at_ms(40.0)).busy_ms, 10_000.0);
    assert_eq!(meter.measure(at_ms(40.0)).running, 0);
}

#[test]
fn how_many_run_can_be_told_at_once() {
    let mut meter = Meter::with_history(false);

    meter.set_running(at_ms(0.0), 3);
    meter.set_running(at_ms(10.0), 1);

    assert_eq!(meter.measure(at_ms(20.0)).busy_ms, 40_000.0);
}
