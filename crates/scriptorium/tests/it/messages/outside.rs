//! Agents that run outside the process: they lease, extend and acknowledge over the wire.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::{MESSAGES, SEND, acknowledge, join, lease, list, path, reply_to, send, sleep, states};
use crate::{
    access::Person,
    agents::record,
    support::{JSON, Reply, Studio, Text as _},
};

fn write(studio: &Studio, to: &str, text: &str) -> Value {
    send(studio, &json!({ "toAgent": to, "message": text })).ok()
}

fn extend(studio: &Studio, leased: &Value, lease_ms: i64) -> Reply {
    let body = json!({ "epoch": leased["epoch"], "leaseMs": lease_ms });
    studio.post(&format!("{MESSAGES}/{}/extend", leased["id"].text()), &body)
}

service_test! {
    fn an_agent_outside_takes_its_messages_and_answers_them(studio) {
        join(studio, "sage");
        let sent = write(studio, "sage", "What now?");
        // The studio leaves its mailbox alone.
        reply_to(studio, &write(studio, "muse", "x"));
        assert_eq!(studio.get(&path(&sent)).ok()["status"], "queued");

        let leased = lease(studio, "sage", &json!({ "limit": 3, "leaseMs": 5_000 }));

        assert_eq!(leased.len(), 1);
        let leased = &leased[0];
        assert_eq!((&leased["epoch"], &leased["leaseUntil"], &leased["message"]),
            (&json!(1), &json!("2026-11-18T11:06:45.000Z"), &json!("What now?")));
        assert_eq!(states(leased), "queued leased");
        assert!(lease(studio, "sage", &json!({})).is_empty(), "it is taken");
        let ended = acknowledge(studio, leased, &json!({ "reply": { "message": "Write.",
            "report": { "kind": "advice" } } })).ok();
        assert_eq!((states(&ended), &ended["status"]),
            ("queued leased handled".to_owned(), &json!("handled")));
        let answer = reply_to(studio, &sent);
        assert_eq!((&answer["id"], &answer["message"], &answer["report"]),
            (&ended["answerId"], &json!("Write."), &json!({ "kind": "advice" })));
        let view = record(studio, "sage");
        assert_eq!((&view["status"], &view["currentLoad"]), (&json!("available"), &json!(0.0)));
    }
}

service_test! {
    fn who_lost_its_lease_changes_nothing(studio) {
        join(studio, "sage");
        let sent = write(studio, "sage", "x");
        let stale = lease(studio, "sage", &json!({ "leaseMs": 10_000 })).remove(0);
        studio.clock.advance(9_000);
        let extended = extend(studio, &stale, 10_000).ok();
        assert_eq!(extended, json!({ "messageId": stale["id"], "epoch": 1,
            "leaseUntil": "2026-11-18T11:06:59.000Z" }));
        studio.clock.advance(9_999);
        assert_eq!(studio.get(&path(&sent)).ok()["status"], "leased");
        studio.clock.advance(1);

        let fresh = studio.until("the message again", || {
            lease(studio, "sage", &json!({})).into_iter().next()
        });

        assert_eq!(fresh["epoch"], 2);
        let answer = json!({ "reply": { "message": "Late." } });
        for late in [acknowledge(studio, &stale, &answer), extend(studio, &stale, 5_000)] {
            assert_eq!((late.status, late.detail()),
                (409, "The message is not leased to you under the epoch 1".to_owned()));
        }
        let body = json!({ "epoch": 2, "reply": { "message": "In time." } }).to_string();
        let target = format!("{MESSAGES}/{}/acknowledge", fresh["id"].text());
        let keyed =
            || studio.ask("POST", &target, &[JSON, ("idempotency-key", "k")], Some(&body)).ok();
        assert_eq!(keyed(), keyed(), "an answer that was lost on its way is given again");
        assert_eq!(acknowledge(studio, &fresh, &answer).status, 409);
        assert_eq!(list(studio, "status=delivered").len(), 1);
    }
}

