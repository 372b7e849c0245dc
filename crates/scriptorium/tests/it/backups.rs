//! Tests of backups: they are whole or not there, they hold one moment, they come back, and nobody
//! calls healthy what is not.

mod asked;
mod moved;
mod planned;

use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt as _, path::Path};

use serde_json::{Value, json};

use crate::support::{
    Engine, Studio, Text as _,
    backups::{backups_of, names_in},
    program::{Ran, Server, command, run},
};

/// The rows of every table of a data folder, by the names of their files.
fn rows_in(data: &Path) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("rows");
    let (to_text, data_text) = (to.display().to_string(), data.display().to_string());
    run(folder.path(), &["export", "--all", &to_text, "--data", &data_text]).ok();
    rows_of(&to)
}

/// The rows in an export of a whole studio.
fn rows_of(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), entry))
        .filter(|(name, _)| name.ends_with(".jsonl"))
        .map(|(name, entry)| (name, fs::read_to_string(entry.path()).unwrap()))
        .collect()
}

service_test! {
    fn a_backup_made_beside_the_server_comes_back_as_it_was(studio) {
        let project = studio.project("Dracula");
        let chapter = studio.document(&project, "I", "Left Munich at 8:35 P.M.");

        let made = studio.command(&["backup"]).ok();
        studio.document(&project, "II", "Written after the backup.");

        let backup = backups_of(studio).pop().unwrap();
        assert!(made.starts_with(&format!("made {}\n", backup.display())), "{made}");
        assert!(made.contains("1 project, 1 document, 0 messages;"), "{made}");

        let folder = tempfile::tempdir().unwrap();
        let backup = backup.display().to_string();
        let restored = run(folder.path(), &["restore", &backup, "--data", "fresh"]).ok();
        assert!(restored.contains("1 project, 1 document, 0 messages;"), "{restored}");
        let server = Server::start(folder.path(), &["--data", "fresh"]);
        let path = format!("http://{}/api/projects/{project}/documents", server.address);
        let text = ureq::get(format!("{path}/{chapter}")).call().unwrap().body_mut().read_to_string();
        assert!(text.unwrap().contains("Left Munich at 8:35 P.M."));
        let list = ureq::get(path).call().unwrap().body_mut().read_to_string().unwrap();
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        assert_eq!(list["total"], 1, "{list}");
    }
}

service_test! {
    fn nothing_that_is_there_is_written_over(studio) {
        studio.project("Dracula");
        studio.command(&["backup"]).ok();
        let backup = backups_of(studio).pop().unwrap().display().to_string();
        let folder = tempfile::tempdir().unwrap();
        let data = studio.folder().display().to_string();

        // The server that runs is the better reason.
        let refused = run(folder.path(), &["restore", &backup, "--data", &data]).refusal();
        assert!(refused.contains("not empty") || refused.contains("locked by a running server"), "{refused}");

        fs::create_dir(folder.path().join("full")).unwrap();
        fs::write(folder.path().join("full/letter"), "dear").unwrap();
        let taken = run(folder.path(), &["restore", &backup, "--data", "full"]).refusal();
        let why = "full is there already and not empty: name a new folder with --data";
        assert_eq!(taken, format!("scriptorium: {why}\n"));
        assert_eq!(names_in(&folder.path().join("full")), ["letter"]);

        let taken = run(folder.path(), &["export", "--all", "full", "--data", &data]).refusal();
        assert!(taken.contains("full is there already and not empty"), "{taken}");
        let none = run(folder.path(), &["restore", "full", "--data", "fresh"]).refusal();
        assert!(none.contains("full is no backup: it has no manifest.json"), "{none}");
        assert!(!folder.path().join("fresh").exists());
    }
}

#[test]
fn the_copy_that_an_upgrade_left_can_be_restored() {
    let studio = Studio::open(Engine::Sqlite);
    studio.project("Dracula");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("before-migration-from-version-3.sqlite3");
    studio.behind().database.copy_to(&copy).unwrap();

    let copy = copy.display().to_string();
    let restored = run(folder.path(), &["restore", &copy, "--data", "fresh"]).ok();

    assert!(restored.contains("1 project, 0 documents"), "{restored}");
    let server = Server::start(folder.path(), &["--data", "fresh"]);
    let list = ureq::get(format!("http://{}/api/projects", server.address)).call().unwrap();
    assert_eq!(list.status(), 200);
}

service_test! {
    fn a_backup_somebody_changed_is_refused(studio) {
        studio.project("Dracula");
        studio.command(&["backup"]).ok();
        let backup = backups_of(studio).pop().unwrap();
        let file = match studio.engine {
            Engine::Sqlite => backup.join("scriptorium.db"),
            Engine::Postgres => backup.join("project.jsonl"),
        };
        let mut bytes = fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        fs::write(&file, bytes).unwrap();

        let folder = tempfile::tempdir().unwrap();
        let text = backup.display().to_string();
        let refusal = run(folder.path(), &["restore", &text, "--data", "fresh"]).refusal();

        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(refusal.contains(&format!("is damaged: {name} has changed")), "{refusal}");
        assert!(!folder.path().join("fresh").exists());
        // The doctor finds it too, and says what to do.
        let ran = studio.command(&["doctor"]);
        assert!(!ran.succeeded && ran.out.contains("error: backups: "), "{ran:?}");
        assert!(ran.out.contains("type `scriptorium backup`"), "{ran:?}");
    }
}

