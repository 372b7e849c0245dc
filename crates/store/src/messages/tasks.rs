//! Whose a task is that was handed on. A row per task; it moves once for each version of it.

use db::Tx;
use domain::{
    Result, Time,
    messages::{
        Message,
        handoffs::{Earlier, HANDOFF_WINDOW, Ownership},
    },
};

use crate::{Doing as _, column};

/// Whose a task of a user is; nobody's when it was never accepted.
pub fn find_owner(tx: &mut Tx<'_>, account: &str, task: &str) -> Result<Option<Ownership>> {
    let row = tx
        .row(
            "SELECT owner, version, message_id, since
               FROM task_owner
              WHERE account = ?1
                AND task = ?2",
            (account, task),
        )
        .doing("looking for a task's owner")?;
    let ownership = |mut row| {
        Ok(Ownership {
            owner: column::get(&mut row, 0)?,
            version: column::get(&mut row, 1)?,
            message_id: column::get(&mut row, 2)?,
            since: column::time(&mut row, 3)?,
        })
    };
    row.map(ownership).transpose()
}

/// The latest hand-offs of an offer's task that were let in and taken up, newest first.
pub fn earlier(tx: &mut Tx<'_>, offer: &Message, task: &str) -> Result<Vec<Earlier>> {
    let rows = tx
        .rows(
            "SELECT from_agent, to_agent, CAST(CASE WHEN content = ?3 THEN 1 ELSE 0 END AS BIGINT)
               FROM message
              WHERE account = ?1
                AND task = ?2
                AND state NOT IN ('denied', 'expired', 'dead')
              ORDER BY id DESC
              LIMIT ?4",
            (&offer.account, task, &offer.content, column::count(HANDOFF_WINDOW - 1)),
        )
        .doing("looking at earlier hand-offs")?;
    let earlier = |mut row| {
        Ok(Earlier {
            from_agent: column::get(&mut row, 0)?,
            to_agent: column::get(&mut row, 1)?,
            says_the_same: column::get::<i64>(&mut row, 2)? != 0,
        })
    };
    rows.into_iter().map(earlier).collect()
}

/// Hands the task of an offer to its recipient; false when it was handed on since it was offered,
/// and nothing was changed.
pub fn transfer(tx: &mut Tx<'_>, offer: &Message, task: &str, now: Time) -> Result<bool> {
    let moved = tx
        .run(
            "INSERT INTO task_owner (account, task, owner, version, message_id, since)
             VALUES (?1, ?2, ?3, ?4 + 1, ?5, ?6)
             ON CONFLICT (account, task) DO UPDATE
                SET owner = excluded.owner, version = excluded.version,
                    message_id = excluded.message_id, since = excluded.since
              WHERE task_owner.version = ?4",
            (&offer.account, task, &offer.to_agent, offer.offered, &offer.id, now.millis()),
        )
        .doing("handing a task on")?;
    Ok(moved > 0)
}

/// Forgets at most `limit` owners of tasks that were not handed on since `before`; how many.
pub fn forget_owners(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM task_owner
          WHERE (account, task) IN (SELECT account, task
                                      FROM task_owner
                                     WHERE since < ?1
                                     LIMIT ?2)",
        (before.millis(), limit),
    )
    .doing("forgetting owners of tasks")
}
