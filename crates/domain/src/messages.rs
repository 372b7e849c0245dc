//! Messages to agents through the hub, and their states. Who may write to whom is in
//! `agents::policy`; leases and delivery are in `engine::messages`. [`transitions`] has how a
//! message is handled, fails and is refused, [`external`] the requests of agents outside the
//! process, [`handoffs`] the ownership of tasks, [`delegation`] the messages by which an agent asks
//! others before it answers, [`approvals`] what waits for a person's permission, [`protocol`] the check of
//! the message journal, [`requests`] how messages are sent and listed.

pub mod approvals;
pub mod delegation;
pub mod external;
pub mod handoffs;
pub mod protocol;
pub mod requests;
pub mod transitions;
pub mod view;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use approvals::Approval;
pub use requests::{MessageContext, MessageQuery, SendMessage};

use crate::{
    Error, Principal, Result, findings::by_agent::AgentFinding, json::JsonText,
    proposals::requests::ProposalCreate, time::Time,
};

crate::string_enum! {
    /// What kind of exchange a message opens.
    pub enum MessageType {
        Direct = "direct",
        Broadcast = "broadcast",
        Consultation = "consultation",
        Handoff = "handoff",
        Collaboration = "collaboration",
    }
}

crate::string_enum! {
    /// How urgent a message is, in the sender's word.
    pub enum MessagePriority {
        Low = "low",
        Normal = "normal",
        Medium = "medium",
        High = "high",
        Critical = "critical",
        Urgent = "urgent",
    }
}

impl MessagePriority {
    /// The class messages are taken by: low 0, normal and medium 1, high 2, critical and urgent 3.
    pub const fn class(self) -> i64 {
        match self {
            Self::Low => 0,
            Self::Normal | Self::Medium => 1,
            Self::High => 2,
            Self::Critical | Self::Urgent => 3,
        }
    }
}

crate::string_enum! {
    /// What became of a message.
    pub enum State {
        /// It waits in its recipient's mailbox; a hand-off is offered.
        Queued = "queued",
        /// Its recipient is at it.
        Leased = "leased",
        /// Its recipient has asked other agents, and goes on with it when they have answered.
        Waiting = "waiting",
        /// Its recipient wants to do something that a person has to permit.
        AwaitingApproval = "awaiting_approval",
        /// Its recipient is done with it.
        Handled = "handled",
        /// Its recipient is done with it, and still owes the answer somebody waits for.
        AwaitingReply = "awaiting_reply",
        /// The answer somebody waited for is there.
        Replied = "replied",
        /// The answer somebody waited for did not come in time.
        TimedOut = "timed_out",
        /// The task that was handed on is its recipient's now.
        Accepted = "accepted",
        /// The task that was offered stays where it was, or what its recipient wanted to do was not
        /// permitted.
        Refused = "refused",
        /// It went to somebody outside who reads it here or, as a broadcast, to its parts.
        Delivered = "delivered",
        /// It was not let in; the rule and the reason stand with it.
        Denied = "denied",
        /// Its time was over before anybody was done with it, or it was cancelled.
        Expired = "expired",
        /// Nobody could deal with it.
        Dead = "dead",
    }
}

impl State {
    /// Whether its recipient has nothing more to do with it.
    pub const fn is_end_of_work(self) -> bool {
        !matches!(self, Self::Queued | Self::Leased | Self::Waiting | Self::AwaitingApproval)
    }

    /// Whether nothing more is to come of it.
    pub const fn is_final(self) -> bool {
        self.is_end_of_work() && !matches!(self, Self::AwaitingReply)
    }
}

/// The sender when none is named, who is always trusted.
pub const SYSTEM: &str = "system";

/// The longest content of a message, in bytes, together with the texts of its context: a broadcast
/// keeps both once for each recipient.
pub const CONTENT_BYTES_MAX: usize = 256 * 1024;

/// The longest name of an agent a message goes to or comes from, in characters.
pub const AGENT_NAME_LENGTH_MAX: usize = 128;

/// How often a message may lead to the next one.
pub const HOPS_MAX: i64 = 16;

/// How often a message is tried before it is dead.
pub const ATTEMPTS_MAX: i64 = 5;

/// How long an answer is waited for when nobody says how long, in milliseconds: an hour.
pub const TIMEOUT_MS_DEFAULT: i64 = 3_600_000;

/// The longest an answer is waited for, in milliseconds: seven days. A longer `timeoutMs` counts as
/// this one, since the contract names no bound that could refuse it.
pub const TIMEOUT_MS_MAX: i64 = 7 * 24 * 3_600_000;

