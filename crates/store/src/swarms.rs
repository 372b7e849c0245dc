//! Swarms as they are kept. Their sub-tasks are in [`subtasks`], lists and figures about all of them
//! in [`listed`]. A swarm is seen by the members of its project; one without a project by the user
//! it works for.

mod listed;
pub mod subtasks;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    agents::Priority,
    json::JsonText,
    swarms::{Counts, Status, Swarm, SwarmType},
};

pub use listed::{figures, list};

use crate::{Doing as _, column, projects::ProjectAccess, tallies};

const WHAT: &str = "Swarm";

/// What totals count.
const NOUN: &str = "swarms";

/// What a swarm was asked to work on and may cost, as it was sent.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// What it works on.
    pub input: Option<JsonText>,
    /// What it may cost.
    pub budget: Option<JsonText>,
}

/// The rank of a priority in the order of swarms; lower is first.
fn rank(priority: Priority) -> i64 {
    Priority::WORDS.iter().position(|word| *word == priority.as_str()).map_or(0, column::count)
}

/// Keeps a new swarm. A project shows that the principal may see it.
pub fn create(
    tx: &mut Tx<'_>,
    project: Option<&ProjectAccess>,
    swarm: &Swarm,
    request: &Request,
) -> Result<()> {
    tx.run(
        "INSERT INTO swarm (
             id, account, project_id, type, status, priority, priority_rank, description, input,
             budget, derived_from, agent_count, total, succeeded, failed, skipped, cancelled,
             attempts, busy_ms, deadline, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20, ?21)",
        (
            &swarm.id,
            &swarm.account,
            project.map(ProjectAccess::id),
            swarm.swarm_type.as_str(),
            swarm.status.as_str(),
            swarm.priority.as_str(),
            rank(swarm.priority),
            &swarm.task_description,
            request.input.as_ref().map(|input| input.0.as_str()),
            request.budget.as_ref().map(|budget| budget.0.as_str()),
            &swarm.derived_from,
            swarm.agent_count,
            swarm.counts.total,
            swarm.counts.succeeded,
            swarm.counts.failed,
            swarm.counts.skipped,
            swarm.counts.cancelled,
            swarm.attempts,
            swarm.busy_ms,
            swarm.deadline.millis(),
            swarm.created_at.millis(),
        ),
    )
    .doing("making a swarm")?;
    count(tx, swarm, None)
}

/// Where a swarm that is over is counted: in its project, or with its user.
fn place(swarm: &Swarm) -> (Option<&str>, (&str, &'static str)) {
    match &swarm.project_id {
        Some(project_id) => (Some(project_id), (project_id, NOUN)),
        None => (None, (&swarm.account, NOUN)),
    }
}

/// Counts a swarm in the status it has now instead of the one it had.
fn count(tx: &mut Tx<'_>, swarm: &Swarm, before: Option<Status>) -> Result<()> {
    if before == Some(swarm.status) {
        return Ok(());
    }
    let took = swarm.finished_at.map_or(0, |at| at.millis() - swarm.created_at.millis());
    let steps = [before.map(|status| (status, -1, 0)), Some((swarm.status, 1, took))];
    for (status, amount, took) in steps.into_iter().flatten() {
        tx.run(
            "INSERT INTO swarm_counter (type, status, value, duration_ms)
             VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (type, status) DO UPDATE
                SET value = swarm_counter.value + excluded.value,
                    duration_ms = swarm_counter.duration_ms + excluded.duration_ms",
            (swarm.swarm_type.as_str(), status.as_str(), amount, took),
        )
        .doing("counting a swarm")?;
    }
    Ok(())
}

/// A swarm the principal may see, with what it was asked.
///
/// # Errors
/// Not found when there is none.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(Swarm, Request)> {
    let row = tx
        .row(
            "SELECT id, account, project_id, type, status, priority, description, derived_from,
                    agent_count, total, succeeded, failed, skipped, cancelled, attempts, busy_ms,
                    error, cancel_at, deadline, created_at, started_at, finished_at, input, budget
               FROM swarm
              WHERE id = ?1
                AND (project_id IS NULL AND (CAST(?2 AS BIGINT) = 1 OR account = ?3)
                     OR project_id IN (SELECT id
                                         FROM project
                                        WHERE deleted_at IS NULL
                                          AND (CAST(?2 AS BIGINT) = 1
                                               OR owner = ?3
                                               OR id IN (SELECT project_id
                                                           FROM member
                                                          WHERE account = ?3))))",
            (id, principal.owns_everything, &principal.user),
        )
        .doing("reading a swarm")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let swarm = of_row(&mut row)?;
    let text = |row: &mut Row, at| Ok(column::get::<Option<String>>(row, at)?.map(JsonText));
    Ok((swarm, Request { input: text(&mut row, 22)?, budget: text(&mut row, 23)? }))
}

