//! Tests of proposals: how they are made, listed, decided and forgotten. What becomes of texts is in
//! `texts` and `interleavings`, other records are in `records`.

mod interleavings;
mod records;
mod texts;

use domain::{
    principal::Scope,
    proposals::{DECIDED_DAYS, OPEN_DAYS, OPEN_MAX},
    time::DAY_MS,
};
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{JSON, Listener, Reply, Studio, Text as _},
};

/// The path of a project's proposals.
fn proposals(project: &str) -> String {
    format!("/api/projects/{project}/proposals")
}

/// A proposal of proseguard about a document.
fn about(document: &str, changes: &Value) -> Value {
    json!({
        "target": { "kind": "document", "id": document }, "agent": "proseguard",
        "summary": "Shorter sentences", "changes": changes,
    })
}

/// Makes a proposal; its path and its item.
fn make(studio: &Studio, project: &str, body: &Value) -> (String, Value) {
    let made = studio.post(&proposals(project), body).ok();
    (format!("{}/{}", proposals(project), made["id"].text()), made)
}

fn accept(studio: &Studio, path: &str, changes: &Value) -> Reply {
    studio.post(&format!("{path}/accept"), &json!({ "changes": changes }))
}

fn content(studio: &Studio, project: &str, document: &str) -> String {
    studio.get(&format!("/api/projects/{project}/documents/{document}")).ok()["content"].text()
}

const TEXT: &str = "Left Munich at 8:35 P.M., on 1st May, arriving at Vienna early next morning.";

service_test! {
    fn a_proposal_shows_what_it_would_change(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let mut body = about(&document, &json!([
            { "start": 5, "end": 11, "before": "Munich", "after": "Bistritz", "reason": "The map." },
            { "field": "title", "after": "Chapter One" },
        ]));
        body["receipt"] = json!({ "read": [document], "tokens": 12 });
        body["messageId"] = json!("m1");

        let (path, made) = make(studio, &project, &body);

        let wanted = json!({
            "id": made["id"],
            "projectId": project,
            "target": { "kind": "document", "id": document, "parentId": null },
            "baseVersion": 1,
            "agent": "proseguard",
            "account": "local",
            "messageId": "m1",
            "swarmId": null,
            "subtaskId": null,
            "summary": "Shorter sentences",
            "state": "open",
            "reason": null,
            "changesTotal": 2,
            "changesOpen": 2,
            "currentVersion": 1,
            "changes": [
                {
                    "id": "1", "field": "content", "start": 5, "end": 11, "before": "Munich",
                    "after": "Bistritz", "reason": "The map.", "state": "open",
                    "acceptedVersion": null, "contextBefore": "Left ",
                    "contextAfter": " at 8:35 P.M., on 1st May, arriv",
                    "position": { "start": 5, "end": 11 }, "problem": null,
                },
                {
                    "id": "2", "field": "title", "start": null, "end": null, "before": "I",
                    "after": "Chapter One", "reason": "", "state": "open", "acceptedVersion": null,
                    "contextBefore": null, "contextAfter": null, "position": null, "problem": null,
                },
            ],
            "receipt": { "read": [document], "tokens": 12 },
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
            "expiresAt": "2026-12-18T11:06:40.000Z",
            "decidedBy": null,
            "decidedAt": null,
        });
        assert_eq!(made, wanted);
        assert_eq!(studio.get(&path).ok(), wanted);
        assert_eq!(content(studio, &project, &document), TEXT);
        let listed = studio.get(&proposals(&project)).ok();
        assert_eq!(listed["total"], 1);
        let mut head = wanted;
        for member in ["changes", "receipt", "currentVersion"] {
            head.as_object_mut().unwrap().remove(member);
        }
        assert_eq!(listed["proposals"], json!([head]));
    }
}

