//! The agents' room at the door: what agents can do, how loaded they are, and whether they are
//! awake.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::{
    Time,
    agents::{
        Candidate, Category, Kind, Priority,
        routing::{availability, suggestions},
    },
};
use engine::{Studio, presence::is_awake};
use schemars::JsonSchema;
use serde::Serialize;
use store::agents::{self, Registered};

use crate::{
    App,
    answer::{self, Reply, json},
    asker::{Administrator, Asker},
    path::Ids,
};

/// The staff, and whom to ask for what.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentCapabilities")]
pub(crate) struct Capabilities {
    /// One record per registered agent.
    agents: Vec<AgentCapability>,
    /// The suggested agent of each capability somebody available has.
    #[schemars(with = "BTreeMap<String, String>")]
    routing_suggestions: domain::model::Map<String>,
    /// The measured load of each agent whose load is known.
    #[schemars(with = "BTreeMap<String, f64>")]
    load_balancing: domain::model::Map<f64>,
}

/// What an agent can do, and how loaded it is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentCapability {
    /// The registry name.
    agent_id: String,
    /// The registry name.
    name: String,
    /// One line about its role.
    description: String,
    /// What it declares to be able to do.
    capabilities: Vec<String>,
    /// What it is especially good at.
    specializations: Vec<String>,
    /// Whether it is awake. `busy` is reserved: no agent is it yet.
    #[schemars(extend("enum" = ["available", "busy", "offline"]))]
    status: &'static str,
    /// 0 measured idle, 1 full capacity, null unknown.
    #[schemars(range(min = 0, max = 1))]
    current_load: Option<f64>,
    /// Whether its load is below the busy threshold; null when the load is unknown.
    #[schemars(extend("enum" = ["Busy", "Available", null]))]
    availability: Option<&'static str>,
    /// Always null.
    confidence_score: Option<f64>,
    /// Always null.
    task_match_score: Option<f64>,
    /// Always null.
    estimated_completion_time: Option<f64>,
}

/// Every agent with its measured load.
pub(crate) async fn capabilities(State(app): State<App>, _: Asker) -> Reply {
    app.studio.check_ready()?;
    let now = app.studio.clock.now();
    let staff = app.studio.memory.read(agents::list).await?;
    Ok(json(answer::text(&overview(&app.studio, &staff, now))?))
}

fn overview(studio: &Studio, staff: &[Registered], now: Time) -> Capabilities {
    let threshold = studio.settings.busy_threshold;
    let candidates: Vec<Candidate<'_>> = staff
        .iter()
        .map(|agent| Candidate {
            id: &agent.card.id,
            capabilities: &agent.card.capabilities,
            available: is_awake(studio, agent, now),
            load: studio.presence.load(studio, agent, now),
        })
        .collect();
    let record = |(agent, candidate): (&Registered, &Candidate<'_>)| {
        let load = candidate.load.map(|load| load.current);
        AgentCapability {
            agent_id: agent.card.id.clone(),
            name: agent.card.id.clone(),
            description: agent.card.description.clone(),
            capabilities: agent.card.capabilities.clone(),
            specializations: agent.card.specializations.clone(),
            status: status(candidate.available),
            current_load: load,
            availability: availability(load, threshold),
            confidence_score: None,
            task_match_score: None,
            estimated_completion_time: None,
        }
    };
    let known = |candidate: &Candidate<'_>| {
        candidate.load.map(|load| (candidate.id.to_owned(), load.current))
    };
    let named = |(capability, agent): (&str, &str)| (capability.to_owned(), agent.to_owned());
    Capabilities {
        agents: staff.iter().zip(&candidates).map(record).collect(),
        routing_suggestions: domain::model::Map(
            suggestions(&candidates, studio.settings.routing, threshold)
                .into_iter()
                .map(named)
                .collect(),
        ),
        load_balancing: domain::model::Map(candidates.iter().filter_map(known).collect()),
    }
}

const AVAILABLE: &str = "available";
const OFFLINE: &str = "offline";

