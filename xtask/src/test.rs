//! `cargo xtask test`: the whole suite with everything it needs, and one closing line that counts
//! all of it. A test that is skipped is not counted as passed: it fails the run.

mod chromium;
mod counts;
pub(crate) mod deep;
mod epubcheck;
mod page;
mod routes;

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{ExitCode, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

use self::counts::Counts;
use self::page::Page;
use crate::apt;
use crate::failure::{Doing, Outcome};
use crate::postgres::{Postgres, Tools};
use crate::workspace;

/// The variable that says how many tests run at once.
const THREADS_VARIABLE: &str = "RUST_TEST_THREADS";

/// How many tests run at once on each core: most of them wait for the service that they test.
const TESTS_PER_CORE: usize = 4;

/// Where the tests find the server.
const POSTGRES_VARIABLE: &str = "SCRIPTORIUM_TEST_POSTGRES";

/// Runs the tests; the exit code is that of cargo, or a failure of our own finding.
pub(crate) fn run(install: bool, arguments: &[String]) -> Outcome<ExitCode> {
    let tools = Tools::find_or_install(install)?;
    find_or_install_python(install)?;
    let chromium = chromium::find_or_install(install)?;
    let epubcheck = epubcheck::find_or_install(install)?;
    let page = Page::find_or_install(install)?;
    let postgres = Postgres::start(&tools)?;
    let route_log = tempfile::NamedTempFile::new().doing("making a log of routes")?;
    let url = postgres.url();
    let surroundings: [(&str, &OsStr); 4] = [
        (POSTGRES_VARIABLE, url.as_ref()),
        (chromium::VARIABLE, chromium.as_ref()),
        (epubcheck::VARIABLE, epubcheck.as_ref()),
        (routes::LOG_VARIABLE, route_log.path().as_ref()),
    ];
    let started = Instant::now();
    let (status, mut counts) = cargo_test(&surroundings, arguments)?;

    // A part of the suite calls a part of the routes, and a broken one does not end.
    if arguments.is_empty() && status.success() {
        for route in routes::uncalled(route_log.path())? {
            counts.fail(format!("no test calls {route} with success"));
        }
        let (_, of_page) = page.test(&page::build_program()?, &chromium, &postgres, &tools)?;
        counts.merge(of_page);
    }

    println!("\n{}", counts.summary(status.success(), started.elapsed()));
    Ok(exit_code(status, &counts))
}

/// Runs the tests of the page alone.
pub(crate) fn run_page(install: bool) -> Outcome<ExitCode> {
    let tools = Tools::find_or_install(install)?;
    let chromium = chromium::find_or_install(install)?;
    let page = Page::find_or_install(install)?;
    let program = page::build_program()?;
    let postgres = Postgres::start(&tools)?;
    let started = Instant::now();
    let (status, counts) = page.test(&program, &chromium, &postgres, &tools)?;
    println!("\n{}", counts.summary(status.success(), started.elapsed()));
    Ok(exit_code(status, &counts))
}

/// The example of an external agent is run by a test, and written in Python.
fn find_or_install_python(install: bool) -> Outcome {
    if apt::find("python3").is_none() && install {
        apt::install(&["python3"])?;
    }
    apt::find("python3").map(drop).ok_or_else(|| apt::missing(&["python3"]))
}

/// Runs `cargo test` with these variables, passing its output on as it comes.
fn cargo_test(
    surroundings: &[(&str, &OsStr)],
    arguments: &[String],
) -> Outcome<(ExitStatus, Counts)> {
    let mut command = workspace::cargo();
    command.args(["test", "--no-fail-fast"]);
    if !names_packages(arguments) {
        command.arg("--workspace");
    }
    if env::var_os(THREADS_VARIABLE).is_none() {
        let cores = thread::available_parallelism().doing("counting the cores")?.get();
        command.env(THREADS_VARIABLE, (cores * TESTS_PER_CORE).to_string());
    }
    let mut child = command
        .args(arguments)
        .envs(surroundings.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .doing("starting cargo test")?;

    let output = child.stdout.take().expect("the output was asked for as a pipe");
    let counts = pass_on(BufReader::new(output))?;
    let status = child.wait().doing("waiting for cargo test")?;
    Ok((status, counts))
}

/// Whether the arguments name the packages to test; those before a second `--` are its own words.
fn names_packages(arguments: &[String]) -> bool {
    arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument.starts_with("-p") || argument.starts_with("--package"))
}

/// Lines need not be UTF-8: a test may print what it likes.
fn pass_on(mut lines: impl BufRead) -> Outcome<Counts> {
    let mut counts = Counts::default();
    let mut line = Vec::new();
    let mut terminal = io::stdout();
    while lines.read_until(b'\n', &mut line).doing("reading the tests' output")? > 0 {
        terminal.write_all(&line).doing("passing on the tests' output")?;
        counts.read(&String::from_utf8_lossy(&line));
        line.clear();
    }
    Ok(counts)
}

fn exit_code(status: ExitStatus, counts: &Counts) -> ExitCode {
    match status.code().and_then(|code| u8::try_from(code).ok()) {
        Some(0) if counts.is_clean() => ExitCode::SUCCESS,
        Some(0) | None => ExitCode::FAILURE,
        Some(code) => ExitCode::from(code),
    }
}

#[cfg(test)]
mod tests {
    use super::names_packages;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_whole_workspace_is_tested_unless_packages_are_named() {
        assert!(names_packages(&words("-p prose sentences")));
        assert!(names_packages(&words("--package=prose")));
        assert!(!names_packages(&words("sentences -- -p")));
        assert!(!names_packages(&[]));
    }
}
