//! What the hub says of itself: its counters, and the rules that its journal shows to be broken.

use domain::{
    ids,
    messages::{SendMessage, protocol::JOURNAL_MAX, transitions::Refusal},
    principal::Scope,
};
use serde_json::{Value, json};
use store::messages;

use super::{acknowledge, dead::age, join, lease, path, read, reply_to, send};
use crate::{
    access::Person,
    support::{Studio, Text as _},
};

const PROTOCOLS: &str = "/api/agent-communication/validation/protocols";

fn summary(studio: &Studio) -> Value {
    studio.get(PROTOCOLS).ok()["validationData"].clone()
}

/// Writes something into a message that no hub would.
fn tamper(studio: &Studio, sent: &Value, sql: &'static str) {
    let id = sent["response"]["messageId"].text();
    studio.write(move |tx| {
        tx.run(sql, (&id,))
            .map(drop)
            .map_err(|error| domain::Error::internal("tampering with the journal", error))
    });
}

service_test! {
    fn a_hub_in_order_is_compliant(studio) {
        for message_type in ["direct", "broadcast", "consultation", "handoff", "collaboration"] {
            reply_to(studio, &send(studio, &json!({ "toAgent": "proseguard", "message": message_type,
                "messageType": message_type })).ok());
        }
        send(studio, &json!({ "toAgent": "all", "message": "x", "messageType": "broadcast" })).ok();
        send(studio, &json!({ "toAgent": "director", "fromAgent": "muse", "message": "x",
            "messageType": "handoff" })).ok();
        join(studio, "sage");

        let answer = studio.get(PROTOCOLS).ok();

        assert_eq!(answer, json!({
            "status": "success",
            "validationData": {
                "messageTypes":
                    ["direct", "broadcast", "consultation", "handoff", "collaboration"],
                "registeredAgents": 16,
                "complianceStatus": "compliant",
                "failedCommunications": 1,
                "completedHandoffs": 1,
                "pendingConsultations": 0,
                "violations": [],
            },
            "timestamp": "2026-11-18T11:06:40.000Z",
        }));
    }
}

service_test! {
    fn a_broken_rule_is_named_with_the_messages_that_show_it(studio) {
        let ask = |message_type: &str| {
            let body = json!({ "toAgent": "proseguard", "message": "x", "messageType": message_type });
            let sent = send(studio, &body).ok();
            let reply = reply_to(studio, &sent);
            (sent, reply)
        };
        let (direct, reply) = ask("direct");
        let (handoff, _) = ask("handoff");
        let (consultation, _) = ask("consultation");
        assert_eq!(summary(studio)["complianceStatus"], "compliant");

        tamper(studio, &direct, "UPDATE message SET conversation_id = 'other' WHERE id = ?1");
        tamper(studio, &handoff, "UPDATE message SET state = 'handled',
            history = replace(history, 'accepted', 'handled') WHERE id = ?1");
        tamper(studio, &consultation, "UPDATE message SET answer_id = NULL WHERE id = ?1");

        let summary = summary(studio);
        assert_eq!(summary["complianceStatus"], "violated");
        let id = |sent: &Value| sent["response"]["messageId"].clone();
        assert_eq!(summary["violations"], json!([
            {
                "rule": "answer_missing",
                "reason": "It was replied to, and there is no answer",
                "messageIds": [id(&consultation)],
                "trace": ["queued", "leased", "handled", "replied"],
            },
            {
                "rule": "transition",
                "reason": "No handoff goes from leased to handled",
                "messageIds": [id(&handoff)],
                "trace": ["queued", "leased", "handled"],
            },
            {
                "rule": "conversation",
                "reason": "The answer is in another conversation",
                "messageIds": [id(&direct), reply["id"]],
                "trace": [],
            },
        ]));
        // Others learn of the state of the hub, and not of messages that are not theirs.
        let mina = Person::new(studio, "mina", Scope::Read);
        let theirs = mina.get(PROTOCOLS).ok()["validationData"].clone();
        assert_eq!((&theirs["violations"], &theirs["completedHandoffs"]), (&json!([]), &json!(1)));
    }
}

service_test! {
    fn a_broken_rule_is_shown_however_much_came_after_it(studio) {
        join(studio, "sage");
        let mut sent = send(studio, &json!({ "toAgent": "sage", "message": "x" })).ok();
        let leased = lease(studio, "sage", &json!({})).remove(0);
        tamper(studio, &sent, "UPDATE message SET history = replace(history, 'queued', 'replied')
            WHERE id = ?1");
        acknowledge(studio, &leased, &json!({})).ok();

        // As many as are looked at a second time.
        let now = studio.clock.now();
        studio.write(move |tx| {
            for _ in 0..JOURNAL_MAX {
                let said: SendMessage = read(&json!({ "toAgent": "sage", "message": "x" }));
                let mut message = said.into_message(ids::new(now), "sage", "local", now);
                message.deny(Refusal::hop_limit(), now);
                messages::insert(tx, &message)?;
            }
            Ok(())
        });

        let summary = || summary(studio);
        let first = summary();
        assert_eq!((&first["complianceStatus"], &first["violations"]), (&json!("violated"), &json!([{
            "rule": "beginning",
            "reason": "No direct begins as replied",
            "messageIds": [sent["response"]["messageId"]],
            "trace": ["replied"],
        }])));
        assert_eq!(summary(), first, "once");
        // Others learn that the hub is not in order.
        let mina = Person::new(studio, "mina", Scope::Read);
        let theirs = mina.get(PROTOCOLS).ok()["validationData"].clone();
        assert_eq!((&theirs["complianceStatus"], &theirs["violations"]),
            (&json!("violated"), &json!([])));
        // It is deleted with its message, which has another name from here on.
        age(studio, &mut sent, 1);
        studio.clean();
        assert_eq!(summary()["complianceStatus"], "compliant");
    }
}

service_test! {
    fn what_is_overdue_makes_the_hub_degraded(studio) {
        join(studio, "sage");
        let sent = send(studio, &json!({ "toAgent": "sage", "message": "x" })).ok();
        lease(studio, "sage", &json!({ "leaseMs": 600_000 }));
        tamper(studio, &sent, "UPDATE message SET deadline = created_at - 60001 WHERE id = ?1");

        assert_eq!(summary(studio)["complianceStatus"], "degraded");

        tamper(studio, &sent, "UPDATE message SET deadline = NULL WHERE id = ?1");
        assert_eq!(summary(studio)["complianceStatus"], "compliant");
        assert_eq!(studio.get(&path(&sent)).ok()["status"], "leased");
    }
}