service_test! {
    fn an_acceptance_is_an_edit_as_any_other(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "8:35 P.M.", "after": "night" },
            { "field": "status", "after": "revise" }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));
        let mut listener = Listener::now(studio);

        let accepted = accept(studio, &path, &Value::Null).ok();

        assert_eq!((&accepted["state"], &accepted["decidedBy"]), (&json!("accepted"), &json!("local")));
        assert_eq!(accepted["changes"][0]["acceptedVersion"], 2);
        let item = studio.get(&format!("/api/projects/{project}/documents/{document}")).ok();
        assert_eq!(item["content"], TEXT.replace("8:35 P.M.", "night"));
        assert_eq!((&item["status"], &item["words"]), (&json!("revise"), &json!(13)));
        let revisions = format!("/api/projects/{project}/documents/{document}/revisions");
        let revision = studio.get(&format!("{revisions}/1")).ok();
        assert_eq!((&revision["content"], &revision["replacedBy"]), (&json!(TEXT), &json!("local")));
        let heard = listener.hear(2);
        let kinds: Vec<&str> = heard.iter().map(|it| it.kind.as_str()).collect();
        assert_eq!(kinds, ["document", "proposal"]);
        assert_eq!(heard[1].body["state"], "accepted");
        assert!(heard[1].body.get("changes").is_none());

        let again = accept(studio, &path, &Value::Null);
        assert_eq!((again.status, again.detail().as_str()), (409, "The proposal is accepted already"));
    }
}

service_test! {
    fn a_part_is_accepted_and_a_part_rejected(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "Left", "after": "Departed from" },
            { "before": "Munich", "after": "Buda-Pesth" }, { "before": "May", "after": "June" }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));

        let accepted = accept(studio, &path, &json!(["2"])).ok();
        assert_eq!((&accepted["state"], &accepted["changesOpen"]), (&json!("open"), &json!(2)));
        // The words of the others stand elsewhere now.
        assert_eq!(accepted["changes"][2]["position"], json!({ "start": 37, "end": 40 }));
        assert_eq!(accepted["changes"][2]["start"], 33);
        let again = accept(studio, &path, &json!(["1", "2"]));
        assert_eq!((again.status, again.detail().as_str()), (409, "Change 2 is accepted already"));
        let unknown = accept(studio, &path, &json!(["9"]));
        assert_eq!((unknown.status, unknown.detail().as_str()),
            (400, "The proposal has no change of this id"));
        assert_eq!(accept(studio, &path, &json!([])).status, 400);

        let reject = json!({ "changes": ["1"], "reason": "My voice." });
        let rejected = studio.post(&format!("{path}/reject"), &reject).ok();
        assert_eq!((&rejected["state"], &rejected["reason"]), (&json!("open"), &json!("My voice.")));
        let last = accept(studio, &path, &Value::Null).ok();

        assert_eq!(last["state"], "partly_accepted");
        assert_eq!(content(studio, &project, &document),
            TEXT.replace("Munich", "Buda-Pesth").replace("May", "June"));
        let states: Vec<_> = [0, 1, 2].iter().map(|at| last["changes"][at]["state"].text()).collect();
        assert_eq!(states, ["rejected", "accepted", "accepted"]);
    }
}

service_test! {
    fn what_was_rejected_changes_nothing(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "Left", "after": "Fled" }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));

        let rejected = studio.post(&format!("{path}/reject"), &json!({})).ok();

        assert_eq!((&rejected["state"], &rejected["reason"]), (&json!("rejected"), &Value::Null));
        let refused = accept(studio, &path, &Value::Null);
        assert_eq!((refused.status, refused.detail().as_str()),
            (409, "The proposal is rejected already"));
        assert_eq!(content(studio, &project, &document), TEXT);
    }
}

service_test! {
    fn a_list_has_what_is_asked_for_page_by_page(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let promise = json!({ "target": { "kind": "promise" }, "agent": "PLOTTER", "summary": "New",
            "changes": [{ "field": "title", "after": "The box" }] });
        make(studio, &project, &promise);
        studio.clock.advance(1);
        let changes = json!([{ "before": "Left", "after": "Fled" }]);
        let (rejected, _) = make(studio, &project, &about(&document, &changes));
        studio.post(&format!("{rejected}/reject"), &json!({})).ok();
        studio.clock.advance(1);
        make(studio, &project, &about(&document, &changes));

        let listed = |query: &str| {
            let page = studio.get(&format!("{}?{query}", proposals(&project))).ok();
            let all = page["proposals"].as_array().unwrap().iter();
            let states = all.map(|it| format!("{} {}", it["agent"].text(), it["state"].text()));
            (states.collect::<Vec<_>>(), page["total"].as_i64().unwrap(), page["nextCursor"].clone())
        };
        let all = ["proseguard open", "proseguard rejected", "plotter open"];
        assert_eq!(listed("").0, all);
        for (query, wanted) in [
            ("state=open", vec![all[0], all[2]]),
            ("targetKind=document", vec![all[0], all[1]]),
            (&format!("targetId={document}&state=rejected"), vec![all[1]]),
            ("agent=plotter", vec![all[2]]),
            ("agent=muse", vec![]),
        ] {
            let (found, total, _) = listed(query);
            assert_eq!((found.len() as i64, found), (total, wanted.iter().map(|it| (*it).to_owned()).collect()));
        }
        let (first, total, cursor) = listed("limit=2");
        assert_eq!((first, total), (all[..2].iter().map(|it| (*it).to_owned()).collect(), 3));
        let (rest, _, end) = listed(&format!("limit=2&cursor={}", cursor.text()));
        assert_eq!((rest, end), (vec![all[2].to_owned()], Value::Null));
        assert_eq!(studio.get(&format!("{}?state=lost", proposals(&project))).status, 422);
    }
}

