//! Leases of sub-tasks: an agent works on a sub-task for a time, under an epoch that rises with each
//! lease, so that a worker whose lease has ended changes nothing any more.

use db::{Row, Tx};
use domain::{
    Result, Time,
    swarms::{Artefact, Subtask, SubtaskResult, SubtaskState},
};

use super::read;
use crate::{Doing as _, column::ReadColumns as _};

/// The awake agents inside that have sub-tasks to begin. Those of agents outside go through their
/// mailboxes.
pub fn waiting(tx: &mut Tx<'_>, now: Time) -> Result<Vec<(String, u32)>> {
    let rows = tx
        .rows(
            "SELECT id, card
               FROM agent
              WHERE awake = 1
                AND builtin = 1
                AND EXISTS (SELECT 1
                              FROM subtask
                             WHERE agent_id = agent.id
                               AND state = 'ready'
                               AND not_before <= ?1)
              ORDER BY agent.position, id",
            (now.millis(),),
        )
        .doing("looking for sub-tasks")?;
    rows.into_iter()
        .map(|mut row| {
            let card: domain::agents::Card = row.json("card")?;
            Ok((row.value("id")?, card.resources.slots))
        })
        .collect()
}

/// A sub-task that was leased.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// The sub-task.
    pub subtask: Subtask,
    /// The epoch of its lease, which must still be this one when it is finished.
    pub epoch: i64,
}

fn read_claimed(row: &mut Row) -> Result<Claimed> {
    Ok(Claimed { epoch: row.value("lease_epoch")?, subtask: read(row)? })
}

/// Leases at most `limit` sub-tasks for an agent, of swarms that are not being cancelled: those of the
/// more urgent and then of the older swarms first, in the order of their plans.
pub fn claim(
    tx: &mut Tx<'_>,
    agent_id: &str,
    (owner, until): (&str, Time),
    limit: i64,
    now: Time,
) -> Result<Vec<Claimed>> {
    let rows = tx
        .rows(
            concat!(
                "UPDATE subtask
                SET state = 'leased', lease_epoch = lease_epoch + 1, lease_owner = ?2,
                    lease_until = ?3, attempt = attempt + 1, begun_at = ?4,
                    started_at = coalesce(started_at, ?4)
              WHERE (swarm_id, position) IN (SELECT swarm_id, position
                                            FROM subtask
                                           WHERE agent_id = ?1
                                             AND state = 'ready'
                                             AND not_before <= ?4
                                             AND swarm_id NOT IN (SELECT id
                                                                    FROM swarm
                                                                   WHERE status = 'active'
                                                                     AND cancel_at IS NOT NULL)
                                           ORDER BY priority_rank, swarm_id, position
                                           LIMIT ?5 /*+skip_locked*/)
          RETURNING ",
                columns!(),
                ", lease_epoch,
                    priority_rank"
            ),
            (agent_id, owner, until.millis(), now.millis(), limit),
        )
        .doing("leasing sub-tasks")?;
    let mut claimed = rows
        .into_iter()
        .map(|mut row| {
            let rank: i64 = row.value("priority_rank")?;
            Ok((rank, read_claimed(&mut row)?))
        })
        .collect::<Result<Vec<_>>>()?;
    claimed.sort_by_cached_key(|(rank, Claimed { subtask, .. })| {
        (*rank, subtask.swarm_id.clone(), subtask.position)
    });
    Ok(claimed.into_iter().map(|(_, claimed)| claimed).collect())
}

/// Locks a sub-task that was leased; false when the lease is no longer valid.
pub fn lock_lease(tx: &mut Tx<'_>, Claimed { subtask, epoch }: &Claimed) -> Result<bool> {
    tx.row(
        "SELECT position
           FROM subtask
          WHERE swarm_id = ?1
            AND position = ?2
            AND lease_epoch = ?3
            AND state = 'leased' /*+for_update*/",
        (&subtask.swarm_id, subtask.position, *epoch),
    )
    .doing("locking a leased sub-task")
    .map(|row| row.is_some())
}

/// Prolongs leases that are still valid.
pub fn prolong(tx: &mut Tx<'_>, claimed: &[Claimed], until: Time) -> Result<()> {
    for Claimed { subtask, epoch } in claimed {
        tx.run(
            "UPDATE subtask
                SET lease_until = ?4
              WHERE swarm_id = ?1
                AND position = ?2
                AND lease_epoch = ?3
                AND state = 'leased'",
            (&subtask.swarm_id, subtask.position, *epoch, until.millis()),
        )
        .doing("prolonging a lease")?;
    }
    Ok(())
}

/// Gives back sub-tasks that were leased and not begun, as if they had never been leased.
pub fn give_back(tx: &mut Tx<'_>, claimed: &[Claimed]) -> Result<()> {
    for Claimed { subtask, epoch } in claimed {
        tx.run(
            "UPDATE subtask
                SET state = 'ready', attempt = attempt - 1, lease_owner = NULL, lease_until = NULL,
                    started_at = CASE WHEN attempt = 1 THEN NULL ELSE started_at END
              WHERE swarm_id = ?1
                AND position = ?2
                AND lease_epoch = ?3
                AND state = 'leased'",
            (&subtask.swarm_id, subtask.position, *epoch),
        )
        .doing("giving sub-tasks back")?;
    }
    Ok(())
}

