//! Messages to everybody, to a category, or to whoever can do something.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{join, list, path, send, sleep};
use crate::support::{Studio, Text as _};

/// Sends a broadcast; the answer and the recipients of its children.
fn broadcast(studio: &Studio, to: &str) -> (Value, Vec<String>) {
    let body = json!({ "toAgent": to, "message": "Hear ye.", "messageType": "broadcast" });
    let sent = send(studio, &body).ok();
    let conversation = sent["response"]["messageId"].text();
    let all = list(studio, &format!("conversationId={conversation}"));
    let children = all.iter().filter(|message| message["parentId"].text() == conversation);
    let mut names: Vec<_> = children.map(|message| message["toAgent"].text()).collect();
    names.reverse();
    (sent, names)
}

service_test! {
    fn a_broadcast_has_a_child_for_each_recipient(studio) {
        for (to, recipients) in [
            ("category:ideation", "muse worldsmith castwright"),
            ("Category:Editorial", "proseguard critic"),
            ("capability:naming", "muse lorekeeper worldsmith linguist"),
            ("capability:grammar", "proseguard"),
            ("all", "director muse architect plotter chronicler lorekeeper worldsmith castwright \
                linguist researcher scribe proseguard critic archivist publisher"),
        ] {
            let (sent, children) = broadcast(studio, to);

            let wanted: BTreeSet<&str> = recipients.split_whitespace().collect();
            assert_eq!(children.iter().map(String::as_str).collect::<BTreeSet<_>>(), wanted, "{to}");
            assert_eq!(children.len(), wanted.len(), "{to}");
            assert_eq!(sent["agentId"], to, "as it was sent");
            assert_eq!((&sent["status"], &sent["response"]["delivered"]),
                (&json!("success"), &json!(true)));
            assert_eq!(sent["response"]["error"], Value::Null);
            let parent = studio.get(&path(&sent)).ok();
            assert_eq!((&parent["toAgent"], &parent["status"]),
                (&json!(to.to_lowercase()), &json!("delivered")));
        }
    }
}

service_test! {
    fn a_broadcast_succeeds_when_one_recipient_takes_it_and_names_the_others(
        studio, "agents.mailbox_max" = "1"
    ) {
        for agent in ["proseguard", "critic", "muse"] {
            sleep(studio, agent);
        }
        send(studio, &json!({ "toAgent": "critic", "message": "fills it" })).ok();

        let (some, children) = broadcast(studio, "category:editorial");
        assert_eq!(children, ["critic", "proseguard"]);
        assert_eq!((&some["status"], &some["response"]["delivered"]),
            (&json!("success"), &json!(true)));
        assert_eq!(some["response"]["error"], "critic: The mailbox of critic is full (1 messages)");
        assert_eq!(some["message"], "The message was delivered to category:editorial");

        let (none, _) = broadcast(studio, "category:editorial");
        assert_eq!((&none["status"], &none["response"]["delivered"]),
            (&json!("failed"), &json!(false)));
        assert_eq!(none["response"]["error"], "critic: The mailbox of critic is full (1 \
            messages); proseguard: The mailbox of proseguard is full (1 messages)");
        assert_eq!(studio.get(&path(&none)).ok()["status"], "denied");
        // The refused children are kept as well, each with its own rule.
        let rules: Vec<_> = list(studio, "agent=critic&status=denied").iter()
            .map(|message| message["rule"].text()).collect();
        assert_eq!(rules, ["mailbox_full", "mailbox_full"]);
        assert_eq!(studio.get(&path(&none)).ok()["rule"], "recipients");
        assert_eq!(list(studio, "agent=critic&status=denied").len(), 2);
    }
}

service_test! {
    fn a_group_is_known_by_its_name_alone(studio) {
        let sent = send(studio, &json!({ "toAgent": " All ", "message": "x",
            "messageType": "broadcast" })).ok();

        assert_eq!(sent["agentId"], " All ", "as it was sent");
        assert_eq!(studio.get(&path(&sent)).ok()["toAgent"], "all");
        let parts = list(studio, "status=delivered").into_iter()
            .filter(|it| it["messageType"] == "broadcast" && it["replyTo"] == Value::Null);
        assert_eq!(parts.count(), 1, "the broadcast as a whole");
    }
}

service_test! {
    fn a_broadcast_to_one_agent_is_a_message_to_that_agent(studio) {
        let (sent, children) = broadcast(studio, "muse");

        assert_eq!(children, [""; 0]);
        let message = studio.get(&path(&sent)).ok();
        assert_eq!((&message["toAgent"], &message["messageType"], &message["parentId"]),
            (&json!("muse"), &json!("broadcast"), &Value::Null));
    }
}

service_test! {
    fn only_a_broadcast_goes_to_a_group(studio) {
        for to in ["all", "ALL", "category:ideation", "capability:naming", "category:nobody"] {
            for message_type in ["direct", "consultation", "handoff", "collaboration"] {
                let body = json!({ "toAgent": to, "message": "x", "messageType": message_type });
                let reply = send(studio, &body);
                let detail = format!("Only a broadcast can go to {}", to.to_lowercase());
                assert_eq!((reply.status, reply.detail()), (400, detail));
            }
        }
        assert_eq!(list(studio, "").len(), 0);
    }
}

service_test! {
    fn a_broadcast_is_bounded_in_all_its_parts(studio) {
        // Two hundred agents more, so that a long text is too much for all of them.
        for number in 0..200 {
            join(studio, &format!("extra{number}"));
        }
        let body = |length: usize| {
            json!({ "toAgent": "all", "message": "x".repeat(length), "messageType": "broadcast" })
        };

        let refused = send(studio, &body(80 * 1024));

        let detail = "A broadcast is longer than 16 MiB in all its parts";
        assert_eq!((refused.status, refused.detail()), (400, detail.to_owned()));
        assert_eq!(list(studio, "").len(), 0);
        assert_eq!(send(studio, &body(1024)).ok()["status"], "success");
        for number in 0..200 {
            let of_agent = format!("/api/agent-communication/messages?limit=1&agent=extra{number}");
            assert_eq!(studio.get(&of_agent).ok()["total"], 1);
        }
    }
}
