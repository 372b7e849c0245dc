//! What becomes of a document's earlier texts.

use serde_json::{Value, json};

use super::make;
use crate::{
    exports,
    support::{Listener, Studio, Text as _},
};

/// The versions of the revisions of a document, newest first, with their labels.
fn labels(studio: &Studio, path: &str) -> Vec<(i64, Value)> {
    let page = studio.get(&format!("{path}/revisions?limit=100")).ok();
    let all = page["revisions"].as_array().unwrap().iter();
    all.map(|it| (it["version"].as_i64().unwrap(), it["label"].clone())).collect()
}

service_test! {
    fn the_text_before_a_change_stays_as_a_revision(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "first draft" }));
        let revisions = format!("{path}/revisions");
        assert_eq!(studio.get(&revisions).ok(),
            json!({ "revisions": [], "nextCursor": null, "total": 0 }));

        studio.clock.advance(1_000);
        studio.put(&path, &json!({ "content": "second" })).ok();
        // Neither another title nor the same text is another text.
        studio.put(&path, &json!({ "title": "II" })).ok();
        studio.put(&path, &json!({ "content": "second" })).ok();
        studio.clock.advance(1_000);
        studio.put(&path, &json!({ "content": null })).ok();

        assert_eq!(studio.get(&revisions).ok(), json!({
            "revisions": [
                { "version": 4, "words": 1, "replacedBy": "local",
                  "replacedAt": "2026-11-18T11:06:42.000Z", "label": null },
                { "version": 1, "words": 2, "replacedBy": "local",
                  "replacedAt": "2026-11-18T11:06:41.000Z", "label": null },
            ],
            "nextCursor": null,
            "total": 2,
        }));
        let first = studio.get(&format!("{revisions}/1")).ok();
        assert_eq!((first["content"].text().as_str(), &first["words"]), ("first draft", &json!(2)));
        assert_eq!(studio.get(&format!("{revisions}/4")).ok()["content"], "second");
        for missing in ["2", "3", "5", "0", "-1", "x", "99999999999999999999"] {
            let reply = studio.get(&format!("{revisions}/{missing}"));
            assert_eq!((reply.status, reply.detail()), (404, "Revision not found".to_owned()));
        }
    }
}

service_test! {
    fn two_hundred_revisions_are_kept_and_paged_newest_first(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "0" }));
        for version in 1..=205 {
            studio.put(&path, &json!({ "content": version.to_string() })).ok();
        }

        let mut versions: Vec<i64> = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = studio.get(&format!("{path}/revisions?limit=80{cursor}")).ok();
            assert_eq!(page["total"], 200);
            let items = page["revisions"].as_array().unwrap();
            versions.extend(items.iter().map(|item| item["version"].as_i64().unwrap()));
            assert!(items.iter().all(|item| item.get("content").is_none()));
            match &page["nextCursor"] {
                Value::Null => break,
                next => cursor = format!("&cursor={}", next.text()),
            }
        }

        assert_eq!(versions, (6..=205).rev().collect::<Vec<i64>>());
        assert_eq!(studio.get(&format!("{path}/revisions/5")).status, 404, "the oldest went first");
        assert_eq!(studio.get(&format!("{path}/revisions/6")).ok()["content"], "5");
        assert_eq!(studio.get(&format!("{path}/revisions?limit=101")).status, 422);
    }
}

