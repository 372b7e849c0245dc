//! What time alone does to messages: leases end, answers do not come. Looked at by a loop, in
//! bounded steps.

use std::collections::BTreeMap;

use domain::{
    Result, Time,
    messages::{Message, State},
};
use store::{
    Tx, agents,
    messages::{self, Tally},
};

use super::tell;
use crate::Studio;

/// Messages that are released or ended in one transaction.
const AT_ONCE: i64 = 500;

/// Puts messages back whose lease has ended and ends those whose time is over; whether there were
/// any.
pub async fn tend(studio: &Studio) -> Result<bool> {
    let now = studio.clock.now();
    // Looked at first: a write each second that has nothing to do would hold up those that have.
    if !studio.database.read(move |tx| messages::are_due(tx, now)).await? {
        return Ok(false);
    }
    let released = release(studio, None).await?;
    let mut ended = false;
    loop {
        let now = studio.clock.now();
        let step = studio.database.write(move |tx| end_overdue(tx, now)).await?;
        ended |= step > 0;
        studio.meters.messages_overdue.inc_by(step.unsigned_abs());
        if step < AT_ONCE {
            break;
        }
    }
    // Whoever waits for a message may have one now.
    if released {
        studio.wakers.mailboxes.notify();
    }
    if released || ended {
        studio.wakers.events.notify();
    }
    Ok(released || ended)
}

/// Gives back what an earlier life of this process was working on.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    release(studio, Some(studio.node.clone())).await.map(drop)
}

async fn release(studio: &Studio, owner: Option<String>) -> Result<bool> {
    let mut any = false;
    loop {
        let (owner, now) = (owner.clone(), studio.clock.now());
        let step =
            studio.database.write(move |tx| release_ended(tx, owner.as_deref(), now)).await?;
        any |= step > 0;
        studio.meters.messages_released.inc_by(step.unsigned_abs());
        if step < AT_ONCE {
            return Ok(any);
        }
    }
}

/// Puts back what was leased until now, or by an earlier life of `owner`; how many.
pub fn release_ended(tx: &mut Tx<'_>, owner: Option<&str>, now: Time) -> Result<i64> {
    let released = messages::release(tx, owner, AT_ONCE, now)?;
    let mut by_agent: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
    for message in &released {
        by_agent.entry(&message.to_agent).or_default().push(message);
    }
    for (agent_id, messages) in by_agent {
        let ended = messages.into_iter().filter_map(agents::Response::of);
        agents::note_responses(tx, agent_id, ended)?;
        agents::note_running(tx, agent_id, now)?;
    }
    let mut dead = 0;
    // Nobody waits for an answer any more to what is dead now.
    for message in released.iter().filter(|message| message.state == State::Dead) {
        tell(tx, message)?;
        dead += 1;
    }
    messages::count(tx, Tally { failed: dead, ..Tally::default() })?;
    Ok(i64::try_from(released.len()).unwrap_or(i64::MAX))
}

/// Ends messages that nobody took or answered in time; how many.
pub fn end_overdue(tx: &mut Tx<'_>, now: Time) -> Result<i64> {
    let mut overdue = messages::overdue(tx, AT_ONCE, now)?;
    // Mailboxes are changed in the order of their names, as everywhere.
    let mut left: BTreeMap<String, i64> = BTreeMap::new();
    for message in &mut overdue {
        if message.state == State::Queued {
            *left.entry(message.to_agent.clone()).or_default() += 1;
        }
        message.overdue(now);
        messages::save(tx, message)?;
    }
    for (agent_id, places) in left {
        messages::leave_places(tx, &agent_id, places, (0, places))?;
        // What only waited for its answer was counted when its recipient was done with it.
        let expired =
            overdue.iter().filter(|it| it.state == State::Expired && it.to_agent == agent_id);
        agents::note_responses(tx, &agent_id, expired.filter_map(agents::Response::of))?;
    }
    for message in &overdue {
        tell(tx, message)?;
    }
    messages::count(tx, Tally { failed: overdue.len(), ..Tally::default() })?;
    Ok(i64::try_from(overdue.len()).unwrap_or(i64::MAX))
}
