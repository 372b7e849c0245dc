//! A project made by chance, its export, and what comes of it elsewhere.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{export, import};
use crate::support::{Studio, Text as _, chance::Chance};

/// Words that are hard on files, on JSON and on databases.
const WORDS: [&str; 8] =
    ["Mina", "naïve", "\"quoted\"", "back\\slash", "new\nline", "日本語", "🦇", "a/../b"];

fn words(chance: &mut Chance, most: u64) -> String {
    let count = chance.between(1, most);
    let word = |_| WORDS[chance.between(0, WORDS.len() as u64 - 1) as usize];
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

fn one_of<T: Clone>(chance: &mut Chance, all: &[T]) -> T {
    all[chance.between(0, all.len() as u64 - 1) as usize].clone()
}

/// A project of any kind of record; its id.
fn project(studio: &Studio, chance: &mut Chance) -> String {
    let made = json!({
        "name": words(chance, 3),
        "description": words(chance, 20),
        "projectType": "novella",
        "color": "#7a1f2b",
        "activeAgents": ["muse"],
        "settings": { "mine": { "deep": [1, null, "\u{7f}", 1e300] }, "autoSave": false },
    });
    let project = studio.post("/api/projects", &made).ok()["id"].text();
    documents(studio, chance, &project);
    project
}

fn documents(studio: &Studio, chance: &mut Chance, project: &str) {
    let path = format!("/api/projects/{project}/documents");
    let mut all: Vec<String> = Vec::new();
    for _ in 0..chance.between(1, 12) {
        let mut made = json!({
            "title": words(chance, 3),
            "content": words(chance, 50),
            "kind": one_of(chance, &["part", "chapter", "scene", "note", "reference"]),
            "status": one_of(chance, &["outline", "draft", "revise", "done"]),
        });
        if chance.between(0, 2) == 0 && !all.is_empty() {
            made["parentId"] = one_of(chance, &all).into();
        }
        if chance.between(0, 1) == 0 {
            made["wordTarget"] = chance.between(0, 1_000).into();
        }
        let reply = studio.post(&path, &made);
        // A tree that grew too deep by chance stays as it is.
        if reply.status == 200 {
            all.push(reply.body["id"].text());
        }
        studio.clock.advance(chance.between(1, 100_000) as i64);
        if chance.between(0, 1) == 0 {
            let id = one_of(chance, &all);
            let change = json!({ "content": words(chance, 50) });
            studio.put(&format!("{path}/{id}"), &change).ok();
        }
    }
    let gone = one_of(chance, &all);
    studio.delete(&format!("{path}/{gone}")).ok();
}

/// Every record of a project by its path, as the interface shows it.
pub(super) fn records(studio: &Studio, project: &str) -> BTreeMap<String, Value> {
    let mut records = BTreeMap::new();
    let mut one = |path: String| {
        let record = studio.get(&path).ok();
        records.insert(path, record.clone());
        record
    };
    let project = format!("/api/projects/{project}");
    one(project.clone());
    for document in list(studio, &format!("{project}/documents"), "documents") {
        let document = format!("{project}/documents/{}", document["id"].text());
        one(document.clone());
        for revision in list(studio, &format!("{document}/revisions"), "revisions") {
            one(format!("{document}/revisions/{}", revision["version"]));
        }
    }
    records
}

/// Every item of a list, page by page.
pub(super) fn list(studio: &Studio, path: &str, plural: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let mark = if path.contains('?') { '&' } else { '?' };
        let page = studio.get(&format!("{path}{mark}limit=100{cursor}")).ok();
        let page = if page["data"].is_object() { page["data"].clone() } else { page };
        all.extend(page[plural].as_array().unwrap_or_else(|| panic!("{path}: {page}")).clone());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

story! {
    fn a_project_comes_in_elsewhere_as_it_left(studio) {
        let mut chance = Chance::of_today();
        let other = Studio::open(studio.engine);
        other.clock.advance(studio.clock.now().millis() - other.clock.now().millis());
        for _ in 0..3 {
            let id = project(studio, &mut chance);
            other.clock.advance(studio.clock.now().millis() - other.clock.now().millis());
            let left = records(studio, &id);
            let files = export(studio, &id);

            let arrived = import(&other, &files).ok();

            assert_eq!(arrived["id"], id);
            let came = records(&other, &id);
            assert_eq!(left.keys().collect::<Vec<_>>(), came.keys().collect::<Vec<_>>());
            for (path, record) in &left {
                assert_eq!(&came[path], record, "{path}");
            }
            assert_eq!(export(&other, &id), files);
        }
        assert_eq!(other.get("/api/projects").ok()["total"], 3);
    }
}

story! {
    fn a_project_that_is_here_comes_in_as_a_copy_with_ids_of_its_own(studio) {
        let mut chance = Chance::of_today();
        let id = project(studio, &mut chance);
        let left = records(studio, &id);

        let copy = import(studio, &export(studio, &id)).ok()["id"].text();

        assert_ne!(copy, id);
        let came = records(studio, &copy);
        assert_eq!(records(studio, &id), left);
        // Ids aside they are the same, and no id of the one is in the other.
        assert_eq!(without_ids(&came), without_ids(&left));
        let (left_ids, came_ids) = (ids(&left), ids(&came));
        assert!(came_ids.iter().all(|id| !left_ids.contains(id)), "{left_ids:?} {came_ids:?}");
    }
}

story! {
    fn earlier_texts_stay_behind_where_they_are_not_wanted(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let path = format!("/api/projects/{project}/documents/{document}");
        studio.put(&path, &json!({ "content": "Left Munich at 8:35 P.M." })).ok();
        let paths = |query| {
            let export = studio.get(&format!("/api/projects/{project}/export{query}")).ok();
            let files = export["files"].as_array().expect("files").clone();
            files.iter().map(|file| file["path"].text()).collect::<Vec<_>>()
        };

        let (all, few) = (paths(""), paths("?revisions=false"));

        assert_eq!(all[..5],
            ["scriptorium.json", "documents/0000-i.md", "document.json", "revisions/0001-i.md",
             "revision.json"]);
        assert!(few.iter().all(|path| !path.starts_with("revision")), "{few:?}");
    }
}

/// Texts that are ids: 36 characters with four dashes.
fn is_id(text: &str) -> bool {
    text.len() == 36 && text.matches('-').count() == 4
}

fn ids(records: &BTreeMap<String, Value>) -> Vec<String> {
    let text = serde_json::to_string(records).expect("JSON");
    text.split('"').filter(|part| is_id(part)).map(str::to_owned).collect()
}

/// The records with each id replaced by the place where it is first met.
fn without_ids(records: &BTreeMap<String, Value>) -> Vec<String> {
    let mut shown = Vec::new();
    for record in records.values() {
        let text = record.to_string();
        let parts = text.split('"').map(|part| if is_id(part) { "id" } else { part });
        shown.push(parts.collect::<Vec<_>>().join("\""));
    }
    shown.sort();
    shown
}
