//! Owners of tasks that were handed on: rows of `task_owner`, with a version that rises each time.

use db::{Row, Tx};
use domain::{
    Result, Time,
    messages::{
        Message,
        handoffs::{HANDOFF_WINDOW, Ownership, PastHandoff},
    },
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// The owner of a user's task; none when it was never accepted.
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
    let ownership = |mut row: Row| {
        Ok(Ownership {
            owner: row.value("owner")?,
            version: row.value("version")?,
            message_id: row.value("message_id")?,
            since: row.time("since")?,
        })
    };
    row.map(ownership).transpose()
}

/// The latest hand-offs of an offer's task that were delivered and have not failed, newest first.
pub fn earlier(tx: &mut Tx<'_>, offer: &Message, task: &str) -> Result<Vec<PastHandoff>> {
    let rows = tx
        .rows(
            "SELECT from_agent, to_agent,
                    CAST(CASE WHEN content = ?3 THEN 1 ELSE 0 END AS BIGINT) AS is_same
               FROM message
              WHERE account = ?1
                AND task = ?2
                AND state NOT IN ('denied', 'expired', 'dead')
              ORDER BY id DESC
              LIMIT ?4",
            (&offer.account, task, &offer.content, column::count(HANDOFF_WINDOW - 1)),
        )
        .doing("looking at earlier hand-offs")?;
    let earlier = |mut row: Row| {
        Ok(PastHandoff {
            from_agent: row.value("from_agent")?,
            to_agent: row.value("to_agent")?,
            says_the_same: row.value::<i64>("is_same")? != 0,
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
            (&offer.account, task, &offer.to_agent, offer.offered_version, &offer.id, now.millis()),
        )
        .doing("handing a task on")?;
    Ok(moved > 0)
}

/// Deletes at most `limit` owners of tasks that were not handed on since `before`; how many.
pub fn delete_owners(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM task_owner
          WHERE (account, task) IN (SELECT account, task
                                      FROM task_owner
                                     WHERE since < ?1
                                     LIMIT ?2)",
        (before.millis(), limit),
    )
    .doing("deleting owners of tasks")
}
