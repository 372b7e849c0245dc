//! Tests of following a message while a model answers it: what it writes is told while it writes it,
//! to those who may read the message.

use domain::principal::Scope;
use llm::scripted::Gate;

use super::*;
use crate::{
    access::Person,
    support::{Engine, Listener, coverage},
};

/// The pieces in which the model writes its answer, with a gate before each but the first.
const PIECES: [&str; 3] = ["{\"statements\": [], ", "\"unknown\": [\"Why ", "she waits.\"]}"];

/// An event of a stream: its kind and its body.
type Heard = (String, Value);

/// The next event; none when the stream has ended.
fn event(listener: &mut Listener) -> Option<Heard> {
    loop {
        let block = listener.block()?;
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        let Some(body) = field("data: ") else { continue };
        return Some((field("event: ")?.to_owned(), serde_json::from_str(body).expect("JSON")));
    }
}

/// Asks lorekeeper, and listens to the message; its id.
fn follow(studio: &Studio) -> (String, Listener) {
    let (project, _) = book(studio);
    let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
        "context": { "metadata": { "projectId": project } } });
    let sent = send(studio, &message).ok();
    let id = sent["response"]["messageId"].text();
    let listener = listen(studio, &id);
    (id, listener)
}

fn stream_of(id: &str) -> String {
    format!("/api/agent-communication/messages/{id}/stream")
}

fn listen(studio: &Studio, id: &str) -> Listener {
    listen_at(studio, &stream_of(id))
}

fn listen_at(studio: &Studio, path: &str) -> Listener {
    use std::io::Write as _;
    let mut stream = studio.connect();
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let listener = Listener::of(stream);
    assert_eq!(listener.head.status, 200);
    coverage::note("GET", path, 200);
    listener
}

/// Hears what is written until it is all of this.
fn hear(listener: &mut Listener, written: &mut String, wanted: &str) {
    while written != wanted {
        let (kind, body) = event(listener).expect("the stream goes on");
        if kind == "draft" {
            *written += &body["text"].text();
        }
        assert!(wanted.starts_with(written.as_str()), "{written}");
    }
}

fn what_a_model_writes_is_heard_while_it_writes(engine: Engine) {
    let gates = [Gate::default(), Gate::default()];
    let script = {
        let gates = gates.clone();
        move |_: &Received| gated(&PIECES, &gates)
    };
    let studio = &Studio::open_with_model(engine, script, &[]);
    let (id, mut listener) = follow(studio);

    let (kind, first) = event(&mut listener).expect("the message as it is");
    assert_eq!((kind.as_str(), &first["id"]), ("message", &json!(id)));
    let mut written = String::new();
    hear(&mut listener, &mut written, PIECES[0]);
    assert_eq!(studio.get(&stream_of(&id)[..stream_of(&id).len() - 7]).ok()["status"], "leased");
    gates[0].open();
    hear(&mut listener, &mut written, &PIECES[..2].concat());
    gates[1].open();

    let rest: Vec<Heard> = std::iter::from_fn(|| event(&mut listener)).collect();
    let (kind, last) = rest.last().expect("an end");
    assert_eq!((kind.as_str(), &last["status"]), ("message", &json!("handled")));
    for (kind, body) in &rest {
        let is_known = kind == "message" || kind == "draft" && body["messageId"] == json!(id);
        assert!(is_known, "{kind}: {body}");
    }
}

fn who_comes_later_hears_the_beginning_too(engine: Engine) {
    let gates = [Gate::default(), Gate::default()];
    let script = {
        let gates = gates.clone();
        move |_: &Received| gated(&PIECES, &gates)
    };
    let studio = &Studio::open_with_model(engine, script, &[]);
    let (id, mut first) = follow(studio);
    hear(&mut first, &mut String::new(), PIECES[0]);

    let mut second = listen(studio, &id);

    hear(&mut second, &mut String::new(), PIECES[0]);
    gates.iter().for_each(Gate::open);
    assert!(std::iter::from_fn(|| event(&mut second)).last().is_some());
    // Of one that has ended there is only its record.
    let mut over = listen(studio, &id);
    let all: Vec<Heard> = std::iter::from_fn(|| event(&mut over)).collect();
    assert_eq!((all.len(), &all[0].1["status"]), (1, &json!("handled")));
}

fn nobody_follows_the_messages_of_others(engine: Engine) {
    let gates = [Gate::default(), Gate::default()];
    let script = {
        let gates = gates.clone();
        move |_: &Received| gated(&PIECES, &gates)
    };
    let studio = &Studio::open_with_model(engine, script, &[]);
    let (id, mut listener) = follow(studio);
    hear(&mut listener, &mut String::new(), PIECES[0]);
    let lucy = Person::new(studio, "lucy", Scope::Write);

    for path in [stream_of(&id), stream_of("nobody")] {
        let reply = lucy.get(&path);
        assert_eq!((reply.status, reply.detail()), (404, "Message not found".to_owned()), "{path}");
    }
    gates.iter().for_each(Gate::open);
    assert!(std::iter::from_fn(|| event(&mut listener)).last().is_some());
}

/// The answer of a model that writes without a pause: many words, none of them a number.
fn at_once() -> String {
    let words = ["why", "she", "waits"].iter().cycle().take(400).copied().collect::<Vec<_>>();
    json!({ "statements": [], "unknown": [words.join(" ")] }).to_string()
}

