//! Who is awake, and what waits for who is not.

use serde_json::{Value, json};

use super::{STAFF, ask, capabilities, record};
use crate::support::{Studio, Text as _};

/// Sends a message; its path.
fn send(studio: &Studio, agent: &str) -> String {
    let body = json!({ "toAgent": agent, "message": "Wait." });
    let sent = studio.post("/api/agent-communication/messages/send", &body).ok();
    assert_eq!(sent["response"]["delivered"], true);
    format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text())
}

fn until_handled(studio: &Studio, message: &str) {
    studio.until("an answer", || (studio.get(message).ok()["status"] == "handled").then_some(()));
}

service_test! {
    fn the_messages_of_a_sleeping_agent_wait_until_it_wakes(studio) {
        let slept = studio.post("/api/agents/proseguard/sleep", &json!({})).ok();
        assert_eq!(slept, json!({ "agentId": "proseguard", "status": "offline" }));
        let waiting: Vec<String> = (0..3).map(|_| send(studio, "proseguard")).collect();

        // The others go on, and no notification wakes it.
        ask(studio, "lorekeeper");
        ask(studio, "muse");
        for message in &waiting {
            assert_eq!(studio.get(message).ok()["status"], "queued");
        }
        let detail = studio.get("/api/agents/architecture/agent/proseguard").ok();
        assert_eq!((&detail["status"], &record(studio, "proseguard")["status"]),
            (&json!("offline"), &json!("offline")));

        let woken = studio.post("/api/agents/proseguard/wake", &json!({})).ok();
        assert_eq!(woken, json!({ "agentId": "proseguard", "status": "available" }));
        for message in &waiting {
            until_handled(studio, message);
        }
    }
}

/// Makes a built-in agent one that runs outside, as agents that users add do.
fn goes_outside(studio: &Studio, id: &'static str) {
    studio.write(move |tx| {
        let gone = tx.run("UPDATE agent SET builtin = 0 WHERE id = ?1", (id,));
        gone.map_err(|error| domain::Error::internal("sending an agent outside", error))
    });
}

service_test! {
    fn a_built_in_agent_has_no_heartbeat(studio) {
        let refused = studio.post("/api/agents/scribe/heartbeat", &json!({}));

        assert_eq!(refused.status, 409, "{refused}");
        studio.clock.advance(1_000_000);
        assert_eq!(record(studio, "scribe")["status"], "available");
    }
}

service_test! {
    fn an_agent_whose_heartbeats_stop_for_three_intervals_is_offline(studio) {
        let interval_ms = 10_000;
        ask(studio, "scribe");
        goes_outside(studio, "scribe");
        let beat = || studio.post("/api/agents/scribe/heartbeat", &json!({})).ok();
        assert_eq!(beat(), json!({ "agentId": "scribe", "status": "available" }));

        studio.clock.advance(3 * interval_ms);
        assert_eq!(record(studio, "scribe")["status"], "available");
        assert_eq!(record(studio, "scribe")["currentLoad"], 0.0);
        beat();
        studio.clock.advance(3 * interval_ms);
        assert_eq!(record(studio, "scribe")["status"], "available");
        studio.clock.advance(1);

        // Silent: offline, of unknown load, never suggested, and its messages wait.
        let silent = record(studio, "scribe");
        assert_eq!((&silent["status"], &silent["currentLoad"], &silent["availability"]),
            (&json!("offline"), &Value::Null, &Value::Null));
        let all = capabilities(studio);
        assert_eq!(all["loadBalancing"].get("scribe"), None);
        assert_eq!(all["routingSuggestions"].get("drafting"), None);
        let waiting = send(studio, "scribe");
        ask(studio, "proseguard");
        assert_eq!(studio.get(&waiting).ok()["status"], "queued");

        // Asking for messages is a sign of life as well.
        let lease = "/api/agent-communication/agents/scribe/lease";
        let leased = studio.post(lease, &json!({})).ok()["messages"][0].clone();
        assert_eq!(record(studio, "scribe")["status"], "available");
        assert_eq!(waiting, format!("/api/agent-communication/messages/{}", leased["id"].text()));
        // What it is at counts, and no longer when it is done.
        assert_eq!(record(studio, "scribe")["currentLoad"], 0.25);
        studio.post(&format!("{waiting}/acknowledge"), &json!({ "epoch": leased["epoch"] })).ok();
        assert_eq!(record(studio, "scribe")["currentLoad"], 0.0);
        until_handled(studio, &waiting);
    }
}

service_test! {
    fn a_silent_agent_can_be_woken_and_a_beating_one_put_to_sleep(studio) {
        goes_outside(studio, "scribe");
        studio.post("/api/agents/scribe/heartbeat", &json!({})).ok();
        studio.clock.advance(1_000_000);
        assert_eq!(record(studio, "scribe")["status"], "offline");

        studio.post("/api/agents/scribe/wake", &json!({})).ok();
        studio.clock.advance(1_000_000);
        assert_eq!(record(studio, "scribe")["status"], "available");

        studio.post("/api/agents/scribe/heartbeat", &json!({})).ok();
        studio.post("/api/agents/scribe/sleep", &json!({})).ok();
        assert_eq!(record(studio, "scribe")["status"], "offline");
    }
}

service_test! {
    fn an_agent_is_offline_while_one_that_it_requires_is(studio) {
        let body = json!({ "id": "coach", "name": "Coach", "description": "Coaches.",
            "capabilities": ["coaching"], "systemPrompt": "You coach.",
            "dependencies": { "requires": ["scribe", "critic"], "worksWith": ["muse"] } });
        let made = studio.post("/api/agents", &body).ok();
        assert_eq!(made["dependencies"], body["dependencies"]);
        assert_eq!(made["status"], "available");

        studio.post("/api/agents/critic/sleep", &json!({})).ok();
        assert_eq!(record(studio, "coach")["status"], "offline");
        assert_eq!(capabilities(studio)["routingSuggestions"].get("coaching"), None);
        let waiting = send(studio, "coach");
        ask(studio, "proseguard");
        assert_eq!(studio.get(&waiting).ok()["status"], "queued", "it waits in the mailbox");

        studio.post("/api/agents/critic/wake", &json!({})).ok();
        until_handled(studio, &waiting);
        // One that does not exist is never there.
        let requires = json!({ "dependencies": { "requires": ["ghost"] } });
        let changed = studio.put("/api/agents/coach", &requires).ok();
        assert_eq!((&changed["status"], &changed["dependencies"]["worksWith"]),
            (&json!("offline"), &json!([])));
        let own = json!({ "dependencies": { "requires": ["coach"] } });
        assert_eq!(studio.put("/api/agents/coach", &own).status, 409);
        assert_eq!(studio.put("/api/agents/muse", &requires).status, 409, "a built-in agent");
        let cleared = studio.put("/api/agents/coach", &json!({ "dependencies": null })).ok();
        assert_eq!(cleared["status"], "available");
    }
}

service_test! {
    fn agents_that_start_by_themselves_wake_with_the_service(mut studio) {
        for (id, ..) in STAFF {
            studio.post(&format!("/api/agents/{id}/sleep"), &json!({})).ok();
        }
        let waiting = send(studio, "lorekeeper");
        let asleep = capabilities(studio);
        assert_eq!(asleep["routingSuggestions"], json!({}), "nobody is there");

        studio.restart();

        let awake = capabilities(studio);
        let agents = awake["agents"].as_array().unwrap();
        assert!(agents.iter().all(|agent| agent["status"] == "available"));
        until_handled(studio, &waiting);
    }
}
