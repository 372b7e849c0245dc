//! What each of the ten types of swarm comes to without a language model: done, done in part, failed for
//! want of something to work with, or refused.

use llm::scripted::{Answer, Received, ScriptedReply};
use serde_json::{Value, json};

use super::{SWARM, begin, book, ended, states};
use crate::support::{Studio, Text as _};

/// A word that is in no text of a test but in the task of its swarms.
const WORD_OF_THE_TASK: &str = "quibbling";

/// A book with all that agents speak of: lore, promises, events and a language.
pub(super) fn whole_book(studio: &Studio) -> String {
    let project = book(studio);
    let lore = format!("/api/projects/{project}/lore");
    for (name, category) in
        [("Jonathan", "character"), ("Mina", "character"), ("Carfax", "location")]
    {
        let content = format!("{name} is in the book.");
        let entry = json!({ "name": name, "category": category, "content": content });
        studio.post(&lore, &entry).ok();
    }
    let promise = json!({ "projectId": project, "title": "Who rang?" });
    studio.post("/api/creative/plot/promises", &promise).ok();
    let timeline = json!({ "projectId": project, "name": "May" });
    let timeline = studio.post("/api/creative/timelines", &timeline).ok()["data"]["id"].text();
    let event = json!({ "title": "A ride of Quincey Morris", "dateDisplay": "3 May 1893" });
    studio.post(&format!("/api/creative/timelines/{timeline}/events"), &event).ok();
    let language = json!({ "projectId": project, "name": "Wolvish" });
    studio.post("/api/creative/conlang/languages", &language).ok();
    project
}

/// The end of a swarm of this type whose task has words of its own.
fn done(studio: &Studio, swarm_type: &str, project: &str) -> Value {
    let body = json!({ "swarmType": swarm_type, "projectId": project,
        "taskDescription": format!("What of the {WORD_OF_THE_TASK} telephone?") });
    ended(studio, &studio.post(SWARM, &body).ok())
}

service_test! {
    fn every_type_comes_to_what_it_can_without_a_model(studio) {
        let project = whole_book(studio);
        let cases: [(&str, &str, &[&str]); 8] = [
            ("outline", "completed", &[
                "premises skipped", "promises succeeded", "events succeeded", "structure succeeded",
                "judgement succeeded", "synthesis succeeded",
            ]),
            ("revision", "completed", &[
                "prose-1 succeeded", "prose-2 succeeded", "judgement-1 succeeded",
                "judgement-2 succeeded", "proposals succeeded", "synthesis succeeded",
            ]),
            ("consistency_sweep", "completed", &[
                "proseguard-1 succeeded", "proseguard-2 succeeded", "lore succeeded",
                "lorekeeper-1 succeeded", "lorekeeper-2 succeeded", "castwright-1 succeeded",
                "castwright-2 succeeded", "synthesis succeeded",
            ]),
            ("reader_panel", "completed", &[
                "critic-1 succeeded", "critic-2 succeeded", "prose-reader-1 succeeded",
                "prose-reader-2 succeeded", "lore-reader-1 succeeded", "lore-reader-2 succeeded",
                "cast-reader-1 succeeded", "cast-reader-2 succeeded", "synthesis succeeded",
            ]),
            ("worldbuilding", "completed", &[
                "world succeeded", "cast succeeded", "tongues succeeded", "past succeeded",
                "facts succeeded", "canon succeeded", "record succeeded", "synthesis succeeded",
            ]),
            ("research", "completed", &[
                "passages succeeded", "canon succeeded", "dates succeeded", "record succeeded",
                "synthesis succeeded",
            ]),
            ("conlang", "completed", &[
                "grammar succeeded", "names skipped", "canon skipped", "synthesis succeeded",
            ]),
            ("publishing", "completed", &[
                "proseguard-1 succeeded", "proseguard-2 succeeded", "lore succeeded",
                "lorekeeper-1 succeeded", "lorekeeper-2 succeeded", "castwright-1 succeeded",
                "castwright-2 succeeded", "promises succeeded", "readiness succeeded",
                "synthesis succeeded",
            ]),
        ];

        for (swarm_type, status, expected) in cases {
            let swarm = done(studio, swarm_type, &project);

            assert_eq!(states(&swarm), expected, "{swarm_type}");
            assert_eq!(swarm["status"], status, "{swarm_type}: {}", swarm["errorMessage"]);
            assert_eq!(swarm["errorMessage"], Value::Null);
            assert_eq!(swarm["artefacts"].as_array().unwrap().len(), 1, "{swarm_type}");
            waits_for_all_before(&swarm);
            for sub_task in swarm["subTasks"].as_array().unwrap() {
                let is_skipped = sub_task["state"] == "skipped";
                assert_eq!(is_skipped, sub_task["error"].is_string(), "{sub_task}");
                assert_eq!(is_skipped, sub_task["result"].is_null(), "{sub_task}");
                nothing_of_the_task(&sub_task["result"], sub_task);
            }
        }
    }
}

