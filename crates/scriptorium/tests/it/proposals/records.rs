//! Tests of proposals about records other than texts, and of new records.

use serde_json::{Value, json};

use super::{accept, make, proposals};
use crate::support::{Studio, Text as _};

/// Makes a record of each kind; the kind, its id, that of the record it belongs to, its path, and where
/// its members are in the response.
fn records(studio: &Studio, project: &str) -> Vec<(&'static str, String, Value, String)> {
    let creative = "/api/creative";
    let document = studio.document(project, "I", "Left Munich.");
    let lore = format!("/api/projects/{project}/lore");
    let entry = studio.post(&lore, &json!({ "name": "Mina" })).ok()["id"].text();
    let promises = format!("{creative}/plot/promises");
    let promise = json!({ "projectId": project, "title": "The diary" });
    let promise = studio.post(&promises, &promise).ok()["data"]["id"].text();
    let nodes = format!("{creative}/plot/nodes");
    let node = json!({ "projectId": project, "title": "The journey" });
    let node = studio.post(&nodes, &node).ok()["data"]["id"].text();
    let timelines = format!("{creative}/timelines");
    let timeline = json!({ "projectId": project, "name": "1893" });
    let timeline = studio.post(&timelines, &timeline).ok()["data"]["id"].text();
    let events = format!("{timelines}/{timeline}/events");
    let event = json!({ "title": "Arrival", "dateDisplay": "3 May 1893" });
    let event = studio.post(&events, &event).ok()["data"]["id"].text();
    let languages = format!("{creative}/conlang/languages");
    let language = json!({ "projectId": project, "name": "Old tongue" });
    let language = studio.post(&languages, &language).ok()["id"].text();
    let rule = json!({ "category": "syntax", "name": "Order" });
    let rule =
        studio.post(&format!("{languages}/{language}/grammar-rules"), &rule).ok()["id"].text();
    let word = json!({ "form": "lun", "meaning": "dog" });
    let word = studio.post(&format!("{languages}/{language}/lexicon"), &word).ok()["id"].text();
    let documents = format!("/api/projects/{project}/documents/{document}");
    vec![
        ("document", document, Value::Null, documents),
        ("lore", entry.clone(), Value::Null, format!("{lore}/{entry}")),
        ("promise", promise.clone(), Value::Null, format!("{promises}/{promise}")),
        ("node", node.clone(), Value::Null, format!("{nodes}/{node}")),
        ("timeline_event", event.clone(), json!(timeline), format!("{events}/{event}")),
        (
            "grammar_rule",
            rule.clone(),
            json!(language),
            format!("{creative}/conlang/grammar-rules/{rule}"),
        ),
        ("word", word.clone(), json!(language), format!("{creative}/conlang/words/{word}")),
    ]
}

/// A field of each kind of record with its value before and two others.
fn field(kind: &str) -> (&'static str, Value, Value, Value) {
    match kind {
        "document" => ("wordTarget", Value::Null, json!(500), json!(900)),
        "lore" => ("aliases", json!([]), json!(["Wilhelmina"]), json!(["Mrs Harker"])),
        "promise" => ("status", json!("made"), json!("progressing"), json!("broken")),
        "node" => ("kind", json!("scene"), json!("chapter"), json!("act")),
        "timeline_event" => ("tags", json!([]), json!(["train"]), json!(["coach"])),
        "grammar_rule" => ("description", json!(""), json!("SOV"), json!("SVO")),
        _ => ("meaning", json!("dog"), json!("wolf"), json!("fox")),
    }
}

fn read(studio: &Studio, path: &str) -> Value {
    let item = studio.get(path).ok();
    if item["data"].is_object() { item["data"].clone() } else { item }
}

service_test! {
    fn a_field_of_any_record_is_proposed_and_changed(studio) {
        let project = studio.project("Dracula");
        for (kind, id, parent, path) in records(studio, &project) {
            let (name, before, after, other) = field(kind);
            let propose = |changes: Value| json!({
                "target": { "kind": kind, "id": id, "parentId": parent }, "summary": "s",
                "changes": changes,
            });
            let (at, made) =
                make(studio, &project, &propose(json!([{ "field": name, "after": after }])));
            assert_eq!(made["target"], json!({ "kind": kind, "id": id, "parentId": parent }));
            assert_eq!(made["changes"][0]["before"], before, "{kind}");
            let (rival, _) =
                make(studio, &project, &propose(json!([{ "field": name, "after": other }])));

            let accepted = accept(studio, &at, &Value::Null).ok();

            assert_eq!(read(studio, &path)[name], after, "{kind}");
            assert_eq!(accepted["changes"][0]["acceptedVersion"], accepted["currentVersion"]);
            assert_eq!(studio.get(&rival).ok()["changes"][0]["problem"],
                "the field was changed in the meantime");
            let refused = accept(studio, &rival, &Value::Null);
            assert_eq!((refused.status, refused.detail().as_str()), (409,
                "Change 1 cannot be accepted: the field was changed in the meantime"));
            let stale = propose(json!([{ "field": name, "before": before, "after": other }]));
            let refused = studio.post(&proposals(&project), &stale);
            assert_eq!((refused.status, refused.detail()),
                (409, format!("Change 1: the field {name} has another value than `before`")));
        }
    }
}

