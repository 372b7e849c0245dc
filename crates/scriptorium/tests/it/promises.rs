//! Tests of promises: how they are entered, read and changed, and how far they may go from one
//! state to the next. How they are listed is in `list`, what they point at in `links`, and whose
//! they are in `visibility`.

mod links;
mod list;
mod visibility;

use serde_json::{Value, json};

use crate::support::{JSON, Studio, Text as _};

const PROMISES: &str = "/api/creative/plot/promises";

const TYPES: [&str; 12] = [
    "plot",
    "character",
    "relationship",
    "tone",
    "genre",
    "mystery",
    "theme",
    "world",
    "foreshadowing",
    "setup",
    "prophecy",
    "red_herring",
];

const LEVELS: [&str; 4] = ["core", "major", "minor", "micro"];

const STATUSES: [&str; 8] = [
    "planned",
    "made",
    "progressing",
    "partially_fulfilled",
    "fulfilled",
    "deferred",
    "broken",
    "abandoned",
];

/// Enters a promise; its record.
pub fn make(studio: &Studio, project: &str, body: &Value) -> Value {
    let mut body = body.clone();
    body["projectId"] = project.into();
    studio.post(PROMISES, &body).ok()["data"].clone()
}

/// Where a promise is.
pub fn path(promise: &Value) -> String {
    format!("{PROMISES}/{}", promise["id"].text())
}

/// A promise as it is read.
pub fn read(studio: &Studio, promise: &Value) -> Value {
    studio.get(&path(promise)).ok()["data"].clone()
}

service_test! {
    fn a_promise_entered_with_a_title_alone_is_a_major_one_of_the_plot_and_made(studio) {
        let project = studio.project("Dracula");

        let made = studio.post(PROMISES, &json!({ "projectId": project, "title": "The ring" })).ok();

        let id = made["data"]["id"].clone();
        let wanted = json!({ "status": "success", "data": {
            "id": id,
            "projectId": project,
            "title": "The ring",
            "description": "",
            "promiseType": "plot",
            "promiseLevel": "major",
            "status": "made",
            "notes": "",
            "madeAtNodeId": null,
            "madeAtNodeTitle": "",
            "fulfilledAtNodeId": null,
            "fulfilledAtNodeTitle": "",
            "plotlineId": null,
            "plotlineTitle": "",
            "createdAt": 1_795_000_000_000_i64,
            "modifiedAt": 1_795_000_000_000_i64,
        } });
        assert_eq!(made, wanted);
        assert_eq!(studio.get(&path(&made["data"])).ok(), wanted);
    }
}

