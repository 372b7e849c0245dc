//! The projects a server holds before the loads, and the files that tell wrk's scripts of all it
//! holds. What is planned in the projects is in `planning`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::servers::Server;
use crate::failure::{Doing, Failure, Outcome};

/// How many projects a server holds, so that requests do not all meet one row.
pub(super) const PROJECTS: usize = 1_000;

/// The files of the scripts, each with one thing per line: ids of projects, paths of projects,
/// paths of lists of promises, and paths with the event that goes there.
pub(super) const PROJECT_IDS: &str = "project-ids";
pub(super) const PROJECT_PATHS: &str = "project-paths";
pub(super) const PROMISE_PATHS: &str = "promise-paths";
pub(super) const EVENT_POSTS: &str = "event-posts";

/// Makes the projects, writes them down, and tries once what the loads will ask. Their ids.
pub(super) fn seed(server: &Server, folder: &Path) -> Outcome<Vec<String>> {
    let mut ids = Vec::with_capacity(PROJECTS);
    for number in 1..=PROJECTS {
        ids.push(make_project(server, number)?);
    }
    write_projects(folder, &ids)?;
    prove(server, &ids[0])?;
    Ok(ids)
}

/// Makes a project; its id.
pub(super) fn make_project(server: &Server, number: usize) -> Outcome<String> {
    let made = server.client.post("/api/projects", &project(number))?;
    id_of(&made)
}

/// The id of a record as it was answered.
pub(super) fn id_of(record: &Value) -> Outcome<String> {
    let id = record["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| Failure::new(format!("a record without an id: {record}")))
}

/// Writes a file for the scripts.
pub(super) fn write_lines(
    folder: &Path,
    file: &str,
    lines: impl IntoIterator<Item = String>,
) -> Outcome {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    fs::write(folder.join(file), text).doing(format_args!("writing {file} for the load"))
}

fn write_projects(folder: &Path, ids: &[String]) -> Outcome {
    write_lines(folder, PROJECT_IDS, ids.iter().cloned())?;
    write_lines(folder, PROJECT_PATHS, ids.iter().map(|id| format!("/api/projects/{id}")))
}

/// A project of everyday size: about 1.2 kB as an answer.
fn project(number: usize) -> Value {
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

/// A fast wrong answer must not win: what is changed is read back.
fn prove(server: &Server, id: &str) -> Outcome {
    let path = format!("/api/projects/{id}");
    server
        .client
        .put(&path, &json!({ "description": "Proof", "settings": { "autoSave": false } }))?;
    let read = server.client.get(&path)?;
    let kept = read["description"] == "Proof"
        && read["settings"]["autoSave"] == false
        && read["settings"]["color"] == "#336699";
    if kept {
        Ok(())
    } else {
        Err(Failure::new(format!("{} does not keep a change: {read}", server.contender.name())))
    }
}
