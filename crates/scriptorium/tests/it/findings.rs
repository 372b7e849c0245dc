//! Tests of findings: how they are shown and answered, what becomes of them when a text is read
//! again, and where they go with their document.

mod calm;
mod checked;
mod list;
mod narration;
mod wording;

use domain::{
    Principal,
    findings::{Check, CheckResult, Observation, Origin, PENDING_MAX, Severity, Source},
    lore::Quoted,
    principal::Scope,
    time::DAY_MS,
};
use serde_json::{Value, json};

use crate::{
    access::Person,
    exports,
    support::{JSON, Listener, Studio, Text as _},
};

/// The path of a project's findings.
pub fn findings(project: &str) -> String {
    format!("/api/projects/{project}/findings")
}

/// What a check could say.
pub fn found(rule: &str, severity: Severity, quote: &str) -> Observation {
    Observation {
        rule: rule.to_owned(),
        severity,
        message: format!("“{quote}” is of {rule}."),
        quoted: Some(Quoted { quote: quote.to_owned(), start: 0, end: 4 }),
        identity: None,
        project_rule: None,
        detail: Some(json!({ "count": 2 })),
        limit: PENDING_MAX,
    }
}

/// Has a check read a version of a document, for a swarm; how many findings are others now.
pub fn record(
    studio: &Studio,
    project: &str,
    document: Option<(&str, i64)>,
    swarm: Option<&str>,
    found: &[Observation],
) -> usize {
    record_by(studio, project, Check::Prose, document, swarm, found)
}

/// As [`record`], by this check.
pub fn record_by(
    studio: &Studio,
    project: &str,
    check: Check,
    document: Option<(&str, i64)>,
    swarm: Option<&str>,
    found: &[Observation],
) -> usize {
    let reading = CheckResult {
        check,
        source: document.map(|(id, version)| Source { document_id: id.to_owned(), version }),
        found: found.to_vec(),
        measures: None,
    };
    let origin = Origin {
        swarm_id: swarm.map(str::to_owned),
        agent: "proseguard".to_owned(),
        account: "local".to_owned(),
    };
    let (project, now) = (project.to_owned(), studio.clock.now());
    let changed = studio.write(move |tx| {
        if let Some(swarm) = &origin.swarm_id {
            be_there(tx, swarm)?;
        }
        let project = store::projects::check(tx, &Principal::local(), &project)?;
        engine::findings::record(
            &mut engine::Change::new(tx, &Principal::local(), now),
            &project,
            &origin,
            &reading,
        )
    });
    studio.behind().wakers.notify(&engine::wakers::Wake::Events);
    changed.len()
}

/// Makes a swarm of this id that nobody works on, unless it is there.
fn be_there(tx: &mut store::Tx<'_>, swarm: &str) -> domain::Result<()> {
    tx.run(
        "INSERT INTO swarm (
             id, account, type, status, priority, priority_rank, description, agent_count, total,
             succeeded, failed, skipped, cancelled, attempts, busy_ms, deadline, created_at)
         VALUES (?1, 'local', 'revision', 'active', 'normal', 1, '', 0, 0, 0, 0, 0, 0, 0, 0, ?2, 0)
             ON CONFLICT (id) DO NOTHING",
        (swarm, i64::MAX),
    )
    .map(drop)
    .map_err(|flaw| domain::Error::internal("making a swarm", flaw))
}

/// How many insights a project counts.
fn insights(studio: &Studio, project: &str) -> Value {
    let item = studio.get(&format!("/api/projects/{project}")).ok();
    item["intelligence"]["knowledgeBase"]["insights"].clone()
}

/// The findings of a list.
pub fn listed(studio: &Studio, project: &str, query: &str) -> Vec<Value> {
    let page = studio.get(&format!("{}?{query}", findings(project))).ok();
    page["findings"].as_array().unwrap().clone()
}

/// A finding as an event has it, without its line.
fn published(item: &Value) -> Value {
    let mut item = item.clone();
    item["line"] = Value::Null;
    item
}

