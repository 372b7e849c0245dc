//! Tests of what the agents of sub-tasks may do only when a person permits it: a sub-task waits as a row,
//! and goes on with the model or without it; one decision covers all that an agent waits for.

use super::{
    staff::{right, whole},
    swarms::{ended, make},
    *,
};
use crate::support::JSON;

/// The permission that a pending sub-task shows.
fn pending() -> Value {
    json!({ "what": "ask a language model", "decision": "pending", "by": null, "reason": null,
        "at": null })
}

/// Has a built-in agent ask before it calls a model.
fn restrain(studio: &Studio, agent: &str) {
    studio.put(&format!("/api/agents/{agent}"), &json!({ "requiresUserPermission": true })).ok();
}

fn sub_task(swarm: &Value, key: &str) -> Value {
    let mut all = swarm["subTasks"].as_array().expect("sub-tasks").iter();
    all.find(|it| it["key"] == key).unwrap_or_else(|| panic!("no {key}")).clone()
}

/// Waits until a sub-task waits for a permission; its swarm.
fn until_asked(studio: &Studio, path: &str, key: &str) -> Value {
    studio.until("a request for permission", || {
        let swarm = studio.get(path).ok();
        (sub_task(&swarm, key)["state"] == "awaiting_approval").then_some(swarm)
    })
}

fn draft(studio: &Studio, budget: &Value) -> String {
    let project = whole(studio);
    make(
        studio,
        &json!({ "swarmType": "draft", "projectId": project, "budget": budget,
        "taskDescription": "The scene after the ferry" }),
    )
}

/// The key of the sub-task of an agent.
fn key_of(studio: &Studio, path: &str, agent: &str) -> String {
    let swarm = studio.get(path).ok();
    let mut all = swarm["subTasks"].as_array().expect("sub-tasks").iter();
    all.find(|it| it["agent"] == agent).expect(agent)["key"].text()
}

/// Notifies the worker of swarms, which also looks for what is overdue.
fn look(studio: &Studio) {
    studio.behind().wakers.notify(&engine::wakers::Wake::Swarms);
}

fn notices(studio: &Studio, title: &str) -> Vec<String> {
    let page = studio.get("/api/notifications").ok();
    let all = page["notifications"].as_array().expect("notifications").iter();
    all.filter(|it| it["title"] == title).map(|it| it["message"].text()).collect()
}

service_test! {
    fn a_sub_task_waits_as_a_row_and_goes_on_with_the_model_once_it_may(mut studio, model = right) {
        restrain(studio, "scribe");
        let path = draft(studio, &Value::Null);
        let key = key_of(studio, &path, "scribe");
        let swarm = until_asked(studio, &path, &key);
        assert_eq!((&swarm["status"], &swarm["subTaskCounts"]["awaitingApproval"]),
            (&json!("active"), &json!(1)));
        let waiting = sub_task(&swarm, &key);
        assert_eq!((&waiting["approval"], &waiting["attempt"], &waiting["worker"]),
            (&pending(), &json!(0), &Value::Null));
        assert!(waiting["approvalUntil"].is_string());
        let listed = studio.get("/api/agents/swarm/list").ok();
        assert_eq!(listed["activeSwarms"][0]["subTaskCounts"]["awaitingApproval"], 1);
        assert_eq!(notices(studio, "Permission needed"),
            ["scribe wants to ask a language model, and waits until you approve or deny it: “The \
              scene after the ferry”"]);
        let calls = studio.model().calls().len();

        studio.restart();
        until_asked(studio, &path, &key);
        assert_eq!(studio.model().calls().len(), calls);
        let approve = format!("{path}/subtasks/{key}/approve");
        let keyed = |studio: &Studio| {
            studio.ask("POST", &approve, &[JSON, ("idempotency-key", "once")], Some("{}"))
        };
        let approved = keyed(studio).ok();

        assert_eq!((&approved["key"], &approved["approval"]["decision"], &approved["approval"]["by"]),
            (&json!(key), &json!("approved"), &json!("local")));
        assert_eq!(keyed(studio).ok(), approved, "the same request takes effect once");
        assert_eq!(studio.post(&approve, &json!({})).status, 409);
        let swarm = ended(studio, &path);
        assert_eq!(swarm["status"], "completed", "{}", swarm["errorMessage"]);
        assert_eq!(swarm["subTaskCounts"]["awaitingApproval"], 0);
        let done = sub_task(&swarm, &key);
        assert_eq!((&done["state"], &done["attempt"], &done["approvalUntil"]),
            (&json!("succeeded"), &json!(1), &Value::Null));
        assert!(swarm["artefacts"].to_string().contains("The river fell at last."));
    }
}

