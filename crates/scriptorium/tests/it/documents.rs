//! Tests of documents: how they are made, read, changed, and counted. Where they lie is in
//! `tree`, how they are listed in `list`, who may change one in `locks`, and what becomes of their earlier texts in `revisions`.

mod following;
mod list;
mod locks;
mod parts;
mod revisions;
mod tree;

use serde_json::{Value, json};

use crate::support::{JSON, Studio, Text as _};

/// The path of a project's documents.
fn documents(project: &str) -> String {
    format!("/api/projects/{project}/documents")
}

/// Makes a document; its path and its item.
fn make(studio: &Studio, project: &str, body: &Value) -> (String, Value) {
    let made = studio.post(&documents(project), body).ok();
    (format!("{}/{}", documents(project), made["id"].text()), made)
}

service_test! {
    fn a_document_made_with_a_title_alone_is_an_empty_chapter_in_draft(studio) {
        let project = studio.project("Dracula");

        let (path, made) = make(studio, &project, &json!({ "title": "I" }));

        let mut wanted = json!({
            "id": made["id"],
            "projectId": project,
            "parentId": null,
            "kind": "chapter",
            "title": "I",
            "status": "draft",
            "position": 0,
            "wordTarget": null,
            "words": 0,
            "lockedBy": null,
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
        });
        assert_eq!(made, wanted);
        wanted["content"] = json!("");
        assert_eq!(studio.get(&path).ok(), wanted);
    }
}

service_test! {
    fn a_document_is_made_and_read_with_every_field(studio) {
        let project = studio.project("Dracula");
        let (_, part) = make(studio, &project, &json!({ "title": "P", "kind": "part" }));

        for kind in ["part", "chapter", "scene", "note", "reference"] {
            for status in ["outline", "draft", "revise", "line_edit", "proof", "done"] {
                let sent = json!({
                    "title": "Jonathan’s journal", "content": "*3 May.* Bistritz.", "kind": kind,
                    "parentId": part["id"], "position": 7, "status": status, "wordTarget": 5_000,
                });
                let (path, _) = make(studio, &project, &sent);

                let read = studio.get(&path).ok();
                for (field, value) in sent.as_object().unwrap() {
                    assert_eq!(&read[field], value, "{field}");
                }
            }
        }
        let mistakes = json!({ "content": 7, "kind": "book", "position": -1, "status": "finished",
            "wordTarget": "many" });
        insta::assert_snapshot!(studio.post(&documents(&project), &mistakes), @r"
        422
        body.title: Field required (missing)
        body.content: Input should be a valid string (string_type)
        body.kind: Input should be 'part', 'chapter', 'scene', 'note' or 'reference' (literal_error)
        body.position: Input should be greater than or equal to 0 (greater_than_equal)
        body.status: Input should be 'outline', 'draft', 'revise', 'line_edit', 'proof' or 'done' (literal_error)
        body.wordTarget: Input should be a valid integer, unable to parse string as an integer (int_parsing)
        ");
    }
}

service_test! {
    fn an_update_of_a_document_changes_only_what_it_names(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "One two.",
            "status": "proof", "wordTarget": 100 }));
        let before = studio.get(&path).ok();
        studio.clock.advance(1_000);

        let mut wanted = before.clone();
        for (field, value, also) in [
            ("title", json!("II"), None),
            ("kind", json!("scene"), None),
            ("status", json!("done"), None),
            ("wordTarget", json!(200), None),
            ("position", json!(4), None),
            ("content", json!("One two three."), Some(("words", json!(3)))),
        ] {
            studio.put(&path, &json!({ field: value })).ok();

            let after = studio.get(&path).ok();
            wanted[field] = value;
            if let Some((field, value)) = also {
                wanted[field] = value;
            }
            assert!(after["modifiedAt"].text() > wanted["modifiedAt"].text(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
        }
        let nulls = json!({ "title": null, "kind": null, "position": null, "status": null,
            "wordTarget": null, "content": null, "parentId": null });
        studio.put(&path, &nulls).ok();
        let cleared = studio.get(&path).ok();
        for (field, value) in [
            ("title", json!("II")),
            ("kind", json!("scene")),
            ("position", json!(4)),
            ("status", json!("draft")),
            ("wordTarget", Value::Null),
            ("content", json!("")),
            ("words", json!(0)),
            ("parentId", Value::Null),
        ] {
            assert_eq!(cleared[field], value, "{field}");
        }
    }
}

