//! Tests of documents that are split into two, and merged with the one that follows.

use domain::{findings::Severity, lore::Quoted, principal::Scope};
use serde_json::{Value, json};

use super::{documents, make};
use crate::{
    access::Person,
    findings::{found, listed, record},
    nodes,
    support::{JSON, Listener, Studio, Text as _},
};

const TEXT: &str =
    "The lamp was lit.\n\n“Who is there?” said Mina.\n\n# The quay\n\n“Né, nobody,” said Lucy.\n";

/// The first character of the heading in [`TEXT`].
const HEADING: i64 = 47;

/// The titles of a project's documents in the order of reading.
fn order(studio: &Studio, project: &str) -> Vec<String> {
    let list = studio.get(&documents(project)).ok();
    list["documents"].as_array().unwrap().iter().map(|it| it["title"].text()).collect()
}

fn content(studio: &Studio, path: &str) -> String {
    studio.get(path).ok()["content"].text()
}

/// How many documents and words a project counts.
fn counts(studio: &Studio, project: &str) -> (Value, i64) {
    let item = studio.get(&format!("/api/projects/{project}")).ok();
    let list = studio.get(&documents(project)).ok();
    let words =
        list["documents"].as_array().unwrap().iter().map(|it| it["words"].as_i64().unwrap());
    (item["intelligence"]["knowledgeBase"]["documents"].clone(), words.sum())
}

service_test! {
    fn a_document_is_split_at_a_character(studio) {
        let project = studio.project("Dracula");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": TEXT, "kind": "scene",
            "status": "revise", "wordTarget": 900 }));
        make(studio, &project, &json!({ "title": "II" }));
        let mut listener = Listener::now(studio);
        studio.clock.advance(1_000);

        let reply = studio.post(&format!("{path}/split"), &json!({ "start": HEADING }));

        assert_eq!(reply.header("etag"), Some("\"2\""), "{reply}");
        let split = reply.ok();
        let second = &split["second"];
        let second_path = format!("{}/{}", documents(&project), second["id"].text());
        assert_eq!(content(studio, &path), "The lamp was lit.\n\n“Who is there?” said Mina.\n");
        assert_eq!(content(studio, &second_path), "# The quay\n\n“Né, nobody,” said Lucy.\n");
        assert_eq!(json!([second["title"], second["kind"], second["status"], second["wordTarget"],
                second["parentId"], split["secondVersion"]]),
            json!(["The quay", "scene", "revise", null, null, 1]));
        assert_eq!((&split["document"]["id"], &split["document"]["wordTarget"]), (&made["id"], &json!(900)));
        assert_eq!(json!([split["document"]["words"], second["words"]]), json!([9, 6]));
        assert_eq!(order(studio, &project), ["I", "The quay", "II"]);
        assert_eq!(counts(studio, &project), (json!(3), 15));
        let revisions = studio.get(&format!("{path}/revisions")).ok();
        assert_eq!((&revisions["total"], &revisions["revisions"][0]["version"]), (&json!(1), &json!(1)));
        assert_eq!(content(studio, &format!("{path}/revisions/1")), TEXT);
        let heard: Vec<Value> = listener.hear(2).into_iter().map(|it| it.body).collect();
        assert_eq!(json!(heard), json!([split["document"], second]));
    }
}

service_test! {
    fn the_second_part_is_called_as_somebody_says_or_as_the_first_with_a_number(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "One.\n\nTwo.\n\nThree." }));

        studio.post(&format!("{path}/split"), &json!({ "start": 12, "title": "The end" })).ok();
        studio.post(&format!("{path}/split"), &json!({ "start": 6 })).ok();

        assert_eq!(order(studio, &project), ["I", "I (2)", "The end"]);
    }
}

