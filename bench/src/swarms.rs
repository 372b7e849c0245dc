//! What the sub-tasks of swarms cost, and the list of swarms as more of them have finished. The
//! chapters are very short, so that the swarm engine is measured and not the reading. Only our
//! service is measured.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use xtask::failure::{Failure, Outcome};
use xtask::wait;

use crate::growth::{Growth, RATIO_MAX};
use crate::load::{Runner, Target};
use crate::requests::line;
use crate::servers::{Server, Subject};
use crate::{process, seed};

/// Chapters of the book; three agents read each of them.
const CHAPTERS: usize = 1_000;

/// Sweeps of the book.
const SWEEPS: usize = 3;

/// Finished swarms when the list is read first and last.
const FINISHED: (usize, usize) = (20, 500);

/// How long a sweep may take.
const SWEEP_LIMIT: Duration = Duration::from_secs(120);
const SWEEP_INTERVAL: Duration = Duration::from_millis(20);

const LIST: &str = "/api/agents/swarm/list";

/// The median of the sweeps.
pub(crate) struct Sweep {
    pub(crate) sub_tasks: u64,
    pub(crate) per_second: f64,
    /// Server CPU for each sub-task.
    pub(crate) cpu: Duration,
}

/// The sweeps, and how the cost of the list grows.
pub(crate) fn measure(
    runner: &Runner,
    subject: &Subject,
    folder: &Path,
) -> Outcome<(Sweep, Growth)> {
    let server = Server::start(subject, folder)?;
    let project = make_book(&server)?;
    let sweeps = (1..=SWEEPS)
        .map(|round| {
            let sweep = measure_sweep(&server, &project)?;
            println!(
                "sweep, round {round}: {} sub-tasks, {:.0}/s, {:.1} µs CPU each",
                sweep.sub_tasks,
                sweep.per_second,
                sweep.cpu.as_secs_f64() * 1e6
            );
            Ok(sweep)
        })
        .collect::<Outcome<Vec<_>>>()?;

    let file = folder.join("list");
    seed::write_lines(&file, [line("GET", LIST, None)])?;
    let request = "GET swarm list";
    let list = |there: usize, wanted: usize| {
        finish_swarms(&server, wanted - there)?;
        runner.run(Target::new(&server, format!("{request} of {wanted}"), file.clone()))
    };
    let growth = Growth {
        request,
        counts: FINISHED,
        few: list(SWEEPS, FINISHED.0)?,
        many: list(FINISHED.0, FINISHED.1)?,
        per_record: false,
        max: RATIO_MAX,
    };
    Ok((median(sweeps), growth))
}

/// The median of each figure by itself.
fn median(mut sweeps: Vec<Sweep>) -> Sweep {
    let middle = sweeps.len() / 2;
    sweeps.sort_by_key(|sweep| sweep.cpu);
    let cpu = sweeps[middle].cpu;
    sweeps.sort_by(|one, other| one.per_second.total_cmp(&other.per_second));
    Sweep { cpu, ..sweeps.swap_remove(middle) }
}

/// Imports the book; the id of its project.
fn make_book(server: &Server) -> Outcome<String> {
    let project = seed::make_projects(server, 1)?.remove(0);
    let files: Vec<_> = (1..=CHAPTERS)
        .map(|chapter| {
            let content = format!("# Chapter {chapter}\n\nThe tide was out, and nobody came.\n");
            json!({ "path": format!("{chapter:04}.md"), "content": content })
        })
        .collect();
    let path = format!("/api/projects/{project}/documents/import");
    let import = seed::id_of(&server.client.post(&path, &json!({ "files": files }))?)?;
    let path = format!("/api/projects/{project}/imports/{import}");
    wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let import = server.client.get(&path).ok()?;
        (import["status"] == "completed").then_some(())
    })
    .ok_or_else(|| Failure::new("the book was not imported in time"))?;
    Ok(project)
}

fn measure_sweep(server: &Server, project: &str) -> Outcome<Sweep> {
    process::wait_until_idle(server.pid())?;
    let (before, began) = (process::cpu(server.pid())?, Instant::now());
    let sub_tasks = sweep(server, project)?;
    let took = began.elapsed();
    process::wait_until_idle(server.pid())?;
    let cpu = (process::cpu(server.pid())? - before).div_f64(sub_tasks as f64);
    Ok(Sweep { sub_tasks, per_second: sub_tasks as f64 / took.as_secs_f64(), cpu })
}

/// Runs a sweep to its end; how many sub-tasks it had.
fn sweep(server: &Server, project: &str) -> Outcome<u64> {
    let id = start_swarm(server, json!({ "projectId": project }))?;
    let done = wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let list = server.client.get(LIST).ok()?;
        let last = list["completedSwarms"].as_array()?.first()?.clone();
        (last["swarmId"] == id.as_str()).then_some(last)
    })
    .ok_or_else(|| Failure::new("a sweep did not end in time"))?;
    let counts = &done["subTaskCounts"];
    match (counts["total"].as_u64(), counts["succeeded"].as_u64()) {
        (Some(total), Some(succeeded)) if total == succeeded && total >= CHAPTERS as u64 => {
            Ok(total)
        }
        _ => Err(Failure::new(format!("a sweep did not do all its sub-tasks: {done}"))),
    }
}

/// Starts a sweep; its id.
fn start_swarm(server: &Server, mut body: Value) -> Outcome<String> {
    body["swarmType"] = "consistency_sweep".into();
    body["taskDescription"] = "Look at the book".into();
    let made = server.client.post("/api/agents/swarm", &body)?;
    let id = made["swarmId"].as_str().map(str::to_owned);
    id.ok_or_else(|| Failure::new(format!("a swarm without an id: {made}")))
}

/// Runs so many swarms without a project to their end.
fn finish_swarms(server: &Server, count: usize) -> Outcome {
    for _ in 0..count {
        start_swarm(server, json!({}))?;
    }
    wait::until(SWEEP_LIMIT, SWEEP_INTERVAL, || {
        let list = server.client.get(LIST).ok()?;
        list["activeSwarms"].as_array()?.is_empty().then_some(())
    })
    .ok_or_else(|| Failure::new("swarms did not end in time"))
}
