//! The agents of the project somebody has open, and what was measured of their work in it.

use serde_json::{Value, json};

use super::{STAFF, ask, record};
use crate::{
    messages::send,
    support::{Reply, Studio, Text as _},
};

fn studio_agents(studio: &Studio) -> Reply {
    studio.get("/api/agent-communication/studio/agents")
}

/// Opens a new project to which these agents are assigned; its id.
fn open(studio: &Studio, name: &str, agents: &Value) -> String {
    let project = studio.project(name);
    let path = format!("/api/projects/{project}");
    studio.put(&path, &json!({ "activeAgents": agents })).ok();
    studio.post(&format!("{path}/activate"), &json!({})).ok();
    project
}

fn ids(answer: &Value) -> Vec<String> {
    answer["agents"].as_array().unwrap().iter().map(|agent| agent["id"].text()).collect()
}

fn metrics(studio: &Studio, agent: &str) -> Value {
    let answer = studio_agents(studio).ok();
    let agents = answer["agents"].as_array().unwrap();
    agents.iter().find(|it| it["id"] == agent).unwrap()["metrics"].clone()
}

service_test! {
    fn without_an_open_project_there_are_no_studio_agents(studio) {
        let none = (503, "No project is active".to_owned());
        let reply = studio_agents(studio);
        assert_eq!((reply.status, reply.detail()), none);

        let project = open(studio, "Dracula", &json!([]));
        assert_eq!(studio_agents(studio).status, 200);
        studio.delete(&format!("/api/projects/{project}"));
        let reply = studio_agents(studio);
        assert_eq!((reply.status, reply.detail()), none);

        let other = open(studio, "Carmilla", &json!([]));
        assert_eq!(studio_agents(studio).ok()["studioId"], other);
        studio.delete("/api/projects/active");
        assert_eq!(studio_agents(studio).status, 503);
    }
}

service_test! {
    fn every_agent_that_is_shown_works_for_a_project_that_names_none(studio) {
        let project = open(studio, "Dracula", &json!([]));

        let answer = studio_agents(studio).ok();

        let keys: Vec<_> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["agents", "count", "status", "studioId"]);
        assert_eq!((&answer["status"], &answer["studioId"]), (&json!("success"), &json!(project)));
        // The archivist keeps to the background.
        assert_eq!(answer["count"], STAFF.len() - 1);
        let agents = answer["agents"].as_array().unwrap();
        let visible = STAFF.iter().filter(|(id, ..)| *id != "archivist");
        for (agent, (id, name, kind, .., capabilities)) in agents.iter().zip(visible) {
            assert_eq!(agent, &json!({
                "id": id,
                "name": name,
                "type": kind,
                "status": "available",
                "capabilities": capabilities,
                "specializations": record(studio, id)["specializations"],
                "metrics": { "messages": 0, "failures": 0, "meanResponseMs": null,
                    "p95ResponseMs": null, "load": null },
            }));
        }
    }
}

service_test! {
    fn a_project_has_the_agents_it_names(studio) {
        let own = json!({ "id": "story-coach", "name": "Story Coach", "description": "Asks.",
            "capabilities": [] });
        studio.post("/api/agents", &own).ok();
        open(studio, "Dracula", &json!(["scribe", "nobody", "Story-Coach", "muse", "scribe"]));

        let answer = studio_agents(studio).ok();

        assert_eq!(ids(&answer), ["scribe", "story-coach", "muse"]);
        assert_eq!(answer["count"], 3);
        // Who leaves the staff leaves the project.
        studio.delete("/api/agents/story-coach").ok();
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        let answer = studio_agents(studio).ok();
        assert_eq!(ids(&answer), ["scribe", "muse"]);
        assert_eq!(answer["agents"][1]["status"], "offline");
        // A name of no agent has no effect.
        open(studio, "Carmilla", &json!(["nobody"]));
        assert_eq!(studio_agents(studio).ok()["count"], STAFF.len() - 1);
    }
}

service_test! {
    fn who_is_not_to_be_shown_works_for_a_project_that_names_it(studio) {
        studio.put("/api/agents/muse", &json!({ "userVisible": false })).ok();

        open(studio, "Dracula", &json!([]));
        let all = ids(&studio_agents(studio).ok());
        open(studio, "Carmilla", &json!(["archivist", "muse"]));
        let named = ids(&studio_agents(studio).ok());

        assert_eq!(all.len(), STAFF.len() - named.len());
        assert!(named.iter().all(|agent| !all.contains(agent)));
        assert_eq!(named, ["archivist", "muse"]);
    }
}