/// A swarm that is worked on, held until this transaction ends; none when it is gone.
pub fn get_for_update(tx: &mut Tx<'_>, id: &str) -> Result<Option<Swarm>> {
    let row = tx
        .row(
            "SELECT id, account, project_id, type, status, priority, description, derived_from,
                    agent_count, total, succeeded, failed, skipped, cancelled, attempts, busy_ms,
                    error, cancel_at, deadline, created_at, started_at, finished_at
               FROM swarm
              WHERE id = ?1 /*+for_update*/",
            (id,),
        )
        .doing("holding a swarm")?;
    row.map(|mut row| of_row(&mut row)).transpose()
}

fn of_row(row: &mut Row) -> Result<Swarm> {
    let time = |row: &mut Row, at| Ok(column::get::<Option<i64>>(row, at)?.map(Time::from_millis));
    Ok(Swarm {
        id: column::get(row, 0)?,
        account: column::get(row, 1)?,
        project_id: column::get(row, 2)?,
        swarm_type: column::word(row, 3, SwarmType::parse)?,
        status: column::word(row, 4, Status::parse)?,
        priority: column::word(row, 5, Priority::parse)?,
        task_description: column::get(row, 6)?,
        derived_from: column::get(row, 7)?,
        agent_count: column::get(row, 8)?,
        counts: Counts {
            total: column::get(row, 9)?,
            succeeded: column::get(row, 10)?,
            failed: column::get(row, 11)?,
            skipped: column::get(row, 12)?,
            cancelled: column::get(row, 13)?,
        },
        attempts: column::get(row, 14)?,
        busy_ms: column::get(row, 15)?,
        error: column::get(row, 16)?,
        cancel_at: time(row, 17)?,
        deadline: column::time(row, 18)?,
        created_at: column::time(row, 19)?,
        started_at: time(row, 20)?,
        finished_at: time(row, 21)?,
    })
}

/// Keeps what has changed in a held swarm that had the status `before`.
pub fn save(tx: &mut Tx<'_>, swarm: &Swarm, before: Status) -> Result<()> {
    tx.run(
        "UPDATE swarm
            SET status = ?2, succeeded = ?3, failed = ?4, skipped = ?5, cancelled = ?6,
                attempts = ?7, busy_ms = ?8, error = ?9, cancel_at = ?10, started_at = ?11,
                finished_at = ?12
          WHERE id = ?1",
        (
            &swarm.id,
            swarm.status.as_str(),
            swarm.counts.succeeded,
            swarm.counts.failed,
            swarm.counts.skipped,
            swarm.counts.cancelled,
            swarm.attempts,
            swarm.busy_ms,
            &swarm.error,
            swarm.cancel_at.map(Time::millis),
            swarm.started_at.map(Time::millis),
            swarm.finished_at.map(Time::millis),
        ),
    )
    .doing("saving a swarm")?;
    if swarm.status.is_final() && !before.is_final() {
        tallies::add_of_place(tx, place(swarm), 1)?;
    }
    count(tx, swarm, Some(before))
}

/// Swarms whose time is over, or whose last moment after a cancellation is: at most `limit` ids.
pub fn overdue(tx: &mut Tx<'_>, now: Time, limit: i64) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM swarm
              WHERE status IN ('pending', 'active')
                AND (deadline <= ?1 OR cancel_at <= ?1)
              ORDER BY id
              LIMIT ?2",
            (now.millis(), limit),
        )
        .doing("looking for swarms whose time is over")?;
    rows.into_iter().map(|mut row| column::get(&mut row, 0)).collect()
}

/// Takes the swarms of a project that are not over out of the counters, before they are deleted with
/// it. Those that are over stay counted, as when they are deleted by themselves.
pub(crate) fn uncount_project(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<()> {
    tx.run(
        "UPDATE swarm_counter
            SET value = value - (SELECT count(*)
                                   FROM swarm
                                  WHERE project_id = ?1
                                    AND swarm.type = swarm_counter.type
                                    AND swarm.status = swarm_counter.status)
          WHERE status IN ('pending', 'active')",
        (project.id(),),
    )
    .doing("counting swarms")
    .map(drop)
}

/// Forgets the oldest finished swarms of a place that has more than `bound`, at most `limit` of
/// them; how many.
pub fn forget(tx: &mut Tx<'_>, bound: i64, limit: i64) -> Result<usize> {
    let Some((place, held)) = tallies::above(tx, NOUN, bound)? else { return Ok(0) };
    let rows = tx
        .rows(
            "SELECT id, project_id
               FROM swarm
              WHERE (project_id = ?1 OR project_id IS NULL AND account = ?1)
                AND finished_at IS NOT NULL
              ORDER BY finished_at, id
              LIMIT ?2",
            (&place, (held - bound).min(limit)),
        )
        .doing("looking for old swarms")?;
    let forgotten = rows.len();
    for mut row in rows {
        let id: String = column::get(&mut row, 0)?;
        let project_id: Option<String> = column::get(&mut row, 1)?;
        tx.run(
            "DELETE FROM swarm
              WHERE id = ?1",
            (&id,),
        )
        .doing("deleting a swarm")?;
        tallies::add_of_place(tx, (project_id.as_deref(), (&place, NOUN)), -1)?;
    }
    Ok(forgotten)
}
