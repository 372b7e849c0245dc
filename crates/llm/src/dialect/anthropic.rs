//! `/v1/messages`, as Anthropic has it. Instructions stand beside the messages there, results of calls
//! are parts of a message of the user, and a request has to have a bound on the tokens of the reply.

use serde_json::{Value, json};

use super::{Unreadable, count, reason, text};
use crate::{
    Message, Request, Settings,
    collector::{Collector, Stop},
};

/// The version of the interface.
pub(super) const VERSION: &str = "2023-06-01";

/// The bound on a reply whose request has none.
const TOKENS_MAX: u32 = 4_096;

pub(super) fn body(settings: &Settings, request: &Request) -> Value {
    let system: Vec<&str> = request
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::System { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let mut body = json!({
        "model": settings.name,
        "messages": messages(request),
        "max_tokens": request.tokens_max.unwrap_or(TOKENS_MAX),
        "stream": true,
    });
    if !system.is_empty() {
        body["system"] = system.join("\n\n").into();
    }
    if let Some(temperature) = request.temperature {
        // Its scale ends at 1.
        body["temperature"] = temperature.min(1.0).into();
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.parameters,
            })
        });
        body["tools"] = tools.collect();
        if request.ends_calls {
            body["tool_choice"] = json!({ "type": "none" });
        }
    }
    if let Some(schema) = &request.schema {
        let mut schema = schema.schema.clone();
        restrict(&mut schema);
        body["output_config"] = json!({ "format": { "type": "json_schema", "schema": schema } });
    }
    body
}

/// What of JSON Schema is refused there: bounds of numbers, texts and lists, and what says nothing to a
/// model.
const REFUSED: [&str; 13] = [
    "$schema",
    "title",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
];

/// A schema in the subset that is accepted there: every object is closed, and nothing has bounds.
fn restrict(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.retain(|key, _| !REFUSED.contains(&key.as_str()));
    // `oneOf` is refused where `anyOf` is not; the schemas of a type exclude each other anyway.
    if let Some(some) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), some);
    }
    if schema.contains_key("properties") || schema.get("type").is_some_and(|it| it == "object") {
        schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    for (key, value) in schema.iter_mut() {
        match (key.as_str(), value) {
            ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                named.values_mut().for_each(restrict);
            }
            ("anyOf" | "allOf" | "prefixItems", Value::Array(some)) => {
                some.iter_mut().for_each(restrict);
            }
            ("items", item) => restrict(item),
            _ => {}
        }
    }
}

/// The messages, those of one role that follow each other as parts of one: the results of all calls of
/// a reply have to stand in one message.
fn messages(request: &Request) -> Vec<Value> {
    let mut messages: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in &request.messages {
        let (role, parts) = match message {
            Message::System { .. } => continue,
            Message::User { text } => ("user", vec![text_part(text)]),
            Message::Assistant { text, tool_calls } => {
                // A part with an empty text is refused.
                let texts = Some(text).filter(|text| !text.is_empty()).map(|it| text_part(it));
                let calls = tool_calls.iter().map(|call| {
                    json!({
                        "type": "tool_use",
                        "id": call.id,
                        "name": call.name,
                        "input": call.arguments,
                    })
                });
                ("assistant", texts.into_iter().chain(calls).collect())
            }
            Message::ToolResult { call_id, text, is_error, .. } => {
                let result = json!({
                    "type": "tool_result",
                    "tool_use_id": call_id,
                    "content": text,
                    "is_error": is_error,
                });
                ("user", vec![result])
            }
        };
        match messages.last_mut() {
            Some((last, all)) if *last == role => all.extend(parts),
            _ => messages.push((role, parts)),
        }
    }
    let message = |(role, content)| json!({ "role": role, "content": Value::Array(content) });
    messages.into_iter().map(message).collect()
}

