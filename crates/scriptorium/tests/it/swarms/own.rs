//! Agents of a user's own in swarms: they take part by their capabilities, beside the built-in agents or
//! instead of them, and get their sub-tasks as messages.

use domain::swarms::GRACE_MS;
use serde_json::{Value, json};

use super::{begin, book, ended, path, states, sub_task, types::whole_book};
use crate::support::{Studio, Text as _};

/// Adds an agent with one capability.
fn join(studio: &Studio, id: &str, capability: &str) {
    let body = json!({ "id": id, "name": id, "description": "Works elsewhere.",
        "capabilities": [capability] });
    studio.post("/api/agents", &body).ok();
}

/// What an agent outside gets when it asks for one message.
fn lease(studio: &Studio, agent: &str) -> Option<Value> {
    let path = format!("/api/agent-communication/agents/{agent}/lease");
    studio.post(&path, &json!({ "limit": 1 })).ok()["messages"].get(0).cloned()
}

fn acknowledge(studio: &Studio, leased: &Value, body: Value) -> crate::support::Reply {
    let mut body = body;
    body["epoch"] = leased["epoch"].clone();
    let id = leased["id"].text();
    studio.post(&format!("/api/agent-communication/messages/{id}/acknowledge"), &body)
}

/// Waits until a sub-task is in this state.
fn until(studio: &Studio, swarm: &Value, key: &str, state: &str) {
    studio.until("the state of a sub-task", || {
        (sub_task(&studio.get(&path(swarm)).ok(), key)["state"] == state).then_some(())
    });
}

/// Notifies the worker of swarms.
fn look(studio: &Studio) {
    studio.behind().wakers.notify(&engine::wakers::Wake::Swarms);
}

service_test! {
    fn an_agent_outside_does_its_sub_task_through_its_mailbox(studio) {
        let project = whole_book(studio);
        join(studio, "sage", "review");
        let outline = begin(studio, "outline", json!({
            "projectId": project, "agents": ["architect", "plotter", "critic", "sage"],
        }));
        until(studio, &outline, "judgement-sage", "waiting");

        let leased = studio.until("its message", || lease(studio, "sage"));

        let text = leased["message"].text();
        assert!(text.starts_with("What the structure lacks (outline)\n\nLook at the book\n"), "{text}");
        assert!(text.contains("\narchitect in structure on “The structure”, quoted:\n> "), "{text}");
        assert_eq!(leased["context"]["metadata"]["subTask"], "judgement-sage");
        assert_eq!(leased["conversationId"], outline["swarmId"]);
        acknowledge(studio, &leased, json!({ "reply": { "message": "A middle.",
            "report": { "kind": "advice" } } })).ok();
        let outline = ended(studio, &outline);
        assert_eq!(outline["status"], "completed", "{}", outline["errorMessage"]);
        let judged = sub_task(&outline, "judgement-sage");
        assert_eq!(judged["result"], json!({ "text": "A middle.", "report": { "kind": "advice" } }));
        assert_eq!(judged["messageId"], leased["id"]);
        assert!(outline["artefacts"][0]["content"].text().contains("A middle."));
        let conversation = format!("/api/agent-communication/messages?conversationId={}",
            outline["swarmId"].text());
        let messages = studio.get(&conversation).ok()["messages"].clone();
        let of_sage = messages.as_array().unwrap().iter().filter(|it| it["toAgent"] == "sage");
        assert_eq!(of_sage.count(), 1, "it stands there once");
        let loads = studio.get("/api/agents/capabilities").ok()["loadBalancing"].clone();
        assert_eq!(loads["sage"], 0.0, "{loads}");
    }
}

