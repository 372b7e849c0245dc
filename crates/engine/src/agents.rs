//! Commands on agents, and their views: whether an agent is awake, and its record. Who belongs to
//! the staff is changed in [`staff`], what all agents can do is in [`capabilities`], and
//! what they may do in [`approvals`].

pub mod approvals;
pub mod capabilities;
pub mod staff;

use std::collections::HashMap;

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    agents::{
        Policy, Speed,
        view::{
            AgentActivity, AgentAuthority, AgentDetail, AgentItem, AgentState, StudioAgent,
            StudioAgents, status,
        },
    },
    events::EventKind,
    page::{Page, PageQuery},
    versioned::{IfMatch, Versioned},
};
use serde::Serialize;
use store::{
    Tx,
    agents::{self, RegisteredAgent},
    members, projects,
};

use crate::{
    Studio,
    change::Change,
    presence::{LoadQuery, RemoteWork, heard_since, is_awake},
    wakers::Wake,
};

/// The noun of an agent at the beginning of a sentence.
const WHAT: &str = "The agent";

/// Wakes an agent or puts it to sleep; messages of a sleeping agent wait in its mailbox.
pub fn set_awake(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    id: &str,
    awake: bool,
) -> Result<AgentActivity> {
    agents::set_awake(change.tx, id, awake)?;
    let agent = agents::get(change.tx, id)?;
    let agent_id = agent.card.id.clone();
    let state = state(studio, change.tx, &agent, change.now)?;
    publish(change, &AgentItem::without_prompt(agent.card, state))?;
    if awake {
        change.wake(Wake::Mailboxes);
        change.wake(Wake::Swarms);
    }
    Ok(AgentActivity { agent_id, status: status(awake) })
}

/// Records a heartbeat of an external agent.
///
/// # Errors
/// Not found when there is no such agent; a conflict for one that runs inside.
pub fn heartbeat(change: &mut Change<'_, '_>, studio: &Studio, id: &str) -> Result<AgentActivity> {
    let heartbeat = agents::heartbeat(change.tx, id, change.now)?;
    if heartbeat.builtin {
        let reason = "A built-in agent runs in the service and has no heartbeat";
        return Err(Error::Conflict(reason.to_owned()));
    }
    let silent_since = heard_since(studio, change.now);
    if heartbeat.last.is_some_and(|last| last < silent_since) {
        // Messages that waited while it was silent can be taken now.
        change.wake(Wake::Mailbox(heartbeat.id.clone()));
    }
    Ok(AgentActivity { agent_id: heartbeat.id, status: status(heartbeat.awake) })
}

/// A page of the registry, in its order.
pub fn list(
    tx: &mut Tx<'_>,
    studio: &Studio,
    query: &PageQuery,
    now: Time,
) -> Result<Page<AgentItem>> {
    let remote = RemoteWork::read(tx, &studio.node, now)?;
    let item = |agent: RegisteredAgent| {
        let state = state_with(studio, &agent, &remote, now);
        AgentItem::without_prompt(agent.card, state)
    };
    Ok(agents::page(tx, query)?.map(item))
}

/// An agent with its prompt.
pub fn get(tx: &mut Tx<'_>, studio: &Studio, id: &str, now: Time) -> Result<Versioned<AgentItem>> {
    let agent = agents::get(tx, id)?;
    let state = state(studio, tx, &agent, now)?;
    Ok(Versioned { view: AgentItem::of(agent.card, state), version: agent.version })
}

/// An agent's detail record.
pub fn detail(
    tx: &mut Tx<'_>,
    studio: &Studio,
    id: &str,
    now: Time,
) -> Result<Versioned<AgentDetail>> {
    let agent = agents::get(tx, id)?;
    let state = state(studio, tx, &agent, now)?;
    Ok(Versioned { view: AgentDetail::of(agent.card, state), version: agent.version })
}

/// Whose messages an agent accepts.
pub fn authority(tx: &mut Tx<'_>, id: &str) -> Result<Versioned<AgentAuthority>> {
    let agent = agents::get(tx, id)?;
    let view = AgentAuthority::of(agent.card.id, agent.policy);
    Ok(Versioned { view, version: agent.version })
}

/// Sets whose messages an agent takes from now on.
pub fn set_authority(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    policy: &Policy,
) -> Result<Versioned<AgentAuthority>> {
    let agent = agents::get_for_update(change.tx, id)?;
    expected.check(WHAT, agent.version)?;
    let version = agent.version + 1;
    agents::set_policy(change.tx, &agent.card.id, policy, version)?;
    Ok(Versioned { view: AgentAuthority::of(agent.card.id, policy.clone()), version })
}

/// The agents of the principal's active project, with what was measured of their work in it.
///
/// # Errors
/// Unavailable when no project is active.
pub fn of_active_project(
    tx: &mut Tx<'_>,
    principal: &Principal,
    studio: &Studio,
    now: Time,
) -> Result<StudioAgents> {
    studio.check_ready()?;
    let none = || Error::Unavailable("No project is active".to_owned());
    let active = members::active_project(tx, principal)?.ok_or_else(none)?;
    // It may be in the trash, or no longer the principal's to see.
    let found = projects::get(tx, principal, &active).or_none()?;
    let (access, project, _) = found.ok_or_else(none)?;
    let speeds: HashMap<String, Speed> = agents::speeds(tx, &access)?;
    let remote = RemoteWork::read(tx, &studio.node, now)?;
    let staff = assigned(agents::list(tx)?, &project.detail.settings.active_agents);
    let item = |agent: RegisteredAgent| {
        let state = state_with(studio, &agent, &remote, now);
        let speed = speeds.get(&agent.card.id);
        StudioAgent::of(agent.card, state, speed)
    };
    Ok(StudioAgents::of(active, staff.into_iter().map(item).collect()))
}

/// The agents a project names, each once and in its order, without names of no agent; where it names
/// no agent, all that users see.
fn assigned(mut staff: Vec<RegisteredAgent>, names: &[String]) -> Vec<RegisteredAgent> {
    let mut assigned = Vec::new();
    for name in names {
        let index = staff.iter().position(|agent| agent.card.id.eq_ignore_ascii_case(name));
        if let Some(index) = index {
            assigned.push(staff.remove(index));
        }
    }
    if assigned.is_empty() {
        staff.retain(|agent| agent.card.user_visible);
        return staff;
    }
    assigned
}

/// The state of an agent with what other servers measured of it.
fn state(
    studio: &Studio,
    tx: &mut Tx<'_>,
    agent: &RegisteredAgent,
    now: Time,
) -> Result<AgentState> {
    let remote = RemoteWork::read(tx, &studio.node, now)?;
    Ok(state_with(studio, agent, &remote, now))
}

fn state_with(
    studio: &Studio,
    agent: &RegisteredAgent,
    remote: &RemoteWork,
    now: Time,
) -> AgentState {
    let measured = studio.presence.load(studio, LoadQuery::from(agent), remote, now);
    AgentState {
        is_builtin: agent.builtin,
        is_awake: is_awake(studio, agent, now),
        load: measured.map(|measured| (measured.load, measured.age_ms)),
    }
}

/// Publishes an agent to everybody.
fn publish(change: &mut Change<'_, '_>, view: &impl Serialize) -> Result<()> {
    change.publish_to((None, &change.principal.user), EventKind::Agent, view)
}
