//! Releases or ends what nobody finishes: sub-tasks whose worker went silent, or that run or wait too
//! long, and swarms whose time is over. The first server that looks does it.

use domain::{
    Result,
    swarms::{
        Status, Swarm,
        outcome::{FailureCause, Outcome},
    },
};
use store::swarms::{
    self,
    subtasks::{self, Bounds, Stuck},
};

use super::{approvals, commit, outcomes, outside, publish};
use crate::{Studio, change::Change, wakers::Wake};

/// Sub-tasks and swarms that are released or ended in one transaction.
const BATCH: i64 = 200;

/// Gives back what this process was working on before it was restarted.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    release(studio, Some(studio.node.clone())).await
}

/// Releases or ends what nobody finishes.
pub(super) async fn run(studio: &Studio) -> Result<()> {
    release(studio, None).await?;
    approvals::deny_overdue(studio).await?;
    end_overdue(studio).await
}

/// Why a sub-task that runs for too long is begun again.
pub(super) fn overran(studio: &Studio) -> String {
    format!("It took longer than {} s", studio.settings.swarms.run_ms / 1_000)
}

async fn release(studio: &Studio, owner: Option<String>) -> Result<()> {
    loop {
        let now = studio.clock.now();
        let limits = studio.settings.swarms;
        let bounds = Bounds {
            begun_before: now.plus(-limits.run_ms),
            ready_before: now.plus(-limits.queue_ms),
        };
        let look = owner.clone();
        let stuck = studio
            .database
            .read(move |tx| subtasks::stuck(tx, look.as_deref(), bounds, BATCH, now))
            .await?;
        if stuck.is_empty() {
            return Ok(());
        }
        let more = stuck.len() as i64 >= BATCH;
        let reason = overran(studio);
        let done = stuck
            .into_iter()
            .map(|(stuck, claimed)| {
                let outcome = match stuck {
                    Stuck::Silent => Outcome::Failed(
                        FailureCause::Lost,
                        "Its worker stopped responding".to_owned(),
                    ),
                    Stuck::Overran => Outcome::Failed(FailureCause::Overran, reason.clone()),
                    Stuck::Waited => Outcome::Failed(
                        FailureCause::Refused,
                        format!("{} did not begin in time", claimed.subtask.agent),
                    ),
                };
                outcomes::Done { claimed, outcome, busy_ms: 0 }
            })
            .collect();
        outcomes::save(studio, done).await?;
        if !more {
            return Ok(());
        }
    }
}

async fn end_overdue(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let overdue = studio.database.read(move |tx| swarms::overdue(tx, now, BATCH)).await?;
    for id in overdue {
        commit(studio, move |change| end(change, &id)).await?;
    }
    Ok(())
}

/// Ends a swarm whose time is over, or whose cancellation is; sub-tasks in work count no more.
fn end(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let now = change.now;
    let Some(mut swarm) = swarms::get_for_update(change.tx, id)? else { return Ok(()) };
    let before = swarm.status;
    let is_cancelled = swarm.cancel_at.is_some_and(|at| at <= now);
    if before.is_final() || !(is_cancelled || swarm.deadline <= now) {
        return Ok(());
    }
    swarm.counts.cancelled += subtasks::cancel(change.tx, &swarm, true, now)?;
    swarm.counts.awaiting_approval = 0;
    if swarm.is_cancelling() {
        swarm.end(Status::Cancelled, now);
    } else {
        swarm.error = Some(format!("It was not done within {}", allowance(&swarm)));
        swarm.end(Status::Failed, now);
    }
    swarms::save(change.tx, &swarm, before)?;
    change.wake(Wake::Calls(swarm.id.clone()));
    outside::withdraw(change, &swarm)?;
    publish(change, &swarm)?;
    let project = outcomes::project(change.tx, &swarm)?;
    outcomes::notify(change, &swarm, project.as_ref())
}

/// The time a swarm had, in words.
fn allowance(swarm: &Swarm) -> String {
    let seconds = (swarm.deadline.millis() - swarm.created_at.millis()) / 1_000;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3_600),
    }
}
