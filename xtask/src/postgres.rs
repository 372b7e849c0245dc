//! A PostgreSQL server for one test run: found or installed, started in a folder of its own, gone
//! afterwards however the run ends. Not a server for anything one wants to keep: it does not wait
//! for the disk.

mod tools;

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub(crate) use self::tools::Tools;
use crate::apt;
use crate::command::output;
use crate::failure::{Doing, Failure, Outcome};
use crate::loopback::free_port;
use crate::supervisor::{self, SupervisedChild};
use crate::wait;

/// The superuser of the server. It asks nobody for a password: only this machine reaches it.
const SUPERUSER: &str = "postgres";

/// A fresh server answers within a second; this is for a machine busy with other builds.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How often a starting server is asked whether it answers.
const START_INTERVAL: Duration = Duration::from_millis(50);

/// How much of the server's log a failed start shows, in lines.
const LOG_LINES: usize = 20;

/// The first version whose clusters can sort by ICU's rules, which need no locale of the system.
const ICU_SINCE: u32 = 15;

/// Why the settings of durability are off: no test reads this server after a power failure, and what a
/// commit shows to other sessions does not depend on them. A run becomes several times faster. Nothing
/// lives long enough to be vacuumed or written at a checkpoint. The test programs open a database per
/// test and a pool per database, hence so many connections.
const SETTINGS: [&str; 10] = [
    "listen_addresses=127.0.0.1",
    "max_connections=300",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=4GB",
    "checkpoint_timeout=1h",
    "autovacuum=off",
];

/// A running server. Dropping it stops it and removes its folder.
pub(crate) struct Postgres {
    _child: SupervisedChild,
    port: u16,
}

impl Postgres {
    /// Makes a cluster in a temporary folder and starts it on a free port of the loopback address.
    pub(crate) fn start(tools: &Tools) -> Outcome<Self> {
        let folder = tempfile::Builder::new()
            .prefix("scriptorium-test-")
            .tempdir()
            .doing("making a folder for PostgreSQL")?;
        let user = Unprivileged::needed()?;
        if let Some(user) = &user {
            chown(folder.path(), Some(user.uid), Some(user.gid))
                .doing("giving PostgreSQL its folder")?;
        }
        let cluster = folder.path().join("cluster");
        initialise(tools, folder.path(), &cluster, user.as_ref())?;

        let port = free_port()?;
        // QUIT is PostgreSQL's immediate shutdown; what it leaves unwritten is deleted anyway.
        let mut command = supervisor::command(&tools.program("postgres"), folder.path(), "QUIT");
        command.arg("-D").arg(&cluster).args(["-p", &port.to_string()]);
        command.arg("-k").arg(folder.path());
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        quiet(&mut command, folder.path(), user.as_ref());
        let server = Self { _child: SupervisedChild::start(command, "starting PostgreSQL")?, port };

        let folder = folder.keep();
        server.await_answer(tools).ok_or_else(|| server.failure(&folder))?;
        Ok(server)
    }

    /// Where tests reach it: a database to connect to when making others.
    pub(crate) fn url(&self) -> String {
        format!("postgres://{SUPERUSER}@127.0.0.1:{}/postgres", self.port)
    }

    fn await_answer(&self, tools: &Tools) -> Option<()> {
        let port = self.port.to_string();
        wait::until(START_LIMIT, START_INTERVAL, || {
            let mut ask = Command::new(tools.program("pg_isready"));
            output(ask.args(["-q", "-h", "127.0.0.1", "-p", &port])).ok().map(drop)
        })
    }

    fn failure(&self, folder: &Path) -> Failure {
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(LOG_LINES)..].join("\n");
        Failure::new(format!(
            "PostgreSQL did not answer on port {} within {START_LIMIT:?}\n{end}",
            self.port
        ))
    }
}

/// Makes the cluster. Its texts sort as people sort them, not by bytes as SQLite does, so that an
/// ORDER BY that relies on one of the two shows itself; an older server sorts by bytes as well.
fn initialise(
    tools: &Tools,
    folder: &Path,
    cluster: &Path,
    user: Option<&Unprivileged>,
) -> Outcome {
    let mut command = Command::new(tools.program("initdb"));
    command.arg("-D").arg(cluster).args(["--username", SUPERUSER, "--auth=trust", "--no-sync"]);
    command.args(["--encoding=UTF8", "--locale=C"]);
    if tools.major_version()? >= ICU_SINCE {
        command.args(["--locale-provider=icu", "--icu-locale=en"]);
    }
    quiet(&mut command, folder, user);
    output(&mut command).map(drop)
}

/// In its own folder, which its user may enter; in one language; untouched by settings meant for
/// other servers.
fn quiet(command: &mut Command, folder: &Path, user: Option<&Unprivileged>) {
    command.current_dir(folder).env("LC_ALL", "C");
    for variable in ["PGDATA", "PGPORT", "PGHOST", "PGUSER", "PGDATABASE"] {
        command.env_remove(variable);
    }
    if let Some(user) = user {
        // The standard library also drops root's supplementary groups here.
        command.uid(user.uid).gid(user.gid);
    }
}

/// The user the server runs as when we are root, as whom it refuses to run.
struct Unprivileged {
    uid: u32,
    gid: u32,
}

impl Unprivileged {
    /// `None` when we are an ordinary user already.
    fn needed() -> Outcome<Option<Self>> {
        if !apt::is_root()? {
            return Ok(None);
        }
        let users = fs::read_to_string("/etc/passwd").doing("reading /etc/passwd")?;
        ["postgres", "nobody"]
            .iter()
            .find_map(|name| Self::named(name, &users))
            .map(Some)
            .ok_or_else(|| {
                Failure::new("PostgreSQL does not run as root, and there is no other user")
            })
    }

    /// Finds a user in the text of `/etc/passwd`: `name:password:uid:gid:…`.
    fn named(name: &str, users: &str) -> Option<Self> {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some(Self { uid: fields.next()?.ok()?, gid: fields.next()?.ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::Unprivileged;

    #[test]
    fn a_user_is_found_by_its_whole_name() {
        let users = "postgresql:x:7:8::/:/bin/sh\npostgres:x:101:104:admin:/var/lib:/bin/bash\n";

        let user = Unprivileged::named("postgres", users).unwrap();

        assert_eq!((user.uid, user.gid), (101, 104));
        assert!(Unprivileged::named("nobody", users).is_none());
    }
}
