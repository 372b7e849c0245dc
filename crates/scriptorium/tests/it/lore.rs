//! Tests of the lore: how entries are made, read, changed, related and removed. How they are listed
//! is in `list`, how often texts name them in `mentions`, and what an agent says of them in `lorekeeper`.

mod list;
mod lorekeeper;
mod mentions;

use domain::{principal::Scope, time::DAY_MS};
use serde_json::{Value, json};

use crate::support::{JSON, Listener, Studio, Text as _};

/// The path of a project's lore.
fn lore(project: &str) -> String {
    format!("/api/projects/{project}/lore")
}

/// Makes an entry; its path and its item.
pub fn make(studio: &Studio, project: &str, body: &Value) -> (String, Value) {
    let made = studio.post(&lore(project), body).ok();
    (format!("{}/{}", lore(project), made["id"].text()), made)
}

/// How many connections a project counts.
fn connections(studio: &Studio, project: &str) -> i64 {
    let item = studio.get(&format!("/api/projects/{project}")).ok();
    item["intelligence"]["knowledgeBase"]["connections"].as_i64().unwrap()
}

const CATEGORIES: [&str; 16] = [
    "character",
    "location",
    "item",
    "organisation",
    "culture",
    "species",
    "religion",
    "magic_system",
    "technology",
    "history",
    "law",
    "language",
    "economy",
    "event",
    "concept",
    "other",
];

service_test! {
    fn an_entry_made_with_a_name_alone_has_nothing_else(studio) {
        let project = studio.project("Dracula");

        let (path, made) = make(studio, &project, &json!({ "name": "Mina" }));

        let mut wanted = json!({
            "id": made["id"],
            "projectId": project,
            "name": "Mina",
            "category": "other",
            "aliases": [],
            "attributes": {},
            "relations": [],
            "mentions": null,
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
        });
        assert_eq!(made, wanted);
        let read = studio.until("its mentions", || {
            Some(studio.get(&path).ok()).filter(|read| !read["mentions"].is_null())
        });
        wanted["content"] = json!("");
        wanted["mentions"] = json!({ "total": 0, "documents": 0 });
        assert_eq!(read, wanted);
    }
}

service_test! {
    fn an_entry_is_made_and_read_with_every_field(mut studio) {
        let project = studio.project("Dracula");
        let (_, lucy) = make(studio, &project, &json!({ "name": "Lucy" }));
        let mut paths = Vec::new();

        for category in CATEGORIES {
            let sent = json!({
                "name": "Mina Harker", "category": category, "aliases": ["Wilhelmina", "Mina"],
                "content": "*Wife* of Jonathan.",
                "attributes": { "age": 22, "big": 123_456_789_012_345_678_i64, "half": 0.5,
                    "deep": [{ "a": null, "b": [true, "ü"] }], "": "empty" },
                "relations": [
                    { "targetId": lucy["id"], "kind": "friend of", "label": "since school" },
                    { "targetId": lucy["id"], "kind": "writes to", "label": null },
                ],
            });
            let (path, made) = make(studio, &project, &sent);
            paths.push((path, sent, made));
        }
        studio.restart();

        for (path, sent, made) in paths {
            let read = studio.get(&path).ok();
            for (field, value) in sent.as_object().unwrap() {
                assert_eq!(&read[field], value, "{field}");
                if field != "content" {
                    assert_eq!(&made[field], value, "{field}");
                }
            }
        }
    }
}

