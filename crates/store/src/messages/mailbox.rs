//! Mailboxes: the bounded number of permits for messages in them, and counters of the messages that went through.
//! How messages are leased is in [`super::leases`].

use db::Tx;
use domain::{Result, Time};

use super::LeaseFilter;
use crate::{Doing as _, column::ReadColumns as _};

/// Takes a permit of an agent's mailbox; how many are taken now, none when `mailbox_max` already
/// were. A leased message keeps its permit, since it may come back.
pub fn take_permit(tx: &mut Tx<'_>, agent_id: &str, mailbox_max: i64) -> Result<Option<i64>> {
    let row = tx
        .row(
            "UPDATE mailbox
                SET queued = queued + 1
              WHERE agent_id = ?1
                AND queued + leased < ?2
          RETURNING queued + leased AS taken",
            (agent_id, mailbox_max),
        )
        .doing("taking a permit of a mailbox")?;
    row.map(|mut row| row.value("taken")).transpose()
}

/// Whether at least `share` messages of a user by one sender are in a mailbox or, where no sender is
/// named, by all that are not registered.
pub fn exceeds_share(
    tx: &mut Tx<'_>,
    agent_id: &str,
    (account, sender): (&str, Option<&str>),
    share: i64,
) -> Result<bool> {
    // The bound on the conversation excludes nothing; it leads to the index of messages that are not
    // over.
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM message
                      WHERE to_agent = ?1
                        AND conversation_id >= ''
                        AND state IN ('queued', 'leased')
                        AND account = ?4
                        AND (from_agent = ?2
                             OR ?2 = '' AND from_agent <> 'system'
                                AND NOT EXISTS (SELECT 1
                                                  FROM agent
                                                 WHERE agent.id = from_agent))
                      LIMIT ?3) AS found",
            (agent_id, sender.unwrap_or(""), share, account),
        )
        .doing("counting a sender's messages")?;
    row.map_or(Ok(0), |mut row| row.value::<i64>("total")).map(|total| total >= share)
}

/// Releases `left` permits of a mailbox, of which `handled` messages were answered by hand and
/// `failed` ones failed.
pub fn release_permits(
    tx: &mut Tx<'_>,
    agent_id: &str,
    left: i64,
    (handled, failed): (i64, i64),
) -> Result<()> {
    tx.run(
        "UPDATE mailbox
            SET queued = queued - ?2, handled = handled + ?3, failed = failed + ?4
          WHERE agent_id = ?1",
        (agent_id, left, handled, failed),
    )
    .doing("releasing permits of a mailbox")
    .map(drop)
}

/// The awake agents inside whose mailboxes have messages that are due: the built-in ones, and those that a
/// language model speaks for and that were never heard of from outside. External agents lease theirs
/// themselves.
pub fn waiting(tx: &mut Tx<'_>, now: Time) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT agent_id
               FROM mailbox
               JOIN agent ON agent.id = agent_id
              WHERE queued > 0
                AND awake = 1
                AND (builtin = 1 OR is_prompted = 1 AND seen_at IS NULL)
                AND EXISTS (SELECT 1
                              FROM message
                             WHERE to_agent = agent_id
                               AND state = 'queued'
                               AND not_before <= ?1)
              ORDER BY position",
            (now.millis(),),
        )
        .doing("looking into mailboxes")?;
    rows.into_iter().map(|mut row| row.value("agent_id")).collect()
}

/// Whether an agent is awake and has a message that a worker which leases the messages of a
/// conversation one at a time may lease.
pub fn has_due(tx: &mut Tx<'_>, taker: &LeaseFilter<'_>, now: Time) -> Result<bool> {
    tx.row(
        "SELECT message.id
           FROM message
           JOIN agent ON agent.id = to_agent
                     AND awake = 1
          WHERE to_agent = ?1
            AND state = 'queued'
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
          LIMIT 1",
        (taker.agent_id, now.millis(), taker.account),
    )
    .doing("looking into a mailbox")
    .map(|row| row.is_some())
}

/// How leased messages ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Finished {
    /// How many were handled.
    pub handled: i64,
    /// How many failed for good.
    pub failed: i64,
    /// How many are tried again.
    pub returned: i64,
    /// How many wait for answers or for a permission, outside of the mailbox.
    pub waiting: i64,
}

/// Counts finished messages in an agent's mailbox.
pub fn count_finished(tx: &mut Tx<'_>, agent_id: &str, finished: Finished) -> Result<()> {
    let Finished { handled, failed, returned, waiting } = finished;
    tx.run(
        "UPDATE mailbox
            SET leased = leased - ?2 - ?3 - ?4 - ?5, queued = queued + ?4,
                handled = handled + ?2, failed = failed + ?3
          WHERE agent_id = ?1",
        (agent_id, handled, failed, returned, waiting),
    )
    .doing("counting finished messages")
    .map(drop)
}

/// What a transaction changes of the messages in a mailbox.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MailboxChange {
    /// How many more wait in it.
    pub queued: i64,
    /// How many more are leased.
    pub leased: i64,
    /// How many more have failed.
    pub failed: i64,
}

/// Changes the counters of a mailbox. What comes back to it was let in before, so it does so even
/// when the mailbox is full.
pub fn change_mailbox(tx: &mut Tx<'_>, agent_id: &str, change: MailboxChange) -> Result<()> {
    let MailboxChange { queued, leased, failed } = change;
    tx.run(
        "UPDATE mailbox
            SET queued = queued + ?2, leased = leased + ?3, failed = failed + ?4
          WHERE agent_id = ?1",
        (agent_id, queued, leased, failed),
    )
    .doing("changing a mailbox")
    .map(drop)
}

/// Counts leased messages of an agent as waiting again, or as failed.
pub(super) fn return_to_mailbox(
    tx: &mut Tx<'_>,
    agent_id: &str,
    queued: i64,
    failed: i64,
) -> Result<()> {
    tx.run(
        "UPDATE mailbox
            SET leased = leased - ?2 - ?3, queued = queued + ?2, failed = failed + ?3
          WHERE agent_id = ?1",
        (agent_id, queued, failed),
    )
    .doing("counting returned messages")
    .map(drop)
}
