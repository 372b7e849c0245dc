//! A service for one deep check, as a process of its own on a free port, in a folder that is gone
//! afterwards. The debug build: its arithmetic overflows loudly.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::command::succeed;
use crate::failure::{Doing, Failure, Outcome};
use crate::loopback::{Client, free_port};
use crate::supervisor::{self, SupervisedChild};
use crate::{wait, workspace};

/// A fresh service answers within a second; this is for a machine busy with other things.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How often a starting service is asked.
const START_INTERVAL: Duration = Duration::from_millis(50);

/// Builds the service, and the one for the conformance suite.
pub(super) fn build() -> Outcome {
    succeed(workspace::cargo().args(["build", "--package", "scriptorium", "--package", "testing"]))
}

/// The program that is tested.
pub(super) fn program() -> PathBuf {
    built("scriptorium")
}

/// A program that was built.
fn built(name: &str) -> PathBuf {
    workspace::target().join("debug").join(name)
}

/// A running service. Dropping it stops it and removes its folder.
pub(super) struct Service {
    _child: SupervisedChild,
    pub(super) client: Client,
    folder: PathBuf,
}

impl Service {
    /// Starts the service; it is ready when this returns.
    pub(super) fn start() -> Outcome<Self> {
        Self::start_with(&[])
    }

    /// As [`Service::start`], with these variables in its environment.
    pub(super) fn start_with(environment: &[(&str, String)]) -> Outcome<Self> {
        Self::start_program(
            &program(),
            |address| ["serve", "--data", "data", "--listen", address].map(str::to_owned).to_vec(),
            environment,
        )
    }

    /// Starts the service with the tools that the conformance suite asks for.
    pub(super) fn start_for_conformance() -> Outcome<Self> {
        let arguments = |address: &str| vec!["data".to_owned(), address.to_owned()];
        Self::start_program(&built("conformance-service"), arguments, &[])
    }

    /// Starts a program with the arguments for an address.
    fn start_program(
        program: &Path,
        arguments: impl Fn(&str) -> Vec<String>,
        environment: &[(&str, String)],
    ) -> Outcome<Self> {
        let folder = tempfile::Builder::new()
            .prefix("scriptorium-deep-")
            .tempdir()
            .doing("making a folder for the service")?;
        let port = free_port()?;
        // What it keeps is thrown away, so it may end at once.
        let mut command = supervisor::command(program, folder.path(), "KILL");
        command.args(arguments(&format!("127.0.0.1:{port}")));
        command.current_dir(folder.path());
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        let child = SupervisedChild::start(command, "starting the service")?;
        let service = Self { _child: child, client: Client::new(port), folder: folder.keep() };
        wait::until(START_LIMIT, START_INTERVAL, || {
            service.client.answers("/health/ready").then_some(())
        })
        .ok_or_else(|| service.failure("is not ready"))?;
        Ok(service)
    }

    /// Where it is.
    pub(super) fn address(&self) -> String {
        self.client.url("")
    }

    /// A place for whoever asks it; its log lies there, too.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// After all that was asked: it still does its work, and nothing went wrong inside.
    pub(super) fn check_health(&self) -> Outcome {
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
