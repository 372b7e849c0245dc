//! What every agent can do, how loaded it is, and whom to ask for what: the one answer that shows
//! the whole staff. Cards change seldom and are kept at hand; what changes from moment to moment is
//! read each time.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::extract::State;
use domain::{
    Result, Time,
    agents::{
        Candidate, Load,
        routing::{availability, preference, suggestions},
    },
    model::Map,
};
use engine::{
    Studio,
    presence::{Elsewhere, Seat, is_up},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::agents::{self, Mailbox, Registered, Standing};

use super::status;
use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
};

/// The staff, and whom to ask for what.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentCapabilities")]
pub(crate) struct Capabilities<'a> {
    /// One record per registered agent.
    agents: Vec<AgentCapability<'a>>,
    /// The suggested agent of each capability somebody available has.
    #[schemars(with = "BTreeMap<String, String>")]
    routing_suggestions: Map<&'a str>,
    /// The measured load of each agent whose load is known, those that routing prefers first.
    #[schemars(with = "BTreeMap<String, f64>")]
    load_balancing: Map<f64>,
}

/// What an agent can do, and how loaded it is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AgentCapability")]
struct AgentCapability<'a> {
    /// The registry name.
    agent_id: &'a str,
    /// The registry name.
    name: &'a str,
    /// One line about its role.
    description: &'a str,
    /// What it declares to be able to do.
    #[schemars(with = "Vec<String>")]
    capabilities: &'a [String],
    /// What it is especially good at.
    #[schemars(with = "Vec<String>")]
    specializations: &'a [String],
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

/// The cards of the staff as they were last read, shared by all who ask.
#[derive(Debug, Default)]
pub(crate) struct Staff(Mutex<Option<Arc<Known>>>);

/// The registry at one revision.
#[derive(Debug)]
struct Known {
    revision: i64,
    agents: Vec<Registered>,
}

impl Staff {
    fn known(&self) -> Option<Arc<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn learn(&self, known: &Arc<Known>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(known));
    }
}

/// Every agent with its measured load.
pub(crate) async fn capabilities(State(app): State<App>, _: CurrentUser) -> Reply {
    app.studio.check_ready()?;
    let (known, standing, elsewhere, now) = look(&app).await?;
    let view = overview(&app.studio, &known.agents, &standing, &elsewhere, now);
    Ok(json(answer::text(&view)?))
}

/// The staff as it is now.
async fn look(app: &App) -> Result<(Arc<Known>, Vec<Standing>, Elsewhere, Time)> {
    let (node, now) = (app.studio.node.clone(), app.studio.clock.now());
    let at_hand = app.staff().known();
    let (known, standing, elsewhere) = app
        .studio
        .database
        .read(move |tx| {
            let (revision, standing) = agents::standing(tx)?;
            let known = match &at_hand {
                Some(known) if known.revision == revision => Arc::clone(known),
                _ => Arc::new(Known { revision, agents: agents::list(tx)? }),
            };
            Ok((known, standing, Elsewhere::read(tx, &node, now)?))
        })
        .await?;
    app.staff().learn(&known);
    Ok((known, standing, elsewhere, now))
}

/// An agent in numbers.
#[derive(Debug)]
pub(crate) struct Seated {
    /// Its registry name.
    pub(crate) id: String,
    /// Whether it came with the program.
    pub(crate) builtin: bool,
    /// Its measured load; none when unknown.
    pub(crate) load: Option<f64>,
    /// What lies in its mailbox.
    pub(crate) mailbox: Mailbox,
    is_up: bool,
    is_busy: bool,
}

impl Seated {
    /// Whether it can be asked for something, in a word.
    pub(crate) fn availability(&self) -> &'static str {
        match self.load {
            _ if !self.is_up => "offline",
            None => "unknown",
            Some(_) if self.is_busy => "busy",
            Some(_) => "available",
        }
    }
}

/// The whole staff in numbers.
pub(crate) async fn seated(app: &App) -> Result<Vec<Seated>> {
    let (known, standing, elsewhere, now) = look(app).await?;
    let studio = &app.studio;
    let seated = |(agent, standing): (&Registered, &Standing)| {
        let seat = Seat { standing: *standing, ..Seat::from(agent) };
        let measured = studio.presence.load(studio, seat, &elsewhere, now);
        let load = measured.map(|it| it.load.current);
        Seated {
            id: agent.card.id.clone(),
            builtin: agent.builtin,
            load,
            mailbox: standing.mailbox,
            is_up: is_up(studio, standing, now),
            is_busy: load.is_some_and(|load| load >= studio.settings.busy_threshold),
        }
    };
    Ok(known.agents.iter().zip(&standing).map(seated).collect())
}

/// The answer about these agents, of which each stands as its place says.
fn overview<'a>(
    studio: &Studio,
    staff: &'a [Registered],
    standing: &[Standing],
    elsewhere: &Elsewhere,
    now: Time,
) -> Capabilities<'a> {
    let threshold = studio.settings.busy_threshold;
    let candidate = |(agent, standing): (&'a Registered, &Standing)| {
        let seat = Seat { standing: *standing, ..Seat::from(agent) };
        let measured = studio.presence.load(studio, seat, elsewhere, now);
        Candidate {
            id: &agent.card.id,
            capabilities: &agent.card.capabilities,
            available: is_up(studio, standing, now),
            load: measured.map(|it| it.load),
        }
    };
    let candidates: Vec<Candidate<'a>> = staff.iter().zip(standing).map(candidate).collect();
    let current = |load: Option<Load>| load.map(|load| load.current);
    let record = |(agent, candidate): (&'a Registered, &Candidate<'a>)| AgentCapability {
        agent_id: &agent.card.id,
        name: &agent.card.id,
        description: &agent.card.description,
        capabilities: &agent.card.capabilities,
        specializations: &agent.card.specializations,
        status: status(candidate.available),
        current_load: current(candidate.load),
        availability: availability(current(candidate.load), threshold),
        confidence_score: None,
        task_match_score: None,
        estimated_completion_time: None,
    };
    let strategy = studio.settings.routing;
    let known = |place: usize| {
        let candidate = &candidates[place];
        current(candidate.load).map(|load| (candidate.id.to_owned(), load))
    };
    let preferred = preference(&candidates, strategy, threshold);
    let suggested = suggestions(&candidates, strategy, threshold);
    let named = |(capability, agent): (&'a str, &'a str)| (capability.to_owned(), agent);
    Capabilities {
        agents: staff.iter().zip(&candidates).map(record).collect(),
        routing_suggestions: Map(suggested.into_iter().map(named).collect()),
        load_balancing: Map(preferred.into_iter().filter_map(known).collect()),
    }
}
