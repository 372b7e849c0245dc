//! What a server has before the loads: projects with outlines, promises, timelines and events; and
//! the files with the requests that wrk sends. Before that, checks that the server stores what it
//! is sent, so that a fast wrong response does not win.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};
use xtask::failure::{Doing, Failure, Outcome};

use crate::load::Load;
use crate::requests::{self, Mixed, PROMISES_PER_PAGE, line};
use crate::servers::Server;

/// How many projects a server has, so that requests do not all meet one row.
pub(crate) const PROJECTS: usize = 1_000;

/// A step through the projects that reaches all of them and leaves neighbours far apart.
const PROJECT_STEP: usize = 7_919;

/// How many projects have promises, and events on their timelines.
const FULL_PROJECTS: usize = 10;

/// How many events each of their timelines has before the loads: more than a page shows.
const EVENTS: usize = 100;

/// How many chapters the promises of a project refer to.
const CHAPTERS: usize = 10;

/// How many different events the load posts.
const EVENT_BODIES: usize = 4_000;

/// How many cycles of 100 requests the mixed load has before it repeats itself.
const MIXED_CYCLES: usize = 200;

/// How many agents each server comes with.
pub(crate) const AGENTS: usize = 15;

/// How many connections write at once: a server that commits groups is filled sooner by many.
const WRITERS: usize = 32;

/// The ids of what the loads refer to.
struct SeedIds {
    projects: Vec<String>,
    /// One for each project, so that a server that commits groups of events has as many counters to
    /// write as one that commits each by itself.
    timelines: Vec<String>,
}

/// Fills a server, checks it, and writes the files of all loads into `folder`.
pub(crate) fn seed(server: &Server, folder: &Path) -> Outcome {
    let projects = make_projects(server, PROJECTS)?;
    let timelines = make_timelines(server, &projects)?;
    let mut chapters = Vec::new();
    for project in &projects[..FULL_PROJECTS] {
        chapters = fill_outline(server, project, PROMISES_PER_PAGE)?;
    }
    fill_timelines(server, &timelines[..FULL_PROJECTS], EVENTS)?;

    check_project(server, &projects[0])?;
    check_promises(server, &projects[FULL_PROJECTS - 1], &chapters)?;
    check_events(server, &projects[0])?;
    check_capabilities(server)?;

    let stock = SeedIds { projects, timelines };
    for load in Load::ALL {
        write_lines(&folder.join(load.file()), stock.lines(load))?;
    }
    Ok(())
}

impl SeedIds {
    fn lines(&self, load: Load) -> Vec<String> {
        let get = |path: String| line("GET", &path, None);
        match load {
            Load::GetProject => (0..PROJECTS).map(|it| self.get_project(it)).collect(),
            Load::PutProject => {
                (0..PROJECTS * requests::CHANGES).map(|it| self.put_project(it)).collect()
            }
            Load::GetPromises => self.projects[..FULL_PROJECTS]
                .iter()
                .map(|project| get(requests::promises_path(project)))
                .collect(),
            Load::PostEvent => event_lines(&self.timelines),
            Load::Messages => vec![post_message()],
            Load::Mixed => self.mixed_lines(),
        }
    }

    /// The loads in their proportion, each with its own position in its sequence.
    fn mixed_lines(&self) -> Vec<String> {
        let cycle = requests::mixed_cycle();
        let mut counts = [0; requests::MIX.len()];
        (0..MIXED_CYCLES)
            .flat_map(|_| &cycle)
            .map(|kind| {
                let number = counts[*kind as usize];
                counts[*kind as usize] += 1;
                let full = number % FULL_PROJECTS;
                let get = |path: &str| line("GET", path, None);
                match kind {
                    Mixed::GetProject => self.get_project(number),
                    Mixed::GetPromises => get(&requests::promises_path(&self.projects[full])),
                    Mixed::GetEvents => get(&requests::events_page_path(&self.timelines[full])),
                    Mixed::GetCapabilities => get(requests::CAPABILITIES),
                    Mixed::PutProject => self.put_project(number),
                    Mixed::PostEvent => event_line(&self.timelines, number),
                    Mixed::PostMessage => post_message(),
                }
            })
            .collect()
    }

