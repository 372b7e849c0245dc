//! Tests of the index in step: whatever was answered before a search came is found by it, in this
//! process or another, and after a restart.

use serde_json::json;

use super::{RESEARCH, entry, found, search, texts};
use crate::support::{Engine, JSON, Studio, Text as _, program::Server};

service_test! {
    fn each_change_is_found_by_the_next_search(studio) {
        let project = studio.project("Dracula");
        for round in 0..20 {
            let id = studio.document(&project, "Chapter", &format!("Crate {round}."));
            let path = format!("/api/projects/{project}/documents/{id}");
            assert_eq!(found(studio, &project, "crates"), [format!("Crate {round}.")]);

            studio.put(&path, &json!({ "content": format!("Box {round}.") })).ok();

            assert_eq!(found(studio, &project, "crates"), [""; 0]);
            assert_eq!(found(studio, &project, "boxes"), [format!("Box {round}.")]);
            studio.delete(&path);
            assert_eq!(found(studio, &project, "boxes"), [""; 0]);
        }
    }
}

service_test! {
    fn titles_kinds_and_bins_are_followed(studio) {
        let project = studio.project("Dracula");
        let id = studio.document(&project, "Arrival", "The ship came in with the storm.");
        let path = format!("/api/projects/{project}/documents/{id}");
        let first = || search(studio, &json!({ "query": "storm" }))["semanticResults"][0].clone();

        studio.put(&path, &json!({ "title": "Demeter", "kind": "note", "position": 7 })).ok();

        let metadata = &first()["metadata"];
        assert_eq!(
            [&metadata["title"], &metadata["kind"], &metadata["collection"], &metadata["position"]],
            [&json!("Demeter"), &json!("note"), &json!("notes"), &json!(7)]
        );
        assert_eq!(found(studio, &project, "demeter").len(), 1);
        assert_eq!(found(studio, &project, "arrival"), [""; 0]);
        studio.delete(&path);
        assert_eq!(first(), json!(null));
        studio.post(&format!("{path}/restore"), &json!({})).ok();
        assert_eq!(first()["documentId"], json!(id));
        studio.delete(&format!("/api/projects/{project}"));
        assert_eq!(first(), json!(null));
        studio.post(&format!("/api/projects/{project}/restore"), &json!({})).ok();
        assert_eq!(first()["documentId"], json!(id));
    }
}

service_test! {
    fn what_is_asked_again_and_again_is_found_once(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "The bloofer lady beckoned.");
        // An answer would have the words of the question in it too.
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        for _ in 0..7 {
            let message = json!({
                "toAgent": "muse",
                "message": "Who is the bloofer lady?",
                "context": { "metadata": { "projectId": project } },
            });
            studio.post("/api/agent-communication/messages/send", &message).ok();
        }

        let mut found = found(studio, &project, "bloofer lady");

        found.sort();
        assert_eq!(found, ["The bloofer lady beckoned.", "Who is the bloofer lady?"]);
    }
}

service_test! {
    fn lore_is_followed_too(studio) {
        let project = studio.project("Dracula");
        let id = entry(studio, &project, &json!({ "name": "Quincey", "content": "A Texan." }));
        let path = format!("/api/projects/{project}/lore/{id}");
        assert_eq!(found(studio, &project, "quincey"), ["A Texan."]);

        studio.put(&path, &json!({ "name": "Arthur", "content": "A lord.", "category": "character" })).ok();

        assert_eq!(found(studio, &project, "quincey"), [""; 0]);
        assert_eq!(found(studio, &project, "arthur"), ["A lord."]);
        studio.delete(&path);
        assert_eq!(found(studio, &project, "arthur"), [""; 0]);
    }
}

service_test! {
    fn a_folder_and_a_whole_project_are_found_when_they_have_come(studio) {
        let project = studio.project("Dracula");
        let files = json!({ "files": [
            { "path": "01.md", "content": "# One\n\nThe coachman with the grey beard." },
            { "path": "02.md", "content": "# Two\n\nThree ladies in the moonlight." },
        ] });
        let import = studio.post(&format!("/api/projects/{project}/documents/import"), &files).ok();
        let import = format!("/api/projects/{project}/imports/{}", import["id"].text());
        studio.until("the end of the import", || {
            (studio.get(&import).ok()["status"] == "completed").then_some(())
        });
        entry(studio, &project, &json!({ "name": "Coachman", "content": "He lights blue flames." }));

        let there = found(studio, &project, "coachman");
        let files = studio.get(&format!("/api/projects/{project}/export")).ok();
        let copy = studio.post("/api/projects/import", &json!({ "files": files["files"] })).ok();
        let copied = found(studio, &copy["id"].text(), "coachman");

        assert_eq!(there, ["He lights blue flames.", "One\n\nThe coachman with the grey beard."]);
        assert_eq!(copied, there);
    }
}

