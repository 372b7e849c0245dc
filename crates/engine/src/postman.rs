//! Takes messages out of mailboxes and has agents answer them. A message is leased, worked on
//! outside any transaction, and finished together with its reply in one, which only counts while
//! the lease is still ours: handled at least once, with effects exactly once.

use std::{
    collections::{BTreeSet, HashSet},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::{
    Error, Result, ids,
    messages::{Answer, HOPS_MAX, Message, SYSTEM, State},
};
use store::{
    agents,
    messages::{self, Lease, Leased},
};
use tokio::task::JoinSet;

use crate::{Studio, hub, presence::heard_since, skills, wake::Stop};

/// Messages of one agent that are taken at once.
const LEASE_MAX: i64 = 128;

/// Ended leases that are released at once.
const RELEASE_MAX: i64 = 500;

/// How long finished messages wait for their neighbours.
const KEEP_EVERY: Duration = Duration::from_millis(500);

/// How long the loop waits when no bell rings.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Gives back what an earlier life of this process was working on.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    release(studio, Some(studio.node.clone())).await
}

async fn release(studio: &Studio, owner: Option<String>) -> Result<()> {
    loop {
        let (owner, now) = (owner.clone(), studio.clock.now());
        let released = studio
            .memory
            .write(move |tx| {
                let released = messages::release(tx, owner.as_deref(), RELEASE_MAX, now)?;
                // Nobody waits for an answer any more to what is dead now.
                for message in released.iter().filter(|message| message.state == State::Dead) {
                    hub::tell(tx, message)?;
                }
                Ok(i64::try_from(released.len()).unwrap_or(i64::MAX))
            })
            .await?;
        if released < RELEASE_MAX {
            return Ok(());
        }
    }
}