/// What the findings of a list quote, with their states.
fn states(studio: &Studio, project: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = listed(studio, project, "limit=100")
        .iter()
        .map(|it| (it["quotation"]["quote"].text(), it["state"].text()))
        .collect();
    all.sort();
    all
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(quote, state)| ((*quote).to_owned(), (*state).to_owned())).collect()
}

service_test! {
    fn a_finding_shows_its_evidence_and_is_told(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let mut listener = Listener::now(studio);

        record(studio, &project, Some((&document, 1)), Some("s1"),
            &[found("long_sentence", Severity::Low, "Left")]);

        let item = listed(studio, &project, "").remove(0);
        let wanted = json!({
            "id": item["id"],
            "projectId": project,
            "documentId": document,
            "documentTitle": "I",
            "documentVersion": 1,
            "currentDocumentVersion": 1,
            "check": "prose",
            "rule": "long_sentence",
            "severity": "low",
            "state": "open",
            "reason": null,
            "message": "“Left” is of long_sentence.",
            "quotation": { "quote": "Left", "start": 0, "end": 4 },
            "line": 1,
            "detail": { "count": 2 },
            "swarmId": "s1",
            "agent": "proseguard",
            "createdAt": item["createdAt"],
            "modifiedAt": item["createdAt"],
        });
        assert_eq!(item, wanted);
        let path = format!("{}/{}", findings(&project), item["id"].text());
        let read = studio.get(&path);
        assert_eq!((&read.body, read.header("etag")), (&item, Some("\"1\"")));
        let heard = listener.hear(1).remove(0);
        assert_eq!((heard.kind.as_str(), heard.body), ("finding", published(&item)));
        assert_eq!(insights(studio, &project), 1);
    }
}

service_test! {
    fn a_finding_and_its_places_say_in_which_line_they_stand(studio) {
        let project = studio.project("Dracula");
        let one = studio.document(&project, "I", "# I\n\nLeft “Munich”.\nLeft Vienna.");
        let two = studio.document(&project, "II", "The castle.\n\nLeft it.");
        let quoted = |quote: &str, start: i64| Observation {
            quoted: Some(Quoted { quote: quote.to_owned(), start, end: start + 4 }),
            detail: None,
            ..found("long_sentence", Severity::Low, quote)
        };
        let detail = json!({
            "count": 3,
            "places": [
                { "documentId": one, "documentVersion": 1, "start": 20, "end": 24, "quote": "Left" },
                { "documentId": two, "documentVersion": 1, "start": 13, "end": 17, "quote": "Left" },
                { "documentId": "gone", "documentVersion": 1, "start": 1, "end": 2, "quote": "x" },
            ],
        });
        let habit = Observation {
            quoted: None, detail: Some(detail), ..found("repeated_word", Severity::Info, "left")
        };
        record(studio, &project, Some((&one, 1)), None, &[quoted("Left", 5), quoted("Vienna", 25)]);
        record(studio, &project, None, None, &[habit]);
        let lines = || {
            let all = listed(studio, &project, "limit=100");
            let of = |quote: &str| {
                let it = all.iter().find(|it| it["quotation"]["quote"] == quote).unwrap();
                it["line"].clone()
            };
            let habit = all.iter().find(|it| it["rule"] == "repeated_word").unwrap();
            let listed = habit["detail"]["places"].as_array().unwrap();
            let listed = listed.iter().map(|it| json!([it["documentTitle"], it["line"]]));
            assert_eq!(habit["line"], Value::Null);
            (of("Left"), of("Vienna"), listed.collect::<Vec<_>>())
        };

        let of_habit = vec![json!(["I", 4]), json!(["II", 3]), json!([null, null])];
        assert_eq!(lines(), (json!(3), json!(4), of_habit));
        // The second line of the first text goes, and then its words are elsewhere.
        let path = format!("/api/projects/{project}/documents/{one}");
        let text = "# I: Leaving\n\nWent “Munich”.\nLeft Vienna.";
        studio.put(&path, &json!({ "content": text })).ok();
        let of_habit = vec![json!(["I", null]), json!(["II", 3]), json!([null, null])];
        assert_eq!(lines(), (Value::Null, Value::Null, of_habit));

        let item = listed(studio, &project, "check=prose&severity=info").remove(0);
        let path = format!("{}/{}", findings(&project), item["id"].text());
        let answered = studio.put(&path, &json!({ "state": "dismissed" })).ok();
        assert_eq!(answered["detail"], item["detail"], "an answer has them as well");
        assert_eq!(studio.get(&path).ok()["detail"], item["detail"]);
    }
}