service_test! {
    fn a_studio_that_is_well_is_called_healthy(studio) {
        let mut chance = crate::support::chance::Chance::of_today();
        let project = crate::exports::whole::project(studio, &mut chance);
        crate::exports::whole::settle(studio, &project);
        studio.post(
            "/api/agent-communication/messages/send",
            &json!({ "toAgent": "all", "message": "Good morning", "priority": "normal",
                     "type": "broadcast" }),
        );
        studio.post("/api/notifications/test", &json!({}));
        studio.post("/api/discovery/research/saved-searches",
            &json!({ "name": "wolves", "query": "wolf" }));
        // Whether the two agents of this project have a part in it depends on the texts.
        studio.put(&format!("/api/projects/{project}"), &json!({ "activeAgents": [] })).ok();
        let swarm = json!({ "swarmType": "consistency_sweep", "projectId": project,
                            "taskDescription": "Before the second draft" });
        let swarm = studio.post("/api/agents/swarm", &swarm).ok()["swarmId"].text();
        studio.until("the swarm to end", || {
            let swarm = studio.get(&format!("/api/agents/swarm/{swarm}")).ok();
            (swarm["status"] == "completed").then_some(())
        });
        studio.command(&["backup"]).ok();
        let open = studio.command(&["doctor"]).out;
        let odd = format!("type `chmod 700 {}`", studio.folder().display());
        assert!(open.contains(&odd), "the folder of a story is open to others: {open}");
        fs::set_permissions(studio.folder(), fs::Permissions::from_mode(0o700)).unwrap();

        let ran = studio.command(&["doctor"]);

        // Its clock is not the test's, which stands still at another time.
        let odd = ["clock: ", "the newest that is sound is"];
        let found: Vec<&str> = ran.out.lines()
            .filter(|line| line.starts_with("error") || line.starts_with("warning"))
            .filter(|line| !odd.iter().any(|word| line.contains(word)))
            .collect();
        assert_eq!(found, Vec::<&str>::new(), "{ran:?}");
        assert!(ran.out.contains("ok: backups: "), "{ran:?}");
    }
}

service_test! {
    fn what_is_counted_wrongly_is_found_and_counted_anew(mut studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Left Munich.");
        studio.post(&format!("/api/projects/{project}/lore"), &json!({ "name": "Mina", "category": "character" })).ok();
        let path = format!("/api/projects/{project}");
        let before = studio.get(&path).ok();
        studio.run(&[
            "UPDATE record_counter SET value = value + 7",
            "UPDATE project_summary SET documents = 40, progress_done = 3",
            "UPDATE counter SET value = 9 WHERE name = 'projects'",
            "UPDATE mailbox SET queued = 3 WHERE agent_id = 'muse'",
            "UPDATE lore_entry SET folded = 'x'",
        ]);

        let refused = studio.command(&["doctor", "--rebuild"]);
        assert!(refused.err.contains("locked by a running server"), "{refused:?}");
        studio.stop();
        let found = studio.command(&["doctor"]);
        assert!(!found.succeeded, "{found:?}");
        for what in [
            "1 of the counters of records is not what counting finds",
            "1 of the totals of the whole studio is not what counting finds",
            "1 of the mailboxes is not what counting finds",
            "in 1 of the projects, counters are not what counting finds",
            "1 rows of lore_entry have derived columns that do not match",
        ] {
            let line = found.out.lines().find(|line| line.contains(what));
            let line = line.unwrap_or_else(|| panic!("{what}: {}", found.out));
            assert!(line.starts_with("error: database: "), "{line}");
            assert!(line.ends_with("type `scriptorium doctor --rebuild`"), "{line}");
        }
        let rebuilt = studio.command(&["doctor", "--rebuild"]);
        assert!(!rebuilt.out.contains("error: "), "{rebuilt:?}");

        studio.restart();
        assert_eq!(studio.get(&path).ok(), before);
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
    }
}

