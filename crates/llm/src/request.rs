//! What a model is asked, in the words of no provider. Serialised it is always the same text for the
//! same request, so that it can be hashed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Request {
    /// The conversation so far, the oldest message first.
    pub messages: Vec<Message>,
    /// What the model may call.
    pub tools: Vec<Tool>,
    /// Whether it is to answer now, without a further call. The tools stay, since a server may refuse a
    /// conversation with calls of tools that it is not told.
    pub ends_calls: bool,
    /// The form of the answer; none is free text.
    pub schema: Option<AnswerSchema>,
    /// From 0, always the likeliest word, to 2; none is the model's own.
    pub temperature: Option<f64>,
    /// The most tokens that the model may write, reasoning included; none is the model's own bound.
    pub tokens_max: Option<u32>,
}

impl Request {
    /// A single question.
    pub fn ask(question: &str) -> Self {
        Self { messages: vec![Message::User { text: question.to_owned() }], ..Self::default() }
    }
}

/// A part of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// Instructions.
    System {
        /// What it says.
        text: String,
    },
    /// What the model is to answer.
    User {
        /// What it says.
        text: String,
    },
    /// What the model has answered.
    Assistant {
        /// What it said.
        text: String,
        /// What it called.
        tool_calls: Vec<ToolCall>,
    },
    /// What a call gave.
    ToolResult {
        /// The id of the call.
        call_id: String,
        /// The name of the tool.
        name: String,
        /// What it gave, or why it failed.
        text: String,
        /// Whether it failed.
        is_error: bool,
    },
}

/// Something the model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// 1 to 64 letters, digits, `_` and `-`.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The JSON schema of its arguments, which are an object.
    pub parameters: Value,
}

/// A call of a tool, with arguments that are whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// By which its result names it.
    pub id: String,
    /// The name of the tool, as the model wrote it: there may be no such tool.
    pub name: String,
    /// An object. Nobody has compared it with the schema.
    pub arguments: Value,
}

/// The form that an answer should have. A server may not keep to it, so the answer must be checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerSchema {
    /// 1 to 64 letters, digits, `_` and `-`.
    pub name: String,
    /// The JSON schema.
    pub schema: Value,
}
