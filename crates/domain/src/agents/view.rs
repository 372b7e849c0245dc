//! Views of agents: their records, who may write to them, what they can do, and how they do in a
//! project. Load and presence are given by the caller.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    AgentKind, AgentPriority, Card, Category, Effect, Load, Policy, Rule, Speed, Trust,
    load::WINDOW_MS,
};
use crate::{
    messages::{self, MessageType, approvals::Decision},
    model::OrderedMap,
};

const AVAILABLE: &str = "available";
const OFFLINE: &str = "offline";

/// The word for whether an agent is awake.
pub fn status(is_awake: bool) -> &'static str {
    if is_awake { AVAILABLE } else { OFFLINE }
}

/// Whether an agent is awake.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentActivity {
    /// Its identifier.
    pub agent_id: String,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    pub status: &'static str,
}

/// What was decided about everything that an agent wanted to do.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDecisions {
    /// The agent.
    pub agent_id: String,
    /// What was decided.
    pub decision: Decision,
    /// Messages about which it was decided.
    pub messages: usize,
    /// Sub-tasks of swarms about which it was decided.
    pub sub_tasks: usize,
    /// Whether more wait: at most 100 messages and 100 sub-tasks are decided at once.
    pub more: bool,
}

/// An agent with its detail record, its capabilities and its system prompt.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Agent")]
pub struct AgentItem {
    /// Its detail record.
    #[serde(flatten)]
    pub detail: AgentDetail,
    /// Its capabilities.
    pub capabilities: Vec<String>,
    /// Its specializations.
    pub specializations: Vec<String>,
    /// The system prompt for a language model; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
}

impl AgentItem {
    /// An agent with its prompt.
    pub fn of(card: Card, state: AgentState) -> Self {
        let system_prompt = Some(card.prompt.clone());
        Self { system_prompt, ..Self::without_prompt(card, state) }
    }

    /// An agent without its prompt.
    pub fn without_prompt(mut card: Card, state: AgentState) -> Self {
        let capabilities = std::mem::take(&mut card.capabilities);
        let specializations = std::mem::take(&mut card.specializations);
        let detail = AgentDetail::of(card, state);
        Self { detail, capabilities, specializations, system_prompt: None }
    }
}

/// What a record shows of an agent beside its card.
#[derive(Debug, Clone, Copy)]
pub struct AgentState {
    /// Whether it came with the program.
    pub is_builtin: bool,
    /// Whether it is awake.
    pub is_awake: bool,
    /// Its measured load with the age of what it was made of, in milliseconds; none when unknown.
    pub load: Option<(Load, i64)>,
}

/// An agent's detail record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDetail {
    /// Its identifier.
    id: String,
    /// Its display name.
    name: String,
    /// One line about its role.
    description: String,
    /// When it works.
    #[serde(rename = "type")]
    kind: AgentKind,
    /// Its functional category.
    category: Category,
    /// Its priority in the system.
    priority: AgentPriority,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    status: &'static str,
    /// Whether it is awake after every start of the service.
    auto_start: bool,
    /// Whether users see it.
    user_visible: bool,
    /// Whether it acts only with a user's permission.
    requires_user_permission: bool,
    /// Whether it may change the system.
    can_modify_system: bool,
    /// What it needs.
    resource_requirements: AgentResources,
    /// The agents it depends on.
    dependencies: AgentDependencies,
    /// Its version and when it was made and changed.
    metadata: AgentMetadata,
}

/// What an agent needs.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentResources {
    /// How many requests it works on at once.
    slots: u32,
    /// Whether it needs a language model.
    needs_model: bool,
}

/// The agents an agent depends on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentDependencies {
    /// Agents that it cannot work without.
    requires: Vec<String>,
    /// Agents that it works with.
    works_with: Vec<String>,
}

