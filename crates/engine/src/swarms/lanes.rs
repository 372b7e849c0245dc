//! Lanes: each takes the sub-tasks of one agent, one after the other, as many at a time as take
//! little time together. An agent has at most as many lanes in a process as it has slots.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use domain::{
    Error, Principal, Result,
    swarms::{
        Status, Swarm,
        outcome::{FailureCause, Outcome},
    },
};
use store::{
    agents,
    swarms::{
        self,
        subtasks::{self, Claimed},
    },
};
use tokio::task::JoinSet;

use super::{begin, commit, outcomes, outside, upkeep, work::BatchContext};
use crate::{Studio, presence::heard_since, wakers::Stop};

/// How long the worker waits when nobody notifies it.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The most sub-tasks that are taken at once.
const CLAIM_MAX: i64 = 64;

/// A lane takes more at once while all it took last time was done within this time.
const SHORT: Duration = Duration::from_millis(100);

/// Does the work of swarms until the service stops; what is being worked on then is finished.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let lanes = Lanes::default();
    let mut running = JoinSet::new();
    let mut tended_at = None;
    while stop.wait(&studio.wakers.swarms, POLL_INTERVAL).await {
        // Leases and deadlines end with time alone, so a notification is no reason to look at them.
        if tended_at.is_none_or(|at: Instant| at.elapsed() >= POLL_INTERVAL) {
            tended_at = Some(Instant::now());
            report(upkeep::run(&studio).await, "tending swarms failed");
        }
        report(outside::run(&studio).await, "handing out sub-tasks failed");
        report(look(&studio, &stop, &lanes, &mut running).await, "looking for sub-tasks failed");
        while running.try_join_next().is_some() {}
    }
    while running.join_next().await.is_some() {}
}

fn report(done: Result<()>, what: &str) {
    if let Err(error) = done {
        tracing::error!(error = %domain::ErrorChain(&error), "{what}");
    }
}

/// How many lanes each agent has.
#[derive(Clone, Default)]
struct Lanes(Arc<Mutex<HashMap<String, u32>>>);

impl Lanes {
    fn counts(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a lane, unless the agent has as many as it has slots.
    fn open(&self, agent_id: &str, slots: u32) -> Option<Lane> {
        let mut counts = self.counts();
        let open = counts.entry(agent_id.to_owned()).or_default();
        if *open >= slots {
            return None;
        }
        *open += 1;
        Some(Lane { lanes: self.clone(), agent_id: agent_id.to_owned() })
    }
}

/// An open lane; it is closed when this is dropped.
struct Lane {
    lanes: Lanes,
    agent_id: String,
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut counts = self.lanes.counts();
        if let Some(open) = counts.get_mut(&self.agent_id) {
            *open -= 1;
        }
    }
}

/// Opens a lane for every agent that has something to begin.
async fn look(
    studio: &Studio,
    stop: &Stop,
    lanes: &Lanes,
    running: &mut JoinSet<()>,
) -> Result<()> {
    let now = studio.clock.now();
    let waiting = studio.database.read(move |tx| subtasks::waiting(tx, now)).await?;
    for (agent_id, slots) in waiting {
        if let Some(lane) = lanes.open(&agent_id, slots) {
            let (studio, stop) = (studio.clone(), stop.clone());
            running.spawn(async move {
                let emptied = empty(&studio, &stop, &lane.agent_id).await;
                drop(lane);
                match emptied {
                    // Something may have become ready after the last look and before the end.
                    Ok(true) => studio.wakers.swarms.notify(),
                    Ok(false) => {}
                    // Tried again with the next look: retrying at once would not help the database.
                    Err(error) => report(Err(error), "working on sub-tasks failed"),
                }
            });
        }
    }
    Ok(())
}

/// Works on an agent's sub-tasks until there are none; whether there were any.
async fn empty(studio: &Studio, stop: &Stop, agent_id: &str) -> Result<bool> {
    let (mut limit, mut any) = (1, false);
    while !stop.is_stopping() {
        let taken = claim(studio, agent_id, limit).await?;
        if taken.claimed.is_empty() {
            break;
        }
        any = true;
        if taken.claimed.len() as i64 == limit {
            // There may be enough for another lane.
            studio.wakers.swarms.notify();
        }
        let began = Instant::now();
        work_on(studio, stop, taken).await?;
        limit = if began.elapsed() < SHORT { (limit * 2).min(CLAIM_MAX) } else { 1 };
    }
    Ok(any)
}

/// Sub-tasks that were taken, and their swarms.
struct Taken {
    claimed: Vec<Claimed>,
    swarms: Vec<Swarm>,
}

