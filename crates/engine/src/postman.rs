//! Takes messages out of mailboxes and has agents answer them. A message is leased, worked on
//! outside any transaction, and finished together with its reply in one, which only counts while
//! the lease is still ours: handled at least once, with effects exactly once.

use std::{
    collections::HashSet,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::{
    Error, Result, ids,
    messages::{Answer, HOPS_MAX, State},
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
            .write(move |tx| messages::release(tx, owner.as_deref(), RELEASE_MAX, now))
            .await?;
        if released < RELEASE_MAX as usize {
            return Ok(());
        }
    }
}

/// Empties mailboxes until the service stops; what is being worked on then is finished.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let busy: Arc<Mutex<HashSet<String>>> = Arc::default();
    let mut rounds = JoinSet::new();
    while stop.or_bell(&studio.bells.mailboxes, LOOK_EVERY).await {
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
    release(studio, None).await?;
    let heard_since = heard_since(studio, studio.clock.now());
    let waiting = studio.memory.read(move |tx| messages::waiting(tx, heard_since)).await?;
    for agent_id in waiting {
        let begun = lock(busy).insert(agent_id.clone());
        if begun {
            let (studio, stop, busy) = (studio.clone(), stop.clone(), Arc::clone(busy));
            rounds.spawn(async move {
                if let Err(error) = empty(&studio, &stop, &agent_id).await {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        agent.id = agent_id,
                        "emptying a mailbox failed"
                    );
                }
                lock(&busy).remove(&agent_id);
                // A message may have come after the last look and before the round was over.
                studio.bells.mailboxes.ring();
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
        work(studio, agent_id, batch).await?;
    }
    Ok(())
}

/// Answers a batch. What is done is kept at the latest every [`KEEP_EVERY`], and with it the lease
/// on the rest is prolonged, so that a slow message costs none of its neighbours theirs.
async fn work(studio: &Studio, agent_id: &str, batch: Vec<Leased>) -> Result<()> {
    let mut done = Vec::with_capacity(batch.len());
    let mut kept_at = Instant::now();
    let mut rest = batch.into_iter();
    while let Some(leased) = rest.next() {
        studio.presence.started(agent_id, studio.clock.now());
        let outcome = outcome(studio, &leased).await;
        studio.presence.finished(agent_id, studio.clock.now());
        done.push((leased, outcome));
        if kept_at.elapsed() >= KEEP_EVERY || rest.len() == 0 {
            let waiting: Vec<Leased> = rest.as_slice().to_vec();
            finish(studio, agent_id, std::mem::take(&mut done), waiting).await?;
            kept_at = Instant::now();
        }
    }
    Ok(())
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
        Ok(Err(refused)) => Outcome::Answered(Answer { text: refused.to_string(), report: None }),
        Err(_) => Outcome::Failed("The agent failed; the log says why".to_owned()),
    }
}

/// Finishes messages in one transaction: states, replies, counters and events, each message only
/// while its lease is ours; and prolongs the leases of those that still wait for their turn.
async fn finish(
    studio: &Studio,
    agent_id: &str,
    outcomes: Vec<(Leased, Outcome)>,
    waiting: Vec<Leased>,
) -> Result<()> {
    let (agent_id, now) = (agent_id.to_owned(), studio.clock.now());
    let until = now.plus(studio.settings.lease_ms);
    studio
        .memory
        .write(move |tx| {
            let (mut handled, mut failed) = (0, 0);
            for (leased, outcome) in &outcomes {
                let mut message = leased.message.clone();
                match outcome {
                    Outcome::Failed(reason) => {
                        message.become_state(State::Dead, now);
                        message.error = Some(reason.clone());
                    }
                    Outcome::Answered(_) | Outcome::Read => {
                        message.become_state(State::Handled, now);
                    }
                }
                if !messages::finish(tx, leased, &message)? {
                    continue;
                }
                if message.state == State::Dead {
                    failed += 1;
                } else {
                    handled += 1;
                }
                hub::tell(tx, &message)?;
                if let Outcome::Answered(answer) = outcome {
                    let reply = message.reply(ids::new(now), answer.clone(), now);
                    messages::insert(tx, &reply)?;
                    hub::tell(tx, &reply)?;
                }
            }
            messages::prolong(tx, &waiting, until)?;
            messages::count_finished(tx, &agent_id, handled, failed)
        })
        .await?;
    studio.bells.events.ring();
    Ok(())
}
