//! The tests of the page: Node runs them against the program that was built, in a real browser. Node and
//! npm are found, or installed when that was asked for; the packages are those that `web` pins.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use super::counts::Counts;
use super::{POSTGRES_VARIABLE, chromium, pass_on};
use crate::apt;
use crate::command::{output, succeed};
use crate::failure::{Doing, Failure, Outcome};
use crate::postgres::{Postgres, Tools};
use crate::workspace;

/// Where the tests find the program.
const BINARY_VARIABLE: &str = "SCRIPTORIUM_TEST_BINARY";

/// Where the tests find the program that makes a database on the server of the tests.
const CREATEDB_VARIABLE: &str = "SCRIPTORIUM_TEST_CREATEDB";

/// Debian's packages of what runs the tests.
const PACKAGES: [&str; 2] = ["nodejs", "npm"];

/// The oldest Node that runs them, which is Debian's.
const NODE_MIN: u32 = 18;

/// A Node with the packages of the page.
pub(super) struct Page {
    folder: PathBuf,
}

impl Page {
    /// Finds Node and the packages, or installs them when that was asked for.
    pub(super) fn find_or_install(install: bool) -> Outcome<Self> {
        let folder = workspace::root().join("web");
        if apt::find("node").is_none() || apt::find("npm").is_none() {
            if !install {
                return Err(apt::missing(&PACKAGES));
            }
            apt::install(&PACKAGES)?;
        }
        check_version(&output(Command::new("node").arg("--version"))?)?;
        let lock = folder.join("package-lock.json");
        // Copied there when all of it is installed.
        let copy = folder.join("node_modules/.installed.json");
        let wanted = fs::read(&lock).doing("reading web/package-lock.json")?;
        if fs::read(&copy).is_ok_and(|installed| installed == wanted) {
            return Ok(Self { folder });
        }
        let mut fill = Command::new("npm");
        fill.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).arg("--prefix");
        fill.arg(&folder);
        let mut finish = Command::new("cp");
        finish.arg(&lock).arg(&copy);
        if !install {
            return Err(missing(&fill, &finish));
        }
        succeed(&mut fill)?;
        succeed(&mut finish)?;
        Ok(Self { folder })
    }

    /// Runs the tests against a program and on a PostgreSQL server, passing their output on as it comes.
    pub(super) fn test(
        &self,
        binary: &Path,
        browser: &Path,
        postgres: &Postgres,
        tools: &Tools,
    ) -> Outcome<(ExitStatus, Counts)> {
        let mut child = Command::new("node")
            .arg("tests/run.mjs")
            .current_dir(&self.folder)
            .env(BINARY_VARIABLE, binary)
            .env(chromium::VARIABLE, browser)
            .env(POSTGRES_VARIABLE, postgres.url())
            .env(CREATEDB_VARIABLE, tools.program("createdb"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .doing("starting the tests of the page")?;
        let output = child.stdout.take().expect("the output was asked for as a pipe");
        let mut counts = pass_on(std::io::BufReader::new(output))?;
        let status = child.wait().doing("waiting for the tests of the page")?;
        counts.add_program();
        if !status.success() && counts.is_clean() {
            counts.fail("the tests of the page ended before their result".to_owned());
        }
        Ok((status, counts))
    }
}

/// The program as `cargo build` makes it.
pub(super) fn build_program() -> Outcome<PathBuf> {
    succeed(workspace::cargo().args(["build", "--package", "scriptorium"]))?;
    Ok(workspace::target().join("debug/scriptorium"))
}

fn check_version(printed: &str) -> Outcome {
    let major = printed.trim().trim_start_matches('v').split('.').next();
    match major.and_then(|major| major.parse::<u32>().ok()) {
        Some(major) if major >= NODE_MIN => Ok(()),
        _ => Err(Failure::new(format!(
            "Node {} is too old for the tests of the page; they need {NODE_MIN} or later",
            printed.trim()
        ))),
    }
}

/// The failure that says how to get the packages.
fn missing(fill: &Command, finish: &Command) -> Failure {
    let [fill, finish] = [fill, finish].map(crate::command::printed);
    Failure::new(format!(
        "the packages that the tests of the page need are missing; run this, or repeat the task with \
         --install:\n    {fill} &&\n    {finish}"
    ))
}

#[cfg(test)]
mod tests {
    use super::check_version;

    #[test]
    fn an_old_node_is_refused() {
        for (printed, wanted) in
            [("v18.20.4\n", true), ("v20.20.2", true), ("v16.20.0", false), ("what?", false)]
        {
            assert_eq!(check_version(printed).is_ok(), wanted, "{printed}");
        }
    }
}