service_test! {
    fn an_author_answers_a_finding(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        record(studio, &project, Some((&document, 1)), None,
            &[found("long_sentence", Severity::Low, "Left")]);
        let item = listed(studio, &project, "").remove(0);
        let path = format!("{}/{}", findings(&project), item["id"].text());
        let mut listener = Listener::now(studio);

        studio.clock.advance(5_000);
        let dismissed = studio.put(&path, &json!({ "state": "dismissed" }));

        assert_eq!(dismissed.header("etag"), Some("\"2\""));
        let dismissed = dismissed.ok();
        assert_eq!((&dismissed["state"], &dismissed["reason"]), (&json!("dismissed"), &Value::Null));
        assert_ne!(dismissed["modifiedAt"], item["modifiedAt"]);
        assert_eq!(listener.hear(1)[0].body, published(&dismissed));
        assert_eq!(insights(studio, &project), 0);
        let waived = studio.put(&path, &json!({ "state": "waived", "reason": " a ballad " })).ok();
        assert_eq!((&waived["state"], &waived["reason"]), (&json!("waived"), &json!("a ballad")));
        assert_eq!(insights(studio, &project), 1);
        let open = studio.put(&path, &json!({ "state": "open" })).ok();
        assert_eq!((&open["state"], &open["reason"]), (&json!("open"), &Value::Null));
        assert_eq!(studio.get(&path).ok(), open);
    }
}

