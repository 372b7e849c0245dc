//! Swarms: groups of agents that do one task together, as sub-tasks that depend on each other.
//! [`requirements`] says what a swarm cannot begin without, [`plan`] makes its sub-tasks, [`inputs`]
//! what each gets of the others, [`outcome`] what follows from the end of one,
//! [`approvals`] what one waits for that has to be permitted, [`claims`] where results
//! agree, and [`links`] how the hub shows a sub-task. They are pure functions; `engine` runs them and
//! `store` keeps the rows.

pub mod approvals;
pub mod claims;
pub mod inputs;
pub mod links;
pub mod outcome;
pub mod overview;
pub mod plan;
pub mod requirements;
pub mod subtask;
pub mod view;

#[cfg(test)]
mod tests;

use crate::{
    Principal,
    agents::{AgentPriority, card::LIST_MAX},
    findings::Check,
    json::{Json, JsonText},
    lengths::TEXT_CHARS_MAX,
    time::{DAY_MS, Time},
};

pub use outcome::Unmet;
pub use subtask::{Aim, Artefact, Subtask, SubtaskResult, SubtaskState, Task};

crate::string_enum! {
    /// What a swarm is there for, and with it which agents do what in which order.
    pub enum SwarmType {
        /// What the book is made of, laid out as a structure.
        Outline = "outline",
        /// A text, from its structure to its first judgement.
        Draft = "draft",
        /// Chapter by chapter: what to mend.
        Revision = "revision",
        /// Chapter by chapter: what is not as it should be.
        ConsistencySweep = "consistency_sweep",
        /// Several readers of the same text, each for itself.
        ReaderPanel = "reader_panel",
        /// Two agents in turns, and a third who sums up.
        Debate = "debate",
        /// The world, from several sides, and whether it holds together.
        Worldbuilding = "worldbuilding",
        /// What is known about something.
        Research = "research",
        /// The invented languages.
        Conlang = "conlang",
        /// Whether the book can leave the studio.
        Publishing = "publishing",
    }
}

crate::string_enum! {
    /// How far a swarm is. The last three are final.
    pub enum Status {
        /// Made, and nothing of it begun.
        Pending = "pending",
        /// Being worked on, or waiting between two sub-tasks.
        Active = "active",
        /// Nothing is left to do, and what it was asked for is there.
        Completed = "completed",
        /// Nothing is left to do, and something failed or what it was asked for is missing; or its time
        /// was over.
        Failed = "failed",
        /// A user wanted no more of it.
        Cancelled = "cancelled",
    }
}

impl Status {
    /// Whether nothing changes any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// How long a swarm may take when it says nothing else, in milliseconds.
pub const TIME_MS_DEFAULT: i64 = DAY_MS;

/// The longest a swarm may take, in milliseconds.
const TIME_MS_MAX: f64 = 30.0 * DAY_MS as f64;

/// The most documents a request may name.
pub(crate) const DOCUMENTS_MAX: usize = 10_000;

/// The most turns of a debate for each side.
const ROUNDS_MAX: f64 = 10.0;

/// How long a swarm that is cancelled waits for what is being worked on, in milliseconds.
pub const GRACE_MS: i64 = 10_000;

/// The most finished swarms that are kept of a project, or of a user outside of any.
pub const SWARMS_MAX: i64 = 1_000;

crate::model! {
    /// A task for several agents.
    pub struct SwarmCreate as "SwarmCreateRequest" {
        /// Its type.
        swarm_type: SwarmType,
        /// A description of the task.
        task_description: String where { min_length: 1, max_length: TEXT_CHARS_MAX },
        /// The project it works on; absent, the one you have open.
        project_id: Option<String>,
        /// Which of several swarms is worked on first.
        priority: AgentPriority = AgentPriority::Normal,
        /// The only agents that may take part; when absent, all that its type needs.
        agents: Option<Vec<String>> where { max_length: LIST_MAX },
        /// Its input, besides the description.
        input: Option<SwarmInput>,
        /// Its budget.
        budget: Option<SwarmBudget>,
    }
}

crate::model! {
    /// The input of a swarm. Other members are stored and returned.
    #[derive(Default)]
    pub struct SwarmInput as "SwarmInput" keeps rest {
        /// The documents; when absent, every chapter, scene and part with a text.
        document_ids: Option<Vec<String>> where { max_length: DOCUMENTS_MAX },
        /// The checks of a sweep; all when absent.
        checks: Option<Vec<Check>>,
        /// How often each side of a debate speaks.
        rounds: Option<i64> where { ge: 1.0, le: ROUNDS_MAX },
    }
}

crate::model! {
    /// The budget of a swarm. Only language models use tokens and money.
    pub struct SwarmBudget as "SwarmBudget" {
        /// Tokens of language models.
        tokens: Option<i64> where { ge: 0.0 },
        /// Money for language models, in US dollars.
        cost: Option<f64> where { ge: 0.0 },
        /// The time from its creation to its end, in milliseconds; a day when absent.
        time_ms: Option<i64> where { ge: 1_000.0, le: TIME_MS_MAX },
    }
}

impl SwarmInput {
    /// As it was sent, for whoever reads the swarm.
    pub fn to_json_text(&self) -> JsonText {
        let mut members = self.rest.0.clone();
        let mut add = |key: &str, value: Option<Json>| {
            members.extend(value.map(|value| (key.to_owned(), value)));
        };
        let texts = |texts: Vec<&str>| {
            Json::Array(texts.into_iter().map(|text| Json::Text(text.to_owned())).collect())
        };
        let ids = self.document_ids.as_ref().map(|ids| ids.iter().map(String::as_str).collect());
        add("documentIds", ids.map(texts));
        let checks =
            self.checks.as_ref().map(|checks| checks.iter().map(|it| it.as_str()).collect());
        add("checks", checks.map(texts));
        add("rounds", self.rounds.map(Json::Int));
        object_text(members)
    }
}

impl SwarmBudget {
    /// As it was sent, for whoever reads the swarm.
    pub fn to_json_text(&self) -> JsonText {
        let members = [
            ("tokens", self.tokens.map(Json::Int)),
            ("cost", self.cost.map(Json::Float)),
            ("timeMs", self.time_ms.map(Json::Int)),
        ];
        let given = |(key, value): (&str, Option<Json>)| Some((key.to_owned(), value?));
        object_text(members.into_iter().filter_map(given).collect())
    }
}

fn object_text(members: Vec<(String, Json)>) -> JsonText {
    JsonText(Json::Object(members.into_iter().collect()).to_string())
}

/// A group of agents that execute a task.
#[derive(Debug, Clone, PartialEq)]
pub struct Swarm {
    /// Its identifier.
    pub id: String,
    /// The user on whose behalf it works.
    pub account: String,
    /// The only project that its agents may read for that user, where it was started with the token of
    /// one.
    pub only_project: Option<String>,
    /// The project it works on.
    pub project_id: Option<String>,
    /// Its type.
    pub swarm_type: SwarmType,
    /// Its state.
    pub status: Status,
    /// Which of several swarms is worked on first.
    pub priority: AgentPriority,
    /// A description of the task.
    pub task_description: String,
    /// How many agents take part.
    pub agent_count: i64,
    /// The swarm that it repeats and whose finished sub-tasks it reuses.
    pub derived_from: Option<String>,
    /// How its sub-tasks are doing.
    pub counts: Counts,
    /// How often a sub-task was started.
    pub attempts: i64,
    /// Time agents worked on it, all of them together, in milliseconds.
    pub busy_ms: i64,
    /// Why it failed.
    pub error: Option<String>,
    /// Until when what is being worked on may end, once it is to be cancelled.
    pub cancel_at: Option<Time>,
    /// When its time is over.
    pub deadline: Time,
    /// When it was made.
    pub created_at: Time,
    /// When its first sub-task was begun.
    pub started_at: Option<Time>,
    /// When it ended.
    pub finished_at: Option<Time>,
}

/// How many sub-tasks a swarm has, and how many of them ended in which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// All sub-tasks.
    pub total: i64,
    /// Sub-tasks that succeeded.
    pub succeeded: i64,
    /// Sub-tasks that failed.
    pub failed: i64,
    /// Sub-tasks that were skipped.
    pub skipped: i64,
    /// Sub-tasks that were cancelled.
    pub cancelled: i64,
    /// Sub-tasks that wait for a permission.
    pub awaiting_approval: i64,
}

