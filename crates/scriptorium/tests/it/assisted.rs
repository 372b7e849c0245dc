//! Tests of agents with a language model: what a model is sent and what is made of its answers. The
//! server of the model is scripted, over real sockets; its words are no measure of anything.

/// Tests that open their service themselves, on both databases: each function as a module with two.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod on {
            $(mod $test {
                #[test]
                fn sqlite() {
                    super::super::$test($crate::support::Engine::Sqlite);
                }

                #[test]
                fn postgres() {
                    super::super::$test($crate::support::Engine::Postgres);
                }
            })*
        }
    };
}

mod asked;
mod budgets;
mod context;
mod conversations;
pub mod injection;
mod journal;
mod permissions;
mod proposed;
mod staff;
mod streams;
mod swarms;
mod tools;

use llm::{
    Provider,
    scripted::{Answer, Gate, RawReply, Received, ScriptedReply, Step},
};
use serde_json::{Value, json};

use crate::{
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

/// A chapter that the tests ask about.
const FERRY: &str = "Mara waited at the ferry until dawn. “I will not cross,” she said. \
    The river had risen to the third step, and nobody came.";

/// A project with a chapter and an entry of the lore; its id and that of the chapter.
fn book(studio: &Studio) -> (String, String) {
    let project = studio.project("The Ferry");
    let body = json!({ "title": "The Ferry", "kind": "chapter", "content": FERRY });
    let chapter = studio.post(&format!("/api/projects/{project}/documents"), &body).ok();
    let entry = json!({ "name": "Mara", "category": "character", "content": "A pilot." });
    studio.post(&format!("/api/projects/{project}/lore"), &entry).ok();
    (project, chapter["id"].text())
}

/// Asks an agent about a project; its reply.
fn ask(studio: &Studio, agent: &str, project: &str, question: &str) -> Value {
    let message = json!({ "toAgent": agent, "message": question,
        "context": { "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok())
}

/// A reply with this result.
fn result(result: &Value) -> ScriptedReply {
    Answer::text(&result.to_string()).into()
}

/// The number of the source with this title in what a model was sent.
fn source(received: &Received, title: &str) -> usize {
    let prompt = received.prompt();
    let mark = format!("title=\"{title}\"");
    let before = prompt.split(&mark).next().expect("a text");
    before
        .rsplit("number=\"")
        .next()
        .and_then(|it| it.split('"').next()?.parse().ok())
        .expect(title)
}

/// A reply in these pieces, with a gate before each but the first.
fn gated(pieces: &[&str], gates: &[Gate]) -> ScriptedReply {
    let event = |event: Value| Step::text(&format!("data: {event}\n\n"));
    let chunk = |delta: Value, finish_reason: Value| {
        event(
            json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish_reason }] }),
        )
    };
    let mut steps = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        steps.extend(at.checked_sub(1).map(|before| Step::Pass(gates[before].clone())));
        steps.push(chunk(json!({ "content": piece }), Value::Null));
    }
    steps.push(chunk(json!({}), json!("stop")));
    let usage = json!({ "prompt_tokens": 10, "completion_tokens": pieces.len() });
    steps.push(event(json!({ "choices": [], "usage": usage })));
    steps.push(Step::text("data: [DONE]\n\n"));
    RawReply::stream(Provider::OpenAi, steps).into()
}
