//! The mailboxes messages wait in. A message that is taken from its mailbox is leased: whoever
//! finishes it must hold the epoch it was leased under.

use std::collections::BTreeMap;

use db::Tx;
use domain::{
    Result, Time,
    messages::{AGEING_MS, ATTEMPTS_MAX, Message, State, Step},
};

use super::of_row;
use crate::{Doing as _, column};

/// Takes a place in an agent's mailbox; false when it already holds `places_max` messages.
///
/// # Errors
/// When the database fails.
pub fn take_place(tx: &mut Tx<'_>, agent_id: &str, places_max: i64) -> Result<bool> {
    tx.run(
        "UPDATE mailbox
            SET queued = queued + 1
          WHERE agent_id = ?1
            AND queued < ?2",
        (agent_id, places_max),
    )
    .doing("taking a place in a mailbox")
    .map(|taken| taken > 0)
}

/// The awake agents whose mailboxes hold something; one that runs outside must have been heard of
/// since `heard_since`.
///
/// # Errors
/// When the database fails.
pub fn waiting(tx: &mut Tx<'_>, heard_since: Time) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT agent_id
               FROM mailbox
               JOIN agent ON agent.id = agent_id
              WHERE queued > 0
                AND awake = 1
                AND (seen_at IS NULL OR seen_at >= ?1)
              ORDER BY place",
            (heard_since.millis(),),
        )
        .doing("looking into mailboxes")?;
    rows.into_iter().map(|mut row| column::get(&mut row, 0)).collect()
}

/// A message that was taken from its mailbox.
#[derive(Debug, Clone)]
pub struct Leased {
    /// The message.
    pub message: Message,
    /// What must still be true of it when it is finished.
    pub epoch: i64,
}

/// Who takes messages, and until when.
#[derive(Debug, Clone)]
pub struct Lease {
    /// The worker, as other workers know it.
    pub owner: String,
    /// When it ends, unless it was finished before.
    pub until: Time,
}

/// Takes at most `limit` messages from an agent's mailbox: the higher class first, a waiting one
/// gaining a class every [`AGEING_MS`], then the older. One that was taken before and came back is
/// taken before all others and alone, so that only what broke its worker is counted as tried.
///
/// # Errors
/// When the database fails.
pub fn lease(
    tx: &mut Tx<'_>,
    agent_id: &str,
    lease: &Lease,
    limit: i64,
    now: Time,
) -> Result<Vec<Leased>> {
    let retried = tx
        .row(
            "SELECT id
               FROM message
              WHERE to_agent = ?1
                AND state = 'queued'
                AND attempt > 0
              LIMIT 1",
            (agent_id,),
        )
        .doing("looking for a message that came back")?
        .is_some();
    let limit = if retried { 1 } else { limit };
    // Built by hand so that a history need not be read to be continued.
    let step = format!(",{}]", column::text(&Step { state: State::Leased, at: now })?);
    let rows = tx
        .rows(
            "UPDATE message
                SET state = 'leased', lease_epoch = lease_epoch + 1, lease_owner = ?4,
                    lease_until = ?5, attempt = attempt + 1,
                    history = substr(history, 1, length(history) - 1) || CAST(?6 AS TEXT)
              WHERE id IN (SELECT id
                             FROM message
                            WHERE to_agent = ?1
                              AND state = 'queued'
                              AND not_before <= ?2
                              AND (CAST(?8 AS BIGINT) = 0 OR attempt > 0)
                            ORDER BY class + (?2 - created_at) / ?7 DESC, created_at, id
                            LIMIT ?3 /*+skip_locked*/)
          RETURNING id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, lease_epoch",
            (
                agent_id,
                now.millis(),
                limit,
                &lease.owner,
                lease.until.millis(),
                step,
                AGEING_MS,
                retried,
            ),
        )
        .doing("taking messages from a mailbox")?;
    let mut leased = rows
        .into_iter()
        .map(|mut row| Ok(Leased { message: of_row(&mut row)?, epoch: column::get(&mut row, 19)? }))
        .collect::<Result<Vec<_>>>()?;
    leased.sort_by_cached_key(|Leased { message, .. }| {
        let aged = (now.millis() - message.created_at.millis()) / AGEING_MS;
        (-(message.priority.class() + aged), message.created_at, message.id.clone())
    });
    let taken = column::count(leased.len());
    if taken > 0 {
        tx.run(
            "UPDATE mailbox
                SET queued = queued - ?2, leased = leased + ?2
              WHERE agent_id = ?1",
            (agent_id, taken),
        )
        .doing("taking messages from a mailbox")?;
    }
    Ok(leased)
}

