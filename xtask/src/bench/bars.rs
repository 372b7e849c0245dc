//! What the figures must reach. A bar compares figures of one run only, because the machine differs
//! from run to run.

use std::time::Duration;

use super::Findings;
use super::growth::{Growth, Request};
use super::servers::Contender::{Hello, Peer, Scriptorium};
use super::swarms::Swarms;
use super::trials::Trial;

/// How much more a request may cost where there is ten or a hundred times as much.
const GROWTH_MAX: f64 = 1.3;

/// How much more an agent may cost in the answer about five hundred of them than in that about
/// fifteen.
const STAFF_MAX: f64 = 1.0;

/// One demand and how it was met.
#[derive(Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) what: &'static str,
    pub(super) measured: f64,
    pub(super) wanted: Wanted,
    pub(super) unit: &'static str,
}

/// On which side of the bar is good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wanted {
    AtLeast(f64),
    AtMost(f64),
    Below(f64),
}

impl Bar {
    /// Whether the demand is met.
    pub(super) fn is_met(&self) -> bool {
        match self.wanted {
            Wanted::AtLeast(bar) => self.measured >= bar,
            Wanted::AtMost(bar) => self.measured <= bar,
            Wanted::Below(bar) => self.measured < bar,
        }
    }
}

/// The bars that these findings can answer; a short run leaves some out.
pub(super) fn bars(findings: &Findings) -> Vec<Bar> {
    let rate = |trial, contender| Some(findings.figures(trial, contender)?.per_second);
    let p99 = |trial, contender| Some(findings.figures(trial, contender)?.p99.as_secs_f64());
    let ratio = |one: Option<f64>, other: Option<f64>| Some(one? / other?);
    let start = findings.start.as_ref();
    let mail = findings.figures(Trial::Messages, Scriptorium);

    let bar = |what, measured: Option<f64>, wanted, unit| {
        Some(Bar { what, measured: measured?, wanted, unit })
    };
    [
        bar(
            "GET project, rate against hello",
            ratio(rate(Trial::Get, Scriptorium), rate(Trial::Get, Hello)),
            Wanted::AtLeast(0.45),
            "×",
        ),
        bar(
            "GET project, rate against FastAPI",
            ratio(rate(Trial::Get, Scriptorium), rate(Trial::Get, Peer)),
            Wanted::AtLeast(10.0),
            "×",
        ),
        bar(
            "PUT project, rate against FastAPI",
            ratio(rate(Trial::Put, Scriptorium), rate(Trial::Put, Peer)),
            Wanted::AtLeast(8.0),
            "×",
        ),
        bar(
            "PUT project, p99 against hello's",
            ratio(p99(Trial::Put, Scriptorium), p99(Trial::Put, Hello)),
            Wanted::AtMost(20.0),
            "×",
        ),
        bar(
            "GET 100 promises, rate against FastAPI",
            ratio(rate(Trial::Promises, Scriptorium), rate(Trial::Promises, Peer)),
            Wanted::AtLeast(15.0),
            "×",
        ),
        bar(
            "POST event, rate against FastAPI",
            ratio(rate(Trial::Event, Scriptorium), rate(Trial::Event, Peer)),
            Wanted::AtLeast(20.0),
            "×",
        ),
        bar(
            "POST event, rate against hello",
            ratio(rate(Trial::Event, Scriptorium), rate(Trial::Event, Hello)),
            Wanted::AtLeast(0.3),
            "×",
        ),
        bar(
            "messages delivered",
            mail.map(|figures| figures.delivered_per_second),
            Wanted::AtLeast(5_000.0),
            "/s",
        ),
        bar(
            "messages delivered and not handled",
            findings.unhandled(Scriptorium).map(|count| count as f64),
            Wanted::AtMost(0.0),
            "",
        ),
        bar(
            "lost answers, all loads",
            findings.lost().map(|count| count as f64),
            Wanted::AtMost(0.0),
            "",
        ),
        bar(
            "search over 20,000 passages, CPU",
            findings.searches.as_ref().map(|searches| milliseconds(searches.figures.cpu)),
            Wanted::Below(5.0),
            "ms",
        ),
        bar(
            "memory at rest, empty folder",
            start.map(|start| start.memory_bytes as f64 / 1e6),
            Wanted::Below(40.0),
            "MB",
        ),
        bar(
            "CPU time from start to ready, empty folder",
            start.map(|start| milliseconds(start.cpu)),
            Wanted::AtMost(30.0),
            "ms",
        ),
    ]
    .into_iter()
    .flatten()
    .chain(findings.growth.iter().map(grown))
    .chain(findings.swarms.iter().flat_map(of_swarms))
    .collect()
}

fn of_swarms(swarms: &Swarms) -> [Bar; 3] {
    [
        Bar {
            what: "sub-task of a swarm, CPU in all",
            measured: milliseconds(swarms.cpu),
            wanted: Wanted::Below(1.0),
            unit: "ms",
        },
        Bar {
            what: "sub-tasks done",
            measured: swarms.per_second,
            wanted: Wanted::AtLeast(1_000.0),
            unit: "/s",
        },
        Bar {
            what: "list with 500 finished swarms, CPU against 20",
            measured: swarms.list_ratio(),
            wanted: Wanted::AtMost(GROWTH_MAX),
            unit: "×",
        },
    ]
}