/// Ends a sub-task with its state, its error and its work; false when its epoch is another one by now,
/// and nothing was changed. Those that wait for it wait for one less.
pub fn finish(
    tx: &mut Tx<'_>,
    (claimed, state): (&Claimed, SubtaskState),
    error: Option<&str>,
    work: Option<&SubtaskResult>,
    now: Time,
) -> Result<bool> {
    let subtask = &claimed.subtask;
    let finished = tx
        .run(
            "UPDATE subtask
                SET state = ?4, error = ?5, said = ?6, report = ?7, finished_at = ?8,
                    lease_until = NULL
              WHERE swarm_id = ?1
                AND position = ?2
                AND lease_epoch = ?3
                AND state IN ('leased', 'ready', 'waiting')",
            (
                &subtask.swarm_id,
                subtask.position,
                claimed.epoch,
                state.as_str(),
                error,
                work.map(|work| work.text.as_str()),
                work.and_then(|work| work.report.as_ref()).map(|report| report.0.as_str()),
                now.millis(),
            ),
        )
        .doing("finishing a sub-task")?;
    if finished == 0 {
        return Ok(false);
    }
    for artefact in work.iter().flat_map(|work| &work.artefacts) {
        let Artefact { name, media_type, content } = artefact;
        tx.run(
            "INSERT INTO artefact (swarm_id, position, name, media_type, content, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (&subtask.swarm_id, subtask.position, name, *media_type, content, now.millis()),
        )
        .doing("inserting an artefact")?;
    }
    tx.run(
        "UPDATE subtask
            SET waits_for = waits_for - 1,
                ready_at = CASE WHEN waits_for = 1 THEN ?3 ELSE ready_at END,
                state = CASE WHEN waits_for = 1 AND state = 'blocked' THEN 'ready' ELSE state END
          WHERE swarm_id = ?1
            AND position IN (SELECT waiting_position
                            FROM subtask_edge
                           WHERE swarm_id = ?1
                             AND position = ?2)",
        (&subtask.swarm_id, subtask.position, now.millis()),
    )
    .doing("counting what sub-tasks wait for")?;
    Ok(true)
}

/// Adds lines behind the text of a sub-task's result.
pub fn append_lines(tx: &mut Tx<'_>, subtask: &Subtask, lines: &[String]) -> Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    tx.run(
        "UPDATE subtask SET said = said || ?3 WHERE swarm_id = ?1 AND position = ?2",
        (&subtask.swarm_id, subtask.position, format!("\n{}\n", lines.join("\n"))),
    )
    .doing("adding to the result of a sub-task")
    .map(drop)
}

/// Lets a sub-task be begun again, not before this moment; false when its epoch is another one by now.
pub fn retry(
    tx: &mut Tx<'_>,
    claimed: &Claimed,
    (not_before, error): (Time, &str),
    now: Time,
) -> Result<bool> {
    let retried = tx
        .run(
            "UPDATE subtask
                SET state = 'ready', not_before = ?4, ready_at = ?5, error = ?6,
                    lease_owner = NULL, lease_until = NULL
              WHERE swarm_id = ?1
                AND position = ?2
                AND lease_epoch = ?3
                AND state = 'leased'",
            (
                &claimed.subtask.swarm_id,
                claimed.subtask.position,
                claimed.epoch,
                not_before.millis(),
                now.millis(),
                error,
            ),
        )
        .doing("retrying a sub-task")?;
    Ok(retried > 0)
}

/// How long sub-tasks may run and wait.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Sub-tasks begun before this moment have run for too long.
    pub begun_before: Time,
    /// Sub-tasks that could be begun before this moment have waited for too long.
    pub ready_before: Time,
}

/// What is wrong with a sub-task that nobody finishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// Its worker went silent.
    Silent,
    /// It runs for too long.
    Overran,
    /// Nobody began it for too long.
    Waited,
}

/// Sub-tasks that nobody finishes, at most `limit` of each kind: those whose lease has ended; those
/// that run for too long; those that wait for too long for an agent that is asleep. With an `owner`,
/// those it leased before it was restarted, and none that only waited: while no server ran, nobody
/// could begin them.
pub fn stuck(
    tx: &mut Tx<'_>,
    owner: Option<&str>,
    bounds: Bounds,
    limit: i64,
    now: Time,
) -> Result<Vec<(Stuck, Claimed)>> {
    let mut stuck = Vec::new();
    let leased = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                ", lease_epoch,
                    CAST(CASE WHEN lease_until <= ?1 OR lease_owner = ?2
                              THEN 1 ELSE 0 END AS BIGINT) AS is_silent
               FROM subtask
              WHERE state = 'leased'
                AND (lease_until <= ?1 OR lease_owner = ?2 OR begun_at <= ?3)
              LIMIT ?4"
            ),
            (now.millis(), owner.unwrap_or(""), bounds.begun_before.millis(), limit),
        )
        .doing("looking for ended leases")?;
    for mut row in leased {
        let is_silent = row.value::<i64>("is_silent")? != 0;
        let stuck_as = if is_silent { Stuck::Silent } else { Stuck::Overran };
        stuck.push((stuck_as, read_claimed(&mut row)?));
    }
    if owner.is_some() {
        return Ok(stuck);
    }
    let waiting = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                ", lease_epoch
               FROM subtask
              WHERE state = 'ready'
                AND ready_at <= ?1
                AND NOT EXISTS (SELECT 1
                                  FROM agent
                                 WHERE id = agent_id
                                   AND awake = 1)
              ORDER BY ready_at
              LIMIT ?2"
            ),
            (bounds.ready_before.millis(), limit),
        )
        .doing("looking for sub-tasks nobody begins")?;
    for mut row in waiting {
        stuck.push((Stuck::Waited, read_claimed(&mut row)?));
    }
    Ok(stuck)
}
