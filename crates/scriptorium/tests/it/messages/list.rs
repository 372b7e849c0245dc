//! The list of messages: its order, its pages, its filters and its totals.

use serde_json::{Value, json};

use super::{MESSAGES, acknowledge, join, lease, list, path, reply_to, send, sleep};
use crate::support::{Studio, Text as _};

/// The texts of the messages of a list, newest first.
fn texts(studio: &Studio, query: &str) -> String {
    list(studio, query).iter().map(|message| message["message"].text()).collect()
}

service_test! {
    fn messages_are_listed_newest_first_by_agent_conversation_and_status(studio) {
        for agent in ["muse", "critic"] {
            sleep(studio, agent);
        }
        for (text, from, to, message_type, conversation) in [
            ("a", "system", "muse", "direct", "one"),
            ("b", "muse", "critic", "direct", "one"),
            ("c", "critic", "Muse", "direct", "two"),
            ("d", "a stranger", "critic", "direct", "two"),
            ("e", "muse", "archivist", "handoff", "three"),
        ] {
            let body = json!({ "message": text, "fromAgent": from, "toAgent": to,
                "messageType": message_type, "context": { "conversationId": conversation } });
            send(studio, &body).ok();
        }

        for (query, wanted) in [
            ("", "edcba"),
            ("agent=muse", "ecba"),
            ("agent=MUSE", "ecba"),
            ("agent=critic", "dcb"),
            ("agent=archivist", "e"),
            ("agent=system", "a"),
            ("agent=nobody", ""),
            ("conversationId=one", "ba"),
            ("conversationId=two&agent=muse", "c"),
            ("status=queued", "dcba"),
            ("status=denied", "e"),
            ("status=queued&agent=muse&conversationId=one", "ba"),
        ] {
            assert_eq!(texts(studio, query), wanted, "{query}");
            let page = studio.get(&format!("{MESSAGES}?{query}")).ok();
            assert_eq!(page["total"], wanted.len(), "{query}");
            assert_eq!(page["nextCursor"], Value::Null);
        }
        assert_eq!(studio.get(&format!("{MESSAGES}?status=read")).status, 422);
        assert_eq!(studio.get(&format!("{MESSAGES}?limit=101")).status, 422);
        assert!(list(studio, "").iter().all(|message| message.get("history").is_none()));
    }
}

service_test! {
    fn messages_in_a_state_that_few_are_in_are_found_by_agent_too(studio) {
        for agent in ["sage", "heir"] {
            join(studio, agent);
            for text in ["a", "b", "c", "d"] {
                let body = json!({ "message": format!("{agent} {text} "), "toAgent": agent,
                    "fromAgent": "muse", "messageType": "consultation" });
                send(studio, &body).ok();
            }
            let leased = lease(studio, agent, &json!({ "limit": 3 }));
            acknowledge(studio, &leased[0], &json!({})).ok();
            let failed = json!({ "outcome": "failed", "failure": "permanent" });
            acknowledge(studio, &leased[1], &failed).ok();
        }

        for (state, letter) in
            [("awaiting_reply", "a"), ("dead", "b"), ("leased", "c"), ("queued", "d")]
        {
            let (of_sage, of_heir) = (format!("sage {letter} "), format!("heir {letter} "));
            for (query, wanted) in [
                ("", format!("{of_heir}{of_sage}")),
                ("&agent=muse", format!("{of_heir}{of_sage}")),
                ("&agent=sage", of_sage.clone()),
                ("&agent=heir", of_heir),
                ("&agent=critic", String::new()),
            ] {
                let query = format!("status={state}{query}");
                assert_eq!(texts(studio, &query), wanted, "{query}");
                let page = studio.get(&format!("{MESSAGES}?{query}&limit=1")).ok();
                assert_eq!(page["total"], wanted.len() / 7, "{query}");
                if let Some(cursor) = page["nextCursor"].as_str() {
                    assert_eq!(texts(studio, &format!("{query}&cursor={cursor}")), of_sage);
                }
            }
        }
    }
}

service_test! {
    fn a_sender_finds_its_messages_whatever_the_case_of_its_name(studio) {
        for from in ["Bob", "Muse"] {
            let sent = send(studio, &json!({ "toAgent": "critic", "fromAgent": from,
                "message": from })).ok();
            reply_to(studio, &sent);

            for name in [from.to_owned(), from.to_lowercase(), from.to_uppercase()] {
                assert_eq!(list(studio, &format!("agent={name}")).len(), 2, "{name}");
            }
        }
    }
}

service_test! {
    fn pages_of_messages_are_complete_without_repeats(studio) {
        sleep(studio, "muse");
        let mut newest_first = Vec::new();
        for _ in 0..7 {
            let sent = send(studio, &json!({ "toAgent": "muse", "message": "x" })).ok();
            newest_first.insert(0, sent["response"]["messageId"].text());
        }

        for (query, limit) in [("", 1), ("", 3), ("agent=muse", 2), ("status=queued", 3), ("", 7)] {
            let mut listed = Vec::new();
            let mut cursor = String::new();
            loop {
                let page = studio.get(&format!("{MESSAGES}?limit={limit}&{query}{cursor}")).ok();
                let items = page["messages"].as_array().unwrap();
                assert!(items.len() <= limit && page["total"] == 7, "{page}");
                listed.extend(items.iter().map(|message| message["id"].text()));
                match page["nextCursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => break,
                }
            }
            assert_eq!(listed, newest_first, "{query} {limit}");
        }
        // A message that comes in between shifts nothing.
        let page = studio.get(&format!("{MESSAGES}?limit=3")).ok();
        let sent = send(studio, &json!({ "toAgent": "muse", "message": "new" })).ok();
        let cursor = page["nextCursor"].text();
        let next = studio.get(&format!("{MESSAGES}?limit=3&cursor={cursor}")).ok();
        assert_eq!(next["messages"][0]["id"].text(), newest_first[3]);
        assert_eq!(studio.get(&path(&sent)).status, 200);
    }
}
