//! Writes an [`Answer`] as each provider would.

use serde_json::{Value, json};

use super::{Answer, RawReply, Step};
use crate::{Finish, Provider};

/// The response that says this.
pub(super) fn raw(provider: Provider, answer: &Answer) -> RawReply {
    let events = match provider {
        Provider::OpenAi => openai(answer),
        Provider::Anthropic => anthropic(answer),
        Provider::Ollama => ollama(answer),
    };
    let mut steps = Vec::new();
    for event in events {
        if !answer.every.is_zero() {
            steps.push(Step::Wait(answer.every));
        }
        steps.push(Step::Send(event.into_bytes()));
    }
    RawReply::stream(provider, steps)
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn openai(answer: &Answer) -> Vec<String> {
    let chunk = |delta: Value, finish_reason: Value| {
        data(&json!({
            "object": "chat.completion.chunk",
            "model": "scripted",
            "choices": [{ "index": 0, "delta": delta, "finish_reason": finish_reason }],
        }))
    };
    let reasoning =
        answer.reasoning.iter().map(|it| chunk(json!({ "reasoning_content": it }), Value::Null));
    let pieces = answer.pieces.iter().map(|it| chunk(json!({ "content": it }), Value::Null));
    let mut events: Vec<String> = reasoning.chain(pieces).collect();
    for (index, (name, arguments)) in answer.calls.iter().enumerate() {
        let call = json!({
            "index": index,
            "id": format!("call_{index}"),
            "type": "function",
            "function": { "name": name, "arguments": arguments.to_string() },
        });
        events.push(chunk(json!({ "tool_calls": [call] }), Value::Null));
    }
    let word = match answer.finish {
        Finish::Complete => "stop",
        Finish::ToolCalls => "tool_calls",
        Finish::Length => "length",
        Finish::ContentFilter => "content_filter",
        Finish::Refusal => "refusal",
        Finish::Truncated(_) => return events,
    };
    events.push(chunk(json!({}), word.into()));
    if let Some((input, output)) = answer.usage {
        let usage = json!({ "prompt_tokens": input, "completion_tokens": output });
        events.push(data(&json!({ "choices": [], "usage": usage })));
    }
    events.push("data: [DONE]\n\n".to_owned());
    events
}

fn anthropic(answer: &Answer) -> Vec<String> {
    let event = |value: Value| {
        let name = value["type"].as_str().unwrap_or_default().to_owned();
        format!("event: {name}\n{}", data(&value))
    };
    let input = answer.usage.map(|(input, _)| json!({ "input_tokens": input, "output_tokens": 1 }));
    let start = json!({ "model": "scripted", "usage": input });
    let mut events = vec![event(json!({ "type": "message_start", "message": start }))];
    let mut index = 0;
    let mut block = |start: Value, deltas: Vec<Value>| {
        let mut block = vec![event(
            json!({ "type": "content_block_start", "index": index, "content_block": start }),
        )];
        block.extend(deltas.into_iter().map(|delta| {
            event(json!({ "type": "content_block_delta", "index": index, "delta": delta }))
        }));
        block.push(event(json!({ "type": "content_block_stop", "index": index })));
        index += 1;
        events.extend(block);
    };
    if !answer.reasoning.is_empty() {
        let piece = |it: &String| json!({ "type": "thinking_delta", "thinking": it });
        block(
            json!({ "type": "thinking", "thinking": "" }),
            answer.reasoning.iter().map(piece).collect(),
        );
    }
    if !answer.pieces.is_empty() {
        let piece = |it: &String| json!({ "type": "text_delta", "text": it });
        block(json!({ "type": "text", "text": "" }), answer.pieces.iter().map(piece).collect());
    }
    for (at, (name, arguments)) in answer.calls.iter().enumerate() {
        let id = format!("call_{at}");
        let start = json!({ "type": "tool_use", "id": id, "name": name, "input": {} });
        let input = json!({ "type": "input_json_delta", "partial_json": arguments.to_string() });
        block(start, vec![input]);
    }
    let word = match answer.finish {
        Finish::Complete => "end_turn",
        Finish::ToolCalls => "tool_use",
        Finish::Length => "max_tokens",
        // It has no word of its own for a filter.
        Finish::ContentFilter | Finish::Refusal => "refusal",
        Finish::Truncated(_) => return events,
    };
    let usage = answer.usage.map(|(_, output)| json!({ "output_tokens": output }));
    let delta = json!({ "stop_reason": word });
    events.push(event(json!({ "type": "message_delta", "delta": delta, "usage": usage })));
    events.push(event(json!({ "type": "message_stop" })));
    events
}

fn ollama(answer: &Answer) -> Vec<String> {
    let line = |message: Value| {
        format!("{}\n", json!({ "model": "scripted", "message": message, "done": false }))
    };
    let reasoning = answer
        .reasoning
        .iter()
        .map(|it| line(json!({ "role": "assistant", "content": "", "thinking": it })));
    let pieces = answer.pieces.iter().map(|it| line(json!({ "role": "assistant", "content": it })));
    let calls = answer.calls.iter().map(|(name, arguments)| {
        let call = json!({ "function": { "name": name, "arguments": arguments } });
        line(json!({ "role": "assistant", "content": "", "tool_calls": [call] }))
    });
    let mut lines: Vec<String> = reasoning.chain(pieces).chain(calls).collect();
    let word = match answer.finish {
        // Calls have no word of their own.
        Finish::Complete | Finish::ToolCalls => "stop",
        Finish::Length => "length",
        Finish::ContentFilter => "content_filter",
        Finish::Refusal => "refusal",
        Finish::Truncated(_) => return lines,
    };
    let mut last = json!({
        "model": "scripted",
        "message": { "role": "assistant", "content": "" },
        "done": true,
        "done_reason": word,
    });
    if let Some((input, output)) = answer.usage {
        last["prompt_eval_count"] = input.into();
        last["eval_count"] = output.into();
    }
    lines.push(format!("{last}\n"));
    lines
}