    fn project(&self, number: usize) -> String {
        requests::project_path(&self.projects[number * PROJECT_STEP % PROJECTS])
    }

    fn get_project(&self, number: usize) -> String {
        line("GET", &self.project(number), None)
    }

    fn put_project(&self, number: usize) -> String {
        let change = requests::change(number / PROJECTS % requests::CHANGES);
        line("PUT", &self.project(number), Some(&change))
    }
}

fn post_message() -> String {
    line("POST", &requests::send_path(), Some(&requests::message()))
}

fn event_line(timelines: &[String], number: usize) -> String {
    let timeline = &timelines[number * PROJECT_STEP % timelines.len()];
    line("POST", &requests::events_path(timeline), Some(&requests::event(number)))
}

/// The events that a load posts to these timelines.
pub(crate) fn event_lines(timelines: &[String]) -> Vec<String> {
    (0..EVENT_BODIES).map(|number| event_line(timelines, number)).collect()
}

/// Writes a file of requests.
pub(crate) fn write_lines(file: &Path, lines: impl IntoIterator<Item = String>) -> Outcome {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    fs::write(file, text).doing(format_args!("writing {}", file.display()))
}

/// Makes projects; their ids.
pub(crate) fn make_projects(server: &Server, count: usize) -> Outcome<Vec<String>> {
    post_all(server, count, |number| (requests::PROJECTS.to_owned(), requests::project(number + 1)))
}

/// Makes an empty timeline in each project; their ids.
pub(crate) fn make_timelines(server: &Server, projects: &[String]) -> Outcome<Vec<String>> {
    post_all(server, projects.len(), |number| {
        (requests::TIMELINES.to_owned(), requests::timeline(&projects[number]))
    })
}

/// Makes so many events on each timeline.
pub(crate) fn fill_timelines(server: &Server, timelines: &[String], each: usize) -> Outcome {
    post_all(server, each * timelines.len(), |number| {
        (requests::events_path(&timelines[number / each]), requests::event(number))
    })
    .map(drop)
}

/// Gives a project an outline and so many promises; the ids of its chapters.
pub(crate) fn fill_outline(server: &Server, project: &str, count: usize) -> Outcome<Vec<String>> {
    let chapters = post_all(server, CHAPTERS, |number| {
        (requests::NODES.to_owned(), requests::chapter(project, number))
    })?;
    post_all(server, count, |number| {
        (requests::PROMISES.to_owned(), requests::promise(project, &chapters, number))
    })?;
    Ok(chapters)
}

/// Posts `count` bodies over several connections at once, each made from its number; the ids of
/// what was made, in the order of the numbers.
pub(crate) fn post_all(
    server: &Server,
    count: usize,
    request: impl Fn(usize) -> (String, Value) + Sync,
) -> Outcome<Vec<String>> {
    let next = AtomicUsize::new(0);
    let write = || -> Outcome<Vec<(usize, String)>> {
        let client = server.client.another();
        let mut made = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(made);
            }
            let (path, body) = request(number);
            made.push((number, id_of(&client.post(&path, &body)?)?));
        }
    };
    let mut made = thread::scope(|scope| -> Outcome<Vec<(usize, String)>> {
        let writers: Vec<_> = (0..WRITERS.min(count)).map(|_| scope.spawn(write)).collect();
        let mut made = Vec::with_capacity(count);
        for writer in writers {
            made.extend(writer.join().expect("a writer fails, it does not panic")?);
        }
        Ok(made)
    })?;
    made.sort_unstable();
    Ok(made.into_iter().map(|(_, id)| id).collect())
}

/// The id in a response, with or without an envelope.
pub(crate) fn id_of(response: &Value) -> Outcome<String> {
    let id = response["id"].as_str().or_else(|| response["data"]["id"].as_str());
    id.map(str::to_owned).ok_or_else(|| Failure::new(format!("no id in {response}")))
}

/// What is changed is read back.
fn check_project(server: &Server, id: &str) -> Outcome {
    let path = requests::project_path(id);
    let change = json!({ "description": "Checked", "settings": { "autoSave": false } });
    server.client.put(&path, &change)?;
    let read = server.client.get(&path)?;
    let is_stored = read["description"] == "Checked"
        && read["settings"]["autoSave"] == false
        && read["settings"]["color"] == "#336699";
    check(is_stored, server, "a change of a project", &read)
}

