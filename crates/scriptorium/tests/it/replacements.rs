//! Tests of words that are replaced in all texts of a project. Other names of lore entries are in `names`.

mod names;
mod speakers;

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{JSON, Listener, Studio, Text as _},
};

fn path(project: &str) -> String {
    format!("/api/projects/{project}/replacements")
}

fn document_path(project: &str, id: &str) -> String {
    format!("/api/projects/{project}/documents/{id}")
}

/// The texts of these documents.
fn texts(studio: &Studio, project: &str, ids: &[String]) -> Vec<String> {
    ids.iter().map(|id| studio.get(&document_path(project, id)).ok()["content"].text()).collect()
}

/// What a preview finds.
fn preview(studio: &Studio, project: &str, body: &Value) -> Value {
    studio.post(&format!("{}/preview", path(project)), body).ok()
}

/// The matches of a preview, with the words around them.
fn matched(preview: &Value) -> Vec<String> {
    let matches = preview["matches"].as_array().unwrap();
    matches
        .iter()
        .map(|it| {
            let [before, text, after] =
                [&it["before"], &it["text"], &it["after"]].map(|it| it.text());
            format!("{} {}: {before}[{text}]{after}", it["documentTitle"].text(), it["line"])
        })
        .collect()
}

/// A project with three chapters and a note.
fn project(studio: &Studio) -> (String, Vec<String>) {
    let project = studio.project("Dracula");
    let mut ids = vec![
        studio.document(&project, "I", "The lamp was né lit.\n\nA Lamp, and a lamp."),
        studio.document(&project, "II", "Nothing."),
        studio.document(&project, "III", "Lamps."),
    ];
    let note = json!({ "title": "Note", "kind": "note", "content": "The lamp." });
    ids.push(studio.post(&format!("/api/projects/{project}/documents"), &note).ok()["id"].text());
    (project, ids)
}

service_test! {
    fn a_preview_finds_words_and_writes_nothing(studio) {
        let (project, ids) = project(studio);
        let before = texts(studio, &project, &ids);

        let all = preview(studio, &project, &json!({ "find": "lamp" }));

        assert_eq!(matched(&all), [
            "I 1: The [lamp] was né lit.",
            "I 3: A [Lamp], and a lamp.",
            "I 3: A Lamp, and a [lamp].",
            "III 1: [Lamp]s.",
        ]);
        assert_eq!(json!([all["total"], all["certain"], all["nextCursor"]]), json!([4, 4, null]));
        assert_eq!(all["documents"], json!([
            { "documentId": ids[0], "title": "I", "version": 1, "matches": 3, "lockedBy": null },
            { "documentId": ids[2], "title": "III", "version": 1, "matches": 1, "lockedBy": null },
        ]));
        let second = &all["matches"][1];
        assert_eq!(json!([second["start"], second["end"], second["documentVersion"]]), json!([24, 28, 1]));
        for (body, wanted) in [
            (json!({ "find": "lamp", "matchCase": true, "wholeWords": true }), 2),
            (json!({ "find": "lamp", "wholeWords": true }), 3),
            (json!({ "find": "lamp", "documentIds": [ids[3], ids[1]] }), 1),
            (json!({ "find": "lamp", "documentIds": [] }), 0),
            (json!({ "find": "lantern" }), 0),
        ] {
            assert_eq!(preview(studio, &project, &body)["total"], wanted, "{body}");
        }
        assert_eq!(texts(studio, &project, &ids), before);
    }
}

service_test! {
    fn matches_come_in_pages(studio) {
        let (project, _) = project(studio);

        let first = preview(studio, &project, &json!({ "find": "lamp", "limit": 3 }));
        let second = preview(studio, &project,
            &json!({ "find": "lamp", "limit": 3, "cursor": first["nextCursor"] }));

        assert_eq!((matched(&first).len(), &first["total"]), (3, &json!(4)));
        assert_eq!((matched(&second), &second["nextCursor"]), (vec!["III 1: [Lamp]s.".to_owned()], &Value::Null));
        assert_eq!(first["digest"], second["digest"]);
    }
}

