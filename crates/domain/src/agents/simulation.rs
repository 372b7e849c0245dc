//! Does routing by measured load shorten the wait? A simulated studio answers: agents with slots
//! and queues, bursts of requests of very different lengths, and the real [`Meter`] and
//! [`suggestions`]. The traffic is made up, so that the numbers hold for its shape alone; what is
//! asserted is only that looking at the load beats not looking. Recorded traffic is in [`replay`].

mod replay;

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use super::{
    Candidate, Load, Meter, Strategy,
    routing::{BUSY_THRESHOLD, suggestions},
};

const AGENTS: [&str; 4] = ["a", "b", "c", "d"];
const SLOTS: u32 = 2;
/// Mean time a request takes, in seconds; the times are log-normal.
const SERVICE_MEAN_S: f64 = 20.0;
/// Standard deviation of the logarithm of those times.
const SERVICE_SPREAD: f64 = 1.0;
const REQUESTS: usize = 3_000;
const SEEDS: u64 = 8;

/// Deterministic random numbers (SplitMix64, Steele, Lea and Flood 2014).
struct Dice(u64);

impl Dice {
    /// Evenly in (0, 1].
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64 + f64::EPSILON / 4.0
    }

    fn exponential(&mut self, mean: f64) -> f64 {
        -mean * self.unit().ln()
    }

    fn log_normal(&mut self, mean: f64, spread: f64) -> f64 {
        let turn = std::f64::consts::TAU * self.unit();
        let normal = (-2.0 * self.unit().ln()).sqrt() * turn.cos();
        (mean.ln() - spread * spread / 2.0 + spread * normal).exp()
    }
}

/// When requests arrive and how long each takes, in milliseconds.
fn traffic(seed: u64, load: f64, burst: usize) -> Vec<(i64, i64)> {
    let mut dice = Dice(seed);
    let per_second = load * AGENTS.len() as f64 * f64::from(SLOTS) / SERVICE_MEAN_S;
    let mut now_ms = 0.0_f64;
    let mut requests = Vec::with_capacity(REQUESTS);
    while requests.len() < REQUESTS {
        now_ms += dice.exponential(burst as f64 / per_second) * 1_000.0;
        for _ in 0..burst {
            let takes_ms = dice.log_normal(SERVICE_MEAN_S, SERVICE_SPREAD) * 1_000.0;
            requests.push((now_ms as i64, takes_ms as i64 + 1));
        }
    }
    requests
}

/// One agent at work: its meter, when its running requests end, and what waits (since when, and
/// how long it takes).
struct Desk {
    slots: u32,
    meter: Meter,
    ends_ms: BinaryHeap<Reverse<i64>>,
    waiting: VecDeque<(i64, i64)>,
}

impl Desk {
    fn new(slots: u32, known: bool) -> Self {
        Self {
            slots,
            meter: Meter::with_history(known),
            ends_ms: BinaryHeap::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Everything that happens here up to a moment.
    fn work_until(&mut self, now_ms: i64, waits_ms: &mut Vec<i64>) {
        while let Some(&Reverse(end_ms)) = self.ends_ms.peek()
            && end_ms <= now_ms
        {
            self.ends_ms.pop();
            self.meter.finished(end_ms);
            self.begin(end_ms, waits_ms);
        }
    }

    fn take(&mut self, now_ms: i64, takes_ms: i64, waits_ms: &mut Vec<i64>) {
        self.waiting.push_back((now_ms, takes_ms));
        self.begin(now_ms, waits_ms);
    }

    fn begin(&mut self, now_ms: i64, waits_ms: &mut Vec<i64>) {
        while self.ends_ms.len() < self.slots as usize
            && let Some((since_ms, takes_ms)) = self.waiting.pop_front()
        {
            self.meter.started(now_ms);
            self.ends_ms.push(Reverse(now_ms + takes_ms));
            waits_ms.push(now_ms - since_ms);
        }
    }
}

/// Who takes the next request, asked with its number.
type Choose = fn(&mut [Desk], now_ms: i64, number: usize) -> usize;

fn round_robin(desks: &mut [Desk], _: i64, number: usize) -> usize {
    number % desks.len()
}

fn least_loaded(desks: &mut [Desk], now_ms: i64, _: usize) -> usize {
    let loads = loads(desks, now_ms);
    suggested(&loads, Strategy::LeastLoaded)
}

/// The loads of all desks at a moment.
fn loads(desks: &mut [Desk], now_ms: i64) -> Vec<Option<Load>> {
    desks
        .iter_mut()
        .map(|desk| desk.meter.load(now_ms, desk.waiting.len() as u32, desk.slots))
        .collect()
}

/// Whom a strategy suggests, by these loads.
fn suggested(loads: &[Option<Load>], strategy: Strategy) -> usize {
    let capabilities = ["drafting".to_owned()];
    let candidates: Vec<_> = AGENTS
        .into_iter()
        .zip(loads)
        .map(|(id, load)| Candidate {
            id,
            capabilities: &capabilities,
            available: true,
            load: *load,
        })
        .collect();
    let suggested = suggestions(&candidates, strategy, BUSY_THRESHOLD);
    let (_, id) = suggested.first().expect("everybody is available");
    AGENTS.iter().position(|agent| agent == id).expect("a suggested agent is a candidate")
}

/// The wait in seconds, mean and 95th percentile, over all seeds.
fn waits(choose: Choose, load: f64, burst: usize) -> (f64, f64) {
    let mut waits_ms = Vec::new();
    for seed in 0..SEEDS {
        let mut desks = AGENTS.map(|_| Desk::new(SLOTS, true));
        for (number, (now_ms, takes_ms)) in traffic(seed, load, burst).into_iter().enumerate() {
            for desk in &mut desks {
                desk.work_until(now_ms, &mut waits_ms);
            }
            let chosen = choose(&mut desks, now_ms, number);
            desks[chosen].take(now_ms, takes_ms, &mut waits_ms);
        }
        for desk in &mut desks {
            desk.work_until(i64::MAX, &mut waits_ms);
        }
    }
    mean_and_p95_s(waits_ms)
}

fn mean_and_p95_s(mut waits_ms: Vec<i64>) -> (f64, f64) {
    waits_ms.sort_unstable();
    let mean_s = waits_ms.iter().sum::<i64>() as f64 / waits_ms.len() as f64 / 1_000.0;
    let p95_s = waits_ms[waits_ms.len() * 95 / 100] as f64 / 1_000.0;
    (mean_s, p95_s)
}

#[test]
fn routing_by_load_waits_less_than_taking_turns() {
    for (load, burst) in [(0.5, 1), (0.5, 6), (0.7, 1), (0.7, 6), (0.85, 1), (0.85, 6)] {
        let (turns_mean, turns_p95) = waits(round_robin, load, burst);

        let (mean, p95) = waits(least_loaded, load, burst);

        println!(
            "load {load}, bursts of {burst}: mean {mean:.1} s against {turns_mean:.1} s, \
             95 % within {p95:.0} s against {turns_p95:.0} s"
        );
        assert!(mean < turns_mean, "load {load}, bursts of {burst}");
        assert!(p95 < turns_p95, "load {load}, bursts of {burst}");
    }
}