fn text_part(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

pub(super) fn read(event: &Value, collector: &mut Collector) -> Result<(), Unreadable> {
    match text(event, "type") {
        "message_start" => {
            let message = event.get("message").unwrap_or(&Value::Null);
            collector.model = reason(message, "model").map(str::to_owned);
            // What it says of the output is not yet true.
            collector.input_tokens = message.get("usage").and_then(input_tokens);
        }
        "content_block_start" => {
            let block = event.get("content_block").unwrap_or(&Value::Null);
            match text(block, "type") {
                "text" => collector.add_text(text(block, "text"))?,
                "thinking" => collector.add_reasoning(text(block, "thinking"))?,
                "tool_use" => {
                    let index = count(event, "index");
                    collector.add_call(index, text(block, "id"), text(block, "name"), "")?;
                }
                _ => {}
            }
        }
        "content_block_delta" => {
            let delta = event.get("delta").unwrap_or(&Value::Null);
            match text(delta, "type") {
                "text_delta" => collector.add_text(text(delta, "text"))?,
                "thinking_delta" => collector.add_reasoning(text(delta, "thinking"))?,
                "input_json_delta" => {
                    let piece = text(delta, "partial_json");
                    collector.add_call(count(event, "index"), "", "", piece)?;
                }
                _ => {}
            }
        }
        "message_delta" => {
            if let Some(usage) = event.get("usage") {
                collector.input_tokens = input_tokens(usage).or(collector.input_tokens);
                collector.output_tokens = count(usage, "output_tokens");
            }
            let delta = event.get("delta").unwrap_or(&Value::Null);
            if let Some(reason) = reason(delta, "stop_reason") {
                collector.stop = Some(match reason {
                    "end_turn" | "stop_sequence" => Stop::Complete,
                    "tool_use" => Stop::ToolCalls,
                    "max_tokens" | "model_context_window_exceeded" => Stop::Length,
                    "refusal" => Stop::Refusal,
                    other => Stop::Other(other.to_owned()),
                });
            }
        }
        "message_stop" => collector.is_ended = true,
        // The end of a part, a sign that the connection is open, and what a later version adds.
        _ => {}
    }
    Ok(())
}

/// The tokens that were sent: those that were read from a cache or written into one are counted apart.
fn input_tokens(usage: &Value) -> Option<u64> {
    let cached = |name| count(usage, name).unwrap_or(0);
    let others = cached("cache_creation_input_tokens") + cached("cache_read_input_tokens");
    Some(count(usage, "input_tokens")? + others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnswerSchema, BaseUrl, Provider, Tool, ToolCall};

    #[test]
    fn a_request_has_the_names_that_servers_expect() {
        let url = BaseUrl::parse("https://api.anthropic.com").unwrap();
        let settings = Settings::new(Provider::Anthropic, url, "m");
        let call = |id: &str| ToolCall {
            id: id.to_owned(),
            name: "look".into(),
            arguments: json!({ "at": id }),
        };
        let result = |id: &str| Message::ToolResult {
            call_id: id.to_owned(),
            name: "look".into(),
            text: "Nothing.".into(),
            is_error: id == "c2",
        };
        let request = Request {
            messages: vec![
                Message::System { text: "Be short.".into() },
                Message::System { text: "Be kind.".into() },
                Message::User { text: "Look.".into() },
                Message::Assistant {
                    text: String::new(),
                    tool_calls: vec![call("c1"), call("c2")],
                },
                result("c1"),
                result("c2"),
                Message::User { text: "And?".into() },
            ],
            tools: vec![Tool {
                name: "look".into(),
                description: "Looks.".into(),
                parameters: json!({ "type": "object" }),
            }],
            schema: Some(AnswerSchema {
                name: "answer".into(),
                schema: json!({ "type": "string" }),
            }),
            temperature: Some(1.5),
            ends_calls: true,
            tokens_max: None,
        };

        let body = body(&settings, &request);

        let used = |id: &str| json!({ "type": "tool_use", "id": id, "name": "look", "input": { "at": id } });
        let gave = |id: &str| {
            json!({
                "type": "tool_result", "tool_use_id": id, "content": "Nothing.", "is_error": id == "c2",
            })
        };
        assert_eq!(
            body,
            json!({
                "model": "m",
                "system": "Be short.\n\nBe kind.",
                "messages": [
                    { "role": "user", "content": [{ "type": "text", "text": "Look." }] },
                    { "role": "assistant", "content": [used("c1"), used("c2")] },
                    { "role": "user", "content": [
                        gave("c1"), gave("c2"), { "type": "text", "text": "And?" },
                    ] },
                ],
                "max_tokens": 4_096,
                "stream": true,
                "temperature": 1.0,
                "tools": [
                    { "name": "look", "description": "Looks.", "input_schema": { "type": "object" } },
                ],
                "tool_choice": { "type": "none" },
                "output_config": { "format": { "type": "json_schema", "schema": { "type": "string" } } },
            })
        );
    }

    #[test]
    fn a_schema_is_sent_in_the_subset_that_is_accepted() {
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Answer",
            "type": "object",
            "required": ["title", "kind"],
            "properties": {
                "title": { "type": "string", "description": "Its title.", "minLength": 1 },
                "kind": { "oneOf": [{ "const": "act" }, { "const": "scene" }] },
                "cites": { "type": "array", "maxItems": 3, "items": { "$ref": "#/$defs/Cite" } },
            },
            "$defs": { "Cite": {
                "type": "object",
                "properties": { "source": { "type": "integer", "format": "uint", "minimum": 0 } },
            } },
        });

        restrict(&mut schema);

        assert_eq!(
            schema,
            json!({
                "type": "object",
                "required": ["title", "kind"],
                "additionalProperties": false,
                "properties": {
                    "title": { "type": "string", "description": "Its title." },
                    "kind": { "anyOf": [{ "const": "act" }, { "const": "scene" }] },
                    "cites": { "type": "array", "items": { "$ref": "#/$defs/Cite" } },
                },
                "$defs": { "Cite": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": { "source": { "type": "integer" } },
                } },
            })
        );
    }

    #[test]
    fn cached_tokens_were_sent_too() {
        let usage = json!({
            "input_tokens": 5, "cache_creation_input_tokens": 10, "cache_read_input_tokens": 100,
        });

        assert_eq!(input_tokens(&usage), Some(115));
        assert_eq!(input_tokens(&json!({})), None);
    }
}