/// Empties mailboxes until the service stops; what is being worked on then is finished.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let busy: Arc<Mutex<HashSet<String>>> = Arc::default();
    let mut rounds = JoinSet::new();
    let mut released_at = None;
    while stop.or_bell(&studio.bells.mailboxes, LOOK_EVERY).await {
        // Leases end with time alone, so bells are no reason to look at them.
        if released_at.is_none_or(|at: Instant| at.elapsed() >= LOOK_EVERY) {
            released_at = Some(Instant::now());
            if let Err(error) = release(&studio, None).await {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "releasing messages failed"
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

/// Starts a round for every agent that has messages and is not in one.
async fn look(
    studio: &Studio,
    stop: &Stop,
    busy: &Arc<Mutex<HashSet<String>>>,
    rounds: &mut JoinSet<()>,
) -> Result<()> {
    let heard_since = heard_since(studio, studio.clock.now());
    let waiting = studio.memory.read(move |tx| messages::waiting(tx, heard_since)).await?;
    for agent_id in waiting {
        let begun = lock(busy).insert(agent_id.clone());
        if begun {
            let (studio, stop, busy) = (studio.clone(), stop.clone(), Arc::clone(busy));
            rounds.spawn(async move {
                let emptied = empty(&studio, &stop, &agent_id).await;
                lock(&busy).remove(&agent_id);
                match emptied {
                    // A message may have come after the last look and before the round was over.
                    Ok(()) => studio.bells.mailboxes.ring(),
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

fn lock(busy: &Mutex<HashSet<String>>) -> std::sync::MutexGuard<'_, HashSet<String>> {
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
                messages::lease(tx, &id, &lease, LEASE_MAX, now)
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
/// the service stops, those that were not begun go back.
async fn work(studio: &Studio, stop: &Stop, agent_id: &str, batch: Vec<Leased>) -> Result<()> {
    let mut done = Vec::with_capacity(batch.len());
    let mut kept_at = Instant::now();
    let mut at = 0;
    while at < batch.len() && !stop.is_stopping() {
        studio.presence.started(agent_id, studio.clock.now());
        let outcome = outcome_while_prolonged(studio, &batch[at], &batch[at..]).await;
        studio.presence.finished(agent_id, studio.clock.now());
        done.push((batch[at].clone(), outcome));
        at += 1;
        if kept_at.elapsed() >= KEEP_EVERY {
            finish(studio, agent_id, std::mem::take(&mut done)).await?;
            kept_at = Instant::now();
        }
    }
    if !done.is_empty() {
        finish(studio, agent_id, done).await?;
    }
    let not_begun = batch[at..].to_vec();
    if !not_begun.is_empty() {
        let id = agent_id.to_owned();
        studio.memory.write(move |tx| messages::give_back(tx, &id, &not_begun)).await?;
    }
    Ok(())
}

/// What comes of a message, the leases of `held` being prolonged as long as it takes.
async fn outcome_while_prolonged(studio: &Studio, leased: &Leased, held: &[Leased]) -> Outcome {
    let lease_ms = studio.settings.lease_ms;
    let prolong_every = Duration::from_millis(u64::try_from(lease_ms / 3).unwrap_or(1).max(1));
    let mut outcome = std::pin::pin!(outcome(studio, leased));
    loop {
        match tokio::time::timeout(prolong_every, outcome.as_mut()).await {
            Ok(outcome) => return outcome,
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

/// What came of a message.
#[derive(Debug, Clone)]
enum Outcome {
    Answered(Answer),
    Read,
    Failed(String),
}

/// Has the recipient answer; what it cannot answer is an outcome too, so that one bad message
/// holds up no other.
async fn outcome(studio: &Studio, leased: &Leased) -> Outcome {
    if leased.message.reply_to.is_some() || leased.message.hops >= HOPS_MAX {
        return Outcome::Read;
    }
    let answering = AssertUnwindSafe(skills::answer(studio, &leased.message));
    match futures_util::FutureExt::catch_unwind(answering).await {
        Ok(Ok(answer)) => Outcome::Answered(answer),
        Ok(Err(error @ Error::Internal { .. })) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                message.id = leased.message.id,
                "answering a message failed"
            );
            Outcome::Failed("The agent failed; the log says why".to_owned())
        }
        Ok(Err(refused)) => Outcome::Answered(Answer::said(refused.to_string())),
        Err(_) => Outcome::Failed("The agent failed; the log says why".to_owned()),
    }
}

/// Finishes messages in one transaction: states, replies, counters and events, each message only
/// while its lease is ours. Messages come first, then mailboxes by name, then what is new, and the
/// one counter of all messages last: the order in which every transaction of the hub takes them.
async fn finish(studio: &Studio, agent_id: &str, outcomes: Vec<(Leased, Outcome)>) -> Result<()> {
    let (agent_id, now) = (agent_id.to_owned(), studio.clock.now());
    let inside = studio.clone();
    studio
        .memory
        .write(move |tx| {
            let (mut handled, mut failed) = (Vec::new(), Vec::new());
            let mut replies = Vec::new();
            for (leased, outcome) in &outcomes {
                let mut message = leased.message.clone();
                if let Outcome::Failed(reason) = outcome {
                    message.become_state(State::Dead, now);
                    message.error = Some(reason.clone());
                } else {
                    message.become_state(State::Handled, now);
                }
                if !messages::finish(tx, leased, &message)? {
                    continue;
                }
                if let Outcome::Answered(answer) = outcome {
                    replies.push(message.reply(ids::new(now), answer.clone(), now));
                }
                if message.state == State::Dead { &mut failed } else { &mut handled }.push(message);
            }
            let mut mailboxes = BTreeSet::from([agent_id.clone()]);
            for reply in &mut replies {
                if reply.to_agent != SYSTEM && agents::id_of(tx, &reply.to_agent)?.is_some() {
                    reply.queue(now);
                    mailboxes.insert(reply.to_agent.clone());
                }
            }
            for mailbox in mailboxes {
                if mailbox == agent_id {
                    messages::count_finished(tx, &agent_id, handled.len(), failed.len())?;
                }
                let queued = |reply: &&mut Message| {
                    reply.state == State::Queued && reply.to_agent == mailbox
                };
                for reply in replies.iter_mut().filter(queued) {
                    hub::take_place(&inside, tx, reply, now)?;
                }
            }
            for reply in &replies {
                messages::insert(tx, reply)?;
            }
            for message in handled.iter().chain(&failed).chain(&replies) {
                hub::tell(tx, message)?;
            }
            messages::count(tx, replies.len())
        })
        .await?;
    studio.bells.events.ring();
    studio.bells.mailboxes.ring();
    Ok(())
}
