//! The servers that are compared: how each is built, started and stopped. What is asked of them is
//! in `load` and `seed`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use xtask::command::succeed;
use xtask::failure::{Doing, Failure, Outcome};
use xtask::loopback::{Client, free_port};
use xtask::{wait, workspace};

/// Python alone takes a third of a second; the rest is for a busy machine.
const READY_LIMIT: Duration = Duration::from_secs(30);

/// Short, because a start is measured; a refused connection costs the server nothing.
const READY_INTERVAL: Duration = Duration::from_millis(2);

/// The earlier commit that messages are compared with: the last one before agents could have a language
/// model.
pub(crate) const BASE_COMMIT: &str = "0585a00b2246f5ada132f43df7e8f9e0447eb3fa";

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerKind {
    /// axum with a fixed response: what the machine and the framework allow.
    Hello,
    /// The program in the profile `release`, or a given one.
    Scriptorium,
    /// The program in the profile `dist`.
    Dist,
    /// The program at an earlier commit, in the profile `release`, or a given one.
    Base,
    /// FastAPI, uvicorn and sqlite3, with the same endpoints.
    Peer,
}

impl ServerKind {
    /// Its name in tables and of its folder.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Scriptorium => "scriptorium",
            Self::Dist => "scriptorium-dist",
            Self::Base => "scriptorium-base",
            Self::Peer => "fastapi",
        }
    }

    /// Whether it keeps what it is sent.
    pub(crate) fn stores(self) -> bool {
        self != Self::Hello
    }

    /// The path that responds with 200 once the server is ready.
    fn ready_path(self) -> &'static str {
        if self.stores() { "/health/ready" } else { "/api/projects/any" }
    }
}

/// A server that is ready to be started: its program is built.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) kind: ServerKind,
    program: PathBuf,
}

impl Subject {
    /// Builds the program, or takes the given one; for the peer, installs its packages. What is given of
    /// the base is a program of the earlier commit.
    pub(crate) fn prepare(kind: ServerKind, binary: Option<&Path>) -> Outcome<Self> {
        let program = match (kind, binary) {
            (ServerKind::Hello, _) => build_hello()?,
            (ServerKind::Scriptorium | ServerKind::Base, Some(binary)) => {
                fs::canonicalize(binary).doing(format_args!("looking for {}", binary.display()))?
            }
            (ServerKind::Scriptorium, None) => build("release")?,
            (ServerKind::Dist, _) => build("dist")?,
            (ServerKind::Base, None) => build_base()?,
            (ServerKind::Peer, _) => prepare_peer()?,
        };
        Ok(Self { kind, program })
    }

    fn command(&self, port: u16, storage: &Path) -> Command {
        let mut command = Command::new(&self.program);
        let address = format!("127.0.0.1:{port}");
        match self.kind {
            ServerKind::Hello => command.arg(address),
            // No model works in the background while anything is measured; an earlier commit has none.
            ServerKind::Scriptorium | ServerKind::Dist => command
                .args(["serve", "--listen", &address, "--data"])
                .arg(storage)
                .env("SCRIPTORIUM_SEARCH__EMBEDDER", "words"),
            ServerKind::Base => {
                command.args(["serve", "--listen", &address, "--data"]).arg(storage)
            }
            ServerKind::Peer => command
                .args(["-m", "uvicorn", "app:app", "--host", "127.0.0.1"])
                .args(["--port", &port.to_string(), "--workers", "1"])
                .args(["--loop", "uvloop", "--http", "httptools"])
                .args(["--no-access-log", "--log-level", "warning", "--app-dir"])
                .arg(peer_folder())
                .env("DATA", storage),
        };
        command
    }
}

fn build(profile: &str) -> Outcome<PathBuf> {
    let arguments = ["build", "--locked", "--package", "scriptorium", "--profile", profile];
    succeed(workspace::cargo().args(arguments))?;
    Ok(workspace::target().join(profile).join("scriptorium"))
}

