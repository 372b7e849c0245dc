//! Views of swarms. They borrow the texts of sub-tasks, which may be many and long.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Aim, Counts, Status, Subtask, SubtaskState, Swarm, SwarmType, plan::Topology};
use crate::{
    agents::AgentPriority,
    findings::FindingItem,
    json::JsonText,
    messages::approvals::Approval,
    steps::DraftItem,
    time::Time,
    usage::{TokenUsage, UsageAmounts},
};

/// A swarm, as lists and events show it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmResponse")]
pub struct SwarmItem {
    /// Its identifier.
    pub swarm_id: String,
    /// Its state.
    pub status: Status,
    /// Its type.
    pub swarm_type: SwarmType,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// A description of the task.
    pub task_description: String,
    /// How many agents take part.
    pub agent_count: i64,
    /// Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed.
    #[schemars(range(min = 0, max = 1))]
    pub progress: f64,
    /// The project it works on.
    pub project_id: Option<String>,
    /// Which of several swarms is worked on first.
    pub priority: AgentPriority,
    /// The swarm that it repeats and whose finished sub-tasks it reuses.
    pub derived_from: Option<String>,
    /// Why it failed.
    pub error_message: Option<String>,
    /// The same as `errorMessage`.
    pub error: Option<String>,
    /// Whether it was cancelled and running sub-tasks still have time to end.
    pub cancelling: bool,
    /// How many sub-tasks it has, how many ended in which way, and how many wait for a permission.
    pub sub_task_counts: SubtaskCounts,
    /// When its first sub-task was started, ISO 8601.
    pub started_at: Option<Time>,
    /// When it ended, ISO 8601.
    pub finished_at: Option<Time>,
}

