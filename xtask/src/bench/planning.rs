//! What is planned in the projects before the loads: promises that point into an outline, and
//! timelines with their events; and the proof that a server keeps them.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use super::servers::Server;
use super::stock::{EVENT_POSTS, PROMISE_PATHS, id_of, write_lines};
use crate::failure::{Failure, Outcome};

/// How many promises a list shows at once; the interface allows no more.
pub(super) const PROMISES: usize = 100;

/// How many projects have promises, so that requests do not all meet the same rows.
const BOARDS: usize = 10;

/// How many chapters the promises of a project are made in.
const CHAPTERS: usize = 10;

/// How many different events the load posts. Each keeps its place in time, so that they go
/// everywhere into a timeline and not only to its end.
const EVENT_BODIES: usize = 4_000;

/// A century of days. The step is a prime, so that one event after the other goes somewhere else,
/// and that days repeat only after a century.
const DAYS: usize = 36_500;
const DAYS_STEP: usize = 7_919;
const DAYS_PER_YEAR: usize = 365;
const DAY_MS: usize = 86_400_000;

/// How many connections write at once where much has to be written. A server that commits what
/// comes together in one go is filled sooner by many.
const WRITERS: usize = 32;

const PROMISES_PATH: &str = "/api/creative/plot/promises";

/// Gives some projects their promises, writes down the paths of the lists, and looks at one.
pub(super) fn seed_promises(server: &Server, projects: &[String], folder: &Path) -> Outcome {
    let boards = &projects[..BOARDS];
    for (index, project) in boards.iter().enumerate() {
        let chapters = fill_board(server, project, PROMISES)?;
        if index == 0 {
            prove_promises(server, project, &chapters)?;
        }
    }
    write_lines(folder, PROMISE_PATHS, boards.iter().map(|project| promises_path(project)))
}

/// Gives every project a timeline, writes down events for all of them, and tries two.
///
/// One timeline per project, as many as there are projects to change: a server that commits many
/// events at once writes as many different counters as one that commits them one by one.
pub(super) fn seed_timelines(server: &Server, projects: &[String], folder: &Path) -> Outcome {
    let mut timelines = Vec::with_capacity(projects.len());
    for project in projects {
        timelines.push(make_timeline(server, project)?);
    }
    prove_events(server, &projects[0])?;
    write_events(folder, EVENT_POSTS, &timelines)
}

/// The first page of a project's promises.
pub(super) fn promises_path(project: &str) -> String {
    format!("{PROMISES_PATH}?projectId={project}&limit={PROMISES}")
}

/// The events of a timeline.
pub(super) fn events_path(timeline: &str) -> String {
    format!("/api/creative/timelines/{timeline}/events")
}

/// Makes an empty timeline; its id.
pub(super) fn make_timeline(server: &Server, project: &str) -> Outcome<String> {
    let body = json!({ "projectId": project, "name": "As it happened" });
    id_of(&server.client.post("/api/creative/timelines", &body)?["data"])
}

/// Gives a project an outline and so many promises; the ids of its chapters.
pub(super) fn fill_board(server: &Server, project: &str, count: usize) -> Outcome<Vec<String>> {
    let mut chapters = Vec::with_capacity(CHAPTERS);
    for number in 0..CHAPTERS {
        let body =
            json!({ "projectId": project, "title": chapter_title(number), "kind": "chapter" });
        chapters.push(id_of(&server.client.post("/api/creative/plot/nodes", &body)?["data"])?);
    }
    post_all(server, count, |number| {
        (PROMISES_PATH.to_owned(), promise(project, &chapters, number))
    })?;
    Ok(chapters)
}

/// Writes down the events that a load posts to these timelines.
pub(super) fn write_events(folder: &Path, file: &str, timelines: &[String]) -> Outcome {
    let line = |number: usize| {
        let timeline = &timelines[number % timelines.len()];
        format!("{} {}", events_path(timeline), event(number))
    };
    write_lines(folder, file, (0..EVENT_BODIES).map(line))
}