service_test! {
    fn a_restart_finds_all_again(mut studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "Chapter", "Children speak of the bloofer lady.");
        entry(studio, &project, &json!({ "name": "Lucy", "content": "The bloofer lady herself." }));
        let message = json!({ "toAgent": "muse", "message": "Who is the bloofer lady?" });
        studio.post("/api/agent-communication/messages/send", &message).ok();
        let all = json!({ "query": "bloofer lady", "minSimilarity": 0.2 });
        let before = texts(&search(studio, &all));

        studio.restart();

        assert_eq!(texts(&search(studio, &all)), before);
        assert_eq!(before.len(), 3, "{before:?}");
    }
}

service_test! {
    fn what_the_log_has_forgotten_is_found_all_the_same(
        studio, "events.keep_max" = "1", "events.keep_days" = "1"
    ) {
        let project = studio.project("Dracula");

        for round in 0..30 {
            let text = format!("Stake {round}.");
            studio.document(&project, "Chapter", &text);
            studio.clock.advance(2 * domain::time::DAY_MS);
            studio.clean();
            let all = json!({ "query": "stakes", "limit": 100 });
            let all = texts(&search(studio, &all));
            assert!(all.contains(&text) && all.len() == round + 1, "{round}: {all:?}");
        }
    }
}

service_test! {
    fn projects_that_are_gone_for_good_leave_the_index(studio) {
        let (gone, stays) = (studio.project("gone"), studio.project("stays"));
        for project in [&gone, &stays] {
            studio.document(project, "Chapter", "The undead.");
            assert_eq!(found(studio, project, "undead").len(), 1);
        }
        studio.delete(&format!("/api/projects/{gone}"));
        studio.clock.advance(31 * domain::time::DAY_MS);

        studio.clean();
        studio.clock.advance(3_600_000);

        studio.until("only what stays to be at hand", || {
            (studio.behind().research.passages() == 1).then_some(())
        });
        assert_eq!(found(studio, &stays, "undead").len(), 1);
        assert_eq!(texts(&search(studio, &json!({ "query": "undead" }))).len(), 1);
    }
}

/// Two processes share a database; each finds at once what the other has answered.
#[test]
fn a_second_server_follows_the_first() {
    let studio = Studio::open(Engine::Postgres);
    let project = studio.project("Dracula");
    studio.document(&project, "Before", "The first crate of earth.");
    let folder = tempfile::tempdir().unwrap();
    let url = studio.settings.database.url.postgres().expect("an address");
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    // As the first one, which has these settings from the tests.
    let settings = "[search]\nembedder = \"words\"\n";
    std::fs::write(folder.path().join("scriptorium.toml"), settings).expect("a settings file");
    let server = Server::start(folder.path(), &["--database-url", url, "--data", data]);
    let other = |query: &str| {
        let body = json!({ "query": query, "projectId": project });
        let request = ureq::post(format!("http://{}{RESEARCH}/search", server.address))
            .header(JSON.0, JSON.1)
            .send(body.to_string());
        let text = request.unwrap().body_mut().read_to_string().unwrap();
        texts(&serde_json::from_str(&text).unwrap())
    };

    assert_eq!(other("crate"), ["The first crate of earth."]);
    for round in 0..10 {
        let id = studio.document(&project, "Chapter", &format!("Coffin {round}."));
        assert_eq!(other("coffin"), [format!("Coffin {round}.")]);
        let path = format!("/api/projects/{project}/documents/{id}");
        studio.put(&path, &json!({ "content": format!("Box {round}.") })).ok();
        assert_eq!(other("coffin"), [""; 0], "{round}");
        let boxed = format!("Box {round}.");
        assert!(other("box").contains(&boxed) && found(&studio, &project, "box").contains(&boxed));
    }
}