/// Ends a lease with the message's final state; false when somebody else holds the message now,
/// and nothing was changed.
///
/// # Errors
/// When the database fails.
pub fn finish(tx: &mut Tx<'_>, leased: &Leased, message: &Message) -> Result<bool> {
    let finished = tx
        .run(
            "UPDATE message
                SET state = ?3, error = ?4, history = ?5, lease_until = NULL
              WHERE id = ?1
                AND lease_epoch = ?2
                AND state = 'leased'",
            (
                &message.id,
                leased.epoch,
                message.state.as_str(),
                &message.error,
                column::text(&message.history)?,
            ),
        )
        .doing("finishing a message")?;
    Ok(finished > 0)
}

/// Prolongs leases that are still held.
///
/// # Errors
/// When the database fails.
pub fn prolong(tx: &mut Tx<'_>, leased: &[Leased], until: Time) -> Result<()> {
    for Leased { message, epoch } in leased {
        tx.run(
            "UPDATE message
                SET lease_until = ?3
              WHERE id = ?1
                AND lease_epoch = ?2
                AND state = 'leased'",
            (&message.id, *epoch, until.millis()),
        )
        .doing("prolonging a lease")?;
    }
    Ok(())
}

/// Counts finished messages in an agent's mailbox.
///
/// # Errors
/// When the database fails.
pub fn count_finished(
    tx: &mut Tx<'_>,
    agent_id: &str,
    handled: usize,
    failed: usize,
) -> Result<()> {
    tx.run(
        "UPDATE mailbox
            SET leased = leased - ?2 - ?3, handled = handled + ?2, failed = failed + ?3
          WHERE agent_id = ?1",
        (agent_id, column::count(handled), column::count(failed)),
    )
    .doing("counting finished messages")
    .map(drop)
}

/// Gives back messages that were leased and not begun, as if they had never been taken.
///
/// # Errors
/// When the database fails.
pub fn give_back(tx: &mut Tx<'_>, agent_id: &str, leased: &[Leased]) -> Result<()> {
    let mut given = 0;
    for Leased { message, epoch } in leased {
        given += tx
            .run(
                "UPDATE message
                    SET state = 'queued', attempt = attempt - 1, history = ?3,
                        lease_until = NULL, lease_owner = NULL
                  WHERE id = ?1
                    AND lease_epoch = ?2
                    AND state = 'leased'",
                (&message.id, *epoch, column::text(&message.history[..message.history.len() - 1])?),
            )
            .doing("giving messages back")?;
    }
    return_to_mailbox(tx, agent_id, column::count(given), 0)
}

/// Moves messages of an agent from being worked on to waiting, or to having failed.
fn return_to_mailbox(tx: &mut Tx<'_>, agent_id: &str, queued: i64, failed: i64) -> Result<()> {
    tx.run(
        "UPDATE mailbox
            SET leased = leased - ?2 - ?3, queued = queued + ?2, failed = failed + ?3
          WHERE agent_id = ?1",
        (agent_id, queued, failed),
    )
    .doing("counting returned messages")
    .map(drop)
}

/// Puts messages whose lease has ended back into their mailboxes, at most `limit`; with an `owner`,
/// those of its earlier life as well. One that was tried too often is dead. Every message that was
/// released, as it is now.
///
/// # Errors
/// When the database fails.
pub fn release(
    tx: &mut Tx<'_>,
    owner: Option<&str>,
    limit: i64,
    now: Time,
) -> Result<Vec<Message>> {
    let rows = tx
        .rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, attempt
               FROM message
              WHERE state = 'leased'
                AND (lease_until <= ?1 OR lease_owner = ?2)
              LIMIT ?3 /*+skip_locked*/",
            (now.millis(), owner.unwrap_or(""), limit),
        )
        .doing("looking for ended leases")?;
    let mut released = Vec::with_capacity(rows.len());
    // Mailboxes are changed in the order of their names, as everywhere, so that nobody waits for
    // somebody who waits for him.
    let mut returned: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for mut row in rows {
        let mut message = of_row(&mut row)?;
        let dead = column::get::<i64>(&mut row, 19)? >= ATTEMPTS_MAX;
        message.become_state(if dead { State::Dead } else { State::Queued }, now);
        message.error = dead.then(|| format!("Tried {ATTEMPTS_MAX} times without an end"));
        tx.run(
            "UPDATE message
                SET state = ?2, error = ?3, history = ?4, lease_until = NULL, lease_owner = NULL
              WHERE id = ?1",
            (&message.id, message.state.as_str(), &message.error, column::text(&message.history)?),
        )
        .doing("releasing a message")?;
        let (queued, failed) = returned.entry(message.to_agent.clone()).or_default();
        *queued += i64::from(!dead);
        *failed += i64::from(dead);
        released.push(message);
    }
    for (agent_id, (queued, failed)) in returned {
        return_to_mailbox(tx, &agent_id, queued, failed)?;
    }
    Ok(released)
}
