//! `scriptorium check`: has the service read the whole book, shows how far it is, and prints what was
//! found by chapter.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::{swarms::Status, time::Time};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::{
    StudioError, findings, follow, items, naming,
    output::{Output, counted},
    permission, reason, records, report, since,
};
use crate::{
    cli::studio::Check,
    client::{Client, encoded, printable, text},
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
    let swarm = wait(order, client, &path)?;
    if swarm["status"] != "completed" {
        let reason = reason(&swarm["errorMessage"]);
        let status = printable(&swarm["status"]);
        return Err(StudioError::Failed(format!("the check ended as {status}{reason}")));
    }
    for reason in missing(&swarm) {
        report(&reason);
    }
    let base = format!("/api/projects/{}", encoded(&project.id));
    let list = format!("{base}/findings?state=open&minSeverity={}", order.min_severity);
    let mut found = records(client, &list, "findings")?;
    if let Some(since) = since {
        let changed = changed_since(client, &base, since)?;
        found.retain(|it| findings::may_concern(it, &changed));
    }
    if output.json {
        let swarm = json!({ "swarmId": swarm["swarmId"], "subTaskCounts": swarm["subTaskCounts"] });
        output.json(&json!({ "swarm": swarm, "findings": found }))?;
    } else if found.is_empty() {
        let least = &order.min_severity;
        let of_which = if order.since.is_some() { " in documents changed since then" } else { "" };
        output.line(&format!("nothing of severity {least} or higher is open{of_which}"))?;
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

/// Waits until the swarm at `path` has ended, with a bar on standard error where that is a terminal;
/// the swarm then.
fn wait(order: &Check, client: &Client, path: &str) -> Result<Value, StudioError> {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("checking {wide_bar} {pos} of {len} sub-tasks");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut waiting = BTreeSet::new();
    let swarm = follow(client, path, has_ended, |swarm| {
        for agent in waiting_agents(swarm) {
            if waiting.insert(agent.clone()) {
                let remedy = permission::remedy(client, &order.service, &agent);
                bar.suspend(|| report(&format!("{agent} waits for your permission: {remedy}")));
            }
        }
        let counts = &swarm["subTaskCounts"];
        if let Some(total) = counts["total"].as_u64() {
            let ended = ["succeeded", "failed", "skipped", "cancelled"];
            bar.set_length(total);
            bar.set_position(ended.iter().filter_map(|it| counts[*it].as_u64()).sum());
        }
    });
    bar.finish_and_clear();
    Ok(swarm?)
}

/// The agents whose sub-tasks wait for a permission.
fn waiting_agents(swarm: &Value) -> BTreeSet<String> {
    items(&swarm["subTasks"])
        .iter()
        .filter(|it| it["state"] == "awaiting_approval")
        .map(|it| printable(&it["agent"]))
        .collect()
}

/// Why parts of a sweep were left out: each reason once, with how many sub-tasks it concerns.
fn missing(swarm: &Value) -> Vec<String> {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for task in items(&swarm["subTasks"]) {
        if task["state"] == "skipped" {
            *reasons.entry(reason(&task["error"])).or_default() += 1;
        }
    }
    let line = |(reason, count)| {
        format!("{} skipped{reason}", counted(count, "sub-task was", "sub-tasks were"))
    };
    reasons.into_iter().map(line).collect()
}

/// Whether nothing of a swarm changes any more.
fn has_ended(swarm: &Value) -> bool {
    swarm["status"].as_str().and_then(Status::parse).is_some_and(Status::is_final)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reasons_of_what_was_skipped_are_said_once() {
        let task = |state: &str, error: Value| json!({ "state": state, "error": error });
        let swarm = json!({ "subTasks": [
            task("skipped", "No model".into()), task("skipped", "No model".into()),
            task("succeeded", Value::Null), task("skipped", Value::Null),
        ] });

        assert_eq!(
            missing(&swarm),
            ["1 sub-task was skipped", "2 sub-tasks were skipped: No model",]
        );
        assert!(missing(&json!({})).is_empty());
    }
}
