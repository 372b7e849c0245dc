//! Load, made by wrk with the scripts in `bench/wrk`, and what it saw. What the server paid for it
//! is read by `meter`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::apt;
use crate::command::output;
use crate::failure::{Failure, Outcome};

/// Connections held open by the load: enough to keep two cores busy, few enough to tell waiting
/// from working.
pub(super) const CONNECTIONS: u64 = 64;

/// The program.
pub(super) struct Wrk {
    program: PathBuf,
}

/// One run of wrk.
#[derive(Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) requests: u64,
    pub(super) elapsed: Duration,
    pub(super) p50: Duration,
    pub(super) p99: Duration,
    /// Answers with a status of 400 or above.
    pub(super) refused: u64,
    /// Broken connections, and answers that came after wrk's two seconds.
    pub(super) lost: u64,
    /// Messages whose answer says they were delivered.
    pub(super) delivered: u64,
}

impl Wrk {
    /// Finds it in `PATH`, or installs it when that was asked for.
    pub(super) fn find_or_install(install: bool) -> Outcome<Self> {
        if apt::find("wrk").is_none() && install {
            apt::install(&["wrk"])?;
        }
        let program = apt::find("wrk").ok_or_else(|| apt::missing(&["wrk"]))?;
        Ok(Self { program })
    }

    /// Runs a script of `scripts`, with the file it makes its requests from, against an address.
    pub(super) fn run(
        &self,
        scripts: &Path,
        script: &str,
        url: &str,
        file: &Path,
        seconds: u64,
    ) -> Outcome<Seen> {
        let mut command = Command::new(&self.program);
        command
            // The scripts name each other by this folder.
            .current_dir(scripts)
            // One thread: the client shares the cores with the server.
            .args(["--threads", "1", "--connections", &CONNECTIONS.to_string()])
            .args(["--duration", &format!("{seconds}s"), "--latency", "--script", script])
            .args([url, "--"])
            .arg(file);
        let text = output(&mut command)?;
        read(&text).ok_or_else(|| Failure::new(format!("wrk printed no figures:\n{text}")))
    }
}

/// Finds the line that `report.lua` prints.
fn read(text: &str) -> Option<Seen> {
    let figures = text.lines().find_map(|line| line.strip_prefix("figures "))?;
    let number = |name: &str| -> Option<u64> {
        figures
            .split(' ')
            .find_map(|figure| figure.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
    };
    Some(Seen {
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
    use super::{Seen, read};
    use std::time::Duration;

    #[test]
    fn figures_are_found_among_the_words_of_wrk() {
        let text = "Running 2s test\nRequests/sec: 99\n\
            figures requests=271690 duration=2003087 p50=332 p99=1647 \
            refused=1 broken=2 late=3 delivered=4\n";

        assert_eq!(
            read(text),
            Some(Seen {
                requests: 271_690,
                elapsed: Duration::from_micros(2_003_087),
                p50: Duration::from_micros(332),
                p99: Duration::from_micros(1_647),
                refused: 1,
                lost: 5,
                delivered: 4,
            })
        );
        assert_eq!(read("figures requests=1\n"), None);
    }
}