service_test! {
    fn agents_that_a_project_names_take_part_by_themselves(studio) {
        let project = book(studio);
        join(studio, "reader", "reader_panel");
        join(studio, "poet", "rhyming");
        let agents = json!({ "activeAgents": ["critic", "reader", "poet", "nobody"] });
        studio.put(&format!("/api/projects/{project}"), &agents).ok();

        let panel = begin(studio, "reader_panel", json!({ "projectId": project }));
        for answer in ["Slow.", "Quiet."] {
            let leased = studio.until("a message", || lease(studio, "reader"));
            acknowledge(studio, &leased, json!({ "reply": { "message": answer } })).ok();
        }

        let panel = ended(studio, &panel);
        assert_eq!(panel["status"], "completed");
        let of_reader: Vec<String> = states(&panel).into_iter().filter(|it| it.contains("reader-")
            && it.starts_with("critic-")).collect();
        assert_eq!(of_reader, ["critic-reader-1 succeeded", "critic-reader-2 succeeded"]);
        assert!(!states(&panel).iter().any(|it| it.contains("poet")));
    }
}

service_test! {
    fn an_agent_that_does_not_work_on_a_project_takes_no_part_in_its_swarms(studio) {
        let project = book(studio);
        join(studio, "reader", "reader_panel");
        let agents = json!({ "activeAgents": ["critic"] });
        studio.put(&format!("/api/projects/{project}"), &agents).ok();

        let panel = begin(studio, "reader_panel",
            json!({ "projectId": project, "agents": ["critic", "reader"] }));

        assert_eq!(states(&ended(studio, &panel)), [
            "critic-1 succeeded", "critic-2 succeeded", "synthesis succeeded",
        ]);
    }
}

service_test! {
    fn what_an_agent_outside_cannot_do_has_failed(studio) {
        let project = book(studio);
        join(studio, "reader", "reader_panel");
        let panel = begin(studio, "reader_panel",
            json!({ "projectId": project, "agents": ["reader"] }));

        for _ in 0..2 {
            let leased = studio.until("a message", || lease(studio, "reader"));
            acknowledge(studio, &leased, json!({ "outcome": "failed", "failure": "permanent",
                "error": "I cannot read" })).ok();
        }

        let panel = ended(studio, &panel);
        assert_eq!(panel["status"], "failed");
        assert_eq!(sub_task(&panel, "critic-reader-1")["error"], "I cannot read");
        assert_eq!(panel["errorMessage"],
            "2 of 3 sub-tasks failed; missing: I (reader: I cannot read)");
    }
}

service_test! {
    fn nobody_is_left_with_a_message_of_a_swarm_that_was_cancelled(studio) {
        let project = book(studio);
        join(studio, "reader", "reader_panel");
        let panel = begin(studio, "reader_panel",
            json!({ "projectId": project, "agents": ["reader"] }));
        until(studio, &panel, "critic-reader-1", "waiting");
        until(studio, &panel, "critic-reader-2", "waiting");
        let leased = lease(studio, "reader").unwrap();

        studio.post(&format!("{}/cancel", path(&panel)), &json!({})).ok();
        studio.clock.advance(GRACE_MS);
        look(studio);

        assert_eq!(ended(studio, &panel)["status"], "cancelled");
        assert_eq!(lease(studio, "reader"), None);
        // Whoever answers too late changes nothing.
        acknowledge(studio, &leased, json!({ "reply": { "message": "Slow." } })).ok();
        assert_eq!(states(&ended(studio, &panel))[0], "critic-reader-1 cancelled");
    }
}

service_test! {
    fn a_sub_task_outside_outlives_the_service(mut studio) {
        let project = book(studio);
        join(studio, "reader", "reader_panel");
        let panel = begin(studio, "reader_panel",
            json!({ "projectId": project, "agents": ["reader"] }));
        until(studio, &panel, "critic-reader-2", "waiting");

        studio.stop();
        studio.restart();

        for _ in 0..2 {
            let leased = studio.until("a message", || lease(studio, "reader"));
            acknowledge(studio, &leased, json!({ "reply": { "message": "Slow." } })).ok();
        }
        assert_eq!(ended(studio, &panel)["status"], "completed");
    }
}
