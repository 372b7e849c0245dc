//! Who is notified of the end of an import, and who is not.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{begin, ended, numbered};
use crate::support::{JSON, Listener, Studio, Text as _};

/// The caller's notifications, newest first.
fn notifications(studio: &Studio, headers: &[(&str, &str)]) -> Vec<Value> {
    let list = studio.ask("GET", "/api/notifications", headers, None).ok();
    list["notifications"].as_array().unwrap().clone()
}

/// The words of a notification, for the eye.
fn words(notification: &Value) -> [String; 4] {
    ["title", "message", "type", "priority"].map(|field| notification[field].text())
}

service_test! {
    fn who_asked_for_an_import_is_told_of_its_end(studio) {
        let project = studio.project("Dracula");
        let mut listener = Listener::now(studio);

        ended(studio, &begin(studio, &project, &numbered(1, "text")));
        studio.clock.advance(1);
        let mut files = numbered(2, "text");
        files[1]["path"] = json!("cover.png");
        ended(studio, &begin(studio, &project, &files));

        let all = notifications(studio, &[]);
        assert_eq!(all.iter().map(words).collect::<Vec<_>>(), [
            ["Import completed", "Imported 1 file into “Dracula”; 1 left out.", "warning", "normal"],
            ["Import completed", "Imported 1 file into “Dracula”.", "success", "normal"],
        ]);
        // It comes behind the documents it speaks of.
        let heard = listener.hear(4);
        let kinds: Vec<_> = heard.iter().map(|event| event.kind.as_str()).collect();
        assert_eq!(kinds, ["document", "notification", "document", "notification"]);
        assert_eq!((&heard[1].body, &heard[3].body), (&all[1], &all[0]));
    }
}

service_test! {
    fn an_import_that_fails_is_told_as_well(studio) {
        let project = studio.project("Dracula");
        // A fault of the database that comes with the second file.
        studio.write(|tx| {
            tx.run("CREATE UNIQUE INDEX fault ON document (project_id)", ())
                .map(drop)
                .map_err(|error| domain::Error::internal("making a fault", error))
        });

        ended(studio, &begin(studio, &project, &numbered(2, "text")));

        assert_eq!(notifications(studio, &[]).iter().map(words).collect::<Vec<_>>(), [[
            "Import failed",
            "Imported nothing into “Dracula”. The import failed; the log says why.",
            "error",
            "high",
        ]]);
    }
}

service_test! {
    fn a_project_that_wants_no_notifications_is_imported_into_in_silence(studio) {
        let project = studio.project("Dracula");
        let settings = json!({ "settings": { "notifications": false } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();

        ended(studio, &begin(studio, &project, &numbered(1, "text")));

        assert_eq!(notifications(studio, &[]), [Value::Null; 0]);
    }
}

service_test! {
    fn nobody_else_is_told_of_an_import(studio) {
        let database = studio.behind().database.clone();
        let now = studio.clock.now();
        let made = scriptorium::tokens::create(&database, "mina", Scope::Write, "", None, now);
        let bearer = format!("Bearer {}", studio.block_on(made).unwrap());
        let headers = [JSON, ("authorization", bearer.as_str())];
        let post = |path: &str, body: Value| {
            studio.ask("POST", path, &headers, Some(&body.to_string())).ok()
        };
        let project = post("/api/projects", json!({ "name": "hers" }))["id"].text();

        let files = json!({ "files": numbered(1, "text") });
        let import = post(&format!("/api/projects/{project}/documents/import"), files);
        ended(studio, &format!("/api/projects/{project}/imports/{}", import["id"].text()));

        assert_eq!(notifications(studio, &headers).len(), 1);
        assert_eq!(notifications(studio, &[]), [Value::Null; 0], "whoever sees the project is not asked");
    }
}
