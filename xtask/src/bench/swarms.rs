//! What the parts of a swarm cost: sweeps over a book of very short chapters, so that what is
//! measured is the engine rather than the reading, and the list of swarms as more of them are over.
//! Nobody else is compared.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::servers::{Contender, Server};
use super::trials::{self, Figures, Load};
use super::wrk::Wrk;
use super::{ROUNDS, meter, report, stock};
use crate::failure::{Failure, Outcome};
use crate::wait;

/// Chapters of the book; three agents read each of them.
const CHAPTERS: usize = 1_000;

/// Finished swarms when the list is first asked for.
pub(super) const FEW: usize = 20;

/// Finished swarms when the list is asked for last.
pub(super) const MANY: usize = 500;

/// How long a sweep may take.
const SWEEP_LIMIT: Duration = Duration::from_secs(120);
const SWEEP_INTERVAL: Duration = Duration::from_millis(20);

const LIST: &str = "/api/agents/swarm/list";
const LIST_FILE: &str = "swarm-list";

/// What swarms cost.
pub(super) struct Swarms {
    /// Sub-tasks of one sweep.
    pub(super) sub_tasks: u64,
    /// Of these, in a second of the best sweep.
    pub(super) per_second: f64,
    /// Server CPU for each, the least of all sweeps.
    pub(super) cpu: Duration,
    /// The list with few finished swarms.
    pub(super) few: Figures,
    /// The list with many.
    pub(super) many: Figures,
}

impl Swarms {
    /// Server CPU of the list with many finished swarms by that with few.
    pub(super) fn list_ratio(&self) -> f64 {
        self.many.cpu.div_duration_f64(self.few.cpu.max(Duration::from_nanos(1)))
    }
}

/// Fills a service of its own, and has it work.
pub(super) fn measure(wrk: &Wrk, folder: &Path, seconds: u64) -> Outcome<Swarms> {
    let server = Server::start(Contender::Scriptorium, folder)?;
    let project = book(&server)?;
    let mut best: Option<(u64, f64, Duration)> = None;
    for round in 1..=ROUNDS {
        meter::settle(server.pid())?;
        let (before, began) = (meter::cpu(server.pid())?, Instant::now());
        let sub_tasks = sweep(&server, &project)?;
        let took = began.elapsed();
        meter::settle(server.pid())?;
        let cpu = (meter::cpu(server.pid())? - before) / u32::try_from(sub_tasks).unwrap_or(1);
        let per_second = sub_tasks as f64 / took.as_secs_f64();
        println!(
            "sub-tasks, round {round}: {sub_tasks} of a sweep, {per_second:.0}/s, {:.1} µs CPU each",
            cpu.as_secs_f64() * 1e6
        );
        best = Some(best.map_or((sub_tasks, per_second, cpu), |(all, rate, least)| {
            (all, rate.max(per_second), least.min(cpu))
        }));
    }
    let (sub_tasks, per_second, cpu) = best.expect("there is at least one round");
    stock::write_lines(folder, LIST_FILE, [LIST.to_owned()])?;
    let few = listed(wrk, &server, folder, (ROUNDS, FEW), seconds)?;
    let many = listed(wrk, &server, folder, (FEW, MANY), seconds)?;
    Ok(Swarms { sub_tasks, per_second, cpu, few, many })
}

/// Makes the book; its project.
fn book(server: &Server) -> Outcome<String> {
    let project = stock::make_project(server, 1)?;
    let files: Vec<_> = (1..=CHAPTERS)
        .map(|chapter| {
            let content = format!("# Chapter {chapter}\n\nThe tide was out, and nobody came.\n");
            json!({ "path": format!("{chapter:04}.md"), "content": content })
        })
        .collect();
    let path = format!("/api/projects/{project}/documents/import");
    let import = stock::id_of(&server.client.post(&path, &json!({ "files": files }))?)?;
    let path = format!("/api/projects/{project}/imports/{import}");
    wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let import = server.client.get(&path).ok()?;
        (import["status"] == "completed").then_some(())
    })
    .ok_or_else(|| Failure::new("the book was not taken in in time".to_owned()))?;
    Ok(project)
}

/// Has a sweep done; how many sub-tasks it had.
fn sweep(server: &Server, project: &str) -> Outcome<u64> {
    let made = make(server, &json!({ "projectId": project }))?;
    let done = wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let listed = server.client.get(LIST).ok()?;
        let done = listed["completedSwarms"].as_array()?.first()?.clone();
        (done["swarmId"] == made.as_str()).then_some(done)
    });
    let done = done.ok_or_else(|| Failure::new("a sweep did not end in time".to_owned()))?;
    let counts = &done["subTaskCounts"];
    match (counts["total"].as_u64(), counts["succeeded"].as_u64()) {
        (Some(total), Some(succeeded)) if total == succeeded && total >= CHAPTERS as u64 => {
            Ok(total)
        }
        _ => Err(Failure::new(format!("a sweep did not do its work: {done}"))),
    }
}

/// Makes a sweep; its id.
fn make(server: &Server, rest: &serde_json::Value) -> Outcome<String> {
    let mut body = rest.clone();
    body["swarmType"] = "consistency_sweep".into();
    body["taskDescription"] = "Look at the book".into();
    let made = server.client.post("/api/agents/swarm", &body)?;
    let id = made["swarmId"].as_str().map(str::to_owned);
    id.ok_or_else(|| Failure::new(format!("a swarm without an id: {made}")))
}

/// Has swarms without a project done, so that there are as many finished ones as wanted, and asks
/// for the list.
fn listed(
    wrk: &Wrk,
    server: &Server,
    folder: &Path,
    (there, wanted): (usize, usize),
    seconds: u64,
) -> Outcome<Figures> {
    for _ in there..wanted {
        make(server, &json!({}))?;
    }
    wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let listed = server.client.get(LIST).ok()?;
        listed["activeSwarms"].as_array()?.is_empty().then_some(())
    })
    .ok_or_else(|| Failure::new("swarms did not end in time".to_owned()))?;
    let mut rounds = Vec::new();
    for round in 1..=ROUNDS {
        let load = Load {
            name: "GET swarm list",
            script: "get.lua",
            path: "",
            file: folder.join(LIST_FILE),
        };
        let figures = trials::measure(wrk, server, &load, seconds)?;
        println!(
            "GET swarm list, {wanted} finished, round {round}: {}",
            report::line(server, &figures)
        );
        rounds.push(figures);
    }
    Ok(Figures::best(&rounds).expect("there is at least one round"))
}
