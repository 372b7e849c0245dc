//! Answers by hand: in the name of a message's recipient.

use serde_json::{Value, json};

use super::{MESSAGES, acknowledge, join, lease, list, path, reply_to, send, sleep, states};
use crate::support::{JSON, Reply, Studio, Text as _};

fn reply(studio: &Studio, sent: &Value, body: &Value) -> Reply {
    studio.post(&format!("{}/reply", path(sent)), body)
}

service_test! {
    fn what_waits_can_be_answered_by_hand(studio) {
        sleep(studio, "muse");
        let sent = send(studio, &json!({ "toAgent": "muse", "fromAgent": "a web page",
            "message": "x", "context": { "conversationId": "c1" } })).ok();

        let answer = reply(studio, &sent, &json!({ "message": "By hand.",
            "report": { "kind": "note", "b": 1, "a": [2] } })).ok();

        let id = answer["response"]["messageId"].clone();
        assert_eq!(answer, json!({
            "status": "success",
            "response": { "messageId": id, "delivered": true, "error": null },
            "agentId": "a web page",
            "message": "The message was delivered to a web page",
        }));
        let message = studio.get(&path(&sent)).ok();
        assert_eq!((states(&message), &message["answerId"]), ("queued handled".to_owned(), &id));
        let kept = studio.get(&path(&answer)).ok();
        for (field, value) in [
            ("fromAgent", json!("muse")),
            ("toAgent", json!("a web page")),
            ("message", json!("By hand.")),
            ("report", json!({ "kind": "note", "b": 1, "a": [2] })),
            ("conversationId", json!("c1")),
            ("replyTo", sent["response"]["messageId"].clone()),
            ("hops", json!(1)),
            ("labels", json!(["untrusted"])),
        ] {
            assert_eq!(kept[field], value, "{field}");
        }
        // Its place is free, and nobody takes it any more.
        studio.post("/api/agents/muse/wake", &json!({})).ok();
        reply_to(studio, &send(studio, &json!({ "toAgent": "muse", "message": "y" })).ok());
        assert_eq!(studio.get(&path(&sent)).ok()["status"], "handled");
        assert_eq!(list(studio, "conversationId=c1").len(), 2);
    }
}

service_test! {
    fn an_answer_goes_to_the_mailbox_of_a_registered_sender(studio) {
        join(studio, "sage");
        sleep(studio, "muse");
        let body = json!({ "toAgent": "muse", "fromAgent": "sage", "message": "x" });
        let sent = send(studio, &body).ok();

        let answer = reply(studio, &sent, &json!({ "message": "Well." })).ok();

        assert_eq!(answer["message"], "The message is in the mailbox of sage");
        let leased = lease(studio, "sage", &json!({ "limit": 5 }));
        assert_eq!(leased.len(), 1);
        assert_eq!((&leased[0]["message"], &leased[0]["hops"]), (&json!("Well."), &json!(1)));
        // It goes on: sage answers the answer, which muse then reads.
        let ended = acknowledge(studio, &leased[0], &json!({ "reply": { "message": "So." } })).ok();
        let next = studio.get(&format!("{MESSAGES}/{}", ended["answerId"].text())).ok();
        assert_eq!((&next["toAgent"], &next["hops"], &next["status"]),
            (&json!("muse"), &json!(2), &json!("queued")));
    }
}

service_test! {
    fn a_message_has_one_answer(studio) {
        sleep(studio, "muse");
        let sent = send(studio, &json!({ "toAgent": "muse", "message": "x" })).ok();
        let target = format!("{}/reply", path(&sent));
        let body = json!({ "message": "Once." });
        let keyed = || {
            studio.ask("POST", &target, &[JSON, ("idempotency-key", "k")], Some(&body.to_string()))
        };
        let first = keyed().ok();

        assert_eq!(keyed().ok(), first, "the same request again");
        let second = reply(studio, &sent, &body);

        assert_eq!((second.status, second.detail()),
            (409, "The message was answered before".to_owned()));
        assert_eq!(list(studio, "").len(), 2);
    }
}