service_test! {
    fn what_cannot_be_said_to_a_finding_is_refused(studio) {
        let project = studio.project("Dracula");
        record(studio, &project, None, None, &[found("pattern", Severity::Info, "x")]);
        let id = listed(studio, &project, "")[0]["id"].text();
        let path = format!("{}/{id}", findings(&project));

        insta::assert_snapshot!(studio.put(&path, &json!({ "state": "waived" })), @r"
        422
        body.reason: Value error, a waived finding has a reason (value_error)
        ");
        insta::assert_snapshot!(studio.put(&path, &json!({ "state": "gone", "reason": 7 })), @r"
        422
        body.state: Input should be 'open', 'accepted', 'dismissed', 'waived' or 'stale' (literal_error)
        body.reason: Input should be a valid string (string_type)
        ");
        insta::assert_snapshot!(studio.put(&path, &json!({ "state": "stale" })), @r#"
        409
        {"detail":"Only a later reading of the text makes a finding stale"}
        "#);
        let unchanged = studio.put(&path, &json!({ "state": null })).ok();
        assert_eq!((&unchanged["state"], &unchanged["documentId"]), (&json!("open"), &Value::Null));
        let stale = studio.ask("PUT", &path, &[JSON, ("if-match", "\"1\"")], Some("{}"));
        assert_eq!((stale.status, stale.detail().as_str()),
            (412, "The finding was changed in the meantime"));
        record(studio, &project, None, None, &[]);
        insta::assert_snapshot!(studio.put(&path, &json!({ "state": "accepted" })), @r#"
        409
        {"detail":"A stale finding can only be dismissed or waived: it is no longer in the text"}
        "#);
        assert_eq!(studio.put(&path, &json!({ "state": "dismissed" })).ok()["state"], "dismissed");
    }
}

service_test! {
    fn what_is_read_again_is_the_same_finding(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let here = |version| Some((document.as_str(), version));
        let all = ["open", "accepted", "dismissed", "waived"]
            .map(|quote| found("long_sentence", Severity::Low, quote));
        assert_eq!(record(studio, &project, here(1), Some("s1"), &all), 4);
        for item in listed(studio, &project, "") {
            let state = item["quotation"]["quote"].text();
            let path = format!("{}/{}", findings(&project), item["id"].text());
            studio.put(&path, &json!({ "state": state, "reason": "so" })).ok();
        }
        let same = pairs(&[("accepted", "accepted"), ("dismissed", "dismissed"), ("open", "open"),
            ("waived", "waived")]);
        assert_eq!(states(studio, &project), same);

        assert_eq!(record(studio, &project, here(1), Some("s2"), &all), 0);
        assert_eq!(states(studio, &project), same);
        assert_eq!(record(studio, &project, here(1), Some("s3"), &all[1..3]), 1);

        let less = pairs(&[("accepted", "accepted"), ("dismissed", "dismissed"), ("open", "stale"),
            ("waived", "waived")]);
        assert_eq!(states(studio, &project), less);
        assert_eq!(insights(studio, &project), 2);
        // Whoever met a finding finds it, whoever found it first.
        for (swarm, count) in [("s1", 4), ("s2", 4), ("s3", 2), ("s4", 0)] {
            assert_eq!(listed(studio, &project, &format!("swarmId={swarm}")).len(), count);
        }
        assert_eq!(record(studio, &project, here(1), Some("s4"), &all), 1);
        assert_eq!(states(studio, &project), same);
        assert_eq!(insights(studio, &project), 3);
    }
}

service_test! {
    fn a_finding_says_in_which_version_it_was_found(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "Left Munich.");
        let all = [found("long_sentence", Severity::Low, "Left")];
        record(studio, &project, Some((&document, 1)), None, &all);
        let path = format!("/api/projects/{project}/documents/{document}");
        studio.put(&path, &json!({ "content": "Left Munich at 8:35 P.M.", "title": "One" })).ok();
        let versions = || {
            let item = listed(studio, &project, "").remove(0);
            ["documentTitle", "documentVersion", "currentDocumentVersion", "state"]
                .map(|key| item[key].text())
        };

        assert_eq!(versions(), ["One", "1", "2", "open"]);
        record(studio, &project, Some((&document, 2)), None, &all);
        assert_eq!(versions(), ["One", "2", "2", "open"]);

        // A reading of the earlier text that comes too late says nothing any more.
        assert_eq!(record(studio, &project, Some((&document, 1)), None, &[]), 0);
        assert_eq!(versions(), ["One", "2", "2", "open"]);
    }
}

service_test! {
    fn findings_go_and_come_with_their_document(studio) {
        let project = studio.project("Dracula");
        let [one, two] = ["I", "II"].map(|title| studio.document(&project, title, "Left Munich."));
        let all = ["a", "b"].map(|quote| found("long_sentence", Severity::Low, quote));
        record(studio, &project, Some((&one, 1)), Some("s1"), &all);
        record(studio, &project, Some((&two, 1)), Some("s1"), &all[..1]);
        let id = listed(studio, &project, &format!("documentId={one}"))[0]["id"].text();
        let counted = || {
            let total = studio.get(&findings(&project)).ok()["total"].clone();
            (listed(studio, &project, "").len(), total, insights(studio, &project))
        };
        assert_eq!(counted(), (3, json!(3), json!(3)));
        let path = format!("/api/projects/{project}/documents/{one}");

        studio.delete(&path).ok();
        assert_eq!(counted(), (1, json!(1), json!(1)));
        let gone = studio.get(&format!("{}/{id}", findings(&project)));
        assert_eq!((gone.status, gone.detail().as_str()), (404, "Finding not found"));
        assert_eq!(record(studio, &project, Some((&one, 1)), Some("s2"), &[]), 0);

        studio.post(&format!("{path}/restore"), &json!({})).ok();
        assert_eq!(counted(), (3, json!(3), json!(3)));

        studio.delete(&path).ok();
        studio.clock.advance(30 * DAY_MS + 1);
        studio.clean();
        assert_eq!(counted(), (1, json!(1), json!(1)));
        assert_eq!(rows(studio), [1, 1, 1]);

        studio.delete(&format!("/api/projects/{project}")).ok();
        studio.clock.advance(30 * DAY_MS + 1);
        studio.clean();
        assert_eq!(rows(studio), [0; 3]);
    }
}

/// How many findings there are at all, how often swarms met one, and how many readings were noted.
fn rows(studio: &Studio) -> [i64; 3] {
    studio.write(|tx| {
        let mut counts = [0; 3];
        for (at, table) in [
            "SELECT count(*) FROM finding",
            "SELECT count(*) FROM finding_sighting",
            "SELECT count(*) FROM finding_reading",
        ]
        .into_iter()
        .enumerate()
        {
            let row = tx
                .row(table, ())
                .map_err(|error| domain::Error::internal("counting rows", error))?;
            counts[at] = row.unwrap().get::<i64>(0).unwrap();
        }
        Ok(counts)
    })
}

service_test! {
    fn what_was_stale_for_long_is_forgotten(studio) {
        let project = studio.project("Dracula");
        let all = ["a", "b"].map(|quote| found("pattern", Severity::Info, quote));
        record(studio, &project, None, Some("s1"), &all);
        record(studio, &project, None, Some("s2"), &all[..1]);
        studio.clock.advance(90 * DAY_MS);

        studio.clean();
        assert_eq!(states(studio, &project), pairs(&[("a", "open"), ("b", "stale")]));
        studio.clock.advance(2);
        studio.clean();

        assert_eq!(states(studio, &project), pairs(&[("a", "open")]));
        assert_eq!(studio.get(&findings(&project)).ok()["total"], 1);
        assert_eq!(rows(studio), [1, 2, 1]);
    }
}

service_test! {
    fn findings_of_others_are_not_there(studio) {
        let (mina, renfield) =
            (Person::new(studio, "mina", Scope::Write), Person::new(studio, "renfield", Scope::Write));
        let (journal, flies) = (mina.project("Journal"), renfield.project("Flies"));
        record(studio, &journal, None, None, &[found("pattern", Severity::Info, "x")]);
        let id = mina.get(&findings(&journal)).ok()["findings"][0]["id"].text();

        for project in [&journal, &flies] {
            let what = if project == &journal { "Project" } else { "Finding" };
            let path = format!("{}/{id}", findings(project));
            for reply in [renfield.get(&path), renfield.put(&path, &json!({}))] {
                assert_eq!((reply.status, reply.detail()), (404, format!("{what} not found")));
            }
        }
        assert_eq!(renfield.get(&findings(&journal)).detail(), "Project not found");
        assert_eq!(renfield.get(&findings(&flies)).ok()["total"], 0);
        let reader = Person::new(studio, "mina", Scope::Read);
        let path = format!("{}/{id}", findings(&journal));
        assert_eq!(reader.put(&path, &json!({ "state": "accepted" })).status, 403);
        assert_eq!(mina.put(&path, &json!({ "state": "accepted" })).ok()["state"], "accepted");
    }
}

service_test! {
    fn findings_leave_and_come_in_with_what_was_said_to_them(studio) {
        let project = studio.project("Dracula");
        let [one, two] = ["I", "II"].map(|title| studio.document(&project, title, "Left Munich."));
        let all = ["a", "b"].map(|quote| found("long_sentence", Severity::Low, quote));
        record(studio, &project, Some((&one, 1)), Some("s1"), &all);
        record(studio, &project, Some((&two, 1)), Some("s1"), &all);
        record(studio, &project, None, None, &[found("pattern", Severity::Info, "c")]);
        let id = listed(studio, &project, &format!("documentId={two}"))[0]["id"].text();
        studio.put(&format!("{}/{id}", findings(&project)),
            &json!({ "state": "waived", "reason": "a ballad" })).ok();
        studio.delete(&format!("/api/projects/{project}/documents/{one}")).ok();

        let files = exports::export(studio, &project);
        let copy = exports::import(studio, &files).ok()["id"].text();

        let plain = |project: &str| {
            let mut all = listed(studio, project, "");
            for item in &mut all {
                for key in ["id", "projectId", "documentId", "swarmId"] {
                    item[key] = Value::Null;
                }
            }
            (all, insights(studio, project), studio.get(&findings(project)).ok()["total"].clone())
        };
        assert_eq!(plain(&copy), plain(&project));
        assert_eq!(plain(&copy).1, 3);
        // The copy's findings are known when its documents are read again.
        let copied = listed(studio, &copy, "severity=low")[0]["documentId"].text();
        assert_eq!(record(studio, &copy, Some((&copied, 1)), None, &all), 0);
    }
}