/// Takes sub-tasks for an agent. A swarm whose first one is taken is active.
async fn claim(studio: &Studio, agent_id: &str, limit: i64) -> Result<Taken> {
    let now = studio.clock.now();
    let (owner, agent_id) = (studio.node.clone(), agent_id.to_owned());
    let until = now.plus(studio.settings.swarms.idle_ms);
    let heard_since = heard_since(studio, now);
    commit(studio, move |change| {
        // An agent that was put to sleep gets none, even while it still works on others.
        if !agents::is_awake(change.tx, &agent_id, heard_since)? {
            return Ok(Taken { claimed: Vec::new(), swarms: Vec::new() });
        }
        let claimed = subtasks::claim(change.tx, &agent_id, (&owner, until), limit, now)?;
        let mut ids: Vec<&str> =
            claimed.iter().map(|claimed| claimed.subtask.swarm_id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut swarms = swarms::list_by_ids(change.tx, &ids)?;
        for swarm in &mut swarms {
            if swarm.status != Status::Pending {
                continue;
            }
            // Somebody else may have begun it in the meantime.
            let Some(current) = swarms::get_for_update(change.tx, &swarm.id)? else { continue };
            *swarm = current;
            begin(change, swarm)?;
        }
        Ok(Taken { claimed, swarms })
    })
    .await
}

/// Works on what was taken. What is done is kept when a part of the lease is over, at the latest;
/// when the service stops, what was not begun goes back.
async fn work_on(studio: &Studio, stop: &Stop, taken: Taken) -> Result<()> {
    let Taken { claimed, swarms } = taken;
    let idle_ms = studio.settings.swarms.idle_ms;
    let beat_every = Duration::from_millis(u64::try_from(idle_ms / 3).unwrap_or(1).max(1));
    let context = BatchContext::new(studio);
    let mut done = Vec::with_capacity(claimed.len());
    let mut kept_at = Instant::now();
    let (mut at, mut end) = (0, claimed.len());
    while at < end && !stop.is_stopping() {
        let one = &claimed[at];
        let swarm = swarms.iter().find(|swarm| swarm.id == one.subtask.swarm_id);
        let began = Instant::now();
        studio.presence.started(&one.subtask.agent, studio.clock.now());
        let (outcome, leased) = match swarm {
            Some(swarm) => {
                let work = context.outcome(swarm, one);
                while_prolonged(studio, work, &claimed[at..end], beat_every).await
            }
            None => {
                (Outcome::Failed(FailureCause::Refused, "The swarm is gone".to_owned()), end - at)
            }
        };
        studio.presence.finished(&one.subtask.agent, studio.clock.now());
        let busy_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
        done.push(outcomes::Done { claimed: one.clone(), outcome, busy_ms });
        at += 1;
        end = end.min(at - 1 + leased);
        if kept_at.elapsed() >= SHORT {
            outcomes::save(studio, std::mem::take(&mut done)).await?;
            kept_at = Instant::now();
        }
    }
    if !done.is_empty() {
        outcomes::save(studio, done).await?;
    }
    let not_begun = claimed[at..end].to_vec();
    if !not_begun.is_empty() {
        commit(studio, move |change| subtasks::give_back(change.tx, &not_begun)).await?;
    }
    Ok(())
}

/// What comes of a piece of work, the first of `leased`, whose lease is prolonged as long as it takes,
/// which is not longer than one attempt may; and how many of `leased` still are. Work that takes long
/// keeps nobody waiting: what stands behind it goes back for others to take.
async fn while_prolonged(
    studio: &Studio,
    work: impl Future<Output = Outcome>,
    mut leased: &[Claimed],
    beat_every: Duration,
) -> (Outcome, usize) {
    let run_ms = u64::try_from(studio.settings.swarms.run_ms).unwrap_or(0);
    let mut work = std::pin::pin!(tokio::time::timeout(Duration::from_millis(run_ms), work));
    loop {
        match tokio::time::timeout(beat_every, work.as_mut()).await {
            Ok(Ok(outcome)) => return (outcome, leased.len()),
            Ok(Err(_)) => {
                let overran = Outcome::Failed(FailureCause::Overran, upkeep::overran(studio));
                return (overran, leased.len());
            }
            Err(_) => {
                let until = studio.clock.now().plus(studio.settings.swarms.idle_ms);
                let (current, behind) = leased.split_at(leased.len().min(1));
                let (current, behind) = (current.to_vec(), behind.to_vec());
                let prolonged = studio
                    .change(&Principal::service(), move |change| {
                        subtasks::give_back(change.tx, &behind)?;
                        subtasks::prolong(change.tx, &current, until)
                    })
                    .await;
                match prolonged {
                    Ok(_) => leased = &leased[..leased.len().min(1)],
                    Err(error) => tracing::warn!(
                        error = %domain::ErrorChain(&error),
                        "prolonging leases failed"
                    ),
                }
            }
        }
    }
}

/// What went wrong with a piece of work, as far as it matters for what to do next.
pub(super) fn trouble(error: Error) -> Outcome {
    match error {
        Error::NotFound { .. } => Outcome::Skipped(error.to_string()),
        Error::Unavailable(_) | Error::TooManyRequests => {
            Outcome::Failed(FailureCause::Unavailable, error.to_string())
        }
        Error::OutcomeUnknown { .. } | Error::Internal { .. } => {
            tracing::error!(error = %domain::ErrorChain(&error), "a sub-task failed");
            Outcome::Failed(FailureCause::Broken, "The agent failed; the log says why".to_owned())
        }
        refused => Outcome::Failed(FailureCause::Refused, refused.to_string()),
    }
}
