//! Takes messages out of the mailboxes of agents inside and has them answered. A message is leased, worked on
//! outside any transaction, and finished together with its reply in one, which only counts while
//! the lease is still ours: handled at least once, with effects exactly once.

use std::{
    collections::{HashMap, HashSet},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::{
    Error, Result,
    messages::{Answer, HOPS_MAX, Message, ends::Failure},
};
use store::{
    agents,
    messages::{self, Lease, Leased, Taker},
};
use tokio::task::JoinSet;

use crate::{
    Studio,
    hub::{
        ends::{self, End},
        upkeep,
    },
    presence::heard_since,
    skills,
    wake::Stop,
};

/// Messages of one agent that are taken at once.
const LEASE_MAX: i64 = 128;

/// How long finished messages wait for their neighbours.
const KEEP_EVERY: Duration = Duration::from_millis(500);

/// How long the loop waits when no bell rings.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Empties mailboxes until the service stops; what is being worked on then is finished.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let busy: Arc<Mutex<Busy>> = Arc::default();
    let mut rounds = JoinSet::new();
    let mut released_at = None;
    while stop.or_bell(&studio.bells.mailboxes, LOOK_EVERY).await {
        // Leases and deadlines end with time alone, so bells are no reason to look at them.
        if released_at.is_none_or(|at: Instant| at.elapsed() >= LOOK_EVERY) {
            released_at = Some(Instant::now());
            if let Err(error) = upkeep::tend(&studio).await {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "tending messages failed"
                );
            }
        }
        if let Err(error) = look(&studio, &stop, &busy, &mut rounds).await {
            tracing::error!(error = &error as &dyn std::error::Error, "emptying mailboxes failed");
        }
        while rounds.try_join_next().is_some() {}
    }
    while rounds.join_next().await.is_some() {}
}

/// The agents that are in a round, each with whether it had messages at a look since.
type Busy = HashMap<String, bool>;

/// Starts a round for every agent that has messages and is not in one.
async fn look(
    studio: &Studio,
    stop: &Stop,
    busy: &Arc<Mutex<Busy>>,
    rounds: &mut JoinSet<()>,
) -> Result<()> {
    let now = studio.clock.now();
    let waiting = studio.memory.read(move |tx| messages::waiting(tx, now)).await?;
    for agent_id in waiting {
        if begins(&mut lock(busy), &agent_id) {
            let (studio, stop, busy) = (studio.clone(), stop.clone(), Arc::clone(busy));
            rounds.spawn(async move {
                let emptied = empty(&studio, &stop, &agent_id).await;
                let missed = lock(&busy).remove(&agent_id).unwrap_or(false);
                match emptied {
                    // A message came that the round may not have seen. Where none did, another
                    // look would find no more than this one: what waits for another worker, say.
                    Ok(()) if missed => studio.bells.mailboxes.ring(),
                    Ok(()) => {}
                    // Tried again with the next look: a database that fails needs no haste.
                    Err(error) => tracing::error!(
                        error = &error as &dyn std::error::Error,
                        agent.id = agent_id,
                        "emptying a mailbox failed"
                    ),
                }
            });
        }
    }
    Ok(())
}

/// Whether a round of the agent begins now; one that is in a round is noted to have messages.
fn begins(busy: &mut Busy, agent_id: &str) -> bool {
    match busy.get_mut(agent_id) {
        Some(has_messages) => {
            *has_messages = true;
            false
        }
        None => busy.insert(agent_id.to_owned(), false).is_none(),
    }
}

fn lock(busy: &Mutex<Busy>) -> std::sync::MutexGuard<'_, Busy> {
    busy.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers an agent's messages until its mailbox is empty.
async fn empty(studio: &Studio, stop: &Stop, agent_id: &str) -> Result<()> {
    while !stop.is_stopping() {
        let now = studio.clock.now();
        let lease = Lease { owner: studio.node.clone(), until: now.plus(studio.settings.lease_ms) };
        let id = agent_id.to_owned();
        let heard_since = heard_since(studio, now);
        let batch = studio
            .memory
            .write(move |tx| {
                // What comes after an agent fell asleep waits, even while it is still at a batch.
                if !agents::is_awake(tx, &id, heard_since)? {
                    return Ok(Vec::new());
                }
                let taker = Taker { agent_id: &id, account: None, one_by_one: false };
                messages::lease(tx, &taker, &lease, LEASE_MAX, now)
            })
            .await?;
        if batch.is_empty() {
            return Ok(());
        }
        work(studio, stop, agent_id, batch).await?;
    }
    Ok(())
}

