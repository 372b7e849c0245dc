//! Tests of swarms: a task becomes sub-tasks, agents do them, and what came of it can be read.
//! What each type comes to without a model is tested in `types`, how results are put together in
//! `together`, how the hub shows them in `hub`, agents of one's own in `own`, what happens when
//! something goes wrong in `troubles`, and how one listens to a swarm in `followed`.

mod followed;
mod hub;
mod own;
mod together;
mod troubles;
mod types;

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

const SWARM: &str = "/api/agents/swarm";

/// Makes a swarm; its record.
fn begin(studio: &Studio, swarm_type: &str, rest: Value) -> Value {
    let mut body = rest;
    body["swarmType"] = swarm_type.into();
    body["taskDescription"] = "Look at the book".into();
    studio.post(SWARM, &body).ok()
}

fn path(swarm: &Value) -> String {
    format!("{SWARM}/{}", swarm["swarmId"].text())
}

/// Waits for the end of a swarm; its whole record.
fn ended(studio: &Studio, swarm: &Value) -> Value {
    studio.until("the end of a swarm", || {
        let swarm = studio.get(&path(swarm)).ok();
        let is_over = ["completed", "failed", "cancelled"].iter().any(|it| swarm["status"] == *it);
        is_over.then_some(swarm)
    })
}

/// A sub-task of a swarm's record.
fn sub_task(swarm: &Value, key: &str) -> Value {
    let sub_tasks = swarm["subTasks"].as_array().unwrap();
    let found = sub_tasks.iter().find(|it| it["key"] == key);
    found.unwrap_or_else(|| panic!("no sub-task {key}: {swarm}")).clone()
}

/// The sub-tasks of a swarm's record: key and state.
fn states(swarm: &Value) -> Vec<String> {
    let sub_tasks = swarm["subTasks"].as_array().unwrap();
    sub_tasks.iter().map(|it| format!("{} {}", it["key"].text(), it["state"].text())).collect()
}

fn sleep(studio: &Studio, agent: &str) {
    studio.post(&format!("/api/agents/{agent}/sleep"), &json!({})).ok();
}

fn wake(studio: &Studio, agent: &str) {
    studio.post(&format!("/api/agents/{agent}/wake"), &json!({})).ok();
}

/// A project with two chapters, in which something can be found.
fn book(studio: &Studio) -> String {
    let project = studio.project("Dracula");
    let config = json!({ "lorekeeperConfig": { "prohibitedElements": ["telephone"] } });
    studio.put(&format!("/api/projects/{project}"), &config).ok();
    studio.document(&project, "I", "Jonathan heard the telephone ring.\n\nHe did not answer it.");
    studio.document(&project, "II", "Nothing rang here. The wolves were silent.");
    project
}

fn list(studio: &Studio) -> Value {
    studio.get(&format!("{SWARM}/list")).ok()
}

fn ids(swarms: &Value) -> Vec<String> {
    swarms.as_array().unwrap().iter().map(|it| it["swarmId"].text()).collect()
}

service_test! {
    fn a_sweep_is_planned_at_once_and_finds_what_is_there(studio) {
        let project = book(studio);

        let made = begin(studio, "consistency_sweep", json!({ "projectId": project }));

        assert_eq!((&made["status"], &made["progress"]), (&json!("pending"), &json!(0.0)));
        assert_eq!((&made["agentCount"], &made["subTaskCounts"]["total"]), (&json!(4), &json!(8)));
        assert_eq!(made["taskDescription"], "Look at the book");
        let swarm = ended(studio, &made);
        assert_eq!((&swarm["status"], &swarm["progress"]), (&json!("completed"), &json!(1.0)));
        assert_eq!(swarm["topology"], "fan_out");
        assert_eq!(swarm["usage"]["attempts"], 8);
        assert_eq!(swarm["usage"]["tokens"], 0);
        let read = sub_task(&swarm, "lorekeeper-1");
        assert_eq!((&read["agent"], &read["title"]), (&json!("lorekeeper"), &json!("I")));
        assert_eq!(read["result"]["report"]["documents"][0]["found"]["prohibited_elements"], 1);
        let found: Vec<_> = swarm["findings"].as_array().unwrap().iter()
            .filter(|it| it["check"] == "prohibited_elements").collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["quotation"]["quote"], "telephone");
        assert_eq!(found[0]["swarmId"], swarm["swarmId"]);
        let artefacts = swarm["artefacts"].as_array().unwrap();
        assert_eq!((artefacts.len(), &artefacts[0]["name"]), (1, &json!("report.md")));
        assert!(artefacts[0]["content"].text().contains("telephone"), "{}", artefacts[0]);
        assert_eq!(swarm["subTasks"][7]["result"]["text"], artefacts[0]["content"]);
    }
}

