//! Views of messages and of their delivery. They borrow texts, which may be long.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    Approval, Message, MessageContext, MessagePriority, MessageType, State,
    protocol::{Compliance, Violation},
};
use crate::{json::JsonText, steps::DraftItem, time::Time};

/// A message and its state.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageItem<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Who sent it.
    pub from_agent: &'a str,
    /// Its recipient.
    pub to_agent: &'a str,
    /// Its text; empty in the event of a refused message.
    pub message: &'a str,
    /// The type of the message.
    pub message_type: MessageType,
    /// How urgent it is.
    pub priority: MessagePriority,
    /// Its state.
    pub status: State,
    /// Why it was refused or is dead.
    pub error: Option<&'a str>,
    /// The rule behind `error`, for programs.
    pub rule: Option<&'a str>,
    /// The conversation it belongs to.
    pub conversation_id: &'a str,
    /// The message it replies to.
    pub reply_to: Option<&'a str>,
    /// Its reply.
    pub answer_id: Option<&'a str>,
    /// What a sub-task of a swarm came to for which this message stands; absent from other messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub answer: Option<&'a str>,
    /// The broadcast it is a part of, or the message whose recipient asks with it.
    pub parent_id: Option<&'a str>,
    /// The project it is about.
    pub project_id: Option<&'a str>,
    /// How many messages led to it.
    pub hops: i64,
    /// Labels about the trust in its source.
    pub labels: &'a [String],
    /// Its context, as it was sent.
    pub context: Option<&'a MessageContext>,
    /// The report of an agent, for programs; absent in events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub report: Option<&'a JsonText>,
    /// What its recipient wanted to do that a person has to permit; absent where it wanted nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Approval")]
    pub approval: Option<&'a Approval>,
    /// How often it was leased.
    pub attempts: i64,
    /// The time by which it must be ended and, if a reply is expected, replied to; ISO 8601.
    pub deadline: Option<Time>,
    /// When it was sent, ISO 8601.
    pub created_at: Time,
    /// What a model is writing in answer, or had written when it was interrupted; absent when there is
    /// nothing, and in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DraftItem")]
    pub draft: Option<&'a DraftItem>,
    /// The history of its states; absent in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<StepItem>")]
    pub history: Option<Vec<StepItem>>,
}

/// One state in the history of a message.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MessageStep")]
pub struct StepItem {
    /// The state.
    pub status: State,
    /// When it got this state, ISO 8601.
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
            message_type: message.message_type,
            priority: message.priority,
            status: message.state,
            error: message.error.as_deref(),
            rule: message.rule.as_deref(),
            conversation_id: &message.conversation_id,
            reply_to: message.reply_to.as_deref(),
            answer_id: message.answer_id.as_deref(),
            answer: None,
            parent_id: message.parent_id.as_deref(),
            project_id: message.project_id.as_deref(),
            hops: message.hops,
            labels: &message.labels,
            context: message.context.as_ref(),
            report: message.report.as_ref(),
            approval: message.approval.as_ref(),
            attempts: message.attempt,
            deadline: message.deadline,
            created_at: message.created_at,
            draft: None,
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
        let step = |step: &super::HistoryEntry| StepItem { status: step.state, at: step.at };
        Self { history: Some(message.history.iter().map(step).collect()), ..Self::of(message) }
    }
}

/// A message as lists show it.
pub struct ListedMessage {
    /// The message.
    pub message: Message,
    /// What came of the sub-task it stands for.
    pub answer: Option<String>,
}

impl From<Message> for ListedMessage {
    fn from(message: Message) -> Self {
        Self { message, answer: None }
    }
}

impl Serialize for ListedMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let item = MessageItem::of(&self.message);
        MessageItem { answer: self.answer.as_deref(), ..item }.serialize(serializer)
    }
}

/// A message with its states so far.
pub struct MessageWithHistory {
    /// The message.
    pub message: Message,
    /// What came of the sub-task it stands for.
    pub answer: Option<String>,
    /// What a model has written for it, where that is not its reply.
    pub draft: Option<DraftItem>,
}

impl From<Message> for MessageWithHistory {
    fn from(message: Message) -> Self {
        Self { message, answer: None, draft: None }
    }
}

impl Serialize for MessageWithHistory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let item = MessageItem::with_history(&self.message);
        MessageItem { answer: self.answer.as_deref(), draft: self.draft.as_ref(), ..item }
            .serialize(serializer)
    }
}

/// The owner of a task.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TaskOwnership")]
pub struct OwnershipItem {
    /// The id of the task.
    pub task_id: String,
    /// The agent that owns it.
    pub owner: String,
    /// How often it was handed off.
    pub version: i64,
    /// The hand-off that gave them the task.
    pub message_id: String,
    /// When they got it, ISO 8601.
    pub since: Time,
}

/// Whether the hub complies with its protocol.
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
    pub timestamp: Time,
}

/// A summary of the hub's messages.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProtocolSummary {
    /// The types of messages.
    pub message_types: &'static [&'static str],
    /// How many agents are registered.
    pub registered_agents: i64,
    /// Whether the hub complies with the protocol.
    pub compliance_status: Compliance,
    /// How many messages were refused, died, expired or timed out since the beginning.
    pub failed_communications: i64,
    /// How many hand-offs were accepted since the beginning.
    pub completed_handoffs: i64,
    /// How many consultations wait for their answer.
    pub pending_consultations: i64,
    /// Violations by messages that the caller may see.
    pub violations: Vec<Violation>,
}

/// The result of sending a message.
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
    /// The id of the message, which is stored also when it was refused.
    pub message_id: String,
    /// Whether it is committed to the recipient's mailbox.
    pub delivered: bool,
    /// Why it was not delivered.
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
                _ => format!("The message is in the mailbox of {}", message.to_agent),
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