/// The list has all promises that were made, each as it was sent and with its chapter's title.
fn check_promises(server: &Server, project: &str, chapters: &[String]) -> Outcome {
    let list = server.client.get(&requests::promises_path(project))?;
    let data = &list["data"];
    let listed = data["promises"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_listed = |number: usize| {
        let sent = requests::promise(project, chapters, number);
        let title = requests::chapter_title(number % CHAPTERS);
        listed.iter().any(|item| has_all(item, &sent) && item["madeAtNodeTitle"] == title)
    };
    let is_stored = list["status"] == "success"
        && data["total"] == PROMISES_PER_PAGE
        && data["nextCursor"].is_null()
        && listed.len() == PROMISES_PER_PAGE
        && (0..PROMISES_PER_PAGE).all(is_listed);
    check(is_stored, server, "promises", &list)
}

/// Events are listed in their order and counted; the first page leads to the second.
fn check_events(server: &Server, project: &str) -> Outcome {
    let timeline = make_timelines(server, &[project.to_owned()])?.remove(0);
    let path = requests::events_path(&timeline);
    let (early, late) = (requests::event(1), requests::event(2));
    for sent in [&late, &early] {
        let made = server.client.post(&path, sent)?;
        let is_made = made["status"] == "success" && has_all(&made["data"], sent);
        check(is_made, server, "an event", &made)?;
    }
    let first = server.client.get(&format!("{path}?limit=1"))?;
    let cursor = first["data"]["nextCursor"].as_str().unwrap_or_default();
    let second = server.client.get(&format!("{path}?limit=1&cursor={cursor}"))?;
    let is_stored = first["data"]["total"] == 2
        && has_all(&first["data"]["events"][0], &early)
        && has_all(&second["data"]["events"][0], &late)
        && second["data"]["nextCursor"].is_null();
    check(is_stored, server, "events", &json!([first, second]))
}

/// Every agent has a record that says what it can do, and some agent is suggested for each
/// capability.
fn check_capabilities(server: &Server) -> Outcome {
    let all = server.client.get(requests::CAPABILITIES)?;
    let suggestions = &all["routingSuggestions"];
    let is_record = |agent: &Value| {
        let capabilities = agent["capabilities"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_suggested = |name: &Value| suggestions[name.as_str().unwrap_or("")].is_string();
        agent["status"] == "available"
            && agent["specializations"].is_array()
            && !capabilities.is_empty()
            && capabilities.iter().all(is_suggested)
    };
    let agents = all["agents"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_complete = agents.len() == AGENTS && agents.iter().all(is_record);
    check(is_complete, server, "agents", &all)
}

/// Whether a record has every field as it was sent.
fn has_all(record: &Value, sent: &Value) -> bool {
    sent.as_object().is_some_and(|sent| sent.iter().all(|(name, value)| record[name] == *value))
}

fn check(is_right: bool, server: &Server, what: &str, response: &Value) -> Outcome {
    if is_right {
        return Ok(());
    }
    let name = server.kind.name();
    Err(Failure::new(format!("{name} does not store {what} as sent: {response}")))
}

#[cfg(test)]
mod tests {
    use super::{has_all, id_of};
    use crate::requests::promise;
    use serde_json::json;

    #[test]
    fn a_record_must_have_every_field_as_it_was_sent() {
        let sent = promise("p", &["c".to_owned()], 7);
        let mut response = sent.clone();
        response["id"] = json!("1");
        assert!(has_all(&response, &sent));

        response["notes"] = json!("");
        assert!(!has_all(&response, &sent));
        assert!(!has_all(&json!({}), &sent));
        assert!(!has_all(&response, &json!("no record")));
    }

    #[test]
    fn an_id_is_found_with_and_without_an_envelope() {
        assert_eq!(id_of(&json!({ "id": "a" })).unwrap(), "a");
        assert_eq!(id_of(&json!({ "status": "success", "data": { "id": "b" } })).unwrap(), "b");
        assert!(id_of(&json!({})).is_err());
    }
}
