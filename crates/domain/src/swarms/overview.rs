//! Figures about all swarms, and whether they are healthy. Every figure is counted when it happens
//! or read from rows; what nobody measured is null.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Status, SwarmType};
use crate::time::Time;

/// From this age on the oldest sub-task that could be begun says that work does not go on as it
/// should, in milliseconds.
pub const QUEUE_AGE_MS_MAX: i64 = 60_000;

/// Messages that died within this time count, in milliseconds.
pub const DEAD_LETTERS_MS: i64 = 3_600_000;

/// Figures about all swarms, as they are read.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// How many of a type are in a status, and how long those that ended there took together, in
    /// milliseconds.
    pub counters: Vec<(SwarmType, Status, i64, i64)>,
    /// Sub-tasks that could be begun.
    pub ready: i64,
    /// Sub-tasks somebody is at.
    pub leased: i64,
    /// Of these, those whose lease has ended.
    pub expired: i64,
    /// Since when the oldest sub-task that could be begun waits.
    pub oldest_ready: Option<Time>,
    /// Messages that died lately.
    pub dead_letters: i64,
    /// Agents there are.
    pub agents: i64,
    /// Agents that are awake.
    pub awake: i64,
}

/// Figures about all swarms.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SystemOverviewResponse")]
pub struct Overview {
    /// Swarms that have not ended.
    pub active_count: i64,
    /// Resources and their use: `agents`, `awakeAgents`, `readySubTasks`, `leasedSubTasks`.
    pub total_resources: Map<String, Value>,
    /// `healthy`; `degraded` when a sub-task waits too long, a lease has expired or a message has
    /// died; `unknown` as long as there never was a swarm.
    #[schemars(extend("enum" = ["unknown", "healthy", "degraded"]))]
    pub health_status: String,
    /// Performance: `oldestWaitMs`, `expiredLeases`, `deadLetters` of the last hour,
    /// `meanDurationMs` of completed swarms.
    pub performance_summary: Map<String, Value>,
    /// The number of swarms of each type that have not ended.
    pub swarm_types_distribution: BTreeMap<String, i64>,
    /// Swarms since the beginning: `total`, the number of each end, `completionRate`, and the same
    /// `byType`.
    pub historical_statistics: Map<String, Value>,
}

impl Figures {
    /// What these figures say at this moment.
    pub fn overview(&self, now: Time) -> Overview {
        let waited = self.oldest_ready.map(|at| (now.millis() - at.millis()).max(0));
        let is_degraded = waited.is_some_and(|waited| waited > QUEUE_AGE_MS_MAX)
            || self.expired > 0
            || self.dead_letters > 0;
        // Of swarms nothing was measured before there was one.
        let is_measured = self.ready > 0 || self.counters.iter().any(|(.., count, _)| *count > 0);
        let mut distribution = BTreeMap::new();
        for (swarm_type, status, n, _) in &self.counters {
            if !status.is_final() {
                *distribution.entry(swarm_type.to_string()).or_default() += n;
            }
        }
        Overview {
            active_count: distribution.values().sum(),
            total_resources: object(json!({
                "agents": self.agents,
                "awakeAgents": self.awake,
                "readySubTasks": self.ready,
                "leasedSubTasks": self.leased,
            })),
            health_status: match (is_degraded, is_measured) {
                (true, _) => "degraded",
                (false, true) => "healthy",
                (false, false) => "unknown",
            }
            .to_owned(),
            performance_summary: object(json!({
                "oldestWaitMs": waited,
                "expiredLeases": self.expired,
                "deadLetters": self.dead_letters,
                "meanDurationMs": self.mean_duration_ms(),
            })),
            swarm_types_distribution: distribution,
            historical_statistics: self.history(),
        }
    }

    /// How long completed swarms took, in milliseconds; none while there are none.
    fn mean_duration_ms(&self) -> Option<f64> {
        let completed = self.counters.iter().filter(|(_, status, ..)| *status == Status::Completed);
        let (n, took) = completed.fold((0, 0), |(n, took), it| (n + it.2, took + it.3));
        (n > 0).then(|| took as f64 / n as f64)
    }

    fn history(&self) -> Map<String, Value> {
        let mut by_type = Map::new();
        for swarm_type in SwarmType::WORDS {
            let of_type =
                |counter: &&(SwarmType, Status, i64, i64)| counter.0.as_str() == *swarm_type;
            let counts = counts(self.counters.iter().filter(of_type));
            if counts["total"] != 0 {
                by_type.insert((*swarm_type).to_owned(), counts.into());
            }
        }
        let mut history = counts(self.counters.iter());
        let ended = |status: &str| history[status].as_i64().unwrap_or(0);
        let (completed, failed) = (ended("completed"), ended("failed"));
        let rate = (completed + failed > 0).then(|| completed as f64 / (completed + failed) as f64);
        history.insert("completionRate".to_owned(), json!(rate));
        history.insert("byType".to_owned(), by_type.into());
        history
    }
}

/// How many there ever were, and how many ended in which way.
fn counts<'a>(
    counters: impl Iterator<Item = &'a (SwarmType, Status, i64, i64)>,
) -> Map<String, Value> {
    let mut counts: BTreeMap<&str, i64> =
        BTreeMap::from([("total", 0), ("completed", 0), ("failed", 0), ("cancelled", 0)]);
    for (_, status, n, _) in counters {
        *counts.entry("total").or_default() += n;
        if status.is_final() {
            *counts.entry(status.as_str()).or_default() += n;
        }
    }
    counts.into_iter().map(|(name, n)| (name.to_owned(), n.into())).collect()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
