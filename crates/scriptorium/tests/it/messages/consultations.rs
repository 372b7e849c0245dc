//! Messages whose answer somebody waits for: it comes, or it does not come in time.

use serde_json::{Value, json};

use super::{MESSAGES, acknowledge, join, lease, list, path, reply_to, send, sleep, states};
use crate::support::{Listener, Studio, Text as _};

/// Sends a consultation that is worth so many milliseconds; the answer.
fn consult(studio: &Studio, agent: &str, timeout_ms: i64) -> Value {
    let body = json!({ "toAgent": agent, "message": "What do you think?",
        "messageType": "consultation", "context": { "timeoutMs": timeout_ms } });
    send(studio, &body).ok()
}

fn until_status(studio: &Studio, sent: &Value, status: &str) -> Value {
    studio.until(status, || {
        let message = studio.get(&path(sent)).ok();
        (message["status"] == status).then_some(message)
    })
}

/// How many consultations wait, and how many messages failed so far.
fn counted(studio: &Studio) -> (Value, Value) {
    let summary = studio.get("/api/agent-communication/validation/protocols").ok();
    let summary = &summary["validationData"];
    (summary["pendingConsultations"].clone(), summary["failedCommunications"].clone())
}

service_test! {
    fn a_consultation_that_is_answered_has_its_reply(studio) {
        let sent = consult(studio, "muse", 5_000);

        let reply = reply_to(studio, &sent);

        let message = studio.get(&path(&sent)).ok();
        assert_eq!(states(&message), "queued leased handled replied");
        assert_eq!((&message["answerId"], &message["deadline"]),
            (&reply["id"], &json!("2026-11-18T11:06:45.000Z")));
        studio.clock.advance(1_000_000);
        reply_to(studio, &consult(studio, "muse", 5_000));
        assert_eq!(studio.get(&path(&sent)).ok()["status"], "replied", "for good");
        assert_eq!(counted(studio), (json!(0), json!(0)));
    }
}

service_test! {
    fn what_nobody_takes_in_time_expires(studio) {
        sleep(studio, "muse");
        let consultation = consult(studio, "muse", 5_000);
        let direct = send(studio, &json!({ "toAgent": "muse", "message": "Until lunch.",
            "context": { "timeoutMs": 5_000 } })).ok();
        let patient = send(studio, &json!({ "toAgent": "muse", "message": "Whenever." })).ok();
        assert_eq!(counted(studio), (json!(1), json!(0)));

        studio.clock.advance(4_999);
        assert_eq!(studio.get(&path(&direct)).ok()["status"], "queued");
        let mut listener = Listener::now(studio);
        studio.clock.advance(1);

        for sent in [&consultation, &direct] {
            let message = until_status(studio, sent, "expired");
            assert_eq!(states(&message), "queued expired");
            assert_eq!((&message["rule"], &message["error"]),
                (&json!("deadline"), &json!("Nobody took it in time")));
        }
        assert_eq!(counted(studio), (json!(0), json!(2)));
        // Whoever listens hears of it.
        let mut heard: Vec<Value> = (0..2).map(|_| listener.event().unwrap().body).collect();
        heard.sort_by_key(|message| message["id"].text());
        assert_eq!(heard.iter().map(|it| it["status"].text()).collect::<Vec<_>>(), ["expired"; 2]);
        assert_eq!(heard[0]["id"], consultation["response"]["messageId"]);
        // They no longer lie in the mailbox; the other one does.
        studio.post("/api/agents/muse/wake", &json!({})).ok();
        reply_to(studio, &patient);
        assert_eq!(list(studio, "status=expired").len(), 2);
    }
}

service_test! {
    fn what_somebody_holds_too_long_expires(studio) {
        join(studio, "sage");
        let sent = consult(studio, "sage", 5_000);
        let leased = lease(studio, "sage", &json!({ "leaseMs": 60_000 })).remove(0);
        let deadline = json!("2026-11-18T11:06:45.000Z");
        assert_eq!(leased["leaseUntil"], deadline, "no lease lasts longer");
        let extend = format!("{}/extend", path(&sent));
        let more = studio.post(&extend, &json!({ "epoch": 1, "leaseMs": 600_000 })).ok();
        assert_eq!(more["leaseUntil"], deadline);

        studio.clock.advance(5_000);

        let expired = until_status(studio, &sent, "expired");
        assert_eq!(states(&expired), "queued leased queued expired");
        assert_eq!((&expired["rule"], &expired["error"]),
            (&json!("deadline"), &json!("Nobody was done with it in time")));
        assert_eq!(acknowledge(studio, &leased, &json!({})).status, 409);
        assert_eq!(counted(studio), (json!(0), json!(1)));
    }
}

service_test! {
    fn an_answer_that_is_owed_comes_or_is_timed_out(studio) {
        join(studio, "sage");
        let sent: Vec<Value> = (0..2).map(|_| consult(studio, "sage", 60_000)).collect();
        for leased in lease(studio, "sage", &json!({ "limit": 5 })) {
            let owed = acknowledge(studio, &leased, &json!({})).ok();
            assert_eq!(states(&owed), "queued leased handled awaiting_reply");
        }
        assert_eq!(counted(studio), (json!(2), json!(0)));

        let reply = studio.post(&format!("{}/reply", path(&sent[0])), &json!({ "message": "Yes." }));
        studio.clock.advance(60_000);

        let late = until_status(studio, &sent[1], "timed_out");
        assert_eq!(states(&late), "queued leased handled awaiting_reply timed_out");
        assert_eq!(late["error"], "No answer came in time");
        let replied = studio.get(&path(&sent[0])).ok();
        assert_eq!(states(&replied), "queued leased handled awaiting_reply replied");
        assert_eq!(replied["answerId"], reply.ok()["response"]["messageId"]);
        assert_eq!(counted(studio), (json!(0), json!(1)));

        // What comes too late is kept, and changes nothing.
        let answer = studio.post(&format!("{}/reply", path(&sent[1])), &json!({ "message": "No." }));
        let too_late = studio.get(&path(&sent[1])).ok();
        assert_eq!((&too_late["status"], &too_late["answerId"]),
            (&json!("timed_out"), &answer.ok()["response"]["messageId"]));
    }
}

service_test! {
    fn whoever_requires_a_response_waits_for_it(studio) {
        join(studio, "sage");
        for (message_type, requires, end) in [
            ("direct", true, "awaiting_reply"),
            ("collaboration", true, "awaiting_reply"),
            ("broadcast", true, "awaiting_reply"),
            ("consultation", false, "awaiting_reply"),
            ("direct", false, "handled"),
            ("handoff", true, "accepted"),
        ] {
            let sent = send(studio, &json!({ "toAgent": "sage", "message": message_type,
                "messageType": message_type, "context": { "requiresResponse": requires } })).ok();
            let leased = lease(studio, "sage", &json!({})).remove(0);

            let ended = acknowledge(studio, &leased, &json!({})).ok();

            assert_eq!(ended["status"], end, "{message_type} {requires}");
            let waits = end == "awaiting_reply";
            assert_eq!(ended["deadline"] == "2026-11-18T12:06:40.000Z", waits, "an hour");
            assert_eq!(studio.get(&path(&sent)).ok()["status"], end);
        }
        // The answer itself is not waited for, though it carries the same context.
        let sent = list(studio, "status=awaiting_reply").remove(0);
        let reply = format!("{MESSAGES}/{}/reply", sent["id"].text());
        let reply = studio.post(&reply, &json!({ "message": "Here." })).ok();
        assert_eq!(studio.get(&path(&reply)).ok()["deadline"], Value::Null);
    }
}
