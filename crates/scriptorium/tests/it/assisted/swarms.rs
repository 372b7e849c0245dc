//! Tests of swarms with a model: every type to its end, turns that answer each other, drafts as
//! artefacts, budgets, and cancellation.

use super::{
    staff::{right, whole},
    *,
};

/// Makes a swarm; its path.
pub(super) fn make(studio: &Studio, body: &Value) -> String {
    let made = studio.post("/api/agents/swarm", body).ok();
    format!("/api/agents/swarm/{}", made["swarmId"].text())
}

/// A swarm that has ended.
pub(super) fn ended(studio: &Studio, path: &str) -> Value {
    studio.until("the end of the swarm", || {
        let swarm = studio.get(path).ok();
        ["completed", "failed", "cancelled"]
            .iter()
            .any(|it| swarm["status"] == *it)
            .then_some(swarm)
    })
}

/// A swarm that has ended, whose agents may do what they have to be permitted.
fn ended_permitting(studio: &Studio, path: &str) -> Value {
    studio.until("the end of the swarm, or a request for permission", || {
        let swarm = studio.get(path).ok();
        for waits in swarm["subTasks"].as_array().into_iter().flatten() {
            if waits["state"] == "awaiting_approval" {
                let approve = format!("{path}/subtasks/{}/approve", waits["key"].text());
                studio.post(&approve, &json!({})).ok();
            }
        }
        swarm["finishedAt"].is_string().then_some(swarm)
    })
}

const TYPES: [&str; 10] = [
    "outline",
    "draft",
    "revision",
    "consistency_sweep",
    "reader_panel",
    "debate",
    "worldbuilding",
    "research",
    "conlang",
    "publishing",
];

service_test! {
    fn every_type_is_completed_with_a_model(studio, model = right) {
        for kind in TYPES {
            let project = whole(studio);
            let task = "The night at the ferry";

            let path = make(studio, &json!({ "swarmType": kind, "projectId": project,
                "taskDescription": task, "input": { "rounds": 1 } }));
            let swarm = ended_permitting(studio, &path);

            assert_eq!(swarm["status"], "completed", "{kind}: {}", swarm["errorMessage"]);
            assert_eq!(swarm["progress"], 1.0, "{kind}");
            let usage = &swarm["usage"];
            assert_eq!(usage["modelCalls"].as_i64() > Some(0), kind != "consistency_sweep", "{kind}");
            let id = swarm["swarmId"].text();
            let same = studio.get(&format!("/api/usage?groupBy=swarm&swarmId={id}")).ok();
            let sum = &same["sum"];
            let tokens = sum["inputTokens"].as_i64().unwrap() + sum["outputTokens"].as_i64().unwrap();
            assert_eq!(usage["tokens"], tokens, "{kind}");
            for call in studio.model().calls() {
                assert!(call.prompt().contains(task), "{kind}: {}", call.prompt());
            }
        }
    }
}

service_test! {
    fn what_is_to_be_written_is_written_where_there_is_a_model(studio, model = right) {
        let project = whole(studio);

        for (kind, sub_task, form) in [
            ("revision", "proposals", "edits"),
            ("outline", "judgement", "critique"),
            ("publishing", "readiness", "letter"),
        ] {
            let path = make(studio, &json!({ "swarmType": kind, "projectId": project,
                "taskDescription": "The night at the ferry" }));
            let swarm = ended_permitting(studio, &path);

            let all = swarm["subTasks"].as_array().unwrap();
            let done = all.iter().find(|it| it["key"] == sub_task).expect(sub_task);
            assert_eq!(done["state"], "succeeded", "{done}");
            let (text, report) = (done["result"]["text"].text(), &done["result"]["report"]);
            assert_eq!(report["answer"]["kind"], form, "{done}");
            assert_eq!(report["answer"]["failure"], Value::Null, "{done}");
            assert!(!text.contains("none is configured"), "{text}");
        }
        let proposals = studio.get(&format!("/api/projects/{project}/proposals?agent=scribe")).ok();
        assert_eq!(proposals["proposals"][0]["subtaskId"], "proposals", "{proposals}");
        assert_eq!(proposals["proposals"][0]["target"]["kind"], "document", "{proposals}");
    }
}

