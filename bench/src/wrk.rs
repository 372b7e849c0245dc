//! Runs wrk with the script `bench/wrk/load.lua` and reads its figures. The CPU time of the server
//! is read in `process`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use xtask::apt;
use xtask::command::output;
use xtask::failure::{Failure, Outcome};
use xtask::workspace;

/// Open connections: enough to keep two cores busy, few enough that waiting does not hide the work.
pub(crate) const CONNECTIONS: u64 = 64;

/// The program.
#[derive(Clone)]
pub(crate) struct Wrk {
    program: PathBuf,
}

/// What to send.
pub(crate) struct Requests<'a> {
    /// One request per line: method, path, body.
    pub(crate) file: &'a Path,
    /// Whether to count the responses that say a message was delivered.
    pub(crate) count_deliveries: bool,
    /// The number of requests after which to stop early.
    pub(crate) limit: Option<u64>,
}

/// The figures of one run.
#[derive(Debug, PartialEq)]
pub(crate) struct Report {
    pub(crate) requests: u64,
    pub(crate) elapsed: Duration,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    /// Responses with a status of 400 or above.
    pub(crate) refused: u64,
    /// Broken connections, and responses that took longer than wrk's two seconds.
    pub(crate) lost: u64,
    /// Responses that say a message was delivered.
    pub(crate) delivered: u64,
}

impl Wrk {
    /// Finds it in `PATH`, or installs it.
    pub(crate) fn find_or_install(install: bool) -> Outcome<Self> {
        if apt::find("wrk").is_none() && install {
            apt::install(&["wrk"])?;
        }
        let program = apt::find("wrk").ok_or_else(|| apt::missing(&["wrk"]))?;
        Ok(Self { program })
    }

    /// Sends requests to the server at `url` for some seconds.
    pub(crate) fn run(&self, url: &str, requests: &Requests<'_>, seconds: u64) -> Outcome<Report> {
        let mut command = Command::new(&self.program);
        command
            // One thread: the client shares the cores with the server.
            .args(["--threads", "1", "--connections", &CONNECTIONS.to_string()])
            .args(["--duration", &format!("{seconds}s"), "--latency", "--script"])
            .arg(workspace::root().join("bench/wrk/load.lua"))
            .args([url, "--"])
            .arg(requests.file)
            .arg(if requests.count_deliveries { "deliveries" } else { "-" })
            .arg(requests.limit.unwrap_or(0).to_string());
        let text = output(&mut command)?;
        parse(&text).ok_or_else(|| Failure::new(format!("wrk printed no figures:\n{text}")))
    }
}

/// Finds the line that the script prints.
fn parse(text: &str) -> Option<Report> {
    let figures = text.lines().find_map(|line| line.strip_prefix("figures "))?;
    let number = |name: &str| -> Option<u64> {
        figures
            .split(' ')
            .find_map(|figure| figure.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
    };
    Some(Report {
        requests: number("requests")?,
        elapsed: Duration::from_micros(number("duration")?),
        p50: Duration::from_micros(number("p50")?),
        p99: Duration::from_micros(number("p99")?),
        refused: number("refused")?,
        lost: number("broken")? + number("late")?,
        delivered: number("delivered")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Report, parse};
    use std::time::Duration;

    #[test]
    fn the_report_is_the_line_of_figures() {
        let text = "Running 2s test\nRequests/sec: 99\n\
            figures requests=271690 duration=2003087 p50=332 p99=1647 \
            refused=1 broken=2 late=3 delivered=4\n";

        assert_eq!(
            parse(text),
            Some(Report {
                requests: 271_690,
                elapsed: Duration::from_micros(2_003_087),
                p50: Duration::from_micros(332),
                p99: Duration::from_micros(1_647),
                refused: 1,
                lost: 5,
                delivered: 4,
            })
        );
        assert_eq!(parse("figures requests=1\n"), None);
    }
}
