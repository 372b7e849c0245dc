//! Sub-tasks of agents outside: each waits as a message in its agent's mailbox, and ends when the message
//! has. No lane and no lease of the swarm worker is taken meanwhile.

use db::{Row, Tx};
use domain::{Result, Time, json::JsonText, messages::State};

use super::{Claimed, read};
use crate::{Doing as _, column::ReadColumns as _};

/// How the message of a sub-task ended.
#[derive(Debug, Clone, PartialEq)]
pub struct OutsideEnd {
    /// Its state; none when it is gone.
    pub state: Option<State>,
    /// Why it has no answer.
    pub error: Option<String>,
    /// What was answered.
    pub answer: Option<String>,
    /// The same for programs.
    pub report: Option<JsonText>,
}

fn read_claimed(row: &mut Row) -> Result<Claimed> {
    Ok(Claimed { epoch: row.value("lease_epoch")?, subtask: read(row)? })
}

/// At most `limit` sub-tasks that agents outside could begin, of swarms that are not being cancelled.
pub fn ready_outside(tx: &mut Tx<'_>, limit: i64, now: Time) -> Result<Vec<Claimed>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                ", lease_epoch
               FROM subtask
              WHERE agent_id IN (SELECT id
                                   FROM agent
                                  WHERE builtin = 0)
                AND state = 'ready'
                AND not_before <= ?1
                AND swarm_id NOT IN (SELECT id
                                       FROM swarm
                                      WHERE status = 'active'
                                        AND cancel_at IS NOT NULL)
              ORDER BY priority_rank, swarm_id, position
              LIMIT ?2"
            ),
            (now.millis(), limit),
        )
        .doing("looking for sub-tasks of agents outside")?;
    rows.into_iter().map(|mut row| read_claimed(&mut row)).collect()
}

/// Has a sub-task wait for its message; false when somebody else has begun it, and nothing was changed.
pub fn wait_outside(
    tx: &mut Tx<'_>,
    claimed: &Claimed,
    message_id: &str,
    now: Time,
) -> Result<bool> {
    let waiting = tx
        .run(
            "UPDATE subtask
                SET state = 'waiting', message_id = ?4, lease_epoch = lease_epoch + 1,
                    attempt = attempt + 1, begun_at = ?5, started_at = coalesce(started_at, ?5)
              WHERE swarm_id = ?1
                AND position = ?2
                AND lease_epoch = ?3
                AND state = 'ready'",
            (
                &claimed.subtask.swarm_id,
                claimed.subtask.position,
                claimed.epoch,
                message_id,
                now.millis(),
            ),
        )
        .doing("handing out a sub-task")?;
    Ok(waiting > 0)
}

/// At most `limit` sub-tasks whose messages have ended, and how.
pub fn ended_outside(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<(Claimed, OutsideEnd)>> {
    let rows = tx
        .rows(
            "SELECT subtask.swarm_id, subtask.position, name, title, agent_id, subtask.task, need,
                    message_id, subtask.state, subtask.attempt, subtask.approval,
                    approval_until, subtask.error, said, subtask.report, reused, started_at,
                    finished_at, subtask.lease_owner, subtask.lease_epoch,
                    message.state AS ended_as, message.error AS ended_because,
                    answer.content AS answer, answer.report AS answer_report
               FROM subtask
               LEFT JOIN message ON message.id = message_id
               LEFT JOIN message AS answer ON answer.id = message.answer_id
              WHERE subtask.state = 'waiting'
                AND coalesce(message.state, 'gone') IN ('gone', 'handled', 'replied', 'timed_out',
                                                        'refused', 'denied', 'expired', 'dead')
              ORDER BY message_id
              LIMIT ?1",
            (limit,),
        )
        .doing("looking for answers to sub-tasks")?;
    rows.into_iter()
        .map(|mut row| {
            let state: Option<String> = row.value("ended_as")?;
            let end = OutsideEnd {
                state: state.as_deref().and_then(State::parse),
                error: row.value("ended_because")?,
                answer: row.value("answer")?,
                report: row.value::<Option<String>>("answer_report")?.map(JsonText),
            };
            Ok((read_claimed(&mut row)?, end))
        })
        .collect()
}

/// The messages of sub-tasks of a swarm that are still in mailboxes or wait for a permission, though
/// nobody wants their answers any more.
pub fn unwanted_messages(tx: &mut Tx<'_>, swarm_id: &str, limit: i64) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT message.id
               FROM subtask
               JOIN message ON message.id = message_id
              WHERE swarm_id = ?1
                AND subtask.state = 'cancelled'
                AND message.state IN ('queued', 'awaiting_approval')
              ORDER BY message.id
              LIMIT ?2",
            (swarm_id, limit),
        )
        .doing("looking for messages that nobody wants")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}
