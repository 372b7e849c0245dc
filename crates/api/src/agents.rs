//! The agents' room at the door: what agents can do, how loaded they are, and whether they are
//! awake. Who belongs to the staff is in [`staff`], who may write to whom in [`authority`].

pub(crate) mod authority;
pub(crate) mod detail;
pub(crate) mod staff;

use std::collections::BTreeMap;

use axum::extract::State;
use domain::{
    Result, Time,
    agents::{
        Candidate,
        routing::{availability, suggestions},
    },
    events::{Happened, Kind},
};
use engine::{Studio, presence::is_awake};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    Tx,
    agents::{self, Registered},
    events,
};

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
pub(crate) async fn wake(
    State(app): State<App>,
    Administrator(principal): Administrator,
    ids: Ids,
) -> Reply {
    let answer = set_awake(&app, principal.user, ids.one(), true).await;
    app.studio.bells.mailboxes.ring();
    app.studio.bells.swarms.ring();
    answer
}

/// Puts an agent to sleep; what lies in its mailbox waits.
pub(crate) async fn sleep(
    State(app): State<App>,
    Administrator(principal): Administrator,
    ids: Ids,
) -> Reply {
    set_awake(&app, principal.user, ids.one(), false).await
}

async fn set_awake(app: &App, account: String, id: String, awake: bool) -> Reply {
    let (studio, now) = (app.studio.clone(), app.studio.clock.now());
    let id = app
        .studio
        .memory
        .write(move |tx| {
            agents::set_awake(tx, &id, awake)?;
            let agent = agents::get(tx, &id)?;
            tell(tx, &staff::AgentItem::listed(&studio, &agent, now), &account, now)?;
            Ok(agent.card.id)
        })
        .await?;
    app.studio.bells.events.ring();
    activity(id, awake)
}

/// Tells everybody of an agent as it is now; its text for the answer.
fn tell(tx: &mut Tx<'_>, view: &impl Serialize, account: &str, now: Time) -> Result<String> {
    tell_text(tx, answer::text(view)?, account, now)
}

fn tell_text(tx: &mut Tx<'_>, body: String, account: &str, now: Time) -> Result<String> {
    let happened = Happened {
        kind: Kind::Agent,
        project_id: None,
        account: account.to_owned(),
        body,
        at: now,
    };
    events::add(tx, &happened)?;
    Ok(happened.body)
}

/// An agent that runs outside says that it is there.
pub(crate) async fn heartbeat(State(app): State<App>, _: Asker, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let agent = app.studio.memory.write(move |tx| agents::beat(tx, &id, now)).await?;
    // What waited while it was silent is for it now.
    app.studio.bells.mailboxes.ring();
    let awake = is_awake(&app.studio, &agent, now);
    activity(agent.card.id, awake)
}

fn activity(agent_id: String, awake: bool) -> Reply {
    Ok(json(answer::text(&Activity { agent_id, status: status(awake) })?))
}
