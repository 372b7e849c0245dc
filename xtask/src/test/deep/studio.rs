//! A service for one deep check, as a process of its own on a free port, in a folder that is gone
//! afterwards. The debug build: its arithmetic overflows loudly.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::command::succeed;
use crate::failure::{Doing, Failure, Outcome};
use crate::loopback::{Client, free_port};
use crate::{wait, workspace};

/// A fresh service answers within a second; this is for a machine busy with other things.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How often a starting service is asked.
const START_INTERVAL: Duration = Duration::from_millis(50);

/// Builds the service.
pub(super) fn build() -> Outcome {
    succeed(workspace::cargo().args(["build", "--package", "scriptorium"]))
}

/// A running service. Dropping it stops it and removes its folder.
pub(super) struct Studio {
    child: Child,
    client: Client,
    folder: TempDir,
}

impl Studio {
    /// Starts the service; it is ready when this returns.
    pub(super) fn start() -> Outcome<Self> {
        let folder = tempfile::Builder::new()
            .prefix("scriptorium-deep-")
            .tempdir()
            .doing("making a folder for the service")?;
        let log = File::create(folder.path().join("log")).doing("making a log")?;
        let port = free_port()?;
        let child = Command::new(workspace::target().join("debug/scriptorium"))
            .args(["serve", "--data", "data", "--listen", &format!("127.0.0.1:{port}")])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .doing("starting the service")?;
        let studio = Self { child, client: Client::new(port), folder };
        wait::until(START_LIMIT, START_INTERVAL, || {
            studio.client.answers("/health/ready").then_some(())
        })
        .ok_or_else(|| studio.failure("is not ready"))?;
        Ok(studio)
    }

    /// Where it is.
    pub(super) fn address(&self) -> String {
        self.client.url("")
    }

    /// A place for whoever asks it; its log lies there, too.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// After all that was asked: it still does its work, and nothing went wrong inside.
    pub(super) fn is_well(&self) -> Outcome {
        if !self.client.answers("/health/ready") {
            return Err(self.failure("is no longer ready"));
        }
        let log = self.log();
        let wrong: Vec<_> = log
            .lines()
            .filter(|line| line.contains(" ERROR ") || line.contains("panicked"))
            .collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(Failure::new(format!("the service logged errors:\n{}", wrong.join("\n"))))
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder().join("log")).unwrap_or_default()
    }

    fn failure(&self, what: &str) -> Failure {
        Failure::new(format!("the service {what}; its log:\n{}", self.log().trim_end()))
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
