//! Tests of messages: how they are sent, delivered and refused. What agents answer is in
//! `answers` and `plotter`, how messages are listed in `list`, what holds when a worker dies in
//! `at_least_once`, of long conversations in `lines`, and whatever happens in `model`; how agents
//! outside work is in `outside` and `example`, what they get of a project in `outside_projects`, what becomes of each type in `consultations`,
//! `handoffs` and `broadcast`, what agents ask each other in `questions`, what people permit in
//! `approvals`, what belongs together in `sessions`, of what fails in `dead`, of what is refused in `denied`, of answers by hand in `replies`, and what the
//! hub says of itself in `protocols`.

mod answers;
mod approvals;
mod at_least_once;
mod broadcast;
mod cancelled;
mod consultations;
mod dead;
mod denied;
mod example;
mod handoffs;
mod lines;
mod list;
mod model;
mod outside;
mod outside_projects;
mod plotter;
mod protocols;
mod questions;
mod replies;
mod sessions;

use domain::{
    model::{FieldType, read_body},
    principal::Scope,
};
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{Reply, Studio, Text as _},
};

pub const SEND: &str = "/api/agent-communication/messages/send";
const MESSAGES: &str = "/api/agent-communication/messages";

/// Sends a message; the answer.
pub fn send(studio: &Studio, body: &Value) -> Reply {
    studio.post(SEND, body)
}

/// A request as it comes over the wire.
fn read<T: FieldType>(body: &Value) -> T {
    let json = domain::json::Json::read(body.to_string().as_bytes()).expect("JSON");
    read_body(&json).expect("a request")
}

/// The path of the message that was sent.
fn path(sent: &Value) -> String {
    format!("{MESSAGES}/{}", sent["response"]["messageId"].text())
}

/// Registers an agent that runs outside, under this name; it is awake.
fn join(studio: &Studio, id: &str) {
    let body = json!({ "id": id, "name": id, "description": "Works elsewhere.",
        "capabilities": ["advice"] });
    studio.post("/api/agents", &body).ok();
}

/// What an agent outside gets when it asks for messages.
fn lease(studio: &Studio, agent: &str, body: &Value) -> Vec<Value> {
    let path = format!("/api/agent-communication/agents/{agent}/lease");
    let got = studio.post(&path, body).ok();
    assert_eq!(got["agentId"], agent);
    got["messages"].as_array().unwrap().clone()
}

/// Acknowledges a leased message with this beside its epoch.
fn acknowledge(studio: &Studio, leased: &Value, body: &Value) -> Reply {
    let mut body = body.clone();
    body["epoch"] = leased["epoch"].clone();
    studio.post(&format!("{MESSAGES}/{}/acknowledge", leased["id"].text()), &body)
}

/// The states a message went through.
fn states(message: &Value) -> String {
    let history = message["history"].as_array().unwrap();
    history.iter().map(|step| step["status"].text()).collect::<Vec<_>>().join(" ")
}

/// Puts an agent to sleep, so that what it gets stays in its mailbox.
fn sleep(studio: &Studio, agent: &str) {
    studio.post(&format!("/api/agents/{agent}/sleep"), &json!({})).ok();
}

/// The messages of a list, newest first.
fn list(studio: &Studio, query: &str) -> Vec<Value> {
    let page = studio.get(&format!("{MESSAGES}?limit=100&{query}")).ok();
    page["messages"].as_array().unwrap().clone()
}

/// Waits until an agent has nothing in its mailbox.
fn until_empty(studio: &Studio, agent: &str) {
    studio.until("an empty mailbox", || {
        let has = |status| !list(studio, &format!("agent={agent}&status={status}")).is_empty();
        (!has("queued") && !has("leased")).then_some(())
    });
}

/// Waits for the reply to a message that was sent.
pub fn reply_to(studio: &Studio, sent: &Value) -> Value {
    let id = sent["response"]["messageId"].clone();
    let conversation = studio.get(&path(sent)).ok()["conversationId"].text();
    studio.until("a reply", || {
        let all = list(studio, &format!("conversationId={conversation}"));
        all.into_iter().find(|message| message["replyTo"] == id)
    })
}

