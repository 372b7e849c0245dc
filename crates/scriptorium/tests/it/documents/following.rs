//! Tests of what goes with the words of a text that is split or merged: comments of editors, open proposals, and
//! footnotes.

use domain::findings::by_editor::{EDITOR, EditorComment};
use domain::findings::{FoundBy, Origin};
use serde_json::{Value, json};

use super::{documents, make};
use crate::{
    findings::listed,
    support::{Studio, Text as _},
};

const TEXT: &str = "Rain fell on the roof.\n\nShe walked on and on.\n\nNobody came.\n";

fn content(studio: &Studio, path: &str) -> String {
    studio.get(path).ok()["content"].text()
}

/// Has a file bring comments on words of a document.
fn comment(studio: &Studio, project: &str, id: &str, said: &[(&str, &str)]) {
    let path = format!("{}/{id}", documents(project));
    let text = content(studio, &path);
    let comments = said.iter().map(|(words, what)| {
        let at = text.find(words).unwrap();
        let start = i64::try_from(text[..at].chars().count()).unwrap();
        EditorComment {
            start,
            end: start + i64::try_from(words.chars().count()).unwrap(),
            author: "Jane".to_owned(),
            date: None,
            text: (*what).to_owned(),
            is_resolved: false,
        }
    });
    let comments: Vec<EditorComment> = comments.collect();
    let (project, id) = (project.to_owned(), id.to_owned());
    let now = studio.clock.now();
    studio.write(move |tx| {
        let principal = domain::Principal::local();
        let project = store::projects::check(tx, &principal, &project)?;
        let origin =
            Origin { swarm_id: None, agent: EDITOR.to_owned(), account: "local".to_owned() };
        let said = ("sea.docx", comments.as_slice());
        store::findings::add_of_editor(tx, &project, &origin, &id, said, now).map(drop)
    });
}

/// What the comments on a document are about, where that begins, and their states.
fn quoted(studio: &Studio, project: &str, id: &Value) -> Vec<Value> {
    let query = format!("documentId={}&check={}", id.text(), FoundBy::Editor);
    let mut all: Vec<Value> = listed(studio, project, &query)
        .iter()
        .map(|it| json!([it["quotation"]["quote"], it["quotation"]["start"], it["state"]]))
        .collect();
    all.sort_by_key(Value::to_string);
    all
}

service_test! {
    fn comments_go_with_their_words_whatever_was_written_since(studio) {
        let project = studio.project("The Sea");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": TEXT }));
        let id = made["id"].text();
        comment(studio, &project, &id, &[("Rain", "Again?"), ("walked", "Ran?"), ("roof.\n\nShe walked", "Cut?")]);
        studio.put(&path, &json!({ "content": format!("It was late.\n\n{TEXT}") })).ok();

        let split = studio.post(&format!("{path}/split"), &json!({ "start": 38 })).ok();

        let second = &split["second"]["id"];
        let second_path = format!("{}/{}", documents(&project), second.text());
        assert_eq!(content(studio, &second_path), "She walked on and on.\n\nNobody came.\n");
        assert_eq!(quoted(studio, &project, second), [json!(["walked", 4, "open"])]);
        // What goes over the cut is about its words before it.
        assert_eq!(quoted(studio, &project, &made["id"]),
            [json!(["Rain", 0, "open"]), json!(["roof.", 31, "open"])]);
        studio.post(&format!("/api/projects/{project}/analyses"), &json!({ "checks": ["prose"] })).ok();
        assert_eq!(quoted(studio, &project, second), [json!(["walked", 4, "open"])]);
        assert_eq!(quoted(studio, &project, &made["id"]),
            [json!(["Rain", 14, "open"]), json!(["roof.", 31, "open"])]);

        studio.put(&second_path, &json!({ "content": "Then. She walked on and on.\n" })).ok();
        studio.post(&format!("{path}/merge"), &json!({})).ok();

        assert_eq!(quoted(studio, &project, &made["id"]),
            [json!(["Rain", 14, "open"]), json!(["roof.", 31, "open"]), json!(["walked", 48, "open"])]);
    }
}

service_test! {
    fn two_comments_that_say_the_same_of_the_same_words_are_two_in_one_text(studio) {
        let project = studio.project("The Sea");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": "Rain fell.\n" }));
        let (_, second) = make(studio, &project, &json!({ "title": "II", "content": "Rain fell.\n" }));
        for id in [&made["id"], &second["id"]] {
            comment(studio, &project, &id.text(), &[("Rain", "Again?")]);
        }

        studio.post(&format!("{path}/merge"), &json!({})).ok();

        let wanted = [json!(["Rain", 0, "open"]), json!(["Rain", 12, "open"])];
        assert_eq!(quoted(studio, &project, &made["id"]), wanted);
        studio.post(&format!("/api/projects/{project}/analyses"), &json!({ "checks": ["prose"] })).ok();
        assert_eq!(quoted(studio, &project, &made["id"]), wanted);
    }
}

/// Proposes to put other words into a document; the path of the proposal.
fn propose(studio: &Studio, project: &str, id: &Value, changes: &[(&str, &str)]) -> String {
    let changes: Vec<Value> = changes
        .iter()
        .map(|(before, after)| json!({ "field": "content", "before": before, "after": after }))
        .collect();
    let proposals = format!("/api/projects/{project}/proposals");
    let body = json!({ "target": { "kind": "document", "id": id }, "summary": "Edits", "changes": changes });
    format!("{proposals}/{}", studio.post(&proposals, &body).ok()["id"].text())
}