/// That each sub-task says which of the others it waits for, and the last one waits for all.
fn waits_for_all_before(swarm: &Value) {
    let sub_tasks = swarm["subTasks"].as_array().unwrap();
    let keys: Vec<&Value> = sub_tasks.iter().map(|it| &it["key"]).collect();
    for (at, sub_task) in sub_tasks.iter().enumerate() {
        let after = sub_task["after"].as_array().unwrap();
        assert!(after.iter().all(|key| keys[..at].contains(&key)), "{sub_task}");
    }
    let last = sub_tasks.last().unwrap();
    assert_eq!(
        last["after"].as_array().unwrap().iter().collect::<Vec<_>>(),
        keys[..keys.len() - 1]
    );
}

/// That a result does not measure the words of the task: it names no text but documents, and quotes the
/// task's words nowhere but where a swarm repeats its task or they are looked for.
fn nothing_of_the_task(result: &Value, sub_task: &Value) {
    let text = result["text"].as_str().unwrap_or_default();
    assert!(!text.contains("The text of the message"), "{sub_task}");
    let kind = result["report"]["kind"].as_str().unwrap_or_default();
    if matches!(kind, "reading" | "prose" | "names") {
        assert!(result["report"]["documentId"].is_string(), "{sub_task}");
    }
    // The researcher says which words it looked for.
    if sub_task["key"] != "synthesis" && kind != "passages" {
        assert!(!result.to_string().contains(WORD_OF_THE_TASK), "{sub_task}");
    }
}

service_test! {
    fn what_takes_a_model_is_refused_and_says_what_helps(studio) {
        let project = whole_book(studio);
        let refused = |swarm_type: &str| {
            let body = json!({ "swarmType": swarm_type, "projectId": project, "taskDescription": "x" });
            let reply = studio.post(SWARM, &body);
            assert_eq!(reply.status, 400, "{swarm_type}");
            reply.detail()
        };

        assert_eq!(
            refused("draft"),
            "A draft needs a language model, and none is configured for scribe; without one, a swarm of \
             type outline lays out the structure there is, and one of type revision lists what to write \
             anew"
        );
        assert_eq!(
            refused("debate"),
            "A debate needs a language model, and none is configured for architect; without one, a swarm \
             of type reader_panel has several agents read the same texts"
        );
    }
}

/// A model that says the same to everything.
fn talkative(_: &Received) -> ScriptedReply {
    Answer::text("It was a dark and stormy night.").into()
}

service_test! {
    fn what_takes_a_model_is_planned_where_one_is_configured(studio, model = talkative) {
        let project = whole_book(studio);

        for (swarm_type, total) in [("draft", 6), ("debate", 5)] {
            let planned = begin(studio, swarm_type, json!({ "projectId": project }));
            assert_eq!(planned["subTaskCounts"]["total"], total, "{swarm_type}");
        }
    }
}

