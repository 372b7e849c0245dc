//! Tests of the tools that answer findings and propose changes.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{Assistant, text};
use crate::access::token_of;
use crate::{
    access::Person,
    support::{Listener, Studio, Text as _},
};

/// A chapter with something for the checks to find.
const CHAPTER: &str =
    "The harbour was silent.\n\nMara waited for the ferry, and the the ferry was late.\n";

/// A project with that chapter, and the finding about its doubled word.
fn harbour(studio: &Studio) -> (String, String, String) {
    let project = studio.project("Nightfall");
    let document = studio.document(&project, "The Harbour", CHAPTER);
    let path = format!("/api/projects/{project}");
    studio.post(&format!("{path}/analyses"), &json!({ "documentIds": [document] })).ok();
    let found = studio.get(&format!("{path}/findings")).ok();
    let all = found["findings"].as_array().unwrap();
    let doubled =
        all.iter().find(|it| it["quotation"]["quote"].as_str() == Some("the the")).unwrap();
    (project, document, doubled["id"].text())
}

/// An edit that takes the doubled word out.
fn edit() -> Value {
    json!({
        "document": "the harbour",
        "before": "the the ferry",
        "after": "the ferry",
        "reason": "A doubled word.",
    })
}

/// The last call of a tool in the log, after so many of them.
fn logged(listener: &mut Listener, count: usize) -> Value {
    let calls = std::iter::from_fn(|| listener.event()).filter(|event| event.kind == "tool_call");
    calls.take(count).last().unwrap().body
}

service_test! {
    fn an_edit_is_a_proposal_that_changes_nothing_before_it_is_accepted(studio) {
        let (project, document, _) = harbour(studio);
        let assistant = Assistant::new(studio);
        let mut listener = Listener::now(studio);

        let made = assistant.checked("propose_edit", edit());
        let again = assistant.checked("propose_edit", edit());
        let call = logged(&mut listener, 1);

        let path = format!("/api/projects/{project}");
        let content = || studio.get(&format!("{path}/documents/{document}")).ok()["content"].text();
        assert_eq!(content(), CHAPTER);
        assert_eq!(made["document"], json!({ "id": document, "title": "The Harbour" }));
        assert_eq!(
            made["quotation"],
            json!({ "text": "the the ferry", "start": 56, "end": 69, "line": 3 })
        );
        assert_eq!((&made["state"], &made["isNew"]), (&json!("open"), &json!(true)));
        assert_eq!((&again["id"], &again["isNew"]), (&made["id"], &json!(false)));
        assert_eq!(call["tool"], "propose_edit");
        assert_eq!((&call["projectId"], &call["proposals"]), (&json!(project), &json!([made["id"]])));
        let id = made["id"].text();
        let proposal = studio.get(&format!("{path}/proposals/{id}")).ok();
        assert_eq!(proposal["receipt"]["tool"], "propose_edit");
        assert_eq!(proposal["summary"], "A doubled word.");
        studio.post(&format!("{path}/proposals/{id}/accept"), &json!({})).ok();
        assert_eq!(content(), CHAPTER.replace("the the", "the"));
    }
}

service_test! {
    fn an_edit_of_words_that_do_not_stand_there_one_time_is_refused(studio) {
        let (project, ..) = harbour(studio);
        let assistant = Assistant::new(studio);
        let mut listener = Listener::now(studio);

        for (before, after, wanted) in [
            ("ferry", "boat", "several times"),
            ("The ferry sank", "x", "do not stand in “The Harbour”"),
            ("silent. Mara waited", "x", "> silent.\n> \n> Mara waited"),
            ("silent", "silent", "changes nothing"),
        ] {
            let mut edit = edit();
            (edit["before"], edit["after"]) = (before.into(), after.into());

            let refusal = assistant.refusal("propose_edit", edit);
            let call = logged(&mut listener, 1);

            assert!(refusal.contains(wanted), "{before}: {refusal}");
            assert_eq!((call["refusal"].text(), &call["proposals"]), (refusal, &json!([])));
        }
        let none = studio.get(&format!("/api/projects/{project}/proposals")).ok();
        assert_eq!(none["total"], 0, "{none}");
    }
}

