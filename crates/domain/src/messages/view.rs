//! Views of messages and of their delivery. They borrow texts, which may be long.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    Message, MessageContext, MessagePriority, MessageType, State,
    protocol::{Compliance, Violation},
};
use crate::{json::JsonText, time::Time};

/// A message and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageItem<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Who sent it.
    pub from_agent: &'a str,
    /// Who it goes to.
    pub to_agent: &'a str,
    /// What it says; empty in the event of one that was refused.
    pub message: &'a str,
    /// What kind of exchange it opens.
    #[schemars(extend("enum" = MessageType::WORDS))]
    pub message_type: &'a str,
    /// How urgent it is.
    #[schemars(extend("enum" = MessagePriority::WORDS))]
    pub priority: &'a str,
    /// What became of it.
    #[schemars(extend("enum" = State::WORDS))]
    pub status: &'a str,
    /// Why it was refused or is dead.
    pub error: Option<&'a str>,
    /// The rule behind `error`, as a word.
    pub rule: Option<&'a str>,
    /// The conversation it belongs to.
    pub conversation_id: &'a str,
    /// The message it answers.
    pub reply_to: Option<&'a str>,
    /// Its answer.
    pub answer_id: Option<&'a str>,
    /// The broadcast it is a part of.
    pub parent_id: Option<&'a str>,
    /// The project it is about.
    pub project_id: Option<&'a str>,
    /// How many messages led to it.
    pub hops: i64,
    /// Where its content comes from, as far as trust goes.
    pub labels: &'a [String],
    /// What it belongs to, as it was sent.
    pub context: Option<&'a MessageContext>,
    /// The measured answer of an agent, for programs; absent in events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub report: Option<&'a JsonText>,
    /// How often it was taken from its mailbox.
    pub attempts: i64,
    /// Until when it must be taken and, where somebody waits for it, its answer be there; ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub deadline: Option<String>,
    /// When it was sent, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// Its states so far; absent in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<StepItem>")]
    pub history: Option<Vec<StepItem>>,
}

/// One state of a message, and since when.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MessageStep")]
pub struct StepItem {
    /// The state.
    #[schemars(extend("enum" = State::WORDS))]
    pub status: String,
    /// Since when, ISO 8601.
    #[serde(serialize_with = "crate::time::as_iso")]
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Time,
}

impl<'a> MessageItem<'a> {
    /// As lists show it.
    pub fn of(message: &'a Message) -> Self {
        Self {
            id: &message.id,
            from_agent: &message.from_agent,
            to_agent: &message.to_agent,
            message: &message.content,
            message_type: message.message_type.as_str(),
            priority: message.priority.as_str(),
            status: message.state.as_str(),
            error: message.error.as_deref(),
            rule: message.rule.as_deref(),
            conversation_id: &message.conversation_id,
            reply_to: message.reply_to.as_deref(),
            answer_id: message.answer_id.as_deref(),
            parent_id: message.parent_id.as_deref(),
            project_id: message.project_id.as_deref(),
            hops: message.hops,
            labels: &message.labels,
            context: message.context.as_ref(),
            report: message.report.as_ref(),
            attempts: message.attempt,
            deadline: message.deadline.map(Time::iso),
            created_at: message.created_at.iso(),
            history: None,
        }
    }

    /// As events show it; the content of one that was refused is left out.
    pub fn published(message: &'a Message) -> Self {
        let item = Self { report: None, ..Self::of(message) };
        match message.state {
            State::Denied => Self { message: "", context: None, ..item },
            _ => item,
        }
    }

    /// With its states so far.
    pub fn with_history(message: &'a Message) -> Self {
        let step =
            |step: &super::HistoryEntry| StepItem { status: step.state.to_string(), at: step.at };
        Self { history: Some(message.history.iter().map(step).collect()), ..Self::of(message) }
    }
}

/// A message as lists show it.
pub struct ListedMessage(pub Message);

impl Serialize for ListedMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MessageItem::of(&self.0).serialize(serializer)
    }
}

/// A message with its states so far.
pub struct MessageWithHistory(pub Message);

impl Serialize for MessageWithHistory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MessageItem::with_history(&self.0).serialize(serializer)
    }
}

/// Whose a task is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TaskOwnership")]
pub struct OwnershipItem {
    /// The task, as the hand-off named it.
    pub task_id: String,
    /// The agent it was handed to last.
    pub owner: String,
    /// How often it was handed on.
    pub version: i64,
    /// The hand-off that made it theirs.
    pub message_id: String,
    /// Since when it is theirs, ISO 8601.
    #[serde(serialize_with = "crate::time::as_iso")]
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub since: Time,
}

/// How the hub keeps to its protocol.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ValidationProtocolsResponse")]
pub struct ProtocolsResponse {
    /// Always `success`.
    #[schemars(extend("enum" = ["success"]))]
    pub status: &'static str,
    /// The summary of the hub.
    pub validation_data: ProtocolSummary,
    /// When it was made, ISO 8601.
    #[serde(serialize_with = "crate::time::as_iso")]
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub timestamp: Time,
}

/// What the journal of the hub shows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProtocolSummary {
    /// The types of messages.
    pub message_types: &'static [&'static str],
    /// How many agents are registered.
    pub registered_agents: i64,
    /// Whether the rules are kept.
    #[schemars(extend("enum" = Compliance::WORDS))]
    pub compliance_status: &'static str,
    /// How many messages were refused, died, expired or waited for their answer in vain, ever.
    pub failed_communications: i64,
    /// How many hand-offs were accepted, ever.
    pub completed_handoffs: i64,
    /// How many consultations wait for their answer.
    pub pending_consultations: i64,
    /// The rules that messages the caller may see have broken.
    pub violations: Vec<Violation>,
}

/// What came of sending a message.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessageResponse {
    /// Whether it was delivered.
    #[schemars(extend("enum" = ["success", "failed"]))]
    pub status: String,
    /// The delivery.
    pub response: MessageDeliveryInfo,
    /// The agent it was sent to.
    pub agent_id: String,
    /// The outcome as a sentence.
    pub message: String,
}

/// The delivery of a message.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageDeliveryInfo {
    /// The message, which is kept even when it was refused.
    pub message_id: String,
    /// Whether it lies in the recipient's durable mailbox.
    pub delivered: bool,
    /// Why it does not.
    pub error: Option<String>,
}

impl SendMessageResponse {
    /// What came of sending `message`, sent to `to_agent` as the caller wrote it.
    pub fn of(message: &Message, to_agent: String) -> Self {
        let delivered = message.state != State::Denied;
        Self {
            status: if delivered { "success" } else { "failed" }.to_owned(),
            message: match message.state {
                State::Denied => format!("The message to {} was refused", message.to_agent),
                State::Delivered => format!("The message was delivered to {}", message.to_agent),
                _ => format!("The message lies in the mailbox of {}", message.to_agent),
            },
            agent_id: to_agent,
            response: MessageDeliveryInfo {
                message_id: message.id.clone(),
                delivered,
                error: message.error.clone(),
            },
        }
    }
}
