//! The requests of the loads: paths, bodies, and the order of the mixed load. Pure functions;
//! `seed` sends some of them before the loads and writes the others into files for wrk.

use serde_json::{Value, json};

/// Promises on a page, the most that the interface allows.
pub(crate) const PROMISES_PER_PAGE: usize = 100;

/// Events on a page.
pub(crate) const EVENTS_PER_PAGE: usize = 50;

pub(crate) const PROJECTS: &str = "/api/projects";
pub(crate) const NODES: &str = "/api/creative/plot/nodes";
pub(crate) const PROMISES: &str = "/api/creative/plot/promises";
pub(crate) const TIMELINES: &str = "/api/creative/timelines";
pub(crate) const CAPABILITIES: &str = "/api/agents/capabilities";
pub(crate) const MESSAGES: &str = "/api/agent-communication/messages";

/// The agent that gets the messages; it needs no language model to handle one.
pub(crate) const AGENT: &str = "proseguard";

/// Variants of the body that changes a project, so that each request really changes something.
pub(crate) const CHANGES: usize = 4;

/// A century of days. The step is a prime, so that consecutive events are far from each other in
/// time, and no day comes twice within a century.
const DAYS: usize = 36_500;
const DAYS_STEP: usize = 7_919;
const DAYS_PER_YEAR: usize = 365;
const DAY_MS: usize = 86_400_000;

/// The requests of the mixed load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mixed {
    GetProject,
    GetPromises,
    GetEvents,
    GetCapabilities,
    PutProject,
    PostEvent,
    PostMessage,
}

/// How many of 100 requests are of each kind.
pub(crate) const MIX: [(Mixed, i32); 7] = [
    (Mixed::GetProject, 30),
    (Mixed::GetPromises, 20),
    (Mixed::GetEvents, 20),
    (Mixed::GetCapabilities, 10),
    (Mixed::PutProject, 10),
    (Mixed::PostEvent, 8),
    (Mixed::PostMessage, 2),
];

/// One cycle of the mixed load: each kind as often as [`MIX`] says, spread evenly (smooth weighted
/// round robin).
pub(crate) fn mixed_cycle() -> Vec<Mixed> {
    let total: i32 = MIX.iter().map(|(_, share)| share).sum();
    let mut credits = [0; MIX.len()];
    (0..total)
        .map(|_| {
            for (credit, (_, share)) in credits.iter_mut().zip(MIX) {
                *credit += share;
            }
            let next = (0..MIX.len()).max_by_key(|index| credits[*index]).unwrap_or(0);
            credits[next] -= total;
            MIX[next].0
        })
        .collect()
}

/// A request for wrk, on one line.
pub(crate) fn line(method: &str, path: &str, body: Option<&Value>) -> String {
    match body {
        None => format!("{method} {path}"),
        Some(body) => format!("{method} {path} {body}"),
    }
}

pub(crate) fn project_path(id: &str) -> String {
    format!("{PROJECTS}/{id}")
}

/// The first page of a project's promises.
pub(crate) fn promises_path(project: &str) -> String {
    format!("{PROMISES}?projectId={project}&limit={PROMISES_PER_PAGE}")
}

/// The events of a timeline.
pub(crate) fn events_path(timeline: &str) -> String {
    format!("{TIMELINES}/{timeline}/events")
}

/// The first page of a timeline's events.
pub(crate) fn events_page_path(timeline: &str) -> String {
    format!("{}?limit={EVENTS_PER_PAGE}", events_path(timeline))
}

/// Where a message is sent.
pub(crate) fn send_path() -> String {
    format!("{MESSAGES}/send")
}

/// A project of everyday size: about 1.2 kB in a response.
pub(crate) fn project(number: usize) -> Value {
    json!({
        "name": format!("The Lighthouse Letters {number}"),
        "description": "A keeper finds letters in the sea wall, each dated later than the last.",
        "projectType": "novel",
        "color": "#336699",
        "icon": "feather",
        "activeAgents": ["lorekeeper", "proseguard"],
        "genres": ["mystery", "literary"],
        "aiPersonality": "Plain and exact; no adjectives where a noun will do.",
    })
}

/// A change of a project: a description and two settings.
pub(crate) fn change(variant: usize) -> Value {
    json!({
        "description": format!(
            "Draft {variant}: a lighthouse keeper finds letters in the sea wall, and each is dated \
             one day later than the last."
        ),
        "settings": {
            "autoSave": variant.is_multiple_of(2),
            "visibility": if variant < CHANGES / 2 { "private" } else { "shared" },
        },
    })
}

pub(crate) fn chapter_title(number: usize) -> String {
    format!("Chapter {}", number + 1)
}

pub(crate) fn chapter(project: &str, number: usize) -> Value {
    json!({ "projectId": project, "title": chapter_title(number), "kind": "chapter" })
}

/// A promise of everyday size: about 0.5 kB in a list.
pub(crate) fn promise(project: &str, chapters: &[String], number: usize) -> Value {
    const TYPES: [&str; 4] = ["plot", "mystery", "character", "foreshadowing"];
    const LEVELS: [&str; 4] = ["core", "major", "minor", "micro"];
    json!({
        "projectId": project,
        "title": format!("Letter {number} has a sender"),
        "description": "Who writes the letters is told before the lamp goes out for good.",
        "promiseType": TYPES[number % TYPES.len()],
        "promiseLevel": LEVELS[number % LEVELS.len()],
        "status": "made",
        "notes": "Planted twice, the second time in passing.",
        "madeAtNodeId": chapters[number % chapters.len()],
    })
}

pub(crate) fn timeline(project: &str) -> Value {
    json!({ "projectId": project, "name": "As it happened" })
}

/// An event of everyday size: about 0.5 kB in a response. Consecutive numbers are spread over a
/// century, so that they go into every part of a timeline.
pub(crate) fn event(number: usize) -> Value {
    let day = number * DAYS_STEP % DAYS;
    json!({
        "title": format!("Letter {number} is found"),
        "description": "The keeper finds it in the sea wall and reads it aloud to the lamp.",
        "dateDisplay": format!("Year {}, Day {}", day / DAYS_PER_YEAR + 1, day % DAYS_PER_YEAR + 1),
        "dateSortKey": day * DAY_MS,
        "category": "revelation",
        "importance": "major",
        "tags": ["letters", "sea wall"],
    })
}

pub(crate) fn message() -> Value {
    json!({
        "toAgent": AGENT,
        "message": "The quick brown fox was seen by the dog, and it slept.",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_cycle_of_the_mixed_load_has_each_kind_as_often_as_stated() {
        let cycle = mixed_cycle();

        assert_eq!(cycle.len(), 100);
        for (kind, share) in MIX {
            let count = cycle.iter().filter(|one| **one == kind).count();
            assert_eq!(count, share as usize, "{kind:?}");
        }
    }

    #[test]
    fn events_are_spread_over_a_century() {
        let keys = |count| -> BTreeSet<i64> {
            (0..count).map(|number| event(number)["dateSortKey"].as_i64().unwrap()).collect()
        };

        assert_eq!(keys(DAYS).len(), DAYS);
        assert_eq!(keys(DAYS + 1).len(), DAYS);
    }

    #[test]
    fn consecutive_changes_differ() {
        let bodies: BTreeSet<String> = (0..CHANGES).map(|it| change(it).to_string()).collect();

        assert_eq!(bodies.len(), CHANGES);
    }
}
