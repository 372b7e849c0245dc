//! Tests of the demo: what a newcomer finds there, and finds again as they left it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    exports::whole::settle,
    support::{Studio, Text as _, program},
};

/// Puts the demo into a studio; the paths it names.
pub fn install(studio: &Studio) -> Vec<(&'static str, String)> {
    studio.block_on(scriptorium::demo::install(studio.behind(), studio.folder())).unwrap()
}

/// Puts the demo's project alone into a studio, as its files have it, and opens it; its id.
pub fn import(studio: &Studio) -> String {
    let files: Vec<Value> = scriptorium::demo::files()
        .into_iter()
        .map(|file| json!({ "path": file.path, "content": file.content }))
        .collect();
    let project = studio.post("/api/projects/import", &json!({ "files": files })).ok()["id"].text();
    studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
    settle(studio, &project);
    project
}

/// What lies at a path of the demo.
fn at(studio: &Studio, paths: &[(&str, String)], what: &str) -> Value {
    let (_, path) = paths.iter().find(|(known, _)| *known == what).unwrap();
    studio.get(path).ok()
}

/// How many records of a list there are, where the list has so many at the most.
fn total(list: &Value) -> i64 {
    let list = list.get("data").unwrap_or(list);
    list["total"].as_i64().unwrap()
}

service_test! {
    fn a_newcomer_finds_a_novella_and_all_that_was_planned_for_it(studio) {
        let paths = install(studio);

        let find = |what: &str| at(studio, &paths, what);
        let project = find("project");
        assert_eq!(studio.get("/api/projects/active").ok()["id"], project["id"]);
        let chapters = find("chapters");
        assert!(total(&chapters) >= 8, "{chapters}");
        let words: i64 = chapters["documents"].as_array().unwrap().iter()
            .map(|chapter| chapter["words"].as_i64().unwrap()).sum();
        assert!(words >= 8_000, "{words}");
        assert!(total(&find("lore")) >= 20);
        assert!(total(&find("timeline")) >= 25);
        assert!(total(&find("words")) >= 80);
        assert!(total(&find("grammar")) >= 12);
        let promises = find("promises")["data"]["promises"].as_array().unwrap().clone();
        let mut states: Vec<String> = promises.iter().map(|it| it["status"].text()).collect();
        states.sort();
        states.dedup();
        assert!(promises.len() >= 12 && states.len() >= 6, "{states:?}");
        let sweep = find("sweep");
        assert_eq!(sweep["status"], json!("completed"));
        assert!(sweep["findings"].as_array().unwrap().len() >= 6, "{sweep}");
        let report = sweep["artefacts"][0]["content"].text();
        assert!(report.contains("Left aside, as you said: 1 dismissed, 2 waived."), "{report}");
        let searches = find("searches");
        let queries = searches["queries"].as_array().unwrap();
        assert!(queries.len() >= 3);
        for query in queries {
            assert!(query["resultCount"].as_i64().unwrap() > 0, "{query}");
        }
        assert_eq!(searches["savedSearches"].as_array().unwrap().len(), queries.len());
    }
}

service_test! {
    fn what_the_author_said_to_findings_holds(studio) {
        let paths = install(studio);

        let findings = at(studio, &paths, "findings");
        let findings = findings["findings"].as_array().unwrap();
        let in_state = |state: &str| findings.iter().filter(|it| it["state"] == *state).count();

        assert_eq!(["dismissed", "waived", "accepted", "stale"].map(in_state), [1, 2, 1, 0]);
        for finding in findings {
            let is_answered = finding["state"] != "open";
            assert_eq!(finding["reason"].is_string(), is_answered, "{finding}");
            assert_eq!(finding["swarmId"].is_null(), is_answered, "{finding}");
        }
    }
}