service_test! {
    fn a_promise_is_entered_and_read_with_every_field(mut studio) {
        let project = studio.project("Dracula");
        let mut all = Vec::new();
        for (at, kind) in TYPES.into_iter().enumerate() {
            let sent = json!({ "title": "The diary’s end", "description": "*Who* reads it?",
                "promiseType": kind, "promiseLevel": LEVELS[at % 4], "status": STATUSES[at % 8],
                "notes": "see II" });
            let made = make(studio, &project, &sent);
            for (field, value) in sent.as_object().unwrap() {
                assert_eq!(&made[field], value, "{field}");
            }
            all.push(made);
        }
        studio.restart();
        for made in all {
            assert_eq!(read(studio, &made), made);
        }
        let mistakes = json!({ "description": null, "promiseType": "plott", "promiseLevel": 1,
            "status": "kept", "notes": [], "madeAtNodeId": 7 });
        insta::assert_snapshot!(studio.post(PROMISES, &mistakes), @r"
        422
        body.projectId: Field required (missing)
        body.title: Field required (missing)
        body.description: Input should be a valid string (string_type)
        body.promiseType: Input should be 'plot', 'character', 'relationship', 'tone', 'genre', 'mystery', 'theme', 'world', 'foreshadowing', 'setup', 'prophecy' or 'red_herring' (literal_error)
        body.promiseLevel: Input should be 'core', 'major', 'minor' or 'micro' (literal_error)
        body.status: Input should be 'planned', 'made', 'progressing', 'partially_fulfilled', 'fulfilled', 'deferred', 'broken' or 'abandoned' (literal_error)
        body.notes: Input should be a valid string (string_type)
        body.madeAtNodeId: Input should be a valid string (string_type)
        ");
        assert_eq!(studio.put(&format!("{PROMISES}/x"), &json!({ "status": "kept" })).status, 422);
    }
}

service_test! {
    fn an_update_of_a_promise_changes_only_what_it_names(studio) {
        let project = studio.project("Dracula");
        let mut wanted = make(studio, &project, &json!({ "title": "I", "description": "d",
            "promiseType": "mystery", "promiseLevel": "core", "notes": "n", "status": "planned" }));
        studio.clock.advance(1_000);

        for (field, value) in [
            ("title", json!("II")),
            ("description", json!("Who?")),
            ("promiseType", json!("tone")),
            ("promiseLevel", json!("micro")),
            ("status", json!("deferred")),
            ("notes", json!("later")),
        ] {
            let after = studio.put(&path(&wanted), &json!({ field: value })).ok()["data"].clone();

            assert!(after["modifiedAt"].as_i64() > wanted["modifiedAt"].as_i64(), "{field}");
            wanted[field] = value;
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
            assert_eq!(read(studio, &wanted), wanted, "{field}");
        }
        // A promise stays in its project, and what nobody can set is not set.
        let other = studio.project("other");
        studio.put(&path(&wanted), &json!({ "projectId": other, "id": "x", "createdAt": 1 })).ok();
        let nulls = json!({ "title": null, "description": null, "promiseType": null,
            "promiseLevel": null, "status": null, "notes": null, "madeAtNodeId": null });
        let after = studio.put(&path(&wanted), &nulls).ok()["data"].clone();
        for (field, value) in [("description", ""), ("promiseType", "plot"), ("notes", ""),
            ("promiseLevel", "major"), ("status", "made")] {
            wanted[field] = value.into();
        }
        wanted["modifiedAt"] = after["modifiedAt"].clone();
        assert_eq!(after, wanted);
    }
}

service_test! {
    fn a_promise_goes_from_state_to_state_as_the_contract_lets_it(studio) {
        let project = studio.project("Dracula");
        let open = ["planned", "made", "progressing", "partially_fulfilled", "deferred"];
        let allowed = |from: &str, to: &str| match (from, to) {
            ("planned", "made")
            | ("made", "progressing" | "partially_fulfilled" | "fulfilled")
            | ("progressing", "partially_fulfilled" | "fulfilled")
            | ("partially_fulfilled", "progressing" | "fulfilled")
            | ("deferred", "made" | "progressing")
            | ("fulfilled" | "broken" | "abandoned", "progressing") => true,
            (from, "deferred" | "broken" | "abandoned") => open.contains(&from),
            _ => false,
        };
        for from in STATUSES {
            for to in STATUSES {
                let made = make(studio, &project, &json!({ "title": "t", "status": from }));

                let reply =
                    studio.put(&path(&made), &json!({ "status": to, "title": "x", "notes": "why" }));

                let may = from == to || allowed(from, to);
                assert_eq!(reply.status, if may { 200 } else { 409 }, "{from} to {to}: {reply}");
                let after = read(studio, &made);
                if may {
                    assert_eq!((&after["status"], &after["title"]), (&json!(to), &json!("x")));
                } else {
                    let said = format!("A promise cannot go from {from} to {to}, only to ");
                    assert!(reply.detail().starts_with(&said), "{reply}");
                    assert_eq!(after, made, "nothing is half applied");
                }
            }
        }
    }
}

service_test! {
    fn who_abandons_a_promise_says_why(studio) {
        let project = studio.project("Dracula");
        let made = make(studio, &project, &json!({ "title": "t", "notes": "an older note" }));

        for body in [
            json!({ "status": "abandoned" }),
            json!({ "status": "abandoned", "notes": " " }),
            json!({ "status": "abandoned", "notes": null }),
        ] {
            let refused = studio.put(&path(&made), &body);
            assert_eq!((refused.status, refused.detail().as_str()),
                (409, "A promise goes from made to abandoned only with a reason in notes"));
        }
        assert_eq!(read(studio, &made), made);
        let body = json!({ "status": "abandoned", "notes": "Quincey is cut" });
        assert_eq!(studio.put(&path(&made), &body).ok()["data"]["status"], "abandoned");
        // It is abandoned already: nothing is left to be reasoned.
        studio.put(&path(&made), &json!({ "status": "abandoned" })).ok();
        let null = studio.put(&path(&made), &json!({ "status": null }));
        assert_eq!(null.detail(), "A promise cannot go from abandoned to made, only to progressing");
    }
}

service_test! {
    fn a_promise_that_is_deleted_is_gone(studio) {
        let project = studio.project("Dracula");
        let (kept, gone) = (
            make(studio, &project, &json!({ "title": "kept" })),
            make(studio, &project, &json!({ "title": "gone" })),
        );

        let deleted = studio.delete(&path(&gone));

        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        for (method, body) in [("GET", None), ("PUT", Some("{}")), ("DELETE", None)] {
            let reply = studio.ask(method, &path(&gone), &[JSON], body);
            assert_eq!((reply.status, reply.detail()), (404, "Promise not found".to_owned()));
        }
        let list = studio.get(&format!("{PROMISES}?projectId={project}")).ok()["data"].clone();
        assert_eq!(list, json!({ "promises": [kept], "total": 1, "nextCursor": null }));
    }
}

service_test! {
    fn a_stale_copy_of_a_promise_overwrites_nothing(studio) {
        let project = studio.project("Dracula");
        let made = studio.post(PROMISES, &json!({ "projectId": project, "title": "I" }));
        let path = path(&made.body["data"]);
        let first = made.header("etag").unwrap().to_owned();
        assert_eq!(studio.get(&path).header("etag"), Some(first.as_str()));
        let put = |tag: &str, title: &str| {
            let body = json!({ "title": title }).to_string();
            studio.ask("PUT", &path, &[JSON, ("if-match", tag)], Some(&body))
        };

        let mine = put(&first, "mine");
        let theirs = put(&first, "theirs");

        assert_eq!(mine.status, 200);
        assert_ne!(mine.header("etag"), Some(first.as_str()));
        insta::assert_snapshot!(theirs, @r#"
        412
        {"detail":"The promise was changed in the meantime"}
        "#);
        assert_eq!(studio.get(&path).ok()["data"]["title"], "mine");
        assert_eq!(put("*", "any").status, 200);
    }
}