service_test! {
    fn what_lies_in_a_document_is_read_behind_both_parts(studio) {
        let project = studio.project("Dracula");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": "One.\n\nTwo." }));
        for title in ["a", "b"] {
            make(studio, &project, &json!({ "title": title, "parentId": made["id"], "content": "Inside." }));
        }
        make(studio, &project, &json!({ "title": "II" }));
        let before = studio.get(&documents(&project)).ok();

        let split = studio.post(&format!("{path}/split"), &json!({ "start": 6 })).ok();

        assert_eq!(order(studio, &project), ["I", "I (2)", "a", "b", "II"]);
        let list = studio.get(&documents(&project)).ok();
        assert_eq!(list["documents"][2]["parentId"], split["second"]["id"]);
        let merged = studio.post(&format!("{path}/merge"), &json!({})).ok();
        assert_eq!(merged["trashed"]["title"], "I (2)");
        assert_eq!(order(studio, &project), ["I", "a", "b", "II"]);
        let list = studio.get(&documents(&project)).ok();
        assert_eq!(list["documents"][1]["parentId"], before["documents"][0]["id"]);
        // Now a document lies in it, and is what follows.
        studio.post(&format!("{path}/merge"), &json!({})).ok();
        assert_eq!(order(studio, &project), ["I", "b", "II"]);
        assert_eq!(content(studio, &path), "One.\n\nTwo.\n\nInside.");
    }
}

