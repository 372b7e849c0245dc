//! Sub-tasks: rows of `subtask`, with what they leave behind. How agents lease them is in [`leases`], how
//! they wait for permissions in [`approvals`], what they get of each other in [`inputs`], how the hub shows
//! them in [`links`], and how agents outside get theirs in [`outside`].

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "swarm_id, position, name, title, agent_id, task, need, message_id, state, attempt, approval,
         approval_until, error, said, report, reused, started_at, finished_at, lease_owner"
    };
}

mod approvals;
mod inputs;
mod leases;
mod links;
mod outside;

use std::collections::HashMap;

use db::{Row, Tx};
use domain::{
    Result, Time, ids,
    json::JsonText,
    swarms::{Subtask, SubtaskState, Swarm, plan::PlannedSubtask, view::ArtefactItem},
};

pub use approvals::{
    await_approval, awaiting_of_agent, decide, get_for_update, note_message, overdue_approvals,
};
pub use inputs::{awaited, inputs, unmet};
pub use leases::{
    Bounds, Claimed, Stuck, append_lines, claim, finish, give_back, lock_lease, prolong, retry,
    stuck, waiting,
};

pub use links::{find_linked, find_waiting, linked};
pub use outside::{OutsideEnd, ended_outside, ready_outside, unwanted_messages, wait_outside};

use super::rank;
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Inserts the sub-tasks of a new swarm. Those that were done in the swarm it retries, as `done` says
/// for each position, have succeeded here too.
pub fn create(
    tx: &mut Tx<'_>,
    swarm: &Swarm,
    nodes: &[PlannedSubtask],
    done: &[bool],
) -> Result<()> {
    let is_done = |position: usize| done.get(position).copied().unwrap_or(false);
    let mut messages: HashMap<&str, String> = HashMap::new();
    for (position, node) in nodes.iter().enumerate() {
        let waits_for = node.after.iter().filter(|other| !is_done(**other)).count();
        let state = match waits_for {
            _ if is_done(position) => SubtaskState::Succeeded,
            0 => SubtaskState::Ready,
            _ => SubtaskState::Blocked,
        };
        let created_at = swarm.created_at.millis();
        let message_id = messages.entry(&node.series).or_insert_with(|| ids::new(swarm.created_at));
        tx.run(
            "INSERT INTO subtask (
                 swarm_id, position, name, title, agent_id, task, state, priority_rank, waits_for,
                 attempt, lease_epoch, not_before, ready_at, reused, need, series, message_id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, 0, ?10, ?11, ?12, ?13, ?14, ?15)",
            (
                &swarm.id,
                column::count(position),
                &node.key,
                &node.title,
                &node.agent,
                column::text(&node.task)?,
                state.as_str(),
                rank(swarm.priority),
                column::count(waits_for),
                created_at,
                (state == SubtaskState::Ready).then_some(created_at),
                is_done(position),
                &node.need,
                &node.series,
                &*message_id,
            ),
        )
        .doing("creating a sub-task")?;
        for other in &node.after {
            tx.run(
                "INSERT INTO subtask_edge (swarm_id, position, waiting_position)
                 VALUES (?1, ?2, ?3)",
                (&swarm.id, column::count(*other), column::count(position)),
            )
            .doing("making a sub-task wait")?;
        }
    }
    Ok(())
}

/// Copies the outcomes of the sub-tasks that another swarm has done, with their findings and artefacts.
pub fn copy_outcomes(tx: &mut Tx<'_>, swarm: &Swarm, from: &str) -> Result<()> {
    for statement in [
        "UPDATE subtask
            SET said = (SELECT said
                          FROM subtask AS before
                         WHERE before.swarm_id = ?2
                           AND before.position = subtask.position),
                report = (SELECT report
                            FROM subtask AS before
                           WHERE before.swarm_id = ?2
                             AND before.position = subtask.position),
                started_at = (SELECT started_at
                                FROM subtask AS before
                               WHERE before.swarm_id = ?2
                                 AND before.position = subtask.position),
                finished_at = (SELECT finished_at
                                 FROM subtask AS before
                                WHERE before.swarm_id = ?2
                                  AND before.position = subtask.position)
          WHERE swarm_id = ?1
            AND reused = 1",
        "INSERT INTO artefact (swarm_id, position, name, media_type, content, created_at)
         SELECT ?1, artefact.position, artefact.name, media_type, content, created_at
           FROM artefact
           JOIN subtask ON subtask.swarm_id = ?1 AND subtask.position = artefact.position
          WHERE artefact.swarm_id = ?2
            AND reused = 1",
        "INSERT INTO finding_sighting (swarm_id, finding_id)
         SELECT ?1, finding_id
           FROM finding_sighting
          WHERE swarm_id = ?2",
    ] {
        tx.run(statement, (&swarm.id, from)).doing("copying outcomes of sub-tasks")?;
    }
    Ok(())
}