/// An agent's version, and when it was made and changed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentMetadata {
    /// The version of the agent, not of the interface.
    version: String,
    /// When it was made, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    /// When it was last changed, ISO 8601.
    #[schemars(extend("format" = "date-time"))]
    updated_at: String,
    /// Whether it came with the program.
    builtin: bool,
    /// Its load, with the values it is calculated from; null when unknown.
    load: Option<AgentLoad>,
}

/// The load of an agent, with the values it is calculated from.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentLoad {
    /// The greater of utilisation and backlog, at most 1.
    #[schemars(range(min = 0, max = 1))]
    current: f64,
    /// Busy time in the window, divided by slots and measured time.
    #[schemars(range(min = 0))]
    utilisation: f64,
    /// Running and waiting requests, divided by slots.
    #[schemars(range(min = 0))]
    backlog: f64,
    /// Requests being worked on.
    running: u32,
    /// Requests that wait.
    queued: u32,
    /// How many requests it works on at once.
    slots: u32,
    /// The length of the window in which busy time counts, in milliseconds.
    window_ms: u64,
    /// The measured part of the window, in milliseconds.
    measured_ms: u64,
    /// The age of the oldest value from another server, in milliseconds.
    age_ms: i64,
}

impl AgentDetail {
    /// The record of an agent as it is now.
    pub fn of(card: Card, state: AgentState) -> Self {
        let slots = card.resources.slots;
        let load = state.load.map(|(load, age_ms)| AgentLoad {
            current: load.current,
            utilisation: load.utilisation,
            backlog: load.backlog,
            running: load.running,
            queued: load.queued,
            slots,
            window_ms: WINDOW_MS,
            measured_ms: load.measured_ms,
            age_ms,
        });
        Self {
            id: card.id,
            name: card.name,
            description: card.description,
            kind: card.kind,
            category: card.category,
            priority: card.priority,
            status: status(state.is_awake),
            auto_start: card.auto_start,
            user_visible: card.user_visible,
            requires_user_permission: card.requires_user_permission,
            can_modify_system: card.can_modify_system,
            resource_requirements: AgentResources {
                slots,
                needs_model: card.resources.needs_model,
            },
            dependencies: AgentDependencies {
                requires: card.dependencies.requires,
                works_with: card.dependencies.works_with,
            },
            metadata: AgentMetadata {
                version: card.version,
                created_at: card.created_at,
                updated_at: card.updated_at,
                builtin: state.is_builtin,
                load,
            },
        }
    }
}

/// Whose messages an agent accepts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAuthority {
    /// The agent.
    agent_id: String,
    /// Each rule matches the messages that meet all its conditions; one that forbids wins over one
    /// that permits.
    rules: Vec<AgentAuthorityRule>,
    /// The effect for a message that no rule matches.
    default: Effect,
}

/// One rule, as it was set.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentAuthorityRule {
    /// What happens to a message that matches.
    effect: Effect,
    /// The sender: an agent's id or `*`.
    sender: String,
    /// Only messages of this type.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = MessageType::WORDS))]
    message_type: Option<&'static str>,
    /// Only messages of the class of this priority or a higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = messages::MessagePriority::WORDS))]
    min_priority: Option<&'static str>,
    /// Only messages of trusted (registered) or of untrusted senders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = Trust::WORDS))]
    trust: Option<&'static str>,
}

impl AgentAuthority {
    /// The policy of an agent.
    pub fn of(agent_id: String, policy: Policy) -> Self {
        let rule = |rule: Rule| AgentAuthorityRule {
            effect: rule.effect,
            sender: rule.sender,
            message_type: rule.message_type.map(MessageType::as_str),
            min_priority: rule.min_priority.map(messages::MessagePriority::as_str),
            trust: rule.trust.map(Trust::as_str),
        };
        let default = policy.default;
        Self { agent_id, rules: policy.rules.into_iter().map(rule).collect(), default }
    }
}

/// What every agent can do, and the suggested agent for each capability.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCapabilities<'a> {
    /// One record per registered agent.
    pub agents: Vec<AgentCapability<'a>>,
    /// The suggested agent for each capability of an available agent.
    #[schemars(with = "BTreeMap<String, String>")]
    pub routing_suggestions: OrderedMap<&'a str>,
    /// The load of each agent whose load is known, in the order in which routing prefers them.
    #[schemars(with = "BTreeMap<String, f64>")]
    pub load_balancing: OrderedMap<f64>,
}

