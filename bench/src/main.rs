//! The bench: puts the same loads on the service, on a FastAPI peer and on a bare HTTP server, in
//! one run, and compares them. `cargo xtask bench` runs it; `bench/README.md` says what is measured.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool writes to its terminal"
)]

mod bars;
mod calls;
mod footprint;
mod growth;
mod load;
mod machine;
mod messages;
mod process;
mod readings;
mod report;
mod requests;
mod search;
mod seed;
mod servers;
mod swarms;
mod tools;
mod wrk;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use xtask::failure::{Doing, Outcome};
use xtask::workspace;

use self::bars::Bar;
use self::calls::Calls;
use self::footprint::{ResidentMemory, Start};
use self::growth::Growth;
use self::load::{Figures, Load, Runner, Target};
use self::machine::Machine;
use self::messages::Messages;
use self::readings::ReadingCost;
use self::report::Run;
use self::search::Searches;
use self::servers::{Server, ServerKind, Subject};
use self::swarms::Sweep;
use self::tools::ToolCost;
use self::wrk::Wrk;

/// Rounds of each load; the median counts.
const ROUNDS: usize = 3;

/// Mixed requests before the memory is read, and in a quick run.
const RESIDENT_MEMORY_REQUESTS: u64 = 200_000;
const RESIDENT_MEMORY_REQUESTS_QUICK: u64 = 20_000;

/// Measures the release build against a FastAPI peer.
#[derive(Parser)]
#[command(name = "cargo xtask bench", bin_name = "cargo xtask bench")]
struct Options {
    /// The length of each load, in seconds.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(5..=600))]
    seconds: u64,
    /// See whether everything works: one round of one second; writes no results.
    #[arg(long, conflicts_with = "seconds")]
    quick: bool,
    /// Only one part; writes no results.
    #[arg(long)]
    only: Option<Part>,
    /// Leave the FastAPI peer out; writes no results.
    #[arg(long)]
    skip_peer: bool,
    /// Measure this program instead of building one; writes no results.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Compare messages with this program instead of building an earlier commit; writes no results.
    #[arg(long, value_name = "PATH")]
    base: Option<PathBuf>,
    /// Sweep the novels in this folder, each a folder of Markdown chapters, instead of a made-up one; writes
    /// no results.
    #[arg(long, value_name = "DIR")]
    books: Option<PathBuf>,
    /// Report the program in the profile `dist` beside the one that the bars are for.
    #[arg(long)]
    dist: bool,
    /// Install wrk by apt when it is missing (needs root).
    #[arg(long)]
    install: bool,
}

/// What can be measured by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// CPU time of a start, and memory at rest.
    Start,
    /// The loads that all servers get.
    Loads,
    /// Memory after a fixed number of mixed requests.
    #[value(name = "memory")]
    ResidentMemory,
    /// What a request costs as records become more.
    Growth,
    /// Sub-tasks of swarms, and the list of swarms.
    Swarms,
    /// A consistency sweep over a whole novel, and over one with a changed chapter.
    Sweep,
    /// Search over twenty thousand passages.
    Search,
    /// Messages about a document, against an earlier commit.
    Messages,
    /// Memory and CPU with a thousand calls of a language model in flight.
    Calls,
    /// Calls of tools by assistants, against the routes with the same content.
    Tools,
}

impl Options {
    fn wants(&self, part: Part) -> bool {
        self.only.is_none_or(|only| only == part)
    }

    /// The servers of this run, built.
    fn subjects(&self) -> Outcome<Vec<Subject>> {
        let mut kinds = vec![ServerKind::Scriptorium];
        if self.dist {
            kinds.push(ServerKind::Dist);
        }
        if self.wants(Part::Loads) {
            kinds.insert(0, ServerKind::Hello);
            if !self.skip_peer {
                kinds.push(ServerKind::Peer);
            }
        }
        if self.wants(Part::Messages) {
            kinds.push(ServerKind::Base);
        }
        let given = |kind| if kind == ServerKind::Base { &self.base } else { &self.binary };
        kinds.into_iter().map(|kind| Subject::prepare(kind, given(kind).as_deref())).collect()
    }