fn grown(growth: &Growth) -> Bar {
    Bar {
        what: growth.request.bar(),
        measured: growth.ratio(),
        wanted: Wanted::AtMost(match growth.request {
            Request::Capabilities => STAFF_MAX,
            _ => GROWTH_MAX,
        }),
        unit: "×",
    }
}

/// A duration as tables show it.
pub(super) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::{Bar, Wanted, bars};
    use crate::bench::growth::{Growth, Request};
    use crate::bench::servers::Contender;
    use crate::bench::trials::{Figures, Trial};
    use crate::bench::{Borne, Findings, Start};
    use std::time::Duration;

    fn borne(trial: Trial, contender: Contender, per_second: f64, p99_ms: u64) -> Borne {
        let best = Figures {
            per_second,
            p50: Duration::from_millis(1),
            p99: Duration::from_millis(p99_ms),
            cpu: Duration::from_micros(10),
            lost: 0,
            delivered: 0,
            delivered_per_second: per_second,
        };
        Borne { trial, contender, best, unhandled: (trial == Trial::Messages).then_some(3) }
    }

    fn met(bars: &[Bar], what: &str) -> bool {
        bars.iter().find(|bar| bar.what == what).unwrap().is_met()
    }

    #[test]
    fn ratios_are_formed_within_a_trial() {
        let findings = Findings {
            borne: vec![
                borne(Trial::Get, Contender::Hello, 100_000.0, 1),
                borne(Trial::Get, Contender::Scriptorium, 45_000.0, 1),
                borne(Trial::Get, Contender::Peer, 5_000.0, 1),
                borne(Trial::Put, Contender::Hello, 1.0, 1),
                borne(Trial::Put, Contender::Scriptorium, 8_000.0, 21),
                borne(Trial::Put, Contender::Peer, 1_000.0, 1),
            ],
            ..Findings::default()
        };

        let bars = bars(&findings);

        assert!(met(&bars, "GET project, rate against hello"));
        assert!(!met(&bars, "GET project, rate against FastAPI"));
        assert!(met(&bars, "PUT project, rate against FastAPI"));
        assert!(!met(&bars, "PUT project, p99 against hello's"));
        assert!(!bars.iter().any(|bar| bar.what == "messages delivered"));
    }

    #[test]
    fn events_are_held_against_both_others_and_promises_against_one() {
        let findings = Findings {
            borne: vec![
                borne(Trial::Promises, Contender::Scriptorium, 15_000.0, 1),
                borne(Trial::Promises, Contender::Peer, 1_000.0, 1),
                borne(Trial::Event, Contender::Hello, 100_000.0, 1),
                borne(Trial::Event, Contender::Scriptorium, 29_000.0, 1),
                borne(Trial::Event, Contender::Peer, 1_450.0, 1),
            ],
            ..Findings::default()
        };

        let bars = bars(&findings);

        assert!(met(&bars, "GET 100 promises, rate against FastAPI"));
        assert!(met(&bars, "POST event, rate against FastAPI"));
        assert!(!met(&bars, "POST event, rate against hello"));
    }

    #[test]
    fn what_has_grown_may_cost_little_more_and_loses_nothing() {
        let cost = |cpu_us, lost| {
            let figures = borne(Trial::Growth, Contender::Scriptorium, 1.0, 1).best;
            Figures { cpu: Duration::from_micros(cpu_us), lost, ..figures }
        };
        let findings = Findings {
            growth: vec![
                Growth { request: Request::FirstPage, few: cost(100, 0), many: cost(129, 0) },
                Growth { request: Request::Insert, few: cost(100, 0), many: cost(131, 1) },
                Growth { request: Request::Capabilities, few: cost(30, 0), many: cost(1_001, 0) },
            ],
            ..Findings::default()
        };

        let bars = bars(&findings);

        assert!(met(&bars, Request::FirstPage.bar()));
        assert!(!met(&bars, Request::Insert.bar()));
        assert!(!met(&bars, Request::Capabilities.bar()));
        assert!(!met(&bars, "lost answers, all loads"));
    }

    #[test]
    fn a_message_left_in_the_mailbox_misses_its_bar() {
        let findings = Findings {
            borne: vec![borne(Trial::Messages, Contender::Scriptorium, 5_000.0, 1)],
            start: Some(Start { cpu: Duration::from_millis(30), memory_bytes: 40_000_000 }),
            ..Findings::default()
        };

        let bars = bars(&findings);

        assert!(met(&bars, "messages delivered"));
        assert!(!met(&bars, "messages delivered and not handled"));
        assert!(met(&bars, "CPU time from start to ready, empty folder"));
        assert!(!met(&bars, "memory at rest, empty folder"));
    }

    #[test]
    fn a_short_run_answers_fewer_bars() {
        let findings = Findings::default();

        assert_eq!(bars(&findings), []);
        assert!(
            !Bar { what: "x", measured: f64::NAN, wanted: Wanted::AtLeast(1.0), unit: "" }.is_met()
        );
    }
}
