//! Puts right what nobody finishes: sub-tasks whose worker went silent, that take or wait too long,
//! and swarms whose time is over. Whoever looks first does it; the rows say what is left to do.

use domain::{
    Result, Time,
    swarms::{
        Status, Swarm,
        step::{Outcome, Trouble},
    },
};
use store::{
    Tx,
    swarms::{
        self,
        subtasks::{self, Bounds, Stuck},
    },
};

use super::{commit, keep, tell};
use crate::Studio;

/// Sub-tasks and swarms of one kind that are put right in one transaction.
const AT_ONCE: i64 = 200;

/// Gives back what an earlier life of this process was working on.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    unstick(studio, Some(studio.node.clone())).await
}

/// Puts right what nobody finishes.
pub(super) async fn tend(studio: &Studio) -> Result<()> {
    unstick(studio, None).await?;
    end_overdue(studio).await
}

/// Why a sub-task that is worked on for too long is begun again.
pub(super) fn overran(studio: &Studio) -> String {
    format!("It took longer than {} s", studio.settings.swarms.run_ms / 1_000)
}

async fn unstick(studio: &Studio, owner: Option<String>) -> Result<()> {
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
            .read(move |tx| subtasks::stuck(tx, look.as_deref(), bounds, AT_ONCE, now))
            .await?;
        if stuck.is_empty() {
            return Ok(());
        }
        let more = stuck.len() as i64 >= AT_ONCE;
        let reason = overran(studio);
        let silent = stuck.iter().filter(|(stuck, _)| matches!(stuck, Stuck::Silent)).count();
        let done = stuck
            .into_iter()
            .map(|(stuck, claimed)| {
                let outcome = match stuck {
                    Stuck::Silent => {
                        Outcome::Trouble(Trouble::Lost, "Whoever was at it went silent".to_owned())
                    }
                    Stuck::Overran => Outcome::Trouble(Trouble::Overran, reason.clone()),
                    Stuck::Waited => Outcome::Trouble(
                        Trouble::Refused,
                        format!("{} did not begin in time", claimed.subtask.agent),
                    ),
                };
                keep::Done { claimed, outcome, busy_ms: 0 }
            })
            .collect();
        keep::keep(studio, done).await?;
        studio.meters.subtasks_released.inc_by(silent as u64);
        if !more {
            return Ok(());
        }
    }
}

async fn end_overdue(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let overdue = studio.database.read(move |tx| swarms::overdue(tx, now, AT_ONCE)).await?;
    for id in overdue {
        commit(studio, move |tx| end(tx, &id, now)).await?;
        studio.wakers.events.notify();
    }
    Ok(())
}

/// Ends a swarm whose time is over, or whose last moment after a cancellation is; what is being
/// worked on counts no more.
fn end(tx: &mut Tx<'_>, id: &str, now: Time) -> Result<()> {
    let Some(mut swarm) = swarms::get_for_update(tx, id)? else { return Ok(()) };
    let before = swarm.status;
    let is_cancelled = swarm.cancel_at.is_some_and(|at| at <= now);
    if before.is_final() || !(is_cancelled || swarm.deadline <= now) {
        return Ok(());
    }
    swarm.counts.cancelled += subtasks::cancel(tx, &swarm, true, now)?;
    if swarm.is_cancelling() {
        swarm.end(Status::Cancelled, now);
    } else {
        swarm.error = Some(format!("It was not done within {}", allowance(&swarm)));
        swarm.end(Status::Failed, now);
    }
    swarms::save(tx, &swarm, before)?;
    tell(tx, &swarm, now)?;
    let project = keep::project(tx, &swarm)?;
    keep::notify(tx, &swarm, project.as_ref(), now)
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
