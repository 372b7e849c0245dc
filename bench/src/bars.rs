//! What the figures must reach. A bar compares figures of one run only, because machines differ.

use crate::Findings;
use crate::calls::{CALLS, Calls};
use crate::growth::Growth;
use crate::load::Load;
use crate::messages::Messages;
use crate::readings::ReadingCost;
use crate::report::{megabytes, milliseconds, thousands};
use crate::servers::BASE_COMMIT;
use crate::servers::ServerKind::{Peer, Scriptorium};
use crate::tools;

/// How many times the peer's rate of requests each load must reach.
const RATES_MIN: [(Load, f64); 5] = [
    (Load::GetProject, 12.0),
    (Load::PutProject, 15.0),
    (Load::GetPromises, 12.0),
    (Load::PostEvent, 20.0),
    (Load::Mixed, 12.0),
];

/// How many times the peer's rate of messages that were delivered and handled.
const MESSAGES_MIN: f64 = 4.0;

/// The largest p99 of the mixed load, as a part of the peer's.
const MIXED_P99_MAX: f64 = 0.1;

/// Resident memory, in MB.
const RESIDENT_MEMORY_LOADED_MAX: f64 = 100.0;
const RESIDENT_MEMORY_AT_REST_MAX: f64 = 30.0;

/// CPU time from start to ready, and of a search, in milliseconds.
const START_MAX: f64 = 30.0;
const SEARCH_BELOW: f64 = 5.0;

/// Sub-tasks of a swarm: CPU time of each in milliseconds, and how many in a second.
const SUB_TASK_BELOW: f64 = 1.0;
const SUB_TASKS_MIN: f64 = 1_000.0;

/// A consistency sweep: CPU time in seconds for 161,000 words, what a word may cost in the whole as a multiple of
/// what it costs in the half, and what a sweep may cost in which one chapter has changed, as a part of a whole one.
const SWEEP_BELOW: f64 = 3.0;
const SWEEP_WORDS: f64 = 161_000.0;
const SWEEP_GROWTH_MAX: f64 = 1.15;
const SWEEP_CHANGED_MAX: f64 = 0.1;

/// What a message about a document may cost, as a multiple of what it cost at an earlier commit.
const MESSAGE_MAX: f64 = 1.1;

/// With a thousand calls of a model in flight: resident memory in MB, and what GET project may cost, as a
/// multiple of what it costs at rest.
const CALLS_RESIDENT_MEMORY_BELOW: f64 = 300.0;
const CALLS_GET_MAX: f64 = 1.2;

/// One requirement and the figure that was measured.
#[derive(Debug, PartialEq)]
pub(crate) struct Bar {
    pub(crate) what: String,
    pub(crate) measured: f64,
    pub(crate) required: Required,
    pub(crate) unit: &'static str,
}

/// What is required of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Required {
    AtLeast(f64),
    AtMost(f64),
    Below(f64),
}

impl Bar {
    /// Whether the requirement is met.
    pub(crate) fn is_met(&self) -> bool {
        match self.required {
            Required::AtLeast(bar) => self.measured >= bar,
            Required::AtMost(bar) => self.measured <= bar,
            Required::Below(bar) => self.measured < bar,
        }
    }
}