service_test! {
    fn a_message_is_delivered_and_answered_in_its_conversation(studio) {
        let sent = send(studio, &json!({ "toAgent": "muse", "message": "What if?" })).ok();

        let id = sent["response"]["messageId"].clone();
        assert_eq!(sent, json!({
            "status": "success",
            "response": { "messageId": id, "delivered": true, "error": null },
            "agentId": "muse",
            "message": "The message is in the mailbox of muse",
        }));
        let reply = reply_to(studio, &sent);
        let at = "2026-11-18T11:06:40.000Z";
        let message = studio.get(&path(&sent)).ok();
        assert_eq!(message, json!({
            "id": id,
            "fromAgent": "system",
            "toAgent": "muse",
            "message": "What if?",
            "messageType": "direct",
            "priority": "medium",
            "status": "handled",
            "error": null,
            "rule": null,
            "conversationId": id,
            "replyTo": null,
            "answerId": reply["id"],
            "parentId": null,
            "projectId": null,
            "hops": 0,
            "labels": [],
            "context": null,
            "attempts": 1,
            "deadline": null,
            "createdAt": at,
            "history": [
                { "status": "queued", "at": at },
                { "status": "leased", "at": at },
                { "status": "handled", "at": at },
            ],
        }));
        assert_eq!(reply, json!({
            "id": reply["id"],
            "fromAgent": "muse",
            "toAgent": "system",
            "message": reply["message"],
            "messageType": "direct",
            "priority": "medium",
            "status": "delivered",
            "error": null,
            "rule": null,
            "conversationId": id,
            "replyTo": id,
            "answerId": null,
            "parentId": null,
            "projectId": null,
            "hops": 1,
            "labels": [],
            "context": null,
            "attempts": 0,
            "deadline": null,
            "createdAt": at,
        }));
        let reply = studio.get(&format!("{MESSAGES}/{}", reply["id"].text())).ok();
        assert_eq!(reply["history"], json!([{ "status": "delivered", "at": at }]));
    }
}

service_test! {
    fn a_message_keeps_all_that_was_sent_with_it(studio) {
        let context = json!({
            "taskId": "t", "sessionId": "s", "conversationId": "c1", "priority": "high",
            "requiresResponse": true, "timeoutMs": 5_000, "metadata": { "key": "value" },
        });
        for message_type in ["direct", "broadcast", "consultation", "handoff", "collaboration"] {
            for priority in ["low", "normal", "medium", "high", "critical", "urgent"] {
                let sent = send(studio, &json!({
                    "toAgent": "Muse", "fromAgent": "Director", "message": " text ",
                    "messageType": message_type, "priority": priority, "context": context,
                })).ok();
                assert_eq!(sent["agentId"], "Muse", "as it was sent");

                let message = studio.get(&path(&sent)).ok();
                for (field, value) in [
                    ("toAgent", json!("muse")),
                    ("fromAgent", json!("director")),
                    ("message", json!(" text ")),
                    ("messageType", json!(message_type)),
                    ("priority", json!(priority)),
                    ("conversationId", json!("c1")),
                    ("context", context.clone()),
                ] {
                    assert_eq!(message[field], value, "{field}");
                }
            }
        }
    }
}

