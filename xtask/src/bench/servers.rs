//! The servers that are compared: how each is built, started and stopped. What is asked of them is
//! in `trials`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::command::succeed;
use crate::failure::{Doing, Failure, Outcome};
use crate::loopback::{Client, free_port};
use crate::{wait, workspace};

/// Python alone takes a third of a second; the rest is room for a busy machine.
const READY_LIMIT: Duration = Duration::from_secs(30);

/// Short, because a start is measured; until the server listens, an asking costs it nothing.
const READY_INTERVAL: Duration = Duration::from_millis(2);

/// Who is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contender {
    /// axum that says hello: what the machine and the framework allow.
    Hello,
    /// The release build of this workspace.
    Scriptorium,
    /// FastAPI, uvicorn and sqlite3, with the same endpoints.
    Peer,
}

impl Contender {
    /// Its name in tables and file names.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Scriptorium => "scriptorium",
            Self::Peer => "fastapi",
        }
    }

    /// Builds it, or for the peer installs what it needs.
    pub(super) fn prepare(self) -> Outcome {
        match self {
            Self::Hello => succeed(
                workspace::cargo()
                    .args(["build", "--release", "--locked", "--manifest-path"])
                    .arg(workspace::root().join("bench/hello/Cargo.toml"))
                    .arg("--target-dir")
                    .arg(hello_target()),
            ),
            Self::Scriptorium => {
                succeed(workspace::cargo().args(["build", "--release", "--package", "scriptorium"]))
            }
            Self::Peer => prepare_peer(),
        }
    }

    /// The path that answers 200 once the server is ready.
    fn ready_path(self) -> &'static str {
        match self {
            Self::Hello => "/api/projects/any",
            Self::Scriptorium | Self::Peer => "/health/ready",
        }
    }

    fn command(self, port: u16, storage: &Path) -> Command {
        match self {
            Self::Hello => {
                let mut command = Command::new(hello_target().join("release/hello"));
                command.arg(format!("127.0.0.1:{port}"));
                command
            }
            Self::Scriptorium => {
                let mut command = Command::new(workspace::target().join("release/scriptorium"));
                command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"]);
                command.arg(storage);
                command
            }
            Self::Peer => {
                let mut command = Command::new(peer().join(".venv/bin/python"));
                command
                    .args(["-m", "uvicorn", "app:app", "--host", "127.0.0.1"])
                    .args(["--port", &port.to_string(), "--workers", "1"])
                    .args(["--loop", "uvloop", "--http", "httptools"])
                    .args(["--no-access-log", "--log-level", "warning", "--app-dir"])
                    .arg(peer())
                    .env("DATA", storage);
                command
            }
        }
    }
}

fn hello_target() -> PathBuf {
    workspace::target().join("bench-hello")
}

fn peer() -> PathBuf {
    workspace::root().join("bench/peer")
}

/// Makes the virtual environment, unless it holds just these requirements already.
fn prepare_peer() -> Outcome {
    let environment = peer().join(".venv");
    let requirements = peer().join("requirements.txt");
    let installed = environment.join("installed.txt");
    let wanted = fs::read(&requirements).doing("reading the peer's requirements")?;
    if fs::read(&installed).is_ok_and(|present| present == wanted) {
        return Ok(());
    }
    succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    succeed(
        Command::new(environment.join("bin/python"))
            .args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(&requirements),
    )?;
    fs::write(&installed, wanted).doing("noting the peer's requirements")
}

/// A running server. Dropping it ends it.
pub(super) struct Server {
    pub(super) contender: Contender,
    pub(super) client: Client,
    child: Child,
}

impl Server {
    /// Starts a server on a free port, with a folder for its storage and its log, and waits until
    /// it is ready.
    pub(super) fn start(contender: Contender, folder: &Path) -> Outcome<Self> {
        let name = contender.name();
        let storage = folder.join("storage");
        fs::create_dir_all(&storage).doing(format_args!("making a folder for {name}"))?;
        let log = folder.join("log");
        let out = File::create(&log).doing(format_args!("making the log of {name}"))?;
        let err = out.try_clone().doing(format_args!("making the log of {name}"))?;

        let port = free_port()?;
        let child = contender
            .command(port, &storage)
            // Settings that lie in the current folder would be another program's.
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .spawn()
            .doing(format_args!("starting {name}"))?;
        let mut server = Self { contender, client: Client::new(port), child };
        match server.await_ready() {
            Ok(()) => Ok(server),
            Err(why) => {
                let log = fs::read_to_string(log).unwrap_or_default();
                Err(Failure::new(format!("{name} {why}; its log:\n{log}")))
            }
        }
    }

    /// The process.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    fn await_ready(&mut self) -> Result<(), String> {
        let seen = wait::until(READY_LIMIT, READY_INTERVAL, || {
            if self.client.answers(self.contender.ready_path()) {
                return Some(Ok(()));
            }
            let ended = self.child.try_wait().ok().flatten()?;
            Some(Err(format!("ended with {ended} before it was ready")))
        });
        seen.unwrap_or_else(|| Err(format!("was not ready within {READY_LIMIT:?}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its storage is thrown away, so it need not end in good order. An error means that it has
        // ended already.
        drop(self.child.kill());
        if let Err(error) = self.child.wait() {
            eprintln!("xtask: waiting for {} to end: {error}", self.contender.name());
        }
    }
}
