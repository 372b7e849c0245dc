//! The message worker: looks for mailboxes of agents inside that have messages, and starts a
//! [`round`] for each agent that is in none. What an agent says to one message is in [`answering`].

mod answering;
mod round;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::Result;
use store::messages;
use tokio::task::JoinSet;

use super::{questions, upkeep};
use crate::{Studio, wakers::Stop};

/// How long the worker waits when nobody notifies it.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Empties mailboxes until the service stops; messages in work are finished first.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let busy: Arc<Mutex<Busy>> = Arc::default();
    let mut rounds = JoinSet::new();
    let mut released_at = None;
    while stop.wait(&studio.wakers.mailboxes.worker, POLL_INTERVAL).await {
        // Leases and deadlines end with time alone, so a notification is no reason to look at them.
        if released_at.is_none_or(|at: Instant| at.elapsed() >= POLL_INTERVAL) {
            released_at = Some(Instant::now());
            if let Err(error) = upkeep::run(&studio).await {
                tracing::error!(
                    error = %domain::ErrorChain(&error),
                    "the upkeep of messages failed"
                );
            }
        }
        if studio.wakers.mailboxes.take_answered()
            && let Err(error) = questions::resume(&studio).await
        {
            tracing::error!(error = %domain::ErrorChain(&error), "resuming messages failed");
        }
        if let Err(error) = look(&studio, &stop, &busy, &mut rounds).await {
            tracing::error!(error = %domain::ErrorChain(&error), "emptying mailboxes failed");
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
    let waiting = studio.database.read(move |tx| messages::waiting(tx, now)).await?;
    for agent_id in waiting {
        if begins(&mut lock(busy), &agent_id) {
            let (studio, stop, busy) = (studio.clone(), stop.clone(), Arc::clone(busy));
            rounds.spawn(async move {
                let emptied = round::empty(&studio, &stop, &agent_id).await;
                let missed = lock(&busy).remove(&agent_id).unwrap_or(false);
                match emptied {
                    // A message came that the round may have missed. Without one, another look
                    // would find no more than the last: messages that another server works on, say.
                    Ok(()) if missed => studio.wakers.mailboxes.worker.notify(),
                    Ok(()) => {}
                    // Tried again with the next look: retrying at once would not help the database.
                    Err(error) => tracing::error!(
                        error = %domain::ErrorChain(&error),
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
