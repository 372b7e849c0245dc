//! Commands on the staff: agents that users add, change and remove beside the built-in ones.

use domain::{
    Error, Result,
    agents::{AgentCreate, AgentUpdate, BuiltinChanges, Card, view::AgentItem},
    versioned::{IfMatch, Versioned},
};
use store::agents;

use super::{WHAT, publish, state, state_with};
use crate::{Studio, change::Change, messages, presence::RemoteWork, registry, wakers::Wake};

/// Adds an agent.
pub fn create(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    create: &AgentCreate,
) -> Result<Versioned<AgentItem>> {
    let position = agents::next_position(change.tx)?;
    let card = Card::create(create, position, change.now)?;
    agents::create(change.tx, &card)?;
    let agent = agents::get(change.tx, &card.id)?;
    let state = state_with(studio, &agent, &RemoteWork::default(), change.now);
    let view = AgentItem::of(agent.card, state);
    publish(change, &view)?;
    Ok(Versioned { view, version: agent.version })
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    id: &str,
    expected: &IfMatch,
    update: &AgentUpdate,
) -> Result<Versioned<AgentItem>> {
    let mut agent = agents::get_for_update(change.tx, id)?;
    expected.check(WHAT, agent.version)?;
    let had_standard_policy = agent.policy == agent.card.standard_policy();
    let own = if agent.builtin { Some(own(studio, &agent.card)?) } else { None };
    let own = own.as_ref();
    agent.card.update(update, own, change.now)?;
    if had_standard_policy {
        agent.policy = agent.card.standard_policy();
    }
    agent.version += 1;
    if own.is_none() {
        agent.card.version = agent.version.to_string();
    }
    let changes = own.map(|own| BuiltinChanges::between(own, &agent.card)).unwrap_or_default();
    agents::save(change.tx, &agent, &changes)?;
    // The agents it requires now may be there or not.
    let agent = agents::get(change.tx, &agent.card.id)?;
    let state = state(studio, change.tx, &agent, change.now)?;
    let view = AgentItem::of(agent.card, state);
    publish(change, &view)?;
    // It may work on more messages at once now.
    change.wake(Wake::Mailboxes);
    Ok(Versioned { view, version: agent.version })
}

/// The program's own card of a built-in agent.
fn own(studio: &Studio, card: &Card) -> Result<Card> {
    let own = registry::own_here(studio, &card.id)?;
    // An agent of an earlier version of the program that this one does not have any more.
    own.ok_or_else(|| Error::Conflict("This agent cannot be changed".to_owned()))
}

/// Removes an agent of a user; the messages in its mailbox are dead.
pub fn remove(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    id: &str,
    expected: &IfMatch,
) -> Result<()> {
    let agent = agents::get_for_update(change.tx, id)?;
    expected.check(WHAT, agent.version)?;
    let dead = agents::remove(change.tx, &agent, change.now)?;
    messages::questions::abandon_all(change, &dead)?;
    for message in &dead {
        messages::publish(change, message)?;
        crate::swarms::approvals::note_message(change, message)?;
    }
    if dead.iter().any(domain::messages::Message::is_question) {
        change.wake(Wake::Answered);
    }
    let state = state_with(studio, &agent, &RemoteWork::default(), change.now);
    let view = AgentItem::without_prompt(agent.card, state);
    let account = change.principal.user.as_str();
    change.publish_deleted_to((None, account), domain::events::EventKind::Agent, &view)
}