/// How many sub-tasks a swarm has, how many ended in which way, and how many wait for a permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmSubTaskCounts")]
pub struct SubtaskCounts {
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

impl From<Counts> for SubtaskCounts {
    fn from(counts: Counts) -> Self {
        Self {
            total: counts.total,
            succeeded: counts.succeeded,
            failed: counts.failed,
            skipped: counts.skipped,
            cancelled: counts.cancelled,
            awaiting_approval: counts.awaiting_approval,
        }
    }
}

impl SwarmItem {
    /// A swarm as it is.
    pub fn of(swarm: &Swarm) -> Self {
        Self {
            swarm_id: swarm.id.clone(),
            status: swarm.status,
            swarm_type: swarm.swarm_type,
            created_at: swarm.created_at,
            task_description: swarm.task_description.clone(),
            agent_count: swarm.agent_count,
            progress: swarm.progress(),
            project_id: swarm.project_id.clone(),
            priority: swarm.priority,
            derived_from: swarm.derived_from.clone(),
            error_message: swarm.error.clone(),
            error: swarm.error.clone(),
            cancelling: swarm.is_cancelling(),
            sub_task_counts: swarm.counts.into(),
            started_at: swarm.started_at,
            finished_at: swarm.finished_at,
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
    /// How its sub-tasks depend on each other.
    pub topology: Topology,
    /// What it was asked to work on, as it was sent.
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub input: Option<JsonText>,
    /// Its budget, as it was sent.
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub budget: Option<JsonText>,
    /// Its sub-tasks in the order of the plan.
    pub sub_tasks: Vec<SubtaskItem<'a>>,
    /// The texts it has produced.
    pub artefacts: Vec<ArtefactItem>,
    /// What it has used.
    pub usage: Usage,
    /// Its findings, the most severe first; at most 1,000.
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
    /// The agent that does it.
    pub agent: &'a str,
    /// The kind of work: an agent is asked, documents are checked, or results are summarised.
    #[schemars(extend("enum" = ["ask", "check", "synthesis"]))]
    pub kind: &'a str,
    /// What it is asked for; null for checks and the synthesis.
    pub aim: Option<Aim>,
    /// The keys of those that have to end before it begins, in the order of the plan.
    pub after: &'a [String],
    /// What of the swarm's result it is for: one sub-task of each need has to succeed. Null when the
    /// result does not depend on it.
    pub need: Option<&'a str>,
    /// The message that stands for it in the hub.
    pub message_id: &'a str,
    /// Its state.
    pub state: SubtaskState,
    /// How often it was started.
    pub attempt: i64,
    /// What its agent wants or wanted to do that you have to permit; null when there is nothing.
    pub approval: Option<&'a Approval>,
    /// Until when it waits for that permission, ISO 8601; null while it does not.
    pub approval_until: Option<Time>,
    /// Why it failed or was skipped, or the error of the last attempt.
    pub error: Option<&'a str>,
    /// Its result; null while there is none.
    pub result: Option<ResultItem<'a>>,
    /// What a model is writing for it, or had written when it was interrupted; absent when there is
    /// nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DraftItem")]
    pub draft: Option<&'a DraftItem>,
    /// The name of the server that works on it or has done it.
    pub worker: Option<&'a str>,
    /// Whether its result was reused from the swarm that this one repeats.
    pub reused: bool,
    /// When it was first started, ISO 8601.
    pub started_at: Option<Time>,
    /// When it ended, ISO 8601.
    pub finished_at: Option<Time>,
}

/// The result of a sub-task.
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
    /// A sub-task as it is, which waits for those with the keys `after`.
    pub fn of(subtask: &'a Subtask, after: &'a [String], draft: Option<&'a DraftItem>) -> Self {
        Self {
            key: &subtask.key,
            title: &subtask.title,
            agent: &subtask.agent,
            kind: subtask.task.kind(),
            aim: subtask.task.aim(),
            after,
            need: subtask.need.as_deref(),
            message_id: &subtask.message_id,
            state: subtask.state,
            attempt: subtask.attempt,
            approval: subtask.approval.as_ref(),
            approval_until: subtask.approval_until,
            error: subtask.error.as_deref(),
            result: subtask
                .text
                .as_deref()
                .map(|text| ResultItem { text, report: subtask.report.as_ref() }),
            draft,
            worker: subtask.worker.as_deref(),
            reused: subtask.reused,
            started_at: subtask.started_at,
            finished_at: subtask.finished_at,
        }
    }
}

/// A text that a swarm has produced.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmArtefact")]
pub struct ArtefactItem {
    /// The sub-task that made it.
    pub sub_task: String,
    /// Its name within the swarm, like a file name.
    pub name: String,
    /// What kind of text it is, as a media type.
    pub media_type: String,
    /// The text.
    pub content: String,
    /// When it was made, ISO 8601.
    pub created_at: Time,
}

/// What a swarm has used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmUsage")]
pub struct Usage {
    /// How often a sub-task was started.
    pub attempts: i64,
    /// Time agents worked on it, all of them together, in milliseconds.
    pub busy_ms: i64,
    /// Calls of language models.
    pub model_calls: i64,
    /// Tokens of language models.
    pub tokens: i64,
    /// Of these tokens, those whose number is an estimate.
    pub estimated_tokens: i64,
    /// Money for language models, in US dollars; null when some of it has no configured price.
    pub cost: Option<f64>,
}

impl Usage {
    /// What a swarm has used, with what its agents' models did.
    pub fn of(swarm: &Swarm, models: TokenUsage) -> Self {
        let Swarm { attempts, busy_ms, .. } = *swarm;
        let amounts = UsageAmounts::from(models);
        Self {
            attempts,
            busy_ms,
            model_calls: amounts.calls,
            tokens: amounts.input_tokens + amounts.output_tokens,
            estimated_tokens: amounts.estimated_tokens,
            cost: amounts.cost,
        }
    }
}

/// The active swarms and the latest that have ended.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SwarmListResponse")]
pub struct SwarmList {
    /// Swarms that are pending or active, by priority, then by age.
    pub active_swarms: Vec<SwarmItem>,
    /// Swarms that were completed or failed, the latest first; at most 10.
    pub completed_swarms: Vec<SwarmItem>,
    /// How many are shown.
    pub total_count: usize,
}
