//! Views of swarms. They borrow the texts of sub-tasks, which may be many and long.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Status, Subtask, SubtaskState, Swarm, SwarmType, plan::Topology};
use crate::{agents::AgentPriority, findings::FindingItem, json::JsonText, time::Time};

/// A swarm, as lists and events show it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmResponse")]
pub struct SwarmItem {
    /// Its identifier.
    pub swarm_id: String,
    /// How far it is.
    #[schemars(extend("enum" = Status::WORDS))]
    pub status: String,
    /// What it is there for.
    #[schemars(extend("enum" = SwarmType::WORDS))]
    pub swarm_type: String,
    /// When it was made, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// What is to be done.
    pub task_description: String,
    /// How many agents take part.
    pub agent_count: i64,
    /// Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed.
    #[schemars(range(min = 0, max = 1))]
    pub progress: f64,
    /// The project it works on.
    pub project_id: Option<String>,
    /// Which of several swarms is worked on first.
    #[schemars(extend("enum" = AgentPriority::WORDS))]
    pub priority: String,
    /// The swarm whose finished sub-tasks it goes on from.
    pub derived_from: Option<String>,
    /// Why it failed.
    pub error: Option<String>,
    /// Whether no more of it is wanted, and what is being worked on has a moment left to end.
    pub cancelling: bool,
    /// How many sub-tasks it has, and how many ended in which way.
    pub sub_task_counts: SubtaskCounts,
    /// When its first sub-task was begun, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub started_at: Option<String>,
    /// When it ended, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub finished_at: Option<String>,
}

/// How many sub-tasks a swarm has, and how many ended in which way.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmSubTaskCounts")]
pub struct SubtaskCounts {
    /// All of them.
    pub total: i64,
    /// Those that did what they were there for.
    pub succeeded: i64,
    /// Those that could not.
    pub failed: i64,
    /// Those that had nothing to add, or nothing to work with.
    pub skipped: i64,
    /// Those nobody wanted any more.
    pub cancelled: i64,
}

impl SwarmItem {
    /// A swarm as it is.
    pub fn of(swarm: &Swarm) -> Self {
        let counts = swarm.counts;
        Self {
            swarm_id: swarm.id.clone(),
            status: swarm.status.to_string(),
            swarm_type: swarm.swarm_type.to_string(),
            created_at: swarm.created_at.iso(),
            task_description: swarm.task_description.clone(),
            agent_count: swarm.agent_count,
            progress: swarm.progress(),
            project_id: swarm.project_id.clone(),
            priority: swarm.priority.to_string(),
            derived_from: swarm.derived_from.clone(),
            error: swarm.error.clone(),
            cancelling: swarm.is_cancelling(),
            sub_task_counts: SubtaskCounts {
                total: counts.total,
                succeeded: counts.succeeded,
                failed: counts.failed,
                skipped: counts.skipped,
                cancelled: counts.cancelled,
            },
            started_at: swarm.started_at.map(Time::iso),
            finished_at: swarm.finished_at.map(Time::iso),
        }
    }
}

/// A swarm with all that belongs to it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmDetail")]
pub struct SwarmDetail<'a> {
    /// The swarm.
    #[serde(flatten)]
    pub swarm: SwarmItem,
    /// How its sub-tasks lie to each other.
    #[schemars(extend("enum" = Topology::WORDS))]
    pub topology: &'a str,
    /// What it was asked to work on, as it was sent.
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub input: Option<JsonText>,
    /// What it may cost, as it was sent.
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub budget: Option<JsonText>,
    /// Its sub-tasks in the order of the plan.
    pub sub_tasks: Vec<SubtaskItem<'a>>,
    /// What it leaves behind.
    pub artefacts: Vec<ArtefactItem>,
    /// What it has cost.
    pub usage: Usage,
    /// What it found in texts, the gravest first; at most 1,000.
    pub findings: Vec<FindingItem>,
}

/// A sub-task.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmSubTask")]
pub struct SubtaskItem<'a> {
    /// Its name within the swarm.
    pub key: &'a str,
    /// What it is about.
    pub title: &'a str,
    /// Who does it.
    pub agent: &'a str,
    /// What it is to do: an agent is asked, documents are checked, or results put together.
    #[schemars(extend("enum" = ["ask", "check", "synthesis"]))]
    pub kind: &'a str,
    /// How far it is.
    #[schemars(extend("enum" = SubtaskState::WORDS))]
    pub state: &'a str,
    /// How often it was begun.
    pub attempt: i64,
    /// Why it failed or was skipped, or what went wrong the last time.
    pub error: Option<&'a str>,
    /// What came of it; null while nothing has.
    pub result: Option<ResultItem<'a>>,
    /// The process that is at it, or has done it, by its name among those on one database.
    pub worker: Option<&'a str>,
    /// Whether it was done in the swarm this one goes on from.
    pub reused: bool,
    /// When it was first begun, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub started_at: Option<String>,
    /// When it ended, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub finished_at: Option<String>,
}

/// What came of a sub-task.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmSubTaskResult")]
pub struct ResultItem<'a> {
    /// For people.
    pub text: &'a str,
    /// For programs; null where nothing was measured.
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub report: Option<&'a JsonText>,
}

impl<'a> SubtaskItem<'a> {
    /// A sub-task as it is.
    pub fn of(subtask: &'a Subtask) -> Self {
        Self {
            key: &subtask.key,
            title: &subtask.title,
            agent: &subtask.agent,
            kind: subtask.task.kind(),
            state: subtask.state.as_str(),
            attempt: subtask.attempt,
            error: subtask.error.as_deref(),
            result: subtask
                .text
                .as_deref()
                .map(|text| ResultItem { text, report: subtask.report.as_ref() }),
            worker: subtask.worker.as_deref(),
            reused: subtask.reused,
            started_at: subtask.started_at.map(Time::iso),
            finished_at: subtask.finished_at.map(Time::iso),
        }
    }
}

/// Something a swarm leaves behind.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmArtefact")]
pub struct ArtefactItem {
    /// The sub-task that made it.
    pub sub_task: String,
    /// Its name within the swarm, like that of a file.
    pub name: String,
    /// What kind of text it is, as a media type.
    pub media_type: String,
    /// The text.
    pub content: String,
    /// When it was made, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
}

/// What a swarm has cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmUsage")]
pub struct Usage {
    /// How often a sub-task was begun.
    pub attempts: i64,
    /// Time agents worked on it, all of them together, in milliseconds.
    pub busy_ms: i64,
    /// Calls of language models.
    pub model_calls: i64,
    /// Tokens of language models.
    pub tokens: i64,
    /// Money for language models, in US dollars.
    pub cost: f64,
}

impl Usage {
    /// What a swarm has used. No agent calls a language model yet.
    pub fn of(swarm: &Swarm) -> Self {
        let Swarm { attempts, busy_ms, .. } = *swarm;
        Self { attempts, busy_ms, model_calls: 0, tokens: 0, cost: 0.0 }
    }
}

/// All swarms that are not over, and the latest that are.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmListResponse")]
pub struct SwarmList {
    /// Those that are executed or wait, by priority, then by the time they were made.
    pub active_swarms: Vec<SwarmItem>,
    /// Those that were completed or failed, the latest first; at most 10.
    pub completed_swarms: Vec<SwarmItem>,
    /// How many are shown.
    pub total_count: usize,
}
