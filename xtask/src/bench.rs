//! `cargo xtask bench`: three servers side by side under the same load, in one run, and what must
//! come out of it. Other builds disturb it; the load average before the run stands in the results.

mod bars;
mod growth;
mod machine;
mod meter;
mod planning;
mod report;
mod research;
mod servers;
mod staff;
mod stock;
mod swarms;
mod trials;
mod wrk;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use self::bars::Bar;
use self::growth::Growth;
use self::machine::Machine;
use self::research::Searches;
use self::servers::{Contender, Server};
use self::swarms::Swarms;
use self::trials::{Figures, Trial};
use self::wrk::Wrk;
use crate::failure::{Doing, Outcome};
use crate::workspace;

/// How often each load is put on each server; the best counts.
const ROUNDS: usize = 3;

/// How often a start is measured; the best counts.
const STARTS: usize = 5;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The length of each load, in seconds.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Only one trial; writes no results.
    #[arg(long)]
    only: Option<Trial>,
    /// Leave the FastAPI peer out; writes no results.
    #[arg(long)]
    skip_peer: bool,
    /// Install wrk by apt when it is missing (needs root).
    #[arg(long)]
    install: bool,
}

impl Options {
    fn wants(&self, trial: Trial) -> bool {
        self.only.is_none_or(|only| only == trial)
    }

    fn contenders(&self) -> Vec<Contender> {
        let mut contenders = vec![Contender::Hello, Contender::Scriptorium];
        if !self.skip_peer {
            contenders.push(Contender::Peer);
        }
        contenders
    }

    /// Only a whole run is worth keeping.
    fn is_whole(&self) -> bool {
        self.only.is_none() && !self.skip_peer
    }
}

/// All that a run found.
#[derive(Default)]
struct Findings {
    borne: Vec<Borne>,
    start: Option<Start>,
    growth: Vec<Growth>,
    swarms: Option<Swarms>,
    searches: Option<Searches>,
    /// Memory of each server after all its loads, in bytes.
    loaded: Vec<(Contender, u64)>,
}

/// How a server bore a load.
struct Borne {
    trial: Trial,
    contender: Contender,
    best: Figures,
    /// Messages delivered but never handled, where the load was messages and someone handles them.
    unhandled: Option<u64>,
}

/// An empty service, ready and at rest.
struct Start {
    cpu: Duration,
    memory_bytes: u64,
}

impl Findings {
    fn figures(&self, trial: Trial, contender: Contender) -> Option<&Figures> {
        let borne = |one: &&Borne| one.trial == trial && one.contender == contender;
        self.borne.iter().find(borne).map(|one| &one.best)
    }

    fn unhandled(&self, contender: Contender) -> Option<u64> {
        self.borne.iter().filter(|one| one.contender == contender).find_map(|one| one.unhandled)
    }

    /// Answers of ours that never came; `None` when there was no load.
    fn lost(&self) -> Option<u64> {
        let ours = self.borne.iter().filter(|one| one.contender == Contender::Scriptorium);
        let grown = self.growth.iter().map(|one| one.few.lost + one.many.lost);
        let listed = self.swarms.iter().map(|one| one.few.lost + one.many.lost);
        let searched = self.searches.iter().map(|one| one.figures.lost);
        let all = ours.map(|one| one.best.lost).chain(grown).chain(listed).chain(searched);
        all.reduce(|one, other| one + other)
    }
}