service_test! {
    fn words_are_replaced_in_all_texts_and_the_replacement_is_taken_back(studio) {
        let (project, ids) = project(studio);
        let before = texts(studio, &project, &ids);
        let digest = preview(studio, &project, &json!({ "find": "lamp" }))["digest"].clone();
        let mut listener = Listener::now(studio);
        studio.clock.advance(1_000);

        let replaced = studio.post(&path(&project),
            &json!({ "find": "lamp", "replace": "lantern light", "digest": digest })).ok();

        assert_eq!(texts(studio, &project, &ids), [
            "The lantern light was né lit.\n\nA lantern light, and a lantern light.",
            "Nothing.",
            "lantern lights.",
            "The lamp.",
        ]);
        assert_eq!(replaced["replaced"], 4);
        assert_eq!(replaced["documents"], json!([
            { "documentId": ids[0], "title": "I", "replaced": 3, "words": 13, "version": 2, "revision": 1 },
            { "documentId": ids[2], "title": "III", "replaced": 1, "words": 2, "version": 2, "revision": 1 },
        ]));
        let heard: Vec<Value> = listener.hear(2).into_iter().map(|it| json!([it.kind, it.body["id"]])).collect();
        assert_eq!(json!(heard), json!([["document", ids[0]], ["document", ids[2]]]));
        let revisions = studio.get(&format!("{}/revisions", document_path(&project, &ids[0]))).ok();
        assert_eq!(revisions["total"], 1);
        // Another title is no other text.
        studio.put(&document_path(&project, &ids[0]), &json!({ "title": "One" })).ok();

        let undo = format!("{}/undo", path(&project));
        let undone = studio.post(&undo, &replaced["undo"]).ok();

        assert_eq!(texts(studio, &project, &ids), before);
        assert_eq!(json!([undone["replaced"], undone["documents"][0]["version"], undone["documents"][0]["words"]]),
            json!([null, 4, 10]));
        studio.post(&undo, &undone["undo"]).ok();
        assert_eq!(texts(studio, &project, &ids)[2], "lantern lights.");
    }
}

service_test! {
    fn chosen_matches_alone_are_replaced(studio) {
        let (project, ids) = project(studio);
        let found = preview(studio, &project, &json!({ "find": "lamp" }));
        let id = |at: usize| found["matches"][at]["id"].clone();
        let body = |more: Value| {
            let mut body = json!({ "find": "lamp", "replace": "sun", "digest": found["digest"] });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };

        let unknown = studio.post(&path(&project), &body(json!({ "only": ["x:7"] })));
        assert_eq!((unknown.status, unknown.detail().as_str()), (400, "No match has the id “x:7”"));
        let nothing = studio.post(&path(&project), &body(json!({ "only": [] })));
        assert_eq!((nothing.status, nothing.detail().as_str()), (400, "No text would be changed"));
        let one = studio.post(&path(&project), &body(json!({ "only": [id(1)] }))).ok();
        assert_eq!(one["replaced"], 1);
        assert_eq!(texts(studio, &project, &ids)[0], "The lamp was né lit.\n\nA sun, and a lamp.");

        let found = preview(studio, &project, &json!({ "find": "lamp" }));
        studio.post(&path(&project), &json!({ "find": "lamp", "replace": "", "digest": found["digest"],
            "without": [found["matches"][0]["id"]] })).ok();
        assert_eq!(texts(studio, &project, &ids), ["The lamp was né lit.\n\nA sun, and a .", "Nothing.", "s.", "The lamp."]);
    }
}

service_test! {
    fn a_text_that_was_changed_since_the_preview_is_not_replaced(studio) {
        let (project, ids) = project(studio);
        let body = json!({ "find": "lamp" });
        let digest = preview(studio, &project, &body)["digest"].clone();
        studio.put(&document_path(&project, &ids[2]), &json!({ "content": "Lamps and lamps." })).ok();
        let before = texts(studio, &project, &ids);

        for body in [
            json!({ "find": "lamp", "replace": "sun", "digest": digest }),
            json!({ "find": "lamps", "replace": "sun", "digest": preview(studio, &project, &body)["digest"] }),
        ] {
            let reply = studio.post(&path(&project), &body);
            assert_eq!((reply.status, reply.detail().as_str()), (412, "What was found was changed in the meantime"));
        }
        assert_eq!(texts(studio, &project, &ids), before);
        // A text without a match may change.
        let digest = preview(studio, &project, &body)["digest"].clone();
        studio.put(&document_path(&project, &ids[1]), &json!({ "content": "Nothing at all." })).ok();
        studio.post(&path(&project), &json!({ "find": "lamp", "replace": "sun", "digest": digest })).ok();
    }
}