service_test! {
    fn a_sweep_completes_on_an_empty_project_and_without_any(studio) {
        let project = studio.project("Empty");

        let empty = ended(studio, &begin(studio, "consistency_sweep", json!({ "projectId": project })));
        let without = ended(studio, &begin(studio, "consistency_sweep", json!({})));

        assert_eq!(states(&empty), ["lore succeeded", "synthesis succeeded"]);
        assert_eq!(states(&without), ["synthesis succeeded"]);
        for swarm in [empty, without] {
            assert_eq!((&swarm["status"], &swarm["progress"]), (&json!("completed"), &json!(1.0)));
            assert_eq!(swarm["artefacts"][0]["name"], "report.md");
        }
    }
}

service_test! {
    fn those_that_are_not_over_are_listed_by_priority_and_age_and_ten_that_are(studio) {
        sleep(studio, "director");
        let of = |priority: &str| {
            begin(studio, "consistency_sweep", json!({ "priority": priority }))["swarmId"].text()
        };
        let (low, first, second, critical) =
            (of("low"), of("normal"), of("normal"), of("critical"));

        let listed = list(studio);
        assert_eq!(ids(&listed["activeSwarms"]), [critical, first, second, low.clone()]);
        assert_eq!((&listed["completedSwarms"], &listed["totalCount"]), (&json!([]), &json!(4)));

        studio.post(&format!("{SWARM}/{low}/cancel"), &json!({})).ok();
        wake(studio, "director");
        let mut last = Value::Null;
        for _ in 0..8 {
            studio.clock.advance(1_000);
            last = ended(studio, &begin(studio, "consistency_sweep", json!({})));
        }

        let listed = list(studio);
        let completed = ids(&listed["completedSwarms"]);
        assert_eq!(listed["activeSwarms"], json!([]));
        assert_eq!((completed.len(), &listed["totalCount"]), (10, &json!(10)));
        assert_eq!(completed[0], last["swarmId"].text(), "the latest first");
        assert!(!completed.contains(&low), "nobody lists what was cancelled");
    }
}

service_test! {
    fn the_overview_counts_what_happened(studio) {
        let empty = studio.get("/api/agents/swarm/system/overview").ok();
        assert_eq!((&empty["activeCount"], &empty["healthStatus"]), (&json!(0), &json!("unknown")));
        assert_eq!(empty["performanceSummary"]["meanDurationMs"], Value::Null);

        ended(studio, &begin(studio, "consistency_sweep", json!({})));
        let measured = studio.get("/api/agents/swarm/system/overview").ok();
        assert_eq!(measured["healthStatus"], "healthy");
        sleep(studio, "director");
        let waiting = begin(studio, "consistency_sweep", json!({}));
        assert_eq!(waiting["subTaskCounts"]["total"], 1);
        studio.clock.advance(60_001);

        let overview = studio.get("/api/agents/swarm/system/overview").ok();
        assert_eq!(overview["activeCount"], 1);
        assert_eq!(overview["swarmTypesDistribution"], json!({ "consistency_sweep": 1 }));
        assert_eq!(overview["healthStatus"], "degraded", "somebody waits for too long");
        assert_eq!(overview["performanceSummary"]["oldestWaitMs"], 60_001);
        assert_eq!(overview["totalResources"]["readySubTasks"], 1);
        assert_eq!(overview["totalResources"]["awakeAgents"], 14);
        let history = &overview["historicalStatistics"];
        assert_eq!((&history["total"], &history["completed"]), (&json!(2), &json!(1)));
        assert_eq!(history["byType"]["consistency_sweep"]["completed"], 1);
    }
}

