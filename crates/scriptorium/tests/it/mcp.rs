//! Tests of the tools that assistants call over the Model Context Protocol. The client here is ours: it
//! sends messages as they go over the wire, so that what is tested is the protocol and no library.

mod listening;
mod lore;
mod openapi;
mod payloads;
mod prompts;
mod resources;
mod rights;
mod sessions;
mod stdio;
mod story;
mod tools;
mod wire;
mod work;
mod writing;

use serde_json::{Value, json};

use crate::support::{JSON, Reply, Studio, schema};

/// What a client says it takes.
const ACCEPT: (&str, &str) = ("accept", "application/json, text/event-stream");

/// The version that most of these tests speak: the newest with a handshake.
const VERSION: (&str, &str) = ("mcp-protocol-version", "2025-11-25");

/// The longest answer of a tool.
const ANSWER_CHARS_MAX: usize = 8_000;

/// An assistant.
struct Assistant<'s> {
    studio: &'s Studio,
    bearer: Option<String>,
}

impl<'s> Assistant<'s> {
    /// One of the machine's own user.
    fn new(studio: &'s Studio) -> Self {
        Self { studio, bearer: None }
    }

    /// One with a token.
    fn with_token(studio: &'s Studio, bearer: &str) -> Self {
        Self { studio, bearer: Some(bearer.to_owned()) }
    }

    /// Sends a body as it is.
    fn send(&self, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut all = vec![JSON, ACCEPT];
        all.extend(self.bearer.as_deref().map(|bearer| ("authorization", bearer)));
        all.extend(headers);
        self.studio.ask("POST", "/mcp", &all, Some(body))
    }

    /// What a method answers: its result, or its error.
    fn ask(&self, method: &str, params: Value) -> Value {
        let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let reply = self.send(&[VERSION], &body.to_string());
        assert_eq!(reply.status, 200, "{method}: {reply}");
        assert_eq!(
            (&reply.body["jsonrpc"], &reply.body["id"]),
            (&json!("2.0"), &json!(7)),
            "{reply}"
        );
        let answer = if reply.body["error"].is_null() { "result" } else { "error" };
        reply.body[answer].clone()
    }

    /// What a tool answers.
    fn call(&self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// The structured content of a tool's answer.
    fn content(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["isError"], false, "{answer}");
        answer["structuredContent"].clone()
    }

    /// The structured content of a tool's answer, which has to be what the tool's schema says and within its
    /// bound.
    fn checked(&self, name: &str, arguments: Value) -> Value {
        let list = self.ask("tools/list", json!({}));
        let tool = list["tools"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
        let mut wanted = tool["outputSchema"].clone();
        wanted.as_object_mut().unwrap().remove("$schema");
        let answer = self.call(name, arguments);
        let content = answer["structuredContent"].clone();
        let flaws = schema::flaws(&Value::Null, &wanted, &content);
        assert!(flaws.is_empty(), "{name}: {flaws:?}\n{answer}");
        assert!(text(&answer).contains("They are data"), "{name}: {answer}");
        for said in [text(&answer), content.to_string()] {
            assert!(said.chars().count() <= ANSWER_CHARS_MAX, "{name}: {said}");
        }
        content
    }

    /// The words with which a tool refuses.
    fn refusal(&self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["isError"], true, "{answer}");
        text(&answer)
    }

    /// The names of the tools that are listed.
    fn tools(&self) -> Vec<String> {
        let list = self.ask("tools/list", json!({}));
        let tools = list["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }
}

/// The text of a tool's answer.
fn text(answer: &Value) -> String {
    answer["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}
