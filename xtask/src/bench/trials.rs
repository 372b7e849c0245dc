//! What is measured, the loads the servers bear, and that messages do not only pile up. What the
//! servers hold before a load is in `stock` and `planning`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::servers::Server;
use super::wrk::{Seen, Wrk};
use super::{meter, stock};
use crate::failure::{Failure, Outcome};
use crate::{wait, workspace};

/// The agent that gets the messages; it needs no model to handle one.
const AGENT: &str = "proseguard";

/// States of a message that was delivered and not handled: waiting, in work, given up.
const UNFINISHED: [&str; 3] = ["queued", "leased", "dead"];

/// How long an agent may need for what is left in its mailbox, which holds a thousand messages at
/// most.
const DRAIN_LIMIT: Duration = Duration::from_secs(30);
const DRAIN_INTERVAL: Duration = Duration::from_millis(100);

/// Read when a load is over, and part of it: nobody may leave something for later that a reader would
/// have to find. There is no such project; whoever keeps any looks for it.
const READ_AFTER: &str = "/api/projects/none";

/// One thing that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Trial {
    /// CPU time until an empty service is ready, and its memory at rest.
    Start,
    /// Read a random project.
    Get,
    /// Change a random project.
    Put,
    /// Send a message to an agent that handles it.
    Messages,
    /// Read the promises of a random project.
    Promises,
    /// Make an event on a random timeline.
    Event,
    /// What a request costs as a timeline or a project grows.
    Growth,
    /// What the sub-tasks of swarms cost, and the list of swarms.
    Swarms,
    /// What the answer about all agents costs as they become more.
    Staff,
    /// Search twenty thousand passages.
    Research,
}

/// What is asked in a load, of whomever.
pub(super) struct Load {
    /// Its name for the person at the terminal.
    pub(super) name: &'static str,
    /// The script that makes its requests.
    pub(super) script: &'static str,
    /// The path, where the script has only one.
    pub(super) path: &'static str,
    /// What the script makes its requests from.
    pub(super) file: PathBuf,
}

impl Trial {
    /// The trials that are loads on all servers.
    pub(super) const LOADS: [Self; 5] =
        [Self::Get, Self::Put, Self::Messages, Self::Promises, Self::Event];

    /// Its name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Get => "GET project",
            Self::Put => "PUT project",
            Self::Messages => "POST message",
            Self::Promises => "GET promises",
            Self::Event => "POST event",
            Self::Growth => "growth",
            Self::Swarms => "swarms",
            Self::Staff => "staff",
            Self::Research => "research",
        }
    }

    /// What is asked of a server that holds the stock written down in `folder`.
    fn load(self, folder: &Path) -> Load {
        let (script, path, file) = match self {
            Self::Start
            | Self::Get
            | Self::Growth
            | Self::Swarms
            | Self::Staff
            | Self::Research => ("get.lua", "", stock::PROJECT_PATHS),
            Self::Put => ("put.lua", "", stock::PROJECT_IDS),
            Self::Messages => {
                ("message.lua", "/api/agent-communication/messages/send", stock::PROJECT_IDS)
            }
            Self::Promises => ("get.lua", "", stock::PROMISE_PATHS),
            Self::Event => ("post.lua", "", stock::EVENT_POSTS),
        };
        Load { name: self.name(), script, path, file: folder.join(file) }
    }
}

/// What one round of one load showed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures {
    pub(super) per_second: f64,
    pub(super) p50: Duration,
    pub(super) p99: Duration,
    /// Server CPU time per request.
    pub(super) cpu: Duration,
    pub(super) lost: u64,
    pub(super) delivered: u64,
    pub(super) delivered_per_second: f64,
}

impl Figures {
    fn new(seen: &Seen, cpu: Duration) -> Self {
        let seconds = seen.elapsed.as_secs_f64();
        Self {
            per_second: seen.requests as f64 / seconds,
            p50: seen.p50,
            p99: seen.p99,
            cpu: cpu.div_f64(seen.requests.max(1) as f64),
            lost: seen.lost,
            delivered: seen.delivered,
            delivered_per_second: seen.delivered as f64 / seconds,
        }
    }