    /// Whether the results are for `RESULTS.md`.
    fn is_complete(&self) -> bool {
        let is_of_here = [&self.binary, &self.base, &self.books].iter().all(|it| it.is_none());
        self.only.is_none() && !self.skip_peer && !self.quick && is_of_here
    }
}

/// All that a run measured.
#[derive(Default)]
struct Findings {
    loads: Vec<Measured>,
    starts: Vec<(ServerKind, Start)>,
    resident_memory: Vec<ResidentMemory>,
    growth: Vec<Growth>,
    sweep: Option<Sweep>,
    readings: Vec<ReadingCost>,
    searches: Option<Searches>,
    messages: Option<Messages>,
    calls: Option<Calls>,
    tools: Vec<ToolCost>,
}

/// A load on a server.
struct Measured {
    load: Load,
    kind: ServerKind,
    figures: Figures,
}

impl Findings {
    fn figures(&self, load: Load, kind: ServerKind) -> Option<&Figures> {
        let is_it = |one: &&Measured| one.load == load && one.kind == kind;
        self.loads.iter().find(is_it).map(|one| &one.figures)
    }

    fn start(&self, kind: ServerKind) -> Option<Start> {
        self.starts.iter().find(|(one, _)| *one == kind).map(|(_, start)| *start)
    }

    /// The figures of our loads.
    fn ours(&self) -> impl Iterator<Item = &Figures> {
        self.loads.iter().filter(|one| one.kind == ServerKind::Scriptorium).map(|one| &one.figures)
    }

    /// Messages that our agents never handled; `None` without a load.
    fn unhandled(&self) -> Option<u64> {
        self.ours().map(|figures| figures.unhandled).reduce(|one, other| one + other)
    }