service_test! {
    fn words_are_counted_as_a_reader_counts_them(studio) {
        let project = studio.project("Dracula");
        let table = [
            ("", 0),
            ("One two three.", 3),
            ("# Chapter **three**\n\n*Midnight.*—The end", 5),
            ("A [link](https://example.org/a-b-c) and `code`", 4),
            ("![a picture of nothing](picture.png)", 0),
            ("* * *\n\n---", 0),
            ("one<br>two <!-- not this --> three", 3),
            ("| a | b |\n|---|---|\n| c | d |", 4),
            ("---\ntitle: hidden words\n---\nseen", 1),
            ("I don't know; it’s o’clock.", 5),
            ("text[^1]\n\n[^1]: a note", 3),
            ("\u{feff}Bistritz", 1),
        ];

        for (content, words) in table {
            let (_, made) = make(studio, &project, &json!({ "title": "t", "content": content }));
            assert_eq!(made["words"], words, "{content:?}");
        }
    }
}

service_test! {
    fn a_binned_document_comes_back_with_its_text_and_place(studio) {
        let project = studio.project("Dracula");
        let (part, _) = make(studio, &project, &json!({ "title": "P", "kind": "part" }));
        let part_id = part.rsplit('/').next().unwrap();
        let (path, _) = make(studio, &project,
            &json!({ "title": "I", "content": "text", "parentId": part_id, "position": 3 }));
        let before = studio.get(&path).ok();

        let deleted = studio.delete(&path);
        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        for (method, route, body) in [
            ("GET", "", None),
            ("PUT", "", Some("{}")),
            ("DELETE", "", None),
            ("GET", "/revisions", None),
            ("GET", "/revisions/1", None),
        ] {
            let reply = studio.ask(method, &format!("{path}{route}"), &[JSON], body);
            assert_eq!((reply.status, reply.detail()), (404, "Document not found".to_owned()));
        }
        let list = studio.get(&documents(&project)).ok();
        assert_eq!((list["documents"].as_array().unwrap().len(), &list["total"]), (1, &json!(1)));

        studio.clock.advance(60_000);
        let restored = studio.post(&format!("{path}/restore"), &json!({})).ok();
        assert!(restored["modifiedAt"].text() > before["modifiedAt"].text());
        let mut wanted = before.clone();
        wanted["modifiedAt"] = restored["modifiedAt"].clone();
        assert_eq!(studio.get(&path).ok(), wanted);
        assert_eq!(studio.post(&format!("{path}/restore"), &json!({})).status, 404, "it is there");

        studio.delete(&path).ok();
        studio.delete(&part).ok();
        let restored = studio.post(&format!("{path}/restore"), &json!({})).ok();
        assert_eq!(restored["parentId"], Value::Null, "what it lay in is gone");
    }
}

service_test! {
    fn after_thirty_days_in_the_bin_a_document_is_gone_for_good(studio) {
        let project = studio.project("Dracula");
        let (kept, _) = make(studio, &project, &json!({ "title": "kept" }));
        let (gone, _) = make(studio, &project, &json!({ "title": "gone", "content": "a" }));
        studio.put(&gone, &json!({ "content": "b" })).ok();
        studio.delete(&gone).ok();
        studio.clock.advance(1);
        studio.delete(&kept).ok();

        studio.clock.advance(30 * domain::time::DAY_MS);
        studio.clean();

        assert_eq!(studio.post(&format!("{kept}/restore"), &json!({})).status, 200);
        assert_eq!(studio.post(&format!("{gone}/restore"), &json!({})).status, 404);
    }
}

