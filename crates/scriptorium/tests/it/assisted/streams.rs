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
    use std::io::Write as _;
    let (mut stream, path) = (studio.connect(), stream_of(id));
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let listener = Listener::of(stream);
    assert_eq!(listener.head.status, 200);
    coverage::note("GET", &path, 200);
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

on_both! {
    what_a_model_writes_is_heard_while_it_writes,
    who_comes_later_hears_the_beginning_too,
    nobody_follows_the_messages_of_others,
}
