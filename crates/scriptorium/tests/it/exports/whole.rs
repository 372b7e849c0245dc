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
pub fn project(studio: &Studio, chance: &mut Chance) -> String {
    let made = json!({
        "name": words(chance, 3),
        "description": words(chance, 20),
        "projectType": "novella",
        "color": "#7a1f2b",
        "activeAgents": ["muse", "proseguard"],
        "settings": { "mine": { "deep": [1, null, "\u{7f}", 1e300] }, "autoSave": false },
    });
    let project = studio.post("/api/projects", &made).ok()["id"].text();
    let entries = lore(studio, chance, &project);
    let documents = documents(studio, chance, &project);
    let plotlines = timelines(studio, chance, &project, (&entries, &documents));
    // It is exported and imported with what points to it, in the trash.
    let trashed = format!("/api/projects/{project}/documents/{}", documents[0]);
    studio.delete(&trashed).ok();
    let documents = &documents[1..];
    plot(studio, chance, &project, (documents, &plotlines));
    languages(studio, chance, &project);
    studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok();
    proposals(studio, chance, &project, (documents, &entries));
    project
}

/// Proposals about these documents and entries, some of them decided; one document is locked.
fn proposals(
    studio: &Studio,
    chance: &mut Chance,
    project: &str,
    (documents, entries): (&[String], &[String]),
) {
    let path = format!("/api/projects/{project}/proposals");
    for n in 0..chance.between(1, 6) {
        // Longer than what stands there, so that it changes something.
        let after = words(chance, 3) + " ⁂";
        let change = json!({ "start": 0, "end": 1, "after": after, "reason": "🦇" });
        let mut made = json!({
            "target": { "kind": "document", "id": one_of(chance, documents) },
            "agent": one_of(chance, &["muse", "proseguard"]),
            "summary": words(chance, 3),
            "changes": [change],
            "receipt": { "deep": [null, words(chance, 3)] },
        });
        match chance.between(0, 2) {
            0 => {
                made["target"] = json!({ "kind": "lore", "id": one_of(chance, entries) });
                made["changes"] = json!([{ "field": "name", "after": words(chance, 9) + "!" },
                    { "field": "attributes", "after": { "new": n } }]);
            }
            1 => {
                made["target"] = json!({ "kind": "node" });
                made["changes"] = json!([{ "field": "title", "after": words(chance, 3) }]);
            }
            _ => {}
        }
        let made = studio.post(&path, &made).ok()["id"].text();
        let decision = one_of(chance, &["accept", "reject", ""]);
        if !decision.is_empty() {
            let some = json!({ "changes": ["1"] });
            // What another proposal has changed is refused.
            studio.post(&format!("{path}/{made}/{decision}"), &some);
        }
    }
    let locked = format!("/api/projects/{project}/documents/{}/lock", documents[0]);
    studio.post(&locked, &json!({})).ok();
}

/// Entries that the documents made later may name; their ids.
fn lore(studio: &Studio, chance: &mut Chance, project: &str) -> Vec<String> {
    let path = format!("/api/projects/{project}/lore");
    let mut all: Vec<String> = Vec::new();
    for _ in 0..chance.between(1, 6) {
        let mut made = json!({
            "name": words(chance, 2),
            "aliases": [words(chance, 1)],
            "category": one_of(chance, &["character", "location", "other"]),
            "content": words(chance, 20),
            "attributes": { "age": chance.between(0, 99), "deep": { "a": [null, "🦇"] } },
        });
        if !all.is_empty() {
            made["relations"] = json!([{ "targetId": one_of(chance, &all), "kind": "knows" }]);
        }
        all.push(studio.post(&path, &made).ok()["id"].text());
    }
    all
}

