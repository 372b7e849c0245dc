//! The sub-tasks of a swarm: their tasks, states and results.

use serde::{Deserialize, Serialize};

use crate::{
    findings::{Check, CheckResult},
    json::JsonText,
    time::Time,
};

crate::string_enum! {
    /// How far a sub-task is. The last four are final.
    pub enum SubtaskState {
        /// It waits for others to end.
        Blocked = "blocked",
        /// It waits for its agent, or for its next attempt.
        Ready = "ready",
        /// Its agent is at it.
        Leased = "leased",
        /// It did what it was there for.
        Succeeded = "succeeded",
        /// It could not.
        Failed = "failed",
        /// It had nothing to add, or nothing to work with.
        Skipped = "skipped",
        /// Nobody wanted it any more.
        Cancelled = "cancelled",
    }
}

impl SubtaskState {
    /// Whether nothing changes any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Skipped | Self::Cancelled)
    }
}

/// What a sub-task is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Task {
    /// Its agent answers what is to be done in the swarm as it would a message.
    Ask {
        /// The document it is asked about; without one, the project.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        document_id: Option<String>,
    },
    /// Documents are checked, or what the project lays down itself.
    Check {
        /// Which; none for the lore and the rules of the project.
        document_ids: Vec<String>,
        /// What for.
        checks: Vec<Check>,
    },
    /// What the others found and said is put together.
    Synthesis,
}

impl Task {
    /// As the wire calls it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Ask { .. } => "ask",
            Self::Check { .. } => "check",
            Self::Synthesis => "synthesis",
        }
    }
}

/// One part of a swarm's work.
#[derive(Debug, Clone, PartialEq)]
pub struct Subtask {
    /// The swarm.
    pub swarm_id: String,
    /// Its position in the plan, from 0.
    pub position: i64,
    /// Its name within the swarm.
    pub key: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The agent that does it.
    pub agent: String,
    /// What it is to do.
    pub task: Task,
    /// Its state.
    pub state: SubtaskState,
    /// How often it was started.
    pub attempt: i64,
    /// Why it failed or was skipped, or the error of the last attempt.
    pub error: Option<String>,
    /// What was said, for people.
    pub text: Option<String>,
    /// The same for programs.
    pub report: Option<JsonText>,
    /// The process that is at it, or has done it.
    pub worker: Option<String>,
    /// Whether its result was reused from the swarm that this one repeats.
    pub reused: bool,
    /// When its agent first began.
    pub started_at: Option<Time>,
    /// When it ended.
    pub finished_at: Option<Time>,
}

/// The result of a sub-task.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SubtaskResult {
    /// What it says, for people.
    pub text: String,
    /// The same for programs.
    pub report: Option<JsonText>,
    /// What was read in texts, and found there.
    pub readings: Vec<CheckResult>,
    /// The texts it has produced.
    pub artefacts: Vec<Artefact>,
}

/// A text that a swarm has produced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artefact {
    /// Its name within the swarm, like a file name.
    pub name: String,
    /// What kind of text it is, as a media type.
    pub media_type: &'static str,
    /// The text.
    pub content: String,
}
