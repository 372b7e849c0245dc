//! `scriptorium check`: has the service read the whole book, shows how far it is, and prints what was
//! found by chapter.

use std::{
    collections::HashSet,
    io::{BufRead as _, BufReader},
};

use domain::time::Time;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::{
    StudioError, findings, naming,
    output::{Output, counted},
    records, since,
};
use crate::{
    cli::studio::Check,
    client::{Client, encoded, text},
};

/// What the task of the sweep says, where people see it.
const TASK: &str = "A check from the command line";

/// Checks a project. Whether nothing was found.
pub(super) fn run(
    order: &Check,
    client: &Client,
    now: Time,
    output: &mut Output<'_>,
) -> Result<bool, StudioError> {
    let since = order.since.as_deref().map(|words| since::read(words, now)).transpose()?;
    let project = naming::project(client, order.project.as_deref())?;
    let body =
        json!({"swarmType": "consistency_sweep", "taskDescription": TASK, "projectId": project.id});
    let swarm = client.post("/api/agents/swarm", body.to_string())?;
    let path = format!("/api/agents/swarm/{}", encoded(&text(&swarm["swarmId"])));
    follow(client, &path)?;
    let swarm = client.get(&path)?;
    if swarm["status"] != "completed" {
        let reason = swarm["errorMessage"].as_str().unwrap_or("it says no reason");
        let status = text(&swarm["status"]);
        return Err(StudioError::Failed(format!("the check ended as {status}: {reason}")));
    }
    let base = format!("/api/projects/{}", encoded(&project.id));
    let list = format!("{base}/findings?state=open&minSeverity={}", order.min_severity);
    let mut found = records(client, &list, "findings")?;
    if let Some(since) = since {
        let changed = changed_since(client, &base, since)?;
        found.retain(|it| findings::documents_of(it).any(|id| changed.contains(id)));
    }
    if output.json {
        output.json(&json!({ "findings": found }))?;
    } else if found.is_empty() {
        let read = swarm["subTaskCounts"]["succeeded"].as_u64().unwrap_or_default();
        let read = counted(usize::try_from(read).unwrap_or(usize::MAX), "sub-task", "sub-tasks");
        let least = &order.min_severity;
        output.line(&format!("nothing of severity {least} or higher is open ({read} done)"))?;
    } else {
        findings::print(client, &project, &found, output)?;
    }
    Ok(found.is_empty())
}

/// The ids of the documents changed at or after a time.
fn changed_since(client: &Client, base: &str, since: Time) -> Result<HashSet<String>, StudioError> {
    let documents = records(client, &format!("{base}/documents"), "documents")?;
    let is_changed = |it: &&Value| {
        let changed = it["modifiedAt"].as_str().and_then(|time| Time::of_iso(time).ok());
        changed.is_none_or(|time| time >= since)
    };
    Ok(documents.iter().filter(is_changed).map(|it| text(&it["id"])).collect())
}

/// Follows the swarm at `path` until it has ended, with a bar on standard error where that is a
/// terminal.
fn follow(client: &Client, path: &str) -> Result<(), StudioError> {
    let events = BufReader::new(client.read(&format!("{path}/stream"))?);
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("checking {wide_bar} {pos} of {len} sub-tasks");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    for line in events.lines() {
        // What has ended it shows in the swarm itself.
        let Ok(line) = line else { break };
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let Ok(swarm) = serde_json::from_str::<Value>(data) else { continue };
        let counts = &swarm["subTaskCounts"];
        if let Some(total) = counts["total"].as_u64() {
            let ended = ["succeeded", "failed", "skipped", "cancelled"];
            bar.set_length(total);
            bar.set_position(ended.iter().filter_map(|it| counts[*it].as_u64()).sum());
        }
    }
    bar.finish_and_clear();
    Ok(())
}