service_test! {
    fn a_promise_is_noted_once_the_author_accepts_it(studio) {
        let (project, document, _) = harbour(studio);
        let assistant = Assistant::new(studio);
        let promise = json!({
            "title": "Why the ferry is late",
            "description": "The reader waits with her.",
            "document": document,
            "quote": "Mara waited for the ferry",
            "promiseType": "mystery",
        });

        let made = assistant.checked("record_promise", promise.clone());
        let again = assistant.checked("record_promise", promise.clone());

        let noted = || studio.get("/api/creative/plot/promises").ok()["data"].clone();
        assert_eq!(noted()["promises"], json!([]));
        assert_eq!((&made["target"], &made["isNew"]), (&json!("promise"), &json!(true)));
        assert_eq!(made["quotation"]["line"], 3);
        assert_eq!((&again["id"], &again["isNew"]), (&made["id"], &json!(false)));
        let path = format!("/api/projects/{project}/proposals/{}/accept", made["id"].text());
        studio.post(&path, &json!({})).ok();
        let promises = noted();
        let noted = &promises["promises"][0];
        assert_eq!(noted["title"], "Why the ferry is late");
        assert_eq!((&noted["promiseType"], &noted["status"]), (&json!("mystery"), &json!("made")));
        assert_eq!(noted["notes"], "Mara waited for the ferry");
        let third = assistant.refusal("record_promise", promise);
        assert!(third.contains("is noted already, in the state made"), "{third}");
        let no_document = json!({ "title": "x", "quote": "y" });
        let refusal = assistant.refusal("record_promise", no_document);
        assert!(refusal.contains("`quote` takes `document`"), "{refusal}");
    }
}

service_test! {
    fn promises_with_one_title_are_two_where_other_words_make_them(studio) {
        let (project, document, _) = harbour(studio);
        let assistant = Assistant::new(studio);
        let promise = |title: &str, quote: &str| {
            let expected = format!("What comes of “{quote}”?");
            json!({ "title": title, "description": expected, "document": document, "quote": quote })
        };

        let first = assistant.checked("record_promise", promise("The ferry", "Mara waited"));
        let second = assistant.checked("record_promise", promise("The ferry", "The harbour was silent"));
        let again = assistant.checked("record_promise", promise("the  FERRY", "Mara waited"));
        let path = format!("/api/projects/{project}/proposals/{}/accept", first["id"].text());
        studio.post(&path, &json!({})).ok();
        let noted = assistant.refusal("record_promise", promise("the ferry", "Mara waited"));
        let third = assistant.checked("record_promise", promise("The Ferry", "the the ferry was late"));

        let known = json!([{ "id": first["id"], "title": "The ferry" }]);
        assert_eq!((&first["alike"], &first["isNew"]), (&json!([]), &json!(true)));
        assert_eq!((&second["alike"], &second["isNew"]), (&known, &json!(true)));
        assert_eq!((&again["id"], &again["isNew"]), (&first["id"], &json!(false)));
        assert!(noted.contains("is noted already"), "{noted}");
        assert_eq!((&third["isNew"], &third["alike"][0]["title"]), (&json!(true), &json!("The ferry")));
        assert_ne!(third["alike"][0]["id"], first["id"], "the promise that was noted by it");
    }
}

service_test! {
    fn an_edit_is_recognised_among_many_and_though_the_text_before_it_has_grown(studio) {
        let (project, document, _) = harbour(studio);
        let path = format!("/api/projects/{project}");
        let assistant = Assistant::new(studio);
        let made = assistant.content("propose_edit", edit());
        for number in 0..120 {
            let change = json!({ "field": "content", "before": "silent", "after": format!("{number}") });
            let target = json!({ "kind": "document", "id": document });
            let body = json!({ "target": target, "summary": "s", "changes": [change] });
            studio.post(&format!("{path}/proposals"), &body).ok();
        }
        let longer = format!("It was a morning in May.\n\n{CHAPTER}");
        studio.put(&format!("{path}/documents/{document}"), &json!({ "content": longer })).ok();

        let again = assistant.content("propose_edit", edit());

        assert_eq!((&again["id"], &again["isNew"]), (&made["id"], &json!(false)));
    }
}

service_test! {
    fn a_finding_is_answered_as_over_http(studio) {
        let (project, _, finding) = harbour(studio);
        let assistant = Assistant::new(studio);
        let mut listener = Listener::now(studio);

        let no_reason =
            assistant.refusal("answer_finding", json!({ "finding": finding, "state": "waived" }));
        let waive = json!({ "finding": finding, "state": "waived", "reason": "Her stammer." });
        let waived = assistant.checked("answer_finding", waive.clone());
        let again = assistant.checked("answer_finding", waive);
        let call = logged(&mut listener, 2);
        let stale = assistant.refusal("answer_finding", json!({ "finding": finding, "state": "stale" }));
        let unknown = assistant.refusal("answer_finding", json!({ "finding": "x", "state": "open" }));

        assert!(no_reason.contains("A waived finding has a reason"), "{no_reason}");
        assert_eq!((&waived["stateBefore"], &waived["state"]), (&json!("open"), &json!("waived")));
        assert_eq!((&waived["isChanged"], &again["isChanged"]), (&json!(true), &json!(false)));
        assert_eq!((&call["refusal"], &call["records"]), (&Value::Null, &json!([finding])));
        let path = format!("/api/projects/{project}/findings/{finding}");
        let stored = studio.get(&path);
        assert_eq!((&stored.body["state"], &stored.body["reason"]), (&json!("waived"), &json!("Her stammer.")));
        assert!(stale.contains("arguments.state"), "{stale}");
        assert!(unknown.contains("Finding not found"), "{unknown}");
        assistant.checked("answer_finding", json!({ "finding": finding, "state": "open" }));
        assert_eq!(studio.get(&path).ok()["reason"], Value::Null);
    }
}

