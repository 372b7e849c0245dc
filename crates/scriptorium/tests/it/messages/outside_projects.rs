//! What an agent outside gets of a project: nothing while `activeAgents` name others, or while the project
//! has no agent do anything.

use serde_json::{Value, json};

use super::{acknowledge, join, lease, path, reply_to, send};
use crate::support::{Studio, Text as _};

const LEASE: &str = "/api/agent-communication/agents/scout/lease";

/// A project on which only `agents` work.
fn project_of(studio: &Studio, agents: &[&str]) -> String {
    let project = studio.project("Dracula");
    studio.put(&format!("/api/projects/{project}"), &json!({ "activeAgents": agents })).ok();
    project
}

fn about(project: &str, to: &str, kind: &str) -> Value {
    json!({ "toAgent": to, "message": "Look at it", "messageType": kind,
        "context": { "metadata": { "projectId": project } } })
}

/// Why the scout does not work on the project.
const ELSEWHERE: &str = "scout does not work on the project “Dracula”: its activeAgents name critic. Ask \
    critic, or add scout to activeAgents; an empty list means all agents.";

service_test! {
    fn an_agent_outside_gets_only_messages_of_projects_it_works_on(studio) {
        join(studio, "scout");
        let (others, own) = (project_of(studio, &["critic"]), project_of(studio, &["critic", "scout"]));
        let refused = send(studio, &about(&others, "scout", "direct")).ok();
        let offered = send(studio, &about(&others, "scout", "handoff")).ok();
        let work = send(studio, &about(&own, "scout", "direct")).ok();
        let free = send(studio, &json!({ "toAgent": "scout", "message": "Of no project" })).ok();

        let got: Vec<Value> = (0..4).flat_map(|_| lease(studio, "scout", &json!({}))).collect();

        let ids: Vec<&Value> = got.iter().map(|it| &it["id"]).collect();
        assert_eq!(ids, [&work["response"]["messageId"], &free["response"]["messageId"]]);
        let reply = reply_to(studio, &refused);
        assert_eq!(reply["message"], format!("{ELSEWHERE}\n"));
        assert_eq!((&reply["report"]["kind"], &reply["report"]["projectId"]),
            (&json!("refused"), &json!(others)));
        let offered = studio.get(&path(&offered)).ok();
        assert_eq!((&offered["status"], &offered["error"]), (&json!("refused"), &json!(ELSEWHERE)));
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["violations"], json!([]));
        for leased in &got {
            acknowledge(studio, leased, &json!({ "reply": { "message": "Done." } })).ok();
        }
    }
}

service_test! {
    fn many_refused_messages_do_not_hide_the_work_behind_them(studio) {
        join(studio, "scout");
        let others = project_of(studio, &["critic"]);
        for _ in 0..5 {
            send(studio, &about(&others, "scout", "direct")).ok();
        }
        let free = send(studio, &json!({ "toAgent": "scout", "message": "Of no project" })).ok();

        let got = lease(studio, "scout", &json!({}));

        assert_eq!(got[0]["id"], free["response"]["messageId"]);
    }
}

service_test! {
    fn an_agent_outside_gets_nothing_of_an_archived_project(studio) {
        join(studio, "scout");
        let project = studio.project("Dracula");
        let sent = send(studio, &about(&project, "scout", "direct")).ok();
        studio.post(&format!("/api/projects/{project}/archive"), &json!({})).ok();

        assert_eq!(studio.post(LEASE, &json!({})).ok()["messages"], json!([]));

        let reply = reply_to(studio, &sent);
        assert!(reply["message"].text().contains("is archived"), "{reply}");
    }
}

service_test! {
    fn a_sub_task_of_an_agent_that_was_taken_off_the_project_has_no_result(studio) {
        let body = json!({ "id": "scout", "name": "scout", "description": "Works elsewhere.",
            "capabilities": ["reader_panel"] });
        studio.post("/api/agents", &body).ok();
        let project = project_of(studio, &[]);
        let text = json!({ "title": "I", "kind": "chapter", "content": "It rained all night." });
        studio.post(&format!("/api/projects/{project}/documents"), &text).ok();
        let panel = studio.post("/api/agents/swarm", &json!({ "swarmType": "reader_panel",
            "projectId": project, "taskDescription": "How it reads", "agents": ["critic", "scout"] })).ok();
        let swarm = format!("/api/agents/swarm/{}", panel["swarmId"].text());
        studio.until("the sub-task in the mailbox", || {
            let tasks = studio.get(&swarm).ok()["subTasks"].clone();
            tasks.to_string().contains("\"waiting\"").then_some(())
        });
        let agents = json!({ "activeAgents": ["critic"] });
        studio.put(&format!("/api/projects/{project}"), &agents).ok();

        assert_eq!(studio.post(LEASE, &json!({})).ok()["messages"], json!([]));

        let swarm = studio.until("the end of the swarm", || {
            let swarm = studio.get(&swarm).ok();
            (swarm["status"] == "failed").then_some(swarm)
        });
        let tasks = swarm["subTasks"].as_array().unwrap();
        let of_scout = tasks.iter().find(|it| it["agent"] == "scout").unwrap();
        assert_eq!((&of_scout["state"], &of_scout["error"]), (&json!("failed"), &json!(ELSEWHERE)));
    }
}

service_test! {
    fn nothing_is_proposed_in_the_name_of_an_agent_that_does_not_work_on_the_project(studio) {
        join(studio, "scout");
        let project = project_of(studio, &["critic"]);
        let propose = |agent: &str| {
            let body = json!({ "target": { "kind": "lore" }, "agent": agent, "summary": "An entry",
                "changes": [{ "field": "name", "after": "Mara" },
                    { "field": "category", "after": "character" }] });
            studio.post(&format!("/api/projects/{project}/proposals"), &body)
        };

        let refused = propose("scout");

        assert_eq!((refused.status, refused.detail()), (409, ELSEWHERE.to_owned()));
        propose("critic").ok();
        studio.put(&format!("/api/projects/{project}"), &json!({ "activeAgents": [] })).ok();
        propose("scout").ok();
    }
}
