//! Messages that somebody has leased: finished, prolonged, given back, and taken from whoever went
//! silent. Whoever changes one must hold its epoch.

use std::collections::BTreeMap;

use db::Tx;
use domain::{
    Error, Principal, Result, Time,
    messages::{Message, State},
};

use super::{leases::Leased, mailbox::return_to_mailbox, of_row};
use crate::{Doing as _, column};

/// Ends a lease with the message's final state; false when somebody else holds the message now,
/// and nothing was changed.
pub fn finish(tx: &mut Tx<'_>, leased: &Leased, message: &Message) -> Result<bool> {
    let finished = tx
        .run(
            "UPDATE message
                SET state = ?3, error = ?4, rule = ?5, history = ?6, answer_id = ?7,
                    not_before = ?8, died_at = ?9, lease_until = NULL, lease_owner = NULL
              WHERE id = ?1
                AND lease_epoch = ?2
                AND state = 'leased'",
            (
                &message.id,
                leased.epoch,
                message.state.as_str(),
                &message.error,
                &message.rule,
                column::text(&message.history)?,
                &message.answer_id,
                message.not_before.millis(),
                died_at(message),
            ),
        )
        .doing("finishing a message")?;
    Ok(finished > 0)
}

/// When a message died, if it did.
pub(super) fn died_at(message: &Message) -> Option<i64> {
    let last = message.history.last().filter(|_| message.state == State::Dead);
    last.map(|step| step.at.millis())
}

/// Locks a message that was leased; false when the lease is no longer valid.
pub fn lock_lease(tx: &mut Tx<'_>, leased: &Leased) -> Result<bool> {
    tx.row(
        "SELECT id
           FROM message
          WHERE id = ?1
            AND lease_epoch = ?2
            AND state = 'leased' /*+for_update*/",
        (&leased.message.id, leased.epoch),
    )
    .doing("holding a leased message")
    .map(|row| row.is_some())
}

/// As [`lock_lease`], for a worker that knows no more than the id and the epoch.
///
/// # Errors
/// Not found when there is no such message that the worker leased or its user may see; a conflict
/// when it is not leased to the worker under this epoch.
pub fn leased_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    owner: &str,
    id: &str,
    epoch: i64,
) -> Result<Leased> {
    let row = tx
        .row(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before, lease_epoch, lease_owner
               FROM message
              WHERE id = ?1 /*+for_update*/",
            (id,),
        )
        .doing("holding a leased message")?;
    let mut row = row.ok_or_else(|| Error::not_found("Message", id))?;
    let message = of_row(&mut row)?;
    let is_owner = column::get::<Option<String>>(&mut row, 27)?.as_deref() == Some(owner);
    if message.state == State::Leased && is_owner && column::get::<i64>(&mut row, 26)? == epoch {
        return Ok(Leased { message, epoch });
    }
    if !is_owner && !principal.owns_everything && message.account != principal.user {
        return Err(Error::not_found("Message", id));
    }
    Err(Error::Conflict(format!("The message is not leased to you under the epoch {epoch}")))
}

/// Prolongs leases, of those messages that are still held under these epochs, and none beyond its
/// message's deadline.
pub fn prolong(tx: &mut Tx<'_>, held: &[(String, i64)], until: Time) -> Result<()> {
    let ids: Vec<&str> = held.iter().map(|(id, _)| id.as_str()).collect();
    let under: Vec<String> = held.iter().map(|(id, epoch)| format!("{id} {epoch}")).collect();
    tx.run(
        "UPDATE message
            SET lease_until = CASE WHEN deadline < ?3 THEN deadline ELSE ?3 END
          WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
            AND id || ' ' || lease_epoch IN (SELECT value FROM json_each(?2 /*+list*/))
            AND state = 'leased'",
        (column::text(&ids)?, column::text(&under)?, until.millis()),
    )
    .doing("prolonging leases")
    .map(drop)
}

/// Gives back messages that were leased and not begun, as if they had never been taken.
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

/// Puts messages whose lease has ended back into their mailboxes, at most `limit`; with an `owner`,
/// those of its earlier life as well. One that was tried too often is dead. Every message that was
/// released, as it is now.
pub fn release(
    tx: &mut Tx<'_>,
    owner: Option<&str>,
    limit: i64,
    now: Time,
) -> Result<Vec<Message>> {
    // Each question has its own statement, so that what is asked all the time finds its index.
    let rows = match owner {
        Some(owner) => tx.rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE state = 'leased'
                AND (lease_until <= ?1 OR lease_owner = ?2)
              LIMIT ?3 /*+skip_locked*/",
            (now.millis(), owner, limit),
        ),
        None => tx.rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE state = 'leased'
                AND lease_until <= ?1
              LIMIT ?2 /*+skip_locked*/",
            (now.millis(), limit),
        ),
    };
    let rows = rows.doing("looking for ended leases")?;
    let mut released = Vec::with_capacity(rows.len());
    // Mailboxes are changed in the order of their names, as everywhere, so that nobody waits for
    // somebody who waits for him.
    let mut returned: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for mut row in rows {
        let mut message = of_row(&mut row)?;
        message.come_back(now);
        let dead = message.state == State::Dead;
        tx.run(
            "UPDATE message
                SET state = ?2, error = ?3, rule = ?4, history = ?5, died_at = ?6,
                    lease_until = NULL, lease_owner = NULL
              WHERE id = ?1",
            (
                &message.id,
                message.state.as_str(),
                &message.error,
                &message.rule,
                column::text(&message.history)?,
                died_at(&message),
            ),
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
