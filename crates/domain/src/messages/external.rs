//! What agents outside the process request from the hub: to lease messages, to extend a lease, to
//! finish a message. A reply that a person writes in the name of an agent is here too, since it is
//! the same.

use super::{
    Answer, CONTENT_BYTES_MAX, approvals::WISH_CHARS_MAX, transitions::FailureKind,
    view::MessageItem,
};
use crate::{
    Error, Result,
    json::{Json, JsonText},
    model::OrderedMap,
    time::Time,
};

/// The most messages that are leased at once.
pub const LEASE_MAX: i64 = 32;

/// How long a lease lasts when nobody says how long, in milliseconds.
pub const LEASE_MS_DEFAULT: i64 = 60_000;

/// The longest lease, in milliseconds; it may be extended.
pub const LEASE_MS_MAX: i64 = 600_000;

/// The longest a request waits for a message, in milliseconds.
pub const WAIT_MS_MAX: i64 = 30_000;

/// The longest reason of a failure or a refusal, in characters.
pub const REASON_LENGTH_MAX: usize = 2_000;

/// The key of the metadata that names the sub-task a message was sent for.
pub const SUB_TASK: &str = "subTask";

crate::model! {
    /// A lease of messages by an agent outside.
    pub struct MessageLease as "MessageLeaseRequest" {
        /// The maximum number.
        limit: i64 where { ge: 1.0, le: LEASE_MAX as f64 } = 1,
        /// The length of the lease, in milliseconds.
        lease_ms: i64 where { ge: 1_000.0, le: LEASE_MS_MAX as f64 } = LEASE_MS_DEFAULT,
        /// How long to wait for a message when none is queued, in milliseconds.
        wait_ms: i64 where { ge: 0.0, le: WAIT_MS_MAX as f64 } = 0,
    }
}

crate::model! {
    /// An extension of a lease.
    pub struct MessageExtend as "MessageExtendRequest" {
        /// The epoch it was leased under.
        epoch: i64 where { ge: 1.0 },
        /// The length of the lease from now on, in milliseconds.
        lease_ms: i64 where { ge: 1_000.0, le: LEASE_MS_MAX as f64 } = LEASE_MS_DEFAULT,
    }
}

crate::model! {
    /// A reply to a message, in the name of its recipient.
    pub struct MessageReply as "MessageReplyRequest" {
        /// Its text.
        message: String where { min_length: 1 },
        /// The same for programs.
        report: Option<OrderedMap<Json>>,
    }
}

crate::string_enum! {
    /// What an agent made of a message.
    pub enum ExternalOutcome {
        /// It is done; a hand-off is accepted.
        Handled = "handled",
        /// It could not deal with it.
        Failed = "failed",
        /// It takes the task it was offered.
        Accepted = "accepted",
        /// It does not take the task it was offered.
        Refused = "refused",
        /// It wants to do something that a person has to permit.
        NeedsApproval = "needs_approval",
    }
}

crate::model! {
    /// The end of a leased message.
    pub struct MessageAcknowledge as "MessageAcknowledgeRequest" {
        /// The epoch it was leased under.
        epoch: i64 where { ge: 1.0 },
        /// How the agent ended it.
        outcome: ExternalOutcome = ExternalOutcome::Handled,
        /// Its reply.
        reply: Option<MessageReply>,
        /// The kind of failure, when it failed.
        failure: FailureKind = FailureKind::Transient,
        /// Why it failed or was refused.
        error: Option<String> where { max_length: REASON_LENGTH_MAX },
        /// What it wants to do, when that needs a permission.
        approval: Option<String> where { max_length: WISH_CHARS_MAX },
    }
}

impl MessageReply {
    /// The answer, within the bounds of a message.
    ///
    /// # Errors
    /// Rejected when it says nothing or too much.
    pub fn answer(&self) -> Result<Answer> {
        if self.message.trim().is_empty() {
            return Err(Error::Rejected("Message content cannot be empty".to_owned()));
        }
        let report = self.report.as_ref().map(report_text).transpose()?;
        if self.message.len() + report.as_ref().map_or(0, |it| it.0.len()) > CONTENT_BYTES_MAX {
            let most = CONTENT_BYTES_MAX / 1024;
            let what = "Message content and report together are";
            return Err(Error::Rejected(format!("{what} longer than {most} KiB")));
        }
        Ok(Answer { report, is_empty: false, ..Answer::of_text(self.message.clone()) })
    }
}

fn report_text(report: &OrderedMap<Json>) -> Result<JsonText> {
    serde_json::to_string(report)
        .map(JsonText)
        .map_err(|flaw| Error::internal("writing a report", flaw))
}

impl MessageAcknowledge {
    /// The answer it brings.
    ///
    /// # Errors
    /// Rejected when a message that failed is answered, or the answer is as [`MessageReply::answer`]
    /// says.
    pub fn answer(&self) -> Result<Option<Answer>> {
        let unanswered = match self.outcome {
            ExternalOutcome::Failed => "A message that failed is not answered",
            ExternalOutcome::NeedsApproval => {
                "A message that waits for a permission is not answered"
            }
            _ => "",
        };
        if !unanswered.is_empty() && self.reply.is_some() {
            return Err(Error::Rejected(unanswered.to_owned()));
        }
        self.reply.as_ref().map(MessageReply::answer).transpose()
    }

    /// What it wants to do that a person has to permit.
    ///
    /// # Errors
    /// Rejected when it does not say what.
    pub fn wish(&self) -> Result<&str> {
        let said = self.approval.as_deref().filter(|said| !said.trim().is_empty());
        let why = "A permission is for something: approval says what";
        said.ok_or_else(|| Error::Rejected(why.to_owned()))
    }

    /// Why it failed or was refused, in the agent's words or, for want of them, in ours.
    pub fn reason(&self) -> &str {
        let said = self.error.as_deref().filter(|said| !said.trim().is_empty());
        said.unwrap_or(match self.outcome {
            ExternalOutcome::Refused => "The agent refused the task",
            _ => "The agent said that it failed",
        })
    }
}

/// A message that an agent outside has leased.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeasedMessage<'a> {
    /// The message with its states so far.
    #[serde(flatten)]
    pub message: MessageItem<'a>,
    /// The epoch of the lease, which an acknowledgement must name.
    pub epoch: i64,
    /// When the lease ends, ISO 8601.
    pub lease_until: Time,
}

/// The messages that an agent outside got.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageLeaseResponse<'a> {
    /// The agent.
    pub agent_id: String,
    /// The leased messages, in the order to work on them.
    pub messages: Vec<LeasedMessage<'a>>,
}

/// A lease that was extended.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageExtendResponse {
    /// The message.
    pub message_id: String,
    /// The epoch of the lease.
    pub epoch: i64,
    /// When it ends now, ISO 8601.
    pub lease_until: Time,
}