fn status(available: bool) -> &'static str {
    if available { AVAILABLE } else { OFFLINE }
}

/// An agent's detail record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentDetail {
    /// Its identifier.
    id: String,
    /// Its display name.
    name: String,
    /// One line about its role.
    description: String,
    /// When it works.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = Kind::WORDS))]
    kind: &'static str,
    /// Its functional category.
    #[schemars(extend("enum" = Category::WORDS))]
    category: &'static str,
    /// Its priority in the system.
    #[schemars(extend("enum" = Priority::WORDS))]
    priority: &'static str,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    status: &'static str,
    /// Whether it is awake from the start.
    auto_start: bool,
    /// Whether users see it.
    user_visible: bool,
    /// Whether it acts only with a user's permission.
    requires_user_permission: bool,
    /// Whether it may change the system.
    can_modify_system: bool,
    /// What it needs.
    resource_requirements: Resources,
    /// The agents it depends on.
    dependencies: Dependencies,
    /// Its version and when it was made and changed.
    metadata: Metadata,
}

/// What an agent needs.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentResources")]
struct Resources {
    /// How many requests it works on at once.
    slots: u32,
    /// Whether it needs a language model.
    needs_model: bool,
}

/// The agents an agent depends on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentDependencies")]
struct Dependencies {
    /// Those it cannot work without.
    requires: Vec<String>,
    /// Those it works with.
    works_with: Vec<String>,
}

/// An agent's version, and when it was made and changed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentMetadata")]
struct Metadata {
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
}

/// An agent's detail record.
pub(crate) async fn detail(State(app): State<App>, _: Asker, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let agent = app.studio.memory.read(move |tx| agents::get(tx, &id)).await?;
    let awake = is_awake(&app.studio, &agent, now);
    let builtin = agent.builtin;
    let card = agent.card;
    Ok(json(answer::text(&AgentDetail {
        id: card.id,
        name: card.name,
        description: card.description,
        kind: card.kind.as_str(),
        category: card.category.as_str(),
        priority: card.priority.as_str(),
        status: status(awake),
        auto_start: card.auto_start,
        user_visible: card.user_visible,
        requires_user_permission: card.requires_user_permission,
        can_modify_system: card.can_modify_system,
        resource_requirements: Resources {
            slots: card.resources.slots,
            needs_model: card.resources.needs_model,
        },
        dependencies: Dependencies {
            requires: card.dependencies.requires,
            works_with: card.dependencies.works_with,
        },
        metadata: Metadata {
            version: card.version,
            created_at: card.created_at,
            updated_at: card.updated_at,
            builtin,
        },
    })?))
}

/// Whether an agent is awake.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentActivity")]
pub(crate) struct Activity {
    /// Its identifier.
    agent_id: String,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    status: &'static str,
}

/// Wakes an agent.
pub(crate) async fn wake(State(app): State<App>, _: Administrator, ids: Ids) -> Reply {
    let id = ids.one();
    let woken = id.clone();
    app.studio.memory.write(move |tx| agents::set_awake(tx, &woken, true)).await?;
    app.studio.bells.mailboxes.ring();
    activity(&id, true)
}

/// Puts an agent to sleep; what lies in its mailbox waits.
pub(crate) async fn sleep(State(app): State<App>, _: Administrator, ids: Ids) -> Reply {
    let id = ids.one();
    let slept = id.clone();
    app.studio.memory.write(move |tx| agents::set_awake(tx, &slept, false)).await?;
    activity(&id, false)
}

/// An agent that runs outside says that it is there.
pub(crate) async fn heartbeat(State(app): State<App>, _: Asker, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let agent = app.studio.memory.write(move |tx| agents::beat(tx, &id, now)).await?;
    // What waited while it was silent is for it now.
    app.studio.bells.mailboxes.ring();
    activity(&agent.card.id, is_awake(&app.studio, &agent, now))
}

fn activity(id: &str, awake: bool) -> Reply {
    Ok(json(answer::text(&Activity { agent_id: id.to_lowercase(), status: status(awake) })?))
}