/// Posts `count` requests over several connections at once, each made from its number.
pub(super) fn post_all(
    server: &Server,
    count: usize,
    request: impl Fn(usize) -> (String, Value) + Sync,
) -> Outcome {
    let next = AtomicUsize::new(0);
    let write = || -> Outcome {
        let client = server.client.another();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(());
            }
            let (path, body) = request(number);
            client.post(&path, &body)?;
        }
    };
    thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS).map(|_| scope.spawn(write)).collect();
        writers
            .into_iter()
            .try_for_each(|writer| writer.join().expect("a writer fails, it does not panic"))
    })
}

/// A promise of everyday size: about 0.5 kB in a list.
fn promise(project: &str, chapters: &[String], number: usize) -> Value {
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

fn chapter_title(number: usize) -> String {
    format!("Chapter {}", number + 1)
}

/// An event of everyday size: about 0.5 kB as an answer.
pub(super) fn event(number: usize) -> Value {
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

/// A fast wrong answer must not win: the list has all promises that were made, each with what was
/// said of it and the title of its chapter.
fn prove_promises(server: &Server, project: &str, chapters: &[String]) -> Outcome {
    let list = server.client.get(&promises_path(project))?;
    let data = &list["data"];
    let listed = data["promises"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_listed = |number: usize| {
        let sent = promise(project, chapters, number);
        let title = chapter_title(number % CHAPTERS);
        listed.iter().any(|item| tells(item, &sent) && item["madeAtNodeTitle"] == title)
    };
    let kept = list["status"] == "success"
        && data["total"] == PROMISES
        && data["nextCursor"].is_null()
        && listed.len() == PROMISES
        && (0..PROMISES).all(is_listed);
    believe(kept, server, "promises", &list)
}

/// Likewise of events, which are listed in their order and counted.
fn prove_events(server: &Server, project: &str) -> Outcome {
    let path = events_path(&make_timeline(server, project)?);
    let (early, late) = (event(1), event(2));
    for sent in [&late, &early] {
        let made = server.client.post(&path, sent)?;
        let told = made["status"] == "success" && tells(&made["data"], sent);
        believe(told, server, "an event", &made)?;
    }
    let list = server.client.get(&format!("{path}?limit=50"))?;
    let (data, events) = (&list["data"], &list["data"]["events"]);
    let kept = data["total"] == 2
        && events.as_array().is_some_and(|events| events.len() == 2)
        && tells(&events[0], &early)
        && tells(&events[1], &late);
    believe(kept, server, "events", &list)
}

/// Whether an answered record has every field as it was sent.
fn tells(record: &Value, sent: &Value) -> bool {
    sent.as_object().is_some_and(|sent| sent.iter().all(|(name, value)| record[name] == *value))
}

fn believe(kept: bool, server: &Server, what: &str, answer: &Value) -> Outcome {
    if kept {
        return Ok(());
    }
    let name = server.contender.name();
    Err(Failure::new(format!("{name} does not keep {what} as they were sent: {answer}")))
}

#[cfg(test)]
mod tests {
    use super::{DAYS, EVENT_BODIES, event, promise, tells};
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn a_record_tells_what_was_sent_only_if_every_field_is_there() {
        let sent = promise("p", &["c".to_owned()], 7);
        let mut answered = sent.clone();
        answered["id"] = json!("1");

        assert!(tells(&answered, &sent));

        answered["notes"] = json!("");
        assert!(!tells(&answered, &sent));
        assert!(!tells(&json!({}), &sent));
        assert!(!tells(&answered, &json!("no record")));
    }

    #[test]
    fn events_go_everywhere_into_a_century() {
        let keys = |count| -> BTreeSet<i64> {
            (0..count).map(|number| event(number)["dateSortKey"].as_i64().unwrap()).collect()
        };

        assert_eq!(keys(EVENT_BODIES).len(), EVENT_BODIES);
        assert_eq!(keys(DAYS).len(), DAYS);
        assert_eq!(keys(DAYS + 1).len(), DAYS);
    }

    #[test]
    fn the_proof_can_tell_the_order_of_its_events() {
        let key = |number| event(number)["dateSortKey"].as_i64();

        assert!(key(1) < key(2));
    }
}