service_test! {
    fn a_replacement_is_not_taken_back_when_a_text_was_changed_since(studio) {
        let (project, ids) = project(studio);
        let digest = preview(studio, &project, &json!({ "find": "lamp" }))["digest"].clone();
        let replaced = studio.post(&path(&project),
            &json!({ "find": "lamp", "replace": "sun", "digest": digest })).ok();
        studio.put(&document_path(&project, &ids[2]), &json!({ "content": "Suns." })).ok();
        let before = texts(studio, &project, &ids);
        let undo = format!("{}/undo", path(&project));

        let changed = studio.post(&undo, &replaced["undo"]);

        assert_eq!((changed.status, changed.detail().as_str()), (409, "The text of “III” was changed since"));
        assert_eq!(texts(studio, &project, &ids), before);
        let one = &replaced["undo"]["documents"][0];
        for (body, status) in [
            (json!({ "documents": [one, one] }), 400),
            (json!({ "documents": [] }), 400),
            (json!({ "documents": [{ "documentId": "none", "version": 1, "revision": 1 }] }), 404),
            (json!({ "documents": [{ "documentId": ids[0], "version": 9, "revision": 1 }] }), 409),
            (json!({ "documents": [{ "documentId": ids[0], "version": 2, "revision": 2 }] }), 409),
        ] {
            assert_eq!(studio.post(&undo, &body).status, status, "{body}");
        }
        studio.post(&undo, &json!({ "documents": [one] })).ok();
        assert_eq!(texts(studio, &project, &ids)[0], "The lamp was né lit.\n\nA Lamp, and a lamp.");
    }
}

service_test! {
    fn nothing_is_replaced_when_one_document_is_locked_by_somebody_else(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let lucy = Person::new(studio, "lucy", Scope::Write);
        let project = mina.project("Journal");
        mina.put(&format!("/api/projects/{project}"), &json!({ "collaborators": ["lucy"] })).ok();
        let ids = ["One lamp.", "Two lamps."].map(|text| {
            let body = json!({ "title": text, "content": text });
            mina.post(&format!("/api/projects/{project}/documents"), &body).ok()["id"].text()
        });
        lucy.post(&format!("{}/lock", document_path(&project, &ids[1])), &Value::Null).ok();
        let find = json!({ "find": "lamp" });
        let found = mina.post(&format!("{}/preview", path(&project)), &find).ok();
        assert_eq!(found["documents"][1]["lockedBy"], "lucy");

        let body = json!({ "find": "lamp", "replace": "sun", "digest": found["digest"] });
        let refused = mina.post(&path(&project), &body);

        assert_eq!((refused.status, refused.detail().as_str()),
            (409, "“Two lamps.” is locked by lucy: nothing is replaced, in no document"));
        assert_eq!(mina.get(&document_path(&project, &ids[0])).ok()["content"], "One lamp.");
        assert_eq!(lucy.post(&path(&project), &body).ok()["replaced"], 2);
        let others = Person::new(studio, "ivo", Scope::Write);
        assert_eq!(others.post(&format!("{}/preview", path(&project)), &find).status, 404);
    }
}

service_test! {
    fn a_replacement_that_is_sent_again_replaces_once(studio) {
        let (project, ids) = project(studio);
        let digest = preview(studio, &project, &json!({ "find": "lamp" }))["digest"].clone();
        let body = json!({ "find": "lamp", "replace": "lamplight", "digest": digest }).to_string();
        let headers = [JSON, ("idempotency-key", "replace-1")];

        let first = studio.ask("POST", &path(&project), &headers, Some(&body)).ok();
        let again = studio.ask("POST", &path(&project), &headers, Some(&body)).ok();

        assert_eq!(first, again);
        assert_eq!(texts(studio, &project, &ids)[2], "lamplights.");
    }
}

service_test! {
    fn what_cannot_be_looked_for_is_refused(studio) {
        let (project, ids) = project(studio);

        insta::assert_snapshot!(studio.post(&format!("{}/preview", path(&project)), &json!({ "find": "", "limit": 101 })), @r"
        422
        body.find: String should have at least 1 character (string_too_short)
        body.limit: Input should be less than or equal to 100 (less_than_equal)
        ");
        insta::assert_snapshot!(studio.post(&path(&project), &json!({ "find": "a" })), @r"
        422
        body.replace: Field required (missing)
        body.digest: Field required (missing)
        ");
        let unknown = json!({ "find": "lamp", "documentIds": [ids[0], "none"] });
        let reply = studio.post(&format!("{}/preview", path(&project)), &unknown);
        assert_eq!((reply.status, reply.detail().as_str()), (404, "Document not found"));
        studio.document(&project, "Long", &"a ".repeat(10_001));
        let many = studio.post(&format!("{}/preview", path(&project)), &json!({ "find": "a", "wholeWords": true }));
        assert_eq!((many.status, many.detail().as_str()),
            (400, "More than 10000 matches: look for more words, or in fewer documents"));
    }
}