    /// Requests of ours without a response; `None` without a load.
    fn lost(&self) -> Option<u64> {
        let growth = self.growth.iter().flat_map(|one| [&one.few, &one.many]);
        let searches = self.searches.iter().map(|one| &one.figures);
        let all = self.ours().chain(growth).chain(searches);
        all.map(|figures| figures.lost).reduce(|one, other| one + other)
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, prints, and writes `bench/RESULTS.md` for a complete run. Fails when a bar is missed;
/// a quick run has no bars.
fn run(options: &Options) -> Outcome<ExitCode> {
    let runner = Runner {
        wrk: Wrk::find_or_install(options.install)?,
        seconds: if options.quick { 1 } else { options.seconds },
        rounds: if options.quick { 1 } else { ROUNDS },
    };
    let subjects = options.subjects()?;
    let folder = empty_folder()?;
    let mut machine = Machine::look()?;
    if let Some(binary) = &options.binary {
        machine.commit = Some(binary.display().to_string());
    }
    let findings = measure(options, &runner, &subjects, &folder)?;
    fs::remove_dir_all(&folder).doing("removing the bench's folder")?;

    let bars = bars::bars(&findings);
    let arguments: Vec<String> = env::args().skip(1).collect();
    let run = Run {
        machine: &machine,
        arguments: &arguments.join(" "),
        seconds: runner.seconds,
        rounds: runner.rounds,
    };
    let text = report::text(&run, &findings, &bars);
    println!("\n{text}");
    if options.is_complete() {
        let path = workspace::root().join("bench/RESULTS.md");
        let old = fs::read_to_string(&path).unwrap_or_default();
        fs::write(&path, report::with_baseline(&text, &old)).doing("writing bench/RESULTS.md")?;
    }
    let is_good = options.quick || bars.iter().all(Bar::is_met);
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(
    options: &Options,
    runner: &Runner,
    subjects: &[Subject],
    folder: &Path,
) -> Outcome<Findings> {
    let mut findings = Findings::default();
    let is_ours =
        |subject: &&Subject| matches!(subject.kind, ServerKind::Scriptorium | ServerKind::Dist);
    for subject in subjects.iter().filter(is_ours) {
        let folder = folder.join(format!("{}-alone", subject.kind.name()));
        if options.wants(Part::Start) {
            findings.starts.push((subject.kind, footprint::start(subject, &folder)?));
        }
        if options.wants(Part::ResidentMemory) {
            let count = if options.quick {
                RESIDENT_MEMORY_REQUESTS_QUICK
            } else {
                RESIDENT_MEMORY_REQUESTS
            };
            findings
                .resident_memory
                .push(footprint::resident_memory(runner, subject, &folder, count)?);
        }
    }
    if options.wants(Part::Loads) {
        findings.loads = put_loads(runner, subjects, folder)?;
    }
    for subject in subjects.iter().filter(|it| it.kind == ServerKind::Scriptorium) {
        if options.wants(Part::Growth) {
            findings.growth = growth::measure(runner, subject, &folder.join("growth"))?;
        }
        if options.wants(Part::Swarms) {
            let (sweep, list) = swarms::measure(runner, subject, &folder.join("swarms"))?;
            findings.sweep = Some(sweep);
            findings.growth.push(list);
        }
        if options.wants(Part::Sweep) {
            let books = options.books.as_deref();
            findings.readings = readings::measure(subject, books, &folder.join("sweep"))?;
        }
        if options.wants(Part::Search) {
            findings.searches = Some(search::measure(runner, subject, &folder.join("search"))?);
        }
        if let Some(base) = subjects.iter().find(|it| it.kind == ServerKind::Base) {
            let folder = folder.join("messages");
            let (rounds, is_quick) = (runner.rounds, options.quick);
            findings.messages = Some(messages::measure(subject, base, rounds, is_quick, &folder)?);
        }
        if options.wants(Part::Calls) {
            findings.calls = Some(calls::measure(runner, subject, &folder.join("calls"))?);
        }
        if options.wants(Part::Tools) {
            findings.tools = tools::measure(runner, subject, &folder.join("tools"))?;
        }
    }
    Ok(findings)
}

/// All servers run from the beginning to the end; one at a time has work.
fn put_loads(runner: &Runner, subjects: &[Subject], folder: &Path) -> Outcome<Vec<Measured>> {
    let mut servers = Vec::new();
    for subject in subjects.iter().filter(|it| it.kind != ServerKind::Base) {
        let own = folder.join(subject.kind.name());
        let server = Server::start(subject, &own)?;
        if subject.kind.stores() {
            seed::seed(&server, &own)?;
            servers.push((server, own));
        } else {
            // It gets the requests of our service.
            servers.push((server, folder.join(ServerKind::Scriptorium.name())));
        }
    }
    let mut all = Vec::new();
    for load in Load::ALL {
        let targets: Vec<Target<'_>> =
            servers.iter().map(|(server, folder)| load.target(server, folder)).collect();
        let figures = runner.compare(&targets)?;
        all.extend(servers.iter().zip(figures).map(|((server, _), figures)| Measured {
            load,
            kind: server.kind,
            figures,
        }));
    }
    Ok(all)
}

/// An empty folder on the disk of the workspace, because the system's temporary folder may be in
/// memory, where a flush costs nothing.
fn empty_folder() -> Outcome<PathBuf> {
    let folder = workspace::root().join("bench/.work");
    if folder.exists() {
        fs::remove_dir_all(&folder).doing("removing the bench's folder")?;
    }
    fs::create_dir_all(&folder).doing("making the bench's folder")?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_in_the_documents_are_understood() {
        let mut count = 0;
        for document in ["CONTRIBUTING.md", "bench/README.md", "bench/RESULTS.md"] {
            let text = fs::read_to_string(workspace::root().join(document)).unwrap();
            let commands = text.split(['`', '\n']);
            for command in commands.filter(|it| it.starts_with("cargo xtask bench")) {
                let (command, _) = command.split_once('#').unwrap_or((command, ""));
                let parsed = Options::try_parse_from(command.split_whitespace().skip(2));
                assert!(parsed.is_ok(), "{document}: {command}: {:?}", parsed.err());
                count += 1;
            }
        }
        assert!(count >= 3, "{count} commands");
    }
}