service_test! {
    fn a_new_record_of_any_kind_is_proposed_and_made(studio) {
        let project = studio.project("Dracula");
        for (kind, _, parent, path) in records(studio, &project) {
            let title = match kind {
                "lore" | "grammar_rule" => "name",
                "word" => "form",
                _ => "title",
            };
            let mut changes = vec![json!({ "field": title, "after": "Renfield" })];
            match kind {
                "timeline_event" => changes.push(json!({ "field": "dateDisplay", "after": "4 May 1893" })),
                "grammar_rule" => changes.push(json!({ "field": "category", "after": "syntax" })),
                "document" => changes.push(json!({ "field": "content", "after": "He eats flies." })),
                _ => {}
            }
            let body = json!({ "target": { "kind": kind, "parentId": parent }, "summary": "s",
                "changes": changes });
            let (at, made) = make(studio, &project, &body);
            assert_eq!(made["target"], json!({ "kind": kind, "id": null, "parentId": parent }));
            assert_eq!(made["baseVersion"], Value::Null);
            if changes.len() > 1 {
                let part = accept(studio, &at, &json!(["1"]));
                assert_eq!((part.status, part.detail().as_str()),
                    (409, "A new record can only be accepted as a whole"));
            }

            let accepted = accept(studio, &at, &Value::Null).ok();

            let id = accepted["target"]["id"].text();
            let path = format!("{}/{id}", path.rsplit_once('/').unwrap().0);
            assert_eq!(read(studio, &path)[title], "Renfield", "{kind}");
            assert_eq!(studio.get(&at).ok()["target"]["id"], id);
        }
    }
}