service_test! {
    fn texts_have_labels_the_present_one_too(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "first" }));
        let label = |version: i64, label: &str| {
            studio.put(&format!("{path}/revisions/{version}"), &json!({ "label": label }))
        };
        studio.put(&path, &json!({ "content": "second" })).ok();
        let before = studio.get(&path);
        let mut listener = Listener::now(studio);

        assert_eq!(label(1, " as sent to Mina ").ok(), json!({ "version": 1, "label": "as sent to Mina" }));
        assert_eq!(label(2, "the castle is red").ok()["version"], 2);

        let named = studio.get(&path);
        assert_eq!(named.header("etag"), before.header("etag"), "whoever writes has no conflict");
        assert_eq!(named.ok()["label"], "the castle is red");
        assert_eq!(listener.hear(1)[0].body["id"], before.ok()["id"]);
        assert_eq!(labels(studio, &path), [(1, json!("as sent to Mina"))]);
        // A change of the title alone is no other text; that of the text takes the label along.
        studio.put(&path, &json!({ "title": "II" })).ok();
        studio.put(&path, &json!({ "content": "third" })).ok();
        assert_eq!(
            labels(studio, &path),
            [(3, json!("the castle is red")), (1, json!("as sent to Mina"))]
        );
        assert!(studio.get(&path).ok().get("label").is_none());
        assert_eq!(studio.get(&format!("{path}/revisions/3")).ok()["label"], "the castle is red");

        studio.put(&format!("{path}/revisions/4"), &json!({ "label": "the third" })).ok();
        let copy = exports::import(studio, &exports::export(studio, &project)).ok()["id"].text();
        let list = studio.get(&format!("/api/projects/{copy}/documents")).ok();
        let copied = format!("/api/projects/{copy}/documents/{}", list["documents"][0]["id"].text());
        assert_eq!(labels(studio, &copied), labels(studio, &path));
        assert_eq!(studio.get(&copied).ok()["label"], "the third");

        let same = studio.put(&format!("{path}/revisions/3"), &json!({})).ok();
        assert_eq!(same["label"], "the castle is red");
        assert_eq!(label(3, "").ok()["label"], Value::Null);
        assert_eq!(labels(studio, &path)[0], (3, Value::Null));
        for missing in [0, 2, 5] {
            let reply = label(missing, "x");
            assert_eq!((reply.status, reply.detail()), (404, "Revision not found".to_owned()));
        }
        assert_eq!(label(3, &"x".repeat(201)).status, 422);
    }
}

service_test! {
    fn an_autosave_replaces_no_text_that_has_a_label(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "one" }));
        let save = |content: &str| {
            let body = json!({ "content": content, "autosave": true });
            studio.put(&path, &body).ok();
        };
        save("one two");
        save("one two three");
        assert_eq!(labels(studio, &path), [(1, Value::Null)]);

        studio.put(&format!("{path}/revisions/3"), &json!({ "label": "three" })).ok();
        save("one two three four");
        save("five");

        assert_eq!(labels(studio, &path), [(3, json!("three")), (1, Value::Null)]);
        assert_eq!(studio.get(&format!("{path}/revisions/3")).ok()["content"], "one two three");
        assert_eq!(studio.get(&path).ok()["content"], "five");
    }
}

service_test! {
    fn texts_with_a_label_are_kept_beyond_the_bound_of_others(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "0" }));
        for version in 1..=3 {
            studio.put(&path, &json!({ "content": version.to_string() })).ok();
        }
        studio.put(&format!("{path}/revisions/1"), &json!({ "label": "the first" })).ok();
        studio.put(&format!("{path}/revisions/2"), &json!({ "label": "the second" })).ok();
        for version in 4..=205 {
            studio.put(&path, &json!({ "content": version.to_string() })).ok();
        }

        let total = studio.get(&format!("{path}/revisions?limit=1")).ok()["total"].clone();
        assert_eq!(total, 202);
        assert_eq!(studio.get(&format!("{path}/revisions/1")).ok()["content"], "0");
        assert_eq!(studio.get(&format!("{path}/revisions/3")).status, 404);
        studio.put(&format!("{path}/revisions/1"), &json!({ "label": null })).ok();
        studio.put(&path, &json!({ "content": "more" })).ok();
        assert_eq!(studio.get(&format!("{path}/revisions/1")).status, 404, "it is one of the others");
        assert_eq!(studio.get(&format!("{path}/revisions/2")).ok()["label"], "the second");
    }
}

service_test! {
    fn a_document_has_so_many_labels_and_no_more(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "0" }));
        for version in 1..=101 {
            studio.put(&path, &json!({ "content": version.to_string() })).ok();
        }
        let label = |version: i64| {
            studio.put(&format!("{path}/revisions/{version}"), &json!({ "label": "x" })).status
        };

        assert!((1..=100).all(|version| label(version) == 200));
        assert_eq!((label(101), label(102), label(100)), (409, 409, 200));
    }
}