    /// The best of several rounds, figure by figure: whatever else the machine does only makes a
    /// figure worse. What must not happen at all is summed.
    pub(super) fn best(rounds: &[Self]) -> Option<Self> {
        rounds.iter().cloned().reduce(|one, other| Self {
            per_second: one.per_second.max(other.per_second),
            p50: one.p50.min(other.p50),
            p99: one.p99.min(other.p99),
            cpu: one.cpu.min(other.cpu),
            lost: one.lost + other.lost,
            delivered: one.delivered + other.delivered,
            delivered_per_second: one.delivered_per_second.max(other.delivered_per_second),
        })
    }
}

/// Puts the load of a trial on one server, by the stock written down in `folder`.
pub(super) fn bear(
    wrk: &Wrk,
    server: &Server,
    trial: Trial,
    folder: &Path,
    seconds: u64,
) -> Outcome<Figures> {
    measure(wrk, server, &trial.load(folder), seconds)
}

/// Puts one load on one server. The server is at rest when it begins.
pub(super) fn measure(wrk: &Wrk, server: &Server, load: &Load, seconds: u64) -> Outcome<Figures> {
    meter::settle(server.pid())?;
    let before = meter::cpu(server.pid())?;
    let scripts = workspace::root().join("bench/wrk");
    let url = server.client.url(load.path);
    let mut seen = wrk.run(&scripts, load.script, &url, &load.file, seconds)?;
    let over = Instant::now();
    server.client.hear(READ_AFTER)?;
    seen.elapsed += over.elapsed();
    let cpu = meter::cpu(server.pid())? - before;
    if seen.requests == 0 || seen.refused > 0 {
        return Err(Failure::new(format!(
            "{}, {}: {} requests, {} of them refused; that measures nothing",
            load.name,
            server.contender.name(),
            seen.requests,
            seen.refused
        )));
    }
    Ok(Figures::new(&seen, cpu))
}

/// Waits until the agent has handled what was delivered to it; tells how many messages it has not.
pub(super) fn drain(server: &Server) -> Outcome<u64> {
    let mut left = 0;
    let drained = wait::until(DRAIN_LIMIT, DRAIN_INTERVAL, || match unfinished(server) {
        Ok(count) => {
            left = count;
            (count == 0).then_some(Ok(0))
        }
        Err(failure) => Some(Err(failure)),
    });
    drained.unwrap_or(Ok(left))
}

fn unfinished(server: &Server) -> Outcome<u64> {
    let mut sum = 0;
    for status in UNFINISHED {
        let path =
            format!("/api/agent-communication/messages?agent={AGENT}&status={status}&limit=1");
        let list = server.client.get(&path)?;
        sum += list["total"]
            .as_u64()
            .ok_or_else(|| Failure::new(format!("a list of messages without a total: {list}")))?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::Figures;
    use crate::bench::wrk::Seen;
    use std::time::Duration;

    fn seen() -> Seen {
        Seen {
            requests: 4_000,
            elapsed: Duration::from_secs(2),
            p50: Duration::from_millis(3),
            p99: Duration::from_millis(9),
            refused: 0,
            lost: 1,
            delivered: 1_000,
        }
    }

    #[test]
    fn rates_are_by_the_clock_and_cpu_is_by_the_request() {
        let figures = Figures::new(&seen(), Duration::from_secs(1));

        assert_eq!(figures.per_second, 2_000.0);
        assert_eq!(figures.delivered_per_second, 500.0);
        assert_eq!(figures.cpu, Duration::from_micros(250));
    }

    #[test]
    fn the_best_of_each_figure_counts_and_losses_add_up() {
        let one = Figures::new(&seen(), Duration::from_secs(1));
        let mut other = one.clone();
        other.per_second = 3_000.0;
        other.p99 = Duration::from_millis(20);

        let best = Figures::best(&[one, other]).unwrap();

        assert_eq!(best.per_second, 3_000.0);
        assert_eq!(best.p99, Duration::from_millis(9));
        assert_eq!(best.lost, 2);
    }
}
