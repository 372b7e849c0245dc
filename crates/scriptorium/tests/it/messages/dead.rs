//! Messages that fail: they rest, are tried again, die, and can be brought back.

use domain::{
    messages::{DEAD_DAYS, MESSAGE_DAYS},
    time::DAY_MS,
};
use serde_json::{Value, json};

use super::{MESSAGES, acknowledge, join, lease, list, path, send, sleep, states};
use crate::support::{Reply, Studio, Text as _};

fn write(studio: &Studio, to: &str) -> Value {
    send(studio, &json!({ "toAgent": to, "message": "x" })).ok()
}

fn replay(studio: &Studio, sent: &Value) -> Reply {
    studio.post(&format!("{}/replay", path(sent)), &json!({}))
}

/// Has the agent fail at the message that waits; what became of it.
fn fail(studio: &Studio, failure: &str) -> Value {
    let leased = lease(studio, "sage", &json!({})).remove(0);
    let body = json!({ "outcome": "failed", "failure": failure, "error": "My lamp went out" });
    acknowledge(studio, &leased, &body).ok()
}

service_test! {
    fn a_failure_is_tried_again_after_a_rest_as_often_as_its_class_allows(studio) {
        join(studio, "sage");
        for (failure, attempts) in [("transient", 5), ("broken", 2), ("permanent", 1)] {
            let sent = write(studio, "sage");
            for attempt in 1..attempts {
                let resting = fail(studio, failure);
                assert_eq!((&resting["status"], &resting["attempts"]),
                    (&json!("queued"), &json!(attempt)), "{failure}");
                assert!(lease(studio, "sage", &json!({})).is_empty(), "it rests");
                studio.clock.advance([1_000, 4_000, 16_000, 60_000][attempt - 1]);
            }

            let dead = fail(studio, failure);

            assert_eq!((&dead["status"], &dead["rule"], &dead["error"], &dead["attempts"]),
                (&json!("dead"), &json!(failure), &json!("My lamp went out"), &json!(attempts)));
            assert_eq!(studio.get(&path(&sent)).ok()["status"], "dead");
        }
        let dead = list(studio, "status=dead");
        assert_eq!(dead.len(), 3);
        let summary = studio.get("/api/agent-communication/validation/protocols").ok();
        let summary = &summary["validationData"];
        assert_eq!((&summary["complianceStatus"], &summary["failedCommunications"]),
            (&json!("degraded"), &json!(3)));
    }
}

service_test! {
    fn a_dead_letter_is_put_back_and_tried_anew(studio, "agents.mailbox_max" = "1") {
        join(studio, "sage");
        let sent = write(studio, "sage");
        let early = replay(studio, &sent);
        assert_eq!((early.status, early.detail()),
            (409, "Only a dead message is replayed; it is queued".to_owned()));
        fail(studio, "permanent");
        let filler = write(studio, "sage");
        let full = replay(studio, &sent);
        assert_eq!((full.status, full.detail()),
            (409, "The mailbox of sage is full (1 messages)".to_owned()));
        assert_eq!(studio.get(&path(&sent)).ok()["status"], "dead");
        let leased = lease(studio, "sage", &json!({})).remove(0);
        assert_eq!(leased["id"], filler["response"]["messageId"]);
        acknowledge(studio, &leased, &json!({})).ok();

        let back = replay(studio, &sent).ok();

        assert_eq!((states(&back), &back["attempts"], &back["error"], &back["rule"]),
            ("queued leased dead queued".to_owned(), &json!(0), &Value::Null, &Value::Null));
        let leased = lease(studio, "sage", &json!({})).remove(0);
        assert_eq!((&leased["epoch"], &leased["attempts"]), (&json!(2), &json!(1)));
        let ended = acknowledge(studio, &leased, &json!({})).ok();
        assert_eq!(states(&ended), "queued leased dead queued leased handled");
        assert_eq!(replay(studio, &sent).status, 409);
        let missing = studio.post(&format!("{MESSAGES}/missing/replay"), &json!({}));
        assert_eq!((missing.status, missing.detail()), (404, "Message not found".to_owned()));
        let answered = studio.post(&format!("{}/acknowledge", path(&sent)),
            &json!({ "epoch": 1, "outcome": "failed", "reply": { "message": "x" } }));
        assert_eq!((answered.status, answered.detail()),
            (400, "A message that failed is not answered".to_owned()));
    }
}

service_test! {
    fn a_dead_letter_is_put_back_within_the_share_of_its_sender(
        studio, "agents.mailbox_max" = "4"
    ) {
        join(studio, "sage");
        let sent = write(studio, "sage");
        fail(studio, "permanent");
        for _ in 0..2 {
            write(studio, "sage");
        }

        let refused = replay(studio, &sent);

        assert_eq!((refused.status, refused.detail()), (409,
            "The mailbox of sage is crowded and holds 2 messages of system".to_owned()));
        let dead = studio.get(&path(&sent)).ok();
        assert_eq!((states(&dead), &dead["rule"]),
            ("queued leased dead".to_owned(), &json!("permanent")));
        let leased = lease(studio, "sage", &json!({})).remove(0);
        acknowledge(studio, &leased, &json!({})).ok();
        assert_eq!(replay(studio, &sent).ok()["status"], "queued");
        studio.delete("/api/agents/sage").ok();
    }
}

/// Gives a message an id of the first second there was: ids of one process never go back, and other
/// tests of this process have clocks that are far ahead.
pub fn age(studio: &Studio, sent: &mut Value, number: u8) {
    let id = sent["response"]["messageId"].text();
    let old = format!("00000000-0000-7000-8000-0000000000{number:02}");
    sent["response"]["messageId"] = json!(old);
    studio.write(move |tx| {
        tx.run("UPDATE message SET id = ?2 WHERE id = ?1", (&id, &old))
            .map(drop)
            .map_err(|error| domain::Error::internal("ageing a message", error))
    });
}

service_test! {
    fn what_has_ended_long_ago_is_forgotten_and_what_waits_is_not(studio) {
        join(studio, "sage");
        sleep(studio, "muse");
        let mut waiting = write(studio, "muse");
        let dead = write(studio, "sage");
        fail(studio, "permanent");
        let mut handled = write(studio, "sage");
        let leased = lease(studio, "sage", &json!({})).remove(0);
        acknowledge(studio, &leased, &json!({ "reply": { "message": "Done." } })).ok();
        let mut handed = send(studio, &json!({ "toAgent": "sage", "message": "x",
            "messageType": "handoff", "context": { "taskId": "t" } })).ok();
        let leased = lease(studio, "sage", &json!({})).remove(0);
        acknowledge(studio, &leased, &json!({ "outcome": "accepted" })).ok();
        let there = |sent: &Value| studio.get(&path(sent)).status == 200;
        let total = || studio.get(&format!("{MESSAGES}?limit=1")).ok()["total"].clone();
        assert_eq!(total(), 5);
        for (at, sent) in [&mut waiting, &mut handled, &mut handed].into_iter().enumerate() {
            age(studio, sent, at as u8);
        }

        studio.clock.advance(DEAD_DAYS * DAY_MS);
        studio.clean();
        assert!(there(&dead), "to the day");
        studio.clock.advance(1);
        studio.clean();

        assert_eq!([&dead, &waiting].map(there), [false, true]);
        studio.clock.advance((MESSAGE_DAYS - DEAD_DAYS) * DAY_MS);
        studio.clean();
        assert_eq!([&handled, &handed, &waiting].map(there), [false, false, true]);
        assert_eq!(studio.get("/api/agent-communication/tasks/t").status, 404);
    }
}