/// Builds the earlier commit from the history of this repository, below `target`, unless that was done
/// before.
fn build_base() -> Outcome<PathBuf> {
    let folder = workspace::target().join("bench-base").join(BASE_COMMIT);
    let program = folder.join("target/release/scriptorium");
    if program.is_file() {
        return Ok(program);
    }
    let (archive, source) = (folder.join("source.tar"), folder.join("source"));
    fs::create_dir_all(&source).doing("making a folder for the earlier commit")?;
    let mut extract = Command::new("git");
    extract.current_dir(workspace::root()).args(["archive", "--output"]).arg(&archive);
    succeed(extract.arg(BASE_COMMIT)).map_err(|failure| {
        Failure::new(format!(
            "{failure}\nThe history of this repository has to go back to {BASE_COMMIT}: \
             `git fetch --unshallow`, or name a program of that commit with --base"
        ))
    })?;
    succeed(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&source))?;
    let arguments = ["build", "--locked", "--release", "--package", "scriptorium"];
    let mut build = workspace::cargo();
    build.current_dir(&source).args(arguments).arg("--target-dir").arg(folder.join("target"));
    succeed(&mut build)?;
    Ok(program)
}

fn build_hello() -> Outcome<PathBuf> {
    let target = workspace::target().join("bench-hello");
    succeed(
        workspace::cargo()
            .args(["build", "--release", "--locked", "--manifest-path"])
            .arg(workspace::root().join("bench/hello/Cargo.toml"))
            .arg("--target-dir")
            .arg(&target),
    )?;
    Ok(target.join("release/hello"))
}

fn peer_folder() -> PathBuf {
    workspace::root().join("bench/peer")
}

/// Makes the virtual environment, unless it has these requirements already. Its Python.
fn prepare_peer() -> Outcome<PathBuf> {
    let environment = peer_folder().join(".venv");
    let python = environment.join("bin/python");
    let requirements = peer_folder().join("requirements.txt");
    let installed = environment.join("installed.txt");
    let wanted = fs::read(&requirements).doing("reading the peer's requirements")?;
    if fs::read(&installed).is_ok_and(|present| present == wanted) {
        return Ok(python);
    }
    succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    succeed(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(&requirements),
    )?;
    fs::write(&installed, wanted).doing("noting the peer's requirements")?;
    Ok(python)
}

/// A running server. Dropping it kills it.
pub(crate) struct Server {
    pub(crate) kind: ServerKind,
    pub(crate) client: Client,
    child: Child,
}

impl Server {
    /// Starts a server on a free port, with a folder for its data and its log, and waits until it
    /// is ready.
    pub(crate) fn start(subject: &Subject, folder: &Path) -> Outcome<Self> {
        Self::start_with(subject, folder, &[])
    }

    /// As [`Server::start`], with these variables in its environment.
    pub(crate) fn start_with(
        subject: &Subject,
        folder: &Path,
        environment: &[(&str, String)],
    ) -> Outcome<Self> {
        let name = subject.kind.name();
        let storage = folder.join("storage");
        fs::create_dir_all(&storage).doing(format_args!("making a folder for {name}"))?;
        let log = folder.join("log");
        let out = File::create(&log).doing(format_args!("making the log of {name}"))?;
        let err = out.try_clone().doing(format_args!("making the log of {name}"))?;

        let port = free_port()?;
        let child = subject
            .command(port, &storage)
            // A settings file in the current folder would be another program's.
            .current_dir(folder)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .spawn()
            .doing(format_args!("starting {name}"))?;
        let mut server = Self { kind: subject.kind, client: Client::new(port), child };
        match server.await_ready() {
            Ok(()) => Ok(server),
            Err(why) => {
                let log = fs::read_to_string(log).unwrap_or_default();
                Err(Failure::new(format!("{name} {why}; its log:\n{log}")))
            }
        }
    }

    /// The process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    fn await_ready(&mut self) -> Result<(), String> {
        let ready = wait::until(READY_LIMIT, READY_INTERVAL, || {
            if self.client.answers(self.kind.ready_path()) {
                return Some(Ok(()));
            }
            let ended = self.child.try_wait().ok().flatten()?;
            Some(Err(format!("ended with {ended} before it was ready")))
        });
        ready.unwrap_or_else(|| Err(format!("was not ready within {READY_LIMIT:?}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its data is deleted, so it need not shut down cleanly. An error means that it has ended
        // already.
        drop(self.child.kill());
        if let Err(error) = self.child.wait() {
            eprintln!("bench: waiting for {} to end: {error}", self.kind.name());
        }
    }
}
