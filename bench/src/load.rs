//! Puts a load on a server and states what it cost: one round, or several rounds of which the
//! median counts. Which requests a load consists of is in `seed`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use xtask::failure::{Failure, Outcome};
use xtask::wait;

use crate::requests::{AGENT, MESSAGES};
use crate::servers::Server;
use crate::wrk::{CONNECTIONS, Report, Requests, Wrk};
use crate::{process, report};

/// States of a message that was delivered and is not handled: waiting, in work, given up.
const UNHANDLED: [&str; 3] = ["queued", "leased", "dead"];

/// How long an agent may need for what is left in its mailbox, which takes a thousand messages.
const DRAIN_LIMIT: Duration = Duration::from_secs(30);
const DRAIN_INTERVAL: Duration = Duration::from_millis(10);

/// How long one run of wrk may take when the number of requests ends it, in seconds.
const COUNTED_SECONDS: u64 = 5;

/// How many runs of wrk may be needed for a fixed number of requests.
const COUNTED_RUNS_MAX: usize = 60;

/// The loads that are put on all servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Load {
    GetProject,
    PutProject,
    GetPromises,
    PostEvent,
    Messages,
    Mixed,
}

impl Load {
    pub(crate) const ALL: [Self; 6] = [
        Self::GetProject,
        Self::PutProject,
        Self::GetPromises,
        Self::PostEvent,
        Self::Messages,
        Self::Mixed,
    ];

    /// Its name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::GetProject => "GET project",
            Self::PutProject => "PUT project",
            Self::GetPromises => "GET promises",
            Self::PostEvent => "POST event",
            Self::Messages => "POST message",
            Self::Mixed => "mixed",
        }
    }

    /// The file of its requests in the folder of a server.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::GetProject => "get-project",
            Self::PutProject => "put-project",
            Self::GetPromises => "get-promises",
            Self::PostEvent => "post-event",
            Self::Messages => "post-message",
            Self::Mixed => "mixed",
        }
    }

    /// This load, from the files of a seeded folder.
    pub(crate) fn target<'a>(self, server: &'a Server, folder: &Path) -> Target<'a> {
        let messages = match self {
            _ if !server.kind.stores() => Messages::None,
            Self::Messages => Messages::Counted,
            Self::Mixed => Messages::Sent,
            _ => Messages::None,
        };
        Target { server, name: self.name().to_owned(), file: folder.join(self.file()), messages }
    }
}

/// Whether a load sends messages, and whether the deliveries are counted by their responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Messages {
    None,
    Sent,
    Counted,
}

/// A load and the server that gets it.
pub(crate) struct Target<'a> {
    pub(crate) server: &'a Server,
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    pub(crate) messages: Messages,
}

impl<'a> Target<'a> {
    /// A load without messages.
    pub(crate) fn new(server: &'a Server, name: impl Into<String>, file: PathBuf) -> Self {
        Self { server, name: name.into(), file, messages: Messages::None }
    }
}

/// What one round of a load showed, or the median of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Figures {
    pub(crate) per_second: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    /// Server CPU time per request.
    pub(crate) cpu: Duration,
    /// Requests without a response, of all rounds.
    pub(crate) lost: u64,
    /// Messages that were delivered and handled, per second until the last one was handled.
    pub(crate) handled_per_second: f64,
    /// Messages that were delivered and never handled, of all rounds.
    pub(crate) unhandled: u64,
}

impl Figures {
    fn new(report: &Report, cpu: Duration, unhandled: u64) -> Self {
        let seconds = report.elapsed.as_secs_f64();
        Self {
            per_second: report.requests as f64 / seconds,
            p50: report.p50,
            p99: report.p99,
            cpu: cpu.div_f64(report.requests.max(1) as f64),
            lost: report.lost,
            handled_per_second: report.delivered.saturating_sub(unhandled) as f64 / seconds,
            unhandled,
        }
    }

    /// The median of each figure by itself. What must not happen at all is added up.
    pub(crate) fn median(rounds: &[Self]) -> Self {
        let number = |of: fn(&Self) -> f64| {
            let mut all: Vec<f64> = rounds.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or_default()
        };
        let time = |of: fn(&Self) -> Duration| {
            let mut all: Vec<Duration> = rounds.iter().map(of).collect();
            all.sort();
            all.get(all.len() / 2).copied().unwrap_or_default()
        };
        Self {
            per_second: number(|it| it.per_second),
            p50: time(|it| it.p50),
            p99: time(|it| it.p99),
            cpu: time(|it| it.cpu),
            lost: rounds.iter().map(|it| it.lost).sum(),
            handled_per_second: number(|it| it.handled_per_second),
            unhandled: rounds.iter().map(|it| it.unhandled).sum(),
        }
    }
}

/// Runs loads, all with the same length and the same number of rounds.
pub(crate) struct Runner {
    pub(crate) wrk: Wrk,
    pub(crate) seconds: u64,
    pub(crate) rounds: usize,
}

