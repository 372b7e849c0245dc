//! What the interface shows after the last restart, compared with what was acknowledged.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    caller::{Caller, Request},
    writers::{Acknowledged, Writers},
};
use crate::support::{Heard, Listener, Text as _};

/// Everything that was acknowledged is there once, everything that is there was acknowledged, and
/// every message has one reply. The messages in `caught` were being worked on when the program was
/// killed.
pub(super) fn nothing_is_lost_or_twice(writers: &Writers, caught: &[String]) {
    writers.wait_until_handled(&writers.messages());
    let (caller, acknowledged) = (&writers.caller, writers.acknowledged_so_far());

    documents(caller, &acknowledged);
    messages(caller, &acknowledged);
    changes(caller, &acknowledged);
    let heard = events(caller, &acknowledged);
    each_event_is_there_one_time(&heard, &acknowledged);
    assert!(!caught.is_empty(), "no kill met an agent at work");
    for id in caught {
        let states = states(caller, id);
        let tries = states.iter().filter(|state| *state == "leased").count();
        assert!(tries >= 2, "{id} was not taken up again: {states:?}");
    }
}

/// All items of a list, page by page; each page names the same total, which is their number.
fn all(caller: &Caller, path: &str, plural: &str) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    let mut totals = BTreeSet::new();
    let mut cursor = String::new();
    loop {
        let page = caller.read(&format!("{path}?limit=100{cursor}"));
        items.extend(page[plural].as_array().expect("items").iter().cloned());
        totals.insert(page["total"].as_u64());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(totals, BTreeSet::from([Some(items.len() as u64)]), "the total of {path}");
    items
}

/// Each text with its id; no text twice.
fn by_text<'i>(items: impl Iterator<Item = &'i Value>, field: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for item in items {
        let (text, id) = (item[field].text(), item["id"].text());
        let before = found.insert(text, id);
        assert_eq!(before, None, "is there twice: {item}");
    }
    found
}

fn documents(caller: &Caller, acknowledged: &Acknowledged) {
    let mut found = BTreeMap::new();
    for project in &acknowledged.projects {
        let items = all(caller, &format!("/api/projects/{project}/documents"), "documents");
        let item = caller.read(&format!("/api/projects/{project}"));
        assert_eq!(item["intelligence"]["knowledgeBase"]["documents"], items.len());
        let positions: BTreeSet<_> = items.iter().map(|it| it["position"].as_i64()).collect();
        assert_eq!(positions.len(), items.len(), "two documents lie in one place");
        found.append(&mut by_text(items.iter(), "title"));
    }
    assert_eq!(found, acknowledged.documents);
}

fn messages(caller: &Caller, acknowledged: &Acknowledged) {
    let items = all(caller, "/api/agent-communication/messages", "messages");
    let (replies, sent): (Vec<_>, Vec<_>) = items.iter().partition(|it| !it["replyTo"].is_null());
    assert_eq!(by_text(sent.iter().copied(), "message"), acknowledged.messages);

    let answered = by_text(replies.iter().copied(), "replyTo");
    let ids: BTreeSet<_> = acknowledged.messages.values().collect();
    assert_eq!(answered.keys().collect::<BTreeSet<_>>(), ids, "each has one reply");
    for message in &sent {
        assert_eq!(message["status"], "handled", "{message}");
    }
    for id in &ids {
        let states = states(caller, id);
        let handled = states.iter().filter(|state| *state == "handled").count();
        assert_eq!(handled, 1, "{id}: {states:?}");
        assert_eq!(states.last().map(String::as_str), Some("handled"), "{id}: {states:?}");
    }
    for project in &acknowledged.projects {
        let about = sent.iter().filter(|message| message["projectId"] == *project).count();
        let item = caller.read(&format!("/api/projects/{project}"));
        assert_eq!(item["analytics"]["agentInteractions"], about);
    }
}

/// The states of a message so far.
fn states(caller: &Caller, id: &str) -> Vec<String> {
    let message = caller.read(&format!("/api/agent-communication/messages/{id}"));
    message["history"].as_array().expect("states").iter().map(|it| it["status"].text()).collect()
}

fn changes(caller: &Caller, acknowledged: &Acknowledged) {
    for (project, last) in &acknowledged.changes {
        let item = caller.read(&format!("/api/projects/{project}"));
        assert_eq!(item["description"], last.to_string());
    }
    assert_eq!(
        acknowledged.changes.len(),
        acknowledged.projects.len(),
        "every writer got something done"
    );
}

/// Every event from the first one on. The last change of a project marks the end: what was
/// committed before it has the lower number.
fn events(caller: &Caller, acknowledged: &Acknowledged) -> Vec<Heard> {
    let (path, end) = (format!("/api/projects/{}", acknowledged.projects[0]), json!("the end"));
    let body = json!({ "description": end });
    let request = Request { method: "PUT", path: &path, key: None, body: Some(&body) };
    caller.insist(&request, || {}).ok();

    let stream = caller.connect().expect("a connection");
    let mut listener = Listener::on(stream, "", "Last-Event-ID: 0\r\n");
    let mut heard = Vec::new();
    loop {
        let event = listener.event().expect("the stream goes on");
        heard.push(event);
        if heard.last().is_some_and(|event| event.body["description"] == end) {
            break;
        }
    }
    let ids: Vec<i64> = heard.iter().map(|event| event.id).collect();
    let numbers: Vec<i64> = (1..).take(heard.len()).collect();
    assert_eq!(ids, numbers, "events have a gap, or come twice");
    heard
}

/// Each document and message has each of its events once.
fn each_event_is_there_one_time(heard: &[Heard], acknowledged: &Acknowledged) {
    let mut happened: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut changes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for event in heard {
        match event.kind.as_str() {
            "document" => {
                *happened.entry((event.body["id"].text(), "made".to_owned())).or_default() += 1;
            }
            "message" => {
                let about = match event.body["replyTo"].as_str() {
                    Some(asked) => (asked.to_owned(), "answered".to_owned()),
                    None => (event.body["id"].text(), event.body["status"].text()),
                };
                *happened.entry(about).or_default() += 1;
            }
            _ => {
                if let Ok(number) = event.body["description"].text().parse() {
                    changes.entry(event.body["id"].text()).or_default().push(number);
                }
            }
        }
    }

    let of_messages = acknowledged
        .messages
        .values()
        .flat_map(|id| ["queued", "handled", "answered"].map(|what| (id.clone(), what.to_owned())));
    let of_documents = acknowledged.documents.values().map(|id| (id.clone(), "made".to_owned()));
    let wanted: BTreeMap<_, _> = of_messages.chain(of_documents).map(|what| (what, 1)).collect();
    assert_eq!(happened, wanted);
    for (project, last) in &acknowledged.changes {
        let mut numbers = changes.remove(project).unwrap_or_default();
        assert!(numbers.is_sorted(), "{project} went back: {numbers:?}");
        // A change that was not answered may have been made twice.
        numbers.dedup();
        assert_eq!(numbers, (0..=*last).collect::<Vec<_>>(), "{project}");
    }
}