service_test! {
    fn what_says_nothing_or_too_much_is_rejected(studio) {
        let most = "x".repeat(256 * 1024);
        let over = format!("{most}x");
        for (message, detail) in [
            (" ", "Message content cannot be empty"),
            ("\n\t\r\u{2003}\u{a0}", "Message content cannot be empty"),
            (over.as_str(), "Message content is longer than 256 KiB"),
        ] {
            let reply = send(studio, &json!({ "toAgent": "muse", "message": message }));
            assert_eq!((reply.status, reply.detail()), (400, detail.to_owned()));
        }
        let metadata = json!({ "metadata": { "key": "x" } });
        let both = json!({ "toAgent": "muse", "message": most, "context": metadata });
        let name = "x".repeat(129);
        let long_id = |key: &str| {
            json!({ "toAgent": "muse", "message": "x", "context": { key: "é".repeat(257) } })
        };
        let id_detail = "An id in the context is longer than 256 characters";
        for (body, detail) in [
            (long_id("taskId"), id_detail),
            (long_id("sessionId"), id_detail),
            (long_id("conversationId"), id_detail),
            (both, "Message content and context together are longer than 256 KiB"),
            (json!({ "toAgent": name, "message": "x" }), "An agent's name is longer than 128 characters"),
            (json!({ "toAgent": "muse", "fromAgent": name, "message": "x" }),
                "An agent's name is longer than 128 characters"),
        ] {
            let reply = send(studio, &body);
            assert_eq!((reply.status, reply.detail()), (400, detail.to_owned()));
        }
        sleep(studio, "muse");
        assert_eq!(send(studio, &json!({ "toAgent": "muse", "message": most })).status, 200);
        assert_eq!(list(studio, "").len(), 1, "what was rejected is not kept");

        insta::assert_snapshot!(send(studio, &json!({ "toAgent": "", "fromAgent": "",
            "messageType": "shout", "priority": 1, "context": { "timeoutMs": "soon" } })), @r"
        422
        body.toAgent: String should have at least 1 character (string_too_short)
        body.fromAgent: String should have at least 1 character (string_too_short)
        body.message: Field required (missing)
        body.messageType: Input should be 'direct', 'broadcast', 'consultation', 'handoff' or 'collaboration' (literal_error)
        body.priority: Input should be 'low', 'normal', 'medium', 'high', 'critical' or 'urgent' (literal_error)
        body.context.timeoutMs: Input should be a valid integer, unable to parse string as an integer (int_parsing)
        ");
    }
}

service_test! {
    fn a_recipient_nobody_registered_is_not_found(studio) {
        for to in ["nobody", "system", " ", "category", "lore keeper", "mus\u{e9}"] {
            let reply = send(studio, &json!({ "toAgent": to, "message": "x" }));
            assert_eq!((reply.status, reply.detail()), (404, "Agent not found".to_owned()), "{to}");
        }
        for to in ["category:poetry", "capability:flying", "category:", "capability:"] {
            let body = json!({ "toAgent": to, "message": "x", "messageType": "broadcast" });
            assert_eq!(send(studio, &body).status, 404, "{to}");
        }
        assert_eq!(list(studio, "").len(), 0);
        assert_eq!(studio.get(&format!("{MESSAGES}/missing")).detail(), "Message not found");
    }
}

service_test! {
    fn who_may_change_the_system_takes_hand_offs_from_the_director_and_the_studio_alone(studio) {
        for to in ["director", "archivist"] {
            sleep(studio, to);
            for (from, delivered) in [
                ("director", true),
                ("Director", true),
                ("system", true),
                ("muse", false),
                ("a stranger", false),
            ] {
                let body = json!({ "toAgent": to, "fromAgent": from, "message": "Yours now.",
                    "messageType": "handoff" });
                let sent = send(studio, &body).ok();

                assert_eq!(sent["response"]["delivered"], delivered, "{from} to {to}");
                assert_eq!(sent["status"], if delivered { "success" } else { "failed" });
                if !delivered {
                    let reason = sent["response"]["error"].text();
                    assert_eq!(reason, "the recipient's authority policy forbids by default, and no \
                        rule permits this handoff from this sender; rules for handoff: permit \
                        handoff from director; permit handoff from system");
                    // It is kept, with the reason.
                    let kept = studio.get(&path(&sent)).ok();
                    assert_eq!((&kept["status"], &kept["error"].text()), (&json!("denied"), &reason));
                    assert_eq!(kept["rule"], "policy default");
                    assert_eq!(kept["history"], json!([
                        { "status": "denied", "at": "2026-11-18T11:06:40.000Z" }]));
                    assert_eq!(sent["message"], format!("The message to {to} was refused"));
                }
            }
            for other in ["direct", "broadcast", "consultation", "collaboration"] {
                let body = json!({ "toAgent": to, "fromAgent": "a stranger", "message": "x",
                    "messageType": other });
                assert_eq!(send(studio, &body).ok()["status"], "success", "{other}");
            }
        }
        // Everybody else takes them from anyone.
        let body = json!({ "toAgent": "scribe", "fromAgent": "muse", "message": "x",
            "messageType": "handoff" });
        assert_eq!(send(studio, &body).ok()["status"], "success");
    }
}

service_test! {
    fn a_full_mailbox_takes_nothing_more(studio, "agents.mailbox_max" = "2") {
        sleep(studio, "muse");
        let body = json!({ "toAgent": "muse", "message": "x" });
        let other = json!({ "toAgent": "muse", "fromAgent": "critic", "message": "x" });
        for body in [&body, &other] {
            assert_eq!(send(studio, body).ok()["response"]["delivered"], true);
        }

        let refused = send(studio, &body).ok();

        let id = refused["response"]["messageId"].clone();
        let reason = "The mailbox of muse is full (2 messages)";
        assert_eq!(refused, json!({
            "status": "failed",
            "response": { "messageId": id, "delivered": false, "error": reason },
            "agentId": "muse",
            "message": "The message to muse was refused",
        }));
        let kept = studio.get(&path(&refused)).ok();
        assert_eq!((&kept["error"], &kept["rule"]), (&json!(reason), &json!("mailbox_full")));
        // Where one is emptied there is room again.
        studio.post("/api/agents/muse/wake", &json!({})).ok();
        until_empty(studio, "muse");
        assert_eq!(send(studio, &body).ok()["response"]["delivered"], true);
        assert_eq!(studio.get(&path(&refused)).ok()["status"], "denied", "for good");
    }
}

service_test! {
    fn what_is_being_worked_on_keeps_its_place(studio, "agents.mailbox_max" = "2") {
        join(studio, "sage");
        let from = |sender: &str| {
            send(studio, &json!({ "toAgent": "sage", "fromAgent": sender, "message": "x" })).ok()
        };
        from("muse");
        let leased = lease(studio, "sage", &json!({})).remove(0);
        assert_eq!(from("critic")["status"], "success");

        // It may come back, and then there must be room for it.
        let refused = from("scribe");

        assert_eq!(refused["response"]["error"], "The mailbox of sage is full (2 messages)");
        acknowledge(studio, &leased, &json!({})).ok();
        assert_eq!(from("scribe")["status"], "success");
    }
}

service_test! {
    fn each_user_has_a_share_of_their_own(studio, "agents.mailbox_max" = "4") {
        sleep(studio, "muse");
        let body = json!({ "toAgent": "muse", "message": "x" });
        let mina = Person::new(studio, "mina", Scope::Write);
        for _ in 0..2 {
            assert_eq!(mina.post(SEND, &body).ok()["status"], "success");
        }

        // Who names no sender speaks as the studio, and fills no mailbox with that either.
        let refused = mina.post(SEND, &body).ok();

        assert_eq!(refused["response"]["error"],
            "The mailbox of muse is crowded and holds 2 messages of system");
        for _ in 0..2 {
            assert_eq!(send(studio, &body).ok()["status"], "success");
        }
        assert_eq!(send(studio, &body).ok()["response"]["error"],
            "The mailbox of muse is full (4 messages)");
    }
}

service_test! {
    fn one_sender_alone_does_not_fill_a_mailbox(studio, "agents.mailbox_max" = "4") {
        sleep(studio, "muse");
        let from = |sender: &str| {
            send(studio, &json!({ "toAgent": "muse", "fromAgent": sender, "message": "x" })).ok()
        };
        for _ in 0..2 {
            assert_eq!(from("critic")["status"], "success");
        }

        let refused = from("critic");

        assert_eq!(refused["response"]["error"],
            "The mailbox of muse is crowded and holds 2 messages of critic");
        assert_eq!(studio.get(&path(&refused)).ok()["rule"], "sender_share");
        assert_eq!(from("scribe")["status"], "success", "there is room for another");
        studio.post("/api/agents/muse/wake", &json!({})).ok();
        until_empty(studio, "muse");
        sleep(studio, "muse");
        // Whoever makes up names has one share under all of them.
        for name in ["a page", "another page"] {
            assert_eq!(from(name)["status"], "success");
        }
        assert_eq!(from("a third page")["response"]["error"], "The mailbox of muse is crowded and \
            holds 2 messages of senders nobody registered");
        // There is room for others, and for the studio itself.
        assert_eq!(from("scribe")["status"], "success");
        assert_eq!(from("system")["status"], "success");
        assert_eq!(from("system")["response"]["error"], "The mailbox of muse is full (4 messages)");
    }
}

service_test! {
    fn of_many_senders_at_once_no_more_are_delivered_than_there_is_room(
        studio, "agents.mailbox_max" = "7"
    ) {
        sleep(studio, "muse");

        let sent: Vec<Value> = std::thread::scope(|scope| {
            let agents = ["critic", "scribe", "plotter", "architect", "publisher"];
            let senders: Vec<_> = (0..20)
                .map(|at| {
                    let from = agents[at % agents.len()];
                    let body = json!({ "toAgent": "muse", "fromAgent": from, "message": "x" });
                    scope.spawn(move || send(studio, &body).ok())
                })
                .collect();
            senders.into_iter().map(|sender| sender.join().unwrap()).collect()
        });

        let delivered = sent.iter().filter(|sent| sent["response"]["delivered"] == true).count();
        assert_eq!(delivered, 7);
        assert_eq!(list(studio, "status=queued").len(), 7);
        assert_eq!(list(studio, "status=denied").len(), 13);
    }
}

service_test! {
    fn a_sender_nobody_registered_is_marked_as_untrusted_and_so_is_the_answer(studio) {
        for (from, labels) in [
            ("a web page", json!(["untrusted"])),
            ("muse2", json!(["untrusted"])),
            ("muse", json!([])),
            ("MUSE", json!([])),
            ("system", json!([])),
        ] {
            let body = json!({ "toAgent": "critic", "fromAgent": from, "message": "x" });
            let sent = send(studio, &body).ok();
            assert_eq!(sent["status"], "success");
            assert_eq!(studio.get(&path(&sent)).ok()["labels"], labels, "{from}");
            let reply = reply_to(studio, &sent);
            assert_eq!(reply["labels"], labels, "{from}");
            let known = if from == "MUSE" { "muse" } else { from };
            assert_eq!(reply["toAgent"], known);
        }
    }
}

service_test! {
    fn what_is_urgent_is_answered_first_and_then_what_came_first(studio) {
        // With more slots, what is begun first may end later.
        studio.put("/api/agents/muse", &json!({ "slots": 1 })).ok();
        sleep(studio, "muse");
        for (message, priority) in [
            ("6", "low"), ("4", "normal"), ("1", "urgent"), ("5", "medium"), ("2", "critical"),
            ("3", "high"), ("7", "low"),
        ] {
            let body = json!({ "toAgent": "muse", "message": message, "priority": priority });
            send(studio, &body).ok();
        }

        studio.post("/api/agents/muse/wake", &json!({})).ok();
        let replies = studio.until("seven replies", || {
            let all = list(studio, "status=delivered");
            (all.len() == 7).then_some(all)
        });

        let asked = |reply: &Value| studio.get(&format!("{MESSAGES}/{}", reply["replyTo"].text()));
        let order: String =
            replies.iter().rev().map(|reply| asked(reply).ok()["message"].text()).collect();
        assert_eq!(order, "1234567");
    }
}