service_test! {
    fn what_takes_a_model_and_is_denied_is_missing_with_the_reason(studio, model = right) {
        restrain(studio, "scribe");
        let path = draft(studio, &Value::Null);
        let key = key_of(studio, &path, "scribe");
        until_asked(studio, &path, &key);

        let deny = format!("{path}/subtasks/{key}/deny");
        let denied = studio.post(&deny, &json!({ "reason": "Not this month." })).ok();

        assert_eq!((&denied["approval"]["decision"], &denied["approval"]["reason"]),
            (&json!("denied"), &json!("Not this month.")));
        assert_eq!(studio.post(&deny, &json!({})).status, 409);
        let swarm = ended(studio, &path);
        let reason = "It takes a language model, and local did not permit it: Not this month.";
        let skipped = sub_task(&swarm, &key);
        assert_eq!((&skipped["state"], &skipped["error"]), (&json!("skipped"), &json!(reason)));
        assert_eq!(swarm["status"], "failed");
        let error = swarm["errorMessage"].text();
        assert!(error.contains("local did not permit it: Not this month"), "{error}");
    }
}

service_test! {
    fn what_can_be_done_by_rule_is_done_by_rule_when_it_is_denied(studio, model = right) {
        restrain(studio, "critic");
        let project = whole(studio);
        let path = make(studio, &json!({ "swarmType": "reader_panel", "projectId": project,
            "agents": ["critic"], "taskDescription": "How it reads" }));
        let key = key_of(studio, &path, "critic");
        until_asked(studio, &path, &key);

        studio.post(&format!("{path}/subtasks/{key}/deny"), &json!({})).ok();

        let swarm = ended(studio, &path);
        assert_eq!(swarm["status"], "completed", "{}", swarm["errorMessage"]);
        let done = sub_task(&swarm, &key);
        assert_eq!((&done["state"], &done["result"]["report"]["kind"]),
            (&json!("succeeded"), &json!("reading")));
        assert_eq!(done["approval"]["decision"], "denied");
        let text = done["result"]["text"].text();
        assert!(text.ends_with("No language model was asked: local did not permit it.\n"), "{text}");
        assert!(!text.contains("none is configured"), "{text}");
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn silence_denies_while_there_is_time_to_do_without(studio, model = right) {
        restrain(studio, "critic");
        let project = whole(studio);
        let path = make(studio, &json!({ "swarmType": "reader_panel", "projectId": project,
            "agents": ["critic"], "taskDescription": "How it reads", "budget": { "timeMs": 100_000 } }));
        let key = key_of(studio, &path, "critic");
        until_asked(studio, &path, &key);

        studio.clock.advance(76_000);
        look(studio);

        let swarm = ended(studio, &path);
        assert_eq!(swarm["status"], "completed", "{}", swarm["errorMessage"]);
        let approval = &sub_task(&swarm, &key)["approval"];
        assert_eq!((&approval["decision"], &approval["by"]), (&json!("denied"), &Value::Null));
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn one_decision_covers_all_that_an_agent_waits_for(studio, model = right) {
        restrain(studio, "critic");
        let project = whole(studio);
        let path = make(studio, &json!({ "swarmType": "reader_panel", "projectId": project,
            "agents": ["critic"], "taskDescription": "How it reads" }));
        let key = key_of(studio, &path, "critic");
        until_asked(studio, &path, &key);
        let message = json!({ "toAgent": "critic", "message": "Where does the book sag?",
            "context": { "metadata": { "projectId": project } } });
        let sent = send(studio, &message).ok();
        let waiting = "/api/agent-communication/messages?status=awaiting_approval&agent=critic";
        studio.until("the message to wait", || {
            (studio.get(waiting).ok()["total"] == 1).then_some(())
        });
        assert_eq!(notices(studio, "Permission needed").len(), 2);

        let decided = studio.post("/api/agents/critic/approve", &json!({})).ok();

        assert_eq!(decided, json!({ "agentId": "critic", "decision": "approved", "messages": 1,
            "subTasks": 1, "more": false }));
        assert!(reply_to(studio, &sent)["message"].text().contains("It holds."));
        assert_eq!(ended(studio, &path)["status"], "completed");
        let nothing = studio.post("/api/agents/critic/deny", &json!({})).ok();
        assert_eq!((&nothing["messages"], &nothing["subTasks"]), (&json!(0), &json!(0)));
        assert_eq!(studio.post("/api/agents/nobody/approve", &json!({})).status, 404);
    }
}

/// A swarm with a sub-task of an agent of one's own that asks before it calls a model; its path.
fn of_own(studio: &Studio) -> String {
    let project = whole(studio);
    studio
        .post(
            "/api/agents",
            &json!({ "id": "coach", "name": "Coach", "description": "Coaches.",
        "capabilities": ["reader_panel"], "systemPrompt": "You coach.",
        "requiresUserPermission": true }),
        )
        .ok();
    make(
        studio,
        &json!({ "swarmType": "reader_panel", "projectId": project,
        "agents": ["critic", "coach"], "taskDescription": "How it reads" }),
    )
}

service_test! {
    fn a_sub_task_of_an_agent_of_ones_own_waits_with_its_message(studio, model = right) {
        let path = of_own(studio);
        let swarm = until_asked(studio, &path, "critic-coach-1");
        assert_eq!(swarm["subTaskCounts"]["awaitingApproval"], 1);
        let waiting = sub_task(&swarm, "critic-coach-1");
        assert_eq!(waiting["approval"], pending());
        let message = format!("/api/agent-communication/messages/{}", waiting["messageId"].text());
        assert_eq!(studio.get(&message).ok()["status"], "awaiting_approval");
        assert_eq!(notices(studio, "Permission needed").len(), 1);

        let approve = format!("{path}/subtasks/critic-coach-1/approve");
        let approved = studio.post(&approve, &json!({})).ok();

        assert_eq!(approved["approval"]["decision"], "approved");
        assert_eq!(ended(studio, &path)["status"], "completed");
        assert_eq!(studio.get(&message).ok()["approval"]["decision"], "approved");
        assert_eq!(studio.post(&approve, &json!({})).status, 409);
    }
}

service_test! {
    fn what_an_agent_of_ones_own_may_not_do_is_left_out(studio, model = right) {
        let path = of_own(studio);
        let swarm = until_asked(studio, &path, "critic-coach-1");
        let id = sub_task(&swarm, "critic-coach-1")["messageId"].text();

        studio.post(&format!("/api/agent-communication/messages/{id}/deny"), &json!({})).ok();

        let swarm = ended(studio, &path);
        assert_eq!(swarm["status"], "completed", "{}", swarm["errorMessage"]);
        let left_out = sub_task(&swarm, "critic-coach-1");
        assert_eq!((&left_out["state"], &left_out["error"], &left_out["approval"]["decision"]),
            (&json!("skipped"), &json!("local did not permit it"), &json!("denied")));
    }
}

service_test! {
    fn a_cancelled_swarm_waits_for_no_permission(studio, model = right) {
        let path = of_own(studio);
        let swarm = until_asked(studio, &path, "critic-coach-1");
        let id = sub_task(&swarm, "critic-coach-1")["messageId"].text();

        studio.post(&format!("{path}/cancel"), &json!({})).ok();
        studio.clock.advance(domain::swarms::GRACE_MS);
        look(studio);

        let swarm = ended(studio, &path);
        assert_eq!(swarm["subTaskCounts"]["awaitingApproval"], 0);
        assert_eq!(studio.get(&format!("/api/agent-communication/messages/{id}")).ok()["status"],
            "refused");
        let approve = format!("{path}/subtasks/critic-coach-1/approve");
        assert_eq!(studio.post(&approve, &json!({})).status, 409);
    }
}

service_test! {
    fn the_hub_shows_that_a_sub_task_waits_and_leaves_the_decision_to_its_swarm(studio, model = right) {
        restrain(studio, "scribe");
        let path = draft(studio, &Value::Null);
        let key = key_of(studio, &path, "scribe");
        let swarm = until_asked(studio, &path, &key);
        let id = sub_task(&swarm, &key)["messageId"].text();
        let message = format!("/api/agent-communication/messages/{id}");

        assert_eq!(studio.get(&message).ok()["status"], "awaiting_approval");

        let refused = studio.post(&format!("{message}/approve"), &json!({}));
        assert_eq!(refused.status, 409);
        assert!(refused.text.contains("which is approved or denied there"), "{}", refused.text);
        for unknown in [format!("{path}/subtasks/nothing/approve"),
            format!("/api/agents/swarm/nothing/subtasks/{key}/deny")] {
            assert_eq!(studio.post(&unknown, &json!({})).status, 404, "{unknown}");
        }
        let blocked = format!("{path}/subtasks/synthesis/approve");
        let refused = studio.post(&blocked, &json!({}));
        assert_eq!(refused.status, 409);
        assert!(refused.text.contains("it is blocked"), "{}", refused.text);
    }
}

service_test! {
    fn where_no_model_is_called_nothing_has_to_be_permitted(studio, model = right) {
        restrain(studio, "critic");
        let project = whole(studio);
        let settings = json!({ "settings": { "aiAssistance": false } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();

        let path = make(studio, &json!({ "swarmType": "reader_panel", "projectId": project,
            "agents": ["critic"], "taskDescription": "How it reads" }));
        let reply = ask(studio, "critic", &project, "Where does the book sag?");

        assert_eq!(ended(studio, &path)["status"], "completed");
        assert!(!reply["message"].is_null());
        assert_eq!(notices(studio, "Permission needed"), [""; 0]);
    }
}