/// Answers a batch. What is done is kept at the latest every [`KEEP_EVERY`], and while one message
/// is worked on the leases of all are prolonged, so that a slow one costs none of them theirs. When
/// the service stops, those that were not begun go back; and so do those that come after one which
/// failed, in its conversation and class, and must wait for it.
async fn work(studio: &Studio, stop: &Stop, agent_id: &str, batch: Vec<Leased>) -> Result<()> {
    let mut done = Vec::with_capacity(batch.len());
    let mut not_begun = Vec::new();
    let mut held_up = HashSet::new();
    let mut kept_at = Instant::now();
    for at in 0..batch.len() {
        let leased = &batch[at];
        if stop.is_stopping() || held_up.contains(&queue(&leased.message)) {
            not_begun.push(leased.clone());
            continue;
        }
        studio.presence.started(agent_id, studio.clock.now());
        let end = end_while_prolonged(studio, leased, &batch[at..]).await;
        studio.presence.finished(agent_id, studio.clock.now());
        if matches!(end, End::Failed(..)) {
            held_up.insert(queue(&leased.message));
        }
        done.push((leased.clone(), end));
        if kept_at.elapsed() >= KEEP_EVERY {
            finish(studio, agent_id, std::mem::take(&mut done)).await?;
            kept_at = Instant::now();
        }
    }
    if !done.is_empty() {
        finish(studio, agent_id, done).await?;
    }
    if !not_begun.is_empty() {
        let id = agent_id.to_owned();
        studio.memory.write(move |tx| messages::give_back(tx, &id, &not_begun)).await?;
    }
    Ok(())
}

/// What a message stands in line with: its conversation and class.
fn queue(message: &Message) -> (String, i64) {
    (message.conversation_id.clone(), message.priority.class())
}

/// What comes of a message, the leases of `held` being prolonged as long as it takes.
async fn end_while_prolonged(studio: &Studio, leased: &Leased, held: &[Leased]) -> End {
    let lease_ms = studio.settings.lease_ms;
    let prolong_every = Duration::from_millis(u64::try_from(lease_ms / 3).unwrap_or(1).max(1));
    let mut end = std::pin::pin!(end(studio, leased));
    loop {
        match tokio::time::timeout(prolong_every, end.as_mut()).await {
            Ok(end) => return end,
            Err(_) => {
                let (held, until) = (held.to_vec(), studio.clock.now().plus(lease_ms));
                let prolonged =
                    studio.memory.write(move |tx| messages::prolong(tx, &held, until)).await;
                if let Err(error) = prolonged {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "prolonging leases failed"
                    );
                }
            }
        }
    }
}

/// What the log tells, the sender need not know.
const FAILED: &str = "The agent failed; the log says why";

/// Has the recipient answer; what it cannot answer is an end too, so that one bad message holds up
/// no other.
async fn end(studio: &Studio, leased: &Leased) -> End {
    if leased.message.reply_to.is_some() || leased.message.hops >= HOPS_MAX {
        return End::Done(None);
    }
    let answering = AssertUnwindSafe(skills::answer(studio, &leased.message));
    match futures_util::FutureExt::catch_unwind(answering).await {
        Ok(Ok(answer)) => End::Done(Some(answer)),
        Ok(Err(error @ (Error::Internal { .. } | Error::Unavailable(_)))) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                message.id = leased.message.id,
                "answering a message failed"
            );
            End::Failed(Failure::Transient, FAILED.to_owned())
        }
        Ok(Err(refused)) => End::Done(Some(Answer::said(refused.to_string()))),
        Err(_) => End::Failed(Failure::Broken, FAILED.to_owned()),
    }
}

/// Finishes messages in one transaction, each only while its lease is ours.
async fn finish(studio: &Studio, agent_id: &str, ended: Vec<(Leased, End)>) -> Result<()> {
    let (agent_id, now, inside) = (agent_id.to_owned(), studio.clock.now(), studio.clone());
    let finished =
        studio.memory.write(move |tx| ends::finish(&inside, tx, &agent_id, &ended, now)).await?;
    studio.meters.ended(&finished);
    studio.bells.events.ring();
    studio.bells.mailboxes.ring();
    Ok(())
}
