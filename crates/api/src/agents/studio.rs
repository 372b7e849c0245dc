//! The agents of the project a user has open, with what was measured of their work in it.

use axum::extract::State;
use domain::{
    Error, OrNone as _, Time,
    agents::{Kind, Speed},
};
use engine::{
    Studio,
    presence::{Elsewhere, Seat, is_awake},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    agents::{self, Registered},
    members, projects,
};

use super::{AVAILABLE, OFFLINE, status};
use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
};

/// The agents of the project you have open.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StudioAgentsResponse")]
pub(crate) struct StudioAgents {
    /// That all went well.
    #[schemars(extend("enum" = ["success"]))]
    status: &'static str,
    /// The project.
    studio_id: String,
    /// Its agents: those assigned to it, in their order, or all that people are shown.
    agents: Vec<StudioAgent>,
    /// How many they are.
    #[schemars(range(min = 0))]
    count: usize,
}

/// An agent of a project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StudioAgentInfo")]
struct StudioAgent {
    /// Its registry name.
    id: String,
    /// Its display name.
    name: String,
    /// When it works.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = Kind::WORDS))]
    kind: &'static str,
    /// Whether it is awake.
    #[schemars(extend("enum" = [AVAILABLE, OFFLINE]))]
    status: &'static str,
    /// What it can be asked for.
    capabilities: Vec<String>,
    /// What it is especially good at.
    specializations: Vec<String>,
    /// What was measured of its work.
    metrics: Metrics,
}

/// What was measured of an agent's work in a project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StudioAgentMetrics")]
struct Metrics {
    /// Messages and sub-tasks about the project that came to an end.
    messages: u64,
    /// Those of them that failed for good.
    failures: u64,
    /// From asking to the answer, in milliseconds, on average; null while there was none.
    mean_response_ms: Option<f64>,
    /// So long or less took 95 of 100 answers, within 5 percent; null while there was none.
    p95_response_ms: Option<f64>,
    /// Its measured load, whatever it works for; null when unknown.
    #[schemars(range(min = 0, max = 1))]
    load: Option<f64>,
}

/// The share of answers that take no longer than the time that is shown.
const SHARE: f64 = 0.95;

impl StudioAgent {
    fn of(
        studio: &Studio,
        agent: Registered,
        speed: Option<&Speed>,
        elsewhere: &Elsewhere,
        now: Time,
    ) -> Self {
        let measured = studio.presence.load(studio, Seat::from(&agent), elsewhere, now);
        let awake = is_awake(studio, &agent, now);
        Self {
            id: agent.card.id,
            name: agent.card.name,
            kind: agent.card.kind.as_str(),
            status: status(awake),
            capabilities: agent.card.capabilities,
            specializations: agent.card.specializations,
            metrics: Metrics {
                messages: speed.map_or(0, Speed::ended),
                failures: speed.map_or(0, |speed| speed.failed),
                mean_response_ms: speed.and_then(Speed::mean_ms),
                p95_response_ms: speed.and_then(|speed| speed.quantile_ms(SHARE)),
                load: measured.map(|it| it.load.current),
            },
        }
    }
}

/// The agents of the project the caller has open.
pub(crate) async fn list(State(app): State<App>, CurrentUser(principal): CurrentUser) -> Reply {
    app.studio.check_ready()?;
    let (node, now) = (app.studio.node.clone(), app.studio.clock.now());
    let none = || Error::Unavailable("No project is active".to_owned());
    let (studio_id, assigned, staff, speeds, elsewhere) = app
        .studio
        .database
        .read(move |tx| {
            let open = members::active_project(tx, &principal)?.ok_or_else(none)?;
            // It may be in the bin, or no longer the caller's to see.
            let found = projects::get(tx, &principal, &open).or_none()?;
            let (seen, project, _) = found.ok_or_else(none)?;
            let speeds = agents::speeds(tx, &seen)?;
            let elsewhere = Elsewhere::read(tx, &node, now)?;
            let assigned = project.detail.settings.active_agents;
            Ok((open, assigned, agents::list(tx)?, speeds, elsewhere))
        })
        .await?;
    let agents: Vec<StudioAgent> = chosen(staff, &assigned)
        .into_iter()
        .map(|agent| {
            let speed = speeds.get(&agent.card.id);
            StudioAgent::of(&app.studio, agent, speed, &elsewhere, now)
        })
        .collect();
    let count = agents.len();
    Ok(json(answer::text(&StudioAgents { status: "success", studio_id, agents, count })?))
}

/// The agents a project names, each once, in the order in which it names them; where it names none,
/// all that people are to be shown. Who is no agent is passed over.
fn chosen(mut staff: Vec<Registered>, assigned: &[String]) -> Vec<Registered> {
    if assigned.is_empty() {
        staff.retain(|agent| agent.card.user_visible);
        return staff;
    }
    let mut chosen = Vec::new();
    for name in assigned {
        let place = staff.iter().position(|agent| agent.card.id.eq_ignore_ascii_case(name));
        if let Some(place) = place {
            chosen.push(staff.remove(place));
        }
    }
    chosen
}