/// Timelines with events that are linked to entries and documents; the ids of their plotlines.
fn timelines(
    studio: &Studio,
    chance: &mut Chance,
    project: &str,
    (entries, documents): (&[String], &[String]),
) -> Vec<String> {
    let mut plotlines = Vec::new();
    for calendar in [json!({}), json!({ "kind": "year_day", "daysPerYear": 400 })] {
        let made = json!({ "projectId": project, "name": words(chance, 2), "calendar": calendar });
        let id = studio.post("/api/creative/timelines", &made).ok()["data"]["id"].text();
        let path = format!("/api/creative/timelines/{id}");
        let made = json!({ "name": words(chance, 2), "collapsed": chance.between(0, 1) == 0 });
        let plotline = studio.post(&format!("{path}/plotlines"), &made).ok()["data"]["id"].text();
        for _ in 0..chance.between(1, 8) {
            let mut made = json!({
                "title": words(chance, 3),
                "dateDisplay": one_of(chance, &["3 May 1893", "Year 2, Day 9", "long ago"]),
                "tags": [words(chance, 1)],
            });
            if chance.between(0, 1) == 0 {
                made["plotlineIds"] = json!([plotline]);
            }
            if chance.between(0, 3) == 0 {
                made["dateSortKey"] = i64::MIN.into();
            }
            let event = studio.post(&format!("{path}/events"), &made).ok()["data"]["id"].text();
            let link = json!({ "entityType": "document", "entityId": one_of(chance, documents) });
            studio.post(&format!("{path}/events/{event}/links"), &link).ok();
            let link = json!({ "loreEntryId": one_of(chance, entries) });
            studio.post(&format!("{path}/events/{event}/lore-links"), &link).ok();
        }
        plotlines.push(plotline);
    }
    plotlines
}

/// An outline and promises about these documents and plotlines.
fn plot(
    studio: &Studio,
    chance: &mut Chance,
    project: &str,
    (documents, plotlines): (&[String], &[String]),
) {
    let mut nodes: Vec<String> = Vec::new();
    for _ in 0..chance.between(1, 6) {
        let mut made = json!({
            "projectId": project,
            "title": words(chance, 2),
            "kind": one_of(chance, &["act", "chapter", "beat"]),
            "documentId": one_of(chance, documents),
        });
        if chance.between(0, 1) == 0 && !nodes.is_empty() {
            made["parentId"] = one_of(chance, &nodes).into();
        }
        let made = studio.post("/api/creative/plot/nodes", &made).ok();
        nodes.push(made["data"]["id"].text());
    }
    for _ in 0..chance.between(1, 6) {
        let made = json!({
            "projectId": project,
            "title": words(chance, 2),
            "notes": words(chance, 9),
            "status": one_of(chance, &["planned", "made", "broken"]),
            "promiseLevel": one_of(chance, &["core", "micro"]),
            "madeAtNodeId": one_of(chance, &nodes),
        });
        let made = studio.post("/api/creative/plot/promises", &made).ok()["data"]["id"].text();
        let tied = json!({ "plotlineId": one_of(chance, plotlines) });
        studio.put(&format!("/api/creative/plot/promises/{made}"), &tied).ok();
    }
}

fn languages(studio: &Studio, chance: &mut Chance, project: &str) {
    let path = "/api/creative/conlang/languages";
    let made = json!({ "projectId": project, "name": words(chance, 2) });
    let language = studio.post(path, &made).ok()["id"].text();
    for _ in 0..chance.between(1, 4) {
        let made = json!({
            "category": one_of(chance, &["syntax", "phonology"]),
            "name": words(chance, 2),
            "examples": [
                { "input": words(chance, 2), "output": "wek-a tor", "gloss": "wolf-PL run" },
                { "input": words(chance, 2), "output": "wek tor", "gloss": null },
            ],
        });
        studio.post(&format!("{path}/{language}/grammar-rules"), &made).ok();
        let made =
            json!({ "form": words(chance, 9), "meaning": words(chance, 2), "tags": ["sea"] });
        // A form may come up twice.
        studio.post(&format!("{path}/{language}/lexicon"), &made);
    }
}