/// The sub-tasks of a swarm as they were planned, and whether another swarm can go on from each result.
pub fn nodes(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Vec<(PlannedSubtask, bool)>> {
    let rows = tx
        .rows(
            "SELECT position, waiting_position
               FROM subtask_edge
              WHERE swarm_id = ?1
              ORDER BY waiting_position, position",
            (&swarm.id,),
        )
        .doing("reading the order of sub-tasks")?;
    let mut after: HashMap<i64, Vec<usize>> = HashMap::new();
    for mut row in rows {
        let position: i64 = row.value("position")?;
        let waiting = after.entry(row.value("waiting_position")?).or_default();
        waiting.push(usize::try_from(position).unwrap_or(0));
    }
    let mut series = series(tx, swarm)?;
    let mut node = |subtask: Subtask| {
        let is_reusable = subtask.is_reusable();
        let node = PlannedSubtask {
            series: series.remove(&subtask.position).unwrap_or_else(|| subtask.key.clone()),
            need: subtask.need,
            after: after.remove(&subtask.position).unwrap_or_default(),
            key: subtask.key,
            title: subtask.title,
            agent: subtask.agent,
            task: subtask.task,
        };
        (node, is_reusable)
    };
    Ok(list(tx, swarm)?.into_iter().map(&mut node).collect())
}

/// The series that each sub-task of a swarm belongs to, by its position.
fn series(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<HashMap<i64, String>> {
    let rows = tx
        .rows(
            "SELECT position, series
               FROM subtask
              WHERE swarm_id = ?1",
            (&swarm.id,),
        )
        .doing("reading the series of sub-tasks")?;
    rows.into_iter().map(|mut row| Ok((row.value("position")?, row.value("series")?))).collect()
}

/// The sub-tasks of a swarm in the order of its plan.
pub fn list(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Vec<Subtask>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM subtask
              WHERE swarm_id = ?1
              ORDER BY position"
            ),
            (&swarm.id,),
        )
        .doing("listing sub-tasks")?;
    column::read_all(rows, read)
}

/// The last sub-task of a swarm in the order of its plan.
pub fn last(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Option<Subtask>> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM subtask
                  WHERE swarm_id = ?1
                  ORDER BY position DESC
                  LIMIT 1"
            ),
            (&swarm.id,),
        )
        .doing("reading the last sub-task")?;
    row.map(|mut row| read(&mut row)).transpose()
}

fn read(row: &mut Row) -> Result<Subtask> {
    Ok(Subtask {
        swarm_id: row.value("swarm_id")?,
        position: row.value("position")?,
        key: row.value("name")?,
        title: row.value("title")?,
        agent: row.value("agent_id")?,
        task: row.json("task")?,
        need: row.value("need")?,
        message_id: row.value("message_id")?,
        state: row.word("state", SubtaskState::parse)?,
        attempt: row.value("attempt")?,
        approval: row.json_or_none("approval")?,
        approval_until: row.time_or_none("approval_until")?,
        error: row.value("error")?,
        text: row.value("said")?,
        report: row.value::<Option<String>>("report")?.map(JsonText),
        reused: row.value::<i64>("reused")? != 0,
        started_at: row.time_or_none("started_at")?,
        finished_at: row.time_or_none("finished_at")?,
        worker: row.value("lease_owner")?,
    })
}

/// What a swarm leaves behind, in the order of its plan.
pub fn artefacts(tx: &mut Tx<'_>, swarm: &Swarm) -> Result<Vec<ArtefactItem>> {
    let rows = tx
        .rows(
            "SELECT subtask.name AS subtask, artefact.name, media_type, content, created_at
               FROM artefact
               JOIN subtask ON subtask.swarm_id = artefact.swarm_id
                           AND subtask.position = artefact.position
              WHERE artefact.swarm_id = ?1
              ORDER BY artefact.position, artefact.name",
            (&swarm.id,),
        )
        .doing("reading artefacts")?;
    rows.into_iter()
        .map(|mut row| {
            Ok(ArtefactItem {
                sub_task: row.value("subtask")?,
                name: row.value("name")?,
                media_type: row.value("media_type")?,
                content: row.value("content")?,
                created_at: row.time("created_at")?,
            })
        })
        .collect()
}

/// Cancels the sub-tasks of a swarm that nobody has begun or, with `all`, those in work and outside too,
/// whose outcomes then count no more; how many.
pub fn cancel(tx: &mut Tx<'_>, swarm: &Swarm, all: bool, now: Time) -> Result<i64> {
    let cancelled = tx
        .run(
            "UPDATE subtask
                SET state = 'cancelled', finished_at = ?2, approval_until = NULL,
                    approval = CASE WHEN state = 'awaiting_approval' THEN NULL ELSE approval END,
                    lease_epoch = lease_epoch + 1,
                    lease_owner = NULL, lease_until = NULL
              WHERE swarm_id = ?1
                AND (state IN ('blocked', 'ready', 'awaiting_approval')
                     OR state IN ('leased', 'waiting') AND CAST(?3 AS BIGINT) = 1)",
            (&swarm.id, now.millis(), all),
        )
        .doing("cancelling sub-tasks")?;
    Ok(column::count(cancelled))
}