/// The open proposals to a document with their changes.
fn open(studio: &Studio, project: &str, id: &Value) -> Vec<Value> {
    let proposals = format!("/api/projects/{project}/proposals");
    let list = studio.get(&format!("{proposals}?state=open&targetId={}", id.text())).ok();
    let all = list["proposals"].as_array().unwrap();
    all.iter().map(|it| studio.get(&format!("{proposals}/{}", it["id"].text())).ok()).collect()
}

/// A text between words that are changed: what is proposed is found by the words around it.
const BETWEEN: &str = "The boats lay on the sand, and the nets hung from the poles to dry.";

service_test! {
    fn open_proposals_go_with_their_words(studio) {
        let project = studio.project("The Sea");
        let text = format!("Rain fell.\n\nShe walked on. {BETWEEN} Nobody knew. {BETWEEN} It ended.\n");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": text }));
        let both = propose(studio, &project, &made["id"], &[("Rain", "Snow"), ("walked", "ran"), ("Nobody", "No one")]);
        let whole = propose(studio, &project, &made["id"], &[("ended", "began")]);
        studio.put(&path, &json!({ "content": format!("It was late.\n\n{text}") })).ok();
        let decided = studio.get(&both).ok()["changes"][0]["id"].clone();
        studio.post(&format!("{both}/reject"), &json!({ "changes": [decided] })).ok();

        let split = studio.post(&format!("{path}/split"), &json!({ "start": 26 })).ok();

        let second = &split["second"]["id"];
        let second_path = format!("{}/{}", documents(&project), second.text());
        assert_eq!(studio.get(&both).ok()["state"], "rejected", "what was decided stays where it was");
        assert_eq!(open(studio, &project, &made["id"]), Vec::<Value>::new());
        let there = open(studio, &project, second);
        assert_eq!(there.len(), 2);
        assert_eq!(studio.get(&whole).ok()["target"]["id"], *second);
        let moved = there.iter().find(|it| it["changesTotal"] == 2).unwrap();
        assert_eq!(json!([moved["changesOpen"], moved["baseVersion"], moved["changes"][0]["start"]]), json!([2, 1, 4]));
        let of = format!("/api/projects/{project}/proposals/{}", moved["id"].text());
        studio.post(&format!("{of}/accept"), &json!({ "changes": [moved["changes"][0]["id"]] })).ok();
        assert_eq!(content(studio, &second_path),
            format!("She ran on. {BETWEEN} Nobody knew. {BETWEEN} It ended.\n"));

        // In the other direction, with words that were written since.
        studio.put(&second_path, &json!({ "content":
            format!("Then she ran on. {BETWEEN} Nobody knew. {BETWEEN} It ended.\n") })).ok();
        let first = propose(studio, &project, &made["id"], &[("late.", "early.")]);
        studio.post(&format!("{path}/merge"), &json!({})).ok();

        assert_eq!(open(studio, &project, &made["id"]).len(), 3);
        for path in [&first, &whole] {
            studio.post(&format!("{path}/accept"), &json!({})).ok();
        }
        // What was accepted is decided, and stays with the document in the trash.
        assert_eq!(studio.get(&of).status, 404);
        let last = open(studio, &project, &made["id"]);
        assert_eq!((last.len(), &last[0]["changesTotal"]), (1, &json!(1)));
        let last = format!("/api/projects/{project}/proposals/{}", last[0]["id"].text());
        studio.post(&format!("{last}/accept"), &json!({})).ok();
        assert_eq!(content(studio, &path), format!(
            "It was early.\n\nRain fell.\n\nThen she ran on. {BETWEEN} No one knew. {BETWEEN} It began.\n"));
        assert_eq!(open(studio, &project, &made["id"]), Vec::<Value>::new());
    }
}

service_test! {
    fn a_change_beside_the_cut_can_still_be_accepted(studio) {
        let project = studio.project("The Sea");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": TEXT }));
        let beside = propose(studio, &project, &made["id"], &[("roof.", "roofs.")]);

        studio.post(&format!("{path}/split"), &json!({ "start": 24 })).ok();

        studio.post(&format!("{beside}/accept"), &json!({})).ok();
        assert_eq!(content(studio, &path), "Rain fell on the roofs.\n");
    }
}

service_test! {
    fn footnotes_of_the_same_name_stay_apart_and_go_with_their_marks(studio) {
        let project = studio.project("The Sea");
        let (path, made) = make(studio, &project, &json!({ "title": "I", "content": "A[^1].\n\n[^1]: one\n" }));
        let (_, second) = make(studio, &project, &json!({ "title": "II", "content": "Café rain[^1] fell.\n\n[^1]: two\n" }));
        comment(studio, &project, &second["id"].text(), &[("rain[^1] fell", "Again?")]);
        let proposal = propose(studio, &project, &second["id"], &[("rain[^1] fell", "rain[^1] had fallen")]);

        studio.post(&format!("{path}/merge"), &json!({})).ok();

        assert_eq!(content(studio, &path), "A[^1].\n\n[^1]: one\n\nCafé rain[^2] fell.\n\n[^2]: two\n");
        assert_eq!(quoted(studio, &project, &made["id"]), [json!(["rain[^2] fell", 24, "open"])]);
        studio.post(&format!("{proposal}/accept"), &json!({})).ok();
        assert_eq!(content(studio, &path), "A[^1].\n\n[^1]: one\n\nCafé rain[^2] had fallen.\n\n[^2]: two\n");
        studio.put(&path, &json!({ "content": "A[^1].\n\nB[^2].\n\n[^1]: one\n\n[^2]: two\n" })).ok();
        let split = studio.post(&format!("{path}/split"), &json!({ "start": 8 })).ok();
        let second = format!("{}/{}", documents(&project), split["second"]["id"].text());
        assert_eq!(content(studio, &path), "A[^1].\n\n[^1]: one\n");
        assert_eq!(content(studio, &second), "B[^2].\n\n[^2]: two\n");
    }
}
