//! `cargo xtask test --deep`: what takes programs of others beyond PostgreSQL and Python, and
//! minutes instead of seconds. Requests are made up from openapi.json and sent to every route, the
//! clients are checked by the compilers of their languages, agents ask a real language model, a swarm
//! is killed at every commit, and the protocol of assistants is checked by its own suite. Each check has a service of its own, in a folder that is gone afterwards.

mod conformance;
mod inspector;
mod model;
mod programs;
mod service;

use std::fs;
use std::process::{Command, ExitCode};
use std::time::Instant;

use self::programs::{Llama, Node, Python};
use self::service::Service;
use crate::command::succeed;
use crate::failure::{Doing, Failure, Outcome};
use crate::postgres::{self, Postgres};
use crate::workspace;

/// The same requests in every run.
const SEED: u32 = 1;

/// How many requests of each kind are made up for an operation, beyond those at the edges of what
/// its schema allows, which are all tried.
const EXAMPLES_MAX: u32 = 25;

/// What is looked at, by its name at the end.
const CHECKS: [(&str, Prepare); 7] = [
    ("routes", |install| {
        let python = Python::find_or_install(install)?;
        Ok(Box::new(move || routes(&python)))
    }),
    ("python", |install| {
        let tools = Python::find_or_install(install)?;
        Ok(Box::new(move || python(&tools)))
    }),
    ("typescript", |install| {
        let node = Node::of_the_client(install)?;
        Ok(Box::new(move || typescript(&node)))
    }),
    ("kills", |install| {
        let postgres = postgres::Tools::find_or_install(install)?;
        Ok(Box::new(move || kills(&postgres)))
    }),
    ("conformance", |install| {
        let node = Node::of_assistants(install)?;
        Ok(Box::new(move || conformance::check(&node)))
    }),
    ("inspector", |install| {
        let node = Node::of_assistants(install)?;
        Ok(Box::new(move || inspector::check(&node)))
    }),
    ("model", |install| {
        let llama = Llama::find_or_install(install)?;
        Ok(Box::new(move || model::check(&llama)))
    }),
];

/// Has the tests of swarms that are killed try every commit.
const EVERY_COMMIT: &str = "SCRIPTORIUM_TEST_EVERY_COMMIT";

/// Finds or installs what a check needs.
type Prepare = fn(bool) -> Outcome<Check>;

/// Looks at one thing, to its end.
type Check = Box<dyn Fn() -> Outcome>;

/// Makes the checks of these names, or all where none is named, also after one that failed.
pub(crate) fn run(install: bool, only: &[String]) -> Outcome<ExitCode> {
    if let Some(name) = only.iter().find(|name| CHECKS.iter().all(|(it, _)| it != name)) {
        let names = CHECKS.map(|(name, _)| name).join(", ");
        return Err(Failure::new(format!("there is no check {name}; there are {names}")));
    }
    let wanted =
        CHECKS.iter().filter(|(name, _)| only.is_empty() || only.iter().any(|it| it == name));
    let prepared = wanted.map(|(name, prepare)| Ok((*name, prepare(install)?)));
    let checks: Vec<(&str, Check)> = prepared.collect::<Outcome<_>>()?;
    service::build()?;
    let started = Instant::now();
    let mut failed = 0;
    for (name, check) in &checks {
        let since = Instant::now();
        let verdict = match check() {
            Ok(()) => "ok".to_owned(),
            Err(failure) => {
                failed += 1;
                format!("FAILED: {failure}")
            }
        };
        println!("deep {name} ... {verdict} ({:.0}s)\n", since.elapsed().as_secs_f64());
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "deep result: {verdict}. {} passed; {failed} failed; finished in {:.0}s",
        checks.len() - failed,
        started.elapsed().as_secs_f64()
    );
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// No server error, no status and no body the document does not have, whatever is asked.
fn routes(tools: &Python) -> Outcome {
    let service = Service::start()?;
    let folder = programs::folder();
    let mut command = Command::new(tools.program("schemathesis"));
    command
        .current_dir(service.folder())
        .env("PYTHONPATH", &folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("SCRIPTORIUM_ADDRESS", service.address())
        .arg("--config-file")
        .arg(folder.join("schemathesis.toml"))
        .args(["run", &format!("{}/openapi.json", service.address())])
        .args(["--workers", "1"])
        .args(["--seed", &SEED.to_string()])
        .args(["--max-examples", &EXAMPLES_MAX.to_string()]);
    succeed(&mut command)?;
    service.check_health()
}

/// The client for Python keeps its types.
fn python(tools: &Python) -> Outcome {
    let mut command = Command::new(tools.program("mypy"));
    command
        .current_dir(workspace::root().join("clients/python"))
        .args(["--strict", "--cache-dir"])
        .arg(workspace::target().join("deep/mypy"))
        .args(["scriptorium", "tests/story.py"]);
    succeed(&mut command)
}

/// The types for TypeScript are what a service answers.
fn typescript(tools: &Node) -> Outcome {
    let service = Service::start()?;
    let mut compile = Command::new(tools.program("tsc"));
    compile.arg("--project").arg(workspace::root().join("clients/typescript"));
    let compiled = service.folder().join("story");
    succeed(compile.arg("--outDir").arg(&compiled))?;
    // What was compiled is modules, as its package says of the sources.
    fs::write(compiled.join("package.json"), r#"{"type": "module"}"#)
        .doing("naming the modules")?;
    succeed(Command::new("node").arg(compiled.join("tests/story.js")).arg(service.address()))?;
    service.check_health()
}

/// A swarm that asks a model survives a kill at every commit; the suite tries some of them.
fn kills(tools: &postgres::Tools) -> Outcome {
    let postgres = Postgres::start(tools)?;
    let mut command = workspace::cargo();
    command
        .args(["test", "-p", "scriptorium", "--test", "durability", "assisted_swarm"])
        .env(super::POSTGRES_VARIABLE, postgres.url())
        .env(EVERY_COMMIT, "1");
    succeed(&mut command)
}
