//! Studios that move from one database into another: row by row, nothing is lost on the way there
//! and back.

use std::{collections::BTreeMap, fs};

use super::{rows_in, rows_of};
use crate::{
    exports,
    support::{
        Database, Engine, Studio,
        chance::Chance,
        program::{Ran, command, run},
    },
};

/// A studio with a bit of everything, stopped; its folder still there.
fn full(engine: Engine) -> Studio {
    let mut studio = Studio::open(engine);
    let project = exports::whole::project(&studio, &mut Chance::of_today());
    exports::whole::settle(&studio, &project);
    let message = serde_json::json!({ "toAgent": "proseguard", "message": "How is it? 🦇\n" });
    studio.post("/api/agent-communication/messages/send", &message).ok();
    // Who is at work while the studio stops may write once more, behind the last look for numbers.
    let handled = "/api/agent-communication/messages?agent=proseguard&status=handled";
    studio.until("the message to be handled", || {
        (studio.get(handled).ok()["total"] == 1).then_some(())
    });
    studio.command(&["token", "create", "--user", "mina"]).ok();
    studio.stop();
    studio
}

fn export(studio: &Studio) -> (tempfile::TempDir, BTreeMap<String, String>) {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("studio");
    studio.command(&["export", "--all", to.to_str().unwrap()]).ok();
    let rows = rows_of(&to);
    (folder, rows)
}

/// Events that waited for their number have one, where commits come in one order.
fn without_waiting_events(mut rows: BTreeMap<String, String>) -> BTreeMap<String, String> {
    assert_eq!(rows["outbox.jsonl"], "", "a stopped studio has numbered its events");
    rows.remove("outbox.jsonl");
    rows
}

#[test]
fn a_studio_goes_to_postgres_and_comes_back_the_same() {
    let studio = full(Engine::Sqlite);
    let (folder, left) = export(&studio);
    let database = Database::create();
    let there = |arguments: &[&str]| {
        let mut command = command(folder.path(), arguments);
        command.env("SCRIPTORIUM_DATABASE__URL", &database.url);
        Ran::of(command.output().unwrap())
    };

    there(&["import", "--all", "studio", "--data", "pg"]).ok();
    let twice = there(&["import", "--all", "studio", "--data", "pg"]).refusal();
    assert!(twice.contains("the database has data already"), "{twice}");
    there(&["export", "--all", "back", "--data", "pg"]).ok();
    assert_eq!(rows_of(&folder.path().join("back")), left);
    let doctor = there(&["doctor", "--data", "pg"]);
    assert!(!doctor.out.contains("error: "), "{doctor:?}");

    run(folder.path(), &["import", "--all", "back", "--data", "home"]).ok();
    assert_eq!(rows_in(&folder.path().join("home")), left);
    assert!(left["document_text.jsonl"].contains("🦇"), "hard words were among them");
    assert!(left["token.jsonl"].contains("mina"));
}

service_test! {
    fn a_studio_that_came_from_elsewhere_goes_on(studio) {
        let origin = full(studio.engine);
        let (folder, left) = export(&origin);

        // Into the other kind of database.
        let other = match studio.engine {
            Engine::Sqlite => Some(Database::create()),
            Engine::Postgres => None,
        };
        let url = other.as_ref().map(|database| database.url.clone()).unwrap_or_default();
        let mut import = command(folder.path(), &["import", "--all", "studio", "--data", "d"]);
        import.env("SCRIPTORIUM_DATABASE__URL", &url);
        Ran::of(import.output().unwrap()).ok();

        let mut serve = command(folder.path(), &["serve", "--listen", "127.0.0.1:0", "--data", "d"]);
        serve.env("SCRIPTORIUM_DATABASE__URL", &url);
        let server = crate::support::program::Server::of(serve);
        let post = |path: &str, body: &str| {
            ureq::post(format!("http://{}{path}", server.address))
                .header("content-type", "application/json")
                .send(body.to_owned())
                .unwrap()
        };
        // Numbers that the database draws go on behind those that came along.
        for _ in 0..3 {
            assert_eq!(post("/api/projects", r#"{"name":"after the move"}"#).status(), 200);
        }
        let list = ureq::get(format!("http://{}/api/projects", server.address)).call().unwrap();
        let list = list.into_body().read_to_string().unwrap();
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        assert_eq!(list["total"], 4, "{list}");
        assert!(without_waiting_events(left)["event.jsonl"].lines().count() > 3);
    }
}

#[test]
fn a_folder_that_was_changed_leaves_nothing() {
    let studio = full(Engine::Sqlite);
    let (folder, _) = export(&studio);
    let file = folder.path().join("studio/document.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"words\":", "\"words\": ", 1)).unwrap();

    let refusal = run(folder.path(), &["restore", "studio", "--data", "d"]).refusal();

    assert!(refusal.contains("studio is damaged: document.jsonl has changed"), "{refusal}");
    assert!(!folder.path().join("d").exists());
}
