//! Tasks that are handed on: offered, accepted or refused, and owned by one agent at a time.

use serde_json::{Value, json};

use super::{acknowledge, join, lease, list, path, send, sleep, states};
use crate::support::{Studio, Text as _};

fn offer(studio: &Studio, from: &str, to: &str, text: &str) -> Value {
    let body = json!({ "toAgent": to, "fromAgent": from, "message": text,
        "messageType": "handoff", "context": { "taskId": "chapter-1" } });
    send(studio, &body).ok()
}

/// Who owns the task, and how often it was handed on.
fn owner(studio: &Studio) -> (String, Value) {
    let task = studio.get("/api/agent-communication/tasks/chapter-1").ok();
    (task["owner"].text(), task["version"].clone())
}

/// The rule an offer was refused by.
fn rule(studio: &Studio, sent: &Value) -> Value {
    studio.get(&path(sent)).ok()["rule"].clone()
}

fn handoffs(studio: &Studio) -> Value {
    let summary = studio.get("/api/agent-communication/validation/protocols").ok();
    summary["validationData"]["completedHandoffs"].clone()
}

service_test! {
    fn an_agent_inside_accepts_by_handling(studio) {
        let missing = studio.get("/api/agent-communication/tasks/chapter-1");
        assert_eq!((missing.status, missing.detail()), (404, "Task not found".to_owned()));
        let sent = offer(studio, "scribe", "proseguard", "Yours now.");

        let message = studio.until("the task to be accepted", || {
            let message = studio.get(&path(&sent)).ok();
            (message["status"] == "accepted").then_some(message)
        });

        assert_eq!(states(&message), "queued leased accepted");
        assert_eq!(studio.get("/api/agent-communication/tasks/chapter-1").ok(), json!({
            "taskId": "chapter-1", "owner": "proseguard", "version": 1,
            "messageId": message["id"], "since": "2026-11-18T11:06:40.000Z",
        }));
        assert_eq!(handoffs(studio), 1);
        // Only its owner, or the studio, hands it on.
        let stranger = offer(studio, "scribe", "critic", "And yours.");
        assert_eq!(stranger["response"]["error"], "The task is proseguard's, and only proseguard hands it on");
        assert_eq!(rule(studio, &stranger), "not_owner");
        let studio_itself = offer(studio, "system", "critic", "By order.");
        assert_eq!(studio_itself["status"], "success");
        studio.until("the next owner", || {
            (owner(studio) == ("critic".to_owned(), json!(2))).then_some(())
        });
    }
}

service_test! {
    fn of_two_who_accept_a_task_the_first_has_it(studio) {
        join(studio, "one");
        join(studio, "other");
        let sent = [
            offer(studio, "scribe", "one", "Yours?"),
            offer(studio, "scribe", "other", "Yours?"),
        ];
        let one = lease(studio, "one", &json!({})).remove(0);
        let other = lease(studio, "other", &json!({})).remove(0);

        acknowledge(studio, &other, &json!({ "outcome": "accepted" })).ok();
        let late = acknowledge(studio, &one, &json!({ "outcome": "accepted",
            "reply": { "message": "Mine!" } }));

        let detail = "The task chapter-1 was handed on in the meantime; it is other's now";
        assert_eq!((late.status, late.detail()), (409, detail.to_owned()));
        assert_eq!(owner(studio), ("other".to_owned(), json!(1)));
        assert_eq!(studio.get(&path(&sent[0])).ok()["status"], "leased", "nothing is half done");
        let refused = acknowledge(studio, &one, &json!({ "outcome": "refused" })).ok();
        assert_eq!((states(&refused), refused["rule"].text()),
            ("queued leased refused".to_owned(), "recipient".to_owned()));
        assert_eq!((handoffs(studio), list(studio, "status=delivered").len()), (json!(1), 0));
    }
}

service_test! {
    fn an_agent_inside_that_comes_too_late_refuses(studio) {
        join(studio, "one");
        sleep(studio, "proseguard");
        let sent = offer(studio, "scribe", "proseguard", "Yours now.");
        offer(studio, "scribe", "one", "Yours?");
        let leased = lease(studio, "one", &json!({})).remove(0);
        acknowledge(studio, &leased, &json!({})).ok();

        studio.post("/api/agents/proseguard/wake", &json!({})).ok();

        let message = studio.until("a refusal", || {
            let message = studio.get(&path(&sent)).ok();
            (message["status"] == "refused").then_some(message)
        });
        let reason = "The task chapter-1 was handed on in the meantime; it is one's now";
        assert_eq!((&message["rule"], &message["error"]), (&json!("stale_offer"), &json!(reason)));
        assert_eq!(owner(studio), ("one".to_owned(), json!(1)));
        let answer = format!("/api/agent-communication/messages/{}", message["answerId"].text());
        let answer = studio.get(&answer).ok();
        assert_eq!((&answer["toAgent"], &answer["message"]), (&json!("scribe"), &json!(reason)));
    }
}

service_test! {
    fn a_task_that_is_refused_stays_where_it_was(studio) {
        join(studio, "one");
        offer(studio, "scribe", "one", "Yours?");
        let leased = lease(studio, "one", &json!({})).remove(0);

        let refused = acknowledge(studio, &leased, &json!({ "outcome": "refused",
            "error": "I have no time", "reply": { "message": "Sorry." } })).ok();

        assert_eq!((&refused["status"], &refused["error"]),
            (&json!("refused"), &json!("I have no time")));
        assert_eq!(studio.get("/api/agent-communication/tasks/chapter-1").status, 404);
        assert_eq!(handoffs(studio), 0);
        // It is not asked the same again, but it may be asked otherwise.
        let again = offer(studio, "scribe", "one", "Yours?");
        assert_eq!(rule(studio, &again), "repeated_handoff");
        assert_eq!(offer(studio, "scribe", "one", "Please?")["status"], "success");
        let wrong = send(studio, &json!({ "toAgent": "one", "message": "x" })).ok();
        let leased = studio.until("the plain message", || {
            lease(studio, "one", &json!({ "limit": 9 })).into_iter()
                .find(|message| message["id"] == wrong["response"]["messageId"])
        });
        let rejected = acknowledge(studio, &leased, &json!({ "outcome": "accepted" }));
        assert_eq!((rejected.status, rejected.detail()),
            (400, "Only a hand-off is accepted or refused".to_owned()));
    }
}

service_test! {
    fn a_task_does_not_go_back_and_forth(studio) {
        join(studio, "one");
        join(studio, "other");
        let pass = |from: &str, to: &str, turn: usize| {
            let sent = offer(studio, from, to, &format!("Your turn {turn}."));
            if sent["status"] == "success" {
                let leased = lease(studio, to, &json!({})).remove(0);
                acknowledge(studio, &leased, &json!({ "outcome": "accepted" })).ok();
            }
            sent
        };
        for turn in 0..7 {
            let (from, to) = if turn % 2 == 0 { ("one", "other") } else { ("other", "one") };
            assert_eq!(pass(from, to, turn)["status"], "success", "{turn}");
        }

        let stopped = pass("other", "one", 7);

        assert_eq!(stopped["response"]["error"],
            "The last 8 hand-offs of the task name fewer than 3 agents");
        assert_eq!(rule(studio, &stopped), "ping_pong");
        assert_eq!(owner(studio), ("other".to_owned(), json!(7)));
        join(studio, "third");
        assert_eq!(pass("other", "third", 8)["status"], "success");
    }
}
