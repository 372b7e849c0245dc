//! Changes of messages that nobody has leased: they become overdue, are answered by a person, replayed,
//! or deleted because they are old.

use db::Tx;
use domain::{Principal, Result, Time, ids, messages::Message};

use super::{columns, leased::died_at, of_principal, read_all};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    project_counters,
};

/// A message the principal may see; its row is locked.
pub fn get_for_update(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Message> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE id = ?1
                AND (CAST(?2 AS BIGINT) = 1 OR account = ?3) /*+for_update*/"
            ),
            (id, principal.owns_everything, &principal.user),
        )
        .doing("locking a message")?;
    of_principal(row, principal, id)
}

/// At most `limit` messages to an agent that wait for a permission of the principal, the oldest first.
pub fn awaiting_approval(
    tx: &mut Tx<'_>,
    principal: &Principal,
    agent_id: &str,
    limit: i64,
) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM message
              WHERE state = 'awaiting_approval'
                AND to_agent = ?1
                AND (CAST(?2 AS BIGINT) = 1 OR account = ?3)
              ORDER BY id
              LIMIT ?4",
            (agent_id, principal.owns_everything, &principal.user, limit),
        )
        .doing("looking for messages that wait for a permission")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}

/// Writes what has changed in a locked message; whoever had it leased has it no longer.
pub fn save(tx: &mut Tx<'_>, message: &Message) -> Result<()> {
    tx.run(
        "UPDATE message
            SET state = ?2, error = ?3, rule = ?4, history = ?5, answer_id = ?6, attempt = ?7,
                not_before = ?8, deadline = ?9, died_at = ?10, approval = ?11,
                lease_until = NULL, lease_owner = NULL
          WHERE id = ?1",
        (
            &message.id,
            message.state.as_str(),
            &message.error,
            &message.rule,
            column::text(&message.history)?,
            &message.answer_id,
            message.attempt,
            message.not_before.millis(),
            message.deadline.map(Time::millis),
            died_at(message),
            message.approval.as_ref().map(column::text).transpose()?,
        ),
    )
    .doing("saving a message")
    .map(drop)
}

/// At most `limit` messages that nobody took in time, or whose answer did not come in time; their
/// rows are locked.
pub fn overdue(tx: &mut Tx<'_>, limit: i64, now: Time) -> Result<Vec<Message>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE deadline IS NOT NULL
                AND deadline <= ?1
                AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting', 'awaiting_approval')
                AND state <> 'leased'
              ORDER BY deadline
              LIMIT ?2 /*+skip_locked*/"
            ),
            (now.millis(), limit),
        )
        .doing("looking for overdue messages")?;
    read_all(rows)
}

/// Whether there are messages whose lease has ended, that nobody took or answered in time, or that
/// need not wait any longer for what their agents asked others.
pub fn are_due(tx: &mut Tx<'_>, now: Time) -> Result<bool> {
    let row = tx
        .row(
            "SELECT 1 AS found
              WHERE EXISTS (SELECT 1
                              FROM message
                             WHERE state = 'leased'
                               AND lease_until <= ?1)
                 OR EXISTS (SELECT 1
                              FROM message
                             WHERE state = 'waiting'
                               AND (not_before <= ?1
                                    OR NOT EXISTS (SELECT 1
                                                     FROM message AS question
                                                    WHERE question.parent_id = message.id
                                                      AND question.state IN (
                                                          'queued', 'leased', 'awaiting_reply',
                                                          'waiting', 'awaiting_approval'))))
                 OR EXISTS (SELECT 1
                              FROM message
                             WHERE deadline IS NOT NULL
                               AND deadline <= ?1
                               AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting', 'awaiting_approval')
                               AND state <> 'leased')",
            (now.millis(),),
        )
        .doing("looking for ended leases and overdue messages")?;
    Ok(row.is_some())
}

/// Deletes at most `limit` messages that died before `before`; how many. On PostgreSQL one may be
/// replayed while this waits for its row: the conditions outside of the subquery are checked again.
pub fn delete_dead(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<u64> {
    let deleted = tx
        .run(
            "DELETE FROM message
              WHERE id IN (SELECT id
                             FROM message
                            WHERE state = 'dead'
                              AND died_at < ?1
                            LIMIT ?2)
                AND state = 'dead'
                AND died_at < ?1",
            (before.millis(), limit),
        )
        .doing("deleting dead messages")?;
    project_counters::add_to_counter(tx, "messages", -column::count(deleted))?;
    Ok(deleted)
}

/// Deletes about `limit` refused messages: of each user those that were sent before `before` or come
/// after the newest `keep`; how many.
pub fn delete_denied(tx: &mut Tx<'_>, before: Time, keep: i64, limit: i64) -> Result<u64> {
    let (mut account, mut deleted) = (String::new(), 0);
    while deleted < limit.unsigned_abs() {
        // One look into the index for each user, however many of their messages were refused.
        let next = tx
            .row(
                "SELECT account
                   FROM message
                  WHERE state = 'denied'
                    AND account > ?1
                  ORDER BY account
                  LIMIT 1",
                (&account,),
            )
            .doing("looking for refused messages")?;
        let Some(mut next) = next else { break };
        account = next.value("account")?;
        let beyond = tx
            .row(
                "SELECT id
                   FROM message
                  WHERE account = ?1
                    AND state = 'denied'
                  ORDER BY id DESC
                  LIMIT 1 OFFSET ?2",
                (&account, keep),
            )
            .doing("looking for refused messages")?;
        let beyond = beyond.map_or(Ok(String::new()), |mut row| row.value("id"))?;
        deleted += tx
            .run(
                "DELETE FROM message
                  WHERE id IN (SELECT id
                                 FROM message
                                WHERE account = ?1
                                  AND state = 'denied'
                                  AND id <= ?2
                                ORDER BY id
                                LIMIT ?3)",
                (&account, beyond.max(ids::lower_bound(before)), limit),
            )
            .doing("deleting refused messages")?;
    }
    project_counters::add_to_counter(tx, "messages", -column::count(deleted))?;
    Ok(deleted)
}

/// Deletes at most `limit` messages that were sent before `before` and have ended otherwise than
/// dead; how many.
pub fn delete_old(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<u64> {
    let deleted = tx
        .run(
            "DELETE FROM message
              WHERE id IN (SELECT id
                             FROM message
                            WHERE id < ?1
                              AND state NOT IN ('queued', 'leased', 'awaiting_reply', 'waiting',
                                                'awaiting_approval', 'dead')
                            ORDER BY id
                            LIMIT ?2)
                AND state NOT IN ('queued', 'leased', 'awaiting_reply', 'waiting',
                                                'awaiting_approval', 'dead')",
            (ids::lower_bound(before), limit),
        )
        .doing("deleting old messages")?;
    project_counters::add_to_counter(tx, "messages", -column::count(deleted))?;
    Ok(deleted)
}