impl Counts {
    /// Counts `amount` more that are in `state`, where states are counted.
    pub fn add(&mut self, state: SubtaskState, amount: i64) {
        match state {
            SubtaskState::Succeeded => self.succeeded += amount,
            SubtaskState::Failed => self.failed += amount,
            SubtaskState::Skipped => self.skipped += amount,
            SubtaskState::Cancelled => self.cancelled += amount,
            SubtaskState::AwaitingApproval => self.awaiting_approval += amount,
            SubtaskState::Blocked
            | SubtaskState::Ready
            | SubtaskState::Waiting
            | SubtaskState::Leased => {}
        }
    }

    /// Whether every sub-task has ended.
    pub const fn all_ended(&self) -> bool {
        self.succeeded + self.failed + self.skipped + self.cancelled == self.total
    }
}

impl Swarm {
    /// The user it works for, with whose rights its agents read.
    pub fn principal(&self) -> Principal {
        Principal::of_account(&self.account).within(self.only_project.as_deref())
    }

    /// Succeeded ÷ (all − skipped), 0 to 1; it never falls, and is 1 only when the swarm is completed.
    pub fn progress(&self) -> f64 {
        if self.status == Status::Completed {
            return 1.0;
        }
        let Counts { total, succeeded, skipped, .. } = self.counts;
        let wanted = total - skipped;
        // All that was not skipped is done, and yet it is not completed: what was skipped is missing.
        let missing = i64::from(succeeded == wanted);
        succeeded as f64 / (wanted + missing) as f64
    }

    /// Whether it was cancelled and running sub-tasks still have time to end.
    pub const fn is_cancelling(&self) -> bool {
        self.cancel_at.is_some() && !self.status.is_final()
    }

    /// What follows once all sub-tasks have ended: it is cancelled when some were, failed when one
    /// did or something it is there for is `unmet`, else completed; also when everything was done
    /// before it could be cancelled.
    pub fn conclude(&mut self, unmet: &[Unmet], now: Time) {
        if self.status.is_final() || !self.counts.all_ended() {
            return;
        }
        let status = if self.counts.cancelled > 0 {
            Status::Cancelled
        } else if self.counts.failed > 0 || !unmet.is_empty() {
            Status::Failed
        } else {
            Status::Completed
        };
        if status == Status::Failed {
            let reason = outcome::reason(self.counts, unmet);
            self.error.get_or_insert(reason);
        }
        self.end(status, now);
    }

    /// Ends it.
    pub fn end(&mut self, status: Status, now: Time) {
        self.status = status;
        self.finished_at = Some(now.max(self.created_at));
    }
}