/// Measures, prints, and for a whole run writes bench/RESULTS.md. Fails when a bar is missed.
pub(crate) fn run(options: &Options) -> Outcome<ExitCode> {
    let wrk = Wrk::find_or_install(options.install)?;
    for contender in options.contenders() {
        contender.prepare()?;
    }
    let work = fresh_folder()?;
    let machine = Machine::look()?;

    let mut findings = Findings::default();
    if options.wants(Trial::Start) {
        findings.start = Some(start(&work)?);
    }
    if Trial::LOADS.into_iter().any(|trial| options.wants(trial)) {
        bear_loads(&wrk, options, &work, &mut findings)?;
    }
    if options.wants(Trial::Growth) {
        findings.growth = growth::measure(&wrk, &work.join("growth"), options.seconds)?;
    }
    if options.wants(Trial::Swarms) {
        findings.swarms = Some(swarms::measure(&wrk, &work.join("swarms"), options.seconds)?);
    }
    if options.wants(Trial::Staff) {
        findings.growth.push(staff::measure(&wrk, &work.join("staff"), options.seconds)?);
    }

    if options.wants(Trial::Research) {
        findings.searches = Some(research::measure(&wrk, &work.join("research"), options.seconds)?);
    }

    let bars = bars::bars(&findings);
    let text = report::text(options.seconds, &machine, &findings, &bars);
    println!("\n{text}");
    if options.is_whole() {
        let path = workspace::root().join("bench/RESULTS.md");
        fs::write(path, text).doing("writing bench/RESULTS.md")?;
    }
    fs::remove_dir_all(&work).doing("removing the bench's folder")?;
    Ok(if bars.iter().all(Bar::is_met) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// On the disk of the workspace, because the system's temporary folder may lie in memory, where a
/// flush costs nothing. What a broken run left behind goes.
fn fresh_folder() -> Outcome<PathBuf> {
    let work = workspace::root().join("bench/.work");
    if work.exists() {
        fs::remove_dir_all(&work).doing("removing the bench's folder")?;
    }
    fs::create_dir_all(&work).doing("making the bench's folder")?;
    Ok(work)
}

/// Starts the service several times, each on an empty folder.
fn start(work: &Path) -> Outcome<Start> {
    let mut best: Option<Start> = None;
    for round in 1..=STARTS {
        let folder = work.join(format!("start-{round}"));
        let server = Server::start(Contender::Scriptorium, &folder)?;
        let cpu = meter::cpu_of_start(server.pid())?;
        meter::settle(server.pid())?;
        let memory_bytes = meter::memory(server.pid())?;
        println!(
            "start, round {round}: {:.1} ms CPU, {:.1} MB at rest",
            bars::milliseconds(cpu),
            memory_bytes as f64 / 1e6
        );
        best = Some(match best {
            None => Start { cpu, memory_bytes },
            Some(best) => {
                Start { cpu: best.cpu.min(cpu), memory_bytes: best.memory_bytes.min(memory_bytes) }
            }
        });
    }
    Ok(best.expect("there is at least one start"))
}

/// All servers run from the beginning to the end; one at a time has work. Rounds go from server to
/// server, so that a disturbance meets them all.
fn bear_loads(wrk: &Wrk, options: &Options, work: &Path, findings: &mut Findings) -> Outcome {
    let mut servers = Vec::new();
    for contender in options.contenders() {
        let folder = work.join(contender.name());
        let server = Server::start(contender, &folder)?;
        let stock = match contender {
            // It is asked for what our service has.
            Contender::Hello => work.join(Contender::Scriptorium.name()),
            Contender::Scriptorium | Contender::Peer => {
                seed(options, &server, &folder)?;
                folder
            }
        };
        servers.push((server, stock));
    }

    for trial in Trial::LOADS.into_iter().filter(|trial| options.wants(*trial)) {
        let mut rounds: Vec<Vec<Figures>> = vec![Vec::new(); servers.len()];
        let mut unhandled: Vec<Option<u64>> = vec![None; servers.len()];
        for round in 1..=ROUNDS {
            for (index, (server, stock)) in servers.iter().enumerate() {
                let figures = trials::bear(wrk, server, trial, stock, options.seconds)?;
                println!("{}, round {round}: {}", trial.name(), report::line(server, &figures));
                rounds[index].push(figures);
                if trial == Trial::Messages && server.contender != Contender::Hello {
                    unhandled[index] = Some(trials::drain(server)?);
                }
            }
        }
        for (index, (server, _)) in servers.iter().enumerate() {
            findings.borne.push(Borne {
                trial,
                contender: server.contender,
                best: Figures::best(&rounds[index]).expect("there is at least one round"),
                unhandled: unhandled[index],
            });
        }
    }

    for (server, _) in &servers {
        meter::settle(server.pid())?;
        findings.loaded.push((server.contender, meter::memory(server.pid())?));
    }
    Ok(())
}

/// What the wanted loads ask for, and no more.
fn seed(options: &Options, server: &Server, folder: &Path) -> Outcome {
    let projects = stock::seed(server, folder)?;
    if options.wants(Trial::Promises) {
        planning::seed_promises(server, &projects, folder)?;
    }
    if options.wants(Trial::Event) {
        planning::seed_timelines(server, &projects, folder)?;
    }
    Ok(())
}
