//! Swarms: rows of `swarm`. Their sub-tasks are in [`subtasks`], lists and figures about all of them
//! in [`list`]. A swarm is visible to the members of its project; one without a project to the user
//! it works for.

mod list;
pub mod subtasks;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    agents::AgentPriority,
    budgets::Limit,
    json::JsonText,
    swarms::{Counts, Status, Swarm, SwarmType},
};

pub use list::{figures, list, unfinished_of};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
    sql::project_is_visible,
};

const WHAT: &str = "Swarm";

/// What totals count.
const NOUN: &str = "swarms";

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, account, only_project, project_id, type, status, priority, description, derived_from, agent_count,
         total, succeeded, failed, skipped, cancelled, attempts, busy_ms, error, cancel_at,
         deadline, created_at, started_at, finished_at,
         (SELECT count(*)
            FROM subtask
           WHERE subtask.swarm_id = swarm.id
             AND subtask.state = 'awaiting_approval') AS awaiting_approval"
    };
}
use columns;

/// The condition under which a principal may see a row of `swarm`, with the parameters of
/// [`project_is_visible`]. It is written so that lists use no index but that of their order, and so
/// read no swarms but those they show.
macro_rules! is_visible {
    ($owns_everything:literal, $user:literal) => {
        concat!(
            "(coalesce(swarm.project_id, '') = ''
              AND (CAST(",
            $owns_everything,
            " AS BIGINT) = 1 OR swarm.account = ",
            $user,
            ")
              OR EXISTS (SELECT 1
                           FROM project
                          WHERE project.id = swarm.project_id
                            AND ",
            project_is_visible!($owns_everything, $user),
            "))"
        )
    };
}
use is_visible;

/// What a swarm was asked to work on and may cost, as it was sent.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// What it works on.
    pub input: Option<JsonText>,
    /// What it may cost.
    pub budget: Option<JsonText>,
}

/// The rank of a priority in the order of swarms; lower is first.
fn rank(priority: AgentPriority) -> i64 {
    AgentPriority::WORDS.iter().position(|word| *word == priority.as_str()).map_or(0, column::count)
}

/// Inserts a new swarm. A project shows that the principal may see it.
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
             attempts, busy_ms, deadline, created_at, only_project)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20, ?21, ?22)",
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
            &swarm.only_project,
        ),
    )
    .doing("creating a swarm")?;
    count(tx, swarm, None)
}

/// Where a swarm that is over is counted: in its project, or with its user.
fn counted_for(swarm: &Swarm) -> (Option<&str>, (&str, &'static str)) {
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
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<(Swarm, Request)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", input, budget
               FROM swarm
              WHERE id = ?1
                AND ",
                is_visible!("?2", "?3")
            ),
            (id, principal.owns_everything, &principal.user),
        )
        .doing("reading a swarm")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let swarm = read(&mut row)?;
    if !principal.may_see_of(swarm.project_id.as_deref()) {
        return Err(Error::not_found(WHAT, id));
    }
    let mut text = |name| row.value::<Option<String>>(name).map(|text| text.map(JsonText));
    Ok((swarm, Request { input: text("input")?, budget: text("budget")? }))
}

/// A swarm; its row is locked. None when it was deleted.
pub fn get_for_update(tx: &mut Tx<'_>, id: &str) -> Result<Option<Swarm>> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM swarm
              WHERE id = ?1 /*+for_update*/"
            ),
            (id,),
        )
        .doing("locking a swarm")?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// A swarm, whoever may see it; none when there is none of this id.
pub(crate) fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Swarm>> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM swarm
              WHERE id = ?1"
            ),
            (id,),
        )
        .doing("reading a swarm")?;
    row.map(|mut row| read(&mut row)).transpose()
}

