//! The machine's clock is set back by a day, while the service runs and while it is stopped: what
//! waits for a moment does not wait a day longer.

use serde_json::{Value, json};

use crate::{
    agents::record,
    messages::{SEND, reply_to},
    support::{Studio, Text as _},
};

const DAY_MS: i64 = 86_400_000;

/// Sets the clock back while the service runs.
fn set_back(studio: &Studio) {
    studio.clock.now();
    studio.clock.advance(-DAY_MS);
    studio.clock.now();
}

/// Sets the clock back while the service is stopped.
fn restart_a_day_earlier(studio: &mut Studio) {
    studio.restart_at(studio.clock.now().plus(-DAY_MS));
}

fn call(studio: &Studio, agent: &str, what: &str) {
    studio.post(&format!("/api/agents/{agent}/{what}"), &json!({})).ok();
}

fn send(studio: &Studio, agent: &str) -> Value {
    studio.post(SEND, &json!({ "toAgent": agent, "message": "Are you there?" })).ok()
}

fn join(studio: &Studio, id: &str) {
    let body = json!({ "id": id, "name": id, "description": "Works elsewhere.",
        "capabilities": ["advice"] });
    studio.post("/api/agents", &body).ok();
}

/// The epoch of the message that the agent gets; none when it gets none.
fn lease(studio: &Studio, agent: &str) -> Option<i64> {
    let path = format!("/api/agent-communication/agents/{agent}/lease");
    studio.post(&path, &json!({ "leaseMs": 10_000 })).ok()["messages"][0]["epoch"].as_i64()
}

service_test! {
    fn a_message_that_waits_is_answered_after_the_clock_was_set_back(mut studio) {
        call(studio, "muse", "sleep");
        let sent = send(studio, "muse");
        set_back(studio);
        call(studio, "muse", "wake");
        reply_to(studio, &sent);

        call(studio, "muse", "sleep");
        let sent = send(studio, "muse");
        restart_a_day_earlier(studio);
        reply_to(studio, &sent);
    }
}

service_test! {
    fn a_lease_ends_after_the_clock_was_set_back(mut studio) {
        join(studio, "sage");
        send(studio, "sage");
        assert_eq!(lease(studio, "sage"), Some(1));
        set_back(studio);
        assert_eq!(lease(studio, "sage"), None, "it is leased");
        studio.clock.advance(20_000);
        assert_eq!(studio.until("the message again", || lease(studio, "sage")), 2);

        restart_a_day_earlier(studio);
        assert_eq!(lease(studio, "sage"), None, "it is leased");
        studio.clock.advance(20_000);
        assert_eq!(studio.until("the message again", || lease(studio, "sage")), 3);
    }
}

/// Begins a swarm of which a sub-task waits for an agent that is asleep; its path.
fn begin(studio: &Studio) -> String {
    call(studio, "castwright", "sleep");
    let project = studio.project("Dracula");
    studio.document(&project, "I", "Jonathan heard the wolves.");
    let swarm = json!({ "swarmType": "consistency_sweep", "projectId": project,
        "taskDescription": "Look at the book" });
    let id = studio.post("/api/agents/swarm", &swarm).ok()["swarmId"].text();
    format!("/api/agents/swarm/{id}")
}

fn until_completed(studio: &Studio, swarm: &str) {
    studio.until("a completed swarm", || {
        (studio.get(swarm).ok()["status"] == "completed").then_some(())
    });
}

service_test! {
    fn a_sub_task_that_waits_is_done_after_the_clock_was_set_back(mut studio) {
        let swarm = begin(studio);
        set_back(studio);
        call(studio, "castwright", "wake");
        until_completed(studio, &swarm);

        let swarm = begin(studio);
        restart_a_day_earlier(studio);
        until_completed(studio, &swarm);
    }
}

service_test! {
    fn a_silent_agent_outside_is_offline_after_the_clock_was_set_back(mut studio) {
        join(studio, "sage");
        call(studio, "sage", "heartbeat");
        set_back(studio);
        assert_eq!(record(studio, "sage")["status"], "available");
        studio.clock.advance(40_000);
        assert_eq!(record(studio, "sage")["status"], "offline");

        call(studio, "sage", "heartbeat");
        restart_a_day_earlier(studio);
        assert_eq!(record(studio, "sage")["status"], "available");
        studio.clock.advance(40_000);
        assert_eq!(record(studio, "sage")["status"], "offline");
    }
}
