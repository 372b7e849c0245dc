//! The strategies on requests that really came: when each arrived at a running service and how long
//! it takes, recorded by `bench/arrivals/record.py`. Two thousand requests came in bursts of one to
//! eight over fourteen seconds, as many as keep four agents of one slot busy for seven tenths of
//! the time: analyses of the 27 chapters of a novel by two agents, and questions that are answered at
//! once. A debug build answered them, on two cores.

use super::{
    super::{
        Candidate, Strategy,
        routing::{BUSY_THRESHOLD, availability, preference},
    },
    AGENTS, Desk, loads, mean_and_p95_s, round_robin, suggested,
};

const SLOTS: u32 = 1;

/// When requests arrived and how long each takes, in milliseconds.
fn arrivals() -> Vec<(i64, i64)> {
    let rows = include_str!("arrivals.csv").lines().skip(1);
    let number = |text: &str| text.parse().expect("a number");
    rows.map(|row| row.split_once(',').expect("two columns"))
        .map(|(arrived, takes)| (number(arrived), number(takes)))
        .collect()
}

/// The wait in seconds, mean and 95th percentile, when `choose` says who takes a request. Nothing is
/// known of anybody at the beginning.
fn replay(mut choose: impl FnMut(&mut [Desk], i64, usize) -> usize) -> (f64, f64) {
    let mut desks = AGENTS.map(|_| Desk::new(SLOTS, false));
    let mut waits_ms = Vec::new();
    for (number, (now_ms, takes_ms)) in arrivals().into_iter().enumerate() {
        for desk in &mut desks {
            desk.work_until(now_ms, &mut waits_ms);
        }
        let chosen = choose(&mut desks, now_ms, number);
        desks[chosen].take(now_ms, takes_ms, &mut waits_ms);
    }
    for desk in &mut desks {
        desk.work_until(i64::MAX, &mut waits_ms);
    }
    assert_eq!(waits_ms.len(), arrivals().len(), "everybody was answered");
    mean_and_p95_s(waits_ms)
}

#[test]
fn recorded_requests_wait_less_when_the_load_is_looked_at() {
    let by_strategy = |strategy| {
        replay(move |desks: &mut [Desk], now_ms, _| suggested(&loads(desks, now_ms), strategy))
    };

    let (turns_mean, turns_p95) = replay(round_robin);
    let (first_mean, first_p95) = by_strategy(Strategy::FirstMatch);
    let (mean, p95) = by_strategy(Strategy::LeastLoaded);

    println!(
        "least loaded: mean {mean:.3} s, 95 % within {p95:.3} s; round robin {turns_mean:.3} s, \
         {turns_p95:.3} s; first match {first_mean:.1} s, {first_p95:.1} s"
    );
    assert!(mean < turns_mean && mean < first_mean);
    assert!(p95 < turns_p95 && p95 < first_p95);
}

#[test]
fn every_choice_among_recorded_requests_follows_from_what_is_shown() {
    let mut unknown_chosen = 0;
    replay(|desks: &mut [Desk], now_ms, _| {
        let loads = loads(desks, now_ms);
        let chosen = suggested(&loads, Strategy::LeastLoaded);
        let label =
            |index: usize| availability(loads[index].map(|load| load.current), BUSY_THRESHOLD);

        if loads[chosen].is_none() {
            unknown_chosen += 1;
            let free = (0..AGENTS.len()).find(|index| label(*index) == Some("Available"));
            assert_eq!(free, None, "unknown is never preferred to known and free");
        }
        let candidates: Vec<Candidate<'_>> = AGENTS
            .into_iter()
            .zip(&loads)
            .map(|(id, load)| Candidate { id, capabilities: &[], available: true, load: *load })
            .collect();
        let preferred = preference(&candidates, Strategy::LeastLoaded, BUSY_THRESHOLD);
        let first = |wanted: &str| preferred.iter().copied().find(|it| label(*it) == Some(wanted));
        let unknown = (0..AGENTS.len()).find(|index| label(*index).is_none());
        assert_eq!(first("Available").or(unknown).or(first("Busy")), Some(chosen));
        chosen
    });
    assert_eq!(unknown_chosen, AGENTS.len(), "each was unknown once, and then known");
}
