//! Agents outside the process: they lease their messages over the wire, extend a lease while they
//! work, and acknowledge with the epoch they hold. The same rules hold for them as for agents
//! inside; only the worker is elsewhere.

use std::time::Duration;

use domain::{
    Error, Principal, Result, Time,
    messages::{
        Message,
        outside::{MessageAcknowledge, MessageExtend, MessageLease, Outcome},
    },
    principal::Scope,
};
use store::{
    Tx,
    agents::{self, Heard},
    messages::{self, Lease, Leased, Taker},
};
use tokio::time::Instant;

use super::ends::{self, End};
use crate::{Studio, wakers::Stop};

/// The most requests that wait for a message at once; others are answered right away.
pub const WAITS_MAX: usize = 256;

/// How often a request that waits looks by itself: what rests after a failure rings no bell.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What an agent outside got.
#[derive(Debug)]
pub struct Taken {
    /// The agent.
    pub agent_id: String,
    /// Its messages, in the order in which they are to be worked on.
    pub leased: Vec<Leased>,
    /// When the leases end, but for messages whose deadline is earlier.
    pub until: Time,
}

/// Takes messages of an agent outside; with `waitMs`, waits for one when there is none.
///
/// # Errors
/// Not found when there is no such agent; a conflict for one that runs inside.
pub async fn lease(
    studio: &Studio,
    principal: &Principal,
    agent_id: &str,
    wanted: &MessageLease,
    mut stop: Stop,
) -> Result<Taken> {
    let known = agent_id.to_ascii_lowercase();
    let wait_ms = u64::try_from(wanted.wait_ms).unwrap_or(0);
    let place = studio.waits.try_acquire();
    let until = Instant::now() + Duration::from_millis(if place.is_ok() { wait_ms } else { 0 });
    loop {
        // Heard from here on, so that no message slips in between the look and the wait.
        let ring = studio.wakers.mailboxes.next_notification(&known);
        let taken = try_lease(studio, principal, agent_id, wanted).await?;
        if !taken.leased.is_empty() || Instant::now() >= until || stop.is_stopping() {
            return Ok(taken);
        }
        wait_for_due(studio, principal, &taken.agent_id, until, ring, &mut stop).await?;
    }
}

async fn try_lease(
    studio: &Studio,
    principal: &Principal,
    agent_id: &str,
    wanted: &MessageLease,
) -> Result<Taken> {
    let now = studio.clock.now();
    let (principal, agent_id, wanted) = (principal.clone(), agent_id.to_owned(), wanted.clone());
    studio.database.write(move |tx| take(tx, &principal, &agent_id, &wanted, now)).await
}

/// Ends when something is due in the agent's mailbox, or nothing more is to be waited for.
async fn wait_for_due(
    studio: &Studio,
    principal: &Principal,
    agent_id: &str,
    until: Instant,
    ring: impl Future<Output = ()> + Send,
    stop: &mut Stop,
) -> Result<()> {
    let mut ring = Box::pin(ring) as std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;
    loop {
        let look_at = until.min(Instant::now() + LOOK_EVERY);
        tokio::select! {
            () = stop.stopped() => return Ok(()),
            () = ring.as_mut() => {}
            () = tokio::time::sleep_until(look_at) => {}
        }
        ring = Box::pin(studio.wakers.mailboxes.next_notification(agent_id));
        let (principal, id, now) = (principal.clone(), agent_id.to_owned(), studio.clock.now());
        let has_due = studio
            .database
            .read(move |tx| messages::has_due(tx, &taker(&principal, &id), now))
            .await?;
        if has_due || Instant::now() >= until {
            return Ok(());
        }
    }
}

/// Whose messages a principal may take for an agent: an administrator all of them, others those
/// that were sent on their own behalf.
fn taker<'a>(principal: &'a Principal, agent_id: &'a str) -> Taker<'a> {
    let takes_all = principal.owns_everything || principal.scope >= Scope::Admin;
    let account = (!takes_all).then_some(principal.user.as_str());
    Taker { agent_id, account, one_by_one: true }
}

/// The worker that a principal is to the hub.
fn worker(principal: &Principal) -> String {
    format!("outside:{}", principal.user)
}

/// Takes messages of an agent outside in the transaction of `tx`. That it asks shows that it is
/// there.
///
/// # Errors
/// Not found when there is no such agent; a conflict for one that runs inside.
pub fn take(
    tx: &mut Tx<'_>,
    principal: &Principal,
    agent_id: &str,
    wanted: &MessageLease,
    now: Time,
) -> Result<Taken> {
    let Heard { id, builtin, awake, .. } = agents::beat(tx, agent_id, now)?;
    if builtin {
        return Err(Error::Conflict(
            "A built-in agent runs inside, and the studio takes its messages".to_owned(),
        ));
    }
    let until = now.plus(wanted.lease_ms);
    let lease = Lease { owner: worker(principal), until };
    let leased = if awake {
        messages::lease(tx, &taker(principal, &id), &lease, wanted.limit, now)?
    } else {
        Vec::new()
    };
    if !leased.is_empty() {
        agents::note_running(tx, &id, now)?;
    }
    Ok(Taken { agent_id: id, leased, until })
}

/// Ends a leased message in the transaction of `tx`, together with its reply.
///
/// # Errors
/// Rejected when the end does not fit the message; not found; a conflict when the lease is no
/// longer held, or the task that is to be accepted was handed on.
pub fn acknowledge(
    studio: &Studio,
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    said: &MessageAcknowledge,
    now: Time,
) -> Result<Message> {
    let answer = said.answer()?;
    let leased = messages::leased_for_update(tx, principal, &worker(principal), id, said.epoch)?;
    let is_offer = leased.message.is_offer();
    let reason = said.reason().to_owned();
    let end = match said.outcome {
        Outcome::Accepted | Outcome::Refused if !is_offer => {
            let words = "Only a hand-off is accepted or refused";
            return Err(Error::Rejected(words.to_owned()));
        }
        Outcome::Handled if !is_offer => End::Done(answer),
        Outcome::Handled | Outcome::Accepted => End::Accepted(answer),
        Outcome::Refused => End::Refused(answer, reason),
        Outcome::Failed => End::Failed(said.failure, reason),
    };
    let agent_id = leased.message.to_agent.clone();
    let ended = ends::finish(studio, tx, &agent_id, &[(leased, end)], now)?;
    agents::note_running(tx, &agent_id, now)?;
    // It was held before, so it is there.
    ended.into_iter().next().ok_or_else(|| Error::not_found("Message", id))
}

/// Extends a lease in the transaction of `tx`; when it ends now.
///
/// # Errors
/// Not found; a conflict when the lease is no longer held.
pub fn extend(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    said: &MessageExtend,
    now: Time,
) -> Result<Time> {
    let leased = messages::leased_for_update(tx, principal, &worker(principal), id, said.epoch)?;
    let until = leased.message.lease_end(now.plus(said.lease_ms));
    messages::prolong(tx, &[(leased.message.id, leased.epoch)], until)?;
    Ok(until)
}
