//! What a model answered, how that ended, and what it took. A reply is a value; how it came is in
//! [`crate::stream`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ToolCall;

/// A piece of a reply that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    /// More of the text.
    Text(String),
    /// More of the reasoning.
    Reasoning(String),
}

/// The reply of a model, as far as it came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The answer.
    pub text: String,
    /// What the model thought before, where the server shows it; it is never a part of the text.
    pub reasoning: String,
    /// The calls that are whole.
    pub tool_calls: Vec<ToolCall>,
    /// Calls that must not be made: cut, or with arguments that are no JSON object.
    pub broken_calls: Vec<BrokenCall>,
    /// How it ended.
    pub finish: Finish,
    /// What it took.
    pub usage: Usage,
    /// The model's name, as the server says it.
    pub model: Option<String>,
    /// How often the request was sent, 1 when nothing was repeated.
    pub attempts: u32,
}

/// A call that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenCall {
    /// By which a result would name it.
    pub id: String,
    /// The name of the tool, as far as it came.
    pub name: String,
    /// The arguments, as far as they came.
    pub arguments: String,
}

/// How a reply ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model ended it: the text is whole.
    Complete,
    /// The model waits for the results of calls.
    ToolCalls,
    /// The bound on tokens, or the end of the context, cut it.
    Length,
    /// A filter of the server cut it.
    ContentFilter,
    /// The model refused; the text, where there is one, says why.
    Refusal,
    /// It ended without the model having ended it.
    Truncated(Truncation),
}

impl Finish {
    /// Whether the text is whole.
    pub fn is_complete(&self) -> bool {
        *self == Self::Complete
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Complete => to.write_str("the reply is complete"),
            Self::ToolCalls => to.write_str("the model calls tools"),
            Self::Length => to.write_str("the reply was cut at the bound on its tokens"),
            Self::ContentFilter => to.write_str("a filter of the server cut the reply"),
            Self::Refusal => to.write_str("the model refused"),
            Self::Truncated(why) => write!(to, "the reply was cut: {why}"),
        }
    }
}

/// Why a reply is not whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Truncation {
    /// The stream ended without a stop reason.
    #[error("the server ended it without a stop reason")]
    NoStopReason,
    /// The server named a stop reason that stands for no end we know.
    #[error("the server ended it for the reason \"{0}\"")]
    OtherReason(String),
    /// The connection broke.
    #[error("the connection broke")]
    Reset,
    /// No token came for too long.
    #[error("the server sent nothing more for too long")]
    Idle,
    /// The call took too long.
    #[error("it took longer than a call may take")]
    Run,
    /// It is longer than a reply may be.
    #[error("it is longer than a reply may be")]
    TooLarge,
    /// Who asked for it wanted no more.
    #[error("it was stopped")]
    Stopped,
}

/// How many tokens a call took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Of what was sent, those that the server had in a cache included.
    pub input_tokens: u64,
    /// Of what the model wrote, its reasoning included.
    pub output_tokens: u64,
    /// Who counted.
    pub source: UsageSource,
}

/// Who counted tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UsageSource {
    /// The server counted both.
    Reported,
    /// At least one of them is [an estimate](crate::tokens_estimate).
    #[default]
    Estimated,
}