service_test! {
    fn a_document_of_another_project_is_not_found(studio) {
        let (mine, other) = (studio.project("mine"), studio.project("other"));
        let (path, made) = make(studio, &mine, &json!({ "title": "I", "content": "text" }));
        let foreign = format!("{}/{}", documents(&other), made["id"].text());
        let import = json!({ "files": [{ "path": "a.md", "content": "a" }] });
        let import = studio.post(&format!("{}/import", documents(&mine)), &import).ok();

        for (method, route, body) in [
            ("GET", "", None),
            ("PUT", "", Some(r#"{"title":"stolen"}"#)),
            ("DELETE", "", None),
            ("POST", "/restore", None),
            ("GET", "/revisions", None),
            ("GET", "/revisions/1", None),
        ] {
            let reply = studio.ask(method, &format!("{foreign}{route}"), &[JSON], body);
            assert_eq!((reply.status, reply.detail()), (404, "Document not found".to_owned()));
        }
        let inside = json!({ "title": "x", "parentId": made["id"] });
        assert_eq!(studio.post(&documents(&other), &inside).status, 404);
        let (own, _) = make(studio, &other, &json!({ "title": "own" }));
        assert_eq!(studio.put(&own, &json!({ "parentId": made["id"] })).status, 404);
        let import = format!("/api/projects/{other}/imports/{}", import["id"].text());
        assert_eq!(studio.get(&import).detail(), "Import not found");
        assert_eq!(studio.get(&path).ok()["title"], "I");
    }
}

service_test! {
    fn a_stale_copy_of_a_document_overwrites_nothing(studio) {
        let project = studio.project("Dracula");
        let made = studio.post(&documents(&project), &json!({ "title": "I", "content": "a" }));
        let path = format!("{}/{}", documents(&project), made.body["id"].text());
        let first = made.header("etag").unwrap().to_owned();
        assert_eq!(studio.get(&path).header("etag"), Some(first.as_str()));

        let put = |tag: &str, body: &str| {
            studio.ask("PUT", &path, &[JSON, ("if-match", tag)], Some(body))
        };
        let mine = put(&first, r#"{"content":"mine"}"#);
        assert_eq!(mine.status, 200);
        let theirs = put(&first, r#"{"content":"theirs"}"#);
        insta::assert_snapshot!(theirs, @r#"
        412
        {"detail":"The document was changed in the meantime"}
        "#);
        assert_eq!(studio.get(&path).ok()["content"], "mine");
        let revisions = studio.get(&format!("{path}/revisions")).ok();
        assert_eq!(revisions["total"], 1);
        assert_eq!(put("*", r#"{"content":"any"}"#).status, 200);
        // Without a tag the last write wins, field by field.
        studio.put(&path, &json!({ "title": "II" })).ok();
        assert_eq!(studio.get(&path).ok()["content"], "any");
    }
}

service_test! {
    fn every_change_of_a_document_is_strictly_later_on_a_fixed_clock(studio) {
        let project = studio.project("Dracula");
        let (path, made) = make(studio, &project, &json!({ "title": "I" }));

        let mut times = vec![made["modifiedAt"].text()];
        for _ in 0..3 {
            times.push(studio.put(&path, &json!({ "content": "same" })).ok()["modifiedAt"].text());
        }
        studio.delete(&path).ok();
        times.push(studio.post(&format!("{path}/restore"), &json!({})).ok()["modifiedAt"].text());

        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
    }
}

service_test! {
    fn a_text_of_five_megabytes_is_kept_whole(studio) {
        let project = studio.project("long");
        let content = "All work and no play makes Jack a dull boy. ".repeat(120_000);

        let (path, made) = make(studio, &project, &json!({ "title": "x", "content": content }));

        assert_eq!(made["words"], 1_200_000);
        assert_eq!(studio.get(&path).ok()["content"].text(), content);
    }
}
