//! What holds when a worker dies with a leased message: every message is handled at least
//! once, and has its effects exactly once.

use domain::messages::{ATTEMPTS_MAX, HOPS_MAX, Message, State};
use serde_json::{Value, json};
use store::messages::{self, Lease, LeaseFilter, Leased};

use super::{list, path, reply_to, send, sleep};
use crate::support::{Studio, Text as _};

const LEASE_MS: i64 = 60_000;

/// Sends a message to an agent that sleeps; the answer.
fn waiting(studio: &Studio, agent: &str) -> Value {
    sleep(studio, agent);
    send(studio, &json!({ "toAgent": agent, "message": "Are you there?" })).ok()
}

/// Takes what waits for an agent, as another worker.
fn take(studio: &Studio, agent: &'static str, owner: &str) -> Vec<Leased> {
    let now = studio.clock.now();
    let lease = Lease { owner: owner.to_owned(), until: now.plus(LEASE_MS) };
    let taker = LeaseFilter { agent_id: agent, account: None, one_by_one: false };
    studio.write(move |tx| messages::lease(tx, &taker, &lease, 10, now))
}

/// Finishes a message as the worker would that took it; whether that counted.
fn finish(studio: &Studio, leased: Leased) -> bool {
    let now = studio.clock.now();
    studio.write(move |tx| {
        let mut message: Message = leased.message.clone();
        message.set_state(State::Handled, now);
        messages::finish(tx, &leased, &message)
    })
}

fn status(studio: &Studio, sent: &Value) -> String {
    studio.get(&path(sent)).ok()["status"].text()
}

fn wake(studio: &Studio, agent: &str) {
    studio.post(&format!("/api/agents/{agent}/wake"), &json!({})).ok();
}

service_test! {
    fn a_message_whose_worker_went_silent_is_handled_by_another_and_answered_once(studio) {
        let sent = waiting(studio, "muse");
        let stale = take(studio, "muse", "silent").pop().unwrap();
        assert_eq!(status(studio, &sent), "leased");

        // Nobody takes it from the worker before its time.
        wake(studio, "muse");
        let bystander = send(studio, &json!({ "toAgent": "muse", "message": "x" })).ok();
        reply_to(studio, &bystander);
        assert_eq!(status(studio, &sent), "leased");
        studio.clock.advance(LEASE_MS);
        // The next message notifies the worker.
        send(studio, &json!({ "toAgent": "muse", "message": "x" })).ok();
        let reply = reply_to(studio, &sent);

        // The silent worker comes to its end after all: that changes nothing any more.
        assert!(!finish(studio, stale));
        let message = studio.get(&path(&sent)).ok();
        let steps: Vec<_> = message["history"].as_array().unwrap().iter()
            .map(|step| step["status"].text()).collect();
        assert_eq!(steps, ["queued", "leased", "queued", "leased", "handled"]);
        let conversation = message["conversationId"].text();
        let replies: Vec<_> = list(studio, &format!("conversationId={conversation}")).into_iter()
            .filter(|message| message["replyTo"] != Value::Null).collect();
        assert_eq!(replies, [reply]);
    }
}

service_test! {
    fn a_message_nobody_finishes_in_five_attempts_is_dead(studio) {
        let sent = waiting(studio, "muse");

        for attempt in 1..=ATTEMPTS_MAX {
            let taken = studio.until("the message in its mailbox", || {
                let taken = take(studio, "muse", "clumsy");
                (!taken.is_empty()).then_some(taken)
            });
            assert_eq!(taken.len(), 1, "attempt {attempt}");
            studio.clock.advance(LEASE_MS);
            send(studio, &json!({ "toAgent": "critic", "message": "rings the bell" })).ok();
            studio.until("the end of the lease", || (status(studio, &sent) != "leased").then_some(()));
        }

        let dead = studio.get(&path(&sent)).ok();
        assert_eq!(dead["status"], "dead");
        assert_eq!(dead["error"], "Tried 5 times without an end");
        assert_eq!((&dead["rule"], &dead["attempts"]), (&json!("attempts"), &json!(5)));
        assert!(take(studio, "muse", "clumsy").is_empty());
        wake(studio, "muse");
        let next = send(studio, &json!({ "toAgent": "muse", "message": "x" })).ok();
        reply_to(studio, &next);
        assert_eq!(status(studio, &sent), "dead");
    }
}

service_test! {
    fn what_was_being_worked_on_is_handled_after_a_restart(mut studio) {
        let sent = waiting(studio, "muse");
        // The lease of an earlier life has long to go.
        let node = std::fs::read_to_string(studio.folder().join("node")).unwrap();
        let stale = take(studio, "muse", node.trim()).pop().unwrap();

        studio.restart();

        reply_to(studio, &sent);
        assert_eq!(status(studio, &sent), "handled");
        assert!(!finish(studio, stale));
        assert_eq!(list(studio, "status=delivered").len(), 1);
    }
}

service_test! {
    fn what_waits_is_still_there_after_a_restart(mut studio) {
        let sent: Vec<_> = (0..3).map(|_| waiting(studio, "muse")).collect();

        studio.restart();

        for sent in &sent {
            reply_to(studio, sent);
        }
        assert_eq!(list(studio, "status=delivered").len(), 3);
        assert_eq!(list(studio, "status=handled").len(), 3);
    }
}

service_test! {
    fn a_message_that_sixteen_others_led_to_is_read_and_not_answered(studio) {
        let sent = waiting(studio, "muse");
        let id = sent["response"]["messageId"].text();
        // As a chain of agents would have made it.
        let limit = HOPS_MAX;
        studio.write(move |tx| {
            tx.run("UPDATE message SET hops = ?2 WHERE id = ?1", (&id, limit))
                .map(drop)
                .map_err(|error| domain::Error::internal("making a long chain", error))
        });

        wake(studio, "muse");
        studio.until("its end", || (status(studio, &sent) == "handled").then_some(()));

        assert_eq!(list(studio, "status=delivered").len(), 0);
        assert_eq!(studio.get(&path(&sent)).ok()["hops"], 16);
    }
}