service_test! {
    fn agents_are_those_of_the_registry(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let mut body = about(&document, &json!([{ "before": "Left", "after": "Fled" }]));

        body["agent"] = json!("renfield");
        let reply = studio.post(&proposals(&project), &body);
        assert_eq!((reply.status, reply.detail().as_str()), (404, "Agent not found"));

        let no_help = json!({ "settings": { "aiAssistance": false } });
        studio.put(&format!("/api/projects/{project}"), &no_help).ok();
        body["agent"] = json!("muse");
        let reply = studio.post(&proposals(&project), &body);
        assert!(reply.status == 409 && reply.detail().contains("aiAssistance"), "{}", reply.detail());

        body["agent"] = Value::Null;
        assert_eq!(make(studio, &project, &body).1["agent"], Value::Null);
    }
}

service_test! {
    fn the_owner_hears_of_what_agents_propose(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let mut body = about(&document, &json!([{ "before": "Left", "after": "Fled" }]));
        let messages = || {
            let list = studio.get("/api/notifications").ok();
            let all = list["notifications"].as_array().unwrap().clone();
            all.iter().map(|it| it["message"].text()).collect::<Vec<_>>()
        };

        make(studio, &project, &body);
        assert_eq!(messages(), ["proseguard proposes 1 change in “I”: Shorter sentences"]);

        // What one proposes oneself is no news, and neither is anything where none is wanted.
        body["agent"] = Value::Null;
        make(studio, &project, &body);
        body["agent"] = json!("muse");
        let quiet = json!({ "settings": { "notifications": false } });
        studio.put(&format!("/api/projects/{project}"), &quiet).ok();
        make(studio, &project, &body);
        assert_eq!(messages().len(), 1);
    }
}

service_test! {
    fn a_member_may_decide_and_a_reader_may_not(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let seward = Person::new(studio, "seward", Scope::Write);
        let reader = Person::new(studio, "seward", Scope::Read);
        let project = mina.project("Journal");
        let collaborators = json!({ "collaborators": ["seward"] });
        mina.put(&format!("/api/projects/{project}"), &collaborators).ok();
        let text = json!({ "title": "I", "content": TEXT });
        let document = mina.post(&format!("/api/projects/{project}/documents"), &text).ok()["id"].text();
        let body = about(&document, &json!([{ "before": "Left", "after": "Fled" }]));
        let made = seward.post(&proposals(&project), &body).ok();
        let path = format!("{}/{}", proposals(&project), made["id"].text());

        assert_eq!(reader.get(&path).status, 200);
        assert_eq!(reader.post(&format!("{path}/accept"), &json!({})).status, 403);
        assert_eq!(reader.post(&proposals(&project), &body).status, 403);
        let accepted = seward.post(&format!("{path}/accept"), &json!({})).ok();

        assert_eq!((&accepted["account"], &accepted["decidedBy"]), (&json!("seward"), &json!("seward")));
        // The owner and whose agent it is, each one time.
        assert_eq!(mina.get("/api/notifications").ok()["total"], 1);
        assert_eq!(seward.get("/api/notifications").ok()["total"], 1);
    }
}

