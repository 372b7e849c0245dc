//! Sub-tasks that wait for a permission: as rows that nobody has leased. Those of agents outside wait with
//! their messages, and show what these wait for.

use db::Tx;
use domain::{
    Error, Principal, Result, Time,
    messages::{Message, State, approvals::Approval},
    swarms::{Subtask, SubtaskState},
};

use super::{Claimed, read};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    sql::project_is_visible,
    swarms::is_visible,
};

/// Ends a lease: the sub-task waits for a permission until this moment, and this attempt does not count;
/// false when the lease is no longer valid, and nothing was changed.
pub fn await_approval(
    tx: &mut Tx<'_>,
    Claimed { subtask, epoch }: &Claimed,
    approval: &Approval,
    until: Time,
) -> Result<bool> {
    let waits = tx
        .run(
            "UPDATE subtask
                SET state = 'awaiting_approval', approval = ?4, approval_until = ?5,
                    attempt = attempt - 1, lease_owner = NULL, lease_until = NULL
              WHERE swarm_id = ?1
                AND position = ?2
                AND lease_epoch = ?3
                AND state = 'leased'",
            (&subtask.swarm_id, subtask.position, *epoch, column::text(approval)?, until.millis()),
        )
        .doing("having a sub-task wait for a permission")?;
    Ok(waits > 0)
}

/// A sub-task of a swarm by its name; its row is locked.
pub fn get_for_update(tx: &mut Tx<'_>, swarm_id: &str, key: &str) -> Result<Subtask> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM subtask
              WHERE swarm_id = ?1
                AND name = ?2 /*+for_update*/"
            ),
            (swarm_id, key),
        )
        .doing("locking a sub-task")?;
    let mut row = row.ok_or_else(|| Error::not_found("Sub-task", key))?;
    read(&mut row)
}

/// Writes what was decided about a locked sub-task that waited for a permission.
pub fn decide(tx: &mut Tx<'_>, subtask: &Subtask, now: Time) -> Result<()> {
    tx.run(
        "UPDATE subtask
            SET state = ?3, approval = ?4, approval_until = NULL, not_before = ?5, ready_at = ?5
          WHERE swarm_id = ?1
            AND position = ?2",
        (
            &subtask.swarm_id,
            subtask.position,
            subtask.state.as_str(),
            subtask.approval.as_ref().map(column::text).transpose()?,
            now.millis(),
        ),
    )
    .doing("deciding about a sub-task")
    .map(drop)
}

/// Has the sub-task of a message outside show what the message waits for, or what was decided; its
/// swarm, unless it has ended or there is none.
pub fn note_message(tx: &mut Tx<'_>, message: &Message) -> Result<Option<String>> {
    let waits = message.state == State::AwaitingApproval;
    let state = if waits { SubtaskState::AwaitingApproval } else { SubtaskState::Waiting };
    let row = tx
        .row(
            "UPDATE subtask
                SET state = ?2, approval = ?3, approval_until = ?4
              WHERE message_id = ?1
                AND state IN ('waiting', 'awaiting_approval')
          RETURNING swarm_id",
            (
                &message.id,
                state.as_str(),
                message.approval.as_ref().map(column::text).transpose()?,
                message.deadline.filter(|_| waits).map(Time::millis),
            ),
        )
        .doing("noting what the message of a sub-task waits for")?;
    row.map(|mut row| row.value("swarm_id")).transpose()
}

/// At most `limit` sub-tasks inside about which nobody has decided in time: their swarms and names.
pub fn overdue_approvals(tx: &mut Tx<'_>, now: Time, limit: i64) -> Result<Vec<(String, String)>> {
    let rows = tx
        .rows(
            "SELECT swarm_id, name
               FROM subtask
              WHERE state = 'awaiting_approval'
                AND approval_until <= ?1
                AND NOT EXISTS (SELECT 1
                                  FROM message
                                 WHERE message.id = message_id)
              ORDER BY swarm_id, position
              LIMIT ?2",
            (now.millis(), limit),
        )
        .doing("looking for permissions that nobody gave")?;
    column::read_all(rows, |row| Ok((row.value("swarm_id")?, row.value("name")?)))
}

/// At most `limit` sub-tasks of an agent that wait for a permission, of swarms that the principal may
/// see: their swarms and names.
pub fn awaiting_of_agent(
    tx: &mut Tx<'_>,
    principal: &Principal,
    agent_id: &str,
    limit: i64,
) -> Result<Vec<(String, String)>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT subtask.swarm_id, subtask.name
               FROM subtask
               JOIN swarm ON swarm.id = subtask.swarm_id
              WHERE subtask.state = 'awaiting_approval'
                AND subtask.agent_id = ?1
                AND ",
                is_visible!("?2", "?3"),
                "
              ORDER BY subtask.swarm_id, subtask.position
              LIMIT ?4"
            ),
            (agent_id, principal.owns_everything, &principal.user, limit),
        )
        .doing("looking for sub-tasks that wait for a permission")?;
    column::read_all(rows, |row| Ok((row.value("swarm_id")?, row.value("name")?)))
}