/// The bars of what was measured; a partial run leaves some out.
pub(crate) fn bars(findings: &Findings) -> Vec<Bar> {
    use Required::{AtLeast, AtMost, Below};

    let ours = |load| findings.figures(load, Scriptorium);
    let peers = |load| findings.figures(load, Peer);
    let mut bars = Vec::new();
    let mut bar = |what: String, measured: Option<f64>, required, unit| {
        bars.extend(measured.map(|measured| Bar { what, measured, required, unit }));
    };

    for (load, min) in RATES_MIN {
        let ratio = || Some(ours(load)?.per_second / peers(load)?.per_second);
        bar(format!("{}, rate against FastAPI", load.name()), ratio(), AtLeast(min), "×");
    }
    let handled = || {
        let rate = |it: &crate::load::Figures| it.handled_per_second;
        Some(rate(ours(Load::Messages)?) / rate(peers(Load::Messages)?))
    };
    let what = "messages delivered and handled, rate against FastAPI".to_owned();
    bar(what, handled(), AtLeast(MESSAGES_MIN), "×");
    let p99 = || Some(ours(Load::Mixed)?.p99.div_duration_f64(peers(Load::Mixed)?.p99));
    bar("mixed, p99 against FastAPI".to_owned(), p99(), AtMost(MIXED_P99_MAX), "×");

    let unhandled = findings.unhandled().map(|count| count as f64);
    bar("messages delivered and not handled".to_owned(), unhandled, AtMost(0.0), "");
    let lost = findings.lost().map(|count| count as f64);
    bar("requests without a response, all loads".to_owned(), lost, AtMost(0.0), "");

    let resident_memory = findings.resident_memory.iter().find(|one| one.kind == Scriptorium);
    if let Some(resident_memory) = resident_memory {
        let what =
            format!("memory after {} mixed requests", thousands(resident_memory.requests as f64));
        bar(what, Some(megabytes(resident_memory.bytes)), AtMost(RESIDENT_MEMORY_LOADED_MAX), "MB");
    }
    let start = findings.start(Scriptorium);
    bar(
        "memory at rest, empty folder".to_owned(),
        start.map(|it| megabytes(it.resident_memory)),
        AtMost(RESIDENT_MEMORY_AT_REST_MAX),
        "MB",
    );
    bar(
        "CPU time from start to ready, empty folder".to_owned(),
        start.map(|it| milliseconds(it.cpu)),
        AtMost(START_MAX),
        "ms",
    );
    bar(
        "search over 20,000 passages, CPU".to_owned(),
        findings.searches.as_ref().map(|it| milliseconds(it.figures.cpu)),
        Below(SEARCH_BELOW),
        "ms",
    );
    let sweep = findings.sweep.as_ref();
    bar(
        "sub-task of a swarm, CPU".to_owned(),
        sweep.map(|it| milliseconds(it.cpu)),
        Below(SUB_TASK_BELOW),
        "ms",
    );
    bar("sub-tasks done".to_owned(), sweep.map(|it| it.per_second), AtLeast(SUB_TASKS_MIN), "/s");
    for (what, measured, required, unit) in findings.readings.iter().flat_map(of_sweep) {
        bar(what, Some(measured), required, unit);
    }
    let what = format!("message about a short document, CPU against {BASE_COMMIT:.7}");
    let message = findings.messages.as_ref().map(Messages::ratio);
    bar(what, message, AtMost(MESSAGE_MAX), "×");
    for (what, measured, required, unit) in findings.calls.iter().flat_map(of_calls) {
        bar(what, Some(measured), required, unit);
    }
    for cost in &findings.tools {
        let what = format!("{}, CPU of a call against the route", cost.tool);
        bar(what, Some(cost.ratio()), AtMost(tools::RATIO_MAX), "×");
    }
    for growth in &findings.growth {
        bar(growth_name(growth), Some(growth.ratio()), AtMost(growth.max), "×");
    }
    bars
}