service_test! {
    fn a_decision_may_name_the_version_it_rests_on_and_takes_effect_one_time(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "Left", "after": "Fled" }, { "before": "May", "after": "June" }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));
        let send = |headers: &[(&str, &str)]| {
            let all: Vec<_> = headers.iter().copied().chain([JSON]).collect();
            studio.ask("POST", &format!("{path}/accept"), &all, Some(r#"{"changes":["1"]}"#))
        };

        assert_eq!(send(&[("if-match", "\"2\"")]).status, 412);
        let first = send(&[("if-match", "\"1\""), ("idempotency-key", "k")]);
        assert_eq!((first.status, first.header("etag")), (200, Some("\"2\"")));
        let again = send(&[("if-match", "\"1\""), ("idempotency-key", "k")]);

        assert_eq!((again.status, &again.text), (200, &first.text));
        assert_eq!(content(studio, &project, &document), TEXT.replace("Left", "Fled"));
    }
}

service_test! {
    fn time_decides_what_nobody_does(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let changes = json!([{ "before": "Left", "after": "Fled" }, { "before": "May", "after": "June" }]);
        let (whole, _) = make(studio, &project, &about(&document, &changes));
        let (part, _) = make(studio, &project, &about(&document, &changes));
        accept(studio, &part, &json!(["2"])).ok();
        studio.clock.advance(OPEN_DAYS * DAY_MS);

        let late = accept(studio, &whole, &Value::Null);
        assert_eq!((late.status, late.detail().as_str()),
            (409, "The proposal has expired: nothing of it can be decided"));
        let mut listener = Listener::now(studio);
        studio.clean();

        let states = [&whole, &part].map(|path| {
            let item = studio.get(path).ok();
            assert_eq!(item["changes"][0]["state"], "expired");
            assert_ne!(item["decidedAt"], Value::Null);
            item["state"].text()
        });
        assert_eq!(states, ["expired", "partly_accepted"]);
        assert!(listener.hear(2).iter().all(|it| it.kind == "proposal"));

        studio.clock.advance(DECIDED_DAYS * DAY_MS + 2);
        studio.clean();
        assert_eq!(studio.get(&proposals(&project)).ok()["total"], 0);
        assert_eq!(studio.get(&whole).status, 404);
    }
}

service_test! {
    fn more_open_proposals_than_anybody_looks_at_are_refused(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let body = about(&document, &json!([{ "before": "Left", "after": "Fled" }]));
        let (path, _) = make(studio, &project, &body);
        studio.run(&["WITH RECURSIVE number (n) AS (
                          SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 499)
                      INSERT INTO proposal (
                          id, project_id, target_kind, document_id, account, summary, state,
                          changes_total, changes_open, created_at, modified_at, expires_at, version,
                          changes)
                      SELECT id || n, project_id, target_kind, document_id, account, summary, state,
                             changes_total, changes_open, created_at, modified_at, expires_at, version,
                             changes
                        FROM proposal
                       CROSS JOIN number"]);

        let refused = studio.post(&proposals(&project), &body);

        assert_eq!((refused.status, refused.detail()), (409, format!("The project has {OPEN_MAX} open \
            proposals: more can be made when some of them are decided")));
        studio.post(&format!("{path}/reject"), &json!({})).ok();
        assert_eq!(studio.post(&proposals(&project), &body).status, 200);
    }
}

service_test! {
    fn proposals_go_with_their_document(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", TEXT);
        let at = format!("/api/projects/{project}/documents/{document}");
        let changes = json!([{ "before": "Left", "after": "Fled" }]);
        let (path, _) = make(studio, &project, &about(&document, &changes));

        studio.delete(&at).ok();
        assert_eq!(studio.get(&proposals(&project)).ok()["total"], 0);
        let gone = accept(studio, &path, &Value::Null);
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Proposal not found"));

        studio.post(&format!("{at}/restore"), &json!({})).ok();
        assert_eq!(studio.get(&proposals(&project)).ok()["total"], 1);
        accept(studio, &path, &Value::Null).ok();

        studio.delete(&at).ok();
        studio.clock.advance(31 * DAY_MS);
        studio.clean();
        assert_eq!(studio.get(&path).status, 404);
        let left = studio.write(|tx| {
            let row = tx.row("SELECT count(*) AS left FROM proposal", ()).unwrap();
            Ok(row.unwrap().take::<i64>("left").unwrap())
        });
        assert_eq!(left, 0);
    }
}