impl Runner {
    /// The medians of several loads, in their order. Each round goes from one to the next, so that
    /// a disturbance of the machine meets them all.
    pub(crate) fn compare(&self, targets: &[Target<'_>]) -> Outcome<Vec<Figures>> {
        let mut rounds = vec![Vec::new(); targets.len()];
        for round in 1..=self.rounds {
            for (target, figures) in targets.iter().zip(&mut rounds) {
                let one = self.measure(target)?;
                println!("{}, round {round}: {}", target.name, report::line(target.server, &one));
                figures.push(one);
            }
        }
        Ok(rounds.iter().map(|figures| Figures::median(figures)).collect())
    }

    /// The median of one load.
    pub(crate) fn run(&self, target: Target<'_>) -> Outcome<Figures> {
        self.compare(&[target]).map(|mut figures| figures.remove(0))
    }

    /// One round. A load that sends messages ends when they are handled.
    fn measure(&self, target: &Target<'_>) -> Outcome<Figures> {
        let server = target.server;
        let before = process::cpu(server.pid())?;
        let requests = Requests {
            file: &target.file,
            count_deliveries: target.messages == Messages::Counted,
            limit: None,
        };
        let mut report = self.wrk.run(&server.client.url("/"), &requests, self.seconds)?;
        let ended = Instant::now();
        let unhandled = match target.messages {
            Messages::None => 0,
            Messages::Sent | Messages::Counted => drain(server)?,
        };
        if target.messages != Messages::None {
            report.elapsed += ended.elapsed();
        }
        check(target, &report)?;
        let cpu = process::cpu(server.pid())? - before;
        Ok(Figures::new(&report, cpu, unhandled))
    }

    /// Sends a fixed number of requests. wrk runs for a fixed time, therefore it is run as often as
    /// needed, and stops early in the last run: without waiting for the last responses, of which
    /// each connection may miss one, and with the last request made but not written.
    pub(crate) fn send(&self, target: &Target<'_>, count: u64) -> Outcome {
        let mut left = count;
        for _ in 0..COUNTED_RUNS_MAX {
            let requests =
                Requests { file: &target.file, count_deliveries: false, limit: Some(left) };
            let url = target.server.client.url("/");
            let report = self.wrk.run(&url, &requests, COUNTED_SECONDS)?;
            check(target, &report)?;
            left = left.saturating_sub(report.requests);
            if left <= CONNECTIONS + 1 {
                return Ok(());
            }
        }
        let name = target.server.kind.name();
        Err(Failure::new(format!("{name}: {left} of {count} requests were not sent in time")))
    }
}

/// A refused request is answered fast and says nothing about the load.
fn check(target: &Target<'_>, report: &Report) -> Outcome {
    if report.requests > 0 && report.refused == 0 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{}, {}: {} requests, {} of them refused",
        target.name,
        target.server.kind.name(),
        report.requests,
        report.refused
    )))
}

/// Waits until all messages are handled; how many are not.
pub(crate) fn drain(server: &Server) -> Outcome<u64> {
    let mut left = 0;
    let drained = wait::until(DRAIN_LIMIT, DRAIN_INTERVAL, || match unhandled(server) {
        Ok(count) => {
            left = count;
            (count == 0).then_some(Ok(0))
        }
        Err(failure) => Some(Err(failure)),
    });
    drained.unwrap_or(Ok(left))
}

fn unhandled(server: &Server) -> Outcome<u64> {
    let mut sum = 0;
    for status in UNHANDLED {
        let list =
            server.client.get(&format!("{MESSAGES}?agent={AGENT}&status={status}&limit=1"))?;
        sum += list["total"]
            .as_u64()
            .ok_or_else(|| Failure::new(format!("a list of messages without a total: {list}")))?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::Figures;
    use crate::wrk::Report;
    use std::time::Duration;

    #[test]
    fn rates_are_per_second_and_cpu_is_per_request() {
        let report = Report {
            requests: 4_000,
            elapsed: Duration::from_secs(2),
            p50: Duration::from_millis(3),
            p99: Duration::from_millis(9),
            refused: 0,
            lost: 1,
            delivered: 1_000,
        };

        let figures = Figures::new(&report, Duration::from_secs(1), 200);

        assert_eq!(figures.per_second, 2_000.0);
        assert_eq!(figures.handled_per_second, 400.0);
        assert_eq!(figures.cpu, Duration::from_micros(250));
    }

    #[test]
    fn the_median_is_taken_figure_by_figure_and_losses_are_added() {
        let round = |per_second: f64, p99_ms: u64| Figures {
            per_second,
            p99: Duration::from_millis(p99_ms),
            lost: 1,
            ..Figures::default()
        };
        let median =
            |rounds: &[Figures]| (Figures::median(rounds).per_second, Figures::median(rounds).p99);

        assert_eq!(median(&[round(2.0, 9)]), (2.0, Duration::from_millis(9)));
        assert_eq!(
            median(&[round(2.0, 9), round(9.0, 1), round(3.0, 4)]),
            (3.0, Duration::from_millis(4))
        );
        assert_eq!(Figures::median(&[round(1.0, 1), round(2.0, 2)]).lost, 2);
        assert_eq!(Figures::median(&[]), Figures::default());
    }
}