/// The longest id of a task, a session or a conversation, in characters. They are keys of indexes.
pub const CONTEXT_ID_LENGTH_MAX: usize = 256;

/// The most recipients of one broadcast.
pub const RECIPIENTS_MAX: usize = 1_000;

/// The most bytes a broadcast is kept in, all its parts together.
pub const BROADCAST_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The part of a mailbox, as its number of places divided by this, that one sender may hold for one
/// user once the box is that full.
pub const SENDER_SHARE: i64 = 2;

/// How long a dead letter is kept, in days since it died.
pub const DEAD_DAYS: i64 = 30;

/// How long a refused message is kept, in days since it was sent.
pub const DENIED_DAYS: i64 = 7;

/// The most refused messages of a user that are kept.
pub const DENIED_MAX: i64 = 1_000;

/// How long a message is kept that has come to another end, in days since it was sent. What still
/// waits is kept as long as it waits.
pub const MESSAGE_DAYS: i64 = 180;

/// A message waits this long before it counts one class higher, so that nothing starves.
pub const AGEING_MS: i64 = 30_000;

/// A message with everything the hub knows about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Its identifier.
    pub id: String,
    /// The broadcast it is a part of, or the message whose recipient asks with it.
    pub parent_id: Option<String>,
    /// The message that led to it.
    pub cause_id: Option<String>,
    /// The message it replies to.
    pub reply_to: Option<String>,
    /// The conversation it belongs to.
    pub conversation_id: String,
    /// Who sent it.
    pub from_agent: String,
    /// Its recipient.
    pub to_agent: String,
    /// The type of the message.
    pub message_type: MessageType,
    /// How urgent it is.
    pub priority: MessagePriority,
    /// How many messages led to it.
    pub hops: i64,
    /// Labels about the trust in its source.
    pub labels: Vec<String>,
    /// The user on whose behalf it was sent.
    pub account: String,
    /// The only project that its recipient may read for that user, where it was sent with the token of
    /// one.
    pub only_project: Option<String>,
    /// The project it is about.
    pub project_id: Option<String>,
    /// Its state.
    pub state: State,
    /// Why it was refused or is dead.
    pub error: Option<String>,
    /// The rule behind `error`, as a word for programs.
    pub rule: Option<String>,
    /// Its text.
    pub content: String,
    /// Its context.
    pub context: Option<MessageContext>,
    /// The measured answer of an agent, for programs.
    pub report: Option<JsonText>,
    /// Its states so far.
    pub history: Vec<HistoryEntry>,
    /// When it was sent.
    pub created_at: Time,
    /// Until when it must be taken, and its answer be there.
    pub deadline: Option<Time>,
    /// Its reply.
    pub answer_id: Option<String>,
    /// The task it hands on.
    pub task: Option<String>,
    /// The version of the task's ownership under which it was offered.
    pub offered_version: i64,
    /// How often it was leased.
    pub attempt: i64,
    /// Before this nobody takes it again; while it waits for answers, it waits no longer than this.
    pub not_before: Time,
    /// What its recipient wanted to do that a person has to permit, and what became of it.
    pub approval: Option<Approval>,
}

/// One state in the history of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The state.
    pub state: State,
    /// Since when.
    #[serde(with = "crate::time::millis")]
    pub at: Time,
}

/// The label of content that came from outside the staff.
pub const UNTRUSTED: &str = "untrusted";

/// What an agent says in answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs.
    pub report: Option<JsonText>,
    /// Whether it only says that what was asked for takes a language model, and that there is none:
    /// whoever has work done counts it as not done.
    pub needs_model: bool,
    /// Whether it only says that there is nothing to work with, that what is named is not there, or that
    /// the request was not understood: whoever has work done counts it as not done.
    pub is_empty: bool,
    /// What it proposes to change; made together with the answer.
    pub proposals: Vec<ProposalCreate>,
    /// What it found with a language model; recorded together with the answer.
    pub findings: Vec<AgentFinding>,
}

impl Answer {
    /// A sentence for people that says why there is nothing to work with.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            report: None,
            needs_model: false,
            is_empty: true,
            proposals: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// A letter for people, and what it rests on for programs.
    pub fn with_report(text: String, report: &serde_json::Value) -> Result<Self> {
        let written = serde_json::to_string(report)
            .map_err(|flaw| Error::internal("writing a report", flaw))?;
        Ok(Self { report: Some(JsonText(written)), is_empty: false, ..Self::of_text(text) })
    }

