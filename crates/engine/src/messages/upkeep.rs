//! Expired leases and deadlines of messages. The worker checks them once a second, in bounded steps.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Principal, Result,
    messages::{Message, State},
};
use store::{
    agents,
    messages::{self, Counters},
};

use super::{
    publish,
    questions::{self, Mailboxes},
};
use crate::{Studio, change::Change, metrics::MetricUpdate, swarms, wakers::Wake};

/// Messages that are released or ended in one transaction.
const BATCH: i64 = 500;

/// Puts messages back whose lease has ended, ends those that are overdue, and queues those again that
/// need not wait for answers any longer; whether there were any.
pub async fn run(studio: &Studio) -> Result<bool> {
    let now = studio.clock.now();
    // A write each second that changes nothing would delay others, so this looks first.
    if !studio.database.read(move |tx| messages::are_due(tx, now)).await? {
        return Ok(false);
    }
    let released = release(studio, None).await?;
    let mut ended = false;
    loop {
        let step = studio.change(&Principal::service(), end_overdue).await?;
        ended |= step > 0;
        if step < BATCH {
            break;
        }
    }
    Ok(questions::resume(studio).await? || released || ended)
}

/// Puts back what this process was working on before it was restarted.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    release(studio, Some(studio.node.clone())).await.map(drop)
}

async fn release(studio: &Studio, owner: Option<String>) -> Result<bool> {
    let mut any = false;
    loop {
        let owner = owner.clone();
        let step = studio
            .change(&Principal::service(), move |change| release_ended(change, owner.as_deref()))
            .await?;
        any |= step > 0;
        if step < BATCH {
            return Ok(any);
        }
    }
}

/// Puts back messages whose lease has ended, or that `owner` leased before it was restarted; how
/// many.
pub fn release_ended(change: &mut Change<'_, '_>, owner: Option<&str>) -> Result<i64> {
    let released = messages::release(change.tx, owner, BATCH, change.now)?;
    let mut by_agent: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
    for message in &released {
        by_agent.entry(&message.to_agent).or_default().push(message);
    }
    for (agent_id, messages) in by_agent {
        let ended = messages.into_iter().filter_map(agents::Response::of);
        agents::note_responses(change.tx, agent_id, ended)?;
        agents::note_running(change.tx, agent_id, change.now)?;
        change.wake(Wake::Mailbox(agent_id.to_owned()));
    }
    let mut dead = 0;
    for message in &released {
        change.wake(Wake::Calls(message.id.clone()));
    }
    for message in released.iter().filter(|message| message.state == State::Dead) {
        publish(change, message)?;
        dead += 1;
    }
    messages::count(change.tx, Counters { failed: dead, ..Counters::default() })?;
    change.measure(MetricUpdate::MessagesReleased(released.len() as u64));
    Ok(i64::try_from(released.len()).unwrap_or(i64::MAX))
}

/// Ends messages that nobody took or answered in time; how many.
pub fn end_overdue(change: &mut Change<'_, '_>) -> Result<i64> {
    let mut overdue = messages::overdue(change.tx, BATCH, change.now)?;
    let mut mailboxes = Mailboxes::default();
    let mut agents: BTreeSet<String> = BTreeSet::new();
    for message in &mut overdue {
        let was_queued = message.state == State::Queued;
        message.expire(change.now);
        messages::save(change.tx, message)?;
        // A message that only waited for its answer was counted when its recipient handled it.
        if message.state == State::Expired {
            let mailbox = mailboxes.of(&message.to_agent);
            mailbox.queued -= i64::from(was_queued);
            mailbox.failed += 1;
            agents.insert(message.to_agent.clone());
        }
        if message.state == State::Queued {
            // Nobody permitted what its agent wanted, and it goes on without.
            mailboxes.of(&message.to_agent).queued += 1;
            change.wake(Wake::Mailbox(message.to_agent.clone()));
        }
    }
    let abandoned = questions::abandon(change, &overdue, mailboxes)?;
    for agent_id in agents {
        let expired =
            overdue.iter().filter(|it| it.state == State::Expired && it.to_agent == agent_id);
        agents::note_responses(change.tx, &agent_id, expired.filter_map(agents::Response::of))?;
    }
    for message in &overdue {
        change.wake(Wake::Calls(message.id.clone()));
        publish(change, message)?;
        swarms::approvals::note_message(change, message)?;
    }
    let has_failed = |it: &&Message| !matches!(it.state, State::Refused | State::Queued);
    let failed = abandoned + overdue.iter().filter(has_failed).count();
    messages::count(change.tx, Counters { failed, ..Counters::default() })?;
    change.measure(MetricUpdate::MessagesOverdue(overdue.len() as u64));
    Ok(i64::try_from(overdue.len()).unwrap_or(i64::MAX))
}