service_test! {
    fn the_hints_say_what_a_tool_may_do(studio) {
        let list = Assistant::new(studio).ask("tools/list", json!({}));

        for (name, hints) in [
            ("lookup_lore", [true, false, true]),
            ("answer_finding", [false, true, true]),
            ("propose_edit", [false, false, true]),
            ("record_promise", [false, false, true]),
        ] {
            let tools = list["tools"].as_array().unwrap();
            let said = &tools.iter().find(|it| it["name"] == name).unwrap()["annotations"];
            let said = ["readOnlyHint", "destructiveHint", "idempotentHint"].map(|it| said[it] == true);
            assert_eq!(said, hints, "{name}");
        }
        assert!(list["tools"].as_array().unwrap().len() <= 12);
    }
}

/// Arguments of each tool that does more than read, which would be taken.
fn calls(finding: &str) -> [(&'static str, Value); 3] {
    [
        ("answer_finding", json!({ "finding": finding, "state": "dismissed" })),
        ("propose_edit", edit()),
        ("record_promise", json!({ "title": "The ferry" })),
    ]
}

service_test! {
    fn a_service_that_only_lets_assistants_read_lists_and_calls_no_other_tool(
        studio, "mcp.read_only" = "true"
    ) {
        let (project, _, finding) = harbour(studio);
        let assistant = Assistant::new(studio);

        let tools = assistant.tools();
        for (name, arguments) in calls(&finding) {
            assert!(!tools.iter().any(|it| it == name), "{tools:?}");
            let refusal = assistant.refusal(name, arguments);
            assert!(refusal.contains("[mcp] read_only"), "{name}: {refusal}");
        }

        let path = format!("/api/projects/{project}");
        assert_eq!(studio.get(&format!("{path}/proposals")).ok()["total"], 0);
        assert_eq!(studio.get(&format!("{path}/findings/{finding}")).ok()["state"], "open");
        let list = assistant.ask("tools/list", json!({}));
        let tools = list["tools"].as_array().unwrap();
        assert!(tools.iter().all(|it| it["annotations"]["readOnlyHint"] == true), "{list}");
    }
}

service_test! {
    fn a_tool_takes_the_scope_that_its_effect_needs(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let night = mara.project("Nightfall");
        let path = format!("/api/projects/{night}");
        let body = json!({ "title": "The Harbour", "content": CHAPTER });
        let document = mara.post(&format!("{path}/documents"), &body).ok()["id"].text();
        mara.post(&format!("{path}/analyses"), &json!({ "documentIds": [document] })).ok();
        let found = mara.get(&format!("{path}/findings")).ok();
        let finding = found["findings"][0]["id"].text();

        for (scope, allowed) in [(Scope::Read, 0), (Scope::Propose, 2), (Scope::Write, 3)] {
            let assistant = Assistant::with_token(studio, &token_of(studio, &night, scope));
            let tools = assistant.tools();
            let mut answered = 0;
            for (name, arguments) in calls(&finding) {
                let answer = assistant.call(name, arguments);
                let is_refused = answer["isError"] == true;
                assert_eq!(tools.iter().any(|it| it == name), !is_refused, "{scope} {name}: {answer}");
                assert!(!is_refused || text(&answer).contains("needs a token with the scope"), "{answer}");
                answered += usize::from(!is_refused);
            }
            assert_eq!(answered, allowed, "{scope}");
        }
    }
}

service_test! {
    fn what_others_own_is_neither_answered_nor_proposed(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = ["Nightfall", "Daybreak"].map(|name| mara.project(name));
        let body = json!({ "title": "The Harbour", "content": CHAPTER });
        mara.post(&format!("/api/projects/{day}/documents"), &body).ok();
        let assistant = Assistant::with_token(studio, &token_of(studio, &night, Scope::Write));

        for (name, mut arguments) in calls("x") {
            arguments["project"] = day.as_str().into();
            let refusal = assistant.refusal(name, arguments);
            assert!(refusal.contains("Project not found"), "{name}: {refusal}");
        }

        assert_eq!(mara.get(&format!("/api/projects/{day}/proposals")).ok()["total"], 0);
    }
}