/// Documents, some of them changed, one in the trash; the ids of those that are there.
fn documents(studio: &Studio, chance: &mut Chance, project: &str) -> Vec<String> {
    let path = format!("/api/projects/{project}/documents");
    let mut all: Vec<String> = Vec::new();
    for _ in 0..chance.between(4, 12) {
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
    let gone = all.swap_remove(chance.between(0, all.len() as u64 - 1) as usize);
    studio.delete(&format!("{path}/{gone}")).ok();
    all
}

/// Waits until the mentions of all entries are counted: what is pending is pending nowhere for
/// long.
pub fn settle(studio: &Studio, project: &str) {
    let path = format!("/api/projects/{project}/lore");
    studio.until("all mentions", || {
        let entries = list(studio, &path, "entries");
        entries.iter().all(|entry| !entry["mentions"].is_null()).then_some(())
    });
}

/// Every record of a project by its path, as the interface shows it.
pub(super) fn records(studio: &Studio, project: &str) -> BTreeMap<String, Value> {
    let mut records = BTreeMap::new();
    let mut one = |path: String| {
        let record = studio.get(&path).ok();
        records.insert(path, record.clone());
        record
    };
    let of_project = format!("?projectId={project}");
    let project = format!("/api/projects/{project}");
    one(project.clone());
    for entry in list(studio, &format!("{project}/lore"), "entries") {
        let entry = format!("{project}/lore/{}", entry["id"].text());
        one(entry.clone());
        one(format!("{entry}/mentions"));
    }
    one(format!("{project}/lore/categories"));
    one(format!("{project}/readiness"));
    one(format!("{project}/findings?limit=100"));
    for proposal in list(studio, &format!("{project}/proposals"), "proposals") {
        one(format!("{project}/proposals/{}", proposal["id"].text()));
    }
    let timelines = "/api/creative/timelines";
    for timeline in list(studio, &format!("{timelines}{of_project}"), "timelines") {
        let timeline = format!("{timelines}/{}", timeline["id"].text());
        one(timeline.clone());
        one(format!("{timeline}/events?limit=100"));
        one(format!("{timeline}/plotlines?limit=100"));
    }
    one(format!("/api/creative/plot/nodes{of_project}"));
    one(format!("/api/creative/plot/promises{of_project}"));
    let languages = "/api/creative/conlang/languages";
    for language in list(studio, &format!("{languages}{of_project}"), "languages") {
        let language = format!("{languages}/{}", language["id"].text());
        one(language.clone());
        one(format!("{language}/grammar-rules?limit=100"));
        one(format!("{language}/lexicon?limit=100"));
    }
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

service_test! {
    fn a_project_comes_in_elsewhere_as_it_left(studio) {
        let mut chance = Chance::of_today();
        let other = Studio::open(studio.engine);
        other.clock.advance(studio.clock.now().millis() - other.clock.now().millis());
        for _ in 0..3 {
            let id = project(studio, &mut chance);
            other.clock.advance(studio.clock.now().millis() - other.clock.now().millis());
            settle(studio, &id);
            let left = records(studio, &id);
            let files = export(studio, &id);

            let arrived = import(&other, &files).ok();

            assert_eq!(arrived["id"], id);
            // What texts name is counted anew.
            settle(&other, &id);
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

service_test! {
    fn a_project_that_is_here_comes_in_as_a_copy_with_ids_of_its_own(studio) {
        let mut chance = Chance::of_today();
        let id = project(studio, &mut chance);
        settle(studio, &id);
        let left = records(studio, &id);

        let copy = import(studio, &export(studio, &id)).ok()["id"].text();

        assert_ne!(copy, id);
        settle(studio, &copy);
        let came = records(studio, &copy);
        assert_eq!(records(studio, &id), left);
        // Ids aside they are the same, and no id of the one is in the other.
        assert_eq!(without_ids(&came), without_ids(&left));
        let (left_ids, came_ids) = (ids(&left), ids(&came));
        assert!(came_ids.iter().all(|id| !left_ids.contains(id)), "{left_ids:?} {came_ids:?}");
    }
}

service_test! {
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
            ["scriptorium.json", "documents/0001-i.md", "document.json",
             "revisions/0001-i-v0001.md", "revision.json"]);
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

/// The records with each id replaced by what its record is called, so that who points to what still
/// shows.
fn without_ids(records: &BTreeMap<String, Value>) -> Vec<String> {
    let mut names = BTreeMap::new();
    records.values().for_each(|record| name_ids(record, &mut names));
    let mut views: Vec<String> = Vec::new();
    for record in records.values() {
        let text = record.to_string();
        let named =
            |part| if is_id(part) { names.get(part).map_or("id", String::as_str) } else { part };
        views.push(text.split('"').map(named).collect::<Vec<_>>().join("\""));
    }
    views.sort();
    views
}

fn name_ids(value: &Value, names: &mut BTreeMap<String, String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| name_ids(item, names)),
        Value::Object(members) => {
            let name = ["title", "name", "form"].iter().find_map(|key| members.get(*key));
            if let (Some(Value::String(id)), Some(Value::String(name))) = (members.get("id"), name)
            {
                names.insert(id.clone(), format!("id of {name}"));
            }
            members.values().for_each(|member| name_ids(member, names));
        }
        _ => {}
    }
}
