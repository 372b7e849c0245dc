//! What the recipient of a message wants to do that a person has to permit.

use serde_json::{Value, json};

use super::{MESSAGES, join, list, path, send};
use crate::support::Studio;

const LEASE: &str = "/api/agent-communication/agents/scout/lease";

/// A message whose agent outside wants to do something.
fn wish(studio: &Studio, context: &Value) -> Value {
    join(studio, "scout");
    let sent =
        send(studio, &json!({ "toAgent": "scout", "message": "Go", "context": context })).ok();
    let leased = studio.post(LEASE, &json!({})).ok();
    let end = json!({ "epoch": leased["messages"][0]["epoch"], "outcome": "needs_approval",
        "approval": "change chapter 3" });
    let message = studio.post(&format!("{}/acknowledge", path(&sent)), &end).ok();
    assert_eq!(message["status"], "awaiting_approval");
    assert_eq!(
        message["approval"],
        json!({ "what": "change chapter 3", "decision": "pending",
        "by": null, "reason": null, "at": null })
    );
    sent
}

fn mailbox(studio: &Studio) -> (i64, i64) {
    let mailbox = studio.write(|tx| Ok(store::agents::get(tx, "scout")?.mailbox));
    (mailbox.queued, mailbox.leased)
}

service_test! {
    fn what_is_approved_is_leased_again_with_the_decision(mut studio) {
        let sent = wish(studio, &json!({}));
        assert_eq!(mailbox(studio), (0, 0));
        assert_eq!(list(studio, "status=awaiting_approval").len(), 1);
        assert_eq!(studio.post(LEASE, &json!({})).ok()["messages"], json!([]));
        let by_hand = studio.post(&format!("{}/reply", path(&sent)), &json!({ "message": "x" }));
        assert_eq!(by_hand.status, 409);
        studio.restart();

        let approve = format!("{}/approve", path(&sent));
        let approved = studio.post(&approve, &json!({})).ok();

        assert_eq!((&approved["status"], &approved["deadline"]), (&json!("queued"), &Value::Null));
        assert_eq!(studio.post(&approve, &json!({})).status, 409);
        let again = &studio.post(LEASE, &json!({})).ok()["messages"][0];
        assert_eq!((&again["epoch"], &again["attempts"]), (&json!(2), &json!(1)));
        assert_eq!((&again["approval"]["decision"], &again["approval"]["by"]),
            (&json!("approved"), &json!("local")));
        let done = json!({ "epoch": 2, "reply": { "message": "Done." } });
        let message = studio.post(&format!("{}/acknowledge", path(&sent)), &done).ok();
        assert_eq!((&message["status"], &message["approval"]["decision"]),
            (&json!("handled"), &json!("approved")));
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["violations"], json!([]));
    }
}

service_test! {
    fn what_is_denied_ends_with_the_reason(studio) {
        let sent = wish(studio, &json!({}));

        let deny = format!("{}/deny", path(&sent));
        let denied = studio.post(&deny, &json!({ "reason": "Not now." })).ok();

        assert_eq!((&denied["status"], &denied["rule"], &denied["error"]),
            (&json!("refused"), &json!("not_approved"), &json!("local did not permit it: Not now.")));
        assert_eq!(denied["approval"]["reason"], "Not now.");
        assert_eq!(studio.post(&deny, &json!({})).status, 409);
        assert_eq!(studio.post(&format!("{}/approve", path(&sent)), &json!({})).status, 409);
        assert_eq!(mailbox(studio), (0, 0));
    }
}

service_test! {
    fn silence_until_the_deadline_denies(studio) {
        let sent = wish(studio, &json!({ "timeoutMs": 60_000 }));

        studio.clock.advance(61_000);

        let message = studio.until("a refusal", || {
            let message = studio.get(&path(&sent)).ok();
            (message["status"] == "refused").then_some(message)
        });
        assert_eq!((&message["error"], &message["approval"]["decision"]),
            (&json!("Nobody permitted it in time"), &json!("denied")));
    }
}

service_test! {
    fn a_wish_says_what_it_is_for_and_is_no_answer(studio) {
        join(studio, "scout");
        let sent = send(studio, &json!({ "toAgent": "scout", "message": "Go" })).ok();
        studio.post(LEASE, &json!({})).ok();

        for body in [
            json!({ "epoch": 1, "outcome": "needs_approval" }),
            json!({ "epoch": 1, "outcome": "needs_approval", "approval": " " }),
            json!({ "epoch": 1, "outcome": "needs_approval", "approval": "x",
                "reply": { "message": "Done." } }),
        ] {
            let answer = studio.post(&format!("{}/acknowledge", path(&sent)), &body);
            assert_eq!(answer.status, 400, "{body}");
        }
        assert_eq!(studio.post(&format!("{}/approve", path(&sent)), &json!({})).status, 409);
        assert_eq!(studio.post(&format!("{}/missing/deny", MESSAGES), &json!({})).status, 404);
    }
}