fn read(row: &mut Row) -> Result<Swarm> {
    Ok(Swarm {
        id: row.value("id")?,
        account: row.value("account")?,
        only_project: row.value("only_project")?,
        project_id: row.value("project_id")?,
        swarm_type: row.word("type", SwarmType::parse)?,
        status: row.word("status", Status::parse)?,
        priority: row.word("priority", AgentPriority::parse)?,
        task_description: row.value("description")?,
        derived_from: row.value("derived_from")?,
        agent_count: row.value("agent_count")?,
        counts: Counts {
            total: row.value("total")?,
            succeeded: row.value("succeeded")?,
            failed: row.value("failed")?,
            skipped: row.value("skipped")?,
            cancelled: row.value("cancelled")?,
            awaiting_approval: row.value("awaiting_approval")?,
        },
        attempts: row.value("attempts")?,
        busy_ms: row.value("busy_ms")?,
        error: row.value("error")?,
        cancel_at: row.time_or_none("cancel_at")?,
        deadline: row.time("deadline")?,
        created_at: row.time("created_at")?,
        started_at: row.time_or_none("started_at")?,
        finished_at: row.time_or_none("finished_at")?,
    })
}

fn read_all(rows: Vec<Row>) -> Result<Vec<Swarm>> {
    column::read_all(rows, read)
}

/// The swarms of these ids.
pub fn list_by_ids(tx: &mut Tx<'_>, ids: &[&str]) -> Result<Vec<Swarm>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM swarm
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
              ORDER BY id"
            ),
            (column::text(ids)?,),
        )
        .doing("reading swarms")?;
    read_all(rows)
}

/// Writes what has changed in a locked swarm that had the status `before`.
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
        record_counters::add_for_owner(tx, counted_for(swarm), 1)?;
    }
    count(tx, swarm, Some(before))
}

/// The ids of at most `limit` swarms whose deadline, or the time left after a cancellation, is over.
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
        .doing("looking for overdue swarms")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
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

/// Deletes the oldest finished swarms of a project, or of a user without one, that has more than
/// `bound`, at most `limit` of them; how many.
pub fn delete_old(tx: &mut Tx<'_>, bound: i64, limit: i64) -> Result<usize> {
    let Some((owner, total)) = record_counters::above(tx, NOUN, bound)? else { return Ok(0) };
    let rows = tx
        .rows(
            "SELECT id, project_id
               FROM swarm
              WHERE (project_id = ?1 OR project_id IS NULL AND account = ?1)
                AND finished_at IS NOT NULL
              ORDER BY finished_at, id
              LIMIT ?2",
            (&owner, (total - bound).min(limit)),
        )
        .doing("looking for old swarms")?;
    let deleted = rows.len();
    for mut row in rows {
        let id: String = row.value("id")?;
        let project_id: Option<String> = row.value("project_id")?;
        tx.run(
            "DELETE FROM swarm
              WHERE id = ?1",
            (&id,),
        )
        .doing("deleting a swarm")?;
        record_counters::add_for_owner(tx, (project_id.as_deref(), (&owner, NOUN)), -1)?;
    }
    Ok(deleted)
}

/// Whether somebody has cancelled a swarm, which may not have ended yet.
pub fn is_cancelled(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    tx.row(
        "SELECT id
           FROM swarm
          WHERE id = ?1
            AND cancel_at IS NOT NULL",
        (id,),
    )
    .doing("reading whether a swarm was cancelled")
    .map(|row| row.is_some())
}

/// What a swarm's own budget lets models spend.
pub fn limit(tx: &mut Tx<'_>, id: &str) -> Result<Limit> {
    let row = tx
        .row(
            "SELECT budget
               FROM swarm
              WHERE id = ?1",
            (id,),
        )
        .doing("reading the budget of a swarm")?;
    let Some(mut row) = row else { return Ok(Limit::default()) };
    let budget: Option<StoredBudget> = row.json_or_none("budget")?;
    Ok(budget.map(|it| Limit::new(it.tokens, it.cost)).unwrap_or_default())
}

/// What a swarm's budget says of models, as it is stored.
#[derive(serde::Deserialize)]
struct StoredBudget {
    tokens: Option<i64>,
    cost: Option<f64>,
}
