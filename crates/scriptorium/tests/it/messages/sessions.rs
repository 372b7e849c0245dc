//! What belongs together: the messages of a session, and how urgent a message is by its context.

use serde_json::{Value, json};

use super::{MESSAGES, list, path, reply_to, send};
use crate::support::Text as _;

service_test! {
    fn the_messages_of_a_session_are_listed_with_their_replies(studio) {
        let say = |session: &str, conversation: &str| {
            let body = json!({ "toAgent": "muse", "message": "x",
                "context": { "sessionId": session, "conversationId": conversation } });
            let sent = send(studio, &body).ok();
            reply_to(studio, &sent);
            sent["response"]["messageId"].text()
        };
        let (one, other) = (say("morning", "c"), say("morning", "d"));
        say("evening", "c");

        let ids = |query: &str| -> Vec<Value> {
            let mut all = list(studio, query);
            all.retain(|message| message["replyTo"].is_null());
            all.into_iter().map(|message| message["id"].clone()).collect()
        };

        assert_eq!(ids("sessionId=morning"), [json!(other), json!(one)]);
        assert_eq!(ids("sessionId=morning&conversationId=c"), [json!(one)]);
        assert_eq!(ids("sessionId=night"), [] as [Value; 0]);
        let page = studio.get(&format!("{}?sessionId=morning&limit=1", MESSAGES)).ok();
        assert_eq!(page["total"], 4, "two messages and their replies: {page}");
    }
}

service_test! {
    fn a_project_that_keeps_the_context_lets_a_request_go_on_from_the_one_before(studio) {
        let project = studio.project("Dracula");
        let say = |text: &str, conversation: &str| {
            let sent = send(studio, &json!({ "toAgent": "director", "message": text, "context": {
                "conversationId": conversation, "metadata": { "projectId": project } } })).ok();
            reply_to(studio, &sent)["report"]["kind"].clone()
        };
        assert_eq!(say("Which promises are open?", "one"), "routed");
        assert_eq!(say("And in the second act?", "one"), "routed");
        assert_eq!(say("And of the keeper?", "one"), "routed");
        assert_eq!(say("And of the keeper?", "other"), "help");

        let settings = json!({ "settings": { "contextPreservation": false } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();

        assert_eq!(say("And of the keeper?", "one"), "help", "each message stands alone");
    }
}

service_test! {
    fn what_an_agent_was_asked_for_carries_over_to_the_next_chapter(studio) {
        let project = studio.project("Dracula");
        let text = "The coach went on. It went on and on. “Where to?” she asked. Nobody knew.";
        let documents = ["Chapter 1", "Chapter 2"].map(|title| studio.document(&project, title, text));
        let say = |text: &str| {
            let sent = send(studio, &json!({ "toAgent": "critic", "message": text, "context": {
                "conversationId": "c", "metadata": { "projectId": project } } })).ok();
            let report = reply_to(studio, &sent)["report"].clone();
            (report["topic"].clone(), report["scope"]["items"][0]["documentId"].clone())
        };

        let (topic, first) = say("How is chapter 1 paced?");
        let (carried, second) = say("And chapter 2?");
        let settings = json!({ "settings": { "contextPreservation": false } });
        studio.put(&format!("/api/projects/{project}"), &settings).ok();
        let (alone, _) = say("And chapter 2?");

        assert_eq!((first, second), (json!(documents[0]), json!(documents[1])));
        assert_eq!((&carried, &alone), (&topic, &json!("overview")));
        assert_ne!(topic, "overview");
    }
}

service_test! {
    fn the_priority_of_the_context_counts_where_the_message_has_none(studio) {
        for (own, of_context, priority) in [
            (Value::Null, "critical", "critical"),
            (Value::Null, "whenever", "medium"),
            (json!("low"), "critical", "low"),
        ] {
            let mut body = json!({ "toAgent": "muse", "message": "x",
                "context": { "priority": of_context } });
            if !own.is_null() {
                body["priority"] = own;
            }
            let sent = send(studio, &body).ok();

            let message = studio.get(&path(&sent)).ok();

            assert_eq!((&message["priority"], &message["context"]["priority"]),
                (&json!(priority), &json!(of_context)));
        }
    }
}
