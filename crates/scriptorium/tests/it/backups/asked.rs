//! Backups that somebody asks for over HTTP, and the list of them.

use std::fs;

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::access::{Person, token_of};
use crate::support::{Engine, Studio, Text as _, backups::backups_of};

const PATH: &str = "/api/backups";

/// The list, once no backup is being made.
fn ended(studio: &Studio) -> Value {
    studio.until("the backup to end", || {
        let list = studio.get(PATH).ok();
        (list["isRunning"] == false).then_some(list)
    })
}

fn ask(studio: &Studio) -> Value {
    let asked = studio.post(PATH, &json!({})).ok();
    assert_eq!(asked["isRunning"], true, "{asked}");
    ended(studio)
}

service_test! {
    fn one_that_is_asked_for_is_made_and_listed(studio, "backup.keep" = "2") {
        studio.project("Dracula");
        let none = json!({
            "backups": [], "isRunning": false, "failure": null, "everyHours": 24, "keep": 2,
        });
        assert_eq!(studio.get(PATH).ok(), none);

        let list = ask(studio);

        let made = backups_of(studio).pop().unwrap();
        let manifest = engine::backups::check::check(&made).unwrap();
        let kind = match studio.engine {
            Engine::Sqlite => "copy",
            Engine::Postgres => "rows",
        };
        let name = made.file_name().unwrap().to_str().unwrap();
        let item = json!({
            "name": name, "madeAt": studio.clock.now().iso(), "bytes": manifest.bytes(), "kind": kind,
            "isComplete": true,
        });
        assert_eq!(list["backups"], json!([item]));
        let folder = studio.settings.backups_folder().display().to_string();
        assert!(!list.to_string().contains(&folder), "no path: {list}");

        // The newest is first, and as many stay as with those that are made each day.
        studio.clock.advance(1_000);
        assert_eq!(ask(studio)["backups"][1], item);
        studio.clock.advance(1_000);
        let list = ask(studio);
        let times: Vec<String> =
            list["backups"].as_array().unwrap().iter().map(|it| it["madeAt"].text()).collect();
        assert_eq!(times.len(), 2, "{list}");
        assert!(times[0] > times[1] && times[0] == studio.clock.now().iso(), "{list}");
    }
}

service_test! {
    fn without_a_plan_one_is_made_for_who_asks(studio, "backup.every_hours" = "0") {
        let list = ask(studio);

        assert_eq!(list["backups"].as_array().map(Vec::len), Some(1), "{list}");
        assert_eq!(list["everyHours"], 0);
    }
}

service_test! {
    fn who_administers_asks_and_everybody_else_reads(studio) {
        for scope in [Scope::Read, Scope::Propose, Scope::Write] {
            let person = Person::new(studio, "mina", scope);

            let refused = person.post(PATH, &json!({}));

            assert_eq!(refused.status, 403, "{refused}");
            assert_eq!(refused.detail(), "This needs a token with the scope admin");
            assert_eq!(person.get(PATH).ok()["isRunning"], false);
        }
        let project = Person::new(studio, "mara", Scope::Write).project("Diary");
        let bearer = token_of(studio, &project, Scope::Write);
        assert_eq!(Person { studio, bearer }.get(PATH).status, 403);
        assert_eq!(backups_of(studio).len(), 0);

        Person::new(studio, "helsing", Scope::Admin).post(PATH, &json!({})).ok();
        assert_eq!(ended(studio)["backups"].as_array().map(Vec::len), Some(1));
    }
}

service_test! {
    fn while_one_is_made_no_other_is_begun(studio) {
        // Another process is in the way, so that it takes its time.
        let folder = studio.settings.backups_folder();
        fs::create_dir_all(&folder).unwrap();
        let lock = fs::File::create(folder.join(".lock")).unwrap();
        lock.lock().unwrap();

        studio.post(PATH, &json!({})).ok();

        let refused = studio.post(PATH, &json!({}));
        assert_eq!((refused.status, refused.detail()),
            (409, "A backup is already being made".to_owned()));
        studio.block_on(engine::backups::run_due(studio.behind(), studio.clock.now()));
        let list = studio.get(PATH).ok();
        assert_eq!((&list["isRunning"], &list["failure"]), (&true.into(), &Value::Null), "{list}");

        lock.unlock().unwrap();
        studio.block_on(engine::backups::run_due(studio.behind(), studio.clock.now()));
        let list = studio.get(PATH).ok();
        assert_eq!(list["isRunning"], false, "{list}");
        assert_eq!(list["backups"].as_array().map(Vec::len), Some(1), "{list}");
    }
}

service_test! {
    fn one_that_fails_says_why_and_the_next_may_be_asked_for_at_once(studio) {
        let folder = studio.settings.backups_folder();
        // The folder can be read, but nothing can be made in it.
        let lock = folder.join(".lock");
        fs::create_dir_all(&lock).unwrap();

        let list = ask(studio);

        assert_eq!(studio.get("/health/ready").ok()["parts"]["backup"], "failed");
        let failure = list["failure"].text();
        assert!(failure.starts_with("The backup failed at 20"), "{failure}");
        assert!(!failure.contains(&folder.display().to_string()), "no path: {failure}");

        fs::remove_dir(&lock).unwrap();
        let list = ask(studio);
        assert_eq!(list["failure"], Value::Null, "{list}");
        assert_eq!(studio.get("/health/ready").ok()["parts"]["backup"], "ok");
    }
}

service_test! {
    fn where_the_folder_cannot_be_read_nothing_is_begun(studio, "backup.every_hours" = "0") {
        let folder = studio.settings.backups_folder();
        fs::write(&folder, "in the way").unwrap();

        assert_eq!(studio.post(PATH, &json!({})).status, 500);

        fs::remove_file(&folder).unwrap();
        let list = studio.get(PATH).ok();
        assert_eq!((&list["isRunning"], &list["failure"]), (&false.into(), &Value::Null), "{list}");
    }
}

service_test! {
    fn what_cannot_be_read_hides_no_backup(studio) {
        let folder = studio.settings.backups_folder();
        for second in 0..=domain::backups::LISTED_MAX {
            let name = format!("scriptorium-29991231T{:06}Z", 10_000 * (second / 60) + second % 60);
            fs::create_dir_all(folder.join(name)).unwrap();
        }

        let list = ask(studio);

        assert_eq!(list["backups"].as_array().map(Vec::len), Some(1), "{list}");
    }
}

service_test! {
    fn what_is_no_longer_whole_is_not_called_so(studio) {
        ask(studio);
        let backup = backups_of(studio).pop().unwrap();
        let file = match studio.engine {
            Engine::Sqlite => backup.join("scriptorium.db"),
            Engine::Postgres => backup.join("project.jsonl"),
        };
        fs::write(&file, "cut").unwrap();

        let list = studio.get(PATH).ok();
        assert_eq!(list["backups"][0]["isComplete"], false, "{list}");
        fs::remove_file(&file).unwrap();
        assert_eq!(studio.get(PATH).ok(), list);

        // Without its manifest it is none.
        fs::write(backup.join("manifest.json"), "{}").unwrap();
        assert_eq!(studio.get(PATH).ok()["backups"], json!([]));
    }
}

service_test! {
    fn of_a_damaged_database_none_is_made(studio) {
        studio.behind().database.note_damage("on purpose");

        let refused = studio.post(PATH, &json!({}));

        assert_eq!(refused.status, 409, "{refused}");
        assert!(refused.detail().starts_with("The database is damaged"), "{refused}");
        assert_eq!(studio.get(PATH).ok()["isRunning"], false);
    }
}