service_test! {
    fn what_has_nothing_to_work_on_is_refused_and_says_what_is_missing(studio) {
        let empty = studio.project("Empty");
        let blank = studio.document(&empty, "Blank", "");
        let refused = |body: &Value| {
            let reply = studio.post(SWARM, body);
            assert_eq!(reply.status, 400, "{body}");
            reply.detail()
        };
        let of = |swarm_type: &str| json!({ "swarmType": swarm_type, "taskDescription": "x" });

        for swarm_type in ["outline", "revision", "reader_panel", "worldbuilding", "conlang", "publishing"] {
            needs(&refused(&of(swarm_type)), swarm_type, "a project; name one in projectId, or open one");
        }
        for swarm_type in ["revision", "reader_panel", "publishing"] {
            let mut body = of(swarm_type);
            body["projectId"] = empty.as_str().into();
            needs(&refused(&body), swarm_type,
                "a document with a text, and the project has none; write or import one");
            body["input"] = json!({ "documentIds": [blank] });
            needs(&refused(&body), swarm_type,
                "a document with a text, and none of those in input.documentIds has one");
        }
        for swarm_type in ["outline", "revision", "debate"] {
            let mut body = of(swarm_type);
            body["projectId"] = "nobody".into();
            assert_eq!(studio.post(SWARM, &body).to_string(), "404\n{\"detail\":\"Project not found\"}");
        }
    }
}

fn needs(detail: &str, swarm_type: &str, missing: &str) {
    assert_eq!(detail, format!("A swarm of type {swarm_type} needs {missing}"));
}

service_test! {
    fn a_swarm_without_what_it_was_asked_for_has_failed_with_what_was_done_kept(studio) {
        let empty = studio.project("Empty");
        let cases = [
            ("outline", "missing: The structure (architect: The manuscript has no chapter yet)"),
            ("conlang",
                "missing: The grammar and its examples (linguist: The project has no language yet)"),
            ("worldbuilding",
                "missing: Places, peoples and rules (worldsmith: The lore has no entry yet); What to take \
                 down (archivist: The others found nothing that could be taken down)"),
            ("research",
                "missing: Where it is spoken of (researcher: Nothing in the project is like the question); \
                 What to take down (archivist: The others found nothing that could be taken down)"),
        ];

        for (swarm_type, error) in cases {
            let swarm = done(studio, swarm_type, &empty);

            assert_eq!(swarm["status"], "failed", "{swarm_type}: {:?}", states(&swarm));
            assert_eq!(swarm["errorMessage"], error, "{swarm_type}");
            assert!(swarm["progress"].as_f64().unwrap() < 1.0, "{swarm_type}");
            assert!(swarm["artefacts"][0]["content"].text().contains("## Left out"), "{swarm_type}");
            let notice = studio.get("/api/notifications").ok()["notifications"][0].clone();
            assert_eq!(notice["title"], "Swarm failed");
            assert!(notice["message"].text().ends_with(&format!("{error}.")), "{notice}");
            let listed = studio.get(&format!("{SWARM}/list")).ok();
            assert_eq!(listed["completedSwarms"][0]["errorMessage"], error);
        }
    }
}

service_test! {
    fn a_failed_swarm_that_lacked_something_is_repeated_when_it_is_there(studio) {
        let project = studio.project("Empty");
        let failed = done(studio, "outline", &project);
        studio.document(&project, "I", "It begins.");

        let again = studio.post(&format!("{SWARM}/{}/retry", failed["swarmId"].text()), &json!({})).ok();

        let again = ended(studio, &again);
        assert_eq!(again["status"], "completed", "{}", again["errorMessage"]);
        assert_eq!(again["derivedFrom"], failed["swarmId"]);
    }
}

service_test! {
    fn a_project_that_is_open_is_one_to_work_on(studio) {
        let project = book(studio);
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();

        let swarm = ended(studio, &begin(studio, "reader_panel", json!({})));

        assert_eq!((&swarm["status"], &swarm["projectId"]), (&json!("completed"), &json!(project)));
    }
}

service_test! {
    fn research_without_a_project_looks_into_all_that_one_may_see(studio) {
        whole_book(studio);
        let body = json!({ "swarmType": "research", "taskDescription": "the telephone" });

        let swarm = ended(studio, &studio.post(SWARM, &body).ok());

        assert_eq!(states(&swarm), [
            "passages succeeded", "canon skipped", "dates skipped", "record succeeded",
            "synthesis succeeded",
        ]);
        assert_eq!(swarm["status"], "completed");
        let text = swarm["subTasks"][3]["result"]["text"].text();
        assert!(text.starts_with("There is no project, and so no lore"), "{text}");
    }
}
