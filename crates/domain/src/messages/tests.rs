//! Tables of the messages' rules.

use super::*;
use crate::{json::Json, model::read_body};

fn send(body: &str) -> SendMessage {
    read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
}

#[test]
fn what_is_absent_takes_the_contracts_defaults() {
    let message = send(r#"{"toAgent":"muse","message":"hi"}"#);

    assert_eq!(message.from_agent, "system");
    assert_eq!(message.message_type, MessageType::Direct);
    assert_eq!(message.priority(), MessagePriority::Medium);
}

#[test]
fn the_priority_of_the_context_counts_where_the_message_has_none() {
    for (own, of_context, priority) in [
        ("", r#""priority":"high""#, MessagePriority::High),
        ("", r#""priority":"whenever""#, MessagePriority::Medium),
        ("", r#""priority":null"#, MessagePriority::Medium),
        (r#""priority":"low","#, r#""priority":"high""#, MessagePriority::Low),
        (r#""priority":"medium","#, r#""priority":"high""#, MessagePriority::Medium),
    ] {
        let body = format!(r#"{{"toAgent":"muse",{own}"message":"x","context":{{{of_context}}}}}"#);

        let message = send(&body);

        assert_eq!(message.priority(), priority, "{body}");
    }
}

#[test]
fn blank_and_oversized_content_is_rejected() {
    let mut message = send(r#"{"toAgent":"muse","message":" \n"}"#);
    assert!(
        matches!(message.check(), Err(Error::Rejected(reason)) if reason == "Message content cannot be empty")
    );

    message.message = "x".repeat(CONTENT_BYTES_MAX);
    assert!(message.check().is_ok());
    message.message.push('x');
    assert!(matches!(message.check(), Err(Error::Rejected(_))));
}

#[test]
fn content_and_context_have_one_bound_together() {
    let body = r#"{"toAgent":"muse","message":"x","context":{"taskId":"t","sessionId":"s",
        "conversationId":"c","priority":"p","metadata":{"k":"v","é":""}}}"#;
    let mut message = send(body);
    // Four words, and the metadata's keys and values in bytes.
    let context = 4 + 2 + 2;

    message.message = "x".repeat(CONTENT_BYTES_MAX - context);
    assert!(message.check().is_ok());
    message.message.push('x');
    let Err(Error::Rejected(reason)) = message.check() else { panic!("taken") };
    assert_eq!(reason, "Message content and context together are longer than 256 KiB");
}

#[test]
fn a_name_has_at_most_128_characters() {
    let name = |length: usize| "é".repeat(length);
    for (to, from, taken) in [(128, 128, true), (129, 1, false), (1, 129, false)] {
        let mut message = send(r#"{"toAgent":"muse","message":"hi"}"#);
        (message.to_agent, message.from_agent) = (name(to), name(from));

        assert_eq!(message.check().is_ok(), taken, "{to} {from}");
    }
}

#[test]
fn a_reply_stays_in_its_conversation_and_keeps_its_labels() {
    let body = r#"{"toAgent":"Muse","message":"hi","context":{"conversationId":"c1"}}"#;
    let now = Time::from_millis(5);
    let mut message = send(body).into_message("m1".to_owned(), "muse", "local", now);
    message.labels.push(UNTRUSTED.to_owned());

    let answer = Answer::of_text("well");
    let reply = message.reply("m2".to_owned(), answer, Time::from_millis(9));

    assert_eq!((reply.from_agent.as_str(), reply.to_agent.as_str()), ("muse", "system"));
    assert_eq!((reply.conversation_id.as_str(), reply.hops), ("c1", 1));
    assert_eq!(reply.reply_to.as_deref(), Some("m1"));
    assert_eq!(reply.labels, [UNTRUSTED]);
}

#[test]
fn a_message_without_a_conversation_opens_one() {
    let message = send(r#"{"toAgent":"muse","message":"hi","context":{"conversationId":""}}"#);

    let message = message.into_message("m1".to_owned(), "muse", "local", Time::from_millis(5));

    assert_eq!(message.conversation_id, "m1");
}