service_test! {
    fn a_swarm_works_on_the_project_and_the_documents_it_names(studio) {
        let project = book(studio);
        let other = studio.project("Other");
        let note = studio.document(&other, "Elsewhere", "One two three.");
        let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let second = documents["documents"][1]["id"].text();

        let one = begin(studio, "consistency_sweep", json!({
            "projectId": project, "agents": ["Proseguard"],
            "input": { "documentIds": [second, second], "checks": ["prose"], "mood": "stern" },
        }));
        let one = ended(studio, &one);
        assert_eq!(states(&one), ["proseguard-1 succeeded", "synthesis succeeded"]);
        assert_eq!(sub_task(&one, "proseguard-1")["title"], "II");
        assert_eq!(one["input"]["mood"], "stern", "what nobody knows is kept");

        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        let open = begin(studio, "consistency_sweep", json!({}));
        assert_eq!(open["projectId"], project.as_str());

        let refused = |body: Value| {
            let mut body = body;
            body["taskDescription"] = "x".into();
            studio.post(SWARM, &body).to_string()
        };
        for (body, answer) in [
            (json!({ "swarmType": "outline", "projectId": "nobody" }), "Project not found"),
            (json!({ "swarmType": "outline", "agents": ["nobody"] }), "Agent not found"),
            (
                json!({ "swarmType": "revision", "projectId": project,
                        "input": { "documentIds": [note] } }),
                "Document not found",
            ),
        ] {
            assert_eq!(refused(body), format!("404\n{{\"detail\":\"{answer}\"}}"));
        }
        assert_eq!(
            refused(json!({ "swarmType": "outline", "agents": ["publisher"] })),
            "400\n{\"detail\":\"None of these agents has a part in a swarm of type outline beside its synthesis\"}"
        );
        assert_eq!(studio.get(&format!("{SWARM}/nobody")).status, 404);
    }
}

service_test! {
    fn every_mistake_of_a_swarm_is_named_at_once(studio) {
        let body = json!({
            "swarmType": "orgy", "taskDescription": "", "priority": "urgent", "agents": "all",
            "input": { "checks": ["spelling"], "rounds": 0 }, "budget": { "tokens": -1 },
        });

        insta::assert_snapshot!(studio.post(SWARM, &body), @r#"
        422
        body.swarmType: Input should be 'outline', 'draft', 'revision', 'consistency_sweep', 'reader_panel', 'debate', 'worldbuilding', 'research', 'conlang' or 'publishing' (literal_error)
        body.taskDescription: String should have at least 1 character (string_too_short)
        body.priority: Input should be 'critical', 'high', 'normal' or 'low' (literal_error)
        body.agents: Input should be a valid list (list_type)
        body.input.checks.0: Input should be 'prose', 'names', 'naming_patterns', 'prohibited_elements', 'dialogue', 'facts', 'wording' or 'narration' (literal_error)
        body.input.rounds: Input should be greater than or equal to 1 (greater_than_equal)
        body.budget.tokens: Input should be greater than or equal to 0 (greater_than_equal)
        "#);
    }
}

service_test! {
    fn a_swarm_asked_for_twice_with_one_key_is_one_swarm(studio) {
        let body = json!({ "swarmType": "consistency_sweep", "taskDescription": "x" }).to_string();
        let headers = [crate::support::JSON, ("idempotency-key", "k1")];

        let first = studio.ask("POST", SWARM, &headers, Some(&body)).ok();
        let again = studio.ask("POST", SWARM, &headers, Some(&body)).ok();

        assert_eq!(first, again);
        ended(studio, &first);
        assert_eq!(list(studio)["totalCount"], 1);
    }
}

service_test! {
    fn the_user_of_a_swarm_is_told_of_its_end(studio) {
        let project = book(studio);

        ended(studio, &begin(studio, "consistency_sweep", json!({ "projectId": project })));

        let notices = studio.get("/api/notifications").ok();
        assert_eq!(notices["notifications"][0]["title"], "Swarm completed");
        assert_eq!(notices["notifications"][0]["message"], "“Look at the book” is done.");
    }
}

service_test! {
    fn what_agents_do_in_swarms_is_their_load(studio) {
        let project = book(studio);

        ended(studio, &begin(studio, "consistency_sweep", json!({ "projectId": project })));

        let loads = studio.get("/api/agents/capabilities").ok()["loadBalancing"].clone();
        for agent in ["proseguard", "lorekeeper", "castwright", "director"] {
            assert!(loads[agent].is_number(), "{agent}: {loads}");
        }
        assert!(loads["muse"].is_null(), "{loads}");
    }
}

service_test! {
    fn sub_tasks_that_wait_are_load(studio) {
        let project = book(studio);
        let create = json!({ "projectId": project });
        ended(studio, &begin(studio, "consistency_sweep", create.clone()));
        sleep(studio, "lorekeeper");

        begin(studio, "consistency_sweep", create);

        // The look at the lore, and one at each chapter.
        let load = studio.get("/api/agents/lorekeeper").ok()["metadata"]["load"].clone();
        assert_eq!((&load["queued"], &load["current"]), (&json!(3), &json!(1.0)), "{load}");
    }
}