/// Looks something up twice, and writes something each time.
fn in_haste(received: &Received) -> ScriptedReply {
    let messages = received.body["messages"].as_array().expect("messages").iter();
    match messages.filter(|it| it["role"] == "tool").count() {
        rounds @ (0 | 1) => {
            let call = Answer::call("lookup_lore", json!({ "name": "Mara" }));
            Answer { pieces: vec![format!("Round {rounds}. ")], ..call }.into()
        }
        _ => Answer::text(&at_once()).into(),
    }
}

/// What drafts say, by their steps, and the last event.
fn drafts(listener: &mut Listener) -> (Vec<String>, Heard) {
    let mut drafts = Vec::new();
    let mut last = None;
    while let Some((kind, body)) = event(listener) {
        if kind == "draft" {
            let step = body["step"].as_u64().expect("a number") as usize;
            drafts.resize(drafts.len().max(step), String::new());
            assert_eq!(body["begins"], drafts[step - 1].is_empty(), "{body}");
            drafts[step - 1] += &body["text"].text();
        }
        last = Some((kind, body));
    }
    (drafts, last.expect("an event"))
}

fn all_words_are_heard_before_the_end_however_fast_they_come(engine: Engine) {
    let studio = &Studio::open_with_model(engine, in_haste, &[]);
    studio.post("/api/agents/lorekeeper/sleep", &json!({})).ok();
    let (_, mut listener) = follow(studio);

    studio.post("/api/agents/lorekeeper/wake", &json!({})).ok();

    let (drafts, (kind, last)) = drafts(&mut listener);
    assert_eq!(drafts, ["Round 0. ".to_owned(), "Round 1. ".to_owned(), at_once()]);
    assert_eq!((kind.as_str(), &last["status"]), ("message", &json!("handled")));
}

fn the_stream_of_a_swarm_has_all_words_of_its_sub_tasks(engine: Engine) {
    let studio = &Studio::open_with_model(engine, super::staff::right, &[]);
    let project = super::staff::whole(studio);
    for agent in ["architect", "critic"] {
        studio.post(&format!("/api/agents/{agent}/sleep"), &json!({})).ok();
    }
    let made = studio.post(
        "/api/agents/swarm",
        &json!({ "swarmType": "debate",
        "projectId": project, "taskDescription": "Should Mara cross?", "input": { "rounds": 1 } }),
    );
    let path = format!("/api/agents/swarm/{}/stream", made.ok()["swarmId"].text());
    let mut listener = listen_at(studio, &path);
    for agent in ["architect", "critic"] {
        studio.post(&format!("/api/agents/{agent}/wake"), &json!({})).ok();
    }

    let mut written = [String::new(), String::new()];
    let mut last = Value::Null;
    while let Some((kind, body)) = event(&mut listener) {
        if kind == "draft" {
            written[body["position"].as_u64().expect("a number") as usize] += &body["text"].text();
        }
        last = body;
    }

    assert_eq!(last["status"], "completed");
    for text in written {
        let whole: Value = serde_json::from_str(&text).expect(&text);
        assert_eq!(whole["position"], "She should wait.");
    }
}

fn cancelling_a_message_stops_its_call_and_keeps_what_came(engine: Engine) {
    let gate = Gate::default();
    let script = move |_: &Received| gated(&PIECES[..2], std::slice::from_ref(&gate));
    let studio = &Studio::open_with_model(engine, script, &[("budget.day_tokens", "1000000")]);
    let (id, mut listener) = follow(studio);
    hear(&mut listener, &mut String::new(), PIECES[0]);
    let message = format!("/api/agent-communication/messages/{id}");

    let cancelled = studio.post(&format!("{message}/cancel"), &json!({})).ok();

    assert_eq!(
        (&cancelled["status"], &cancelled["rule"]),
        (&json!("expired"), &json!("cancelled"))
    );
    let (more, (kind, last)) = drafts(&mut listener);
    assert_eq!((more.len(), kind.as_str(), &last["status"]), (0, "message", &json!("expired")));
    studio.until("the end of the call", || (studio.model().open() == 0).then_some(()));
    assert_eq!(studio.model().abandoned(), 1);
    let settled = studio.until("the settlement", || {
        let usage = studio.get("/api/usage").ok();
        (usage["budgets"][0]["tokensReserved"] == 0).then_some(usage)
    });
    let sum = &settled["sum"];
    assert_eq!(sum["calls"], 1);
    assert!(sum["estimatedTokens"].as_i64() > Some(0), "{sum}");
    let message = studio.get(&message).ok();
    assert_eq!(
        (&message["draft"]["text"], &message["answerId"]),
        (&json!(PIECES[0]), &Value::Null)
    );
    // Nothing is left to be given up.
    studio.clean();
    assert_eq!(studio.get("/api/usage").ok()["sum"], *sum);
}

on_both! {
    all_words_are_heard_before_the_end_however_fast_they_come,
    the_stream_of_a_swarm_has_all_words_of_its_sub_tasks,
    cancelling_a_message_stops_its_call_and_keeps_what_came,
    what_a_model_writes_is_heard_while_it_writes,
    who_comes_later_hears_the_beginning_too,
    nobody_follows_the_messages_of_others,
}
