//! Decisions about what the agents of sub-tasks want to do that a person has to permit. Until then the
//! sub-task waits as a row that nobody has leased; one of an agent outside waits with its message.

use domain::{
    Error, OrNone as _, Result,
    messages::{
        Message,
        approvals::{Approval, Verdict},
        external::SUB_TASK,
    },
    swarms::{Subtask, Swarm},
};
use store::{
    messages,
    swarms::{self, subtasks},
};

use super::{commit, outcomes, publish};
use crate::{Studio, change::Change, messages::approvals, notifications};

/// Sub-tasks about which nobody decided in time that are looked for at once.
const BATCH: i64 = 100;

/// Permits what the agent of a sub-task wants to do, or does not. It is begun again then; what is denied
/// is done by rule, as far as it can be. The sub-task, with the keys of those it waited for.
///
/// # Errors
/// Not found when the swarm is not the principal's to see, or has no such sub-task; a conflict when the
/// sub-task waits for no permission.
pub fn decide(
    change: &mut Change<'_, '_>,
    swarm_id: &str,
    key: &str,
    verdict: &Verdict,
) -> Result<(Subtask, Vec<String>)> {
    let subtask = decide_alone(change, swarm_id, key, verdict)?;
    let after = subtasks::awaited(change.tx, swarm_id)?.remove(&subtask.position);
    Ok((subtask, after.unwrap_or_default()))
}

/// As [`decide`], where nobody asks what the sub-task waited for.
pub(crate) fn decide_alone(
    change: &mut Change<'_, '_>,
    swarm_id: &str,
    key: &str,
    verdict: &Verdict,
) -> Result<Subtask> {
    let (swarm, _) = swarms::get(change.tx, change.principal, swarm_id)?;
    swarms::get_for_update(change.tx, swarm_id)?;
    let mut subtask = subtasks::get_for_update(change.tx, swarm_id, key)?;
    let account = swarm.principal();
    let message = messages::get_for_update(change.tx, &account, &subtask.message_id).or_none()?;
    if let Some(message) = message.filter(|_| subtask.approval_until.is_some()) {
        // The message of an agent outside, which the sub-task follows.
        approvals::decide_locked(change, message, verdict)?;
        return subtasks::get_for_update(change.tx, swarm_id, key);
    }
    let by = change.principal.user.clone();
    subtask.decide(Some(&by), verdict, change.now)?;
    save(change, &subtask)?;
    Ok(subtask)
}

fn save(change: &mut Change<'_, '_>, subtask: &Subtask) -> Result<()> {
    subtasks::decide(change.tx, subtask, change.now)?;
    // Read again, because it counts those that wait.
    let swarm = swarms::get_for_update(change.tx, &subtask.swarm_id)?;
    let swarm = swarm.ok_or_else(|| Error::not_found("Swarm", &subtask.swarm_id))?;
    publish(change, &swarm).map(drop)
}

/// Has the sub-task of a message outside show what the message waits for, or what was decided.
pub(crate) fn note_message(change: &mut Change<'_, '_>, message: &Message) -> Result<()> {
    let context = message.context.as_ref();
    let is_subtask = context.is_some_and(|context| context.about(SUB_TASK).is_some());
    let Some(approval) = message.approval.as_ref().filter(|_| is_subtask) else { return Ok(()) };
    let Some(swarm_id) = subtasks::note_message(change.tx, message)? else { return Ok(()) };
    let Some(swarm) = swarms::list_by_ids(change.tx, &[&swarm_id])?.pop() else { return Ok(()) };
    publish(change, &swarm)?;
    if approval.at.is_none() && swarm.counts.awaiting_approval == 1 {
        notify(change, &swarm, &message.to_agent, approval)?;
    }
    Ok(())
}

/// Notifies the user of a swarm that one of its sub-tasks waits for a permission. Where several do, the
/// first is enough: all stand with the swarm.
pub(super) fn notify(
    change: &mut Change<'_, '_>,
    swarm: &Swarm,
    agent: &str,
    approval: &Approval,
) -> Result<()> {
    let note = approvals::request(agent, &approval.what, &swarm.task_description);
    let project = outcomes::project(change.tx, swarm)?;
    notifications::notify_of_work(change, project.as_ref(), &swarm.account, note)
}

/// Denies what nobody has decided in time.
pub(super) async fn deny_overdue(studio: &Studio) -> Result<()> {
    let now = studio.clock.now();
    let overdue =
        studio.database.read(move |tx| subtasks::overdue_approvals(tx, now, BATCH)).await?;
    for (swarm_id, key) in overdue {
        commit(studio, move |change| {
            if swarms::get_for_update(change.tx, &swarm_id)?.is_none() {
                return Ok(());
            }
            let mut subtask = subtasks::get_for_update(change.tx, &swarm_id, &key)?;
            if subtask.approval_until.is_none_or(|until| until > change.now) {
                // Somebody has decided in the meantime.
                return Ok(());
            }
            subtask.decide(None, &Verdict::Deny(None), change.now)?;
            save(change, &subtask)
        })
        .await?;
    }
    Ok(())
}
