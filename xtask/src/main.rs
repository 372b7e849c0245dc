//! The developers' tasks: `cargo xtask test | check | openapi | clients | proof | bench`. They call cargo,
//! PostgreSQL and the servers of the bench, and are not part of the program.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool speaks to its terminal"
)]

mod check;
mod clients;
mod openapi;
mod postgres;
mod test;

use std::process::ExitCode;

use clap::Parser;
use xtask::{apt, command, failure, loopback, supervisor, wait, workspace};

/// Tasks for developers.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run every test, on SQLite and on a PostgreSQL server that is started for it.
    Test {
        /// Install PostgreSQL, Python, Node, Chromium and epubcheck by apt if they are missing, which needs root, and
        /// the packages of the page by npm.
        #[arg(long)]
        install: bool,
        /// Run only the longer tests: generated requests for every route, strict checks of the clients,
        /// the conformance suite for assistants, and agents that ask a real language model. The tools for
        /// them are installed by pip and npm.
        #[arg(long, conflicts_with = "arguments")]
        deep: bool,
        /// Run only the tests of the page, in Chromium.
        #[arg(long, conflicts_with_all = ["arguments", "deep"])]
        page: bool,
        /// Of the longer tests run only this one; may be repeated.
        #[arg(long, requires = "deep", value_name = "NAME")]
        only: Vec<String>,
        /// Arguments for `cargo test`: a filter, `-p prose`, `-- --nocapture` …
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Check the workspace with rustfmt and clippy.
    Check,
    /// Write openapi.json from the program.
    Openapi {
        /// Write nothing; fail when the committed document does not match the program.
        #[arg(long)]
        check: bool,
    },
    /// Write the types for TypeScript and the client for Python from openapi.json.
    Clients {
        /// Write nothing; fail when the committed files do not match the document.
        #[arg(long)]
        check: bool,
    },
    /// Plant defects into books and measure what the sweep finds; runs the program `proof`.
    #[command(disable_help_flag = true)]
    Proof {
        /// Arguments for the proof; `--help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Compare the release build with a FastAPI peer; runs the program `bench`.
    #[command(disable_help_flag = true)]
    Bench {
        /// Arguments for the bench; `--help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match Task::parse() {
        Task::Test { install, deep: true, only, .. } => test::deep::run(install, &only),
        Task::Test { install, page: true, .. } => test::run_page(install),
        Task::Test { install, arguments, .. } => test::run(install, &arguments),
        Task::Check => check::run(),
        Task::Openapi { check } => openapi::run(check),
        Task::Clients { check } => clients::run(check),
        Task::Proof { arguments } => program("proof", &arguments),
        Task::Bench { arguments } => program("bench", &arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a program of this workspace, which has reported its failure itself.
fn program(name: &str, arguments: &[String]) -> failure::Outcome<ExitCode> {
    use failure::Doing;
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--package", name, "--"]).args(arguments);
    let status = command.status().doing(format_args!("starting the program {name}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_documents_tell_to_type_is_understood() {
        let mut count = 0;
        for document in ["README.md", "CONTRIBUTING.md"] {
            let text = std::fs::read_to_string(workspace::root().join(document)).unwrap();
            for typed in text.split(['`', '\n']).filter(|it| it.starts_with("cargo xtask ")) {
                let (typed, _) = typed.split_once('#').unwrap_or((typed, ""));
                let understood = Task::try_parse_from(typed.split_whitespace().skip(1));
                assert!(understood.is_ok(), "{document}: {typed}: {:?}", understood.err());
                count += 1;
            }
        }
        assert!(count >= 10, "{count} commands");
    }
}
