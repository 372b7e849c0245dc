//! The program as a process with a folder of its own, and a client that speaks with it.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use xtask::failure::{Doing, Failure, Outcome};
use xtask::loopback::{Client, free_port};
use xtask::wait;

/// How long a start may take.
const START_LIMIT: Duration = Duration::from_secs(60);
const START_INTERVAL: Duration = Duration::from_millis(20);

/// A running program. Dropping it ends it and removes its folder.
pub(crate) struct Service {
    pub(crate) client: Client,
    child: Child,
    _folder: TempDir,
}

impl Service {
    /// Starts the program; `embedder` is what its searches are to embed passages with.
    pub(crate) fn start(binary: &Path, embedder: &str) -> Outcome<Self> {
        let folder = tempfile::tempdir().doing("making a folder for the program")?;
        let log = File::create(folder.path().join("log")).doing("making the program's log")?;
        let port = free_port()?;
        let child = Command::new(binary)
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(folder.path().join("data"))
            .env("SCRIPTORIUM_SEARCH__EMBEDDER", embedder)
            // A settings file in the current folder would be another program's.
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().doing("making the program's log")?)
            .stderr(log)
            .spawn()
            .doing("starting the program")?;
        let mut service = Self { client: Client::new(port), child, _folder: folder };
        let ready = wait::until(START_LIMIT, START_INTERVAL, || {
            if service.client.answers("/health/ready") {
                return Some(Ok(()));
            }
            let ended = service.child.try_wait().ok().flatten()?;
            Some(Err(Failure::new(format!("the program ended with {ended} before it was ready"))))
        });
        let late = || Failure::new(format!("the program was not ready in {START_LIMIT:?}"));
        ready.unwrap_or_else(|| Err(late()))?;
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Its data is removed, so it need not shut down cleanly; an error means that it has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