service_test! {
    fn what_cannot_be_split_is_refused_and_nothing_is_changed(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "One.\n\nTwo.\n" }));
        let split = format!("{path}/split");

        for (start, detail) in [
            (0, "No text stands before the character 0"),
            (11, "No text stands from the character 11 on"),
            (12, "The text has 11 characters, and none at 12"),
        ] {
            let reply = studio.post(&split, &json!({ "start": start }));
            assert_eq!((reply.status, reply.detail().as_str()), (400, detail), "{start}");
        }
        insta::assert_snapshot!(studio.post(&split, &json!({ "title": "" })), @r"
        422
        body.start: Field required (missing)
        body.title: String should have at least 1 character (string_too_short)
        ");
        let stale = studio.ask("POST", &split, &[JSON, ("if-match", "\"7\"")], Some(r#"{"start":6}"#));
        assert_eq!((stale.status, stale.detail().as_str()), (412, "The document was changed in the meantime"));
        let gone = studio.post(&format!("{}/none/split", documents(&project)), &json!({ "start": 6 }));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Document not found"));
        assert_eq!(content(studio, &path), "One.\n\nTwo.\n");
        assert_eq!(order(studio, &project), ["I"]);
    }
}

service_test! {
    fn a_split_that_is_sent_again_splits_once(studio) {
        let project = studio.project("Dracula");
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": "One.\n\nTwo.\n\nThree." }));
        let headers = [JSON, ("idempotency-key", "split-1"), ("if-match", "\"1\"")];
        let ask = |verb: &str, body: &str| studio.ask("POST", &format!("{path}/{verb}"), &headers, Some(body));

        let first = ask("split", r#"{"start":6}"#);
        let again = ask("split", r#"{"start":6}"#);

        assert_eq!((again.header("etag"), &again.text), (first.header("etag"), &first.text));
        assert_eq!(order(studio, &project), ["I", "I (2)"]);
        let headers = [JSON, ("idempotency-key", "merge-1")];
        let ask = |body: &str| studio.ask("POST", &format!("{path}/merge"), &headers, Some(body));
        let first = ask("{}").ok();
        assert_eq!(ask("{}").ok(), first);
        assert_eq!(order(studio, &project), ["I"]);
    }
}

service_test! {
    fn a_document_takes_in_the_one_that_follows_which_can_be_restored(studio) {
        let project = studio.project("Dracula");
        let (first, _) = make(studio, &project, &json!({ "title": "I", "content": "One.\n" }));
        let (second, made) = make(studio, &project,
            &json!({ "title": "II", "content": "---\nmood: dark\n---\n\nTwo né.\n" }));
        make(studio, &project, &json!({ "title": "III" }));
        let node = nodes::make(studio, &project, &json!({ "title": "N", "documentId": made["id"] }));
        let words = counts(studio, &project).1;
        let mut listener = Listener::now(studio);
        studio.clock.advance(1_000);

        let reply = studio.post(&format!("{first}/merge"), &json!({}));

        assert_eq!(reply.header("etag"), Some("\"2\""), "{reply}");
        let merged = reply.ok();
        assert_eq!(content(studio, &first), "One.\n\nTwo né.\n");
        assert_eq!(content(studio, &format!("{first}/revisions/1")), "One.\n");
        assert_eq!(json!([merged["trashed"]["id"], merged["trashed"]["title"], merged["trashed"]["version"]]),
            json!([made["id"], "II", 1]));
        let trash = studio.get(&format!("/api/projects/{project}/trash")).ok();
        assert_eq!(trash["trashedDocuments"], json!([merged["trashed"]]));
        assert_eq!(order(studio, &project), ["I", "III"]);
        assert_eq!(counts(studio, &project), (json!(2), words));
        assert_eq!(nodes::read(studio, &node)["documentId"], merged["document"]["id"]);
        let heard: Vec<Value> = listener.hear(2).into_iter().map(|it| it.body).collect();
        assert_eq!(json!([heard[0], heard[1]["id"], heard[1]["deleted"]]),
            json!([merged["document"], made["id"], true]));
        studio.post(&format!("{second}/restore"), &json!({})).ok();
        assert_eq!(content(studio, &second), "---\nmood: dark\n---\n\nTwo né.\n");
        assert_eq!(order(studio, &project), ["I", "II", "III"]);
    }
}

service_test! {
    fn what_cannot_be_merged_is_refused_and_nothing_is_changed(studio) {
        let project = studio.project("Dracula");
        let (part, made) = make(studio, &project, &json!({ "title": "Part", "kind": "part" }));
        let (first, _) = make(studio, &project, &json!({ "title": "I", "content": "One.", "parentId": made["id"] }));
        make(studio, &project, &json!({ "title": "Note", "kind": "note", "parentId": made["id"] }));
        let (second, two) = make(studio, &project, &json!({ "title": "II", "content": "Two.", "parentId": made["id"] }));
        make(studio, &project, &json!({ "title": "Part two", "kind": "part" }));

        let last = studio.post(&format!("{second}/merge"), &json!({}));
        assert_eq!((last.status, last.detail().as_str()),
            (409, "No document follows “II”, neither in it nor beside it"));
        let other = studio.post(&format!("{first}/merge"), &json!({ "followingId": made["id"] }));
        assert_eq!((other.status, other.detail().as_str()),
            (409, "“II” follows now, and not the document that was meant"));
        let stale = studio.post(&format!("{first}/merge"), &json!({ "followingVersion": 2 }));
        assert_eq!((stale.status, stale.detail().as_str()),
            (412, "The document that follows was changed in the meantime"));
        assert_eq!(order(studio, &project), ["Part", "I", "Note", "II", "Part two"]);
        // A note between two chapters is no part of what is read.
        let body = json!({ "followingId": two["id"], "followingVersion": 1 });
        studio.post(&format!("{first}/merge"), &body).ok();
        assert_eq!(content(studio, &first), "One.\n\nTwo.");
        assert_eq!(studio.post(&format!("{part}/merge"), &json!({})).ok()["trashed"]["title"], "I");
    }
}

service_test! {
    fn a_locked_document_is_neither_split_nor_merged_by_somebody_else(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let lucy = Person::new(studio, "lucy", Scope::Write);
        let project = mina.project("Journal");
        mina.put(&format!("/api/projects/{project}"), &json!({ "collaborators": ["lucy"] })).ok();
        let [first, second] = ["One.\n\nUno.", "Two.\n\nDue."].map(|text| {
            let body = json!({ "title": text, "content": text });
            format!("{}/{}", documents(&project), mina.post(&documents(&project), &body).ok()["id"].text())
        });
        lucy.post(&format!("{second}/lock"), &Value::Null).ok();

        for (path, body) in [
            (format!("{second}/split"), json!({ "start": 6 })),
            (format!("{first}/merge"), json!({})),
        ] {
            let reply = mina.post(&path, &body);
            assert_eq!((reply.status, reply.detail().as_str()),
                (409, "The document is locked by lucy, and nobody else can change it"));
        }
        lucy.post(&format!("{second}/split"), &json!({ "start": 6 })).ok();
        assert_eq!(lucy.get(&second).ok()["lockedBy"], "lucy");
    }
}

/// Has a check quote words of a text in this version of its document.
fn record_quote(
    studio: &Studio,
    (project, id): (&str, &str),
    version: i64,
    text: &str,
    words: &[&str],
) {
    let all: Vec<_> = words
        .iter()
        .map(|words| {
            let at = text.find(words).unwrap();
            let start = i64::try_from(text[..at].chars().count()).unwrap();
            let end = start + i64::try_from(words.chars().count()).unwrap();
            let mut finding = found("doubled_word", Severity::Medium, words);
            finding.quoted = Some(Quoted { quote: (*words).to_owned(), start, end });
            finding
        })
        .collect();
    record(studio, project, Some((id, version)), None, &all);
}

/// What the findings of a document quote, where it begins, and their states.
fn quoted(studio: &Studio, project: &str, document: &Value) -> Vec<Value> {
    let mut all: Vec<Value> = listed(studio, project, &format!("documentId={}", document.text()))
        .iter()
        .map(|it| {
            json!([it["quotation"]["quote"], it["quotation"]["start"], it["state"], it["line"]])
        })
        .collect();
    all.sort_by_key(Value::to_string);
    all
}

service_test! {
    fn findings_go_with_their_words(studio) {
        let project = studio.project("Dracula");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": TEXT }));
        record_quote(studio, (&project, &made["id"].text()), 1, TEXT, &["lamp", "nobody"]);
        let nobody = listed(studio, &project, "").into_iter().find(|it| it["quotation"]["quote"] == "nobody");
        let finding = format!("/api/projects/{project}/findings/{}", nobody.unwrap()["id"].text());
        studio.put(&finding, &json!({ "state": "waived", "reason": "She says so." })).ok();

        let split = studio.post(&format!("{path}/split"), &json!({ "start": HEADING })).ok();

        assert_eq!(quoted(studio, &project, &made["id"]), [json!(["lamp", 4, "open", 1])]);
        assert_eq!(quoted(studio, &project, &split["second"]["id"]), [json!(["nobody", 17, "waived", 3])]);
        studio.post(&format!("{path}/merge"), &json!({})).ok();
        let lamp = listed(studio, &project, &format!("documentId={}", made["id"].text()));
        assert_eq!(lamp.len(), 2);
        assert_eq!(quoted(studio, &project, &made["id"]), [
            json!(["lamp", 4, "open", 1]),
            json!(["nobody", 64, "waived", 7]),
        ]);
        // Those of the document in the trash are there again with it.
        let second = format!("{}/{}", documents(&project), split["second"]["id"].text());
        studio.post(&format!("{second}/restore"), &json!({})).ok();
        assert_eq!(quoted(studio, &project, &split["second"]["id"]), [json!(["nobody", 17, "waived", 3])]);
    }
}

service_test! {
    fn corrected_speakers_and_mentions_go_with_their_words(studio) {
        let project = studio.project("Dracula");
        for name in ["Mina", "Lucy"] {
            let entry = json!({ "name": name, "category": "character" });
            studio.post(&format!("/api/projects/{project}/lore"), &entry).ok();
        }
        let (path, _) = make(studio, &project, &json!({ "title": "I", "content": TEXT }));
        let speakers = |path: &str| -> Vec<Value> {
            let list = studio.get(&format!("{path}/quotations")).ok();
            list["quotations"].as_array().unwrap().iter().map(|it| it["speaker"].clone()).collect()
        };
        let list = studio.get(&format!("{path}/quotations")).ok();
        for (at, speaker) in [(0, "Jonathan"), (1, "Renfield")] {
            let id = list["quotations"][at]["id"].text();
            studio.put(&format!("{path}/quotations/{id}"), &json!({ "speaker": speaker })).ok();
        }

        let split = studio.post(&format!("{path}/split"), &json!({ "start": HEADING })).ok();

        let second = format!("{}/{}", documents(&project), split["second"]["id"].text());
        assert_eq!((speakers(&path), speakers(&second)), (vec![json!("Jonathan")], vec![json!("Renfield")]));
        let mentioned = |name: &str| {
            let list = studio.get(&format!("/api/projects/{project}/lore?q={name}")).ok();
            let entry = list["entries"][0].clone();
            (!entry["mentions"].is_null()).then(|| {
                let path = format!("/api/projects/{project}/lore/{}/mentions", entry["id"].text());
                let list = studio.get(&path).ok();
                list["mentions"].as_array().unwrap().iter().map(|it| it["documentId"].clone()).collect::<Vec<_>>()
            })
        };
        let lucy = studio.until("mentions", || mentioned("Lucy"));
        assert_eq!(lucy, [split["second"]["id"].clone()]);
        studio.post(&format!("{path}/merge"), &json!({})).ok();
        assert_eq!(speakers(&path), ["Jonathan", "Renfield"]);
        let lucy = studio.until("mentions", || mentioned("Lucy"));
        assert_eq!(lucy, [split["document"]["id"].clone()]);
    }
}
