//! `/chat/completions`, as OpenAI has it and many servers imitate it. They differ in what they leave
//! out, so everything but the text of an answer may be missing.

use serde_json::{Map, Value, json};

use super::{Unreadable, count, reason, text};
use crate::{
    Message, Request, Settings,
    collector::{Collector, Stop},
};

/// The data of the last event.
pub(super) const DONE: &[u8] = b"[DONE]";

/// A host that takes the bound on tokens only under its new name.
const NEW_NAMES_AT: &str = "api.openai.com";

pub(super) fn body(settings: &Settings, request: &Request) -> Value {
    let mut body = json!({
        "model": settings.name,
        "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if let Some(temperature) = request.temperature {
        body["temperature"] = temperature.into();
    }
    if let Some(tokens_max) = request.tokens_max {
        let is_new = settings.base_url.host() == NEW_NAMES_AT;
        body[if is_new { "max_completion_tokens" } else { "max_tokens" }] = tokens_max.into();
    }
    if !request.tools.is_empty() && !request.ends_calls {
        body["tools"] = super::ollama::tools(request);
    }
    if let Some(schema) = &request.schema {
        body["response_format"] = json!({
            "type": "json_schema",
            "json_schema": {
                "name": schema.name,
                "schema": schema.schema,
                "strict": is_strict(&schema.schema),
            },
        });
    }
    body
}

fn message(message: &Message) -> Value {
    match message {
        Message::System { text } => json!({ "role": "system", "content": text }),
        Message::User { text } => json!({ "role": "user", "content": text }),
        Message::Assistant { text, tool_calls } if tool_calls.is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        Message::Assistant { text, tool_calls } => {
            let calls = tool_calls.iter().map(|call| {
                json!({
                    "id": call.id,
                    "type": "function",
                    "function": { "name": call.name, "arguments": call.arguments.to_string() },
                })
            });
            json!({ "role": "assistant", "content": text, "tool_calls": calls.collect::<Vec<_>>() })
        }
        Message::ToolResult { call_id, text, .. } => {
            json!({ "role": "tool", "tool_call_id": call_id, "content": text })
        }
    }
}

/// Whether OpenAI takes a schema as one that is kept to: every object names all of its members as
/// required and allows no other. It refuses other schemas when they are declared so.
fn is_strict(schema: &Value) -> bool {
    let is_closed = |object: &Map<String, Value>| match object.get("properties") {
        Some(Value::Object(properties)) => {
            let required = object.get("required").and_then(Value::as_array);
            let is_required = |name: &String| {
                required.is_some_and(|all| all.iter().any(|it| it.as_str() == Some(name)))
            };
            object.get("additionalProperties") == Some(&Value::Bool(false))
                && properties.keys().all(is_required)
        }
        _ => object.get("type").and_then(Value::as_str) != Some("object"),
    };
    match schema {
        Value::Object(object) => is_closed(object) && object.values().all(is_strict),
        Value::Array(items) => items.iter().all(is_strict),
        _ => true,
    }
}

pub(super) fn read(chunk: &Value, collector: &mut Collector) -> Result<(), Unreadable> {
    if let Some(model) = reason(chunk, "model") {
        collector.model.get_or_insert_with(|| model.to_owned());
    }
    if let Some(usage) = chunk.get("usage") {
        collector.input_tokens = count(usage, "prompt_tokens").or(collector.input_tokens);
        collector.output_tokens = count(usage, "completion_tokens").or(collector.output_tokens);
    }
    let choices = chunk.get("choices").and_then(Value::as_array);
    let is_first = |choice: &&Value| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0;
    let Some(choice) = choices.and_then(|choices| choices.iter().find(is_first)) else {
        return Ok(());
    };
    // A server that does not stream sends the whole message.
    if let Some(delta) = choice.get("delta").or_else(|| choice.get("message")) {
        read_delta(delta, collector)?;
    }
    if let Some(reason) = reason(choice, "finish_reason") {
        collector.stop = Some(match reason {
            "stop" | "eos" => Stop::Complete,
            "tool_calls" | "function_call" => Stop::ToolCalls,
            "length" | "model_length" | "max_tokens" => Stop::Length,
            "content_filter" => Stop::ContentFilter,
            "refusal" => Stop::Refusal,
            "error" => return Err(Unreadable::Reported("the model failed".to_owned())),
            other => Stop::Other(other.to_owned()),
        });
    }
    Ok(())
}

fn read_delta(delta: &Value, collector: &mut Collector) -> Result<(), Unreadable> {
    // Some send both, with the same text.
    let reasoning = match text(delta, "reasoning_content") {
        "" => text(delta, "reasoning"),
        reasoning => reasoning,
    };
    collector.add_reasoning(reasoning)?;
    match delta.get("content") {
        Some(Value::String(piece)) => collector.add_text(piece)?,
        Some(Value::Array(parts)) => {
            for part in parts.iter().filter(|part| text(part, "type") == "text") {
                collector.add_text(text(part, "text"))?;
            }
        }
        _ => {}
    }
    collector.add_refusal(text(delta, "refusal"))?;
    for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let function = call.get("function").unwrap_or(&Value::Null);
        let arguments = match function.get("arguments") {
            Some(Value::String(piece)) => piece.clone(),
            Some(whole @ Value::Object(_)) => whole.to_string(),
            _ => String::new(),
        };
        let (id, name) = (text(call, "id"), text(function, "name"));
        collector.add_call(count(call, "index"), id, name, &arguments)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnswerSchema, BaseUrl, Provider, Tool, ToolCall};

    fn settings(base_url: &str) -> Settings {
        Settings::new(Provider::OpenAi, BaseUrl::parse(base_url).unwrap(), "m")
    }

    #[test]
    fn a_request_has_the_names_that_servers_expect() {
        let call =
            ToolCall { id: "c1".into(), name: "look".into(), arguments: json!({ "at": "Mara" }) };
        let request = Request {
            messages: vec![
                Message::System { text: "Be short.".into() },
                Message::User { text: "Who is Mara?".into() },
                Message::Assistant { text: String::new(), tool_calls: vec![call] },
                Message::ToolResult {
                    call_id: "c1".into(),
                    name: "look".into(),
                    text: "A ferrywoman.".into(),
                    is_error: false,
                },
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
            temperature: Some(0.5),
            ends_calls: false,
            tokens_max: Some(100),
        };

        let body = body(&settings("http://127.0.0.1:1/v1"), &request);

        assert_eq!(
            body,
            json!({
                "model": "m",
                "messages": [
                    { "role": "system", "content": "Be short." },
                    { "role": "user", "content": "Who is Mara?" },
                    { "role": "assistant", "content": "", "tool_calls": [{
                        "id": "c1",
                        "type": "function",
                        "function": { "name": "look", "arguments": "{\"at\":\"Mara\"}" },
                    }] },
                    { "role": "tool", "tool_call_id": "c1", "content": "A ferrywoman." },
                ],
                "stream": true,
                "stream_options": { "include_usage": true },
                "temperature": 0.5,
                "max_tokens": 100,
                "tools": [{ "type": "function", "function": {
                    "name": "look", "description": "Looks.", "parameters": { "type": "object" },
                } }],
                "response_format": { "type": "json_schema", "json_schema": {
                    "name": "answer", "schema": { "type": "string" }, "strict": true,
                } },
            })
        );
    }

    #[test]
    fn openai_is_sent_the_bound_under_its_new_name() {
        let request = Request { tokens_max: Some(9), ..Request::default() };

        let body = body(&settings("https://api.openai.com/v1"), &request);

        assert_eq!(body["max_completion_tokens"], 9);
        assert_eq!(body.get("max_tokens"), None);
    }

    #[test]
    fn a_schema_is_strict_when_it_leaves_nothing_open() {
        let object = |required: Value, more: Value| {
            json!({
                "type": "object",
                "properties": { "a": { "type": "string" } },
                "required": required,
                "additionalProperties": more,
            })
        };
        let closed = object(json!(["a"]), json!(false));

        assert!(is_strict(&closed));
        assert!(is_strict(&json!({ "type": "array", "items": closed })));
        assert!(!is_strict(&object(json!([]), json!(false))));
        assert!(!is_strict(&object(json!(["a"]), json!(true))));
        assert!(!is_strict(&json!({ "type": "array", "items": { "type": "object" } })));
        assert!(!is_strict(&json!({ "anyOf": [closed, { "type": "object" }] })));
    }
}