/// A bar: what it is of, the figure, what is required of it, and the unit.
type NamedBar = (String, f64, Required, &'static str);

/// The bars of calls of a language model in flight.
fn of_calls(calls: &Calls) -> [NamedBar; 2] {
    let in_flight = format!("{} calls of a model in flight", thousands(CALLS as f64));
    let resident_memory = megabytes(calls.resident_memory);
    let bar = Required::Below(CALLS_RESIDENT_MEMORY_BELOW);
    let what = format!("GET project, {in_flight}, CPU against none");
    [
        (format!("memory, {in_flight}"), resident_memory, bar, "MB"),
        (what, calls.ratio(), Required::AtMost(CALLS_GET_MAX), "×"),
    ]
}

/// The bars of sweeps of a novel.
fn of_sweep(cost: &ReadingCost) -> [NamedBar; 3] {
    let of = |what: String| format!("sweep of {}, {what}", cost.title);
    let whole = cost.whole.as_secs_f64() * SWEEP_WORDS / cost.words as f64;
    let changed = cost.changed.div_duration_f64(cost.whole);
    [
        (
            of(format!("CPU for {} words", thousands(SWEEP_WORDS))),
            whole,
            Required::Below(SWEEP_BELOW),
            "s",
        ),
        (
            of("CPU after one changed chapter".to_owned()),
            changed,
            Required::AtMost(SWEEP_CHANGED_MAX),
            "×",
        ),
        (
            of("CPU of a word against that in its first half".to_owned()),
            cost.growth(),
            Required::AtMost(SWEEP_GROWTH_MAX),
            "×",
        ),
    ]
}

fn growth_name(growth: &Growth) -> String {
    let (few, many) = growth.counts;
    let counted = |count: usize| thousands(count as f64);
    let cost = if growth.per_record { "CPU per record" } else { "CPU" };
    format!("{} of {}, {cost} against {}", growth.request, counted(many), counted(few))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Measured;
    use crate::footprint::Start;
    use crate::load::Figures;
    use crate::servers::ServerKind;
    use std::time::Duration;

    fn measured(load: Load, kind: ServerKind, per_second: f64, p99_ms: u64) -> Measured {
        let figures = Figures {
            per_second,
            handled_per_second: per_second,
            p99: Duration::from_millis(p99_ms),
            ..Figures::default()
        };
        Measured { load, kind, figures }
    }

    #[test]
    fn a_bar_is_met_on_its_good_side() {
        let is_met =
            |measured, required| Bar { what: String::new(), measured, required, unit: "" }.is_met();
        for (measured, required, expected) in [
            (2.0, Required::AtLeast(2.0), true),
            (1.9, Required::AtLeast(2.0), false),
            (2.0, Required::AtMost(2.0), true),
            (2.1, Required::AtMost(2.0), false),
            (2.0, Required::Below(2.0), false),
            (1.9, Required::Below(2.0), true),
            (f64::NAN, Required::AtLeast(1.0), false),
        ] {
            assert_eq!(is_met(measured, required), expected, "{measured} {required:?}");
        }
    }

    #[test]
    fn figures_are_compared_with_the_peers_of_the_same_load() {
        let rate = "rate against FastAPI";
        for (load, ours, what, expected) in [
            (Load::GetProject, (12_000.0, 1), format!("GET project, {rate}"), true),
            (Load::GetProject, (11_999.0, 1), format!("GET project, {rate}"), false),
            (Load::PutProject, (15_000.0, 1), format!("PUT project, {rate}"), true),
            (Load::PostEvent, (19_999.0, 1), format!("POST event, {rate}"), false),
            (Load::Messages, (4_000.0, 1), format!("messages delivered and handled, {rate}"), true),
            (Load::Mixed, (12_000.0, 10), "mixed, p99 against FastAPI".to_owned(), true),
            (Load::Mixed, (12_000.0, 11), "mixed, p99 against FastAPI".to_owned(), false),
        ] {
            let findings = Findings {
                loads: vec![
                    measured(load, ServerKind::Hello, 1e6, 1),
                    measured(load, Scriptorium, ours.0, ours.1),
                    measured(load, ServerKind::Dist, 1e6, 1),
                    measured(load, Peer, 1_000.0, 100),
                ],
                ..Findings::default()
            };

            let bars = bars(&findings);

            let bar = bars.iter().find(|bar| bar.what == what).unwrap();
            assert_eq!(bar.is_met(), expected, "{bar:?}");
        }
    }

    #[test]
    fn what_was_not_measured_has_no_bar() {
        let start = Start { cpu: Duration::from_millis(31), resident_memory: 30_000_000 };
        let findings = Findings { starts: vec![(Scriptorium, start)], ..Findings::default() };

        assert_eq!(bars(&Findings::default()), []);
        let met: Vec<bool> = bars(&findings).iter().map(Bar::is_met).collect();
        assert_eq!(met, [true, false]);
    }

    #[test]
    fn growth_is_named_by_its_counts() {
        let growth = Growth {
            request: "POST event",
            counts: (1_000, 100_000),
            few: Figures::default(),
            many: Figures::default(),
            per_record: false,
            max: 1.3,
        };

        assert_eq!(growth_name(&growth), "POST event of 100,000, CPU against 1,000");
    }
}
