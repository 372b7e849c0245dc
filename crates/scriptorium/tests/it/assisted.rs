//! Tests of agents with a language model: what a model is sent and what is made of its answers. The
//! server of the model is scripted, over real sockets; its words are no measure of anything.

mod budgets;
mod conversations;
mod proposed;

use llm::scripted::{Answer, Received, ScriptedReply};
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