    /// The same, which only says that there is nothing where this holds.
    #[must_use]
    pub fn empty_if(self, is_empty: bool) -> Self {
        Self { is_empty, ..self }
    }

    /// With another text and report, and the rest as it is.
    ///
    /// # Errors
    /// As [`Answer::with_report`].
    pub fn replaced(self, text: String, report: &serde_json::Value) -> Result<Self> {
        let Self { text, report, .. } = Self::with_report(text, report)?;
        Ok(Self { text, report, ..self })
    }

    /// That the agent of this name can do nothing here without a language model.
    pub fn without_model(agent_id: &str) -> Self {
        let text = format!(
            "{agent_id} answers with the help of a language model, and none is configured.\n"
        );
        Self { needs_model: true, ..Self::of_text(text) }
    }
}

impl Message {
    /// Goes to a mailbox instead of to somebody outside.
    pub fn enqueue(&mut self, now: Time) {
        self.history.clear();
        self.set_state(State::Queued, now);
    }

    /// Takes on a state.
    pub fn set_state(&mut self, state: State, now: Time) {
        self.state = state;
        self.history.push(HistoryEntry { state, at: now });
    }

    /// The user it was sent for, with whose rights its recipient reads.
    pub fn principal(&self) -> Principal {
        Principal::of_account(&self.account).within(self.only_project.as_deref())
    }

    /// It is what `cause` led to: one hop further, no more trusted, and about no more projects.
    pub fn inherit_from(&mut self, cause: &Self) {
        if self.only_project.is_none() {
            self.only_project.clone_from(&cause.only_project);
        }
        self.hops = cause.hops + 1;
        self.cause_id = Some(cause.id.clone());
        for label in &cause.labels {
            if !self.labels.contains(label) {
                self.labels.push(label.clone());
            }
        }
    }

    /// Whether somebody waits for its answer: that of a consultation always, that of another
    /// message where it says so. A hand-off is answered by being accepted or refused, and an answer
    /// is not answered for its own sake.
    pub fn wants_answer(&self) -> bool {
        let requires = self.context.as_ref().and_then(|context| context.requires_response);
        self.reply_to.is_none()
            && match self.message_type {
                MessageType::Consultation => true,
                MessageType::Handoff => false,
                _ => requires == Some(true),
            }
    }

    /// Whether it offers a task; the answer to an offer is none.
    pub fn is_offer(&self) -> bool {
        self.message_type == MessageType::Handoff && self.reply_to.is_none()
    }

    /// How long it may wait, in milliseconds: as long as it says, or [`TIMEOUT_MS_DEFAULT`] where
    /// somebody waits for its answer. A number that is no time says nothing.
    pub fn timeout_ms(&self) -> Option<i64> {
        let said = self.context.as_ref().and_then(|context| context.timeout_ms);
        said.filter(|timeout_ms| *timeout_ms > 0)
            .or_else(|| self.wants_answer().then_some(TIMEOUT_MS_DEFAULT))
            .map(|timeout_ms| timeout_ms.min(TIMEOUT_MS_MAX))
    }

    /// When a lease on it ends that is to last until `wanted`: at its deadline at the latest, for
    /// nobody waits for what comes after that.
    pub fn lease_end(&self, wanted: Time) -> Time {
        self.deadline.map_or(wanted, |deadline| deadline.min(wanted))
    }

    /// The reply that carries `answer` back to the sender; what was read in it keeps its labels.
    pub fn reply(&self, id: String, answer: Answer, now: Time) -> Self {
        Self {
            id,
            parent_id: None,
            cause_id: Some(self.id.clone()),
            reply_to: Some(self.id.clone()),
            conversation_id: self.conversation_id.clone(),
            from_agent: self.to_agent.clone(),
            to_agent: self.from_agent.clone(),
            message_type: self.message_type,
            priority: self.priority,
            hops: self.hops + 1,
            labels: self.labels.clone(),
            account: self.account.clone(),
            only_project: self.only_project.clone(),
            project_id: self.project_id.clone(),
            state: State::Delivered,
            error: None,
            rule: None,
            content: answer.text,
            context: self.context.clone(),
            report: answer.report,
            history: vec![HistoryEntry { state: State::Delivered, at: now }],
            created_at: now,
            deadline: None,
            answer_id: None,
            task: None,
            offered_version: 0,
            attempt: 0,
            not_before: now,
            approval: None,
        }
    }
}