service_test! {
    fn rows_under_wrong_numbers_are_found_and_numbered_anew(mut studio) {
        let project = studio.project("Dracula");
        let mut events = Vec::new();
        for name in ["As it happened", "As it is told"] {
            let timeline = json!({ "projectId": project, "name": name });
            let made = studio.post("/api/creative/timelines", &timeline).ok()["data"]["id"].text();
            let path = format!("/api/creative/timelines/{made}/events");
            studio.post(&path, &json!({ "title": "Left Munich", "dateDisplay": "3 May 1893" })).ok();
            events.push((studio.get(&path).ok(), path));
        }
        let path = format!("/api/projects/{project}");
        let mut before = studio.get(&path).ok();
        studio.run(&[
            "DELETE FROM timeline_counter WHERE timeline_number = 1",
            "UPDATE timeline_counter SET events = 5",
            "UPDATE timeline_event SET timeline_number = 1 WHERE timeline_number = 2",
            "DELETE FROM project_run",
        ]);

        studio.stop();
        let found = studio.command(&["doctor"]).out;
        for what in [
            "1 of the totals of events is not what counting finds",
            "1 timelines without their total of events",
            "1 events under the number of another timeline",
            "1 projects without their row of edits",
        ] {
            assert!(found.contains(&format!("error: database: {what}")), "{what}: {found}");
        }
        let rebuilt = studio.command(&["doctor", "--rebuild"]);
        assert!(!rebuilt.out.contains("error: "), "{rebuilt:?}");

        studio.restart();
        for (kept, path) in events {
            assert_eq!(studio.get(&path).ok(), kept);
        }
        // The row of edits that was lost cannot be counted from other rows.
        let mut after = studio.get(&path).ok();
        for project in [&mut after, &mut before] {
            for counted in ["/analytics", "/intelligence/contextData", "/intelligence/learningPatterns"] {
                *project.pointer_mut(counted).unwrap() = Value::Null;
            }
        }
        assert_eq!(after, before);
    }
}

service_test! {
    fn rows_of_totals_that_are_missing_are_found_and_counted_anew(mut studio) {
        studio.project("Dracula");
        studio.run(&["DELETE FROM mailbox", "DELETE FROM counter WHERE name <> 'probes'",
                        "DELETE FROM event_log"]);
        studio.stop();

        let found = studio.command(&["doctor"]).out;

        for what in [
            "6 totals of the whole studio are missing",
            "15 agents have lost their mailbox",
            "1 event logs do not say which events were deleted",
        ] {
            let line = found.lines().find(|line| line.contains(what));
            let line = line.unwrap_or_else(|| panic!("{what}: {found}"));
            assert!(line.ends_with("type `scriptorium doctor --rebuild`"), "{line}");
        }
        let rebuilt = studio.command(&["doctor", "--rebuild"]);
        assert!(!rebuilt.out.contains("error: "), "{rebuilt:?}");
        studio.restart();
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
        let message = json!({ "toAgent": "muse", "message": "Good morning" });
        studio.post("/api/agent-communication/messages/send", &message).ok();
        studio.stop();
        let well = studio.command(&["doctor"]);
        assert!(!well.out.contains("error: "), "{well:?}");

        studio.restart();
        studio.run(&["DELETE FROM event", "DELETE FROM outbox"]);
        let lost = studio.command(&["doctor"]).out;
        assert!(lost.contains("error: database: the event log has lost events"), "{lost}");
    }
}

#[test]
fn a_doctor_without_anything_to_look_at_says_so_with_another_status() {
    let folder = tempfile::tempdir().unwrap();

    let output = command(folder.path(), &["doctor", "--data", "nowhere"]).output().unwrap();

    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no data folder nowhere"));
    assert!(!folder.path().join("nowhere").exists());
}

/// Restores a backup into the folder `fresh` of a folder.
fn restore(folder: &Path, backup: &str) -> Ran {
    run(folder, &["restore", backup, "--data", "fresh"])
}

service_test! {
    fn a_restore_that_was_killed_can_be_repeated(studio) {
        studio.project("Dracula");
        let folder = tempfile::tempdir().unwrap();
        let rows = folder.path().join("rows").display().to_string();
        studio.command(&["backup"]).ok();
        studio.command(&["export", "--all", &rows]).ok();
        let backup = backups_of(studio).pop().unwrap().display().to_string();
        let fresh = folder.path().join("fresh");

        for backup in [&backup, &rows] {
            for left in [
                vec![],
                vec!["server.lock"],
                vec!["server.lock", "scriptorium.db.unfinished"],
                vec!["server.lock", "scriptorium.db.unfinished", "scriptorium.db.unfinished-wal",
                     "scriptorium.db.unfinished-shm"],
            ] {
                fs::create_dir(&fresh).unwrap();
                left.iter().for_each(|name| fs::write(fresh.join(name), "half").unwrap());

                let restored = restore(folder.path(), backup).ok();

                assert!(restored.contains("1 project, 0 documents"), "{left:?}: {restored}");
                let unfinished = |name: &String| name.contains("unfinished");
                assert_eq!(names_in(&fresh).iter().find(|it| unfinished(it)), None, "{left:?}");
                // One that came to its end is not repeated.
                let again = restore(folder.path(), backup).refusal();
                assert!(again.contains("fresh is there already and not empty"), "{again}");
                fs::remove_dir_all(&fresh).unwrap();
            }
        }
    }
}
