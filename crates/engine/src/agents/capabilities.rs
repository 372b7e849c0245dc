//! What every agent can do, how loaded it is, and whom to ask for what. Cards change seldom and are
//! cached by the revision of the registry; what changes from moment to moment is read each time.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{
    Result, Time,
    agents::{
        Candidate, Load,
        routing::{availability, preference, suggestions},
        view::{AgentCapabilities, AgentCapability, status},
    },
    model::OrderedMap,
};
use store::agents::{self, AgentStatus, Mailbox, RegisteredAgent};

use crate::{
    Studio,
    presence::{LoadQuery, RemoteWork, is_up},
};

/// The cards of all agents as they were last read.
#[derive(Debug, Default)]
pub(crate) struct Cards(Mutex<Option<Arc<Revision>>>);

/// The registry at one revision.
#[derive(Debug)]
struct Revision {
    number: i64,
    agents: Vec<RegisteredAgent>,
}

impl Cards {
    fn latest(&self) -> Option<Arc<Revision>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, revision: &Arc<Revision>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(revision));
    }
}

/// All agents at one moment.
#[derive(Debug)]
pub struct Staff {
    revision: Arc<Revision>,
    status: Vec<AgentStatus>,
    remote: RemoteWork,
    now: Time,
}

/// An agent in numbers.
#[derive(Debug)]
pub struct AgentNumbers {
    /// Its registry name.
    pub id: String,
    /// Whether it came with the program.
    pub builtin: bool,
    /// Its measured load; none when unknown.
    pub load: Option<f64>,
    /// The numbers of its mailbox.
    pub mailbox: Mailbox,
    is_up: bool,
    is_busy: bool,
}

impl AgentNumbers {
    /// Whether it can be asked for something, in a word.
    pub fn availability(&self) -> &'static str {
        match self.load {
            _ if !self.is_up => "offline",
            None => "unknown",
            Some(_) if self.is_busy => "busy",
            Some(_) => "available",
        }
    }
}

impl Staff {
    /// All agents as they are now.
    pub async fn read(studio: &Studio) -> Result<Self> {
        let (node, now) = (studio.node.clone(), studio.clock.now());
        let cached = studio.cards.latest();
        let staff = studio
            .database
            .read(move |tx| {
                let (number, status) = agents::statuses(tx)?;
                let revision = match &cached {
                    Some(cached) if cached.number == number => Arc::clone(cached),
                    _ => Arc::new(Revision { number, agents: agents::list(tx)? }),
                };
                Ok(Self { revision, status, remote: RemoteWork::read(tx, &node, now)?, now })
            })
            .await?;
        studio.cards.set(&staff.revision);
        Ok(staff)
    }

    fn agents(&self) -> impl Iterator<Item = (&RegisteredAgent, &AgentStatus)> {
        self.revision.agents.iter().zip(&self.status)
    }

    fn load(&self, studio: &Studio, agent: &RegisteredAgent, status: &AgentStatus) -> Option<Load> {
        let query = LoadQuery { status: *status, ..LoadQuery::from(agent) };
        let measured = studio.presence.load(studio, query, &self.remote, self.now);
        measured.map(|measured| measured.load)
    }

    /// Every agent in numbers.
    pub fn numbers(&self, studio: &Studio) -> Vec<AgentNumbers> {
        let numbers = |(agent, status): (&RegisteredAgent, &AgentStatus)| {
            let load = self.load(studio, agent, status).map(|load| load.current);
            AgentNumbers {
                id: agent.card.id.clone(),
                builtin: agent.builtin,
                load,
                mailbox: status.mailbox,
                is_up: is_up(studio, status, self.now),
                is_busy: load.is_some_and(|load| load >= studio.settings.busy_threshold),
            }
        };
        self.agents().map(numbers).collect()
    }

    /// Every agent as routing sees it, in registry order.
    pub(crate) fn candidates(&self, studio: &Studio) -> Vec<Candidate<'_>> {
        self.agents()
            .map(|(agent, status)| Candidate {
                id: &agent.card.id,
                capabilities: &agent.card.capabilities,
                available: is_up(studio, status, self.now),
                load: self.load(studio, agent, status),
            })
            .collect()
    }

    /// Every agent with what it can do, and whom to ask for what.
    pub fn capabilities(&self, studio: &Studio) -> AgentCapabilities<'_> {
        let threshold = studio.settings.busy_threshold;
        let strategy = studio.settings.routing;
        let candidates = self.candidates(studio);
        let load_of = |index: usize| {
            let candidate = &candidates[index];
            candidate.load.map(|load| (candidate.id.to_owned(), load.current))
        };
        let preferred = preference(&candidates, strategy, threshold);
        let suggested = suggestions(&candidates, strategy, threshold);
        let records = self.revision.agents.iter().zip(&candidates);
        AgentCapabilities {
            agents: records.map(|it| capability(it, threshold)).collect(),
            routing_suggestions: OrderedMap(
                suggested
                    .into_iter()
                    .map(|(capability, agent)| (capability.to_owned(), agent))
                    .collect(),
            ),
            load_balancing: OrderedMap(preferred.into_iter().filter_map(load_of).collect()),
        }
    }
}

fn capability<'a>(
    (agent, candidate): (&'a RegisteredAgent, &Candidate<'a>),
    threshold: f64,
) -> AgentCapability<'a> {
    let load = candidate.load.map(|load| load.current);
    AgentCapability {
        agent_id: &agent.card.id,
        name: &agent.card.id,
        description: &agent.card.description,
        capabilities: &agent.card.capabilities,
        specializations: &agent.card.specializations,
        status: status(candidate.available),
        current_load: load,
        availability: availability(load, threshold),
        confidence_score: None,
        task_match_score: None,
        estimated_completion_time: None,
    }
}