/// What an agent can do, and its load.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCapability<'a> {
    /// The registry name.
    pub agent_id: &'a str,
    /// The registry name.
    pub name: &'a str,
    /// One line about its role.
    pub description: &'a str,
    /// Its capabilities.
    #[schemars(with = "Vec<String>")]
    pub capabilities: &'a [String],
    /// Its specializations.
    #[schemars(with = "Vec<String>")]
    pub specializations: &'a [String],
    /// Whether it is awake. `busy` is reserved and not used yet.
    #[schemars(extend("enum" = ["available", "busy", "offline"]))]
    pub status: &'static str,
    /// The load from 0 (idle) to 1 (full capacity); null when unknown.
    #[schemars(range(min = 0, max = 1))]
    pub current_load: Option<f64>,
    /// Whether its load is below the busy threshold; null when the load is unknown.
    #[schemars(extend("enum" = ["Busy", "Available", null]))]
    pub availability: Option<&'static str>,
    /// Always null.
    pub confidence_score: Option<f64>,
    /// Always null.
    pub task_match_score: Option<f64>,
    /// Always null.
    pub estimated_completion_time: Option<f64>,
}

/// The agents of the project you have open.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StudioAgentsResponse")]
pub struct StudioAgents {
    /// Always `success`.
    #[schemars(extend("enum" = ["success"]))]
    status: &'static str,
    /// The project.
    studio_id: String,
    /// The agents assigned to it, in their order, or all that users see.
    agents: Vec<StudioAgent>,
    /// The number of agents.
    #[schemars(range(min = 0))]
    count: usize,
}

impl StudioAgents {
    /// The agents of a project.
    pub fn of(project_id: String, agents: Vec<StudioAgent>) -> Self {
        Self { status: "success", studio_id: project_id, count: agents.len(), agents }
    }
}

/// An agent of a project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StudioAgentInfo")]
pub struct StudioAgent {
    /// Its registry name.
    id: String,
    /// Its display name.
    name: String,
    /// When it works.
    #[serde(rename = "type")]
    kind: AgentKind,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    status: &'static str,
    /// Its capabilities.
    capabilities: Vec<String>,
    /// Its specializations.
    specializations: Vec<String>,
    /// Measurements of its work.
    metrics: StudioAgentMetrics,
}

/// Measurements of an agent's work in a project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct StudioAgentMetrics {
    /// Messages and sub-tasks about the project that have ended.
    messages: u64,
    /// Those of them that failed for good.
    failures: u64,
    /// The mean time from request to answer, in milliseconds; null while there is none.
    mean_response_ms: Option<f64>,
    /// The 95th percentile of the time from request to answer, within 5 percent; null while there
    /// is none.
    p95_response_ms: Option<f64>,
    /// Its measured load, whatever it works for; null when unknown.
    #[schemars(range(min = 0, max = 1))]
    load: Option<f64>,
}

/// The share of answers that take no longer than the time that is shown.
const SHARE: f64 = 0.95;

impl StudioAgent {
    /// An agent, with what was measured of its work in the project.
    pub fn of(card: Card, state: AgentState, speed: Option<&Speed>) -> Self {
        Self {
            id: card.id,
            name: card.name,
            kind: card.kind,
            status: status(state.is_awake),
            capabilities: card.capabilities,
            specializations: card.specializations,
            metrics: StudioAgentMetrics {
                messages: speed.map_or(0, Speed::ended),
                failures: speed.map_or(0, |speed| speed.failed),
                mean_response_ms: speed.and_then(Speed::mean_ms),
                p95_response_ms: speed.and_then(|speed| speed.quantile_ms(SHARE)),
                load: state.load.map(|(load, _)| load.current),
            },
        }
    }
}
