//! An agent's detail record, as the contract has it.

use axum::extract::State;
use domain::{
    Time,
    agents::{Category, Kind, Priority, load::WINDOW_MS},
};
use engine::{
    Studio,
    presence::{Elsewhere, Measured, Seat, is_awake},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::agents::{self, Registered};

use super::{AVAILABLE, OFFLINE, status};
use crate::{
    App,
    answer::{self, Reply, tagged},
    auth::CurrentUser,
    path::Ids,
};

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
    /// How loaded it is, with the parts that was made of; null when unknown.
    load: Option<Load>,
}

/// How loaded an agent is, and why.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentLoad")]
struct Load {
    /// The greater of utilisation and backlog, at most 1.
    #[schemars(range(min = 0, max = 1))]
    current: f64,
    /// Busy time in the window, divided by slots and measured time.
    #[schemars(range(min = 0))]
    utilisation: f64,
    /// What runs and what waits, divided by slots.
    #[schemars(range(min = 0))]
    backlog: f64,
    /// Requests being worked on.
    running: u32,
    /// Requests that wait.
    queued: u32,
    /// How many requests it works on at once.
    slots: u32,
    /// How far back busy time counts, in milliseconds.
    window_ms: u64,
    /// How much of the window was measured, in milliseconds.
    measured_ms: u64,
    /// How old the oldest of what other servers told for this is, in milliseconds.
    age_ms: i64,
}

impl Load {
    fn of(Measured { load, age_ms }: Measured, slots: u32) -> Self {
        Self {
            current: load.current,
            utilisation: load.utilisation,
            backlog: load.backlog,
            running: load.running,
            queued: load.queued,
            slots,
            window_ms: WINDOW_MS,
            measured_ms: load.measured_ms,
            age_ms,
        }
    }
}

/// An agent's detail record.
pub(crate) async fn detail(State(app): State<App>, _: CurrentUser, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let node = app.studio.node.clone();
    let (agent, elsewhere) = app
        .studio
        .database
        .read(move |tx| Ok((agents::get(tx, &id)?, Elsewhere::read(tx, &node, now)?)))
        .await?;
    let detail = AgentDetail::of(&app.studio, &agent, &elsewhere, now);
    Ok(tagged(answer::text(&detail)?, agent.version))
}

impl AgentDetail {
    /// The record of an agent as it is now.
    pub(super) fn of(
        studio: &Studio,
        agent: &Registered,
        elsewhere: &Elsewhere,
        now: Time,
    ) -> Self {
        let card = agent.card.clone();
        let slots = card.resources.slots;
        let measured = studio.presence.load(studio, Seat::from(agent), elsewhere, now);
        Self {
            id: card.id,
            name: card.name,
            description: card.description,
            kind: card.kind.as_str(),
            category: card.category.as_str(),
            priority: card.priority.as_str(),
            status: status(is_awake(studio, agent, now)),
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
                builtin: agent.builtin,
                load: measured.map(|measured| Load::of(measured, slots)),
            },
        }
    }
}