service_test! {
    fn messages_of_a_conversation_are_taken_one_at_a_time_and_in_their_order(studio) {
        join(studio, "sage");
        let say = |conversation: &str, text: &str, priority: &str| {
            send(studio, &json!({ "toAgent": "sage", "message": text, "priority": priority,
                "context": { "conversationId": conversation } })).ok()
        };
        for (conversation, text, priority) in [
            ("a", "a1", "normal"), ("a", "a2", "medium"), ("b", "b1", "low"), ("a", "a3", "urgent"),
        ] {
            say(conversation, text, priority);
        }
        let take = || {
            let leased = lease(studio, "sage", &json!({ "limit": 9 }));
            let texts: Vec<_> = leased.iter().map(|it| it["message"].text()).collect();
            (texts.join(" "), leased)
        };

        let (first, leased) = take();

        // Another class is another line.
        assert_eq!(first, "a3 a1 b1");
        assert_eq!(take().0, "", "the second waits for the first");
        // What fails for now keeps its place before the others.
        acknowledge(studio, &leased[1], &json!({ "outcome": "failed" })).ok();
        assert_eq!(take().0, "");
        studio.clock.advance(1_000);
        let (again, leased) = take();
        assert_eq!(again, "a1");
        acknowledge(studio, &leased[0], &json!({})).ok();
        assert_eq!(take().0, "a2");
    }
}

service_test! {
    fn who_waits_for_a_message_gets_it_when_it_comes(studio) {
        join(studio, "sage");
        assert!(lease(studio, "sage", &json!({ "waitMs": 20 })).is_empty());

        let leased = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| lease(studio, "sage", &json!({ "waitMs": 30_000 })));
            write(studio, "muse", "not for sage");
            write(studio, "sage", "for sage");
            waiting.join().unwrap()
        });

        assert_eq!(leased[0]["message"], "for sage");
    }
}

service_test! {
    fn nobody_takes_what_is_not_theirs_to_take(studio) {
        join(studio, "sage");
        let sent = write(studio, "sage", "x");
        let target = |agent: &str| format!("/api/agent-communication/agents/{agent}/lease");
        let inside = studio.post(&target("muse"), &json!({}));
        assert_eq!((inside.status, inside.detail()),
            (409, "A built-in agent runs in the service, which takes its messages".to_owned()));
        assert_eq!(studio.post(&target("nobody"), &json!({})).detail(), "Agent not found");
        insta::assert_snapshot!(studio.post(&target("sage"),
            &json!({ "limit": 33, "leaseMs": 1, "waitMs": 60_000 })), @r"
        422
        body.limit: Input should be less than or equal to 32 (less_than_equal)
        body.leaseMs: Input should be greater than or equal to 1000 (greater_than_equal)
        body.waitMs: Input should be less than or equal to 30000 (less_than_equal)
        ");
        // An agent that sleeps gets nothing.
        sleep(studio, "sage");
        assert!(lease(studio, "sage", &json!({})).is_empty());
        studio.post("/api/agents/sage/wake", &json!({})).ok();
        // Whose token is no administrator's takes what was sent for them alone.
        let mina = Person::new(studio, "mina", Scope::Write);
        let admin = Person::new(studio, "jonathan", Scope::Admin);
        assert_eq!(mina.post(&target("sage"), &json!({})).ok()["messages"], json!([]));
        let own = mina.post(SEND, &json!({ "toAgent": "sage", "message": "mine" })).ok();
        let leased = mina.post(&target("sage"), &json!({ "limit": 9 })).ok()["messages"].clone();
        assert_eq!((leased.as_array().unwrap().len(), &leased[0]["message"]), (1, &json!("mine")));
        let all = admin.post(&target("sage"), &json!({ "limit": 9 })).ok()["messages"].clone();
        assert_eq!(all[0]["id"], sent["response"]["messageId"]);
        // Each finishes what they took.
        let end = |person: &Person<'_>, leased: &Value| {
            let target = format!("{MESSAGES}/{}/acknowledge", leased["id"].text());
            person.post(&target, &json!({ "epoch": leased["epoch"] })).status
        };
        assert_eq!(end(&mina, &all[0]), 404, "she cannot know that it is there");
        assert_eq!(end(&admin, &leased[0]), 404);
        assert_eq!((end(&mina, &leased[0]), end(&admin, &all[0])), (200, 200));
        assert_eq!(mina.get(&path(&own)).ok()["status"], "handled");
        insta::assert_snapshot!(studio.post(&format!("{MESSAGES}/x/acknowledge"),
            &json!({ "epoch": 0, "outcome": "lost", "failure": "bad" })), @r"
        422
        body.epoch: Input should be greater than or equal to 1 (greater_than_equal)
        body.outcome: Input should be 'handled', 'failed', 'accepted', 'refused' or 'needs_approval' (literal_error)
        body.failure: Input should be 'transient', 'broken' or 'permanent' (literal_error)
        ");
        let missing = studio.post(&format!("{MESSAGES}/x/acknowledge"), &json!({ "epoch": 1 }));
        assert_eq!((missing.status, missing.detail()), (404, "Message not found".to_owned()));
    }
}