service_test! {
    fn a_rule_of_the_record_holds_for_proposals_too(studio) {
        let project = studio.project("Dracula");
        let other = studio.project("Carmilla");
        let elsewhere = records(studio, &other);
        for (kind, id, parent, _) in records(studio, &project) {
            // A record of another project, or under another parent, is not there.
            let (_, foreign, foreign_parent, _) =
                elsewhere.iter().find(|it| it.0 == kind).unwrap().clone();
            let mut targets = vec![json!({ "kind": kind, "id": foreign, "parentId": foreign_parent })];
            if !parent.is_null() {
                targets.push(json!({ "kind": kind, "id": id, "parentId": foreign_parent }));
                targets.push(json!({ "kind": kind, "parentId": foreign_parent }));
            }
            for target in targets {
                let (name, _, after, _) = field(kind);
                let changes = json!([{ "field": name, "after": after }]);
                let body = json!({ "target": target, "summary": "s", "changes": changes });
                let reply = studio.post(&proposals(&project), &body);
                assert_eq!(reply.status, 404, "{target} {reply}");
            }
        }
        let event = json!({ "target": { "kind": "timeline_event", "id": "x" }, "summary": "s",
            "changes": [{ "field": "title", "after": "t" }] });
        let reply = studio.post(&proposals(&project), &event).body;
        assert_eq!(reply["detail"][0]["loc"], json!(["body", "target", "parentId"]));
        let entry = json!({ "target": { "kind": "lore" }, "summary": "s",
            "changes": [{ "field": "category", "after": "villain" }] });
        let reply = studio.post(&proposals(&project), &entry).body;
        let errors: Vec<_> = reply["detail"].as_array().unwrap().iter()
            .map(|it| format!("{} {}", it["type"].text(), it["loc"])).collect();
        assert_eq!(errors, [r#"missing ["body","changes","name"]"#,
            r#"literal_error ["body","changes",0,"after"]"#]);

        // A transition that is not allowed by then is refused by the promise itself.
        let (_, id, _, path) = records(studio, &project).swap_remove(2);
        let body = json!({ "target": { "kind": "promise", "id": id }, "summary": "s",
            "changes": [{ "field": "status", "after": "planned" }] });
        let (at, _) = make(studio, &project, &body);
        let refused = accept(studio, &at, &Value::Null);
        assert_eq!(refused.status, 409, "{refused}");
        assert_eq!(read(studio, &path)["status"], "made");
        assert_eq!(studio.get(&at).ok()["state"], "open");
    }
}

service_test! {
    fn proposals_are_deleted_with_their_record_and_with_what_it_belongs_to(studio) {
        let project = studio.project("Dracula");
        let propose = |kind: &str, id: &str, parent: &Value| {
            let (name, _, after, _) = field(kind);
            let body = json!({ "target": { "kind": kind, "id": id, "parentId": parent },
                "summary": "s", "changes": [{ "field": name, "after": after }] });
            make(studio, &project, &body).0
        };
        let all = records(studio, &project);
        for (kind, id, parent, path) in all.iter().skip(1) {
            let proposal = propose(kind, id, parent);
            studio.delete(path).ok();
            assert_eq!(studio.get(&proposal).status, 404, "{kind}");
        }
        for (kind, id, parent, _) in records(studio, &project).into_iter().skip(4) {
            let proposal = propose(kind, &id, &parent);
            let new = json!({ "target": { "kind": "word", "parentId": parent }, "summary": "s",
                "changes": [{ "field": "form", "after": "vel" }] });
            let new = (kind == "word").then(|| make(studio, &project, &new).0);
            let path = match kind {
                "timeline_event" => "/api/creative/timelines",
                // The language of the rule is that of the word, and goes with it.
                "grammar_rule" => continue,
                _ => "/api/creative/conlang/languages",
            };
            studio.delete(&format!("{path}/{}", parent.text())).ok();
            for path in [Some(proposal), new].into_iter().flatten() {
                assert_eq!(studio.get(&path).status, 404, "{kind}");
            }
        }
    }
}

service_test! {
    fn nodes_are_proposed_with_their_place_in_the_outline(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let nodes = "/api/creative/plot/nodes";
        let node = |title: &str| {
            let body = json!({ "projectId": project, "title": title, "kind": "act" });
            studio.post(nodes, &body).ok()["data"]["id"].text()
        };
        let (first, second) = (node("First"), node("Second"));
        let field = |name: &str, after: Value| json!({ "field": name, "after": after });
        let new = json!({ "target": { "kind": "node" }, "summary": "A chapter", "changes": [
            field("title", json!("The coach")), field("kind", json!("chapter")),
            field("parentId", json!(first)), field("documentId", json!(document))] });
        let moved = json!({ "target": { "kind": "node", "id": second }, "summary": "Earlier",
            "changes": [field("position", json!(0)), field("title", json!("The flood"))] });
        let [(new, made), (moved, _)] = [new, moved].map(|it| make(studio, &project, &it));
        assert_eq!(made["target"], json!({ "kind": "node", "id": null, "parentId": null }));
        let listed = studio.get(&format!("{nodes}?projectId={project}")).ok();
        assert_eq!(listed["data"]["total"], 2, "nothing is changed before it is accepted");

        let id = accept(studio, &new, &Value::Null).ok()["target"]["id"].text();
        accept(studio, &moved, &json!(["1"])).ok();

        let made = read(studio, &format!("{nodes}/{id}"));
        assert_eq!((&made["parentId"], &made["documentId"], &made["kind"]),
            (&json!(first), &json!(document), &json!("chapter")));
        let second = read(studio, &format!("{nodes}/{second}"));
        assert_eq!((&second["position"], &second["title"]), (&json!(0), &json!("Second")));
        let about = format!("{}?targetKind=node&targetId={id}", proposals(&project));
        assert_eq!(studio.get(&about).ok()["total"], 1);
        studio.delete(&format!("{nodes}/{id}")).ok();
        assert_eq!(studio.get(&new).status, 404, "a proposal goes with its node");
    }
}

service_test! {
    fn a_node_cannot_be_proposed_into_itself_or_to_what_is_not_there(studio) {
        let project = studio.project("Dracula");
        let body = json!({ "projectId": project, "title": "First" });
        let id = studio.post("/api/creative/plot/nodes", &body).ok()["data"]["id"].text();
        let about = |field: &str, after: &str| json!({ "target": { "kind": "node", "id": id },
            "summary": "s", "changes": [{ "field": field, "after": after }] });

        for (field, after, status) in [("parentId", id.as_str(), 409), ("documentId", "gone", 404)] {
            let (at, _) = make(studio, &project, &about(field, after));
            assert_eq!(accept(studio, &at, &Value::Null).status, status, "{field}");
        }

        let refused = studio.post(&proposals(&project), &about("summary", "s"));
        assert_eq!(refused.status, 422, "a node has no such field");
        let refused = studio.post(&proposals(&project), &about("kind", "stanza"));
        assert_eq!(refused.status, 422);
    }
}
