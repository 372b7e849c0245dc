//! The activity service: who is awake, and how loaded. Being awake is remembered; the last minute
//! of work is not, but that an agent ever worked is.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use domain::{
    Result, Time,
    agents::{Load, Meter},
};
use store::agents::Registered;

use crate::Studio;

/// How many silent heartbeat intervals an agent outside is still taken to be there.
const SILENT_INTERVALS: i64 = 3;

/// The meters of all agents.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<String, Meter>>);

impl Presence {
    /// Learns from the memory which agents ever worked.
    pub(crate) async fn learn(&self, studio: &Studio) -> Result<()> {
        let agents = studio.memory.read(store::agents::list).await?;
        let known = |agent: &Registered| agent.mailbox.handled + agent.mailbox.failed > 0;
        let meters = agents
            .iter()
            .map(|agent| (agent.card.id.clone(), Meter::with_history(known(agent))))
            .collect();
        *self.meters() = meters;
        Ok(())
    }

    /// A request of the agent began to be worked on.
    pub fn started(&self, agent_id: &str, now: Time) {
        self.of(agent_id, |meter| meter.started(now.millis()));
    }

    /// A request of the agent is no longer worked on.
    pub fn finished(&self, agent_id: &str, now: Time) {
        self.of(agent_id, |meter| meter.finished(now.millis()));
    }

    /// The measured load of an agent; none while no request of it was ever recorded, or while it
    /// is not known to be there.
    pub fn load(&self, studio: &Studio, agent: &Registered, now: Time) -> Option<Load> {
        if !is_awake(studio, agent, now) && agent.seen_at.is_some() {
            return None;
        }
        // What an agent outside is at is known by its leases alone.
        let leased = if agent.builtin { 0 } else { agent.mailbox.leased };
        let queued = u32::try_from(agent.mailbox.queued + leased).unwrap_or(u32::MAX);
        let slots = agent.card.resources.slots;
        self.of(&agent.card.id, |meter| meter.load(now.millis(), queued, slots))
    }

    fn of<T>(&self, agent_id: &str, with: impl FnOnce(&mut Meter) -> T) -> T {
        let mut meters = self.meters();
        if let Some(meter) = meters.get_mut(agent_id) {
            return with(meter);
        }
        let meter = meters.entry(agent_id.to_owned()).or_insert_with(|| Meter::with_history(false));
        with(meter)
    }

    fn meters(&self) -> std::sync::MutexGuard<'_, HashMap<String, Meter>> {
        // A meter is whole after every step: what a panic elsewhere left is still true.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the activity service holds an agent for awake.
pub fn is_awake(studio: &Studio, agent: &Registered, now: Time) -> bool {
    agent.awake && agent.seen_at.is_none_or(|seen| seen >= heard_since(studio, now))
}

/// Since when an agent that runs outside must have been heard of to be taken to be there.
pub fn heard_since(studio: &Studio, now: Time) -> Time {
    now.plus(-SILENT_INTERVALS * studio.settings.heartbeat_ms)
}