service_test! {
    fn what_cannot_be_answered_is_a_conflict(studio, "agents.mailbox_max" = "1") {
        join(studio, "sage");
        sleep(studio, "muse");
        let ask = |body: &Value| send(studio, body).ok();
        let leased = ask(&json!({ "toAgent": "sage", "message": "x" }));
        lease(studio, "sage", &json!({}));
        ask(&json!({ "toAgent": "muse", "message": "fills it" }));
        let denied = ask(&json!({ "toAgent": "muse", "message": "x" }));
        let whole = ask(&json!({ "toAgent": "all", "message": "x", "messageType": "broadcast" }));
        join(studio, "heir");
        let offer = ask(&json!({ "toAgent": "heir", "message": "x", "messageType": "handoff" }));
        for (sent, detail) in [
            (&leased, "The message is being worked on; the agent that works on it answers it"),
            (&denied, "The message was refused, and nobody got it"),
            (&whole, "A broadcast is answered by its recipients, each for its own part"),
            (&offer, "The message offers a task; its recipient accepts or refuses it"),
        ] {
            let refused = reply(studio, sent, &json!({ "message": "x" }));
            assert_eq!((refused.status, refused.detail()), (409, detail.to_owned()));
        }
        let missing = studio.post(&format!("{MESSAGES}/missing/reply"), &json!({ "message": "x" }));
        assert_eq!((missing.status, missing.detail()), (404, "Message not found".to_owned()));
        let blank = reply(studio, &leased, &json!({ "message": " " }));
        assert_eq!((blank.status, blank.detail()),
            (400, "Message content cannot be empty".to_owned()));
        let long = reply(studio, &leased, &json!({ "message": "x".repeat(256 * 1024),
            "report": {} }));
        assert_eq!(long.detail(), "Message content and report together are longer than 256 KiB");
        insta::assert_snapshot!(reply(studio, &leased, &json!({ "report": [] })), @r"
        422
        body.message: Field required (missing)
        body.report: Input should be a valid dictionary (dict_type)
        ");
    }
}

service_test! {
    fn what_a_message_led_to_goes_on_from_there(studio) {
        join(studio, "sage");
        let mut cause = send(studio, &json!({ "toAgent": "sage", "fromAgent": "a web page",
            "message": "0" })).ok();
        for hop in 1..=16 {
            let sent = send(studio, &json!({ "toAgent": "muse", "fromAgent": "sage", "message": "x",
                "context": { "metadata": { "causeId": cause["response"]["messageId"] } } })).ok();
            assert_eq!(sent["status"], "success", "{hop}");
            let message = studio.get(&path(&sent)).ok();
            assert_eq!((&message["hops"], &message["labels"]),
                (&json!(hop), &json!(["untrusted"])), "trust does not grow on the way");
            cause = sent;
        }

        let body = |cause: &Value| json!({ "toAgent": "muse", "message": "x",
            "context": { "metadata": { "causeId": cause } } });
        let refused = send(studio, &body(&cause["response"]["messageId"])).ok();

        assert_eq!(refused["response"]["error"], "More than 16 messages led to this one");
        assert_eq!(studio.get(&path(&refused)).ok()["rule"], "hop_limit");
        assert_eq!(send(studio, &body(&json!("missing"))).ok()["status"], "success");
    }
}

service_test! {
    fn an_answer_that_is_one_hop_too_far_is_refused_with_the_rule(studio) {
        join(studio, "sage");
        let sent = send(studio, &json!({ "toAgent": "sage", "message": "x",
            "messageType": "consultation" })).ok();
        let id = sent["response"]["messageId"].text();
        studio.write(move |tx| {
            tx.run("UPDATE message SET hops = 16 WHERE id = ?1", (&id,))
                .map(drop)
                .map_err(|error| domain::Error::internal("making a long chain", error))
        });

        let refused = reply(studio, &sent, &json!({ "message": "On and on." })).ok();

        assert_eq!((&refused["status"], &refused["response"]["error"]),
            (&json!("failed"), &json!("More than 16 messages led to this one")));
        assert_eq!(studio.get(&path(&refused)).ok()["rule"], "hop_limit");
        let message = studio.get(&path(&sent)).ok();
        assert_eq!((&message["status"], &message["answerId"]), (&json!("queued"), &Value::Null));
        // The agent's own way ends there as well.
        let leased = lease(studio, "sage", &json!({})).remove(0);
        let ended = acknowledge(studio, &leased, &json!({ "reply": { "message": "On." } })).ok();
        assert_eq!((&ended["status"], &ended["answerId"]),
            (&json!("awaiting_reply"), &Value::Null));
        assert_eq!(list(studio, "status=denied").len(), 2);
    }
}
