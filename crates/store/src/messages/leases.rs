//! Leases: which messages a worker gets from a mailbox, and under which epoch. What becomes of them
//! then is in [`super::leased`].

use db::Tx;
use domain::{
    Result, Time,
    messages::{AGEING_MS, HistoryEntry, Message, State},
};

use super::{columns, read};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// A message that was leased from its mailbox.
#[derive(Debug, Clone)]
pub struct Leased {
    /// The message.
    pub message: Message,
    /// The epoch of its lease, which must still be this one when it is finished.
    pub epoch: i64,
}

/// Who leases messages, and until when.
#[derive(Debug, Clone)]
pub struct Lease {
    /// The worker, as other workers know it.
    pub owner: String,
    /// When it ends, unless it was finished before.
    pub until: Time,
}

/// Which messages are leased.
#[derive(Debug, Clone)]
pub struct LeaseFilter<'a> {
    /// The agent they wait for.
    pub agent_id: &'a str,
    /// The user on whose behalf they must have been sent; none for everybody's.
    pub account: Option<&'a str>,
    /// Whether messages of one conversation are leased one at a time. A worker that leases several at
    /// once must work on them in their order.
    pub one_by_one: bool,
}

/// Leases at most `limit` messages of an agent's mailbox: the higher class first, a waiting one
/// gaining a class every [`AGEING_MS`], then the older. Of one conversation and class none is leased
/// while an earlier one is leased or rests after a failure, nor together with an earlier one that
/// the clock of another server makes look younger. One that was leased before and came back is
/// leased before all others and alone, so that only the message that broke its worker is counted as
/// tried. Overdue messages are not leased, and no lease lasts longer than its message's deadline.
pub fn lease(
    tx: &mut Tx<'_>,
    taker: &LeaseFilter<'_>,
    lease: &Lease,
    limit: i64,
    now: Time,
) -> Result<Vec<Leased>> {
    // Only one transaction at a time leases from a mailbox: of two, one could lease messages that
    // come after the other's.
    let row = tx
        .row(
            "SELECT queued
               FROM mailbox
              WHERE agent_id = ?1 /*+for_update*/",
            (taker.agent_id,),
        )
        .doing("locking a mailbox")?;
    let queued: i64 = row.map_or(Ok(0), |mut row| row.value("queued"))?;
    if queued == 0 {
        return Ok(Vec::new());
    }
    let mut ids = returned(tx, taker, now)?;
    if ids.is_empty() {
        ids = due(tx, taker, limit, now)?;
    }
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    // Built by hand so that a history need not be read to be continued.
    let step = format!(",{}]", column::text(&HistoryEntry { state: State::Leased, at: now })?);
    let rows = tx
        .rows(
            concat!(
                "UPDATE message
                SET state = 'leased', lease_epoch = lease_epoch + 1, lease_owner = ?2,
                    lease_until = CASE WHEN deadline < ?3 THEN deadline ELSE ?3 END,
                    attempt = attempt + 1,
                    history = substr(history, 1, length(history) - 1) || CAST(?4 AS TEXT)
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
          RETURNING ",
                columns!(),
                ", lease_epoch"
            ),
            (column::text(&ids)?, &lease.owner, lease.until.millis(), step),
        )
        .doing("leasing messages")?;
    let mut leased = rows
        .into_iter()
        .map(|mut row| Ok(Leased { message: read(&mut row)?, epoch: row.value("lease_epoch")? }))
        .collect::<Result<Vec<_>>>()?;
    leased.sort_by_cached_key(|Leased { message, .. }| {
        let aged = (now.millis() - message.created_at.millis()) / AGEING_MS;
        (-(message.priority.class() + aged), message.created_at, message.id.clone())
    });
    tx.run(
        "UPDATE mailbox
            SET queued = queued - ?2, leased = leased + ?2
          WHERE agent_id = ?1",
        (taker.agent_id, column::count(leased.len())),
    )
    .doing("leasing messages")?;
    Ok(leased)
}

/// A message that was taken before and is due again.
fn returned(tx: &mut Tx<'_>, taker: &LeaseFilter<'_>, now: Time) -> Result<Vec<String>> {
    let row = tx
        .row(
            "SELECT id
               FROM message
              WHERE to_agent = ?1
                AND state = 'queued'
                AND attempt > 0
                AND not_before <= ?2
                AND (deadline IS NULL OR deadline > ?2)
                AND (CAST(?3 AS TEXT) IS NULL OR account = ?3)
                AND NOT EXISTS (SELECT 1
                                  FROM message AS earlier
                                 WHERE earlier.conversation_id = message.conversation_id
                                   AND earlier.to_agent = message.to_agent
                                   AND earlier.priority_rank = message.priority_rank
                                   AND earlier.account = message.account
                                   AND earlier.id < message.id
                                   AND earlier.state IN ('queued', 'leased'))
              ORDER BY created_at, id
              LIMIT 1 /*+skip_locked*/",
            (taker.agent_id, now.millis(), taker.account),
        )
        .doing("looking for a message that came back")?;
    row.into_iter().map(|mut row| row.value("id")).collect()
}

/// The messages that are due, in the order in which they are leased. All messages that wait or are
/// leased are read once, line by line, so that a long line costs no more than many short ones.
fn due(tx: &mut Tx<'_>, taker: &LeaseFilter<'_>, limit: i64, now: Time) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM message
              WHERE id IN (SELECT id
                             FROM (SELECT id, priority_rank, created_at, not_before, state, account,
                                          deadline,
                                          count(*) OVER earlier AS before,
                                          max(CASE WHEN state = 'leased' OR not_before > ?2
                                                   THEN 1 ELSE 0 END) OVER earlier AS is_blocked,
                                          max(created_at) OVER earlier AS latest
                                     FROM message
                                    WHERE to_agent = ?1
                                      AND state IN ('queued', 'leased')
                                   WINDOW earlier AS (PARTITION BY conversation_id, account,
                                                                   priority_rank
                                                      ORDER BY id
                                                      ROWS BETWEEN UNBOUNDED PRECEDING
                                                               AND 1 PRECEDING)) AS line
                            WHERE state = 'queued'
                              AND not_before <= ?2
                              AND (deadline IS NULL OR deadline > ?2)
                              AND (CAST(?5 AS TEXT) IS NULL OR account = ?5)
                              AND (CAST(?6 AS BIGINT) = 0 OR before = 0)
                              AND coalesce(is_blocked, 0) = 0
                              AND coalesce(latest, 0) <= created_at
                            ORDER BY priority_rank + (?2 - created_at) / ?4 DESC, created_at, id
                            LIMIT ?3)
                AND state = 'queued'
              ORDER BY priority_rank + (?2 - created_at) / ?4 DESC, created_at, id /*+skip_locked*/",
            (
                taker.agent_id,
                now.millis(),
                limit,
                AGEING_MS,
                taker.account,
                taker.one_by_one,
            ),
        )
        .doing("looking for messages that are due")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}