service_test! {
    fn what_is_no_entry_is_refused_with_every_mistake(studio) {
        let project = studio.project("Dracula");
        let mistakes = json!({ "category": "fauna", "aliases": ["", 7], "content": 7,
            "attributes": [], "relations": [{ "kind": "" }] });

        let refused = studio.post(&lore(&project), &mistakes);

        insta::assert_snapshot!(refused, @r"
        422
        body.name: Field required (missing)
        body.category: Input should be 'character', 'location', 'item', 'organisation', 'culture', 'species', 'religion', 'magic_system', 'technology', 'history', 'law', 'language', 'economy', 'event', 'concept' or 'other' (literal_error)
        body.aliases.0: String should have at least 1 character (string_too_short)
        body.aliases.1: Input should be a valid string (string_type)
        body.content: Input should be a valid string (string_type)
        body.attributes: Input should be a valid dictionary (dict_type)
        body.relations.0.targetId: Field required (missing)
        body.relations.0.kind: String should have at least 1 character (string_too_short)
        ");
        // Validation comes before any look-up.
        assert_eq!(studio.post(&lore("missing"), &json!({ "name": "" })).status, 422);
        assert_eq!(studio.post(&lore("missing"), &json!({ "name": "x" })).detail(), "Project not found");
        let large = json!({ "name": "x", "attributes": { "a": "x".repeat(64 * 1024) } });
        insta::assert_snapshot!(studio.post(&lore(&project), &large), @r#"
        413
        {"detail":"The attributes of an entry are larger than 64 KiB in all"}
        "#);
        assert_eq!(studio.get(&lore(&project)).ok()["total"], 0);
    }
}

service_test! {
    fn an_update_of_an_entry_changes_only_what_it_names(studio) {
        let project = studio.project("Dracula");
        let (_, lucy) = make(studio, &project, &json!({ "name": "Lucy" }));
        let relation = json!([{ "targetId": lucy["id"], "kind": "friend", "label": null }]);
        let (path, _) = make(studio, &project, &json!({ "name": "Mina", "category": "character" }));
        let mut wanted = studio.until("its mentions", || {
            Some(studio.get(&path).ok()).filter(|read| !read["mentions"].is_null())
        });
        studio.clock.advance(1_000);

        for (field, value) in [
            ("name", json!("Mina Harker")),
            ("category", json!("concept")),
            ("aliases", json!(["Wilhelmina"])),
            ("content", json!("*Wife* of Jonathan.")),
            ("attributes", json!({ "age": 22 })),
            ("relations", relation.clone()),
        ] {
            studio.put(&path, &json!({ field: value })).ok();

            let after = studio.until("its mentions", || {
                Some(studio.get(&path).ok()).filter(|read| !read["mentions"].is_null())
            });
            wanted[field] = value;
            assert!(after["modifiedAt"].text() > wanted["modifiedAt"].text(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
        }
        assert_eq!(connections(studio, &project), 1);
        let nulls = json!({ "name": null, "category": null, "aliases": null, "content": null,
            "attributes": null, "relations": null });
        studio.put(&path, &nulls).ok();
        let cleared = studio.get(&path).ok();
        for (field, value) in [
            ("name", json!("Mina Harker")),
            ("category", json!("other")),
            ("aliases", json!([])),
            ("content", json!("")),
            ("attributes", json!({})),
            ("relations", json!([])),
        ] {
            assert_eq!(cleared[field], value, "{field}");
        }
        assert_eq!(connections(studio, &project), 0);
    }
}

service_test! {
    fn relations_lead_to_entries_of_the_project_and_go_with_them(studio) {
        let (project, other) = (studio.project("Dracula"), studio.project("other"));
        let (_, foreign) = make(studio, &other, &json!({ "name": "Carmilla" }));
        let (lucy_path, lucy) = make(studio, &project, &json!({ "name": "Lucy" }));
        let to = |id: &Value| json!({ "targetId": id, "kind": "knows", "label": null });
        let (mina_path, mina) = make(studio, &project,
            &json!({ "name": "Mina", "relations": [to(&lucy["id"]), to(&lucy["id"])] }));

        // Nothing of a request that leads nowhere is applied.
        for id in [&foreign["id"], &json!("missing"), &json!("")] {
            let relations = json!([to(&lucy["id"]), to(id)]);
            let refused = studio.post(&lore(&project), &json!({ "name": "x", "relations": relations }));
            assert_eq!((refused.status, refused.detail()), (404, "Lore entry not found".to_owned()));
            let refused = studio.put(&mina_path, &json!({ "name": "x", "relations": relations }));
            assert_eq!((refused.status, refused.detail()), (404, "Lore entry not found".to_owned()));
        }
        assert_eq!(studio.get(&lore(&project)).ok()["total"], 2);
        assert_eq!(studio.get(&mina_path).ok()["name"], "Mina");
        assert_eq!(connections(studio, &project), 2);

        // An entry may lead to itself, and two to each other.
        studio.put(&lucy_path, &json!({ "relations": [to(&lucy["id"]), to(&mina["id"])] })).ok();
        assert_eq!(connections(studio, &project), 4);
        let before = studio.get(&mina_path);
        studio.clock.advance(1_000);
        let removed = studio.delete(&lucy_path);

        assert_eq!((removed.status, removed.text.as_str()), (204, ""));
        assert_eq!(connections(studio, &project), 0);
        let after = studio.get(&mina_path);
        assert_eq!(after.body["relations"], json!([]));
        assert!(after.body["modifiedAt"].text() > before.body["modifiedAt"].text());
        assert_ne!(after.header("etag"), before.header("etag"));
        assert_eq!(studio.get(&lucy_path).detail(), "Lore entry not found");
    }
}

service_test! {
    fn an_entry_that_is_not_there_for_the_caller_is_not_found(studio) {
        let (mine, other) = (studio.project("mine"), studio.project("other"));
        let (path, made) = make(studio, &mine, &json!({ "name": "Mina" }));
        let database = studio.behind().database.clone();
        let token = scriptorium::tokens::create(&database, "lucy", Scope::Write, "", None, studio.clock.now());
        let bearer = format!("Bearer {}", studio.block_on(token).unwrap());
        let operations = |path: &str| {
            let of = |method, route: &str, body| (method, format!("{path}{route}"), body);
            [
                of("GET", "", None),
                of("PUT", "", Some(r#"{"name":"stolen"}"#)),
                of("DELETE", "", None),
                of("GET", "/mentions", None),
            ]
        };
        let assert_missing = |path: &str, headers: &[(&str, &str)], what: &str| {
            for (method, path, body) in operations(path) {
                let reply = studio.ask(method, &path, &[&[JSON], headers].concat(), body);
                assert_eq!((reply.status, reply.detail()), (404, format!("{what} not found")), "{method}");
            }
        };

        assert_missing(&format!("{}/{}", lore(&other), made["id"].text()), &[], "Lore entry");
        assert_missing(&format!("{}/missing", lore(&mine)), &[], "Lore entry");
        let hers = [("authorization", bearer.as_str())];
        assert_missing(&path, &hers, "Project");
        for route in [lore(&mine), format!("{}/categories", lore(&mine))] {
            assert_eq!(studio.ask("GET", &route, &hers, None).detail(), "Project not found");
        }
        let body = Some(r#"{"name":"x"}"#);
        let refused = studio.ask("POST", &lore(&mine), &[JSON, hers[0]], body);
        assert_eq!(refused.detail(), "Project not found");
        assert_eq!(studio.get(&path).ok()["name"], "Mina");

        studio.delete(&format!("/api/projects/{mine}")).ok();
        assert_missing(&path, &[], "Project");
        studio.post(&format!("/api/projects/{mine}/restore"), &json!({})).ok();
        assert_eq!(studio.get(&path).ok()["name"], "Mina");
    }
}

service_test! {
    fn a_stale_copy_of_an_entry_overwrites_nothing(studio) {
        let project = studio.project("Dracula");
        let made = studio.post(&lore(&project), &json!({ "name": "Mina" }));
        let path = format!("{}/{}", lore(&project), made.body["id"].text());
        let first = made.header("etag").unwrap().to_owned();
        assert_eq!(studio.get(&path).header("etag"), Some(first.as_str()));

        let put = |tag: &str, body: &str| {
            studio.ask("PUT", &path, &[JSON, ("if-match", tag)], Some(body))
        };
        assert_eq!(put(&first, r#"{"content":"mine"}"#).status, 200);
        insta::assert_snapshot!(put(&first, r#"{"content":"theirs"}"#), @r#"
        412
        {"detail":"The entry was changed in the meantime"}
        "#);
        assert_eq!(studio.get(&path).ok()["content"], "mine");
        assert_eq!(put("*", r#"{"content":"any"}"#).status, 200);
    }
}

service_test! {
    fn an_entry_that_is_sent_twice_under_one_key_is_made_once(studio) {
        let project = studio.project("Dracula");
        let send = |body: &str| {
            studio.ask("POST", &lore(&project), &[JSON, ("idempotency-key", "k")], Some(body))
        };

        let first = send(r#"{"name":"Mina"}"#);
        let again = send(r#"{"name":"Mina"}"#);

        assert_eq!((&again.body, again.header("etag")), (&first.body, first.header("etag")));
        assert_eq!(studio.get(&lore(&project)).ok()["total"], 1);
        assert_eq!(send(r#"{"name":"Lucy"}"#).status, 409);
    }
}

service_test! {
    fn changes_of_the_lore_are_told_as_they_happen(studio) {
        let project = studio.project("Dracula");
        let mut listener = Listener::now(studio);

        let (path, made) = make(studio, &project, &json!({ "name": "Mina", "content": "x" }));
        let changed = studio.put(&path, &json!({ "name": "Wilhelmina" })).ok();
        studio.delete(&path).ok();

        let heard = listener.hear(3);
        assert!(heard.iter().all(|event| event.kind == "lore"), "{heard:?}");
        assert_eq!((&heard[0].body, &heard[1].body), (&made, &changed));
        assert_eq!(made.get("content"), None);
        assert_eq!(heard[2].body["deleted"], true);
        assert_eq!((&heard[2].body["id"], &heard[2].body["name"]), (&made["id"], &json!("Wilhelmina")));
    }
}

service_test! {
    fn a_project_has_a_bounded_number_of_entries(studio) {
        let project = studio.project("Dracula");
        make(studio, &project, &json!({ "name": "Mina" }));
        studio.write(|tx| {
            tx.run("UPDATE lore_state SET entries = 10000", ())
                .map(drop)
                .map_err(|error| domain::Error::internal("filling the lore", error))
        });

        let refused = studio.post(&lore(&project), &json!({ "name": "Lucy" }));

        insta::assert_snapshot!(refused, @r#"
        409
        {"detail":"A project has at most 10000 lore entries"}
        "#);
        assert_eq!(studio.get(&lore(&project)).ok()["entries"].as_array().unwrap().len(), 1);
        let other = studio.project("other");
        assert_eq!(studio.post(&lore(&other), &json!({ "name": "Lucy" })).status, 200);
    }
}

service_test! {
    fn with_a_project_that_is_forgotten_its_lore_is_gone(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Mina and Lucy.");
        let (_, lucy) = make(studio, &project, &json!({ "name": "Lucy" }));
        let (path, _) = make(studio, &project, &json!({ "name": "Mina",
            "relations": [{ "targetId": lucy["id"], "kind": "friend" }] }));
        studio.until("its mentions", || {
            Some(()).filter(|()| studio.get(&path).ok()["mentions"]["total"] == 1)
        });
        studio.delete(&format!("/api/projects/{project}")).ok();
        studio.clock.advance(30 * DAY_MS + 1);

        studio.clean();

        let left = studio.write(|tx| {
            let mut left = Vec::new();
            for table in [
                "SELECT count(*) FROM lore_entry",
                "SELECT count(*) FROM lore_relation",
                "SELECT count(*) FROM lore_state",
                "SELECT count(*) FROM lore_queue",
                "SELECT count(*) FROM lore_mention",
                "SELECT count(*) FROM record_counter",
            ] {
                let row = tx.row(table, ())
                    .map_err(|error| domain::Error::internal("counting rows", error))?;
                left.push(row.unwrap().get::<i64>(0).unwrap());
            }
            Ok(left)
        });
        assert_eq!(left, [0; 6]);
    }
}