service_test! {
    fn a_debate_is_refused_where_no_model_may_be_asked(studio, model = right) {
        let project = whole(studio);
        let path = format!("/api/projects/{project}");
        studio.put(&path, &json!({ "settings": { "aiAssistance": false } })).ok();

        let refused = studio.post("/api/agents/swarm", &json!({ "swarmType": "debate",
            "projectId": project, "taskDescription": "Should Mara cross?" }));

        assert_eq!(refused.status, 400, "{refused}");
        assert!(refused.detail().contains("settings.aiAssistance of the project is off"), "{refused}");
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn the_sides_of_a_debate_see_what_the_other_said(studio, model = right) {
        let project = whole(studio);

        let path = make(studio, &json!({ "swarmType": "debate", "projectId": project,
            "taskDescription": "Should Mara cross?", "input": { "rounds": 1 } }));
        ended(studio, &path);

        let calls = studio.model().calls();
        let inputs: Vec<bool> =
            calls.iter().map(|it| it.prompt().contains("kind=\"input\"")).collect();
        assert_eq!(inputs, [false, true]);
        assert!(calls[1].prompt().contains("She should wait."), "{}", calls[1].prompt());
        assert!(calls.iter().all(|it| it.prompt().contains("Should Mara cross?")));
    }
}

service_test! {
    fn a_draft_is_an_artefact_and_a_proposal_and_changes_nothing(studio, model = right) {
        let project = whole(studio);
        let documents = format!("/api/projects/{project}/documents");
        let before = studio.get(&documents).ok();

        let path = make(studio, &json!({ "swarmType": "draft", "projectId": project,
            "taskDescription": "The scene after the ferry" }));
        let swarm = ended(studio, &path);

        let artefacts = swarm["artefacts"].as_array().unwrap();
        let draft = artefacts.iter().find(|it| it["name"] == "draft.md").expect("a draft");
        assert_eq!(draft["content"], "The river fell at last.");
        assert_eq!(studio.get(&documents).ok(), before);
        let proposals = studio.get(&format!("/api/projects/{project}/proposals?agent=scribe")).ok();
        assert_eq!(proposals["proposals"][0]["swarmId"], swarm["swarmId"]);
    }
}

service_test! {
    fn a_swarm_over_its_budget_fails_and_says_so(studio, model = right) {
        let project = whole(studio);

        let path = make(studio, &json!({ "swarmType": "debate", "projectId": project,
            "taskDescription": "Should Mara cross?", "budget": { "tokens": 100 } }));
        let swarm = ended(studio, &path);

        assert_eq!(swarm["status"], "failed");
        let reason = swarm["subTasks"][0]["error"].text();
        assert!(reason.contains("The budget of the swarm does not allow this model call"), "{reason}");
        assert_eq!(studio.model().calls().len(), 0);
    }
}

/// Never writes anything.
fn silent(_: &Received) -> ScriptedReply {
    gated(&["{", "}"], &[Gate::default()])
}

service_test! {
    fn cancelling_a_swarm_stops_its_calls(studio, model = silent) {
        let project = whole(studio);
        let path = make(studio, &json!({ "swarmType": "debate", "projectId": project,
            "taskDescription": "Should Mara cross?" }));
        studio.until("a call", || (studio.model().open() > 0).then_some(()));

        studio.post(&format!("{path}/cancel"), &json!({})).ok();

        // The clock stands still: nothing waits for the time that running sub-tasks have.
        studio.until("the end of the call", || (studio.model().open() == 0).then_some(()));
        let swarm = ended(studio, &path);
        assert_eq!(swarm["status"], "cancelled");
        let states: Vec<String> =
            swarm["subTasks"].as_array().unwrap().iter().map(|it| it["state"].text()).collect();
        assert!(states.iter().all(|state| state == "cancelled"), "{states:?}");
        let usage = studio.get("/api/usage").ok();
        assert_eq!((&usage["sum"]["calls"], &usage["budgets"][0]["tokensReserved"]),
            (&json!(1), &json!(0)));
        assert_eq!(studio.model().abandoned(), 1);
    }
}