service_test! {
    fn what_expired_or_was_answered_by_hand_is_counted_too(studio) {
        open(studio, "Dracula", &json!([]));
        for agent in ["muse", "critic"] {
            studio.post(&format!("/api/agents/{agent}/sleep"), &json!({})).ok();
        }
        send(studio, &json!({ "toAgent": "muse", "message": "Until lunch.",
            "context": { "timeoutMs": 5_000 } })).ok();
        let asked = send(studio, &json!({ "toAgent": "critic", "message": "Well?" })).ok();
        let asked = asked["response"]["messageId"].text();

        studio.clock.advance(5_000);
        let by_hand = format!("/api/agent-communication/messages/{asked}/reply");
        studio.post(&by_hand, &json!({ "message": "Very well." })).ok();

        let expired = studio.until("the end of what nobody took", || {
            let metrics = metrics(studio, "muse");
            (metrics["messages"] == 1).then_some(metrics)
        });
        assert_eq!((&expired["failures"], &expired["meanResponseMs"]), (&json!(1), &Value::Null));
        let answered = metrics(studio, "critic");
        assert_eq!((&answered["messages"], &answered["failures"], &answered["meanResponseMs"]),
            (&json!(1), &json!(0), &json!(5_000.0)));
    }
}

service_test! {
    fn metrics_are_measured_from_what_happened(mut studio) {
        open(studio, "Dracula", &json!(["muse", "critic"]));
        let waits_ms = [1_000, 2_000, 3_000, 4_000];
        for wait_ms in waits_ms {
            studio.post("/api/agents/muse/sleep", &json!({})).ok();
            let sent = send(studio, &json!({ "toAgent": "muse", "message": "What if?" })).ok();
            studio.clock.advance(wait_ms);
            studio.post("/api/agents/muse/wake", &json!({})).ok();
            let id = sent["response"]["messageId"].text();
            let path = format!("/api/agent-communication/messages/{id}");
            studio.until("an answer", || (studio.get(&path).ok()["status"] == "handled").then_some(()));
        }

        let of_muse = metrics(studio, "muse");
        assert_eq!((&of_muse["messages"], &of_muse["failures"]), (&json!(4), &json!(0)));
        assert_eq!(of_muse["meanResponseMs"], 2_500.0);
        let p95 = of_muse["p95ResponseMs"].as_f64().unwrap();
        assert!((p95 / 3_000.0 - 1.0).abs() < 0.05, "rank 2.85 of four, counted from 0: {p95}");
        assert_eq!(of_muse["load"], record(studio, "muse")["currentLoad"]);
        assert_eq!(metrics(studio, "critic")["messages"], 0);

        // They are of this project, and survive a restart.
        studio.restart();
        let again = metrics(studio, "muse");
        for key in ["messages", "failures", "meanResponseMs", "p95ResponseMs"] {
            assert_eq!(again[key], of_muse[key], "{key}");
        }
        open(studio, "Carmilla", &json!([]));
        assert_eq!(metrics(studio, "muse")["messages"], 0);
        assert_ne!(metrics(studio, "muse")["load"], Value::Null, "an agent has one load");
        ask(studio, "muse");
        assert_eq!(metrics(studio, "muse")["messages"], 1);
        assert_eq!(metrics(studio, "muse")["meanResponseMs"], 0.0);
    }
}

service_test! {
    fn what_failed_is_counted_and_makes_nobody_fast(studio) {
        let project = open(studio, "Dracula", &json!([]));
        studio.write(move |tx| {
            use store::agents::{Response, note_responses};
            let project_id = Some(project.as_str());
            let ends = [None, Some(100), None, Some(300)].map(|ms| Response { project_id, ms });
            note_responses(tx, "scribe", ends)?;
            note_responses(tx, "scribe", [Response { project_id: None, ms: Some(9_000) }])
        });

        let of_scribe = metrics(studio, "scribe");

        assert_eq!((&of_scribe["messages"], &of_scribe["failures"]), (&json!(4), &json!(2)));
        assert_eq!(of_scribe["meanResponseMs"], 200.0);
        assert_ne!(record(studio, "scribe")["currentLoad"], Value::Null, "it has worked");
    }
}
