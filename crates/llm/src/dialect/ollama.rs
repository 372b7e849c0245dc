//! `/api/chat`, Ollama's own. Its events are lines, calls come whole, and it takes the length of the
//! context with each request: without it Ollama uses a short one and leaves out what does not fit.

use serde_json::{Value, json};

use super::{Unreadable, count, reason, text};
use crate::{
    Message, Request, Settings,
    collector::{Collector, Stop},
};

pub(super) fn body(settings: &Settings, request: &Request) -> Value {
    let mut options = json!({ "num_ctx": settings.context_tokens });
    if let Some(temperature) = request.temperature {
        options["temperature"] = temperature.into();
    }
    if let Some(tokens_max) = request.tokens_max {
        options["num_predict"] = tokens_max.into();
    }
    let mut body = json!({
        "model": settings.name,
        "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
        "stream": true,
        "options": options,
    });
    if !request.tools.is_empty() && !request.ends_calls {
        body["tools"] = tools(request);
    }
    if let Some(schema) = &request.schema {
        body["format"] = schema.schema.clone();
    }
    body
}

/// The tools, as OpenAI and Ollama want them.
pub(super) fn tools(request: &Request) -> Value {
    let tools = request.tools.iter().map(|tool| {
        json!({
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
            },
        })
    });
    tools.collect()
}

fn message(message: &Message) -> Value {
    match message {
        Message::System { text } => json!({ "role": "system", "content": text }),
        Message::User { text } => json!({ "role": "user", "content": text }),
        Message::Assistant { text, tool_calls } => {
            let mut message = json!({ "role": "assistant", "content": text });
            if !tool_calls.is_empty() {
                let calls = tool_calls.iter().map(|call| {
                    json!({ "function": { "name": call.name, "arguments": call.arguments } })
                });
                message["tool_calls"] = calls.collect();
            }
            message
        }
        Message::ToolResult { name, text, .. } => {
            json!({ "role": "tool", "tool_name": name, "content": text })
        }
    }
}

pub(super) fn read(line: &Value, collector: &mut Collector) -> Result<(), Unreadable> {
    if let Some(model) = reason(line, "model") {
        collector.model.get_or_insert_with(|| model.to_owned());
    }
    if let Some(message) = line.get("message") {
        collector.add_reasoning(text(message, "thinking"))?;
        collector.add_text(text(message, "content"))?;
        for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            let function = call.get("function").unwrap_or(&Value::Null);
            let arguments = function.get("arguments").map(Value::to_string).unwrap_or_default();
            collector.add_call(None, text(call, "id"), text(function, "name"), &arguments)?;
        }
    }
    if line.get("done").and_then(Value::as_bool) == Some(true) {
        collector.is_ended = true;
        collector.input_tokens = count(line, "prompt_eval_count");
        collector.output_tokens = count(line, "eval_count");
        collector.stop = reason(line, "done_reason").map(|reason| match reason {
            "stop" => Stop::Complete,
            "length" => Stop::Length,
            "tool_calls" => Stop::ToolCalls,
            other => Stop::Other(other.to_owned()),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnswerSchema, BaseUrl, Provider, ToolCall};

    #[test]
    fn a_request_has_the_names_that_ollama_expects() {
        let url = BaseUrl::parse("http://127.0.0.1:11434").unwrap();
        let mut settings = Settings::new(Provider::Ollama, url, "qwen3:8b");
        settings.context_tokens = 16_384;
        let call = ToolCall { id: "c1".into(), name: "look".into(), arguments: json!({}) };
        let request = Request {
            messages: vec![
                Message::User { text: "Look.".into() },
                Message::Assistant { text: "I look.".into(), tool_calls: vec![call] },
                Message::ToolResult {
                    call_id: "c1".into(),
                    name: "look".into(),
                    text: "Nothing.".into(),
                    is_error: false,
                },
            ],
            tools: Vec::new(),
            schema: Some(AnswerSchema {
                name: "answer".into(),
                schema: json!({ "type": "string" }),
            }),
            temperature: Some(0.0),
            ends_calls: false,
            tokens_max: Some(50),
        };

        let body = body(&settings, &request);

        assert_eq!(
            body,
            json!({
                "model": "qwen3:8b",
                "messages": [
                    { "role": "user", "content": "Look." },
                    { "role": "assistant", "content": "I look.", "tool_calls": [
                        { "function": { "name": "look", "arguments": {} } },
                    ] },
                    { "role": "tool", "tool_name": "look", "content": "Nothing." },
                ],
                "stream": true,
                "options": { "num_ctx": 16_384, "temperature": 0.0, "num_predict": 50 },
                "format": { "type": "string" },
            })
        );
    }
}