service_test! {
    fn the_demo_is_what_an_export_writes_of_it(studio) {
        let files: Vec<Value> = scriptorium::demo::files().into_iter()
            .map(|file| json!({ "path": file.path, "content": file.content })).collect();
        let body = json!({ "files": files });
        let project = studio.post("/api/projects/import", &body).ok()["id"].text();
        settle(studio, &project);

        let export = studio.get(&format!("/api/projects/{project}/export")).ok();

        let by_path = |files: &Value| -> BTreeMap<String, String> {
            let files = files.as_array().unwrap().iter();
            files.map(|file| (file["path"].text(), file["content"].text())).collect()
        };
        let (shipped, written) = (by_path(&body["files"]), by_path(&export["files"]));
        let [shipped_paths, paths] = [&shipped, &written].map(|it| it.keys().collect::<Vec<_>>());
        assert_eq!(shipped_paths, paths);
        for (path, content) in &written {
            assert_eq!(&shipped[path], content, "{path}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_note_of_the_demo_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let mut command = program::command(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    command.args(["--log-level", "warn"]);
    let mut server = program::Server::of(command);
    server.lines_until("searches");

    let data = folder.path().join("scriptorium-demo");
    for entry in std::fs::read_dir(&data).unwrap() {
        let entry = entry.unwrap();
        // A file of the database may come and go.
        let Ok(metadata) = entry.metadata() else { continue };
        let mode = metadata.permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", entry.path().display());
    }
    assert!(data.join("demo.json").is_file());
}

service_test! {
    fn what_the_user_changes_stays(mut studio) {
        let paths = install(studio);
        let (_, project) = paths[0].clone();
        studio.put(&project, &json!({ "name": "Mine" })).ok();
        let saved = studio.get("/api/discovery/research/saved-searches").ok();
        let search = saved["savedSearches"][0]["id"].text();
        studio.delete(&format!("/api/discovery/research/saved-searches/{search}"));
        studio.delete("/api/projects/active");
        studio.restart();

        let again = install(studio);

        assert_eq!(again, paths);
        assert_eq!(studio.get(&project).ok()["name"], json!("Mine"));
        assert_eq!(studio.get("/api/projects/active").status, 404);
        let left = studio.get("/api/discovery/research/saved-searches").ok();
        assert_eq!(total(&left), total(&saved) - 1);
        assert_eq!(total(&studio.get("/api/projects").ok()), 1);

        studio.delete(&project);
        assert_eq!(install(studio), []);
    }
}

service_test! {
    fn a_start_that_broke_off_is_taken_up(studio) {
        let paths = install(studio);
        std::fs::remove_file(studio.folder().join("demo.json")).unwrap();

        let again = install(studio);

        assert_eq!(again[0], paths[0]);
        assert_eq!(total(&studio.get("/api/projects").ok()), 1);
        assert_eq!(total(&studio.get("/api/discovery/research/saved-searches").ok()), 4);
    }
}

#[test]
fn the_demo_prints_where_to_look_and_every_address_answers() {
    let folder = tempfile::tempdir().unwrap();
    // The file that comes with the program names the usual folder, and chooses none.
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scriptorium.toml");
    std::fs::copy(shipped, folder.path().join("scriptorium.toml")).unwrap();
    let mut command = program::command(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    command.args(["--log-level", "warn"]);
    let mut server = program::Server::of(command);

    let lines = server.lines_until("searches");

    let addresses: Vec<&str> =
        lines.iter().filter_map(|line| line.split_once("http://").map(|(_, at)| at)).collect();
    assert!(addresses.len() >= 12, "{lines:#?}");
    for at in addresses {
        let (host, path) = at.split_once('/').unwrap();
        assert_eq!(host, server.address.to_string());
        let answer = ureq::get(format!("http://{host}/{path}")).call().unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    assert!(folder.path().join("scriptorium-demo/demo.json").is_file());
}

/// What a demo prints behind its addresses, in this environment, up to a line that begins so.
fn lines_about_models(environment: &[(&str, &str)], up_to: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program::command(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    command.args(["--log-level", "warn"]).envs(environment.iter().copied());
    let mut server = program::Server::of(command);
    server.lines_until("searches");
    server.lines_until(up_to)
}

#[test]
fn the_demo_tells_how_to_give_it_a_model_and_that_does() {
    let lines = lines_about_models(&[], "The section [model]");

    assert!(lines[0].starts_with("No language model is configured."), "{lines:#?}");
    let typed: Vec<(&str, &str)> =
        lines.iter().filter_map(|line| line.strip_prefix("export ")?.split_once('=')).collect();
    assert_eq!(typed.len(), 3, "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("scriptorium model check")), "{lines:#?}");

    let lines = lines_about_models(&typed, "A language model is configured.");
    assert!(lines[0].contains("scriptorium model check"), "{lines:#?}");
}
