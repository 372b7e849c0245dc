//! The sub-tasks of a swarm: their tasks, states and results.

use serde::{Deserialize, Serialize};

use crate::{
    findings::{Check, CheckResult, by_agent::AgentFinding},
    json::JsonText,
    messages::approvals::Approval,
    proposals::requests::ProposalCreate,
    time::Time,
};

crate::string_enum! {
    /// How far a sub-task is. The last four are final.
    pub enum SubtaskState {
        /// It waits for others to end.
        Blocked = "blocked",
        /// It waits for its agent, or for its next attempt.
        Ready = "ready",
        /// It is in the mailbox of an agent outside, as a message.
        Waiting = "waiting",
        /// Its agent wants to do something that a person has to permit.
        AwaitingApproval = "awaiting_approval",
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

crate::string_enum! {
    /// What the agent of a sub-task is asked for.
    pub enum Aim {
        /// What it answers to a message about these documents, or about the project.
        Answer = "answer",
        /// Something that takes a language model: a premise, a draft.
        Composition = "composition",
        /// A turn of a debate, which takes a language model.
        Debate = "debate",
        /// What is said of the draft that another one wrote, which takes a language model.
        DraftReading = "draft_reading",
        /// What the structure lacks that another one laid out.
        Judgement = "judgement",
        /// What the lore says of the question and of what others found, and what of it is not there.
        Canon = "canon",
        /// What of the findings of others the lore lacks, each with its source.
        Record = "record",
        /// What to write anew, chapter by chapter.
        Rewrites = "rewrites",
        /// Which names that another one coined the lore has.
        Names = "names",
        /// How ready the book is, with what others checked and found open.
        Readiness = "readiness",
    }
}

impl Aim {
    const fn answer() -> Self {
        Self::Answer
    }

    /// Whether its agent asks a language model for it, where there is one.
    pub const fn asks_model(self) -> bool {
        match self {
            Self::Answer
            | Self::Composition
            | Self::Debate
            | Self::DraftReading
            | Self::Judgement
            | Self::Rewrites
            | Self::Readiness => true,
            // What the lore has is looked up, whoever asks.
            Self::Canon | Self::Record | Self::Names => false,
        }
    }

    /// Whether it cannot be had without a language model.
    pub const fn is_composed(self) -> bool {
        matches!(self, Self::Composition | Self::Debate | Self::DraftReading)
    }

    fn is_answer(&self) -> bool {
        *self == Self::Answer
    }
}

/// What a sub-task is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Task {
    /// Its agent is asked, about documents and with the results of the sub-tasks it waits for.
    Ask {
        /// The documents it is asked about; none for the project.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        document_ids: Vec<String>,
        /// What it is asked for.
        #[serde(default = "Aim::answer", skip_serializing_if = "Aim::is_answer")]
        aim: Aim,
    },
    /// Documents are checked, or what the project lays down itself.
    Check {
        /// Which; none for the lore and the rules of the project, and for its book as a whole.
        document_ids: Vec<String>,
        /// What for.
        checks: Vec<Check>,
        /// Whether the habits of the whole book are looked for beside them.
        #[serde(default)]
        with_habits: bool,
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

    /// What its agent is asked for, if it is asked.
    pub const fn aim(&self) -> Option<Aim> {
        match self {
            Self::Ask { aim, .. } => Some(*aim),
            Self::Check { .. } | Self::Synthesis => None,
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
    /// What of the swarm's result it is for; none when the result does not depend on it.
    pub need: Option<String>,
    /// The message that stands for it in the hub, alone or for its whole series.
    pub message_id: String,
    /// Its state.
    pub state: SubtaskState,
    /// How often it was started.
    pub attempt: i64,
    /// What its agent wants or wanted to do that a person has to permit.
    pub approval: Option<Approval>,
    /// Until when it waits for that permission; none while it does not.
    pub approval_until: Option<Time>,
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

impl Subtask {
    /// Whether another swarm can go on from its result: it succeeded, and its model, where it asked one,
    /// gave an answer.
    pub fn is_reusable(&self) -> bool {
        // A swarm may have thousands of reports, of which hardly one has a failure.
        let report = self.report.as_ref().filter(|it| it.0.contains("\"failure\""));
        let report = report.and_then(|it| serde_json::from_str::<serde_json::Value>(&it.0).ok());
        let has_failed = report.is_some_and(|report| report["answer"]["failure"].is_string());
        self.state == SubtaskState::Succeeded && !has_failed
    }
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
    /// What it proposes to change; made together with the result.
    pub proposals: Vec<ProposalCreate>,
    /// What its agent found with a language model; recorded together with the result.
    pub findings: Vec<AgentFinding>,
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
