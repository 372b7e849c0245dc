//! Views of projects. Intelligence and analytics are computed from the summary; an update cannot
//! change them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Project, ProjectSettings, Status, patterns,
    summary::{Summary, UserEdits},
};
use crate::{json::Json, time::Time};

/// Milliseconds in a minute.
const MINUTE_MS: f64 = 60_000.0;

/// Days in the trend of days.
const TREND_DAYS: i64 = 30;

/// Weeks in the trend of weeks, and the days of each.
const TREND_WEEKS: (i64, i64) = (12, 7);

/// Months in the trend of months, and the days that count as one.
const TREND_MONTHS: (i64, i64) = (12, 30);

/// A project with its settings and what happened in it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectItem {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// The kind of project, such as `fiction`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its status, set by its users.
    pub status: Status,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
    /// The user it belongs to.
    pub owner: String,
    /// The users who work on it.
    pub collaborators: Vec<String>,
    /// Its settings.
    pub settings: SettingsItem,
    /// What the studio has learned from it.
    pub intelligence: ProjectIntelligence,
    /// What was done in it.
    pub analytics: ProjectAnalytics,
    /// Whether the mechanics of magic systems are looked at.
    pub mechanics_enabled: bool,
}

/// The settings of a project: those that the interface defines, and unknown keys that clients have
/// stored.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProjectSettings", extend("additionalProperties" = true))]
pub struct SettingsItem {
    #[serde(flatten)]
    named: ProjectSettings,
    #[serde(flatten)]
    #[schemars(skip)]
    other: BTreeMap<String, Json>,
}

/// What the studio has learned from a project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectIntelligence {
    /// The agents assigned to it.
    pub assigned_agents: Vec<String>,
    /// Where work goes on: `lastEditAt` and `lastEditBy`; empty while nothing was changed.
    pub context_data: AnyObject,
    /// Patterns found in the way it is worked on.
    pub learning_patterns: LearningPatterns,
    /// What is known about it, counted.
    pub knowledge_base: KnowledgeBase,
}

/// An object of any content.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct AnyObject(
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    serde_json::Map<String, serde_json::Value>,
);

/// Patterns found in the way a project is worked on; each is empty until something happened.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProjectLearningPatterns")]
pub struct LearningPatterns {
    /// How its users work: `writingHours` (changes in each hour of the day, UTC), `sessions` and
    /// `meanSessionMinutes`.
    pub user_behavior: AnyObject,
    /// What they prefer: `dialogueShare` by week, `waivedRules`.
    pub content_preferences: AnyObject,
    /// What their work rests on: `preferredAgents`.
    pub workflow_optimizations: AnyObject,
}

/// What is known about a project, counted from its rows.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProjectKnowledgeBase")]
pub struct KnowledgeBase {
    /// Documents in it.
    pub documents: i64,
    /// Links between its records.
    pub connections: i64,
    /// Findings of agents.
    pub insights: i64,
}

/// What was done in a project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectAnalytics {
    /// Time worked on it, in minutes.
    pub time_spent: f64,
    /// Days with at least one change.
    pub active_days: i64,
    /// How complete its documents are, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub completion_rate: f64,
    /// Changes made, by user.
    #[schemars(with = "BTreeMap<String, f64>")]
    pub collaborator_activity: BTreeMap<String, i64>,
    /// Messages to agents about it.
    pub agent_interactions: i64,
    /// Points of 100 for the last seven days.
    #[schemars(range(min = 0, max = 100))]
    pub productivity_score: f64,
    /// Changes saved over time.
    pub trends: Trends,
}

/// Numbers of changes, oldest first; the last number is that of the current period.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProjectTrends")]
pub struct Trends {
    /// The last 30 days.
    #[schemars(with = "Vec<f64>")]
    pub daily: Vec<i64>,
    /// The last 12 weeks.
    #[schemars(with = "Vec<f64>")]
    pub weekly: Vec<i64>,
    /// The last 12 months of 30 days.
    #[schemars(with = "Vec<f64>")]
    pub monthly: Vec<i64>,
}

impl ProjectItem {
    /// What the wire shows of `project` at the time of `now`.
    pub fn of(project: Project, summary: &Summary, now: Time) -> Self {
        let Project { id, owner, name, kind, status, created_at, modified_at, detail, .. } =
            project;
        Self {
            id,
            name,
            description: detail.description,
            kind,
            status,
            created_at,
            modified_at,
            owner,
            collaborators: detail.collaborators,
            intelligence: ProjectIntelligence::of(detail.settings.active_agents.clone(), summary),
            analytics: ProjectAnalytics::of(summary, now),
            settings: SettingsItem { named: detail.settings, other: detail.other_settings },
            mechanics_enabled: detail.mechanics_enabled,
        }
    }
}

impl ProjectIntelligence {
    fn of(assigned_agents: Vec<String>, summary: &Summary) -> Self {
        Self {
            assigned_agents,
            context_data: AnyObject(patterns::context(&summary.activity)),
            learning_patterns: LearningPatterns {
                user_behavior: AnyObject(patterns::behavior(&summary.activity)),
                content_preferences: AnyObject(summary.patterns.preferences()),
                workflow_optimizations: AnyObject(summary.patterns.workflow()),
            },
            knowledge_base: KnowledgeBase {
                documents: summary.documents,
                connections: summary.connections,
                insights: summary.insights,
            },
        }
    }
}

impl ProjectAnalytics {
    fn of(summary: &Summary, now: Time) -> Self {
        let activity = &summary.activity;
        Self {
            time_spent: activity.time_ms as f64 / MINUTE_MS,
            active_days: activity.active_days,
            completion_rate: summary.progress.percent(),
            collaborator_activity: activity
                .users
                .0
                .iter()
                .map(|(user, UserEdits(edits, _))| (user.clone(), *edits))
                .collect(),
            agent_interactions: summary.agent_interactions,
            productivity_score: activity.productivity_score(now),
            trends: Trends {
                daily: activity.trend((TREND_DAYS, 1), now),
                weekly: activity.trend(TREND_WEEKS, now),
                monthly: activity.trend(TREND_MONTHS, now),
            },
        }
    }
}
